/* Resource types: attributes, keys and titles, without files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compiler/restypes/restype.h"

static struct arena *arena;

static int begin(void **state)
{
  (void)state;
  arena = arena_new();
  return 0;
}

static int end(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

static struct restype *made(enum restype_origin origin, const char *const *attributes, uint32_t n, uint32_t keys)
{
  const symbol *names[8];
  for (uint32_t i = 0; i < n; i++) names[i] = sym_z(attributes[i]);
  struct restype *t = restype_new(arena, sym_z("made"), origin);
  restype_set_attributes(arena, t, names, n);
  restype_set_keys(arena, t, names, keys);
  return t;
}

static const struct title_pattern *pattern(const char *source, const char *const *names, uint32_t n)
{
  str why;
  struct title_pattern *p = ARENA_NEW(arena, struct title_pattern);
  const symbol **symbols = arena_array(arena, (size_t)n + 1, sizeof *symbols);
  for (uint32_t i = 0; i < n; i++) symbols[i] = sym_z(names[i]);
  p->regex = regex_compile(arena, str_of(source), &why);
  assert_non_null(p->regex);
  p->names = symbols;
  p->n = n;
  return p;
}

static void test_attributes(void **state)
{
  (void)state;
  const struct restype *t = made(RESTYPE_RUBY, (const char *const[]){"path", "content"}, 2, 1);
  assert_int_equal(t->nattributes, 2);
  assert_true(restype_has_attribute(t, sym_z("content")));
  assert_true(restype_has_attribute(t, sym_z("require")));
  assert_true(restype_has_attribute(t, sym_z("name")));
  assert_false(restype_has_attribute(t, sym_z("contents")));
  assert_string_equal(t->namevar->text, "path");
  t = made(RESTYPE_STATIC, (const char *const[]){"path"}, 1, 1);
  assert_false(restype_has_attribute(t, sym_z("name")));
}

/* Names with large ids are found in the set, not by their bit. */
static void test_late_names(void **state)
{
  (void)state;
  for (int i = 0; i <= RESTYPE_EARLY_IDS; i++) sym_intern(arena_printf(arena, "filler_%d", i));
  const struct restype *t = made(RESTYPE_RUBY, (const char *const[]){"late_attribute"}, 1, 1);
  assert_true(sym_z("late_attribute")->id >= RESTYPE_EARLY_IDS);
  assert_true(restype_has_attribute(t, sym_z("late_attribute")));
  assert_false(restype_has_attribute(t, sym_z("later_attribute")));
}

static void test_keys_are_sorted(void **state)
{
  (void)state;
  const struct restype *t = made(RESTYPE_RUBY, (const char *const[]){"user", "host", "x"}, 3, 2);
  assert_int_equal(t->nkeys, 2);
  assert_string_equal(t->keys[0]->text, "host");
  assert_string_equal(t->keys[1]->text, "user");
  assert_string_equal(t->namevar->text, "name");
  t = made(RESTYPE_STATIC, NULL, 0, 0);
  assert_string_equal(t->namevar->text, "name");
}

static void test_plain_title(void **state)
{
  (void)state;
  struct title_parts parts;
  struct restype *t = made(RESTYPE_RUBY, (const char *const[]){"id"}, 1, 1);
  restype_set_patterns(t, pattern("(?m-ix:(.*))", (const char *const[]){"id"}, 1), 1);
  assert_true(t->plain_title);
  assert_int_equal(restype_split_title(t, arena, STR("a\nb"), &parts), TITLE_SPLIT);
  assert_int_equal(parts.n, 1);
  assert_true(str_eqz(value_text(parts.items[0].value), "a\nb"));
  restype_set_patterns(t, pattern("(?m-ix:(.*))", (const char *const[]){"other"}, 1), 1);
  assert_false(t->plain_title);
}

static void test_patterns(void **state)
{
  (void)state;
  struct title_parts parts;
  struct restype *t = made(RESTYPE_RUBY, (const char *const[]){"a", "b"}, 2, 2);
  restype_set_patterns(t, pattern("\\A(\\w+)(?::(\\w+))?\\z", (const char *const[]){"a", "b", "more"}, 3), 1);
  assert_int_equal(restype_split_title(t, arena, STR("x:y"), &parts), TITLE_SPLIT);
  assert_int_equal(parts.n, 3);
  assert_true(str_eqz(value_text(parts.items[1].value), "y"));
  assert_int_equal(parts.items[2].value.kind, V_UNDEF);
  assert_int_equal(restype_split_title(t, arena, STR("x"), &parts), TITLE_SPLIT);
  assert_int_equal(parts.items[1].value.kind, V_UNDEF);
  assert_int_equal(restype_split_title(t, arena, STR("x y"), &parts), TITLE_FITS_NONE);
  restype_set_patterns(t, NULL, 0);
  assert_int_equal(restype_split_title(t, arena, STR("x"), &parts), TITLE_FITS_NONE);
  t->title_in_ruby = true;
  assert_int_equal(restype_split_title(t, arena, STR("x"), &parts), TITLE_IN_RUBY);
}

/* The last group of a name is used, at the place of the first. */
static void test_a_name_twice(void **state)
{
  (void)state;
  struct title_parts parts;
  struct restype *t = made(RESTYPE_RUBY, (const char *const[]){"a"}, 1, 1);
  restype_set_patterns(t, pattern("(\\w)(\\w)(\\w)", (const char *const[]){"a", "b", "a"}, 3), 1);
  assert_int_equal(restype_split_title(t, arena, STR("xyz"), &parts), TITLE_SPLIT);
  assert_int_equal(parts.n, 2);
  assert_true(str_eqz(value_text(parts.items[0].value), "z"));
}

static void test_endless_pattern(void **state)
{
  (void)state;
  struct title_parts parts;
  struct restype *t = made(RESTYPE_RUBY, (const char *const[]){"a"}, 1, 1);
  restype_set_patterns(t, pattern("\\A(?:(x+x+)+y|\\1z)\\z", (const char *const[]){"a"}, 1), 1);
  const str title = STR("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");
  assert_int_equal(restype_split_title(t, arena, title, &parts), TITLE_TAKES_TOO_LONG);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_attributes, begin, end),
    cmocka_unit_test_setup_teardown(test_late_names, begin, end),
    cmocka_unit_test_setup_teardown(test_keys_are_sorted, begin, end),
    cmocka_unit_test_setup_teardown(test_plain_title, begin, end),
    cmocka_unit_test_setup_teardown(test_patterns, begin, end),
    cmocka_unit_test_setup_teardown(test_a_name_twice, begin, end),
    cmocka_unit_test_setup_teardown(test_endless_pattern, begin, end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
