/* Arrays in an arena that grow. */
#ifndef FICELLE_BASE_ARRAY_H
#define FICELLE_BASE_ARRAY_H

#include <stdint.h>

#include "base/arena.h"

/* Makes room for one more in `items`, which has `n` of `cap` (uint32_t): `first` at the beginning, then twice as many.
 * The arguments are evaluated several times. */
#define ARENA_ROOM(a, items, n, cap, first) \
  ((n) < (cap) ? (void)0 : (void)((items) = arena__double((a), (items), &(cap), sizeof *(items), (first))))
void *arena__double(struct arena *a, void *items, uint32_t *cap, size_t size, uint32_t first);

#endif
