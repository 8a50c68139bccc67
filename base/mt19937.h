/* The Mersenne Twister MT19937 with the seeds and numbers of Ruby's Random: the same seed gives the same numbers. Not
 * for secrets. */
#ifndef FICELLE_BASE_MT19937_H
#define FICELLE_BASE_MT19937_H

#include <stddef.h>
#include <stdint.h>

enum { MT19937_WORDS = 624 };

struct mt19937 {
  uint32_t state[MT19937_WORDS];
  unsigned at;
};

/* The seed is a number of n words, the lowest first, n >= 1. Leading zero words are ignored. */
void mt19937_seed(struct mt19937 *mt, const uint32_t *words, size_t n);
uint32_t mt19937_next(struct mt19937 *mt);
/* Returns 0 … limit, uniformly distributed: Random#rand(limit + 1). */
uint64_t mt19937_limited(struct mt19937 *mt, uint64_t limit);

#endif
