/* A schedule: a heap of due times. An entry that was taken is not in the heap until it is put back, so nothing runs
 * twice at the same time. Times are microseconds of a clock that cannot be set. */
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

/* The first time of entry `i` of `n` that all start at the same time: spread over an interval, or over less for a few.
 * */
int64_t schedule_first(int64_t now_us, size_t i, size_t n, int64_t interval_us);
/* The next time after `due_us` that is a whole number of intervals later and not in the past; missed times are
 * skipped. */
int64_t schedule_after(int64_t due_us, int64_t now_us, int64_t interval_us);

#endif
