/* Kernel#format of Ruby, iterators. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "compiler/types/iterator.h"
#include "compiler/types/type.h"
#include "compiler/values/ruby_format.h"
#include "compiler/values/ruby_integer.h"

struct job {
  const char *format;
  const value *args;
  uint32_t n;
  str out;
};

static void run(struct context *c, void *arg)
{
  struct job *j = arg;
  struct buf b = BUF_IN(c->arena);
  ruby_format(c, &b, str_of(j->format), j->args, j->n);
  j->out = arena_str(c->arena, buf_view(&b));
}

static void assert_format(const char *format, const value *args, uint32_t n, const char *expected)
{
  struct arena *a = arena_new();
  struct context c;
  context_init(&c, a);
  struct job j = {format, args, n, STR_EMPTY};
  const char *got = context_protect(&c, run, &j) ? j.out.p : arena_strz(a, context_message(&c));
  assert_string_equal(got, expected);
  arena_free(a);
}

#define ONE(v) (const value[]){v}, 1

static void test_negative_numbers_go_on_for_ever(void **state)
{
  (void)state;
  assert_format("%x", ONE(value_int(-255)), "..f01");
  assert_format("%08x", ONE(value_int(-1)), "..ffffff");
  assert_format("%#o", ONE(value_int(-8)), "..70");
  assert_format("%+x", ONE(value_int(-255)), "-ff");
  assert_format("%b", ONE(value_int(INT64_MIN)), "..1000000000000000000000000000000000000000000000000000000000000000");
}

static void test_large_numbers_are_exact(void **state)
{
  (void)state;
  assert_format("%d", ONE(value_float(1e20)), "100000000000000000000");
  assert_format("%x", ONE(value_str(STR("-99999999999999999999"))), "..fa9438a1d29cf00001");
  assert_format("%.3f", ONE(value_int((int64_t)1 << 62)), "4611686018427387904.000");
}

static void test_floats(void **state)
{
  (void)state;
  assert_format("%a", ONE(value_float(5e-324)), "0x1p-1074");
  assert_format("%.2a", ONE(value_float(1.999)), "0x1.00p+1");
  assert_format("%010.2e", ONE(value_float(-18.0)), "-01.80e+01");
}

static void test_kinds_of_arguments_must_not_be_mixed(void **state)
{
  (void)state;
  const value two[] = {value_int(1), value_int(2)};
  assert_format("%2$s %1$s", two, 2, "2 1");
  assert_format("%1$d %d", two, 2, "unnumbered(1) mixed with numbered");
  assert_format("%*d", two, 2, "2");
  assert_format("%s %s %s", two, 2, "too few arguments");
}

static void test_broken_formats(void **state)
{
  (void)state;
  assert_format("%", ONE(value_int(1)), "incomplete format specifier; use %% (double %) instead");
  assert_format("%5-d", ONE(value_int(1)), "flag after width");
  assert_format("%99999999999d", ONE(value_int(1)), "width too big");
  assert_format("%y", ONE(value_int(1)), "malformed format string - %y");
  assert_format("%}", ONE(value_int(1)), "malformed format string - %}");
  assert_format("%5}", ONE(value_int(1)), "malformed format string - %}");
  struct arena *a = arena_new();
  struct hash *h = hash_new(a, 1);
  hash_put_str(h, a, STR("a"), value_int(1));
  assert_format("%<a>}", ONE(value_hash(h)), "malformed format string - %}");
  assert_format("%{a}}", ONE(value_hash(h)), "1}");
  arena_free(a);
}

static void test_strings_as_integers(void **state)
{
  (void)state;
  static const char *const bad[] = {"", "-", "1__0", "1_", "_1", "08", "0x", "1.5", "1 2"};
  struct arena *a = arena_new();
  struct ruby_integer i;
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) assert_false(ruby_integer_of_text(a, str_of(bad[k]), 0, &i));
  assert_true(ruby_integer_of_text(a, STR(" -0x1_f "), 0, &i));
  assert_true(i.negative && i.n == 1 && i.words[0] == 31);
  arena_free(a);
}

static str all_of(struct arena *a, const struct iterator *it) { return value_to_str(a, iterator_array(a, it)); }

static void test_iterators_of_steps_are_consumed(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct iterator *range = iterator_step(a, iterator_over(a, value_int(10)), 4);
  assert_true(str_eqz(all_of(a, iterator_reverse(a, range)), "[8, 4, 0]"));
  assert_true(str_eqz(all_of(a, range), "[0, 4, 8]"));
  assert_true(str_eqz(all_of(a, range), "[]"));
  struct iterator *text = iterator_reverse(a, iterator_over(a, value_str(STR("a\xc3\xa4"))));
  assert_true(str_eqz(all_of(a, text), "[\xc3\xa4, a]"));
  assert_true(str_eqz(all_of(a, text), "[\xc3\xa4, a]"));
  assert_null(iterator_over(a, value_int(-1)));
  arena_free(a);
}

static void test_ranges_at_the_ends_of_integers(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct iterator *it = iterator_over(a, value_type(type_integer(a, INT64_MAX - 3, INT64_MAX - 1)));
  assert_true(str_eqz(all_of(a, iterator_step(a, it, 2)), "[9223372036854775804, 9223372036854775806]"));
  it = iterator_over(a, value_type(type_integer(a, INT64_MIN + 1, INT64_MAX - 1)));
  assert_true(str_eqz(all_of(a, iterator_step(a, it, INT64_MAX)), "[-9223372036854775807]"));
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_negative_numbers_go_on_for_ever),
    cmocka_unit_test(test_large_numbers_are_exact),
    cmocka_unit_test(test_floats),
    cmocka_unit_test(test_kinds_of_arguments_must_not_be_mixed),
    cmocka_unit_test(test_broken_formats),
    cmocka_unit_test(test_strings_as_integers),
    cmocka_unit_test(test_iterators_of_steps_are_consumed),
    cmocka_unit_test(test_ranges_at_the_ends_of_integers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
