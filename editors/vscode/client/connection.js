// connection.js -- JSON-RPC with a language server that is a child process.
"use strict";
const { spawn } = require("child_process");

class Connection {
  // `take(method, params)` is called for what the server says by itself, and may return an answer;
  // `ended(text)` when the server is gone.
  constructor(command, words, take, ended) {
    this.waiting = new Map();
    this.last = 0;
    this.take = take;
    this.input = Buffer.alloc(0);
    this.process = spawn(command, words, { stdio: ["pipe", "pipe", "ignore"] });
    const end = (why) => this.end(why, ended);
    this.process.on("error", (problem) => end(problem.message));
    this.process.on("exit", (status, signal) => end(signal ? `signal ${signal}` : `status ${status}`));
    this.process.stdin.on("error", () => {});
    this.process.stdout.on("data", (bytes) => this.receive(bytes));
  }

  end(why, ended) {
    if (this.gone) return;
    this.gone = true;
    for (const { reject } of this.waiting.values()) reject(new Error(`selvage has ended: ${why}`));
    this.waiting.clear();
    if (!this.leaving) ended(why);
  }

  send(message) {
    if (this.gone) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }), "utf8");
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) {
    this.send({ method, params });
  }

  // A promise of the result; a cancellation token of the editor's is passed on.
  request(method, params, token) {
    const id = ++this.last;
    const promise = new Promise((resolve, reject) => {
      if (this.gone) reject(new Error("selvage does not run"));
      else this.waiting.set(id, { resolve, reject });
    });
    this.send({ id, method, params });
    if (token) token.onCancellationRequested(() => this.notify("$/cancelRequest", { id }));
    return promise;
  }

  receive(bytes) {
    this.input = Buffer.concat([this.input, bytes]);
    for (;;) {
      const end = this.input.indexOf("\r\n\r\n");
      if (end < 0) return;
      const length = Number(/content-length: *(\d+)/i.exec(this.input.toString("latin1", 0, end))[1]);
      if (this.input.length < end + 4 + length) return;
      const body = this.input.toString("utf8", end + 4, end + 4 + length);
      this.input = this.input.subarray(end + 4 + length);
      this.handle(JSON.parse(body));
    }
  }

  handle(message) {
    if (message.method === undefined) return this.answer(message);
    const result = this.take(message.method, message.params);
    if (message.id !== undefined) this.send({ id: message.id, result: result === undefined ? null : result });
  }

  answer(message) {
    const who = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (!who) return;
    if (message.error) who.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
    else who.resolve(message.result);
  }

  async stop() {
    this.leaving = true;
    await this.request("shutdown", null).catch(() => {});
    this.notify("exit", null);
  }
}

module.exports = { Connection };
