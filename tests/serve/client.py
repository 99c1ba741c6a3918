"""client.py -- a small editor: speaks the language server protocol with `selvage serve --lsp`.

A thread reads what the server says; `request` waits for the answer, `diagnostics` for the next ones
of a text. Every wait ends after PATIENCE seconds, as a failure.
"""
import json, os, queue, subprocess, threading, time, urllib.parse

PATIENCE = 60.0


class Failed(Exception):
    pass


def uri_of(path):
    return "file://" + urllib.parse.quote(os.path.abspath(path))


def frame(message):
    body = message if isinstance(message, bytes) else json.dumps(message, ensure_ascii=False).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


class Editor:
    def __init__(self, binary, options=(), start=True, progress=False, wishes=None):
        self.process = subprocess.Popen([binary, "serve", "--lsp", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)
        self.lock = threading.Condition()
        self.answers, self.notes, self.said, self.ended = {}, {}, [], False
        self.number = 0
        self.agrees = True  # to what the server asks for
        self.reader = threading.Thread(target=self.listen, daemon=True)
        self.reader.start()
        if start:
            self.hello = self.request("initialize", {"processId": os.getpid(), "rootUri": None,
                                                     "capabilities": {"window": {"workDoneProgress": progress}},
                                                     "initializationOptions": wishes})["result"]
            self.notify("initialized", {})

    # ---- what the server says
    def listen(self):
        try:
            self.listen_on(self.process.stdout)
        finally:
            with self.lock:
                self.ended = True
                self.lock.notify_all()

    def listen_on(self, pipe):
        while True:
            length = None
            while True:
                line = pipe.readline()
                if not line:
                    return
                if line in (b"\r\n", b"\n"):
                    break
                name, _, value = line.partition(b":")
                if name.lower() == b"content-length":
                    length = int(value)
            body = pipe.read(length)
            if len(body) < length:
                return
            self.take(json.loads(body))

    def take(self, message):
        with self.lock:
            self.said.append(message)
            if "method" in message and "id" in message:
                if self.agrees:
                    self.send({"jsonrpc": "2.0", "id": message["id"], "result": None})
            elif message.get("method") == "textDocument/publishDiagnostics":
                p = message["params"]
                self.notes.setdefault(p["uri"], []).append(p)
            elif "method" not in message:
                key = message.get("id")
                self.answers.setdefault(key, []).append(message)
            self.lock.notify_all()

    def wait_for(self, find, what):
        end = time.monotonic() + PATIENCE
        with self.lock:
            while True:
                found = find()
                if found is not None:
                    return found
                left = end - time.monotonic()
                if left <= 0:
                    raise Failed("the server does not say: " + what)
                if self.ended:
                    raise Failed("the server has ended before: " + what)
                self.lock.wait(left)

    # ---- what we say
    def send_bytes(self, data):
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (BrokenPipeError, OSError):
            pass

    def send(self, message):
        self.send_bytes(frame(message))

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return self.number

    def answer(self, number):
        return self.wait_for(lambda: self.answers[number].pop(0) if self.answers.get(number) else None,
                             f"an answer to {number}")

    def request(self, method, params):
        return self.answer(self.ask(method, params))

    def result(self, method, params):
        answer = self.request(method, params)
        if "error" in answer:
            raise Failed(f"{method}: {answer['error']}")
        return answer["result"]

    # ---- texts
    def open(self, uri, text, language="", version=1):
        self.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": language,
                                                              "version": version, "text": text}})

    def change(self, uri, version, *changes):
        self.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": version},
                                               "contentChanges": list(changes)})

    def close(self, uri):
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def diagnostics(self, uri, version=1, some=lambda list: True):
        """The diagnostics of this version of the text (the first ones that satisfy `some`)."""
        def find():
            for p in self.notes.get(uri, []):
                if p.get("version", version) == version and some(p["diagnostics"]):
                    return p["diagnostics"]
        return self.wait_for(find, f"diagnostics of {uri}, version {version}")

    def about(self, method, uri, line=None, character=None, **more):
        params = {"textDocument": {"uri": uri}, **more}
        if line is not None:
            params["position"] = {"line": line, "character": character}
        return self.result("textDocument/" + method, params)

    def command(self, name, uri, **more):
        return self.result("workspace/executeCommand", {"command": "selvage." + name,
                                                        "arguments": [{"uri": uri, **more}]})

    # ---- the end
    def leave(self):
        """The exit status after a proper end."""
        self.request("shutdown", None)
        self.notify("exit", None)
        return self.process.wait(PATIENCE)

    def status(self):
        return self.process.wait(PATIENCE)

    def kill(self):
        self.process.kill()
        self.process.wait()
