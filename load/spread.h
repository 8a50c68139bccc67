/* Many numbers in little memory: exact count, sum, minimum and maximum; percentiles to one part in 128. */
#ifndef FICELLE_LOAD_SPREAD_H
#define FICELLE_LOAD_SPREAD_H

#include <stdint.h>

enum { SPREAD_STEPS = 128, SPREAD_CELLS = SPREAD_STEPS * 40 }; /* numbers up to 2^46; greater ones count as that */

/* Zero means empty. */
struct spread {
  uint64_t count, least, most;
  double sum;
  uint32_t cells[SPREAD_CELLS];
};

void spread_add(struct spread *s, uint64_t n);
/* Nearest rank, permille from 1 to 1000; 0 when it is empty. */
uint64_t spread_rank(const struct spread *s, unsigned permille);
double spread_mean(const struct spread *s);
/* The greatest number of a cell. */
uint64_t spread_bound(uint32_t cell);

#endif
