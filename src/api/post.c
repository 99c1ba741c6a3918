// post.c -- messages between processes that were started together, for clients that divide work
// among them (`sweep`). See base/ranks.h.

#include "api/api.h"

enum { SLOTS = 64 };

typedef struct sv_post {
  char *slots[SLOTS];  // what is on its way
  uint32_t next;
} sv_post;

static bool opens(selvage *s) {
  REQUIRE(s && s->ranks, "selvage_join comes first");
  if (s->post) return true;
  if (s->ranks->lost || s->ranks->calls->open(SLOTS, SELVAGE_MESSAGE)) return false;
  s->post = SV_NEW(sv_post);
  return true;
}

static int lose(selvage *s) {
  s->ranks->lost = true;
  return -1;
}

// Slots are used in turn, so what was sent first is waited for first.
int selvage_send(selvage *s, int to, const void *bytes, size_t n) {
  REQUIRE(n <= SELVAGE_MESSAGE, "a message is too long");
  if (!opens(s)) return lose(s);
  sv_post *p = s->post;
  int free_now = p->slots[p->next] ? s->ranks->calls->sent(p->next) : 1;
  if (free_now <= 0) return free_now ? lose(s) : 0;
  sv_free(p->slots[p->next]);
  p->slots[p->next] = sv_alloc(n + 1);
  memcpy(p->slots[p->next], bytes, n);
  if (s->ranks->calls->send(p->next, p->slots[p->next], n, (uint32_t)to)) return lose(s);
  p->next = (p->next + 1) % SLOTS;
  return 1;
}

long selvage_receive(selvage *s, void *bytes) {
  const void *from;
  size_t n;
  if (!opens(s)) return lose(s);
  int come = s->ranks->calls->next(&from, &n);
  if (come <= 0) return come ? lose(s) : 0;
  memcpy(bytes, from, n);
  return s->ranks->calls->taken() ? lose(s) : (long)n;
}

// Who is lost would be waited for without end.
void sv_api_post_close(selvage *s) {
  if (!s->post) return;
  if (!s->ranks->lost && s->ranks->calls->close()) s->ranks->lost = true;
  for (uint32_t i = 0; !s->ranks->lost && i < SLOTS; i++) sv_free(s->post->slots[i]);
  sv_free(s->post);
  s->post = NULL;
}
