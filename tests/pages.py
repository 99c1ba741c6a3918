#!/usr/bin/env python3
"""The pages work as written: README.md and docs/*.md, but for docs/add-*.md (tests/script/add_an.sh).

usage: pages.py [--update] [PAGE...]

A block of a page that begins with

    ```LANGUAGE FILE     is a program, and is written to that file;
    ```console           holds commands (`$ selvage …`), which are run, and what they print.

What is printed is compared with the page; times and memory may differ. The files of
examples/ are there. Every other block with a command or an answer of selvage needs a
comment before it that says why it is not run:

    <!-- not run: a synopsis -->

With --update the pages are changed to what is printed. The first tables of README.md
are compared with `selvage languages` and `selvage engines`.
"""

import glob
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = os.environ["SELVAGE_ROOT"]
COMMAND = re.compile(r"^\s*(\$ )?selvage [a-z]")
ANSWER = re.compile(r"^\s*\S+: (holds|violated|unknown)\b|, engine [a-z0-9]+(, certified)?$|^\s*step  process  ")
NOT_RUN = re.compile(r"^<!-- not run: \S.* -->$")


def tidy(text):
    """Without the numbers that differ from run to run."""
    return re.sub(r"\d+\.\d+ s, \d+ MB", "0.00 s, 5 MB", text)


def run(command, folder):
    environment = {**os.environ, "PATH": folder + "/bin:" + os.environ["PATH"], "COLUMNS": "100"}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL, timeout=60,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return tidy(done.stdout)


class Page:
    def __init__(self, path):
        self.path, self.name = path, os.path.relpath(path, ROOT)
        with open(path, encoding="utf-8") as f:
            self.lines = f.read().split("\n")
        self.out, self.wrong, self.commands = [], [], 0

    def read(self, folder):
        i = 0
        while i < len(self.lines):
            end = self.block_end(i)
            if end is None:
                self.out.append(self.lines[i])
                i += 1
            else:
                self.block(i, end, folder)
                i = end
        return self

    def block_end(self, i):
        """Behind the last line of the block that begins here, or None."""
        line = self.lines[i]
        if line.startswith("```"):
            return next((k + 1 for k in range(i + 1, len(self.lines)) if self.lines[k].startswith("```")), None)
        if not line.startswith("    ") or (i and self.lines[i - 1].strip() and not NOT_RUN.match(self.lines[i - 1])):
            return None
        k = i
        while k < len(self.lines) and (self.lines[k].startswith("    ") or not self.lines[k].strip()):
            k += 1
        while not self.lines[k - 1].strip():
            k -= 1
        return k

    def block(self, begin, end, folder):
        lines = self.lines[begin:end]
        head = lines[0][3:].split() if lines[0].startswith("```") else []
        if head[:1] == ["console"]:
            self.console(lines, folder)
            return
        if len(head) == 2:
            with open(os.path.join(folder, head[1]), "w", encoding="utf-8") as f:
                f.write("\n".join(lines[1:-1]) + "\n")
        elif any(COMMAND.match(l) or ANSWER.search(l) for l in lines) and not self.is_marked(begin):
            self.wrong.append(f"{self.name}:{begin + 1}: this block is neither run nor marked `<!-- not run: … -->`")
        self.out += lines

    def is_marked(self, begin):
        before = [l for l in self.lines[max(0, begin - 2):begin] if l.strip()]
        return bool(before) and NOT_RUN.match(before[-1])

    def console(self, lines, folder):
        self.out.append(lines[0])
        for line in lines[1:-1]:
            if line.startswith("$ "):
                self.commands += 1
                self.out.append(line)
                self.out += run(line[2:], folder).rstrip("\n").split("\n")
        self.out.append(lines[-1])

    def differences(self):
        return [f"{self.name}:{i + 1}:\n- {a}\n+ {b}" for i, (a, b) in enumerate(zip(self.lines, self.out)) if a != b] + \
            ([f"{self.name}: {len(self.lines)} lines, and {len(self.out)} printed"] if len(self.lines) != len(self.out) else [])


def scratch(parent):
    """A folder with the examples and a `selvage`."""
    folder = tempfile.mkdtemp(dir=parent)
    for path in glob.glob(os.path.join(ROOT, "examples", "*")):
        if os.path.isfile(path):
            shutil.copy(path, folder)
    os.mkdir(os.path.join(folder, "bin"))
    os.symlink(os.path.abspath(os.environ["SELVAGE"]), os.path.join(folder, "bin", "selvage"))
    return folder


def table_below(text, heading):
    """The first cells of the table under a heading of README.md, and its second ones."""
    part = text.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [[c.strip() for c in l.strip("|").split("|")] for l in part.split("\n") if l.startswith("| ")]
    return [r for r in rows[1:] if not r[0].startswith("---")]


def check_tables(folder):
    """What README.md lists is what there is, in the same order."""
    with open(os.path.join(ROOT, "README.md"), encoding="utf-8") as f:
        text = f.read()
    wrong = []
    engines = [l.split()[0] for l in run("selvage engines", folder).split("\n") if l]
    listed = [r[0].strip("`") for r in table_below(text, "Engines")]
    if sorted(listed) != sorted(engines):
        wrong.append(f"README.md: engines {listed}, but there are {engines}")
    suffixes = sorted(w for l in run("selvage languages", folder).split("\n") for w in l.split() if re.match(r"\.\w+$", w))
    listed = sorted(w for r in table_below(text, "Languages") for w in shlex.split(r[1].replace("`", "")))
    if suffixes != listed:
        wrong.append(f"README.md: suffixes {listed}, but there are {suffixes}")
    return wrong


def read_page(path, parent):
    """`auto` shares time between engines, so a busy machine may change what it prints: three tries."""
    for _ in range(3):
        page = Page(path).read(scratch(parent))
        if not page.differences():
            break
    return page


def main():
    update = "--update" in sys.argv
    paths = [os.path.abspath(a) for a in sys.argv[1:] if not a.startswith("--")]
    docs = [p for p in glob.glob(os.path.join(ROOT, "docs", "*.md")) if not os.path.basename(p).startswith("add-")]
    paths = paths or [os.path.join(ROOT, "README.md")] + sorted(docs)
    wrong, commands = [], 0
    with tempfile.TemporaryDirectory() as parent:
        wrong += check_tables(scratch(parent))
        for path in paths:
            page = read_page(path, parent)
            commands += page.commands
            wrong += page.wrong
            if update:
                with open(path, "w", encoding="utf-8") as f:
                    f.write("\n".join(page.out))
            else:
                wrong += page.differences()
    print("\n".join(wrong))
    print(f"{len(paths)} pages, {commands} commands, {len(wrong)} wrong")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
