// lanes.js -- the run as a message sequence chart: a lane per process, a row per line.

const ROW = 32;
const GUTTER = 56;

class LanesView {
  constructor(page) {
    this.page = page;
    this.head = make("div", { class: "lane-heads" });
    this.box = make("div", { class: "scroll chart", tabindex: "0" }, this.head);
    this.scroller = new Scroller(this.box, (area) => this.paint(area));
    this.element = this.box;
  }

  open(run) {
    this.run = run;
    this.measure();
  }

  measure() {
    const room = (this.box.clientWidth || 800) - GUTTER - 24;
    if (room === this.room && this.measured === this.run.lines) return;
    this.room = room;
    this.measured = this.run.lines;
    this.pitch = clamp(room / Math.max(1, this.run.columns), 128, 300);
    this.width = GUTTER + this.pitch * this.run.columns + 8;
    this.scroller.resize(this.width, this.run.lines.length * ROW + 16);
    this.head.style.width = px(this.width);
    this.head.replaceChildren(
      ...this.run.lanes.map((name, lane) =>
        place(colored(make("div", { class: "lane-head", title: name }, name), lane), this.x(lane) - this.pitch / 2 + 6, 5, this.pitch - 12),
      ),
    );
  }

  x(lane) {
    return GUTTER + (lane + 0.5) * this.pitch;
  }

  box_width() {
    return clamp(this.pitch - 48, 96, 230);
  }

  y(line) {
    return line * ROW + ROW / 2;
  }

  // The line of a row of the run, where lives begin or messages leave.
  y_of_step(step) {
    return this.y(this.run.line_of[step + 1]);
  }

  show() {
    const line = this.run.line_of[this.page.at];
    this.measure();
    const step = this.run.steps[this.page.at - 1];
    const left = step ? this.x(step.lanes[0]) - this.pitch / 2 : undefined;
    this.scroller.show(line * ROW, ROW + 40, left, this.pitch);
    this.scroller.later();
  }

  paint(area) {
    const [from, to] = visible(area, ROW, this.run.lines.length);
    const drawing = svg("svg", { class: "wires", width: this.width, height: (to - from) * ROW });
    place(drawing, 0, from * ROW);
    const labels = drawing.cloneNode();
    const messages = this.paint_messages(area);
    const shift = { transform: `translate(0 ${-from * ROW})` };
    drawing.append(svg("g", shift, ...this.paint_lives(area), ...messages.map((message) => message.wire)));
    labels.append(svg("g", shift, ...messages.map((message) => message.label)));
    const rows = [];
    for (let i = from; i < to; i++) rows.push(...this.paint_line(i));
    return [...this.paint_bands(from, to), drawing, ...rows, labels];
  }

  paint_bands(from, to) {
    const { run, page } = this;
    const bands = [];
    const here = run.line_of[page.at];
    for (let i = from; i < to; i++) {
      const line = run.lines[i];
      const in_loop = run.loop !== null && line.kind !== "start" && (line.step ?? line.first ?? -1) >= run.loop;
      const found = line.kind === "step" && page.found.has(line.step);
      if (i !== here && !in_loop && !found) continue;
      const band = make("div", { class: `band ${in_loop ? "in-loop" : ""} ${found ? "found" : ""} ${i === here ? "here" : ""}` });
      bands.push(place(band, 0, i * ROW, this.width, ROW));
    }
    return bands;
  }

  paint_lives(area) {
    const end = this.y(this.run.lines.length - 1);
    const lines = [];
    for (const life of this.run.lives) {
      const top = life.born === null ? 0 : this.y_of_step(life.born);
      const bottom = life.died === null ? end : this.y_of_step(life.died);
      if (bottom < area.top || top > area.bottom) continue;
      const x = this.x(life.lane);
      lines.push(svg("line", { class: "life", x1: x, x2: x, y1: Math.max(top, area.top), y2: Math.min(bottom, area.bottom) }));
      if (life.died !== null)
        lines.push(svg("path", { class: "death", d: `M${x - 5} ${bottom + 13}l10 10m0 -10l-10 10` }));
    }
    return lines;
  }

  paint_messages(area) {
    const parts = [];
    for (const message of this.run.messages) {
      const y1 = this.y_of_step(message.sent);
      const y2 = message.received === null ? y1 + ROW / 2 : this.y_of_step(message.received);
      const hidden = this.is_folded(message.sent) && (message.received === null || y1 === y2);
      if (y2 < area.top || y1 > area.bottom || hidden) continue;
      parts.push(this.paint_message(message, y1, y2));
    }
    return parts;
  }

  is_folded(step) {
    return this.run.lines[this.run.line_of[step + 1]].kind === "fold";
  }

  paint_message(message, y1, y2) {
    const title = svg("title", null, `${message.queue}: ${message.label}`);
    const x1 = this.x(message.from);
    const half = this.box_width() / 2;
    const text = (x, y, anchor) => svg("text", { class: "label", x, y, "text-anchor": anchor }, shorten(message.label, 28));
    if (message.received === null) {
      const x = x1 + half + 14;
      const wire = svg("g", { class: "lost" }, svg("path", { class: "message", d: `M${x1} ${y1}L${x - 5} ${y1 + 8}` }, title), svg("circle", { cx: x, cy: y1 + 9, r: 4 }));
      return { wire, label: text(x + 7, y1 + 16, "start") };
    }
    const x2 = this.x(message.to);
    const toward = Math.sign(x2 - x1);
    if (!toward) {
      const x = x1 + half;
      const wire = svg("path", { class: "message", d: `M${x} ${y1}C${x + 24} ${y1} ${x + 24} ${y2} ${x} ${y2}`, "marker-end": "url(#tip)" }, title);
      return { wire, label: text(x + 16, (y1 + y2) / 2 + 4, "start") };
    }
    const start = x1 + toward * half, tip = x2 - toward * half;
    const near = Math.min(0.5, 80 / Math.max(1, y2 - y1));
    const wire = svg("path", { class: "message", d: `M${start} ${y1}L${tip} ${y2}`, "marker-end": "url(#tip)" }, title);
    return { wire, label: text(start + (tip - start) * near, y1 + (y2 - y1) * near - (y1 === y2 ? 4 : -4), "middle") };
  }

  paint_line(number) {
    const line = this.run.lines[number];
    const top = number * ROW;
    switch (line.kind) {
      case "start":
        return [place(make("button", { class: "row-note start", onclick: () => this.page.go(0) }, "0    start"), 0, top, this.width, ROW)];
      case "step":
        return this.paint_step(line, top);
      case "fold":
        return [place(make("button", { class: "row-note fold", title: "show them all", onclick: () => this.page.toggle_fold(line.first) }, this.run.fold_text(line)), GUTTER, top + 5, Math.min(Math.max(this.width, 600) - GUTTER - 8, 560), ROW - 10)];
      case "wait":
        return [place(colored(make("div", { class: "row-note wait", title: line.text }, make("b", null, line.who), ` ${line.text}`), line.lane), GUTTER, top + 3, Math.max(this.width, 600) - GUTTER, ROW - 6)];
      default:
        return [place(make("div", { class: `row-note ${line.class}`, title: line.text }, line.text), GUTTER, top + 5, Math.max(this.width, 600) - GUTTER - 8, ROW - 10)];
    }
  }

  paint_step(line, top) {
    const step = this.run.steps[line.step];
    const parts = [place(make("span", { class: "step-number" }, String(step.number)), 0, top, GUTTER - 8, ROW)];
    if (line.unfolded)
      parts.push(place(make("button", { class: "refold", title: `fold: taken ${line.unfolded.times} times`, onclick: () => this.page.toggle_fold(line.unfolded.first) }, "▾"), 2, top + 8, 14, 16));
    step.lanes.forEach((lane, k) => parts.push(this.paint_box(step, line.step, lane, k, top)));
    if (step.lanes.length > 1) parts.unshift(this.paint_joint(step, top));
    return parts;
  }

  paint_box(step, index, lane, k, top) {
    const title = [step.who, this.run.place_text(step.place), step.statement, step.changes, step.output].filter(Boolean).join("\n");
    const box = make("button", { class: `step ${step.bad ? "bad" : ""} ${index + 1 === this.page.at ? "current" : ""} ${k ? "partner" : ""}`, title, "data-step": index + 1, onclick: () => this.page.go(index + 1) }, k ? "●" : fitting(step.statement, this.box_width()));
    const width = this.box_width();
    return place(colored(box, lane), this.x(lane) - width / 2, top + 4, width, ROW - 8);
  }

  paint_joint(step, top) {
    const xs = step.lanes.map((lane) => this.x(lane));
    const left = Math.min(...xs);
    return place(make("div", { class: "joint" }), left, top + ROW / 2 - 1, Math.max(...xs) - left, 2);
  }
}

// In the middle, so that neither a name nor an index at its end is lost.
const shorten = (text, most) => {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`;
};
const LETTER = 6.95; // pixels of a letter of `.step`
const fitting = (text, width) => shorten(text, Math.max(5, Math.floor((width - 16) / LETTER)));
