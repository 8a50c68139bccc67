/* The names of a catalog: many of them, the same title in several types, and duplicates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compiler/catalog/names.h"

enum { MANY = 3000 };

static struct resource *number(uintptr_t n) { return (struct resource *)(n * 16 + 16); }

static void many_names_are_found(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  const symbol *types[] = {sym_z("file"), sym_z("user"), sym_z("class")};
  struct catalog_index index;
  catalog_index_init(&index, a, 0);
  for (uintptr_t i = 0; i < MANY; i++) {
    const str title = arena_printf(a, "/etc/%u", (unsigned)(i / 3));
    assert_null(catalog_index_get(&index, types[i % 3], title));
    assert_ptr_equal(catalog_index_add(&index, types[i % 3], title, number(i)), number(i));
  }
  assert_int_equal(index.n, MANY);
  for (uintptr_t i = 0; i < MANY; i++) {
    const str title = arena_printf(a, "/etc/%u", (unsigned)(i / 3));
    assert_ptr_equal(catalog_index_get(&index, types[i % 3], title), number(i));
    assert_ptr_equal(catalog_index_add(&index, types[i % 3], title, number(MANY)), number(i));
  }
  assert_int_equal(index.n, MANY);
  assert_null(catalog_index_get(&index, sym_z("group"), STR("/etc/1")));
  assert_null(catalog_index_get(&index, types[0], STR_EMPTY));
  assert_ptr_equal(catalog_index_add(&index, types[2], STR_EMPTY, number(1)), number(1));
  assert_ptr_equal(catalog_index_get(&index, types[2], STR_EMPTY), number(1));
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(many_names_are_found)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
