// table.js -- the run as a table: number, process, place, statement, what changed, output.

const TALL = 24;

class TableView {
  constructor(page) {
    this.page = page;
    this.head = make("div", { class: "table-head" }, ...["step", "process", "place", "statement", "change"].map((name) => make("span", null, name)));
    this.box = make("div", { class: "scroll table", tabindex: "0" }, this.head);
    this.scroller = new Scroller(this.box, (area) => this.paint(area));
    this.element = this.box;
  }

  open(run) {
    this.run = run;
    const longest = run.steps.reduce((most, step) => Math.max(most, step.who.length), 7);
    this.box.style.setProperty("--who", px(clamp(longest * 7.4 + 16, 80, 280)));
    this.scroller.resize(Math.max(700, this.box.clientWidth - 20), run.lines.length * TALL + 12);
  }

  show() {
    this.scroller.resize(Math.max(700, this.box.clientWidth - 20), this.run.lines.length * TALL + 12);
    this.scroller.show(this.run.line_of[this.page.at] * TALL, TALL + 30);
    this.scroller.later();
  }

  paint(area) {
    const [from, to] = visible(area, TALL, this.run.lines.length);
    const rows = [];
    for (let i = from; i < to; i++) rows.push(place(this.paint_line(i), 0, i * TALL));
    return rows;
  }

  paint_line(number) {
    const line = this.run.lines[number];
    const here = number === this.run.line_of[this.page.at];
    if (line.kind === "step") return this.paint_step(line.step, here);
    const text = { start: "start", fold: "fold", wait: "wait", note: line.class }[line.kind];
    const act = line.kind === "fold" ? () => this.page.toggle_fold(line.first) : line.kind === "start" ? () => this.page.go(0) : null;
    const words = line.kind === "fold" ? this.run.fold_text(line) : line.kind === "wait" ? `${line.who} ${line.text}` : (line.text ?? "start");
    return make(act ? "button" : "div", { class: `row whole ${text} ${here ? "here" : ""}`, title: words, onclick: act ?? false }, make("span", null, line.kind === "start" ? "0" : ""), make("span", null, words));
  }

  paint_step(index, here) {
    const step = this.run.steps[index];
    const found = this.page.found.has(index);
    const in_loop = this.run.loop !== null && index >= this.run.loop;
    const who = colored(make("span", { class: "who", title: step.who }, make("i"), step.who), step.lanes[0]);
    const change = step.output ? `${step.changes}  > ${step.output.trimEnd()}` : step.changes;
    return make(
      "button",
      { class: `row ${here ? "here" : ""} ${found ? "found" : ""} ${step.bad ? "bad" : ""} ${in_loop ? "in-loop" : ""}`, "data-step": index + 1, onclick: () => this.page.go(index + 1) },
      make("span", { class: "number" }, String(step.number)),
      who,
      make("span", null, this.run.place_text(step.place)),
      make("span", { class: "code", title: step.statement }, step.statement),
      make("span", { class: "code change", title: change }, change),
    );
  }
}
