// extension.js -- Selvage in Visual Studio Code: starts `selvage serve --lsp` and passes on what it says.
"use strict";
const path = require("path");
const vscode = require("vscode");
const { Connection } = require("./connection");
const { Traces } = require("./trace");
const convert = require("./convert");

const languages = ["promela", "selvage-boolprog", "selvage-dve", "selvage-hybrid", "selvage-proc", "selvage-svm", "selvage-tts"];
const suffixes = "pml,prom,promela,pm,spin,bp,nbp,bool,dve,pha,hy,proc,svm,tts,ttd,puml,plantuml,uml,xmi";

const setting = (name) => vscode.workspace.getConfiguration("selvage").get(name);

function selector() {
  const all = languages.map((language) => ({ language })).concat([{ scheme: "file", pattern: `**/*.{${suffixes}}` }]);
  return setting("c") ? all.concat([{ scheme: "file", language: "c" }]) : all;
}

class Client {
  constructor() {
    this.selector = selector();
    this.diagnostics = vscode.languages.createDiagnosticCollection("selvage");
    this.traces = new Traces();
    this.things = [this.diagnostics];
    this.progress = new Map();
    this.open = new Set();
    this.connection = new Connection(setting("path"), ["serve", "--lsp", ...setting("options")],
                                     (method, params) => this.take(method, params), (why) => this.lost(why));
  }

  async start() {
    await this.connection.request("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: { window: { workDoneProgress: false }, textDocument: { publishDiagnostics: { relatedInformation: true } } },
      initializationOptions: { readingSeconds: setting("readingSeconds") },
    });
    this.connection.notify("initialized", {});
    this.follow();
    this.provide();
  }

  lost(why) {
    this.diagnostics.clear();
    vscode.window.showErrorMessage(`Selvage: the server "${setting("path")}" has ended (${why}). Is selvage.path right?`);
  }

  // ---- what the server says by itself
  take(method, params) {
    if (method === "textDocument/publishDiagnostics")
      this.diagnostics.set(vscode.Uri.parse(params.uri), params.diagnostics.map(convert.diagnostic));
    else if (method === "$/progress" && this.progress.has(params.token))
      this.progress.get(params.token)(params.value);
    return null;
  }

  // ---- texts
  isOurs(document) {
    return vscode.languages.match(this.selector, document) > 0;
  }

  opened(document) {
    if (!this.isOurs(document)) return;
    const uri = document.uri.toString();
    this.open.add(uri);
    this.connection.notify("textDocument/didOpen", {
      textDocument: { uri, languageId: document.languageId, version: document.version, text: document.getText() },
    });
  }

  changed(event) {
    const uri = event.document.uri.toString();
    if (!this.open.has(uri) || !event.contentChanges.length) return;
    this.connection.notify("textDocument/didChange", {
      textDocument: { uri, version: event.document.version },
      contentChanges: event.contentChanges.map(convert.change),
    });
  }

  closed(document) {
    const uri = document.uri.toString();
    if (this.open.delete(uri)) this.connection.notify("textDocument/didClose", { textDocument: { uri } });
  }

  follow() {
    const w = vscode.workspace;
    this.things.push(w.onDidOpenTextDocument((d) => this.opened(d)), w.onDidChangeTextDocument((e) => this.changed(e)),
                     w.onDidCloseTextDocument((d) => this.closed(d)));
    w.textDocuments.forEach((d) => this.opened(d));
  }

  // ---- questions
  ask(method, document, more, token) {
    return this.connection.request(`textDocument/${method}`, { textDocument: { uri: document.uri.toString() }, ...more }, token)
      .catch(() => null);
  }

  provide() {
    const l = vscode.languages, s = this.selector;
    const all = (list, make) => (list || []).map(make);
    this.things.push(
      l.registerHoverProvider(s, { provideHover: async (d, position, t) => convert.hover(await this.ask("hover", d, { position }, t)) }),
      l.registerDefinitionProvider(s, {
        provideDefinition: async (d, position, t) => {
          const found = await this.ask("definition", d, { position }, t);
          return found && convert.location(found);
        },
      }),
      l.registerReferenceProvider(s, {
        provideReferences: async (d, position, context, t) =>
          all(await this.ask("references", d, { position, context }, t), convert.location),
      }),
      l.registerDocumentSymbolProvider(s, { provideDocumentSymbols: async (d, t) => all(await this.ask("documentSymbol", d, {}, t), convert.symbol) }),
      l.registerCompletionItemProvider(s, {
        provideCompletionItems: async (d, position, t) => all(await this.ask("completion", d, { position }, t), convert.item),
      }),
      l.registerCodeLensProvider(s, { provideCodeLenses: async (d, t) => all(await this.ask("codeLens", d, {}, t), convert.lens) }));
  }

  // ---- commands
  // The argument is that of a lens, or none: then it is about the text in front.
  run(command, argument) {
    const editor = vscode.window.activeTextEditor;
    const about = argument && argument.uri ? argument : editor && { uri: editor.document.uri.toString() };
    if (!about) return vscode.window.showInformationMessage("Selvage: no text is open.");
    const options = { location: vscode.ProgressLocation.Notification, title: `Selvage: ${command}`, cancellable: true };
    return vscode.window.withProgress(options, (shown, token) => this.work(command, about, shown, token));
  }

  async work(command, about, shown, token) {
    const workDoneToken = `editor-${++this.connection.last}`;
    this.progress.set(workDoneToken, (value) => shown.report({ message: value.message }));
    try {
      const params = { command: `selvage.${command}`, arguments: [about], workDoneToken };
      this.show(command, about.uri, await this.connection.request("workspace/executeCommand", params, token));
    } catch (problem) {
      if (problem.code !== -32800) vscode.window.showErrorMessage(`Selvage: ${problem.message}`);
    } finally {
      this.progress.delete(workDoneToken);
    }
  }

  show(command, uri, result) {
    const name = path.basename(vscode.Uri.parse(uri).path);
    const summary = result.text.split("\n").find((line) => line.includes(": ")) || result.answer;
    const page = () => this.traces.show(uri, `${name}: ${command}`, result);
    if (command === "simulate") return page();
    if (result.trace) page();
    this.tell(result, summary, page);
  }

  async tell(result, summary, page) {
    const say = result.answer === "holds" ? vscode.window.showInformationMessage : vscode.window.showWarningMessage;
    if (result.report && (await say(`Selvage: ${summary}`, "Report"))) page();
    else if (!result.report) say(`Selvage: ${summary}`);
  }

  async stop() {
    this.things.forEach((thing) => thing.dispose());
    await this.connection.stop();
  }
}

let client;

async function restart() {
  if (client) await client.stop();
  client = new Client();
  await client.start().catch(() => {});
}

async function activate(context) {
  const register = (name, run) => context.subscriptions.push(vscode.commands.registerCommand(`selvage.${name}`, run));
  register("check", (argument) => client.run("check", argument));
  register("simulate", (argument) => client.run("simulate", argument));
  register("restart", restart);
  await restart();
}

const deactivate = () => client && client.stop();

module.exports = { activate, deactivate };
