// lower_flow.c -- the control states of a proctype.
//
// Statements are lowered from the last to the first, so that the control state
// behind each is known. A node is a control state; it has arcs of its own (the
// steps of a plain statement), and may offer the first steps of other nodes:
// of the options of an `if`, of the inside of a block, of the escape of an
// `unless`. docs/promela-meaning.md has the experiments behind every rule.

#include "lang/promela/lower/lower.h"

typedef struct {
  pml_lowering *l;
  pml_process *process;
  uint32_t region;
  bool in_main;  // of an `unless`
  bool is_last;  // the statement that is being lowered ends an atomic
} builder;

static pml_node *lower_stmt(builder *, const pml_stmt *, pml_node *next, bool first);

static pml_node *new_node(builder *b, const pml_stmt *s) {
  pml_node *n = SV_ARENA_NEW(b->l->arena, pml_node);
  n->stmt = s;
  n->region = b->region;
  n->keeps = b->region && !b->is_last;
  sv_push(b->process->nodes, n);
  return n;
}

pml_node *pml_real(pml_node *n) {
  while (n->same) n = n->same;
  return n;
}

static pml_arc *add_arc(builder *b, pml_node *from, const pml_stmt *s, pml_node *to) {
  pml_arc *a = SV_ARENA_NEW(b->l->arena, pml_arc);
  *a = (pml_arc){.stmt = s, .to = to, .region = b->region, .keeps = from->keeps};
  sv_push(from->arcs, a);
  return a;
}

static pml_node *plain(builder *b, const pml_stmt *s, pml_node *next) {
  pml_node *n = new_node(b, s);
  add_arc(b, n, s, next);
  return n;
}

// --- labels and jumps

static pml_node *node_of(builder *b, const pml_label *label) {
  uint32_t known = sv_map_get(&b->l->label_nodes, pml_key(label));
  if (known != SV_MAP_NONE) return b->process->nodes.at[known];
  pml_node *n = new_node(b, NULL);
  sv_map_put(&b->l->label_nodes, pml_key(label), b->process->nodes.n - 1);
  return n;
}

pml_node *pml_label_node(pml_lowering *l, const pml_label *label) {
  uint32_t known = sv_map_get(&l->label_nodes, pml_key(label));
  if (known == SV_MAP_NONE) return NULL;
  return pml_real(l->process[label->proc->index].nodes.at[known]);
}

static bool starts_with(const char *text, const char *prefix) {
  return !strncmp(text, prefix, strlen(prefix));
}

static bool is_end_label(const builder *b, const pml_label *label) {
  return starts_with(sv_names_get(b->l->model->names, label->name), "end");
}

static bool is_progress_label(const builder *b, const pml_label *label) {
  return starts_with(sv_names_get(b->l->model->names, label->name), "progress");
}

static bool is_accept_label(const builder *b, const pml_label *label) {
  return starts_with(sv_names_get(b->l->model->names, label->name), "accept");
}

static bool is_special(const pml_lowering *l, const pml_label *label) {
  const char *text = sv_names_get(l->model->names, label->name);
  return starts_with(text, "end") || starts_with(text, "accept") || starts_with(text, "progress");
}

static void put_label(builder *b, const pml_label *label, pml_node *n) {
  pml_node *at = node_of(b, label);
  if (at != n && pml_real(n) != at) at->same = n;
  at->is_exit = !b->region;
}

static void put_labels(builder *b, const pml_stmt *s, pml_node *n) {
  for (uint32_t i = 0; i < s->labels; i++) {
    put_label(b, s->label[i], n);
    if (is_end_label(b, s->label[i])) pml_real(n)->is_end = true;
    if (is_progress_label(b, s->label[i])) pml_real(n)->is_progress = true;
    if (is_accept_label(b, s->label[i])) pml_real(n)->is_accept = true;
  }
}

static bool in_atomic(const builder *b) { return b->region != 0; }

static bool is_looked_at(const pml_lowering *l, const pml_stmt *s) {
  for (uint32_t i = 0; i < s->labels; i++)
    if (sv_map_get(&l->looked_at, pml_key(s->label[i])) != SV_MAP_NONE) return true;
  return false;
}

static bool has_special(const pml_lowering *l, const pml_stmt *s) {
  for (uint32_t i = 0; i < s->labels; i++)
    if (is_special(l, s->label[i])) return true;
  return false;
}

// Is there a label on this jump that makes it a step?
bool pml_is_marked(const pml_lowering *l, const pml_stmt *s) {
  return has_special(l, s) || is_looked_at(l, s);
}

// A jump inside of a section has a control state of its own, which others may pass.
static pml_node *jump_node(builder *b, const pml_stmt *s, pml_node *to) {
  pml_node *n = new_node(b, s);
  add_arc(b, n, s, to)->is_goto = true;
  n->passes = in_atomic(b);
  return n;
}

// The `skip` before a labelled jump. For a label that is referred to Spin puts it there
// late, and then the jump does not belong to the section.
static pml_node *marked_jump(builder *b, const pml_stmt *s, pml_node *to) {
  bool late = !has_special(b->l, s);
  pml_node *n = jump_node(b, s, to);
  if (!in_atomic(b) || pml_d_step_of(b->l, b->region)) return n;
  n->is_late = late;
  n->is_jump = true;
  if (late) n->keeps = n->arcs.at[0]->keeps = false;
  pml_node *skip = new_node(b, s);
  skip->keeps |= !late;
  add_arc(b, skip, s, n)->is_goto = true;
  return skip;
}

static pml_node *jump(builder *b, const pml_stmt *s, pml_node *to, bool first) {
  if (pml_is_marked(b->l, s)) return marked_jump(b, s, to);
  return first || in_atomic(b) ? jump_node(b, s, to) : to;
}

static pml_node *exit_of(builder *b, const pml_stmt *loop) {
  uint32_t at = sv_map_get(&b->l->loop_exits, pml_key(loop));
  REQUIRE(at != SV_MAP_NONE, "a break knows its loop");
  return b->process->nodes.at[at];
}

// A node of its own, since only nodes of the process have numbers.
static void put_exit(builder *b, const pml_stmt *loop, pml_node *next) {
  pml_node *n = new_node(b, NULL);
  n->same = next;
  sv_map_put(&b->l->loop_exits, pml_key(loop), b->process->nodes.n - 1);
}

// --- sequences

static bool is_silent(const pml_stmt *s) {
  return s->kind == PML_S_PRINTF || s->kind == PML_S_PRINTM ||
         (s->kind == PML_S_EXPR && s->value->op == PML_E_NUMBER && s->value->value == 1);
}

static bool is_skip(const pml_stmt *s) {
  return s->kind == PML_S_EXPR && s->value->op == PML_E_NUMBER && s->value->value == 1;
}

// In an option Spin drops a `skip` behind one, or behind a `printf`, unless it is the last
// or one of them has a label.
static bool is_dropped(const pml_block *list, uint32_t i) {
  return i && i + 1 < list->n && is_skip(list->at[i]) && !list->at[i]->labels &&
         is_silent(list->at[i - 1]) && !list->at[i - 1]->labels;
}

static pml_node *lower_list(builder *b, const pml_block *list, pml_node *next, bool option,
                            bool drops) {
  bool ends = b->is_last && !option;
  for (uint32_t i = list->n; i--;) {
    if (drops && is_dropped(list, i)) continue;
    b->is_last = ends && i + 1 == list->n;
    next = lower_stmt(b, list->at[i], next, option && !i);
  }
  b->is_last = ends;
  return next;
}

// --- structured statements

static bool is_else_option(const pml_block *option) {
  return option->n && option->at[0]->kind == PML_S_ELSE;
}

// The `else` comes last, wherever it stands.
static void lower_options(builder *b, const pml_stmt *s, pml_node *n, pml_node *next) {
  for (uint32_t last = 0; last < 2; last++)
    for (uint32_t i = 0; i < s->options; i++) {
      const pml_block *option = &s->option[s->break_first ? s->options - 1 - i : i];
      if (is_else_option(option) == last)
        sv_push(n->firsts, lower_list(b, option, next, true, !s->implied));
    }
}

// The step out of a selection, loop or `unless` inside of atomic: it ends the section if
// the statement does, which itself then does not. It shows only where control can be lost
// between, or where an escape is possible.
static pml_node *selection_exit(builder *b, const pml_stmt *s, pml_node *next) {
  if (!in_atomic(b) || pml_d_step_of(b->l, b->region)) return next;
  bool shows = b->process->proc->provided || b->l->program->uses_priority ||
               (b->in_main && s->kind == PML_S_DO) || pml_has_rendezvous_send(b->l, s);
  return shows ? jump_node(b, s, next) : next;
}

static pml_node *lower_if(builder *b, const pml_stmt *s, pml_node *next) {
  bool ends = b->is_last;
  pml_node *behind = selection_exit(b, s, next);
  b->is_last = false;
  pml_node *n = new_node(b, s);
  lower_options(b, s, n, behind);
  b->is_last = ends;
  return n;
}

static pml_node *lower_do(builder *b, const pml_stmt *s, pml_node *next) {
  bool ends = b->is_last;
  pml_node *behind = selection_exit(b, s, next);
  b->is_last = false;
  pml_node *n = new_node(b, s);
  put_exit(b, s, behind);
  lower_options(b, s, n, n);
  b->is_last = ends;
  return n;
}

static uint32_t open_region(builder *b, bool d_step) {
  assert(b->region < b->l->regions.n);
  sv_push(b->l->regions, (pml_region){b->region, d_step});
  return b->l->regions.n - 1;
}

uint32_t pml_d_step_of(const pml_lowering *l, uint32_t region) {
  for (; region; region = l->regions.at[region].outer)
    if (l->regions.at[region].d_step) return region;
  return 0;
}

// What comes behind an outermost section, seen from inside: arriving there gives up control.
static pml_node *section_exit(builder *b, pml_node *next) {
  if (b->region) return next;
  pml_node *n = new_node(b, NULL);
  n->same = next;
  n->is_exit = true;
  return n;
}

// A block inside of a section of the same or a stronger kind is just a block.
static pml_node *lower_inside(builder *b, const pml_stmt *s, pml_node *next) {
  uint32_t outer = b->region;
  bool ends = b->is_last;
  bool d_step = s->kind == PML_S_D_STEP;
  bool opens = s->kind == PML_S_ATOMIC ? !outer : d_step && !pml_d_step_of(b->l, outer);
  if (opens) next = section_exit(b, next);
  if (opens) b->region = open_region(b, d_step);
  if (opens) b->is_last = !d_step;
  pml_node *first = lower_list(b, &s->body, next, false, false);
  b->region = outer;
  b->is_last = ends;
  return first;
}

// What ends a section is the last statement in the braces, not these.
static pml_node *lower_braces(builder *b, const pml_stmt *s, pml_node *next) {
  pml_node *n = new_node(b, s);
  n->keeps |= in_atomic(b) && s->kind != PML_S_D_STEP;
  sv_push(n->firsts, lower_inside(b, s, next));
  return n;
}

static bool is_open_main(const pml_stmt *s) {
  return s->kind == PML_S_BLOCK || s->kind == PML_S_ATOMIC;
}

// Behind braces the main part begins with its first statement.
static pml_node *lower_main(builder *b, const pml_stmt *s, pml_node *next, bool first) {
  if (!is_open_main(s) || s->labels) return lower_stmt(b, s, next, first);
  return lower_inside(b, s, next);
}

// Behind `fi` and behind an `unless` there is no escape; behind `od` there is.
static bool is_plain_exit(const pml_node *n) {
  return n->passes && (n->stmt->kind == PML_S_IF || n->stmt->kind == PML_S_UNLESS);
}

static pml_node *lower_unless(builder *b, const pml_stmt *s, pml_node *next, bool first) {
  bool ends = b->is_last;
  pml_node *behind = selection_exit(b, s, next);
  b->is_last = false;
  pml_node *escape = lower_stmt(b, s->body.at[1], behind, true);
  uint32_t from = b->process->nodes.n;
  bool in_main = b->in_main;
  b->in_main = true;
  pml_node *main = lower_main(b, s->body.at[0], behind, first);
  b->in_main = in_main;
  b->is_last = ends;
  for (uint32_t i = from; i < b->process->nodes.n; i++) {
    pml_node *n = b->process->nodes.at[i];
    if (!pml_d_step_of(b->l, n->region) && !is_plain_exit(n)) sv_push(n->escapes, escape);
  }
  return main;
}

// A `break` in a `for` leaves the loop that stands for it.
static pml_node *lower_sugar(builder *b, const pml_stmt *s, pml_node *next, bool first) {
  pml_block list;
  bool ends = b->is_last;
  bool loops = s->kind == PML_S_FOR || s->kind == PML_S_FOR_IN;
  pml_expand(b->l, b->process->proc, s, &list);
  if (loops) put_exit(b, s, next);
  for (uint32_t i = list.n; i--;) {
    b->is_last = ends && i + 1 == list.n;
    next = lower_stmt(b, list.at[i], next, first && !i);
  }
  if (loops) exit_of(b, s)->same = exit_of(b, list.at[1]);
  b->is_last = ends;
  return next;
}

// --- all statements

static pml_node *lower_kind(builder *b, const pml_stmt *s, pml_node *next, bool first) {
  switch (s->kind) {
  case PML_S_EXCLUSIVE: return next;
  case PML_S_DECL:
  case PML_S_FOR:
  case PML_S_FOR_IN:
  case PML_S_SELECT: return lower_sugar(b, s, next, first);
  case PML_S_GOTO: return jump(b, s, node_of(b, s->goal), first);
  case PML_S_BREAK: return jump(b, s, exit_of(b, s->loop), first);
  case PML_S_IF: return lower_if(b, s, next);
  case PML_S_DO: return lower_do(b, s, next);
  case PML_S_ATOMIC:
  case PML_S_D_STEP:
  case PML_S_BLOCK: return lower_braces(b, s, next);
  case PML_S_UNLESS: return lower_unless(b, s, next, first);
  default: return plain(b, s, next);
  }
}

static bool labels_elsewhere(const pml_stmt *s) {
  return s->kind == PML_S_FOR || s->kind == PML_S_FOR_IN || s->kind == PML_S_SELECT;
}

// A label on a jump is where the jump leads; if the jump is a step, its first label is its
// own place, and the others too if one of them is referred to.
static void put_jump_labels(builder *b, const pml_stmt *s, pml_node *n) {
  pml_node *goal = s->kind == PML_S_GOTO ? node_of(b, s->goal) : exit_of(b, s->loop);
  if (!pml_is_marked(b->l, s)) {
    put_labels(b, s, goal);
  } else if (is_looked_at(b->l, s)) {
    put_labels(b, s, n);
  } else {
    put_label(b, s->label[0], n);
    n->is_end |= is_end_label(b, s->label[0]);
    n->is_progress |= is_progress_label(b, s->label[0]);
    n->is_accept |= is_accept_label(b, s->label[0]);
    for (uint32_t i = 1; i < s->labels; i++) put_label(b, s->label[i], goal);
  }
}

static bool is_jump(const pml_stmt *s) { return s->kind == PML_S_GOTO || s->kind == PML_S_BREAK; }

static pml_node *lower_stmt(builder *b, const pml_stmt *s, pml_node *next, bool first) {
  pml_node *n = lower_kind(b, s, next, first);
  if (s->labels && is_jump(s)) put_jump_labels(b, s, n);
  else if (s->labels && !labels_elsewhere(s)) put_labels(b, s, n);
  return n;
}

#ifdef NDEBUG
static void assert_flow(const pml_lowering *l, const pml_process *p) { SV_UNUSED(l), SV_UNUSED(p); }
#else
// What stands for another node leads to one that stands for itself: pml_real ends.
static void assert_real(const pml_process *p, const pml_node *n) {
  for (uint32_t most = p->nodes.n; n->same; n = n->same, most--) assert(most);
}

static void assert_arcs(const pml_node *n) {
  for (uint32_t i = 0; i < n->arcs.n; i++) {
    const pml_arc *a = n->arcs.at[i];
    assert(a->region == n->region);              // a statement belongs to its state's section
    assert(a->keeps == n->keeps);                // and keeps control as that does
    assert(a->to || (!a->stmt && n->is_death));  // only death leads nowhere
    assert(!a->is_goto || (a->stmt && n->arcs.n == 1));  // a jump is the only way on
  }
}

static void assert_flow(const pml_lowering *l, const pml_process *p) {
  assert_real(p, p->entry);
  for (uint32_t i = 1; i < l->regions.n; i++) assert(l->regions.at[i].outer < i);
  for (uint32_t i = 0; i < p->nodes.n; i++) {
    const pml_node *n = p->nodes.at[i];
    assert_real(p, n);
    assert(n->region < l->regions.n);
    assert(!n->keeps || n->region);  // outside of all sections there is no control to keep
    assert(!n->passes || (n->arcs.n == 1 && n->arcs.at[0]->is_goto && n->region));
    assert(!n->is_death || (n->is_end && !n->region && n->arcs.n == 1));
    assert(!n->arcs.n || !n->firsts.n);  // a plain statement has no statements inside
    assert_arcs(n);
  }
}
#endif

void pml_build_flow(pml_lowering *l, pml_process *p) {
  builder b = {.l = l, .process = p};
  pml_node *end = new_node(&b, NULL);
  end->is_end = end->is_death = true;
  add_arc(&b, end, NULL, NULL);
  p->entry = lower_list(&b, &p->proc->body, end, false, false);
  assert(!b.region && !b.in_main && !b.is_last);  // all that was opened has been closed
  pml_pass_jumps(p);
  assert_flow(l, p);
}
