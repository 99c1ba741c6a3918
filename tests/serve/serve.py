"""serve.py -- what an editor sees of `selvage serve --lsp`. usage: serve.py SELVAGE ROOT

Every function test_* is one test, with a server of its own unless it takes an editor.
"""
import json, os, random, re, shutil, signal, subprocess, sys, tempfile, time
from client import Editor, Failed, frame, uri_of

SELVAGE, ROOT = sys.argv[1], sys.argv[2]
WORK = tempfile.mkdtemp()
os.environ["TMPDIR"] = WORK  # the server's files too


def example(name):
    return open(os.path.join(ROOT, "examples", name), encoding="utf-8").read()


def same(got, want, what):
    if got != want:
        raise Failed(f"{what}: {got!r}, wanted {want!r}")


def true(condition, what):
    if not condition:
        raise Failed(what)


def place(text, word, nth=0):
    """Line and UTF-16 character of the nth occurrence of a word."""
    at = -1
    for _ in range(nth + 1):
        at = text.index(word, at + 1)
    before = text[:at]
    line = before.count("\n")
    return line, len(before[before.rfind("\n") + 1:].encode("utf-16-le")) // 2


def spot(range_):
    return range_["start"]["line"], range_["start"]["character"]


def named(symbols, path=""):
    """All names of an outline with their paths."""
    found = {}
    for s in symbols:
        found[path + s["name"]] = s
        found.update(named(s["children"], path + s["name"] + "/"))
    return found


# ---- the life of a server

def test_life():
    e = Editor(SELVAGE, start=False)
    same(e.request("shutdown", None)["error"]["code"], -32002, "before initialize")
    hello = e.request("initialize", {"capabilities": {}})["result"]
    can = hello["capabilities"]
    same(can["textDocumentSync"]["change"], 2, "incremental changes")
    same(can["positionEncoding"], "utf-16", "the encoding")
    same(can["executeCommandProvider"]["commands"], ["selvage.check", "selvage.simulate"], "the commands")
    same(hello["serverInfo"]["name"], "selvage", "its name")
    same(e.request("initialize", {})["error"]["code"], -32600, "initialize twice")
    e.request("shutdown", None)
    same(e.request("textDocument/hover", {})["error"]["code"], -32600, "after shutdown")
    e.notify("exit", None)
    same(e.status(), 0, "the exit status")


def test_exit_without_shutdown():
    e = Editor(SELVAGE)
    e.notify("exit", None)
    same(e.status(), 1, "the exit status")


def test_editor_is_gone():
    e = Editor(SELVAGE)
    e.open("file:///a.pml", example("diners.pml"))
    e.process.stdin.close()
    same(e.status(), 1, "the exit status")


def test_editor_does_not_read():
    p = subprocess.Popen([SELVAGE, "serve", "--lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    p.stdin.write(frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {}}))
    p.stdout.close()
    try:
        for i in range(20):
            p.stdin.write(frame({"jsonrpc": "2.0", "id": i + 2, "method": "nothing"}))
            p.stdin.flush()
    except BrokenPipeError:
        pass
    same(p.wait(30), 1, "the exit status when nobody reads")
    try:
        p.stdin.close()
    except BrokenPipeError:
        pass


def test_signals():
    for number in signal.SIGINT, signal.SIGTERM:
        e = Editor(SELVAGE)
        e.process.send_signal(number)
        start = time.monotonic()
        same(e.status(), 1, f"the exit status after signal {number}")
        true(time.monotonic() - start < 20, "the server leaves at once")


# ---- what is no message

def test_broken_messages():
    e = Editor(SELVAGE)
    deep = b"[" * 100000 + b"]" * 100000
    bad = [b"{", b"", b"nonsense", b"\xff\xfe\x00", b'{"jsonrpc": "2.0", "id": 1', b"[]", b"3", b'"text"', b"null",
           b'{"id": {}}', b'{"id": [1], "method": "shutdown"}', b'{"method": 7}', b"{}", deep,
           b'{"id": 9, "method": "textDocument/hover"}', b'{"id": 9, "method": "textDocument/hover", "params": 3}',
           b'{"id": 9, "method": "workspace/executeCommand"}',
           b'{"id": 9, "method": "workspace/executeCommand", "params": {"command": "rm", "arguments": 3}}',
           b'{"method": "textDocument/didOpen"}', b'{"method": "textDocument/didOpen", "params": {"textDocument": 3}}',
           b'{"method": "textDocument/didChange", "params": {"textDocument": {"uri": "x"}, "contentChanges": 1}}',
           b'{"method": "textDocument/didClose", "params": []}', b'{"method": "$/cancelRequest"}',
           b'{"method": "window/workDoneProgress/cancel", "params": {}}', b'{"id": 77, "result": null}',
           b'{"id": "selvage-1", "error": {}}']
    for body in bad:
        e.send_bytes(frame(body))
    for head in b"Content-Length: -5\r\n\r\n", b"Content-Length: x\r\n\r\n", b"No: length\r\n\r\n", b"\r\n\r\n\n", \
            b"Content-Length: 99999999999999999999999\r\n\r\n", b"x" * 20000 + b"\r\n\r\n":
        e.send_bytes(head)
    same(e.request("no/such/method", {})["error"]["code"], -32601, "an unknown method")
    codes = [m["error"]["code"] for m in e.answers[None]]
    true(codes.count(-32700) >= 8 and codes.count(-32600) >= 7, f"errors are told: {codes}")
    e.send_bytes(b"content-length:  2\nContent-Type: x\n\n{}")  # a head that is odd, but good
    same(e.leave(), 0, "the exit status")


def test_large_message():
    e = Editor(SELVAGE)
    size = 150 << 20
    e.send_bytes(b"Content-Length: %d\r\n\r\n" % size)
    piece = b"x" * (1 << 20)
    for _ in range(size >> 20):
        e.send_bytes(piece)
    same(e.request("no/such", {})["error"]["code"], -32601, "the next message is understood")
    same([m["error"]["code"] for m in e.answers[None]], [-32600], "it is refused")
    same(e.leave(), 0, "the exit status")


# ---- texts

def test_diagnostics_while_typing():
    e = Editor(SELVAGE)
    text = example("race.bp")
    uri = "file:///nowhere/race.bp"
    e.open(uri, text)
    same(e.diagnostics(uri), [], "a good program")
    line, column = place(text, "!taken")
    e.change(uri, 2, {"range": {"start": {"line": line, "character": column}, "end": {"line": line, "character": column + 6}},
                      "text": "!tacken"})
    (d,) = e.diagnostics(uri, 2)
    same((spot(d["range"]), d["range"]["end"]["character"], d["severity"]), ((line, column + 1), column + 7, 1), "where")
    true("tacken" in d["message"] and "taken" in d["message"], d["message"])
    e.change(uri, 3, {"text": text})
    same(e.diagnostics(uri, 3), [], "the whole text anew")
    e.close(uri)
    e.wait_for(lambda: True if len(e.notes[uri]) >= 3 else None, "three versions")
    same(e.leave(), 0, "the exit status")


# one text for each language: how it is called, a good text, an edit that spoils it, where
LANGUAGES = [
    ("a.bp", "race.bp", "taken := T;", "taken := ;"),
    ("a.pml", "diners.pml", "active [N]", "activ [N]"),
    ("a.proc", "account.proc", "lock book", "lok book"),
    ("a.dve", "elevator.dve", "process Lift", "proces Lift"),
    ("a.pha", "gate.pha", "automaton gate", "automaton"),
    ("a.puml", "crossing.puml", "[*] --> Free", "[*] --> "),
    ("a.svm", None, "var x : bool", "var x : bol"),
    ("a.tts", None, "0 0 -> 1 1", "0 0 -> 1 9"),
    ("a.hy", None, "initially", "initialy"),
    ("a.uml", None, "</uml:Model", "</uml:Modell"),
]
SMALL = {
    "a.svm": "var x : bool = false\nproperty p invariant (not x)\nprocess q initial 1 pool 1 entry a\n"
             "  location a\n  action go\n    from a -> a\n    set x := true\nend\n",
    "a.tts": "2 2\n0 0 -> 1 1\n1 1 -> 0 0\n",
}


def corpus(folder, suffix):
    names = sorted(n for n in os.listdir(os.path.join(ROOT, "tests/corpus", folder)) if n.endswith(suffix))
    return open(os.path.join(ROOT, "tests/corpus", folder, names[0]), encoding="utf-8").read()


def good_text(name, source):
    if source:
        return example(source)
    if name in SMALL:
        return SMALL[name]
    if name.endswith(".hy"):
        return corpus("hybrid", ".hy")
    return open(os.path.join(ROOT, "tests/fuzz/seeds/xmi/everything.uml"), encoding="utf-8").read()


def test_all_languages():
    e = Editor(SELVAGE)
    for name, source, good, bad in LANGUAGES:
        uri, text = "file:///nowhere/" + name, good_text(name, source)
        true(good in text, f"{name} has no {good}")
        e.open(uri, text)
        errors = [d for d in e.diagnostics(uri) if d["severity"] == 1]
        same(errors, [], name)
        e.change(uri, 2, {"text": text.replace(good, bad, 1)})
        errors = [d for d in e.diagnostics(uri, 2) if d["severity"] == 1]
        true(errors and all(d["source"] == "selvage" for d in errors), f"{name}: no error in {bad!r}")
        line, _ = place(text, good)
        true(any(abs(spot(d["range"])[0] - line) <= 1 for d in errors),
             f"{name}: {errors} is not about line {line}")
    same(e.leave(), 0, "the exit status")


def test_c():
    if "c " not in subprocess.run([SELVAGE, "languages"], capture_output=True, text=True).stdout:
        return
    e = Editor(SELVAGE)
    path = os.path.join(WORK, "saved.c")
    text = example("account.c")
    with open(path, "w") as f:
        f.write("int main(void) { return 0; }\n")
    e.open(uri_of(path), text)
    found = e.diagnostics(uri_of(path))
    if any("clang" in d["message"] or "LLVM" in d["message"] for d in found):
        return  # not built here
    same(found, [], "a program that is not saved")
    e.change(uri_of(path), 2, {"text": text.replace("return", "retrun", 1)})
    (d, *_) = e.diagnostics(uri_of(path), 2)
    same((spot(d["range"])[0], d["severity"]), (place(text, "return")[0], 1), "where clang complains")
    same(e.leave(), 0, "the exit status")


def test_language_of_the_editor():
    e = Editor(SELVAGE)
    e.open("untitled:Untitled-1", "byte x; active proctype P() { x = }\n", "promela")
    (d,) = e.diagnostics("untitled:Untitled-1")
    same(d["range"]["start"]["line"], 0, "where")
    e.open("untitled:Untitled-2", "int x = 0;\nprocess p { x = y; }\n", "selvage-proc")
    (d,) = e.diagnostics("untitled:Untitled-2")
    same(spot(d["range"]), (1, 16), "where")
    same(e.leave(), 0, "the exit status")


def test_includes():
    e = Editor(SELVAGE)
    header, main = os.path.join(WORK, "part 1.h"), os.path.join(WORK, "main.pml")
    with open(header, "w") as f:
        f.write("byte ü;\n")
    e.open(uri_of(main), '#include "part 1.h"\nbyte shared;\nactive proctype P() { shared = 1 }\n')
    found = e.diagnostics(uri_of(header), 1, lambda list: list != [])
    true(found[0]["severity"] == 1, "an error in the included file")
    with open(header, "w") as f:
        f.write("byte common;\n")
    e.change(uri_of(main), 2, {"text": '#include "part 1.h"\nactive proctype P() { common = 1 }\n'})
    same(e.diagnostics(uri_of(main), 2), [], "it is good now")
    e.wait_for(lambda: True if e.notes[uri_of(header)][-1]["diagnostics"] == [] else None, "no error in the included file")
    where = e.about("definition", uri_of(main), 1, 23)
    same((where["uri"], spot(where["range"])), (uri_of(header), (0, 5)), "a declaration in the included file")
    e.open(uri_of(header), "byte common, unsaved;\n")  # as it is edited, not as it lies on the disk
    e.change(uri_of(main), 3, {"text": '#include "part 1.h"\nactive proctype P() { unsaved = 1 }\n'})
    same(e.diagnostics(uri_of(main), 3), [], "what is included is open too")
    same(e.leave(), 0, "the exit status")


# ---- places with letters of all sizes

WIDE = "// 😀 Ä €\nint größe = 0;\n"


def test_wide_letters():
    e = Editor(SELVAGE)
    uri = "file:///w.proc"
    text = "/* 😀 Ä €😀 */ int x = 0; /* ü */ int y = z;\r\nprocess p { x = y; }\n"
    e.open(uri, text)
    (d, *_) = e.diagnostics(uri)
    same(spot(d["range"]), place(text, "z;"), "an error behind wide letters")
    # the z becomes an x, by its position in UTF-16
    line, at = place(text, "z;")
    e.change(uri, 2, {"range": {"start": {"line": line, "character": at}, "end": {"line": line, "character": at + 1}}, "text": "4"})
    same(e.diagnostics(uri, 2), [], "the edit hits it")
    text = text.replace("z;", "4;")
    hover = e.about("hover", uri, *place(text, "x = y"))
    true("x: int" in hover["contents"]["value"], str(hover))
    same(spot(hover["range"]), place(text, "x = y"), "the name")
    same(spot(e.about("definition", uri, *place(text, "y; }"))["range"]), place(text, "y = 4"), "its declaration")
    # inside of a letter, behind the end of a line and of the text
    for version, range_, new in ((3, ((0, 4), (0, 4)), "é"), (4, ((0, 900), (0, 900)), " "), (5, ((90, 0), (91, 7)), "//")):
        (a, b), (c, d) = range_
        e.change(uri, version, {"range": {"start": {"line": a, "character": b}, "end": {"line": c, "character": d}}, "text": new})
        same(e.diagnostics(uri, version), [], f"an edit at {range_}")
    same(e.leave(), 0, "the exit status")


# the same edits on a list of letters
def offset(text, line, character):
    lines = re.split("\r\n|\r|\n", text)
    if line >= len(lines):
        return len(text)
    at = 0
    for _ in range(line):
        at = re.compile("\r\n|\r|\n").search(text, at).end()
    units = 0
    for k, c in enumerate(lines[line]):
        wide = len(c.encode("utf-16-le")) // 2
        if units + wide > character:
            return at + k
        units += wide
    return at + len(lines[line])


def test_random_edits():
    """1000 edits; the server's text is seen through the place of an error at its end."""
    draw = random.Random(5)
    e = Editor(SELVAGE)
    uri, text, version = "file:///fuzz.proc", "", 1
    pieces = ["int x = 0;", "\n", "\r\n", "\r", "ü", "😀", "//", "/*", "*/", "process p { x = x + 1; }", "é€", " ", "}", "\0", "x"]
    e.open(uri, text)
    for round_ in range(50):
        changes = []
        for _ in range(20):
            if draw.random() < 0.02:
                text = "".join(draw.choice(pieces) for _ in range(draw.randrange(20)))
                changes.append({"text": text})
                continue
            new = "".join(draw.choice(pieces) for _ in range(draw.randrange(4)))
            ends = sorted((draw.randrange(text.count("\n") + text.count("\r") + 2), draw.randrange(40)) for _ in range(2))
            a, b = (offset(text, *p) for p in ends)
            text = text[:a] + new + text[b:]
            changes.append({"range": {"start": dict(zip(("line", "character"), ends[0])),
                                      "end": dict(zip(("line", "character"), ends[1]))}, "text": new})
        version += 1
        e.change(uri, version, *changes)
        if draw.random() < 0.5:
            for method in "hover", "definition", "references":
                e.about(method, uri, draw.randrange(30), draw.randrange(60), context={})
            for method in "documentSymbol", "completion", "codeLens":
                e.about(method, uri)
        if round_ % 10 == 9:  # a mark at the end shows where the end is
            lines = re.split("\r\n|\r|\n", text)
            mark = "\n*/ process last { q@ }"
            version += 1
            e.change(uri, version, {"range": {"start": {"line": len(lines), "character": 0},
                                              "end": {"line": len(lines), "character": 0}}, "text": mark})
            text += mark
            e.diagnostics(uri, version)
            version += 1
            text = "int y = 0; /*" + text.replace("*/", "").replace("/*", "") + "*/ int z = w;"
            e.change(uri, version, {"text": text[:-2]}, )
            line = len(re.split("\r\n|\r|\n", text)) - 1
            width = len(re.split("\r\n|\r|\n", text)[-1][:-2].encode("utf-16-le")) // 2
            e.change(uri, version + 1, {"range": {"start": {"line": line, "character": width},
                                                  "end": {"line": line, "character": width}}, "text": "w;"})
            version += 1
            found = e.diagnostics(uri, version)
            true(any(spot(d["range"]) == (line, width) for d in found), f"{found} is not at {(line, width)}")
    same(e.leave(), 0, "the exit status")


# ---- names

def test_names():
    e = Editor(SELVAGE)
    text, uri = example("account.proc"), "file:///account.proc"
    e.open(uri, text)
    use = place(text, "balance", 1)
    hover = e.about("hover", uri, *use)["contents"]["value"]
    true("balance: int = 100" in hover and "global" in hover and "account.proc:9" in hover, hover)
    true("0..2" in e.about("hover", uri, *place(text, "book"))["contents"]["value"], "a range")
    same(spot(e.about("definition", uri, *use)["range"]), place(text, "balance"), "its declaration")
    with_it = e.about("references", uri, *use, context={"includeDeclaration": True})
    same(len(with_it), len(re.findall(r"\bbalance\b", text)), "its uses")
    same(len(e.about("references", uri, *use, context={"includeDeclaration": False})), len(with_it) - 1, "without it")
    outline = named(e.about("documentSymbol", uri))
    true({"book", "balance", "clerk", "clerk/seen", "nothing_lost"} <= set(outline), str(set(outline)))
    inner, outer = outline["clerk/seen"]["range"], outline["clerk"]["range"]
    true(outer["start"]["line"] <= inner["start"]["line"] <= outer["end"]["line"], "what belongs to a process lies in it")
    labels = {i["label"] for i in e.about("completion", uri, 0, 0)}
    true({"balance", "clerk", "seen", "process", "acquire"} <= labels, str(labels))
    lenses = [(x["range"]["start"]["line"], x["command"]["title"], x["command"]["command"]) for x in e.about("codeLens", uri)]
    same(lenses, [(0, "check", "selvage.check"), (0, "simulate", "selvage.simulate"),
                  (place(text, "nothing_lost")[0], "check nothing_lost", "selvage.check")], "the lenses")
    same(e.about("hover", uri, 0, 3), None, "nothing to say about a comment")
    same(e.about("hover", "file:///never/opened", 0, 0), None, "a text that is not open")
    # a text that cannot be read: the last good names, moved along with the edit
    e.change(uri, 2, {"range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}, "text": "# ?\n\n"})
    true(e.diagnostics(uri, 2), "an error")
    where = e.about("definition", uri, use[0] + 2, use[1])
    same(spot(where["range"]), (place(text, "balance")[0] + 2, place(text, "balance")[1]), "the declaration has moved")
    same(e.leave(), 0, "the exit status")


def test_scopes():
    e = Editor(SELVAGE)
    text, uri = example("mailbox.proc"), "file:///mailbox.proc"
    e.open(uri, text)
    first, second = place(text, "what"), None
    whats = [m.start() for m in re.finditer(r"\bwhat\b", text)]
    declared = [place(text, "what", k) for k, at in enumerate(whats)]
    found = {spot(e.about("definition", uri, *p)["range"]) for p in declared}
    outline = named(e.about("documentSymbol", uri))
    wanted = {spot(outline[p]["selectionRange"]) for p in ("server/what", "client/what")}
    same(found, wanted, "the two variables `what`")
    last = declared[-1]
    same(spot(e.about("definition", uri, *last)["range"]), spot(outline["client/what"]["selectionRange"]), "the inner one")
    same(e.leave(), 0, "the exit status")


def test_signs_in_names():
    e = Editor(SELVAGE)
    text, uri = "decl thread_local f;\nvoid c$f() begin f := !f; f$ := 0; end\nvoid main() begin start_thread c$f(); c$f(); end\n", "file:///s.bp"
    e.open(uri, text)
    same(spot(e.about("definition", uri, *place(text, "f(); end"))["range"]), (1, 5), "a name with a sign")
    same(spot(e.about("definition", uri, *place(text, "f$ :="))["range"]), (0, 18), "a sign behind a name")
    same(len(e.about("references", uri, 1, 5, context={"includeDeclaration": True})), 3, "its uses")
    same(e.leave(), 0, "the exit status")


def test_names_in_all_languages():
    e = Editor(SELVAGE)
    wanted = [("race.bp", "sold", "bool = false"), ("diners.pml", "second", "(0 to 255)"), ("diners.pml", "fork", "queue of"),
              ("elevator.dve", "called", "array 2 of"), ("elevator.dve", "moving", "location of `Lift`"),
              ("gate.pha", "angle", "real = 90"), ("crossing.puml", "train", "variable"), ("gate.pha", "closing", "invariant"),
              ("account.proc", "nothing_lost", "invariant"), ("leader.pml", "node", "process node"),
              ("race.bp", "clerk", "void clerk()"), ("diners.pml", "N", "#define N 3"), ("diners.pml", "end", "end: do"),
              ("philosophers.proc", "N", "N = "), ("elevator.dve", "go", "channel"), ("crossing.puml", "Waiting", "Waiting"),
              ("crossing.puml", "coming", "coming")]
    for file, name, about in wanted:
        uri, text = "file:///" + file, example(file)
        e.open(uri, text)
        symbol = [s for p, s in named(e.about("documentSymbol", uri)).items() if p.split("/")[-1] == name]
        true(symbol, f"{file} has no {name}")
        hover = e.about("hover", uri, *spot(symbol[0]["selectionRange"]))
        true(hover and about in hover["contents"]["value"], f"{file}: {name}: {hover}")
        e.close(uri)
    same(e.leave(), 0, "the exit status")


# ---- commands

def test_check():
    e = Editor(SELVAGE, progress=True)
    text, uri = example("race.bp"), "file:///race.bp"
    e.open(uri, text)
    r = e.command("check", uri)
    same((r["answer"], r["status"], r["uri"]), ("violated", 1, uri), "the answer")
    true("violated: assertion assert:13" in r["text"], r["text"])
    true("thread[0]" in open(r["trace"]["text"]).read(), "the run as a file")
    for page in r["trace"]["html"], r["report"]:
        true("clerk" in open(page).read() and "<!doctype html" in open(page).read().lower(), page)
    found = e.diagnostics(uri, 1, lambda list: list != [])
    same((spot(found[0]["range"]), found[0]["severity"]), (place(text, "assert("), 1), "at the violated line")
    steps = found[0]["relatedInformation"]
    true(len(steps) == 11 and steps[2]["message"].startswith("3. "), str(steps))
    same(steps[-1]["location"]["range"]["start"]["line"], place(text, "assert(")[0], "the last step")
    kinds = [m["params"]["value"]["kind"] for m in e.said if m.get("method") == "$/progress"]
    same((kinds[0], kinds[-1]), ("begin", "end"), "the progress")
    e.change(uri, 2, {"text": text + "\n"})
    same(e.diagnostics(uri, 2), [], "with the next edit the findings are gone")
    folder = os.path.dirname(r["trace"]["text"])
    same(e.leave(), 0, "the exit status")
    true(not os.path.exists(folder), "the server's files go with it")


def test_check_finds():
    e = Editor(SELVAGE)
    text, uri = example("diners.pml"), "file:///diners.pml"
    e.open(uri, text)
    same(e.command("check", uri)["answer"], "violated", "a deadlock")
    (d,) = e.diagnostics(uri, 1, lambda list: list != [])
    same(spot(d["range"])[0], place(text, "fork[second]!1")[0], "where the first one waits")
    true("philosopher(0) waits" in d["message"], d["message"])
    same(e.command("check", uri, options=["--define", "POLITE"])["answer"], "holds", "with an option")
    same(e.notes[uri][-1]["diagnostics"], [], "it holds")
    e.open("file:///crossing.puml", example("crossing.puml"))
    r = e.command("check", "file:///crossing.puml", property="safe")
    same((r["answer"], r["trace"]), ("holds", None), "one property")
    true("holds" in open(r["report"]).read(), "a report")
    true("174 states" in r["text"] and "alone" not in r["text"], r["text"])
    e.open("file:///bad.bp", "decl x")
    same(e.command("check", "file:///bad.bp")["answer"], "malformed", "a text that cannot be read")
    for argument, code in (({"uri": uri, "options": ["--engine", "best"]}, -32602), ({"uri": uri, "options": ["--engine"]}, -32602),
                           ({"uri": uri, "options": [3]}, -32602), ({"uri": "file:///never"}, -32602), (None, -32602)):
        a = e.request("workspace/executeCommand", {"command": "selvage.check", "arguments": [argument]})
        same(a["error"]["code"], code, f"{argument}")
    a = e.request("workspace/executeCommand", {"command": "selvage.frob", "arguments": [uri]})
    same(a["error"]["code"], -32602, "an unknown command")
    r = e.command("check", uri, property="nothing")
    true(r["answer"] == "usage", str(r))
    same(e.leave(), 0, "the exit status")


def test_simulate():
    e = Editor(SELVAGE)
    uri = "file:///diners.pml"
    e.open(uri, example("diners.pml"))
    r = e.command("simulate", uri, options=["--steps", "3", "--seed", "7"])
    true(r["text"].count("\n") >= 4 and "philosopher" in r["text"], r["text"])
    same(open(r["trace"]["text"]).read().count("diners.pml:"), 3, "three steps")
    same(e.leave(), 0, "the exit status")


LONG = """byte a, b, c, d;
active proctype P() { do :: a++ :: b++ :: c++ :: d++ od }
active proctype Q() { do :: a-- :: b = b * 3 :: c = c + 7 :: d = 5 * d + 1 od }
"""


def running(pid):
    """All processes below this one."""
    children = {}
    for p in os.listdir("/proc"):
        if p.isdigit():
            try:
                fields = open(f"/proc/{p}/stat").read().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if fields[0] != "Z":
                children.setdefault(int(fields[1]), []).append(int(p))
    found, todo = [], [pid]
    while todo:
        below = children.get(todo.pop(), [])
        found += below
        todo += below
    return found


def await_true(condition, what, editor=None):
    end = time.monotonic() + 30
    while not condition():
        if time.monotonic() > end:
            raise Failed(what + (f" {editor.answers} {editor.said[-3:]}" if editor else ""))
        time.sleep(0.05)


def test_cancel():
    e = Editor(SELVAGE, progress=True)
    uri = "file:///long.pml"
    e.open(uri, LONG)
    same(e.diagnostics(uri), [], "a good text")
    params = {"command": "selvage.check", "arguments": [{"uri": uri, "options": ["--engine", "explicit"]}]}
    for how in "request", "token", "own token":
        if how == "own token":
            params["workDoneToken"] = "mine"
        number = e.ask("workspace/executeCommand", params)
        begun = e.wait_for(lambda: ([m for m in e.said if m.get("method") == "$/progress"
                                     and m["params"]["value"]["kind"] == "begin"] or [None])[-1], "progress")
        e.said.clear()
        true("global variable" in e.about("hover", uri, 0, 5)["contents"]["value"], "it still answers")
        await_true(lambda: running(e.process.pid), "there is a process", e)
        if how == "request":
            e.notify("$/cancelRequest", {"id": number})
        else:
            e.notify("window/workDoneProgress/cancel", {"token": begun["params"]["token"]})
        same(e.answer(number)["error"]["code"], -32800, "it is cancelled by " + how)
        await_true(lambda: not running(e.process.pid), "the processes are gone")
    e.agrees = False  # progress that the editor does not want is not told
    e.said.clear()
    del params["workDoneToken"]
    number = e.ask("workspace/executeCommand", params)
    e.about("hover", uri, 0, 5)
    e.notify("$/cancelRequest", {"id": number})
    e.answer(number)
    true(not [m for m in e.said if m.get("method") == "$/progress"], "no progress without a token")
    # the server ends while something runs
    e.ask("workspace/executeCommand", params)
    await_true(lambda: running(e.process.pid), "there is a process", e)
    below = running(e.process.pid)
    same(e.leave(), 0, "the exit status")
    await_true(lambda: not any(os.path.exists(f"/proc/{p}") for p in below), "nothing is left behind")


def test_killed_with_its_work():
    e = Editor(SELVAGE)
    e.open("file:///long.pml", LONG)
    e.ask("workspace/executeCommand", {"command": "selvage.check", "arguments": [
        {"uri": "file:///long.pml", "options": ["--engine", "bmc", "--induction", "off"]}]})
    await_true(lambda: len(running(e.process.pid)) > 1, "there are two processes", e)
    below = running(e.process.pid)
    e.kill()
    await_true(lambda: not any(os.path.exists(f"/proc/{p}") for p in below), "nothing is left behind")


def test_limit_of_reading():
    e = Editor(SELVAGE, wishes={"readingSeconds": 0.5})
    os.mkfifo(os.path.join(WORK, "pipe.h"))  # nobody writes to it
    uri = uri_of(os.path.join(WORK, "slow.pml"))
    e.open(uri, '#include "pipe.h"\nint x; active proctype P() { x = 1 }\n')
    waits = e.ask("textDocument/documentSymbol", {"textDocument": {"uri": uri}})
    cancelled = e.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": {"line": 0, "character": 0}})
    e.notify("$/cancelRequest", {"id": cancelled})
    same(e.answer(cancelled)["error"]["code"], -32800, "a question that waits is cancelled")
    (d,) = e.diagnostics(uri)
    true("longer than 0.5 seconds" in d["message"], d["message"])
    same(e.answer(waits)["result"], [], "who waited is answered")
    await_true(lambda: not running(e.process.pid), "the process is gone")
    same(e.leave(), 0, "the exit status")


def test_long_text():
    e = Editor(SELVAGE)
    uri = "file:///long.proc"
    text = "".join(f"int variable{i} = {i}; // äöü\n" for i in range(20000)) + "process p { variable7 = variable19999; }\n"
    e.open(uri, text)
    same(e.diagnostics(uri), [], "a long text")
    same(spot(e.about("definition", uri, *place(text, "variable19999;"))["range"]), (19999, 4), "a declaration far away")
    for version in range(2, 40):
        e.change(uri, version, {"range": {"start": {"line": 5, "character": 0}, "end": {"line": 5, "character": 0}}, "text": " "})
    same(e.diagnostics(uri, 39), [], "the last of many edits")
    true(len(e.notes[uri]) < 30, "not every key is read")
    same(e.leave(), 0, "the exit status")


def test_edits_without_sense():
    e = Editor(SELVAGE)
    uri, text = "file:///a.proc", "int x = 0;\nprocess p { x = 1; }\n"
    e.open(uri, text)
    version = 1
    point = {"line": 0, "character": 1}
    for change in ({"text": 7}, {}, 3, {"text": "x", "range": {"start": point}}, {"text": "x", "range": 5},
                   {"text": "x", "range": {"start": {"line": 1, "character": 5}, "end": point}},
                   {"text": "x", "range": {"start": {"line": -1, "character": 0}, "end": point}},
                   {"text": "x", "range": {"start": {"line": "0", "character": 0}, "end": point}}):
        e.change(uri, version + 1, change)
        (d,) = e.diagnostics(uri, version + 1)
        true("made no sense" in d["message"], f"{change}: {d['message']}")
        e.change(uri, version + 2, {"text": text})
        same(e.diagnostics(uri, version + 2), [], "a whole text is a new beginning")
        version += 2
    body = json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {
        "textDocument": {"uri": "file:///huge.proc", "languageId": "", "version": 1, "text": "@"}}}).encode()
    e.send_bytes(frame(body.replace(b"@", b"x" * (65 << 20))))
    (d,) = e.diagnostics("file:///huge.proc")
    true("larger than 64 MB" in d["message"], d["message"])
    same(e.leave(), 0, "the exit status")


def test_usage():
    for words in (["serve"], ["serve", "--lsp", "x.pml"], ["serve", "--lsp", "--format", "json"], ["serve", "--model"]):
        same(subprocess.run([SELVAGE, *words], stdin=subprocess.DEVNULL, capture_output=True).returncode, 64, str(words))
    e = Editor(SELVAGE, options=["--engine", "bmc", "--bound", "3"])
    e.open("file:///a.pml", LONG)
    r = e.command("check", "file:///a.pml")
    true("engine bmc" in r["text"], r["text"])
    same(e.leave(), 0, "the exit status")


def main():
    tests = [(n, f) for n, f in globals().items() if n.startswith("test_") and (len(sys.argv) < 4 or n in sys.argv[3:])]
    failed = 0
    for name, test in tests:
        start = time.monotonic()
        try:
            test()
            print(f"ok {name} {time.monotonic() - start:.1f} s")
        except Exception as problem:  # a test that stumbles has failed
            failed += 1
            print(f"FAILED {name}: {type(problem).__name__}: {str(problem)[:2000]}")
    shutil.rmtree(WORK, ignore_errors=True)
    print(f"{len(tests)} tests, {failed} failed")
    sys.exit(failed > 0)


main()
