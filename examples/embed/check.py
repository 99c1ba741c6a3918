#!/usr/bin/env python3
"""Selvage in a Python program, by ctypes: nothing has to be compiled.

    python3 check.py FILE...          SELVAGE_LIBRARY=/path/libselvage.so where it is not installed

Prints the answer, every property, and the run that violates one. With a file that cannot be read
it prints what is wrong with it, as a list of diagnostics.
"""

import ctypes
import os
import sys
from ctypes import POINTER, Structure, byref, c_char_p, c_double, c_int, c_size_t, c_uint32, c_void_p


class Place(Structure):
    _fields_ = [("file", c_char_p), ("line", c_uint32), ("column", c_uint32), ("end_line", c_uint32),
                ("end_column", c_uint32)]


class Diagnostic(Structure):
    _fields_ = [("severity", c_int), ("place", Place), ("message", c_char_p), ("hint", c_char_p)]


class Finding(Structure):
    _fields_ = [("name", c_char_p), ("kind", c_char_p), ("place", Place), ("status", c_int), ("cause", c_char_p),
                ("reason", c_char_p), ("seconds", c_double)]


class Value(Structure):
    _fields_ = [("name", c_char_p), ("value", c_char_p)]


class Step(Structure):
    _fields_ = [("number", c_size_t), ("process", c_char_p), ("place", Place), ("statement", c_char_p),
                ("fails", c_char_p), ("output", c_char_p), ("changes", c_size_t)]


def library():
    """The functions that are used here, with their types. Pointers must not become ints of 32 bits."""
    lib = ctypes.CDLL(os.environ.get("SELVAGE_LIBRARY", "libselvage.so.0"))
    signatures = {
        "selvage_new": (c_void_p,),
        "selvage_free": (None, c_void_p),
        "selvage_set": (c_char_p, c_void_p, c_char_p, c_char_p),
        "selvage_load": (c_void_p, c_void_p, c_char_p),
        "selvage_model_free": (None, c_void_p),
        "selvage_model_diagnostic": (c_int, c_void_p, c_size_t, POINTER(Diagnostic)),
        "selvage_check": (c_void_p, c_void_p, c_void_p),
        "selvage_answer_free": (None, c_void_p),
        "selvage_answer_status": (c_int, c_void_p),
        "selvage_answer_finding": (c_int, c_void_p, c_size_t, POINTER(Finding)),
        "selvage_answer_first_trace": (c_void_p, c_void_p),
        "selvage_trace_step": (c_int, c_void_p, c_size_t, POINTER(Step)),
        "selvage_trace_change": (c_int, c_void_p, c_size_t, c_size_t, POINTER(Value)),
    }
    for name, (result, *arguments) in signatures.items():
        function = getattr(lib, name)
        function.restype, function.argtypes = result, arguments
    return lib


def numbered(function, kind, *arguments):
    """All items of a list of the library: its functions return 0 past the end."""
    item, i = kind(), 0
    while function(*arguments, i, byref(item)):
        yield item
        i += 1


def check(lib, selvage, path):
    model = lib.selvage_load(selvage, path.encode())
    for d in numbered(lib.selvage_model_diagnostic, Diagnostic, model):
        print(f"{(d.place.file or b'').decode()}:{d.place.line}:{d.place.column}: {d.message.decode()}")
    answer = lib.selvage_check(selvage, model)
    status = lib.selvage_answer_status(answer)
    print(f"{path}: " + {0: "holds", 1: "violated", 2: "unknown"}.get(status, f"status {status}"))
    for f in numbered(lib.selvage_answer_finding, Finding, answer):
        print(f"  {['holds', 'violated', 'unknown'][f.status]:9} {f.kind.decode()} {f.name.decode()}")
    trace = lib.selvage_answer_first_trace(answer)
    for s in numbered(lib.selvage_trace_step, Step, trace) if trace else ():
        changes = numbered(lib.selvage_trace_change, Value, trace, s.number - 1)
        text = ", ".join(f"{v.name.decode()} = {v.value.decode()}" for v in changes)
        print(f"  {s.number:4} {s.process.decode():12} line {s.place.line:<4} {s.statement.decode():24} {text}".rstrip())
    lib.selvage_answer_free(answer)
    lib.selvage_model_free(model)
    return status


def main():
    lib = library()
    selvage = lib.selvage_new()
    wrong = lib.selvage_set(selvage, b"--time", b"10s")
    if wrong:
        sys.exit(wrong.decode())
    statuses = [check(lib, selvage, path) for path in sys.argv[1:]]
    lib.selvage_free(selvage)
    return max(statuses, default=0)


if __name__ == "__main__":
    sys.exit(main())
