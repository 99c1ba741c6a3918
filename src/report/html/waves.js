// waves.js -- variables over time, as an oscilloscope shows signals: a row per variable, a
// column per position, a new segment with each change.

const WAVE = 26;

class WavesView {
  constructor(page) {
    this.page = page;
    this.all = false;
    this.step = 0;
    this.names = make("div", { class: "wave-names" });
    this.box = make("div", { class: "scroll waves", tabindex: "0" });
    this.scroller = new Scroller(this.box, (area) => this.paint(area));
    this.box.addEventListener("scroll", () => this.paint_names());
    this.box.addEventListener("click", (event) => this.click(event));
    this.element = make("div", { class: "wave-view" }, this.make_tools(), make("div", { class: "wave-body" }, this.names, this.box));
  }

  make_tools() {
    const constant = make("input", { type: "checkbox", onchange: (event) => ((this.all = event.target.checked), this.show()) });
    return make("div", { class: "tools" },
      make("button", { title: "narrower", onclick: () => this.zoom(0.7) }, "−"),
      make("button", { title: "wider", onclick: () => this.zoom(1.4) }, "+"),
      make("label", null, constant, " also what never changes"));
  }

  open(run) {
    this.run = run;
    this.step = 0;
  }

  zoom(factor) {
    this.step = clamp(this.step * factor, 4, 200);
    this.show();
  }

  measure() {
    const { run } = this;
    this.rows = this.all ? [...run.variables.keys()] : run.changing;
    if (!this.step) this.step = clamp((this.box.clientWidth - 30) / (run.n + 1), 20, 90);
    this.scroller.resize((run.n + 1) * this.step + 20, this.rows.length * WAVE + 34);
  }

  show() {
    this.measure();
    this.scroller.show(this.box.scrollTop, 0, this.page.at * this.step, this.step);
    this.scroller.later();
    this.paint_names();
  }

  click(event) {
    const x = event.clientX - this.scroller.ground.getBoundingClientRect().left;
    this.page.go(clamp(Math.floor(x / this.step), 0, this.run.n));
  }

  paint_names() {
    if (!this.rows) return;
    const top = this.box.scrollTop;
    const from = Math.floor(top / WAVE), to = Math.min(this.rows.length, from + Math.ceil(this.box.clientHeight / WAVE) + 1);
    const parts = [make("div", { class: "wave-corner" }, this.rows.length ? "variable" : "nothing changes")];
    for (let i = from; i < to; i++) {
      const { changed } = this.run.value_at(this.rows[i], this.page.at);
      parts.push(place(make("div", { class: `wave-name ${changed ? "changed" : ""}`, title: this.run.variables[this.rows[i]] }, this.run.variables[this.rows[i]]), 0, 24 + i * WAVE - top));
    }
    this.names.replaceChildren(...parts);
  }

  paint(area) {
    if (!this.rows) return [];
    const { run, step, page } = this;
    const first = clamp(Math.floor(area.left / step), 0, run.n), last = clamp(Math.ceil(area.right / step), 0, run.n);
    const height = this.rows.length * WAVE + 24;
    const parts = [];
    if (run.loop !== null)
      parts.push(place(make("div", { class: "wave-loop", title: "the cycle" }), (run.loop + 1) * step, 0, Math.max(2, (run.n - run.loop) * step), height));
    parts.push(place(make("div", { class: "cursor" }), page.at * step, 0, step, height));
    parts.push(...this.paint_scale(first, last));
    const from = clamp(Math.floor((area.top - 24) / WAVE), 0, this.rows.length), to = clamp(Math.ceil(area.bottom / WAVE), 0, this.rows.length);
    for (let i = from; i < to; i++) parts.push(...this.paint_wave(i, first, last));
    return parts;
  }

  paint_scale(first, last) {
    const every = [1, 2, 5, 10, 20, 50, 100, 200].find((n) => n * this.step >= 34) ?? 500;
    const marks = [];
    for (let i = Math.ceil(first / every) * every; i <= last; i += every)
      marks.push(place(make("div", { class: "tick" }, i ? String(this.run.number_of(i - 1)) : "0"), i * this.step, 0, this.step));
    return marks;
  }

  paint_wave(row, first, last) {
    const { run, step } = this;
    const history = run.histories[this.rows[row]];
    const parts = [];
    for (let k = Math.max(0, run.change_before(this.rows[row], first)); k < history.length && history[k][0] <= last; k++) {
      const [begin, value] = history[k];
      const end = k + 1 < history.length ? history[k + 1][0] : run.n + 1;
      if (value === null || end <= first) continue;
      const text = run.text_of(value);
      const kind = text === "true" ? "high" : text === "false" ? "low" : "";
      const left = Math.max(begin, first - 1);
      const wave = make("div", { class: `wave ${kind} ${begin && begin === left ? "edge" : ""} ${begin === this.page.at && begin ? "changed" : ""}`, title: `${run.variables[this.rows[row]]} = ${text}` }, make("span", null, text));
      parts.push(place(wave, left * step, 24 + row * WAVE + 2, (Math.min(end, last + 2) - left) * step - 1, WAVE - 5));
    }
    return parts;
  }
}
