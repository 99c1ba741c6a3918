// trace.js -- a run beside the source: the page that Selvage wrote, or else its text.
"use strict";
const fs = require("fs");
const vscode = require("vscode");

const escape = (text) => text.replace(/[&<>]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[c]);

const asPage = (text) =>
  `<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">` +
  `<pre style="font-family: var(--vscode-editor-font-family)">${escape(text)}</pre>`;

// Of a check its report, which has the run in it.
function pageOf(result) {
  const path = result.report || (result.trace && result.trace.html);
  return path ? fs.readFileSync(path, "utf8") : asPage(result.text);
}

// One panel for each text; it is made anew when it was closed.
class Traces {
  constructor() {
    this.panels = new Map();
  }

  show(uri, title, result) {
    let panel = this.panels.get(uri);
    if (!panel) {
      panel = vscode.window.createWebviewPanel("selvage.trace", title, vscode.ViewColumn.Beside,
                                               { enableScripts: true, retainContextWhenHidden: true });
      this.panels.set(uri, panel);
      panel.onDidDispose(() => this.panels.delete(uri));
    }
    panel.title = title;
    panel.webview.html = pageOf(result);
    panel.reveal(vscode.ViewColumn.Beside, true);
  }
}

module.exports = { Traces };
