#include "load/spread.h"

/* Numbers below 128 have a cell each; above, each power of two has 128 cells, one for each value of the seven bits
 * after the first. */
static uint32_t cell_of(uint64_t n)
{
  if (n < SPREAD_STEPS) {
    return (uint32_t)n;
  }
  const unsigned power = 63 - (unsigned)__builtin_clzll(n); /* 7 .. 63 */
  const uint64_t cell = (uint64_t)(power - 6) * SPREAD_STEPS + (n >> (power - 7)) - SPREAD_STEPS;
  return cell < SPREAD_CELLS ? (uint32_t)cell : SPREAD_CELLS - 1;
}

uint64_t spread_bound(uint32_t cell)
{
  if (cell < SPREAD_STEPS) {
    return cell;
  }
  const unsigned power = cell / SPREAD_STEPS + 6;
  const uint64_t step = cell % SPREAD_STEPS + SPREAD_STEPS;
  return ((step + 1) << (power - 7)) - 1;
}

void spread_add(struct spread *s, uint64_t n)
{
  s->least = s->count == 0 || n < s->least ? n : s->least;
  s->most = n > s->most ? n : s->most;
  s->count++;
  s->sum += (double)n;
  s->cells[cell_of(n)]++;
}

uint64_t spread_rank(const struct spread *s, unsigned permille)
{
  const uint64_t rank = (s->count * permille + 999) / 1000;
  uint64_t seen = 0;
  for (uint32_t c = 0; c < SPREAD_CELLS && s->count > 0; c++) {
    seen += s->cells[c];
    if (seen >= rank) {
      const uint64_t bound = spread_bound(c);
      return bound < s->least ? s->least : bound > s->most || c == SPREAD_CELLS - 1 ? s->most : bound;
    }
  }
  return s->most;
}

double spread_mean(const struct spread *s) { return s->count == 0 ? 0 : s->sum / (double)s->count; }
