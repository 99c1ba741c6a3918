"""Names the features that occur in the text of a Promela program, to see that the generator draws all of them."""

import re

FEATURES = {
    "bool": r"\bbool\b", "bit": r"\bbit\b", "byte": r"\bbyte\b", "short": r"\bshort\b", "int": r"\bint\b",
    "unsigned": r"\bunsigned\b", "mtype": r"\bmtype\b", "pid": r"\bpid\b", "typedef": r"\btypedef\b",
    "array": r"^\s*(bit|bool|byte|short|int|mtype|pid|T) \w+\[\d\]", "active[n]": r"active \[", "init": r"^init",
    "run": r"\brun \w+\(", "run value": r"= run", "rendezvous": r"= \[0\] of", "buffer": r"= \[[1-3]\] of",
    "channel array": r"chan \w+\[\d\]", "channel in message": r"of \{.*chan", "channel parameter": r"proctype.*\(.*chan",
    "local channel": r"^  chan l", "else": r"\belse\b", "do": r"^\s*(\w+: )*do$", "break": r"\bbreak\b",
    "goto": r"\bgoto\b", "labelled goto": r"\w+: goto", "end label": r"\bend\d+:", "label at nothing": r"\w\d+: ;?$",
    "atomic": r"\batomic\b", "d_step": r"\bd_step\b", "unless": r"\bunless\b", "timeout": r"\btimeout\b",
    "assert": r"\bassert\b", "??": r"\?\?", "!!": r"!!", "?<>": r"\? ?<", "poll": r"\?\[", "eval": r"\beval\b",
    "len": r"\blen\b", "full...": r"\b(n?full|n?empty)\b", "for": r"\bfor\b", "for in": r"\bfor \(\w+ in",
    "select": r"\bselect\b", "select of a_": r"select \(\w+_ :", "wide select": r"select.* 36\)", "inline": r"\binline\b",
    "late declaration": r"^\s+\w+ z\d+", "printf": r"\bprintf\b", "skip": r"\bskip\b",
    "conditional": r"->", "provided": r"\bprovided\b", "_pid": r"\b_pid\b", "_nr_pr": r"\b_nr_pr\b",
    "unset channel": r"chan \w+(\[\d\])?;", "channel assigned": r"^\s*[uw]\d+(\[.*\])? = ",
    "P[n]@L": r"\]@", "P@L": r"\w@", "P[n]:v": r"\]:v", "_last": r"\b_last\b",
}


def features_of(text):
    return [name for name, pattern in FEATURES.items() if re.search(pattern, text, re.M)]
