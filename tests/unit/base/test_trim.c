/* Releasing memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/check.h"
#include "base/trim.h"

enum { OWN_HEAP = ADDRESS_SANITIZER };

static size_t resident(void)
{
  FILE *f = fopen("/proc/self/statm", "r");
  unsigned long size = 0, pages = 0;
  assert_non_null(f);
  assert_int_equal(fscanf(f, "%lu %lu", &size, &pages), 2);
  fclose(f);
  return pages * (size_t)sysconf(_SC_PAGESIZE);
}

enum { PIECES = 400, PIECE = 100 * 1024 };

/* Free memory below a block in use, which glibc keeps by itself. */
static void test_heap(void **state)
{
  (void)state;
  char *pieces[PIECES];
  if (OWN_HEAP) skip(); /* the sanitizer's heap, not glibc's */
  for (int i = 0; i < PIECES; i++) memset(pieces[i] = malloc(PIECE), 1, PIECE);
  char *volatile last = malloc(PIECE); /* volatile, so that the compiler does not remove it */
  for (int i = 0; i < PIECES; i++) free(pieces[i]);
  const size_t before = resident();
  trim_heap((size_t)PIECES * PIECE * 2);
  assert_true(resident() + PIECE > before);
  trim_heap(1 << 20);
  assert_true(resident() + (size_t)PIECES * PIECE / 2 < before);
  free(last);
}

/* What an arena leaves for the next one. */
static void test_kept_blocks(void **state)
{
  (void)state;
  if (OWN_HEAP) skip(); /* nothing is kept */
  const size_t before = resident();
  for (int round = 0; round < 2; round++) {
    struct arena *a = arena_new();
    for (int i = 0; i < 2000; i++) memset(arena_alloc(a, 4000), 1, 4000);
    arena_free(a);
    trim_heap(0);
    assert_true(resident() > before + 4000000);
    trim_arenas();
    trim_heap(0);
    assert_true(resident() < before + 2000000);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_heap), cmocka_unit_test(test_kept_blocks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
