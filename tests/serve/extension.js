// extension.js -- the extension for Visual Studio Code with an editor that is made up: just the part of
// its interface that the extension uses, and the real server. usage: extension.js SELVAGE ROOT
"use strict";
const assert = require("assert");
const fs = require("fs");
const Module = require("module");
const path = require("path");

const [selvage, root] = process.argv.slice(2);
const said = { diagnostics: new Map(), messages: [], panels: [], progress: [], commands: {}, providers: {} };
const events = {};
const event = (name) => (listener) => { events[name] = listener; return { dispose() {} }; };
const settings = { path: selvage, options: ["--time", "60"], readingSeconds: 10, c: false };

class Position { constructor(line, character) { Object.assign(this, { line, character }); } }
class Range { constructor(start, end) { Object.assign(this, { start, end }); } }
class Location { constructor(uri, range) { Object.assign(this, { uri, range }); } }
class Uri {
  static parse(text) { return Object.assign(new Uri(), { text, path: decodeURIComponent(new URL(text).pathname) }); }
  toString() { return this.text; }
}
class Made { constructor(...args) { this.args = args; } }
class Panel {
  constructor(kind, title) { this.title = title; this.webview = {}; said.panels.push(this); }
  onDidDispose(listener) { this.close = listener; }
  reveal() {}
}
const message = async (text, button) => { said.messages.push(text); return pressed === button ? button : undefined; };
let pressed = "none";
const provider = (name) => (selector, p) => { said.providers[name] = p; return { dispose() {} }; };
let cancel;  // ends the work that runs

const vscode = {
  Position, Range, Location, Uri,
  Diagnostic: class { constructor(range, text, severity) { Object.assign(this, { range, message: text, severity }); } },
  DiagnosticRelatedInformation: class { constructor(location, text) { Object.assign(this, { location, message: text }); } },
  DocumentSymbol: class { constructor(name, detail, kind, range, selectionRange) { Object.assign(this, { name, kind, range, selectionRange }); } },
  CompletionItem: class { constructor(label, kind) { Object.assign(this, { label, kind }); } },
  MarkdownString: class { constructor(value) { this.value = value; } },
  Hover: class { constructor(contents, range) { Object.assign(this, { contents, range }); } },
  CodeLens: class { constructor(range, command) { Object.assign(this, { range, command }); } },
  ViewColumn: { Beside: -2 }, ProgressLocation: { Notification: 15 },
  workspace: {
    getConfiguration: () => ({ get: (name) => settings[name] }), textDocuments: [],
    onDidOpenTextDocument: event("open"), onDidChangeTextDocument: event("change"), onDidCloseTextDocument: event("close"),
  },
  languages: {
    createDiagnosticCollection: () => ({ set: (uri, list) => said.diagnostics.set(uri.toString(), list), clear() {}, dispose() {} }),
    match: (selector, document) => (/\.(pml|bp|proc)$/.test(document.uri.text) ? 10 : 0),
    registerHoverProvider: provider("hover"), registerDefinitionProvider: provider("definition"),
    registerReferenceProvider: provider("references"), registerDocumentSymbolProvider: provider("symbols"),
    registerCompletionItemProvider: provider("completion"), registerCodeLensProvider: provider("lenses"),
  },
  window: {
    createWebviewPanel: (...args) => new Panel(...args),
    showErrorMessage: message, showInformationMessage: message, showWarningMessage: message,
    withProgress: (options, work) => work({ report: (r) => said.progress.push(r) },
                                          { onCancellationRequested: (listener) => { cancel = listener; } }),
  },
  commands: { registerCommand: (name, run) => { said.commands[name] = run; return { dispose() {} }; } },
};
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? vscode : load(name, ...rest));
const extension = require(path.join(root, "editors/vscode/client/extension.js"));

const until = async (condition, what) => {
  for (let i = 0; i < 600; i++) {
    if (condition()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`in vain: ${what}`);
};

const document = (name, text) =>
  ({ uri: Uri.parse(`file:///made/up/${name}`), languageId: "x", version: 1, getText: () => text });

async function main() {
  await extension.activate({ subscriptions: [] });
  const text = fs.readFileSync(path.join(root, "examples/race.bp"), "utf8");
  const race = document("race.bp", text), uri = race.uri.toString();
  events.open(race);
  events.open(document("letter.txt", "Dear Sir"));
  await until(() => said.diagnostics.has(uri), "diagnostics");
  assert.deepStrictEqual(said.diagnostics.get(uri), []);

  // a mistake, and its correction
  const at = (line, character) => new Position(line, character);
  race.version = 2;
  events.change({ document: race, contentChanges: [{ range: new Range(at(4, 0), at(4, 4)), text: "dcl", rangeOffset: 1 }] });
  await until(() => said.diagnostics.get(uri).length, "an error");
  assert.strictEqual(said.diagnostics.get(uri)[0].severity, 0);
  race.version = 3;
  events.change({ document: race, contentChanges: [{ range: new Range(at(4, 0), at(4, 3)), text: "decl" }] });
  await until(() => !said.diagnostics.get(uri).length, "no error");

  // questions
  const ask = said.providers, word = at(4, 6);
  assert.match((await ask.hover.provideHover(race, word)).contents.value, /taken: bool = false/);
  assert.strictEqual(await ask.hover.provideHover(race, at(0, 0)), null);
  const where = await ask.definition.provideDefinition(race, at(9, 13));
  assert.strictEqual(where.range.start.line, 4);
  assert((await ask.references.provideReferences(race, word, { includeDeclaration: true })).length >= 3);
  const symbols = await ask.symbols.provideDocumentSymbols(race);
  assert.deepStrictEqual(symbols.map((s) => s.name).sort(), ["clerk", "main", "sold", "taken"]);
  assert(symbols.find((s) => s.name === "clerk").children.some((s) => s.name === "free"));
  const items = await ask.completion.provideCompletionItems(race, word);
  assert(items.some((i) => i.label === "sold") && items.some((i) => i.label === "while"));
  const lenses = await ask.lenses.provideCodeLenses(race);
  assert.deepStrictEqual(lenses.map((l) => l.command.title), ["check", "simulate", "check assert:13"]);

  // a check, from its lens: diagnostics and a panel
  await said.commands["selvage.check"](...lenses[0].command.arguments);
  const [found] = said.diagnostics.get(uri);
  assert(found.message.startsWith("violated: assertion assert:13") && found.relatedInformation.length === 11);
  assert.strictEqual(found.range.start.line, 12);
  assert(said.messages.some((m) => m.includes("violated")), said.messages.join());
  assert.strictEqual(said.panels.length, 1);
  assert(said.panels[0].webview.html.includes("clerk"));
  vscode.window.activeTextEditor = { document: race };
  await said.commands["selvage.simulate"]();
  assert.strictEqual(said.panels.length, 1);
  said.panels[0].close();
  await said.commands["selvage.simulate"]();
  assert.strictEqual(said.panels.length, 2);

  // what holds has a report, for who wants it
  const good = document("good.bp", "decl a := 0; void main() begin assert(!a); end");
  events.open(good);
  await said.commands["selvage.check"]({ uri: good.uri.toString() });
  assert.strictEqual(said.panels.length, 2);
  pressed = "Report";
  await said.commands["selvage.check"]({ uri: good.uri.toString() });
  await until(() => said.panels.length === 3, "a report");
  assert(said.panels[2].webview.html.includes("holds"));

  // a long one is cancelled
  const long = document("long.pml", "byte a,b,c,d; active proctype P() { do :: a++ :: b++ :: c++ :: d++ od }");
  events.open(long);
  said.messages.length = 0;
  const running = said.commands["selvage.check"]({ uri: long.uri.toString(), options: ["--engine", "explicit"] });
  await until(() => said.progress.length > 1, "progress");
  cancel();
  await running;
  assert.deepStrictEqual(said.messages, []);

  // another path, and no program there
  events.close(race);
  await until(() => !said.diagnostics.get(uri).length, "nothing about a closed text");
  settings.path = "/no/such/program";
  await said.commands["selvage.restart"]();
  await until(() => said.messages.some((m) => m.includes("/no/such/program")), "a message");
  await extension.deactivate();
  console.log("ok");
  process.exit(0);
}

main().catch((problem) => { console.error(problem); process.exit(1); });
