/* Files with sections, changed as in the module inifile, and the parts of a setting's value. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agent/providers/ini/inifile.h"
#include "agent/providers/ini/subsettings.h"

static struct ral ral;

static int setup(void **state)
{
  (void)state;
  ral = (struct ral){.arena = arena_new()};
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(ral.arena);
  return 0;
}

static struct inifile *parse(const char *text)
{
  const struct inifile_syntax syntax = inifile_default_syntax();
  struct inifile *f = inifile_parse(&ral, &syntax, str_of(text));
  assert_non_null(f);
  return f;
}

static void becomes(const struct inifile *f, const char *text)
{
  struct buf out = BUF_IN(ral.arena);
  assert_true(inifile_text(f, &out));
  assert_string_equal(out.n > 0 ? out.p : "", text);
}

static void value_is(const struct inifile *f, const char *section, const char *setting, const char *text)
{
  const str *found = inifile_get(f, str_of(section), str_of(setting));
  if (text == NULL) {
    assert_null(found);
    return;
  }
  assert_non_null(found);
  assert_true(str_eqz(*found, text));
}

static void set(struct inifile *f, const char *section, const char *setting, const char *text)
{
  const str name = str_of(setting);
  inifile_set(f, str_of(section), &name, str_of(text));
}

static bool take_away(struct inifile *f, const char *section, const char *setting)
{
  const str name = str_of(setting);
  return inifile_remove(f, str_of(section), &name);
}

static void test_reading(void **state)
{
  (void)state;
  const struct inifile *f = parse("top = 1\n[a]\nx=1\ny y  =  2 3 \n;z = 1\n#z = 2\n  w =\n [b b] \nx = = 4\n");
  value_is(f, "", "top", "1");
  value_is(f, "a", "x", "1");
  value_is(f, "a", "y y", "2 3 ");
  value_is(f, "a", "z", NULL);
  value_is(f, "a", "w", "");
  value_is(f, "b b", "x", "= 4");
  value_is(f, "c", "x", NULL);
  assert_true(inifile_has_section(f, STR("b b")));
  assert_false(inifile_has_section(f, STR("b")));
  assert_true(inifile_has_section(parse(""), STR_EMPTY));
}

static void test_changing(void **state)
{
  (void)state;
  struct inifile *f = parse("[a]\n  x =1\n\n\n[b]\n# y = 1\nz = 1\n");
  set(f, "a", "x", "2");
  set(f, "a", "new", "3");
  set(f, "b", "y", "4");
  set(f, "c", "d", "5");
  becomes(f, "[a]\n  x =2\n  new = 3\n\n\n[b]\n# y = 1\ny = 4\nz = 1\n\n[c]\nd = 5\n");
  f = parse("[a]\nx = 1\n");
  set(f, "", "g", "1");
  becomes(f, "g = 1\n\n[a]\nx = 1\n");
  f = parse("");
  set(f, "a", "x", "1");
  becomes(f, "[a]\nx = 1\n");
  f = parse("x = 1");
  inifile_set(f, STR("only"), NULL, STR_EMPTY);
  becomes(f, "x = 1\n\n[only]\n");
}

static void test_removing(void **state)
{
  (void)state;
  struct inifile *f = parse("[a]\nx = 1\n[b]\ny = 1\nz = 1\n");
  assert_true(take_away(f, "a", "x"));
  assert_false(inifile_has_section(f, STR("a")));
  assert_true(take_away(f, "b", "z"));
  assert_true(take_away(f, "b", "none"));
  becomes(f, "[b]\ny = 1\n");
  assert_false(take_away(f, "none", "x"));
  /* Of two adjacent lines only the first is removed; the line numbers of the section are wrong then. */
  f = parse("[a]\nx = 1\nb = 1\nx = 2\n[c]\nd = 1\n");
  assert_true(take_away(f, "a", "x"));
  struct buf out = BUF_IN(ral.arena);
  assert_false(inifile_text(f, &out));
}

static void test_same_section_twice(void **state)
{
  (void)state;
  struct inifile *f = parse("[a]\nx = 1\n[b]\ny = 1\n[a]\nz = 1\n");
  value_is(f, "a", "x", NULL);
  becomes(f, "[a]\nz = 1\n[b]\ny = 1\n[a]\nz = 1\n");
}

static void test_syntax(void **state)
{
  (void)state;
  struct inifile_syntax s = {STR(": "), STR("<"), STR(">"), STR("\t"), 2};
  struct inifile *f = inifile_parse(&ral, &s, STR("<a>\nx: 1\n[b]\n"));
  value_is(f, "a", "x", "1");
  set(f, "a", "y", "2");
  becomes(f, "<a>\nx: 1\n[b]\n\t\ty: 2\n");
  s = (struct inifile_syntax){STR(" "), STR("["), STR("]"), STR(" "), -1};
  f = inifile_parse(&ral, &s, STR("[a]\nPort 22\n"));
  value_is(f, "a", "Port", "22");
  s.separator = STR("[");
  assert_null(inifile_parse(&ral, &s, STR("")));
  assert_true(ral.error.n > 0);
  s.separator = STR("=");
  assert_null(inifile_parse(&ral, &s, STR("[a]\nx = \xff\n")));
  assert_true(str_eqz(ral.error, "invalid byte sequence in UTF-8"));
}

static struct subsettings parts_of(const char *text, const char *separator, const char *assignment)
{
  struct subsettings s = {.ral = &ral, .separator = str_of(separator), .assignment = str_of(assignment)};
  const str t = str_of(text);
  assert_true(subsettings_parse(&s, &t));
  return s;
}

static void text_is(const struct subsettings *s, const char *text) { assert_true(str_eqz(subsettings_text(s), text)); }

static void test_subsettings(void **state)
{
  (void)state;
  struct subsettings s = parts_of("\"-Xmx512m  -Xms256m\"", " ", "");
  assert_int_equal(s.n, 2);
  const int64_t at = subsettings_find(&s, STR("-Xms"), false);
  assert_int_equal(at, 1);
  assert_true(str_eqz(subsettings_value(&s, at, STR("-Xms")), "256m"));
  assert_int_equal(subsettings_find(&s, STR("-Xms"), true), -1);
  assert_true(subsettings_update(&s, STR("-Xmx"), STR("1g"), false));
  assert_false(subsettings_update(&s, STR("-ea"), STR_EMPTY, false));
  text_is(&s, "\"-Xmx1g -Xms256m\"");
  s = parts_of("a, b ,c", ",", "");
  assert_true(subsettings_insert(&s, 1, STR("x"), STR_EMPTY) && subsettings_insert(&s, -1, STR("z"), STR_EMPTY));
  assert_true(subsettings_insert(&s, 99, STR("end"), STR_EMPTY));
  assert_false(subsettings_insert(&s, -9, STR("no"), STR_EMPTY));
  assert_true(str_eqz(ral.error, "index -9 too small for array; minimum: -7"));
  text_is(&s, "a,x,b,c,z,end");
  subsettings_remove(&s, STR("x"), true);
  text_is(&s, "a,b,c,z,end");
  s = parts_of("a=1 b=2", " ", "=");
  assert_true(subsettings_insert(&s, 2, STR("c"), STR("3")));
  subsettings_remove(&s, STR("a"), false);
  text_is(&s, "b=2 c=3");
  s = (struct subsettings){.ral = &ral, .separator = STR(" "), .assignment = STR_EMPTY, .quote = '\''};
  assert_true(subsettings_parse(&s, NULL) && subsettings_insert(&s, 0, STR("a"), STR_EMPTY));
  text_is(&s, "'a'");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_reading, setup, teardown),
    cmocka_unit_test_setup_teardown(test_changing, setup, teardown),
    cmocka_unit_test_setup_teardown(test_removing, setup, teardown),
    cmocka_unit_test_setup_teardown(test_same_section_twice, setup, teardown),
    cmocka_unit_test_setup_teardown(test_syntax, setup, teardown),
    cmocka_unit_test_setup_teardown(test_subsettings, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
