/* Percentiles over the sliding window. Nearest rank: the smallest value such that p percent are not greater. */
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

/* Percentiles of sorted values. */
static struct reader_percentiles percentiles(const uint64_t *sorted, size_t n)
{
  struct reader_percentiles p = {.count = n};
  if (n > 0) {
    while (p.nonzero < n && sorted[n - 1 - p.nonzero] != 0) {
      p.nonzero++;
    }
    p.p50 = rank(sorted, n, 50);
    p.p90 = rank(sorted, n, 90);
    p.p95 = rank(sorted, n, 95);
    p.p99 = rank(sorted, n, 99);
    p.max = sorted[n - 1];
  }
  return p;
}

/* --- objects that share a set ---------------------------------------------------------------------------- */

void reader_make_sets(struct stats_reader *r)
{
  const struct stats_list *list = r->list;
  r->set_of = reader_must(calloc(list->stat_count + 1, sizeof *r->set_of));
  r->sets = reader_must(calloc(list->stat_count + 1, sizeof *r->sets));
  for (uint32_t id = 0; id < list->stat_count; id++) {
    const struct stats_info *s = &list->stats[id];
    size_t i = 0;
    if (s->from.source != STATS_SOURCE_WINDOW) {
      continue;
    }
    while (i < r->set_count && (r->sets[i].sample != s->from.sample || r->sets[i].group != s->group)) {
      i++;
    }
    r->set_of[id] = (uint32_t)i;
    r->set_count += i == r->set_count;
    r->sets[i].sample = s->from.sample;
    r->sets[i].window = s->from.of;
    r->sets[i].group = s->group;
  }
}

void reader_free_sets(struct stats_reader *r)
{
  for (size_t i = 0; i < r->set_count; i++) {
    free(r->sets[i].by_row);
  }
  free(r->sets);
  free(r->set_of);
}

/* --- one set --------------------------------------------------------------------------------------------- */

/* The samples in a window, and buffers. */
struct in_window {
  const uint64_t **samples;
  size_t count;
  uint64_t *values;
};

static void compute_all(const struct stats_reader *r, struct reader_set *set, const struct in_window *in)
{
  const struct seg_spot *spot = &r->bind.samples[set->sample];
  for (size_t i = 0; i < in->count; i++) {
    in->values[i] = in->samples[i][spot->at];
  }
  qsort(in->values, in->count, sizeof *in->values, compare_u64);
  set->by_row[0] = percentiles(in->values, in->count);
}

/* Computes a value for each number of a fixed row; absent for numbers without samples. */
static void compute_fixed(const struct stats_reader *r, struct reader_set *set, const struct in_window *in)
{
  const struct seg_spot *spot = &r->bind.samples[set->sample];
  const struct stats_enum_info *e = &r->list->enums[r->list->groups[set->group].enumeration];
  for (size_t row = 0; row < set->rows; row++) {
    const uint32_t number = r->list->labels[e->first + row].number;
    bool any = false;
    for (size_t i = 0; number < spot->count && i < in->count; i++) {
      uint32_t half;
      memcpy(&half, (const char *)(in->samples[i] + spot->at) + number * sizeof half, sizeof half);
      any |= half != 0;
      in->values[i] = half != 0 ? half - 1u : 0;
    }
    if (any) {
      qsort(in->values, in->count, sizeof *in->values, compare_u64);
      set->by_row[row] = percentiles(in->values, in->count);
    }
  }
}

struct owned {
  uint64_t row_id, value;
};

static int compare_owned(const void *a, const void *b)
{
  const struct owned *x = a, *y = b;
  return x->row_id != y->row_id ? compare_u64(&x->row_id, &y->row_id) : compare_u64(&x->value, &y->value);
}

/* Computes values for rows of a table: sorts the samples by row, so that each row has a run. */
static void compute_named(const struct stats_reader *r, struct reader_set *set, const struct in_window *in)
{
  const struct stats_window_info *w = &r->list->windows[set->window];
  const struct seg_spot *value = &r->bind.samples[set->sample], *owner = NULL;
  for (size_t i = w->first; i < w->first + w->count; i++) {
    if (r->list->samples[i].of == STATS_SAMPLE_OF_ROW && r->list->samples[i].group == set->group) {
      owner = &r->bind.samples[i];
    }
  }
  struct owned *all = owner == NULL || owner->container == SEG_NOWHERE ? NULL : malloc(in->count * sizeof *all + 1);
  for (size_t i = 0; all != NULL && i < in->count; i++) {
    all[i] = (struct owned){in->samples[i][owner->at], in->samples[i][value->at]};
  }
  if (all != NULL) {
    qsort(all, in->count, sizeof *all, compare_owned);
  }
  for (size_t row = 0; all != NULL && row < set->rows; row++) {
    const uint64_t id = reader_row(r, set->group, row)->id;
    size_t low = 0, high = in->count, n = 0;
    while (low < high) {
      const size_t middle = low + (high - low) / 2;
      if (all[middle].row_id < id) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (; low + n < in->count && all[low + n].row_id == id; n++) {
      in->values[n] = all[low + n].value;
    }
    set->by_row[row] = percentiles(in->values, n);
  }
  free(all);
}

static void compute_set(const struct stats_reader *r, struct reader_set *set, const struct in_window *in)
{
  const struct stats_group_info *g = &r->list->groups[set->group];
  const size_t rows = stats_is_table(g) ? stats_reader_rows(r, set->group) : 1;
  if (set->room < rows) {
    free(set->by_row);
    set->room = rows + rows / 4;
    set->by_row = reader_must(malloc(set->room * sizeof *set->by_row));
  }
  set->rows = rows;
  if (rows > 0) {
    memset(set->by_row, 0, rows * sizeof *set->by_row);
  }
  if (r->bind.samples[set->sample].container == SEG_NOWHERE || in->count == 0) {
    return;
  }
  if (g->rows == STATS_ROWS_NAMED) {
    compute_named(r, set, in);
  } else if (g->rows == STATS_ROWS_FIXED) {
    compute_fixed(r, set, in);
  } else {
    compute_all(r, set, in);
  }
}

/* --- all ------------------------------------------------------------------------------------------------- */

/* Collects the samples of the window. Samples from the future (after the clock was set back) count as new. */
static void collect(struct stats_reader *r, uint32_t window, struct in_window *in)
{
  const struct seg_container *c = reader_window_of(r, window);
  const struct reader_ring *ring = &r->rings[window];
  in->count = 0;
  for (size_t i = 0; c != NULL && i < ring->count; i++) {
    const uint64_t *sample = ring->samples + i * c->item_words;
    const uint64_t end_us = sample[SEG_SAMPLE_END_US], length_us = r->core[c->state[1]] * 1000000;
    if (end_us < r->now_us && r->now_us - end_us >= length_us) {
      continue;
    }
    in->samples[in->count++] = sample;
    if (end_us + length_us < r->expires_us) {
      r->expires_us = end_us + length_us;
    }
  }
}

void reader_compute_windows(struct stats_reader *r)
{
  size_t most = 1;
  for (uint32_t w = 0; w < r->list->window_count; w++) {
    most = r->rings[w].count > most ? r->rings[w].count : most;
  }
  struct in_window in = {.samples = reader_must(malloc(most * sizeof *in.samples)),
                         .values = reader_must(malloc(most * sizeof *in.values))};
  r->expires_us = UINT64_MAX;
  for (uint32_t w = 0; w < r->list->window_count; w++) {
    collect(r, w, &in);
    for (size_t i = 0; i < r->set_count; i++) {
      if (r->sets[i].window == w) {
        compute_set(r, &r->sets[i], &in);
      }
    }
  }
  free(in.samples);
  free(in.values);
}

bool stats_reader_history(const struct stats_reader *r, uint32_t window, uint64_t until_us, uint64_t step_us,
                          uint32_t *count, size_t n)
{
  const struct seg_container *c = r->loaded ? reader_window_of(r, window) : NULL;
  memset(count, 0, n * sizeof *count);
  if (c == NULL || step_us == 0) {
    return false;
  }
  for (size_t i = 0; i < r->rings[window].count; i++) {
    const uint64_t end_us = r->rings[window].samples[i * c->item_words + SEG_SAMPLE_END_US];
    const uint64_t steps = end_us < until_us ? (until_us - 1 - end_us) / step_us : UINT64_MAX;
    if (steps < n) {
      count[n - 1 - steps]++;
    }
  }
  return true;
}
