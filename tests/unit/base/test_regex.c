/* Expressions that need no engine give what the engine gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/regex.h"

static const char *const quick[] = {
    "^\\w+$",       "\\A\\d+\\z",   "^[GEIM]*$", "[^A-Za-z0-9_.-]", "[a-c]+",     "\\d",
    "\\A[^\\d]*\\Z", "[-x]",        "[x\\-\\]]+", "\\w+",             "^[a-z-]+$",       "[^ ]",       "\\A[a-z]\\z",
    "[\\w.-]+",     "^[\\w\\d.]+$", "[a\\\\]",   "\\A\\w*\\z",
};
static const char *const engine[] = {
    "[[:alpha:]]+", "[]a]", "[a-z&&[^b]]", "[a-z]+?", "[a-z]*", "\\s+", "[\\s]", "(a)", "^[a-z]", "[a-z]$", "(?i)[a-z]", "\\A[a-z][a-z]\\z", "[a-\\w]", "",
};
static const char *const subjects[] = {
    "",      "a",    "abc",  "a b",   "12",   "1a",    "a\nb", "\n",  "abc\n", "GEIM", "GX", "x-y]", "h\303\251llo", "\303\251",
    "--x--", "A.B_", "a\\b", " lead", "ab12", "ab\1",  "b",    "]",   ".",     "9",    "_",  "a-z",  "a\303\251b",   "aaa bbb",
};

static void test_quick(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  str error;
  for (size_t i = 0; i < sizeof quick / sizeof quick[0]; i++) {
    const struct regex *fast = regex_compile(a, str_of(quick[i]), &error);
    const struct regex *slow = regex_compile(a, arena_printf(a, "(?:%s)", quick[i]), &error);
    assert_non_null(fast);
    assert_non_null(fast->quick);
    assert_null(slow->quick);
    for (size_t k = 0; k < sizeof subjects / sizeof subjects[0]; k++) {
      for (size_t from = 0; from <= strlen(subjects[k]); from++) {
        struct regex_match m = {0}, n = {0};
        const enum regex_result want = regex_search(slow, str_of(subjects[k]), from, &n);
        assert_int_equal(regex_search(fast, str_of(subjects[k]), from, &m), want);
        assert_int_equal(m.n, n.n);
        if (n.n > 0) assert_int_equal(m.at[0].begin, n.at[0].begin);
        if (n.n > 0) assert_int_equal(m.at[0].end, n.at[0].end);
      }
    }
  }
  for (size_t i = 0; i < sizeof engine / sizeof engine[0]; i++) {
    const struct regex *re = regex_compile(a, str_of(engine[i]), &error);
    assert_true(re == NULL || re->quick == NULL);
  }
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_quick)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
