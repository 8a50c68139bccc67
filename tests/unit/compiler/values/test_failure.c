/* Failures: their messages, catching them, wrapping them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "compiler/values/context.h"

static struct arena *arena;

static int set_up(void **state)
{
  (void)state;
  arena = arena_new();
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

static void messages(void **state)
{
  (void)state;
  const struct {
    struct failure f;
    const char *message, *detail;
  } table[] = {
    {{.text = STR("it broke")}, "it broke", "it broke"},
    {{.text = STR("it broke"), .label = STR("a Function Call"), .place = {STR("/a.pp"), 2, 3}},
     "it broke (file: /a.pp, line: 2, column: 3)",
     "it broke (file: /a.pp, line: 2, column: 3)"},
    {{.wrap = WRAP_EVALUATION, .text = STR("it broke"), .place = {STR("/a.pp"), 2, 3}},
     "Evaluation Error: it broke (file: /a.pp, line: 2, column: 3)",
     "Evaluation Error: it broke (file: /a.pp, line: 2, column: 3)"},
    {{.wrap = WRAP_LABEL, .text = STR("it broke"), .label = STR("a Function Call"), .place = {STR("/a.pp"), 2, 0}},
     "Evaluation Error: Error while evaluating a Function Call, it broke (file: /a.pp, line: 2)",
     "it broke"},
    {{.wrap = WRAP_LABEL, .text = STR("it broke")}, "it broke", "it broke"},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    assert_string_equal(arena_strz(arena, failure_message(arena, &table[i].f)), table[i].message);
    assert_string_equal(arena_strz(arena, failure_detail(arena, &table[i].f)), table[i].detail);
  }
}

static void catching(void **state)
{
  (void)state;
  static const struct {
    enum failure_class class;
    enum failure_origin origin;
    bool by_error, by_standard;
  } table[] = {
    {FAILURE_EVALUATION, FAILED_IN_PUPPET, true, true},  {FAILURE_LOOKUP, FAILED_IN_LOOKUP, true, true},
    {FAILURE_EVALUATION, FAILED_IN_RUBY, false, true},   {FAILURE_EVALUATION, FAILED_IN_JUMP, false, true},
    {FAILURE_EVALUATION, FAILED_UNCAUGHT, false, false}, {FAILURE_LOOKUP, FAILED_NOT_FOUND, false, false},
    {FAILURE_LIMIT, FAILED_IN_PUPPET, false, false},     {FAILURE_INTERNAL, FAILED_IN_PUPPET, false, false},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    const struct failure f = {.class = table[i].class, .origin = table[i].origin};
    assert_int_equal(failure_is_catchable(&f, RESCUE_PUPPET_ERROR), table[i].by_error);
    assert_int_equal(failure_is_catchable(&f, RESCUE_STANDARD_ERROR), table[i].by_standard);
  }
}

static void enclosing(void **state)
{
  (void)state;
  struct failure f = {.class = FAILURE_LOOKUP,
                      .issue = ISSUE_HIERA_VERSION_3_NOT_GLOBAL,
                      .origin = FAILED_IN_LOOKUP,
                      .wrap = WRAP_EVALUATION,
                      .text = STR("inside"),
                      .place = {STR("/b.pp"), 9, 9}};
  const str text = arena_printf(arena, "outside: %.*s", STR_FMT(failure_message(arena, &f)));
  failure_enclose(&f, text, (struct failure_place){STR("/a.pp"), 1, 0});
  assert_string_equal(arena_strz(arena, failure_message(arena, &f)),
                      "outside: Evaluation Error: inside (file: /b.pp, line: 9, column: 9) (file: /a.pp, line: 1)");
  assert_int_equal(f.class, FAILURE_LOOKUP);
  assert_int_equal(f.issue, ISSUE_HIERA_VERSION_3_NOT_GLOBAL);
  assert_int_equal(f.origin, FAILED_IN_LOOKUP);
}

static void long_text(struct context *c, void *arg)
{
  (void)arg;
  char *text = arena_alloc(c->arena, 3 * MESSAGE_BYTES);
  memset(text, 'x', 3 * MESSAGE_BYTES);
  fail_message(c, FAILURE_EVALUATION, (str){text, 3 * MESSAGE_BYTES});
}

static struct failure_place place_of_subject(const void *subject)
{
  return (struct failure_place){STR("/res.pp"), *(const uint32_t *)subject, 0};
}

static void reach_limit(struct context *c, void *arg)
{
  c->locate = place_of_subject;
  c->subject = arg;
  fail_limit(c, LIMIT_DEPTH);
}

static void failing(void **state)
{
  (void)state;
  struct context c;
  uint32_t line = 7;
  context_init(&c, arena);
  assert_false(context_protect(&c, long_text, NULL));
  assert_int_equal(context_message(&c).n, MESSAGE_BYTES);
  assert_false(context_protect(&c, reach_limit, &line));
  assert_string_equal(arena_strz(arena, context_message(&c)),
                      "Evaluation Error: Nesting too deep: more than 3000 levels (file: /res.pp, line: 7)");
  assert_int_equal(c.failure.class, FAILURE_LIMIT);
  assert_null(c.locate);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(messages),
    cmocka_unit_test(catching),
    cmocka_unit_test(enclosing),
    cmocka_unit_test(failing),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
