/* When what is due: a heap of moments. Who has been taken is not in it until it is put back, so nothing is under way
 * twice. Moments are microseconds of a clock that no one sets. */
#ifndef FICELLE_COLLECTOR_SCHEDULE_H
#define FICELLE_COLLECTOR_SCHEDULE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct schedule_item {
  int64_t due_us;
  void *what;
};

/* All zero: empty. */
struct schedule {
  struct schedule_item *items;
  size_t count, room;
};

void schedule_free(struct schedule *s);
void schedule_clear(struct schedule *s);
void schedule_put(struct schedule *s, int64_t due_us, void *what);
/* When the first entry is due; INT64_MAX when the schedule is empty. */
int64_t schedule_next_us(const struct schedule *s);
/* Removes the entry that is due first and returns it; NULL when the schedule is empty. */
void *schedule_take(struct schedule *s);

/* First moment of number `i` of `n` that all begin at the same time: spread over an interval, and over less when few
 * begin. */
int64_t schedule_first(int64_t now_us, size_t i, size_t n, int64_t interval_us);
/* The moment after `due_us` that is in step with it and not past: what was missed is left out. */
int64_t schedule_after(int64_t due_us, int64_t now_us, int64_t interval_us);

#endif
