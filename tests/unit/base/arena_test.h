/* For tests that only need an arena: setup and teardown for cmocka_run_group_tests. */
#ifndef FICELLE_TESTS_ARENA_TEST_H
#define FICELLE_TESTS_ARENA_TEST_H

#include "base/arena.h"

static struct arena *arena;

static int arena_setup(void **state)
{
  (void)state;
  arena = arena_new();
  return 0;
}

static int arena_teardown(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

#endif
