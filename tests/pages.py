#!/usr/bin/env python3
"""The pages work as written: README.md and docs/*.md, but for docs/add-*.md (tests/script/add_an.sh).

usage: pages.py [--update] [--fresh] [PAGE...]

A block of a page that begins with

    ```LANGUAGE FILE     is a program, and is written to that file;
    ```console           holds commands (`$ selvage …`), which are typed into one shell, and what they print.

What is printed is compared with the page; times and memory may differ. The files of
examples/ are there. A block of commands that needs something which is not everywhere says so:

    <!-- once: command -v spin -->     it is run if this succeeds, else left out (and that is told)

Every other block with a command, or with an answer of selvage, needs a comment before it that
says why it is not run. The reason is checked: it is `a synopsis`, then every command
has a word to be replaced (FILE, …), or it names files of the tree that do the same, which exist:

    <!-- not run: a synopsis -->
    <!-- not run: tests/script/promela_counts.sh does it for every model of the corpus -->

A picture of a page (`![…](x.svg)`) whose name is that of a file which the commands have written
is compared with it. Options in commands inside of sentences have to be there. The first tables of
README.md are compared with `selvage languages` and `selvage engines`.

With --update the pages and pictures are changed to what is printed. With --fresh the commands find no
selvage, but its sources and build in the folder `selvage`, and the home folder is empty.
"""

import glob
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading

ROOT = os.environ["SELVAGE_ROOT"]
TOOLS = r"(script|tests|build|bench)/\S|(selvage|cmake|ctest|make|cc|c\+\+|gcc|git|spin|random_models|run\.py|python3|npm|apt) \S"
COMMAND = re.compile(rf"^\s*(\$ \S|{TOOLS})")
ANSWER = re.compile(r"^\s*\S+: (holds|violated|unknown)\b|, engine [a-z0-9]+(, certified)?$|^\s*step  process  ")
NOT_RUN = re.compile(r"^<!-- not run: (\S.*) -->$")
ONCE = re.compile(r"^<!-- once: (\S.*) -->$")
INLINE = re.compile(r"`selvage ([a-z]+)([^`]*)`")
PICTURE = re.compile(r"!\[[^]]*\]\(([^)]+\.svg)\)")
TYPED_BY_HAND = {"show": {"--model", "--dot", "--stats", "--logs", "--promela", "--compiled"}, "serve": {"--lsp"}}
SECONDS = 120


def tidy(text):
    """Without the numbers that differ from run to run."""
    return re.sub(r"\d+\.\d+ s, \d+ MB", "0.00 s, 5 MB", text)


class Shell:
    """One shell for the commands of a page, so that `cd` and `export` last."""

    def __init__(self, folder, fresh=False):
        path = os.environ["PATH"] if fresh else folder + "/bin:" + os.environ["PATH"]
        environment = {**os.environ, "PATH": path, "COLUMNS": "100"}
        if fresh:
            environment["HOME"] = folder
        self.mark = f"-- end {os.getpid()} --"
        self.process = subprocess.Popen(["sh"], cwd=folder, env=environment, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)

    def run(self, command):
        """What the command prints; the status is left in self.status."""
        late = threading.Timer(SECONDS, lambda: os.killpg(self.process.pid, signal.SIGKILL))
        late.start()
        self.process.stdin.write(f"{{ {command}\n}} < /dev/null\n_status=$?\necho \"\n{self.mark} $_status\"\n"
                                 "(exit $_status)\n")
        self.process.stdin.flush()
        said = []
        self.status = None
        for line in self.process.stdout:
            if line.startswith(self.mark):
                self.status = int(line.split()[-1])
                break
            said.append(line)
        late.cancel()
        text = "".join(said)
        return tidy(text[:-1] if self.status is not None else text + "(late, or the shell has ended)")

    def end(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def run(command, folder):
    shell = Shell(folder)
    said = shell.run(command)
    shell.end()
    return said


class Page:
    def __init__(self, path):
        self.path, self.name = path, os.path.relpath(path, ROOT)
        with open(path, encoding="utf-8") as f:
            self.lines = f.read().split("\n")
        self.out, self.wrong, self.left_out, self.commands = [], [], [], 0

    def read(self, folder, fresh=False):
        self.folder, self.shell = folder, Shell(folder, fresh)
        self.read_blocks(folder)
        self.shell.end()
        return self

    def read_blocks(self, folder):
        i = 0
        while i < len(self.lines):
            end = self.block_end(i)
            if end is None:
                self.out.append(self.lines[i])
                i += 1
            else:
                self.block(i, end, folder)
                i = end

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
            self.console(begin, lines)
            return
        if len(head) == 2:
            with open(os.path.join(folder, head[1]), "w", encoding="utf-8") as f:
                f.write("\n".join(lines[1:-1]) + "\n")
        elif any(COMMAND.match(l) or ANSWER.search(l) for l in lines):
            self.check_reason(begin, lines)
        self.out += lines

    def mark_before(self, pattern, begin):
        before = [l for l in self.lines[max(0, begin - 2):begin] if l.strip()]
        found = pattern.match(before[-1]) if before else None
        return found.group(1) if found else None

    def check_reason(self, begin, lines):
        """Why the block is not run."""
        reason = self.mark_before(NOT_RUN, begin)
        place = f"{self.name}:{begin + 1}: this block"
        if not reason:
            self.wrong.append(f"{place} is neither run nor marked `<!-- not run: … -->`")
        elif reason.startswith("a synopsis"):
            full = [l for l in lines if COMMAND.match(l) and not re.search(r"\b[A-Z]{2,}|…|\[", l)]
            self.wrong += [f"{place} is no synopsis, it has the command: {l.strip()}" for l in full]
        else:
            files = re.findall(r"[\w./-]+/[\w./-]*\w", reason)
            self.wrong += [f"{place}: there is no {f}" for f in files if not os.path.exists(os.path.join(ROOT, f))]
            if not files:
                self.wrong.append(f"{place} is not run; the reason should name the files that do the same")

    def console(self, begin, lines):
        condition = self.mark_before(ONCE, begin)
        if condition:
            self.shell.run(condition + " > /dev/null 2>&1")
            if self.shell.status:
                self.left_out.append(f"{self.name}:{begin + 1}: left out, this fails: {condition}")
                self.out += lines
                return
        self.out.append(lines[0])
        for line in lines[1:-1]:
            if line.startswith("$ "):
                self.commands += 1
                self.out.append(line)
                said = self.shell.run(line[2:]).rstrip("\n")
                self.out += said.split("\n") if said else []
        self.out.append(lines[-1])

    def pictures(self):
        """Those that the commands have drawn: (drawn, shown)."""
        for shown in PICTURE.findall("\n".join(self.lines)):
            drawn = os.path.join(self.folder, os.path.basename(shown))
            if os.path.exists(drawn):
                yield drawn, os.path.join(os.path.dirname(self.path), shown)

    def stale_pictures(self):
        return [f"{self.name}: {os.path.basename(drawn)} is drawn in another way now (--update)"
                for drawn, shown in self.pictures() if not os.path.exists(shown) or not same(drawn, shown)]

    def check_options(self, known):
        """Of commands inside of sentences; `known` has the options of each command."""
        for number, line in enumerate(self.lines):
            for command, rest in INLINE.findall(line):
                for flag in re.findall(r"(?<!\S)(--[a-z0-9-]+)", rest):
                    if command in known and not {flag, "--" + flag.removeprefix("--no-")} & known[command]:
                        self.wrong.append(f"{self.name}:{number + 1}: selvage {command} has no {flag}")

    def differences(self):
        return [f"{self.name}:{i + 1}:\n- {a}\n+ {b}" for i, (a, b) in enumerate(zip(self.lines, self.out)) if a != b] + \
            ([f"{self.name}: {len(self.lines)} lines, and {len(self.out)} printed"] if len(self.lines) != len(self.out) else [])


def same(a, b):
    with open(a, "rb") as x, open(b, "rb") as y:
        return x.read() == y.read()


def lay_sources(folder):
    """The tree as somebody has it who has built it: everything, with the build as build/release."""
    tree = os.path.join(folder, "selvage")
    os.makedirs(os.path.join(tree, "build"))
    for name in os.listdir(ROOT):
        if name not in ("build", ".git"):
            os.symlink(os.path.join(ROOT, name), os.path.join(tree, name))
    os.symlink(os.path.abspath(os.environ["SELVAGE_BUILD"]), os.path.join(tree, "build", "release"))


def options_of_commands(folder):
    """For each command of selvage: its options."""
    commands = re.findall(r"^  ([a-z]+) ", run("selvage help", folder), re.M)
    known = {c: set(re.findall(r"^  (?:-\w, )?(--[a-z0-9-]+)", run(f"selvage help {c}", folder), re.M)) for c in commands}
    for c, flags in TYPED_BY_HAND.items():
        known[c] |= flags
    return {c: options | {"--help"} for c, options in known.items() if c != "help"}


def scratch(parent):
    """A folder with the examples and a `selvage`."""
    folder = tempfile.mkdtemp(dir=parent)
    for path in glob.glob(os.path.join(ROOT, "examples", "*")):
        if os.path.isfile(path):
            shutil.copy(path, folder)
    os.symlink(os.path.join(ROOT, "examples"), os.path.join(folder, "examples"))
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


def read_page(path, parent, fresh):
    """`auto` shares time between engines, so a busy machine may change what it prints: three tries."""
    for _ in range(3):
        folder = tempfile.mkdtemp(dir=parent) if fresh else scratch(parent)
        if fresh:
            lay_sources(folder)
        page = Page(path).read(folder, fresh)
        if not page.differences():
            break
    return page


def update_page(page):
    with open(page.path, "w", encoding="utf-8") as f:
        f.write("\n".join(page.out))
    for drawn, shown in page.pictures():
        shutil.copy(drawn, shown)


def main():
    update, fresh = "--update" in sys.argv, "--fresh" in sys.argv
    paths = [os.path.abspath(a) for a in sys.argv[1:] if not a.startswith("--")]
    elsewhere = ("add-", "first-day")
    docs = [p for p in glob.glob(os.path.join(ROOT, "docs", "*.md")) if not os.path.basename(p).startswith(elsewhere)]
    paths = paths or [os.path.join(ROOT, "README.md")] + sorted(docs)
    wrong, left_out, commands = [], [], 0
    with tempfile.TemporaryDirectory() as parent:
        folder = scratch(parent)
        wrong += check_tables(folder)
        known = options_of_commands(folder)
        for path in paths:
            page = read_page(path, parent, fresh)
            page.check_options(known)
            commands += page.commands
            left_out += page.left_out
            wrong += page.wrong
            if update:
                update_page(page)
            else:
                wrong += page.differences() + page.stale_pictures()
    print("\n".join(wrong + left_out))
    print(f"{len(paths)} pages, {commands} commands, {len(wrong)} wrong, {len(left_out)} blocks left out")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
