// state.js -- the current state: where processes stand, and the values of all variables.

class StateView {
  constructor(page) {
    this.page = page;
    this.what = make("div", { class: "now-panel" });
    this.box = make("div", { class: "scroll state", tabindex: "0" });
    this.scroller = new Scroller(this.box, (area) => this.paint(area));
    this.element = make("section", { class: "panel state-panel", "aria-label": "state" }, this.what, this.box);
  }

  open(run) {
    this.run = run;
  }

  show() {
    const { run, page } = this;
    const at = page.at;
    this.rows = [...run.variables.keys()]
      .map((variable) => ({ variable, ...run.value_at(variable, at) }))
      .filter((row) => row.value !== null);
    this.scroller.resize(200, this.rows.length * 24 + 8);
    this.box.scrollTop = Math.max(0, this.first_changed() * 24 - 60) || 0;
    this.what.replaceChildren(...this.describe());
    this.scroller.later();
  }

  // Where the box would have to scroll; nothing if what changed is seen anyhow.
  first_changed() {
    const i = this.rows.findIndex((row) => row.changed);
    const top = this.box.scrollTop, seen = i * 24 >= top && (i + 1) * 24 <= top + this.box.clientHeight;
    return i < 0 || seen ? top / 24 + 2.5 : i;
  }

  describe() {
    const { run, page } = this;
    const step = run.steps[page.at - 1];
    if (!step) return [make("h3", null, "Start"), make("p", { class: "dim" }, "the values before the first step")];
    return [
      make("h3", null, `Step ${step.number}`, step.bad ? make("span", { class: "verdict violated" }, "violates") : ""),
      colored(make("p", { class: "who" }, make("i"), step.who), step.lanes[0]),
      make("p", { class: "code" }, step.statement),
      make("p", { class: "dim" }, run.place_text(step.place)),
      step.undone ? make("p", { class: "bad" }, step.changes) : null,
      step.output ? make("pre", { class: "output" }, step.output) : null,
      ...this.describe_waits(),
    ].filter(Boolean);
  }

  // At the end of a run into a deadlock: who waits for what.
  describe_waits() {
    const { run, page } = this;
    if (page.at < run.n) return [];
    return run.lives.flatMap((life) =>
      life.waits.map((text) => colored(make("p", { class: "waits" }, make("b", null, life.name), ` ${text}`), life.lane)),
    );
  }

  paint(area) {
    const [from, to] = visible(area, 24, this.rows?.length ?? 0);
    const parts = [];
    for (let i = from; i < to; i++) {
      const { variable, value, old, changed } = this.rows[i];
      const name = this.run.variables[variable];
      const row = make("div", { class: `value ${changed ? "changed" : ""}`, title: `${name} = ${value}` },
        make("span", { class: "name" }, name),
        make("span", { class: "code" }, old === null || old === undefined ? "" : make("s", null, old), value));
      parts.push(place(row, 0, i * 24 + 4));
    }
    return parts;
  }
}
