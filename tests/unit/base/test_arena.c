#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/arena.h"
#include "base/trim.h"

static void test_allocations_are_aligned_and_separate(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  char *last = NULL;
  for (size_t size = 0; size < 300; size++) {
    char *p = arena_alloc(a, size);
    assert_int_equal((uintptr_t)p % ARENA_ALIGN, 0);
    assert_ptr_not_equal(p, last);
    memset(p, (int)size, size);
    last = p;
  }
  arena_free(a);
}

static void test_large_request_leaves_the_current_block_in_use(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  char *small = arena_alloc(a, 16);
  arena_alloc(a, 10 * 1024 * 1024);
  assert_ptr_equal(arena_alloc(a, 16), small + 16);
  arena_free(a);
}

static void test_regrow_extends_the_last_allocation_in_place(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  char *p = arena_alloc(a, 32);
  memcpy(p, "0123456789", 10);
  assert_ptr_equal(arena_regrow(a, p, 32, 200), p);
  arena_alloc(a, 16);
  char *q = arena_regrow(a, p, 200, 4000);
  assert_ptr_not_equal(q, p);
  assert_memory_equal(q, "0123456789", 10);
  arena_free(a);
}

/* Pages are populated in parts of a block. */
static void test_large_blocks_are_used_completely(void **state)
{
  enum { PIECE = 1000, PIECES = 8000 };
  (void)state;
  struct arena *a = arena_new();
  unsigned char **pieces = arena_array(a, PIECES, sizeof *pieces);
  for (int i = 0; i < PIECES; i++) memset(pieces[i] = arena_alloc(a, PIECE), i & 255, PIECE);
  for (int i = 0; i < PIECES; i++) {
    for (int k = 0; k < PIECE; k++) assert_int_equal(pieces[i][k], i & 255);
  }
  assert_true(arena_held_bytes(a) < (size_t)PIECE * PIECES + (3 << 20) / 2);
  char *p = arena_alloc(a, 700000); /* a new block of 1 MiB with space after it */
  p = arena_alloc(a, 1000);
  assert_ptr_equal(arena_regrow(a, p, 1000, 200000), p);
  memset(p, 1, 200000);
  arena_free(a);
}

struct refused {
  jmp_buf back;
  enum arena_failure why;
  size_t wanted;
};

static void refuse(void *ctx, enum arena_failure why, size_t wanted)
{
  struct refused *r = ctx;
  r->why = why;
  r->wanted = wanted;
  longjmp(r->back, 1);
}

/* Above 8 MiB blocks are huge pages. They are kept for the next arena until trim_arenas(). */
static void test_an_arena_of_many_mebibytes(void **state)
{
  enum { PIECE = 40 * 1024, PIECES = 1000, ROUNDS = 3, SLACK = 5 << 20 };
  (void)state;
  for (int round = 0; round < ROUNDS; round++) {
    struct arena *a = arena_new();
    unsigned char **pieces = arena_array(a, PIECES, sizeof *pieces);
    for (int i = 0; i < PIECES; i++) memset(pieces[i] = arena_alloc(a, PIECE), (i + round) & 255, PIECE);
    assert_true(arena_held_bytes(a) < (size_t)PIECE * PIECES + SLACK);
    for (int i = 0; i < PIECES; i++) {
      assert_int_equal(pieces[i][0], (i + round) & 255);
      assert_int_equal(pieces[i][PIECE - 1], (i + round) & 255);
      assert_true(arena_holds(a, pieces[i] + PIECE - 1));
    }
    arena_free(a);
    if (round == 1) trim_arenas();
  }
}

static void test_limit_calls_the_handler_and_holds(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct refused r = {.why = ARENA_NO_MEMORY};
  arena_on_fail(a, refuse, &r);
  arena_set_limit(a, 100 * 1024);
  if (setjmp(r.back) == 0) {
    for (;;) arena_alloc(a, 1000);
  }
  assert_int_equal(r.why, ARENA_LIMIT);
  assert_int_equal(r.wanted, 1000);
  assert_true(arena_held_bytes(a) <= 100 * 1024);
  assert_true(arena_held_bytes(a) > 60 * 1024);
  arena_free(a);
}

static void test_overflowing_product_is_refused(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct refused r;
  arena_on_fail(a, refuse, &r);
  if (setjmp(r.back) == 0) {
    arena_array(a, SIZE_MAX / 4, 16);
    fail();
  }
  assert_int_equal(r.why, ARENA_TOO_LARGE);
  arena_free(a);
}

static void test_injected_failure_reaches_the_handler(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct refused r;
  arena_on_fail(a, refuse, &r);
  arena_test_fail_at(2);
  if (setjmp(r.back) == 0) {
    arena_alloc(a, 16);
    arena_alloc(a, 1024 * 1024);
    fail();
  }
  arena_test_fail_at(0);
  assert_int_equal(r.why, ARENA_NO_MEMORY);
  arena_free(a);
}

static int released[3], nreleased;
static void release(void *p) { released[nreleased++] = *(int *)p; }

static void test_deferred_releases_run_last_first(void **state)
{
  (void)state;
  static int one = 1, two = 2;
  struct arena *a = arena_new();
  arena_defer(a, release, &one);
  arena_defer(a, release, &two);
  nreleased = 0;
  arena_free(a);
  assert_int_equal(nreleased, 2);
  assert_int_equal(released[0], 2);
  assert_int_equal(released[1], 1);
}

static void test_printf_and_copies_are_terminated(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  str s = arena_printf(a, "%d-%s", 42, "x");
  assert_int_equal(s.n, 4);
  assert_string_equal(s.p, "42-x");
  assert_string_equal(arena_strz(a, str_n("abc", 2)), "ab");
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_allocations_are_aligned_and_separate),
    cmocka_unit_test(test_large_request_leaves_the_current_block_in_use),
    cmocka_unit_test(test_regrow_extends_the_last_allocation_in_place),
    cmocka_unit_test(test_large_blocks_are_used_completely),
    cmocka_unit_test(test_an_arena_of_many_mebibytes),
    cmocka_unit_test(test_limit_calls_the_handler_and_holds),
    cmocka_unit_test(test_overflowing_product_is_refused),
    cmocka_unit_test(test_injected_failure_reaches_the_handler),
    cmocka_unit_test(test_deferred_releases_run_last_first),
    cmocka_unit_test(test_printf_and_copies_are_terminated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
