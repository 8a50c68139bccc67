/* Samples of a counter in the last hour, with their times, in memory. */
#ifndef FICELLE_MONITOR_HISTORY_H
#define FICELLE_MONITOR_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HISTORY_SECONDS = 3600, HISTORY_SAMPLES = 4096 };
/* The count of a step is unknown. */
#define HISTORY_UNKNOWN UINT32_MAX

struct history {
  struct {
    uint64_t at_us, total;
  } sample[HISTORY_SAMPLES];
  size_t first, count;
};

/* Samples less than a second apart are one. A counter or a clock that goes back empties the history. */
void history_add(struct history *h, uint64_t at_us, uint64_t total);
/* The counts in each of the `n` steps before `until_us`, the oldest first. */
void history_counts(const struct history *h, uint64_t until_us, uint64_t step_us, uint32_t *count, size_t n);
/* The rate per second in the last `span_us`, or in the known part of it. Returns the length of that part; 0 while it is
 * less than 5 seconds. */
uint64_t history_rate(const struct history *h, uint64_t span_us, double *per_second);

#endif
