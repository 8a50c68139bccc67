/* Deeply nested values of a catalog. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "agent/ral/ral.h"
#include "base/stack.h"

static struct arena *arena;

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

/* [[[…{"__ptype" => KIND}…]]] */
static value nested(const char *kind, uint32_t levels)
{
  struct hash *h = hash_new(arena, 1);
  hash_put_str(h, arena, STR("__ptype"), value_str(str_of(kind)));
  value v = value_hash(h);
  for (uint32_t i = 0; i < levels; i++) v = array_of(arena, &v, 1);
  return v;
}

static void deferred_is_found(void **state)
{
  (void)state;
  assert_true(ral_is_deferred(nested("Deferred", 1000)));
  assert_false(ral_is_deferred(nested("Default", 1000)));
}

/* Reads a catalog of one resource with that value. */
static bool read(struct ral *ral, value v, value *out)
{
  struct hash *params = hash_new(arena, 1);
  struct catalog_item item = {.params = params};
  struct catalog_doc doc = {.items = &item, .n = 1};
  hash_put_str(params, arena, STR("message"), v);
  const bool ok = ral_read_rich(ral, &doc);
  *out = *hash_get_str(item.params, STR("message"));
  return ok;
}

static void rich_data_is_read(void **state)
{
  struct ral ral = {.arena = arena};
  value v;
  (void)state;
  assert_true(read(&ral, nested("Default", 1000), &v));
  for (int i = 0; i < 1000; i++) v = v.array->items[0];
  assert_true(ral_is(v, "default"));
  assert_false(read(&ral, nested("Default", NESTING_LEVELS + 10), &v));
  assert_string_equal(arena_strz(arena, ral.error), "Evaluation Error: Nesting too deep: more than 3000 levels");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(deferred_is_found, setup, teardown),
                                     cmocka_unit_test_setup_teardown(rich_data_is_read, setup, teardown)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
