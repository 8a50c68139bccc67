/* Files of yum repositories. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agent/providers/yumrepo/repofile.h"

static struct ral ral;
static struct repo_files all;

static int setup(void **state)
{
  (void)state;
  ral = (struct ral){.arena = arena_new()};
  all = (struct repo_files){.ral = &ral};
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(ral.arena);
  return 0;
}

static void value_is(const char *section, const char *key, const char *text)
{
  const struct repo_section *s = repo_find(&all, str_of(section));
  assert_non_null(s);
  const str *found = repo_get(s, str_of(key));
  if (text == NULL) assert_null(found);
  else assert_true(found != NULL && str_eqz(*found, text));
}

static void text_is(uint32_t file, const char *text)
{
  struct buf out = BUF_IN(ral.arena);
  repo_text(all.files.items[file], &out);
  assert_string_equal(out.n > 0 ? out.p : "", text);
}

static bool parse(const char *path, const char *text) { return repo_parse(&all, str_of(path), str_of(text)); }

static void test_reading(void **state)
{
  (void)state;
  assert_true(
    parse("/a", "# head\n\n[a]\nname = A b \nbaseurl=http://x/\n  http://y/\n# c\n  d\nrem e\n[b b] more\nk==v\n"));
  value_is("a", "name", "A b");
  value_is("a", "baseurl", "http://x/\n  http://y/\n  d");
  value_is("b b", "k", "=v");
  value_is("b b", "none", NULL);
  assert_null(repo_find(&all, STR("b")));
  text_is(0, "# head\n\n[a]\nname=A b\nbaseurl=http://x/\n  http://y/\n  d\n# c\nrem e\n[b b]\nk==v\n");
}

static void test_changing(void **state)
{
  const str text = STR("x"), other = STR("http://z/");
  (void)state;
  assert_true(parse("/a", "[a]\nname=A\n# c\nbaseurl=1\n"));
  struct repo_section *s = repo_find(&all, STR("a"));
  assert_false(s->dirty);
  repo_set(&all, s, STR("new"), &text);
  repo_set(&all, s, STR("baseurl"), &other);
  repo_set(&all, s, STR("name"), NULL);
  repo_set(&all, s, STR("none"), NULL);
  assert_true(s->dirty);
  value_is("a", "name", NULL);
  text_is(0, "[a]\n# c\nbaseurl=http://z/\nnew=x\n");
  assert_null(repo_add(&all, STR("/b"), STR("a")));
  s->destroy = true;
  text_is(0, "");
  struct repo_section *moved = repo_add(&all, STR("/c"), STR("a"));
  assert_non_null(moved);
  assert_ptr_equal(repo_find(&all, STR("a")), moved);
}

static void test_any_bytes(void **state)
{
  static const char text[] = "[a]\nk\0=v\0w\n x\0\n";
  struct buf out = BUF_IN(ral.arena);
  (void)state;
  assert_true(repo_parse(&all, STR("/a"), str_n(text, sizeof text - 1)));
  repo_text(all.files.items[0], &out);
  assert_int_equal(out.n, sizeof text - 1);
  assert_memory_equal(out.p, text, out.n);
}

static void test_errors(void **state)
{
  (void)state;
  assert_false(parse("/a", "[a]\nwhat\n"));
  assert_true(str_eqz(ral.error, "Can't parse line 'what' (file: /a, line: 2)"));
  assert_false(parse("/b", "k=v\n"));
  assert_true(str_eqz(ral.error, "Property with key \"k\" outside of a section"));
  assert_false(parse("/c", "[x]\n[x]\n"));
  assert_true(str_eqz(ral.error, "Section \"x\" is already defined, cannot redefine (file: /c)"));
  assert_false(parse("/d", "[x]\n"));
  assert_false(parse("/e", "[]\n"));
  assert_true(parse("/f", "\n \t\n;x\n REM y\n"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_reading, setup, teardown),
    cmocka_unit_test_setup_teardown(test_changing, setup, teardown),
    cmocka_unit_test_setup_teardown(test_any_bytes, setup, teardown),
    cmocka_unit_test_setup_teardown(test_errors, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
