/* Commands of augeas resources. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agent/providers/augeas/commands.h"

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

/* Expects "name|argument|argument" for the only command. */
static void reads(const char *line, const char *context, const char *wanted)
{
  struct augeas_commands all;
  struct buf out = BUF_IN(ral.arena);
  if (!augeas_parse(&ral, value_str(str_of(line)), str_of(context), &all)) fail_msg("%s: %s", line, ral.error.p);
  assert_int_equal(all.n, 1);
  buf_str(&out, all.items[0].name);
  for (uint32_t i = 0; i < all.items[0].n; i++) {
    buf_printf(&out, "|%.*s", STR_FMT(ral_to_s(ral.arena, all.items[0].args[i])));
  }
  assert_string_equal(out.p, wanted);
}

static void fails(const char *line, const char *why)
{
  struct augeas_commands all;
  assert_false(augeas_parse(&ral, value_str(str_of(line)), STR_EMPTY, &all));
  assert_true(str_eqz(ral.error, why));
}

static void test_commands(void **state)
{
  (void)state;
  reads("set /files/a b", "", "set|/files/a|b");
  reads("  set a/ b  c ", "/files/x", "set|/files/x/a|b");
  reads("set a 'b c'", "/x/", "set|/x/a|b c");
  reads("set 'a b' \"it's \\\"q\\\" \\n\"", "/x", "set|/x/a b|it's \"q\" \\n");
  reads("rm a[b = 'x y']/c[1]", "/x", "rm|/x/a[b = 'x y']/c[1]");
  reads("rm $v/a\\ b", "/x", "rm|$v/a\\ b");
  reads("setm a b c", "/x", "setm|/x/a|b|c");
  reads("ins label before *[1]", "/x", "ins|label|before|/x/*[1]");
  reads("defnode v a b", "/x", "defnode|v|/x/a|b");
  reads("get a >= 5", "/x", "get|/x/a|>=|5");
  reads("match * size == 5", "/x", "match|/x/*|size == 5");
  reads("size >= 12", "", "size|>=|12");
  reads("== ['a']", "", "==|['a']");
  reads("rm ''", "/x", "rm|/x/");
  fails("paint x", "Unknown command paint");
}

static void test_errors(void **state)
{
  struct augeas_commands all;
  (void)state;
  fails("set /a", "missing string argument 2 for set");
  fails("set /a[ b", "missing string argument 2 for set");
  fails("rm /a]", "unmatched [");
  fails("get /a is b", "invalid comparator for command get");
  fails("--", "Unknown command ");
  assert_true(augeas_parse(&ral, value_str(STR("\n rm a\n\n rm b")), STR_EMPTY, &all));
  assert_int_equal(all.n, 2);
  value lines[] = {value_str(STR("rm a")), VALUE_UNDEF, value_str(STR(" "))};
  assert_true(augeas_parse(&ral, array_of(ral.arena, lines, 3), STR_EMPTY, &all));
  assert_int_equal(all.n, 1);
}

static void list_is(const char *text, const char *wanted)
{
  struct valuevec list = {0};
  struct buf out = BUF_IN(ral.arena);
  assert_true(augeas_parse_list(ral.arena, str_of(text), &list));
  for (uint32_t i = 0; i < list.n; i++) buf_printf(&out, "(%.*s)", STR_FMT(ral_text(list.items[i])));
  assert_string_equal(out.n > 0 ? out.p : "", wanted);
}

static void test_lists(void **state)
{
  static const char *const bad[] = {"",    "a",        "[",         "['a'",        "['a' 'b']",
                                    "[a]", "['a\\b']", "[\"\\q\"]", "[\"\\u12\"]", "['a'] x"};
  (void)state;
  list_is("[]", "");
  list_is(" [ 'a' , \"b\" ] ", "(a)(b)");
  list_is("['it\\'s', 'a\\\\b', '']", "(it's)(a\\b)()");
  list_is("[\"a\\tb\\x41\\101\\u00e9\\u{42 43}\\s\"]", "(a\tbAA\xc3\xa9"
                                                       "BC )");
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct valuevec list = {0};
    if (augeas_parse_list(ral.arena, str_of(bad[i]), &list)) fail_msg("%s", bad[i]);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_commands, setup, teardown),
    cmocka_unit_test_setup_teardown(test_errors, setup, teardown),
    cmocka_unit_test_setup_teardown(test_lists, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
