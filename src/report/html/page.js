// page.js -- the page as a whole: panels, the current step, keys, search, light and dark.

const KEYS = [
  ["→ ↓ j", "next step"],
  ["← ↑ k", "step before"],
  ["Home, End", "first, last step"],
  ["Page Up, Page Down", "ten steps"],
  ["[ ]", "the same process: step before, next step"],
  ["1 … 5", "Answer, Chart, Table, Variables, Order"],
  ["/", "search; Enter and n: next match, N: the one before"],
  ["t", "light or dark"],
  ["?", "this list"],
];

class Page {
  constructor(data) {
    this.data = data;
    this.at = 0;
    this.found = new Set();
    this.runs = data.runs.map((run) => new Run(run, data.files));
    this.run = this.runs[0] ?? null;
    this.source = new SourceView(this);
    this.views = this.make_views();
    this.state = new StateView(this);
    this.build();
    this.listen();
    if (this.run) this.open_run(0);
    else this.open_view(0);
  }

  make_views() {
    const answer = document.getElementById("answer");
    const views = [];
    if (answer.children.length) views.push({ name: "Answer", element: make("div", { class: "scroll answer", tabindex: "0" }, answer), open() {}, show() {} });
    if (!this.run) return views;
    views.push(Object.assign(new LanesView(this), { name: "Chart" }), Object.assign(new TableView(this), { name: "Table" }));
    views.push(Object.assign(new WavesView(this), { name: "Variables" }), Object.assign(new OrderView(this), { name: "Order" }));
    return views;
  }

  // ---- building

  build() {
    document.documentElement.classList.add("js");
    document.querySelector("header").append(this.make_tools());
    this.tabs = make("div", { class: "tabs", role: "tablist" });
    this.stage = make("div", { class: "stage" }, ...this.views.map((view) => view.element));
    const middle = make("section", { class: "panel middle", "aria-label": "run" }, this.tabs, this.stage);
    const view = document.getElementById("view");
    const has_source = this.data.files.some((file) => file.lines.length);
    view.classList.toggle("no-source", !has_source);
    view.classList.toggle("no-run", !this.run);
    view.append(...[has_source ? this.source.element : null, middle, this.run ? this.state.element : null].filter(Boolean));
    view.append(svg("svg", { width: 0, height: 0, class: "defs" }, svg("defs", null, svg("marker", { id: "tip", viewBox: "0 0 8 8", refX: 8, refY: 4, markerWidth: 8, markerHeight: 8, orient: "auto", markerUnits: "userSpaceOnUse" }, svg("path", { d: "M0 0L8 4L0 8z" })))));
    if (this.run) view.after(this.make_player());
    this.link_rows();
  }

  make_tools() {
    const tools = make("div", { class: "head-tools" });
    if (this.run) {
      this.search = make("input", { type: "search", placeholder: "search  /", "aria-label": "search steps", oninput: () => this.find(this.search.value) });
      this.count = make("span", { class: "count" });
      tools.append(this.search, this.count);
    }
    tools.append(make("button", { id: "theme", title: "light or dark (t)", onclick: () => this.switch_theme() }, "◐"), make("button", { title: "keys (?)", onclick: () => this.help() }, "?"));
    return tools;
  }

  make_player() {
    const button = (text, title, act) => make("button", { title, onclick: act }, text);
    this.slider = make("input", { type: "range", min: 0, max: this.run.n, value: 0, "aria-label": "step", oninput: () => this.go(Number(this.slider.value)) });
    this.strip = make("canvas", { class: "strip", height: 10 });
    this.where = make("output", { class: "where" });
    new ResizeObserver(() => this.draw_strip()).observe(this.strip);
    return make("nav", { class: "player", "aria-label": "steps" },
      button("|◀", "start (Home)", () => this.go(0)), button("◀", "step before (←)", () => this.go(this.at - 1)),
      button("▶", "next step (→)", () => this.go(this.at + 1)), button("▶|", "end (End)", () => this.go(this.run.n)),
      make("div", { class: "track" }, this.slider, this.strip), this.where);
  }

  // Rows of the answer lead to runs and places.
  link_rows() {
    for (const row of document.querySelectorAll("#answer tr[data-run]")) {
      row.classList.add("link");
      row.title = "show this run";
      row.addEventListener("click", () => (this.open_run(Number(row.dataset.run)), this.open_view(1)));
    }
    for (const row of document.querySelectorAll("#answer tr[data-line]")) {
      if (Number(row.dataset.file) < 0) continue;
      row.classList.add("link");
      row.addEventListener("click", () => this.source.show([Number(row.dataset.file), Number(row.dataset.line), 0, 1e6], []));
    }
  }

  // ---- runs and views

  open_run(number) {
    this.run = this.runs[number];
    this.views.forEach((view) => view.open(this.run));
    this.state.open(this.run);
    this.slider.max = this.run.n;
    this.draw_strip();
    this.find(this.search.value);
    this.open_view(this.view ?? Math.min(1, this.views.length - 1));
    this.go(this.run.n);
  }

  open_view(number) {
    if (!this.views[number]) return;
    this.view = number;
    this.views.forEach((view, i) => view.element.classList.toggle("off", i !== number));
    this.tabs.replaceChildren(...this.views.map((view, i) => make("button", { role: "tab", class: i === number ? "on" : "", onclick: () => this.open_view(i) }, view.name)), this.choose_run());
    this.views[number].show();
  }

  choose_run() {
    if (this.runs.length < 2) return "";
    const options = this.runs.map((run, i) => make("option", { value: i, selected: run === this.run }, run.title ?? `run ${i + 1}`));
    return make("select", { class: "runs", "aria-label": "run", onchange: (event) => this.open_run(Number(event.target.value)) }, ...options);
  }

  toggle_fold(first) {
    this.run.toggle_fold(first);
    this.views.forEach((view) => view.open(this.run));
    this.views[this.view].show();
  }

  // ---- where we are

  go(position) {
    if (!this.run) return;
    this.at = clamp(position, 0, this.run.n);
    document.body.dataset.step = this.at;
    this.slider.value = this.at;
    this.where.textContent = this.describe();
    this.show_source();
    this.views[this.view].show();
    this.state.show();
  }

  show_source() {
    const step = this.run.steps[this.at - 1];
    const lanes = this.run.lanes.map((name, lane) => ({ lane, name, at: this.run.stand_at(lane, this.at) }));
    this.source.show(step ? step.place : null, lanes);
  }

  describe() {
    const { run, at } = this;
    const number = at ? run.number_of(at - 1) : 0;
    const part = run.loop === null ? "" : at > run.loop ? " · cycle" : " · prefix";
    const fold = run.lines[run.line_of[at]];
    const round = fold.kind === "fold" ? ` · round ${Math.floor((at - 1 - fold.first) / fold.period) + 1} of ${fold.times}` : "";
    return `step ${number} of ${run.of ?? run.n}${part}${round}`;
  }

  is_bad_line(file, line) {
    const at = this.run?.place;
    return Boolean(at && this.run.title && at[0] === file && at[1] === line);
  }

  same_process(direction) {
    const lane = this.run.steps[this.at - 1]?.lanes[0];
    for (let i = this.at + direction; i > 0 && i <= this.run.n; i += direction)
      if (lane === undefined || this.run.steps[i - 1].lanes.includes(lane)) return this.go(i);
  }

  // A strip below the slider: each step in the colour of its process, what was found, the cycle.
  draw_strip() {
    const { strip, run } = this;
    const width = strip.clientWidth;
    if (!width || !run.n) return;
    strip.width = width * devicePixelRatio;
    const pen = strip.getContext("2d");
    pen.scale(devicePixelRatio, 1);
    const x = (i) => (i / run.n) * width;
    const dark = is_dark();
    for (let i = 0; i < run.n; i++) {
      pen.fillStyle = `hsl(${hue(run.steps[i].lanes[0])} 60% ${dark ? 55 : 58}%)`;
      pen.fillRect(x(i), this.found.has(i) ? 0 : 4, Math.max(1, x(i + 1) - x(i) - (width / run.n > 6 ? 1 : 0)), this.found.has(i) ? 10 : 4);
    }
    if (run.loop === null) return;
    pen.fillStyle = dark ? "#f0b64a" : "#a86200";
    pen.fillRect(x(run.loop), 8, Math.max(3, width - x(run.loop)), 2);
  }

  // ---- search

  find(text) {
    const query = text.trim().toLowerCase();
    this.found = new Set();
    if (query) for (let i = 0; i < this.run.n; i++) if (this.run.words_of(i).includes(query)) this.found.add(i);
    this.count.textContent = query ? `${this.found.size} found` : "";
    this.draw_strip();
    if (this.view !== undefined) this.views[this.view].show();
  }

  next_found(direction) {
    for (let k = 1; k <= this.run.n; k++) {
      const i = (this.at - 1 + direction * k + this.run.n * (k + 1)) % this.run.n;
      if (this.found.has(i)) return this.go(i + 1);
    }
  }

  // ---- keys

  listen() {
    document.addEventListener("keydown", (event) => this.key(event));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.run && this.draw_strip());
    addEventListener("resize", () => this.views[this.view].show());
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target === this.search;
    if (typing && event.key === "Enter") return this.next_found(event.shiftKey ? -1 : 1);
    if (typing && event.key === "Escape") return (this.search.value = ""), this.find(""), this.search.blur();
    if (typing) return;
    const act = this.keys()[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  keys() {
    const always = { t: () => this.switch_theme(), "?": () => this.help(), Escape: () => this.dialog?.close() };
    for (let i = 0; i < this.views.length; i++) always[i + 1] = () => this.open_view(i);
    if (!this.run) return always;
    const by = (steps) => () => this.go(this.at + steps);
    const [next, before] = [by(1), by(-1)];
    return {
      ...always, ArrowRight: next, ArrowDown: next, j: next, ArrowLeft: before, ArrowUp: before, k: before,
      PageDown: by(10), PageUp: by(-10), Home: () => this.go(0), End: () => this.go(this.run.n),
      "]": () => this.same_process(1), "[": () => this.same_process(-1),
      n: () => this.next_found(1), N: () => this.next_found(-1), "/": () => this.search.select(),
    };
  }

  help() {
    this.dialog?.remove();
    const rows = KEYS.map(([keys, what]) => make("tr", null, make("th", null, keys), make("td", null, what)));
    this.dialog = make("dialog", null, make("h2", null, "Keys"), make("table", null, ...rows), make("form", { method: "dialog" }, make("button", null, "close")));
    document.body.append(this.dialog);
    this.dialog.showModal();
  }

  switch_theme() {
    document.documentElement.dataset.theme = is_dark() ? "light" : "dark";
    if (this.run) this.draw_strip();
  }
}

function is_dark() {
  const { theme } = document.documentElement.dataset;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
}

new Page(JSON.parse(document.getElementById("data").textContent));
