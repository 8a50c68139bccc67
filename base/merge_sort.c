/* Top-down merge sort. Halves are sorted in place and merged using `room`. */
#include "base/merge_sort.h"

#include <assert.h>
#include <string.h>

void merge_sort(void *items, size_t n, size_t size, void *room, merge_sort_order *order, void *ctx)
{
  assert(size > 0 && order != NULL);
  if (n < 2) return;
  char *left = items, *middle = left + n / 2 * size, *right = middle, *end = left + n * size, *out = room;
  merge_sort(left, n / 2, size, room, order, ctx);
  merge_sort(middle, n - n / 2, size, room, order, ctx);
  while (left < middle && right < end) {
    char **from = order(ctx, left, right) <= 0 ? &left : &right;
    memcpy(out, *from, size);
    *from += size;
    out += size;
  }
  /* The rest of the right half is already in place. */
  memcpy(out, left, (size_t)(middle - left));
  memcpy(items, room, (size_t)(right - (char *)items));
}
