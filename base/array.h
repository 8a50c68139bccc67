/* Growing arrays in an arena. */
#ifndef FICELLE_BASE_ARRAY_H
#define FICELLE_BASE_ARRAY_H

#include <stdint.h>

#include "base/arena.h"

/* Makes room for one more element in `items`, with `n` of `cap` (uint32_t) used: first `first` elements, then twice as
 * many. Evaluates its arguments several times. */
#define ARENA_ROOM(a, items, n, cap, first) \
  ((n) < (cap) ? (void)0 : (void)((items) = arena__double((a), (items), &(cap), sizeof *(items), (first))))
void *arena__double(struct arena *a, void *items, uint32_t *cap, size_t size, uint32_t first);

#endif
