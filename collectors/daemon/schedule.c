/* The time of the next poll of each source, as a heap. */
#include "collectors/daemon/schedule.h"

#include <stdlib.h>

#include "base/arena.h"

/* Between two starts when many sources start at once. */
enum { GAP_US = 20000 };

void schedule_free(struct schedule *s)
{
  free(s->items);
  *s = (struct schedule){0};
}

void schedule_clear(struct schedule *s) { s->count = 0; }

void schedule_put(struct schedule *s, int64_t due_us, void *what)
{
  if (s->count == s->room) {
    s->room = s->room * 2 + 16;
    s->items = xrealloc(s->items, s->room * sizeof *s->items);
  }
  size_t at = s->count++;
  for (size_t above; at > 0 && s->items[above = (at - 1) / 2].due_us > due_us; at = above)
    s->items[at] = s->items[above];
  s->items[at] = (struct schedule_item){due_us, what};
}

int64_t schedule_next_us(const struct schedule *s) { return s->count == 0 ? INT64_MAX : s->items[0].due_us; }

void *schedule_take(struct schedule *s)
{
  if (s->count == 0) return NULL;
  void *first = s->items[0].what;
  const struct schedule_item last = s->items[--s->count];
  size_t at = 0;
  for (;;) {
    size_t below = 2 * at + 1;
    if (below >= s->count) break;
    if (below + 1 < s->count && s->items[below + 1].due_us < s->items[below].due_us) below++;
    if (s->items[below].due_us >= last.due_us) break;
    s->items[at] = s->items[below];
    at = below;
  }
  if (s->count > 0) s->items[at] = last;
  return first;
}

int64_t schedule_first(int64_t now_us, size_t i, size_t n, int64_t interval_us)
{
  const int64_t wanted = (int64_t)n * GAP_US, spread = wanted < interval_us ? wanted : interval_us;
  return now_us + (n == 0 ? 0 : (int64_t)((double)spread * (double)i / (double)n));
}

int64_t schedule_after(int64_t due_us, int64_t now_us, int64_t interval_us)
{
  const int64_t next = due_us + interval_us;
  return next > now_us ? next : next + ((now_us - next) / interval_us + 1) * interval_us;
}
