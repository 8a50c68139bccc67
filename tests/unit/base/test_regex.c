/* Expressions that need no engine have the same results as with the engine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/regex.h"

static const char *const quick[] = {
  "^a[0-9]a[0-9]a[0-9]a[0-9]$",                         /* eight parts */
  "^012345678901234567890123456789012345678901234567$", /* 48 characters of literal text */
  "^\\w+$",
  "\\A\\d+\\z",
  "^[GEIM]*$",
  "[^A-Za-z0-9_.-]",
  "[a-c]+",
  "\\d",
  "\\A[^\\d]*\\Z",
  "[-x]",
  "[x\\-\\]]+",
  "\\w+",
  "^[a-z-]+$",
  "[^ ]",
  "\\A[a-z]\\z",
  "[\\w.-]+",
  "^[\\w\\d.]+$",
  "[a\\\\]",
  "\\A\\w*\\z",
  "^[a-z]",
  "\\A[a-z][a-z0-9_]*\\z",
  "^ab?\\d+$",
  "abc",
  "a b",
  "^",
  "^$",
  ".",
  "^a.?",
  "^a\\+*b$",
  "\\s",
  "[\\s-]",
  "^\\s*\\w+\\s*$",
  "^x-\\w*\\]?$",
  "a\\sb",
  "^\\.+a*",
};
static const char *const engine[] = {
  "^a[0-9]a[0-9]a[0-9]a[0-9]a$",                         /* nine parts */
  "^0123456789012345678901234567890123456789012345678$", /* 49 characters of literal text */
  "[[:alpha:]]+",
  "[]a]",
  "[a-z&&[^b]]",
  "[a-z]+?",
  "[a-z]*",
  "^\\w+\\d$",
  "^a*a",
  "ab+",
  "^a{2}",
  "(a)",
  "a|b",
  "[a-z]$",
  "(?i)[a-z]",
  "[a-\\w]",
  "^\\w?[.x]*[a-c]$",
  "^a\\b",
  "",
  "^[a-z]+\\w$",
};
static const char *const subjects[] = {
  "",           "a",       "abc",  "a b",  "12",    "1a",   "a\nb", "\n", "abc\n", "GEIM", "GX", "x-y]", "h\303\251llo",
  "\303\251",   "--x--",   "A.B_", "a\\b", " lead", "ab12", "ab\1", "b",  "]",     ".",    "9",  "_",    "a-z",
  "a\303\251b", "aaa bbb",
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

static const char *const atoms[] = {"a", "b", "1", "\\.", "-", ":", "\\w", "\\d", "\\s", "[a-c]", "[^a]", "[1:]", "."};
static const char *const marks[] = {"", "", "", "?", "*", "+"};
static const char *const letters[] = {"a", "b", "c", "1", ".", "-", ":", " ", "\n", "\303\251", "ab", "1:"};

#define ANY(list) (list)[random_below(&seed, sizeof(list) / sizeof(list)[0])]

static unsigned random_below(uint64_t *seed, size_t n)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)((*seed >> 33) % n);
}

/* Generated expressions: those that need no engine find the same in generated texts as the engine. */
static void test_generated(void **state)
{
  (void)state;
  uint64_t seed = 42;
  unsigned compared = 0;
  for (unsigned round = 0; round < 20000; round++) {
    struct arena *a = arena_new();
    struct buf source = BUF_IN(a), text = BUF_IN(a);
    str error;
    buf_z(&source, random_below(&seed, 3) > 0 ? "^" : "");
    for (unsigned n = random_below(&seed, 5); n > 0; n--) buf_printf(&source, "%s%s", ANY(atoms), ANY(marks));
    buf_z(&source, random_below(&seed, 2) > 0 ? "$" : "");
    for (unsigned n = random_below(&seed, 8); n > 0; n--) buf_z(&text, ANY(letters));
    const struct regex *fast = regex_compile(a, buf_view(&source), &error);
    if (fast != NULL && fast->quick != NULL) {
      const struct regex *slow = regex_compile(a, arena_printf(a, "(?:%.*s)", STR_FMT(buf_view(&source))), &error);
      struct regex_match m = {0}, n = {0};
      assert_null(slow->quick);
      assert_int_equal(regex_search(fast, buf_view(&text), 0, &m), regex_search(slow, buf_view(&text), 0, &n));
      assert_int_equal(m.n, n.n);
      if (n.n > 0) assert_int_equal(m.at[0].begin, n.at[0].begin);
      if (n.n > 0) assert_int_equal(m.at[0].end, n.at[0].end);
      compared++;
    }
    arena_free(a);
  }
  assert_true(compared > 5000);
}

/* The result of the last search is not used for another text of the same length, and keeps the groups. */
static void test_last_search(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  str error;
  const struct regex *re = regex_compile(a, STR("-x(\\d+)(y)?"), &error);
  static const char *const texts[] = {"a-x12", "a-x12", "a-x13", "a-x1", "a-x12y", "none", "none", "a-x12y", ""};
  static const int begins[] = {1, 1, 1, 1, 1, -1, -1, 1, -1}, ends[] = {5, 5, 5, 4, 6, -1, -1, 6, -1};
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
    struct regex_match m;
    const bool found = regex_search(re, str_of(texts[i]), 0, &m) == REGEX_MATCH;
    assert_int_equal(found, begins[i] >= 0);
    assert_int_equal(m.n, found ? 3 : 0);
    if (!found) continue;
    assert_int_equal(m.at[0].begin, begins[i]);
    assert_int_equal(m.at[0].end, ends[i]);
    assert_int_equal(m.at[1].begin, 3);
    assert_int_equal(m.at[2].begin, ends[i] == 6 ? 5 : -1);
  }
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_quick), cmocka_unit_test(test_generated),
                                     cmocka_unit_test(test_last_search)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
