// source.js -- the source files: the statement of the current step, where every process
// stands, and which lines are ever taken.

const LINE = 19;

class SourceView {
  constructor(page) {
    this.page = page;
    this.file = 0;
    this.marks = find_marks(page.data.coverage ?? []);
    this.tabs = make("div", { class: "tabs files", role: "tablist" });
    this.box = make("div", { class: "scroll source", tabindex: "0" });
    this.scroller = new Scroller(this.box, (area) => this.paint(area));
    this.element = make("section", { class: "panel source-panel", "aria-label": "source" }, this.tabs, this.box);
    this.open(0);
  }

  open(file) {
    const { files } = this.page.data;
    if (!files[file]) return;
    this.file = file;
    this.tabs.replaceChildren(
      ...files.map((f, i) =>
        make("button", { class: i === file ? "on" : "", title: f.path, onclick: () => this.open(i) }, base_name(f.path)),
      ),
    );
    const longest = files[file].lines.reduce((most, line) => Math.max(most, line?.length ?? 0), 0);
    this.scroller.resize(Math.max(longest * 7.6 + 84, 100), files[file].lines.length * LINE + 12);
    this.scroller.later();
  }

  // The place that is shown: of the current step, or one that was clicked at.
  show(at, lanes) {
    this.at = at;
    this.lanes = lanes;
    if (at && at[0] !== this.file) this.open(at[0]);
    if (at) this.scroller.show(at[1] * LINE, LINE);
    this.scroller.later();
  }

  paint(area) {
    const { lines, part } = this.page.data.files[this.file] ?? { lines: [] };
    const [from, to] = visible(area, LINE, lines.length);
    const rows = [];
    for (let i = from; i < to; i++) rows.push(this.paint_line(i, lines[i], part));
    return rows;
  }

  paint_line(number, text, part) {
    const here = this.at && this.at[0] === this.file && this.at[1] === number;
    const mark = this.marks.get(`${this.file}:${number}`);
    const row = make("div", {
      class: `line ${here ? "here" : ""} ${mark ? mark.class : ""} ${this.page.is_bad_line(this.file, number) ? "bad" : ""}`,
      "data-line": number + 1,
      title: mark ? mark.title : null,
    });
    row.append(make("span", { class: "number" }, String(number + 1)), this.paint_dots(number));
    row.append(this.paint_text(text, here, part));
    return place(row, 0, number * LINE + 6);
  }

  paint_dots(number) {
    const dots = make("span", { class: "dots" });
    for (const { lane, name, at } of this.lanes ?? [])
      if (at && at[0] === this.file && at[1] === number)
        dots.append(colored(make("i", { title: `${name} stands here` }), lane));
    return dots;
  }

  paint_text(text, here, part) {
    if (text === null) return make("code", { class: "hidden" }, part ? "·" : "");
    if (!here) return make("code", null, text);
    const [, , from, to] = this.at;
    return make("code", null, text.slice(0, from), make("mark", null, text.slice(from, to)), text.slice(to));
  }
}

// By "file:line": is everything on it taken, some of it, or nothing?
function find_marks(coverage) {
  const lines = new Map();
  for (const { place: at, text, taken } of coverage) {
    const key = `${at[0]}:${at[1]}`;
    if (!lines.has(key)) lines.set(key, [[], [], []]);
    lines.get(key)[taken].push(text);
  }
  const marks = new Map();
  for (const [key, [open, never, taken]] of lines) {
    const name = never.length ? (taken.length || open.length ? "partly" : "never") : taken.length ? "taken" : "open";
    const title = { taken: "taken in some run", open: "left out of the search", never: "never taken" };
    marks.set(key, { class: name, title: title[name] ?? `never taken: ${never.join("; ")}` });
  }
  return marks;
}
