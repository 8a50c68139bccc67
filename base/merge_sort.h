/* A stable sort, with a context for the comparison. The comparison may fail by longjmp: then the elements are in any
 * order, but complete. */
#ifndef FICELLE_BASE_MERGE_SORT_H
#define FICELLE_BASE_MERGE_SORT_H

#include <stddef.h>

/* <0, 0, >0 */
typedef int merge_sort_order(void *ctx, const void *a, const void *b);

/* Sorts n elements of `size` bytes. `room` has space for n elements. */
void merge_sort(void *items, size_t n, size_t size, void *room, merge_sort_order *order, void *ctx);

#endif
