#!/usr/bin/env python3
"""The site that script/site renders: every link leads to a file, every anchor to a heading; tags are closed, no Markdown is left over.

usage: site.py FOLDER
"""

import html.parser
import os
import re
import sys

VOID = {"meta", "img", "br", "hr", "input", "col", "link"}


class Reader(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.links, self.ids, self.open, self.wrong, self.loose = [], [], [], [], []

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.links += [given[k] for k in ("href", "src") if k in given]
        if "id" in given:
            self.ids.append(given["id"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(f"line {self.getpos()[0]}: </{tag}> closes nothing")

    def handle_data(self, data):
        if not {"code", "pre", "style"} & set(self.open):
            self.loose += re.findall(r"```.*|\]\([^)]*\)|^#+ .*|\*\*\w.*|<!--.*|`[^`\n]+`", data, re.M)


def read(path):
    reader = Reader()
    with open(path, encoding="utf-8") as f:
        reader.feed(f.read())
    return reader


def main():
    folder = os.path.abspath(sys.argv[1])
    pages = {os.path.join(d, n): None for d, _, names in os.walk(folder) for n in names if n.endswith(".html")}
    for path in pages:
        pages[path] = read(path)
    wrong, links = [], 0
    for path, page in pages.items():
        name = os.path.relpath(path, folder)
        wrong += [f"{name}: {w}" for w in page.wrong] + [f"{name}: <{t}> is not closed" for t in page.open]
        wrong += [f"{name}: Markdown is left over: {l[:60]}" for l in page.loose]
        wrong += [f"{name}: two headings are called {i}" for i in set(page.ids) if page.ids.count(i) > 1]
        for link in page.links:
            links += 1
            if re.match(r"[a-z]+:", link):
                continue
            file, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path
            if not os.path.exists(target):
                wrong.append(f"{name}: {link} leads nowhere")
            elif anchor and anchor not in pages[target].ids:
                wrong.append(f"{name}: {link}: there is no such heading")
    print("\n".join(wrong))
    print(f"{len(pages)} pages, {links} links, {len(wrong)} wrong")
    return bool(wrong) or len(pages) < 20


if __name__ == "__main__":
    sys.exit(main())
