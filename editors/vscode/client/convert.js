// convert.js -- what the protocol says, in the editor's own types. Positions need no conversion:
// both count UTF-16 code units.
"use strict";
const vscode = require("vscode");

const position = (p) => new vscode.Position(p.line, p.character);
const range = (r) => new vscode.Range(position(r.start), position(r.end));
const location = (l) => new vscode.Location(vscode.Uri.parse(l.uri), range(l.range));
const markdown = (m) => new vscode.MarkdownString(m.value);

function diagnostic(d) {
  const made = new vscode.Diagnostic(range(d.range), d.message, d.severity - 1);
  made.source = d.source;
  made.tags = d.tags;
  made.relatedInformation = (d.relatedInformation || []).map(
    (r) => new vscode.DiagnosticRelatedInformation(location(r.location), r.message));
  return made;
}

function symbol(s) {
  const made = new vscode.DocumentSymbol(s.name, "", s.kind - 1, range(s.range), range(s.selectionRange));
  made.children = s.children.map(symbol);
  return made;
}

function item(i) {
  const made = new vscode.CompletionItem(i.label, i.kind - 1);
  if (i.documentation) made.documentation = markdown(i.documentation);
  return made;
}

const hover = (h) => h && new vscode.Hover(markdown(h.contents), range(h.range));
const lens = (l) => new vscode.CodeLens(range(l.range), l.command);
const change = (c) => ({ range: { start: c.range.start, end: c.range.end }, text: c.text });

module.exports = { position, range, location, diagnostic, symbol, item, hover, lens, change };
