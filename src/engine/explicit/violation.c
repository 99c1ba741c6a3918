// violation.c -- from a violation to a trace in the answer.
//
// The order of search knows the way to the state; here it gets its last step
// and goes to the referee. A property that was violated is not looked for any
// more. Without --keep-going the search stops.

#include "engine/explicit/search.h"

// Should a model ask twice for the same thing, it gets two traces.
static uint32_t another_deadlock(const sv_search *s) {
  for (uint32_t i = 0; i < s->answer->findings.n; i++) {
    const sv_finding *f = &s->answer->findings.at[i];
    if (!f->trace && s->net->properties.at[f->property].kind == SV_PROP_DEADLOCK)
      return f->property;
  }
  return 0;
}

void sv_search_forget(sv_search *s, uint32_t property) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->state_properties.n; i++)
    if (s->state_properties.at[i] != property)
      s->state_properties.at[kept++] = s->state_properties.at[i];
  s->state_properties.n = kept;
  if (s->deadlock == property) s->deadlock = another_deadlock(s);
  for (uint32_t a = 0; a < s->net->actions.n; a++)
    if (s->fails[a] == property) s->fails[a] = 0;
}

// Copies the steps to a link, because the chain is forgotten soon.
void sv_search_set_steps(const sv_search *s, uint32_t link, sv_takens *steps) {
  sv_clear(*steps);
  for (; link != SV_NO_LINK; link = s->chain.links.at[link].from) {
    const sv_link *l = &s->chain.links.at[link];
    assert(link < s->chain.links.n && (l->from == SV_NO_LINK || l->from < link));
    sv_push(*steps, (sv_taken){l->action, l->choice});
  }
}

bool sv_search_report(sv_search *s, sv_violation v) {
  if (!s->spread && !sv_search_trusts(s)) return false;
  assert(!s->member && v.property && sv_answer_finding(s->answer, v.property));
  sv_trace *trace = s->path(s, v.where);
  if (!trace && s->spread && s->run->ranks->lost) return sv_search_stop(s, SV_LIMITED);
  if (!trace && s->seen.disk && sv_disk_error(s->seen.disk)) return false;  // unreadable
  if (!trace) {
    sv_answer_bug(s->answer, "no way back from a stored state");
    return sv_search_stop(s, SV_BROKEN);
  }
  for (uint32_t i = s->steps.n; i-- > 0;)
    sv_machine_push_step(s->machine, trace, s->steps.at[i].action, s->steps.at[i].choice);
  if (v.action != SV_NO_STEP) sv_machine_push_step(s->machine, trace, v.action, v.choice);
  if (!sv_answer_violated(s->answer, v.property, trace)) return sv_search_stop(s, SV_BROKEN);
  SV_LOG(s->run->log, 1, "explicit: property %u violated after %u steps", v.property,
         sv_answer_finding(s->answer, v.property)->trace->steps.n);
  s->found = s->depth + (s->expanded && v.property != s->deadlock);
  sv_search_forget(s, v.property);
  return s->keep_going ? true : sv_search_stop(s, SV_FOUND);
}

bool sv_search_violation(sv_search *s, sv_violation v) {
  if (s->looking) return s->over = true;
  if (s->member) return sv_worker_note(s->member, v);
  if (s->spread) return sv_spread_note(s->spread, v);
  bool now = !s->defers || v.property == s->deadlock;
  if (!now && s->pending.property) return true;
  sv_search_set_steps(s, v.link, &s->steps);
  if (now) return sv_search_report(s, v);
  s->pending = v;
  return true;
}

bool sv_search_pending(sv_search *s) {
  sv_violation v = s->pending;
  s->pending = (sv_violation){0};
  return v.property ? sv_search_report(s, v) : true;
}

// Inside of a chain, a process that holds control makes the state a passing one.
static bool is_passing(const sv_search *s, const uint64_t *state) {
  const sv_chain *c = &s->chain;
  return s->link != SV_NO_LINK && c->holder.bits && sv_field_get(state, c->holder);
}

bool sv_search_check_state(sv_search *s, const uint64_t *state, uint64_t where) {
  bool passing = is_passing(s, state);
  for (uint32_t i = 0; i < s->state_properties.n;) {
    uint32_t p = s->state_properties.at[i];
    bool skipped = passing && s->net->properties.at[p].stable;
    bool holds = skipped || sv_machine_holds(s->machine, state, p);
    if (!holds && !sv_search_violation(s, (sv_violation){p, SV_NO_STEP, where, 0, s->link}))
      return false;
    i += i < s->state_properties.n && s->state_properties.at[i] == p;
  }
  return true;
}
