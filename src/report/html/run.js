// run.js -- a run as the views need it: where it stands at each step, and its lines.
//
// Position 0 is the start, position i the state after step i - 1. A line is what the chart and the
// table show one below the other: the start, steps, repetitions that are folded, the
// beginning of a cycle, who waits at the end, the verdict.

class Run {
  constructor(data, files) {
    Object.assign(this, data);
    this.files = files;
    this.n = this.steps.length;
    this.unfolded = new Set();
    this.find_histories();
    this.find_stands();
    this.make_lines();
    this.lanes = this.name_lanes();
  }

  // By variable: [position, value] of each change, in order.
  find_histories() {
    this.histories = this.variables.map(() => []);
    for (const [variable, value] of this.initial) this.histories[variable].push([0, value]);
    this.steps.forEach((step, i) => {
      for (const [variable, value] of step.set ?? []) this.histories[variable].push([i + 1, value]);
    });
    this.changing = [...this.variables.keys()].filter((v) => this.histories[v].length > 1);
  }

  // The index of the last change up to this position, or -1.
  change_before(variable, position) {
    const history = this.histories[variable];
    let low = 0,
      high = history.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (history[middle][0] <= position) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  text_of(value) {
    return value === null ? "–" : this.values[value];
  }

  // {value, old, changed}; value is null where there is none.
  value_at(variable, position) {
    const history = this.histories[variable];
    const at = this.change_before(variable, position);
    if (at < 0 || history[at][1] === null) return { value: null, changed: at >= 0 && history[at][0] === position };
    const changed = position > 0 && history[at][0] === position;
    const old = changed && at > 0 && history[at - 1][1] !== null ? this.text_of(history[at - 1][1]) : null;
    return { value: this.text_of(history[at][1]), old, changed };
  }

  // By lane: [position, place] of each move.
  find_stands() {
    this.moves = Array.from({ length: this.columns }, () => []);
    for (const [lane, at] of this.start) this.moves[lane].push([0, at]);
    this.steps.forEach((step, i) => {
      for (const [lane, at] of step.stands) this.moves[lane].push([i + 1, at]);
    });
  }

  stand_at(lane, position) {
    let found = null;
    for (const [when, at] of this.moves[lane]) {
      if (when > position) break;
      found = at;
    }
    return found;
  }

  name_lanes() {
    const names = Array.from({ length: this.columns }, () => []);
    for (const life of this.lives) if (!names[life.lane].includes(life.name)) names[life.lane].push(life.name);
    return names.map((list) => list.slice(0, 3).join(", ") + (list.length > 3 ? " …" : ""));
  }

  number_of(step) {
    return this.steps[step].number;
  }

  make_lines() {
    const lines = [{ kind: "start" }];
    const folds = new Map(this.folds.map(([first, period, times]) => [first, { first, period, times }]));
    for (let i = 0; i < this.n; i++) {
      if (this.loop === i) lines.push({ kind: "note", text: "cycle: what follows is repeated for ever", class: "loop" });
      lines.push({ kind: "step", step: i });
      const fold = folds.get(i);
      if (fold && !this.unfolded.has(i)) {
        for (let k = 1; k < fold.period; k++) lines.push({ kind: "step", step: i + k });
        lines.push({ kind: "fold", ...fold, end: i + fold.period * fold.times - 1 });
        i += fold.period * fold.times - 1;
      } else if (fold) {
        lines.at(-1).unfolded = fold;
      }
    }
    this.add_end(lines);
    this.lines = lines;
    this.line_of = this.find_lines();
  }

  add_end(lines) {
    if (this.loop !== null && this.loop < this.n)
      lines.push({ kind: "note", class: "loop", text: `↺ back to step ${this.number_of(this.loop)}, for ever` });
    if (this.loop === this.n)
      lines.push({ kind: "note", class: "loop", text: "cycle: nothing more happens, this state stays for ever" });
    for (const life of this.lives)
      for (const wait of life.waits) lines.push({ kind: "wait", who: life.name, lane: life.lane, text: wait });
    if (this.broken) lines.push({ kind: "note", class: "bad", text: `the rest cannot be replayed: ${this.broken}` });
    if (this.title) lines.push({ kind: "note", class: "bad", text: `violated: ${this.title}${this.blame ? `: ${this.blame}` : ""}` });
  }

  // By position: the line that shows it.
  find_lines() {
    const at = new Array(this.n + 1).fill(0);
    this.lines.forEach((line, number) => {
      if (line.kind === "step") at[line.step + 1] = number;
      if (line.kind === "fold")
        for (let i = line.first + line.period; i <= line.end; i++) at[i + 1] = number;
    });
    return at;
  }

  toggle_fold(first) {
    if (!this.unfolded.delete(first)) this.unfolded.add(first);
    this.make_lines();
  }

  fold_text(line) {
    const first = this.number_of(line.first),
      last = this.number_of(line.first + line.period - 1),
      end = this.number_of(line.end);
    const what = line.period > 1 ? `steps ${first} to ${last} are` : `step ${first} is`;
    return `×${line.times}   ${what} taken ${line.times} times, up to step ${end}`;
  }

  place_text(at) {
    return at ? `${base_name(this.files[at[0]].path)}:${at[1] + 1}` : "";
  }

  // Everything of a step that a search may find.
  words_of(step) {
    const s = this.steps[step];
    return `${s.who} ${this.place_text(s.place)} ${s.statement} ${s.changes} ${s.output ?? ""}`.toLowerCase();
  }
}

const base_name = (path) => path.slice(path.lastIndexOf("/") + 1) || path;
