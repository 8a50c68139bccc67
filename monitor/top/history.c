/* A ring of samples of a counter. A counter or clock that goes back empties it, and samples that are less than a
 * second apart replace each other, so that an hour always fits. */
#include "monitor/top/history.h"

#define SECOND_US UINT64_C(1000000)

static size_t place(const struct history *h, size_t i) { return (h->first + i) % HISTORY_SAMPLES; }

void history_add(struct history *h, uint64_t at_us, uint64_t total)
{
  if (h->count > 0) {
    const size_t last = place(h, h->count - 1);
    if (total < h->sample[last].total || at_us < h->sample[last].at_us) h->count = 0;
    else if (h->count > 1 && at_us - h->sample[place(h, h->count - 2)].at_us < SECOND_US) h->count--;
  }
  while (h->count > 1 && at_us - h->sample[place(h, 1)].at_us >= HISTORY_SECONDS * SECOND_US) {
    h->first = place(h, 1);
    h->count--;
  }
  if (h->count == HISTORY_SAMPLES) {
    h->first = place(h, 1);
    h->count--;
  }
  const size_t to = place(h, h->count++);
  h->sample[to].at_us = at_us;
  h->sample[to].total = total;
}

void history_counts(const struct history *h, uint64_t until_us, uint64_t step_us, uint32_t *count, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    const uint64_t end_us = until_us - (uint64_t)(n - 1 - i) * step_us;
    count[i] = h->count > 0 && end_us > h->sample[h->first].at_us && end_us <= until_us ? 0 : HISTORY_UNKNOWN;
  }
  for (size_t i = 1; i < h->count; i++) {
    const uint64_t at_us = h->sample[place(h, i)].at_us;
    const uint64_t steps = at_us <= until_us ? (until_us - at_us) / step_us : UINT64_MAX;
    const uint64_t more = h->sample[place(h, i)].total - h->sample[place(h, i - 1)].total;
    if (steps >= n) continue;
    uint32_t *to = &count[n - 1 - steps];
    if (*to == HISTORY_UNKNOWN) *to = 0;
    *to = more < HISTORY_UNKNOWN - 1 - *to ? *to + (uint32_t)more : HISTORY_UNKNOWN - 1;
  }
}

uint64_t history_rate(const struct history *h, uint64_t span_us, double *per_second)
{
  if (h->count < 2) return 0;
  const size_t last = place(h, h->count - 1);
  size_t from = h->count - 1;
  while (from > 0 && h->sample[last].at_us - h->sample[place(h, from)].at_us < span_us) from--;
  const uint64_t time_us = h->sample[last].at_us - h->sample[place(h, from)].at_us;
  if (time_us < 5 * SECOND_US) return 0;
  *per_second = (double)(h->sample[last].total - h->sample[place(h, from)].total) * 1e6 / (double)time_us;
  return time_us;
}
