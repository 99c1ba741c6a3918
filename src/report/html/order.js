// order.js -- the partial order of the steps: a step stands below all that it depends on.
// What is on no path to or from the current step could have happened before it or after it.

const LEVEL = 46;

class OrderView {
  constructor(page) {
    this.page = page;
    this.head = make("div", { class: "lane-heads" });
    this.box = make("div", { class: "scroll order", tabindex: "0" }, this.head);
    this.scroller = new Scroller(this.box, (area) => this.paint(area));
    this.said = make("span", { class: "said" });
    this.element = make("div", { class: "order-view" },
      make("div", { class: "tools" }, make("i", { class: "key past" }), "needed before", make("i", { class: "key now" }), "this step", make("i", { class: "key future" }), "needs it", make("i", { class: "key beside" }), "independent", this.said),
      this.box);
  }

  open(run) {
    this.run = run;
    this.known = run.steps.every((step) => step.after !== null);
    this.levels = [];
    run.steps.forEach((step) => {
      this.levels.push(1 + Math.max(-1, ...(step.after ?? []).map((i) => this.levels[i])));
    });
    this.height = 1 + Math.max(-1, ...new Set(this.levels));
    this.next = run.steps.map(() => []);
    run.steps.forEach((step, i) => (step.after ?? []).forEach((j) => this.next[j].push(i)));
    this.by_level = Array.from({ length: this.height }, () => []);
    this.levels.forEach((level, i) => this.by_level[level].push(i));
  }

  measure() {
    const room = (this.box.clientWidth || 800) - 24;
    this.pitch = clamp(room / Math.max(1, this.run.columns), 110, 260);
    this.width = this.pitch * this.run.columns + 8;
    this.scroller.resize(this.width, this.height * LEVEL + 30);
    this.head.style.width = px(this.width);
    this.head.replaceChildren(
      ...this.run.lanes.map((name, lane) => place(colored(make("div", { class: "lane-head", title: name }, name), lane), lane * this.pitch + 6, 5, this.pitch - 12)),
    );
    this.said.textContent = this.known ? `${this.run.n} steps, the longest chain has ${this.height}` : "the run is too long for its order to be told";
  }

  x(step) {
    return (this.run.steps[step].lanes[0] + 0.5) * this.pitch;
  }

  y(step) {
    return this.levels[step] * LEVEL + LEVEL / 2;
  }

  reach(from, edges) {
    const seen = new Set([from]), todo = [from];
    while (todo.length) for (const i of edges(todo.pop())) if (!seen.has(i)) seen.add(i), todo.push(i);
    return seen;
  }

  show() {
    this.measure();
    const now = this.page.at - 1;
    this.past = now < 0 ? new Set() : this.reach(now, (i) => this.run.steps[i].after ?? []);
    this.future = now < 0 ? new Set() : this.reach(now, (i) => this.next[i]);
    if (now >= 0) this.scroller.show(this.y(now) - LEVEL / 2, LEVEL + 30, this.x(now) - this.pitch / 2, this.pitch);
    this.scroller.later();
  }

  class_of(step) {
    if (step === this.page.at - 1) return "now";
    return this.past?.has(step) ? "past" : this.future?.has(step) ? "future" : "beside";
  }

  paint(area) {
    if (!this.known || !this.pitch) return [];
    const [from, to] = visible(area, LEVEL, this.height);
    const drawing = svg("svg", { class: "wires", width: this.width, height: (to - from) * LEVEL });
    place(drawing, 0, from * LEVEL);
    const wires = svg("g", { transform: `translate(0 ${-from * LEVEL})` });
    const nodes = [];
    this.run.steps.forEach((step, i) => {
      for (const j of step.after) if (this.levels[i] >= from && this.levels[j] <= to) wires.append(this.paint_wire(j, i));
    });
    for (let level = from; level < to; level++) for (const i of this.by_level[level]) nodes.push(this.paint_node(i));
    drawing.append(wires);
    return [drawing, ...nodes];
  }

  paint_wire(from, to) {
    const both = (set) => set?.has(from) && set?.has(to);
    const name = both(this.past) ? "past" : both(this.future) ? "future" : "beside";
    const [x1, y1, x2, y2] = [this.x(from), this.y(from) + 14, this.x(to), this.y(to) - 14];
    const bend = Math.min(60, (y2 - y1) / 2);
    return svg("path", { class: `wire ${name}`, d: `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`, "marker-end": "url(#tip)" });
  }

  paint_node(i) {
    const step = this.run.steps[i];
    const needs = step.after.length ? `\nafter ${step.after.map((j) => this.run.number_of(j)).join(", ")}` : "";
    const node = make("button", { class: `step node ${this.class_of(i)} ${step.bad ? "bad" : ""}`, title: `${step.who}\n${step.statement}${needs}`, "data-step": i + 1, onclick: () => this.page.go(i + 1) }, make("b", null, String(step.number)), ` ${step.statement}`);
    const width = this.pitch - 18;
    return place(colored(node, step.lanes[0]), this.x(i) - width / 2, this.y(i) - 14, width, 28);
  }
}
