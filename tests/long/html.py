#!/usr/bin/env python3
"""The HTML report in headless Chromium: steps by keys, clicks and slider, and what is then seen.

usage: html.py SELVAGE ROOT OUT

Speaks the DevTools protocol with the browser through a pipe, so that nothing but Python and
Chromium is needed. Screenshots stay in OUT, to be looked at by people.
"""

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

SELVAGE, ROOT, OUT = sys.argv[1:4]
BROWSER = next((path for path in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if path), None)
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--remote-debugging-pipe"]
good = bad = 0


def check(what, holds, detail=""):
    global good, bad
    good, bad = good + bool(holds), bad + (not holds)
    print(("ok " if holds else "FAILED ") + what, "" if holds else detail, flush=True)


class Browser:
    """One page at a time; `send` waits for its answer and keeps what is told meanwhile."""

    def __init__(self, folder):
        to_read, self.to = os.pipe()
        self.answers, from_write = os.pipe()
        command = f'exec "$@" 3<&{to_read} 4>&{from_write}'
        self.child = subprocess.Popen(["bash", "-c", command, "browser", BROWSER, *FLAGS, f"--user-data-dir={folder}"],
                                      pass_fds=(to_read, from_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.number, self.buffer, self.session, self.target, self.events = 0, b"", None, None, []

    def close(self):
        self.send("Browser.close", page=False)
        self.child.wait(20)

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.answers, 1 << 20)
            assert part, "the browser has ended"
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def send(self, method, page=True, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if page:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, (method, answer["error"])
                return answer["result"]
            self.events.append(answer)

    def open(self, path, dark=False, scripts=True, width=1440, height=900):
        if self.target:
            self.send("Target.closeTarget", page=False, targetId=self.target)
        self.target = target = self.send("Target.createTarget", page=False, url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", page=False, targetId=target, flatten=True)["sessionId"]
        self.events = []
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.send(domain + ".enable")
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.send("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.scripts = scripts
        self.send("Page.navigate", url="file://" + path)
        for _ in range(200):
            if self.value("document.readyState") == "complete":
                break
            time.sleep(0.05)
        if scripts:
            self.frame()

    def value(self, expression, wait=False):
        told = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=wait)
        assert "exceptionDetails" not in told, (expression, told["exceptionDetails"])
        return told["result"].get("value")

    def frame(self):
        """All that was asked for has been drawn."""
        if not self.scripts:
            return
        self.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))", wait=True)

    def key(self, key):
        text = {"text": key} if len(key) == 1 else {}
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key)

    def click(self, selector):
        box = self.value(f"(() => {{ const r = document.querySelector({json.dumps(selector)}).getBoundingClientRect(); "
                         "return [r.x + r.width / 2, r.y + r.height / 2]; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.send("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)

    def shot(self, name):
        self.frame()
        data = self.send("Page.captureScreenshot", format="png")["data"]
        with open(os.path.join(OUT, name + ".png"), "wb") as file:
            file.write(base64.b64decode(data))

    def troubles(self):
        """Exceptions, messages, and whatever was loaded beside the page itself."""
        found = []
        for event in self.events:
            method, told = event.get("method"), event.get("params", {})
            if method in ("Runtime.exceptionThrown", "Log.entryAdded", "Page.javascriptDialogOpening"):
                found.append(json.dumps(told)[:300])
            url = told.get("request", {}).get("url", "") if method == "Network.requestWillBeSent" else ""
            if url and not (url.startswith("file://") and url.endswith(".html")):
                found.append(url)
        return found


def report(name, model, *options):
    page, trace = os.path.join(OUT, name + ".html"), os.path.join(OUT, name + ".json")
    subprocess.run([SELVAGE, "check", "--quiet", "--report", page, "--trace", trace, *options, model],
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    if not os.path.exists(trace):
        return page, None
    with open(trace, encoding="utf-8") as file:
        return page, json.load(file)


def write(name, text):
    path = os.path.join(OUT, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


HERE = "document.querySelector('.source .line.here')?.dataset.line ?? null"
AT = "document.body.dataset.step"


def follows(browser, trace, position):
    """The highlighted line and statement are those of the step."""
    browser.frame()
    line = browser.value(HERE)
    want = trace["steps"][position - 1]["line"] if position else None
    told = browser.value("document.querySelector('.state-panel').textContent")
    statement = trace["steps"][position - 1]["statement"] if position else "Start"
    return browser.value(AT) == str(position) and line == (None if want is None else str(want)) and statement in told


def try_race(browser):
    page, trace = report("race", os.path.join(ROOT, "examples/race.bp"))
    browser.open(page)
    n = len(trace["steps"])
    check("race: it opens at the violation", follows(browser, trace, n))
    browser.shot("race-light")
    browser.key("Home")
    check("race: Home", follows(browser, trace, 0))
    steps = []
    for i in range(1, n + 1):
        browser.key(["j", "ArrowRight", "ArrowDown"][i % 3])
        steps.append(follows(browser, trace, i))
    check("race: every step forward", all(steps), steps)
    browser.key("j")
    check("race: not beyond the end", browser.value(AT) == str(n))
    for i in range(n - 1, n - 4, -1):
        browser.key(["k", "ArrowLeft", "ArrowUp"][i % 3])
    check("race: three steps back", follows(browser, trace, n - 3))
    browser.key("End")
    check("race: End", follows(browser, trace, n))
    browser.click(".chart [data-step='3']")
    check("race: a click on a step", follows(browser, trace, 3))
    browser.value("(() => { const s = document.querySelector('.track input'); s.value = 5; s.dispatchEvent(new Event('input')); })()")
    check("race: the slider", follows(browser, trace, 5))
    browser.key("[")
    check("race: the same process", browser.value(AT) == "3" if trace["steps"][4]["process"] == trace["steps"][2]["process"] else True)
    for number, view in enumerate(("answer", "chart", "table", "wave-view", "order-view"), 1):
        browser.key(str(number))
        browser.frame()
        seen = f"getComputedStyle(document.querySelector('.stage > .{view}')).visibility"
        check(f"race: key {number} shows .{view}", browser.value(seen) == "visible")
        browser.shot(f"race-{number}")
    browser.key("/")
    for letter in "sold":
        browser.key(letter)
    browser.key("Enter")
    found = sum("sold" in json.dumps([s["statement"], s["changes"], s["process"]]) for s in trace["steps"])
    check("race: search", browser.value("document.querySelector('.count').textContent") == f"{found} found")
    here = browser.value("document.querySelector('.state-panel .code').textContent")
    check("race: Enter goes to a match", "sold" in here, here)
    browser.key("Escape")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = browser.value(ground)
    browser.key("t")
    check("race: t makes it dark", browser.value(ground) != light)
    browser.key("?")
    check("race: ? lists the keys", browser.value("document.querySelector('dialog').open"))
    browser.key("Escape")
    check("race: nothing is loaded or thrown", not browser.troubles(), browser.troubles())
    printed = base64.b64decode(browser.send("Page.printToPDF")["data"])
    with open(os.path.join(OUT, "race.pdf"), "wb") as file:
        file.write(printed)
    check("race: it prints", printed.startswith(b"%PDF"))
    browser.open(page, dark=True)
    check("race: dark where that is preferred", browser.value(ground) != light)
    browser.shot("race-dark")
    browser.open(page, scripts=False)
    rows = browser.value("[...document.querySelectorAll('#runs tr')].filter((row) => row.offsetHeight).length")
    check("race: a table without scripts", rows > n, rows)
    browser.shot("race-plain")


LONG = """chan ring[5] = [2] of { int };
int total = 0;
active [5] proctype station() {
  int seen, turns = 0;
  if :: _pid == 0 -> ring[1]!0 :: else fi;
  do
  :: ring[_pid]?seen -> turns++;
     total = total + turns % 3;
     if :: total > 420 -> assert(false) :: else fi;
     ring[(_pid + 1) % 5]!seen + 1
  od
}
"""


def try_long(browser):
    page, trace = report("long", write("long.pml", LONG), "--engine", "explicit")
    n = len(trace["steps"])
    begin = time.monotonic()
    browser.open(page)
    check(f"long: {n} steps open in time", n > 2000 and time.monotonic() - begin < 15, time.monotonic() - begin)
    check("long: the last step", follows(browser, trace, n))
    browser.shot("long-chart")
    browser.key("Home")
    times = []
    for number in (2, 3, 4, 5):
        browser.key(str(number))
        begin = time.monotonic()
        for _ in range(40):
            browser.key("j")
        browser.frame()
        times.append((time.monotonic() - begin) / 40)
        parts = browser.value("document.querySelectorAll('#view *').length")
        check(f"long: view {number} draws little", parts < 6000, parts)
        browser.shot(f"long-{number}")
    check("long: 160 steps by keys", follows(browser, trace, 160))
    check("long: a step takes less than half a second, on a busy machine too", max(times) < 0.5, times)
    browser.key("2")
    browser.value("(() => { const s = document.querySelector('.track input'); s.value = 300; s.dispatchEvent(new Event('input')); })()")
    browser.frame()
    lines = "document.querySelectorAll('.chart .fold').length"
    before = browser.value(lines)
    browser.click(".chart .fold")
    browser.frame()
    check("long: a fold is unfolded by a click", before == 1 and browser.value(lines) == 0, before)
    check("long: nothing is loaded or thrown", not browser.troubles(), browser.troubles())


LASSO = """mtype = { req, ack };
chan up = [1] of { mtype }, down = [1] of { mtype };
bool lost = false, ready = false;
active proctype client() { ready = true; do :: up!req; down?ack od }
active proctype server() {
  byte rounds = 0;
  ready;
  do
  :: up?req; rounds = (rounds + 1) % 3;
     if :: rounds == 2 -> lost = true :: else -> lost = false fi;
     down!ack
  od
}
ltl never_lost { <>[] !lost }
"""


def try_lasso(browser):
    page, trace = report("lasso", write("lasso.pml", LASSO))
    browser.open(page)
    where = "document.querySelector('.where').textContent"
    check("lasso: the end is in the cycle", "cycle" in browser.value(where), browser.value(where))
    check("lasso: the way back", "back to step" in browser.value("document.querySelector('.chart').textContent"))
    browser.shot("lasso-chart")
    browser.key("Home")
    if trace["loop"]:
        check("lasso: the start is in the prefix", "prefix" in browser.value(where))
    browser.key("4")
    browser.frame()
    check("lasso: the cycle over time", browser.value("document.querySelectorAll('.wave-loop').length") == 1)
    browser.shot("lasso-waves")
    check("lasso: nothing is loaded or thrown", not browser.troubles(), browser.troubles())


DEAD = """int x = 0;
process P {
  while (x < 3) { x = x + 1; }
  if (x > 5) {
    x = 9;
  }
}
property small: x < 7;
"""


def try_holds(browser):
    page, _ = report("holds", write("dead.proc", DEAD), "--engine", "explicit", "--certify")
    browser.open(page)
    classes = browser.value("Object.fromEntries([...document.querySelectorAll('.source .line')].map((l) => [l.dataset.line, l.className]))")
    check("holds: a line that is never taken", "never" in classes["5"] and "never" not in classes["3"], classes)
    check("holds: a line that is taken", "taken" in classes["3"], classes)
    browser.shot("holds")
    browser.click("#answer tr[data-line]")
    browser.frame()
    check("holds: the list leads to the line", browser.value(HERE) is not None)
    check("holds: nothing is loaded or thrown", not browser.troubles(), browser.troubles())


EVIL = """property never assertion
process p initial 1 pool 1 entry a
  location a
  location b
  action go
    text "</script><script>document.title = 'evil'</script><img src=x onerror=alert(1)>"
    from a -> b
    print "<img src=y onerror=alert(2)>"
  action fail
    from b
    fails never
end
"""


def try_evil(browser):
    page, trace = report("evil", write("<img src=z onerror=alert(3)>.svm", EVIL))
    browser.open(page)
    for number in range(1, 6):
        browser.key(str(number))
        browser.key("k")
        browser.frame()
    images = browser.value("document.images.length")
    check("evil: names are text", images == 0 and browser.value("document.title") != "evil", images)
    check("evil: and are shown", "</script>" in browser.value("document.body.textContent"))
    check("evil: nothing is loaded or thrown", not browser.troubles() and len(trace["steps"]) == 2, browser.troubles())


def main():
    folder = tempfile.mkdtemp()
    browser = Browser(folder)
    try:
        for part in (try_race, try_long, try_lasso, try_holds, try_evil):
            part(browser)
    finally:
        browser.close()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"long: {good} agree, {bad} differ, 0 late")


if not BROWSER:
    print("there is no chromium")
    sys.exit(77)
main()
