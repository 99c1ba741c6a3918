// child_inside.h -- both ends of the pipes; only for child*.c.
//
// Two pipes lead from the child to the parent. One carries messages, each a
// kind, a length and that many bytes: progress, what was covered, the answer.
// The other is the child's standard error: its lines are passed on, but those
// of a failure ("selvage: ...") are kept for the answer. A page that both can
// see leads the other way.

#ifndef SV_CHILD_INSIDE_H
#define SV_CHILD_INSIDE_H

#include <sys/resource.h>
#include <sys/types.h>

#include "engine/child.h"
#include "engine/child_wire.h"

typedef enum { MESSAGE_PROGRESS, MESSAGE_COVERED, MESSAGE_ANSWER, MESSAGE_KINDS } sv_message_kind;

// Seen by both.
typedef struct {
  volatile int ready;      // written by the child: it will not outlive its parent
  volatile int interrupt;  // written by the parent
  volatile double paused;  // likewise, in seconds, while the child is suspended
} sv_child_page;

struct sv_child {
  pid_t pid;
  bool own_group;       // signals go to the whole process group
  int messages, words;  // ends of the pipes; -1: closed
  sv_text in, line, last_words;
  char *covered;
  sv_text answer_bytes;
  bool answered, malformed, reaped, ended;
  double paused_since;  // 0: it runs
  sv_cause killed;
  double limit_seen;  // since then it is given a moment; 0: no limit was hit
  int status;
  struct rusage used;
  sv_child_page *page;
  sv_model *model;
  const sv_run *run;
  sv_answer *answer;
  sv_progress_report last;  // what it said, and
  double heard;             // when; 0: nothing yet
};

// In the child: does the work, sends the answer, ends the process.
SV_NORETURN void sv_child_work(sv_check_fn *, sv_model *, const sv_run *, sv_answer *,
                               sv_child_page *, int to);
// In the parent: waits for the answer until then (sv_now() value, 0: as long as
// it takes), a limit or the end; true if the child has ended.
bool sv_child_watch(sv_child *, double until);
// The same for several, until one of them ends: which, or n.
uint32_t sv_children_watch(sv_child *const[], uint32_t n, double until);
void sv_child_signal(const sv_child *, int signal);

#endif
