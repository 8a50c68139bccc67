/* Percentiles over the sliding window. Nearest rank: the smallest value such that p percent are not greater.
 */
#include "collectors/reader_internal.h"

#include <stdlib.h>
#include <string.h>

static int compare_u64(const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *)a;
  uint64_t y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static uint64_t rank(const uint64_t *sorted, size_t n, unsigned percent)
{
  return sorted[(n * percent + 99) / 100 - 1];
}

static struct reader_percentiles percentiles(uint64_t *values, size_t n)
{
  struct reader_percentiles p = {.count = n};
  if (n > 0) {
    qsort(values, n, sizeof *values, compare_u64);
    p.p50 = rank(values, n, 50);
    p.p90 = rank(values, n, 90);
    p.p95 = rank(values, n, 95);
    p.p99 = rank(values, n, 99);
    p.max = values[n - 1];
  }
  return p;
}

/* Samples of the future (the clock was set back) count as new. */
static bool in_window(const struct stats_reader *r, const struct seg_sample *s)
{
  uint64_t length_us = r->core.window_s * 1000000;
  return s->end_us >= r->now_us || r->now_us - s->end_us < length_us;
}

static void compute_environments(struct stats_reader *r, uint64_t *values)
{
  for (size_t e = 0; e < r->tables[SEG_ENV].count; e++) {
    uint64_t id = reader_row(r, SEG_ENV, e)->id;
    size_t n = 0;
    for (size_t i = 0; i < r->sample_count; i++) {
      if (r->samples[i].env_id == id && in_window(r, &r->samples[i])) {
        values[n++] = r->samples[i].time_us;
      }
    }
    r->window.env[e] = percentiles(values, n);
  }
}

static void compute_phases(struct stats_reader *r, uint64_t *values)
{
  for (int p = 1; p < STATS_PHASES; p++) {
    size_t n = 0;
    if (r->core.phase_count[p] == 0) {
      continue;
    }
    for (size_t i = 0; i < r->sample_count; i++) {
      if (in_window(r, &r->samples[i])) {
        values[n++] = r->samples[i].phase_us[p];
      }
    }
    r->window.phase[p] = percentiles(values, n);
  }
}

void reader_compute_window(struct stats_reader *r)
{
  struct reader_window *w = &r->window;
  uint64_t length_us = r->core.window_s * 1000000;
  uint64_t *values = malloc(r->sample_count * sizeof *values + 1);
  size_t n = 0;
  if (values == NULL) {
    return;   /* the old percentiles stay a little longer */
  }
  memset(w, 0, sizeof *w);
  w->expires_us = UINT64_MAX;
  for (size_t i = 0; i < r->sample_count; i++) {
    const struct seg_sample *s = &r->samples[i];
    if (!in_window(r, s)) {
      continue;
    }
    values[n++] = s->time_us;
    w->failed += s->failed != 0;
    if (s->mem_kib > w->max_mem_kib) {
      w->max_mem_kib = s->mem_kib;
    }
    uint64_t leaves_us = s->end_us + length_us;
    if (leaves_us < w->expires_us) {
      w->expires_us = leaves_us;
    }
  }
  w->all = percentiles(values, n);
  compute_environments(r, values);
  compute_phases(r, values);
  free(values);
}
