/* Helpers of the syntax tests: text in, dump or message out. */
#ifndef FICELLE_TESTS_SYNTAX_TEST_H
#define FICELLE_TESTS_SYNTAX_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "compiler/syntax/report.h"
#include "compiler/syntax/tokens.h"

/* The arena of the results below; recreated by each helper. */
static struct arena *test_arena;
static struct diag_list test_diags;

static inline struct ast_program *test_parse(const char *text, const struct parse_options *o)
{
  arena_free(test_arena);
  test_arena = arena_new();
  diag_list_init(&test_diags, test_arena);
  return parse_text(test_arena, STR_EMPTY, str_of(text), o, &test_diags);
}

static inline const char *test_message(void)
{
  return arena_strz(test_arena, report_summary(test_arena, &test_diags, REPORT_MAX_ERRORS));
}

static inline void assert_dump_with(const char *text, const char *pn, const struct parse_options *o)
{
  struct ast_program *p = test_parse(text, o);
  if (p == NULL) fail_msg("%s: %s", text, test_message());
  struct buf out = BUF_IN(test_arena);
  pn_dump(&out, p, false);
  assert_string_equal(out.p, pn);
}

static inline void assert_dump(const char *text, const char *pn)
{
  struct parse_options o = {.strict = SEVERITY_ERROR, .skip_validation = true};
  assert_dump_with(text, pn, &o);
}

static inline void assert_error_with(const char *text, const char *message, const struct parse_options *o)
{
  assert_null(test_parse(text, o));
  assert_string_equal(test_message(), message);
}

static inline void assert_error(const char *text, const char *message)
{
  struct parse_options o = {.strict = SEVERITY_ERROR};
  assert_error_with(text, message, &o);
}

static inline void assert_good(const char *text)
{
  struct parse_options o = {.strict = SEVERITY_ERROR};
  if (test_parse(text, &o) == NULL) fail_msg("%s: %s", text, test_message());
}

static inline int test_teardown(void **state)
{
  (void)state;
  arena_free(test_arena);
  test_arena = NULL;
  return 0;
}

#endif
