/* Versions of gems and Python packages, and the output of gem and pip. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agent/providers/package/package.h"
#include "agent/providers/package/version.h"

/* Each is older than the next; those in one text are equal. */
static void in_order(const struct version_kind *kind, const char *const *versions)
{
  for (size_t i = 0; versions[i] != NULL; i++) {
    if (!kind->valid(str_of(versions[i]))) fail_msg("%s is not valid", versions[i]);
    for (size_t k = 0; versions[k] != NULL; k++) {
      const int order = kind->compare(str_of(versions[i]), str_of(versions[k]));
      if ((order > 0) != (i > k) || (order < 0) != (i < k)) fail_msg("%s and %s: %d", versions[i], versions[k], order);
    }
  }
}

static void test_gem_versions(void **state)
{
  static const char *const order[] = {"0.9", "1.0.a", "1.0.b1", "1.0.b2", "1.0-1",   "1.0.rc1",
                                      "1",   "1.0.1", "1.2",    "1.10",   "2.0.0.1", NULL};
  static const char *const bad[] = {"a", "1.", "1..2", "1_2", "-1", ">1"};
  str op, version;
  (void)state;
  in_order(&version_gem, order);
  assert_int_equal(version_gem.compare(STR("1.0.0"), STR("1")), 0);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(version_gem.valid(str_of(bad[i])));
  assert_true(version_gem_requirement(STR(" ~>  1.2.3 "), &op, &version));
  assert_true(str_eqz(op, "~>") && str_eqz(version, "1.2.3"));
  assert_false(version_gem_requirement(STR(">=1.0 <2.0"), &op, &version));
  static const struct {
    const char *version, *op, *wanted;
    bool yes;
  } cases[] = {{"1.2.3", "~>", "1.2.3", true}, {"1.2.9", "~>", "1.2.3", true}, {"1.3", "~>", "1.2.3", false},
               {"1.9", "~>", "1.2", true},     {"2.0", "~>", "1.2", false},    {"1.1", "~>", "1.2", false},
               {"1.0.0", "=", "1", true},      {"1.1", "!=", "1", true},       {"2", ">=", "2.0", true},
               {"1.9", "<", "2.0", true},      {"2.0", ">", "2", false},       {"2.0", "<=", "2", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    if (version_gem_satisfies(str_of(cases[i].version), str_of(cases[i].op), str_of(cases[i].wanted)) != cases[i].yes) {
      fail_msg("%s %s %s", cases[i].version, cases[i].op, cases[i].wanted);
    }
  }
  assert_true(version_gem_is_prerelease(STR("1.0.rc1")));
  assert_false(version_gem_is_prerelease(STR("1.0")));
}

static void test_pip_versions(void **state)
{
  static const char *const order[] = {"1.0.dev1", "1.0a1.dev2", "1.0a1", "1.0.alpha2", "1.0b1",          "1.0rc1",
                                      "v1.0",     "1.0+a",      "1.0+1", "1.0+1.a",    "1.0.post1.dev1", "1.0.post1",
                                      "1.0-2",    "1.0.1",      "1.2",   "1.10",       "1!0.5",          NULL};
  static const char *const bad[] = {"", "a", "1.0x", "1.0+", "1.0+a..b", "1.0 2", "1!", "latest"};
  (void)state;
  in_order(&version_pip, order);
  assert_int_equal(version_pip.compare(STR("1.0.0"), STR("1")), 0);
  assert_int_equal(version_pip.compare(STR("1.0-RC_1"), STR("1.0c1")), 0);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    if (version_pip.valid(str_of(bad[i]))) fail_msg("%s is valid", bad[i]);
  }
}

static void test_lines(void **state)
{
  struct arena *a = arena_new();
  str name, version;
  value versions;
  (void)state;
  assert_true(gem_parse(a, STR("rake (13.0.6, default: 12.3.3 ruby java, 10)"), &name, &versions));
  assert_true(str_eqz(name, "rake"));
  assert_int_equal(versions.array->n, 3);
  assert_true(str_eqz(value_text(versions.array->items[0]), "13.0.6"));
  assert_true(gem_parse(a, STR("bigdecimal (default: 3.1.1)"), &name, &versions));
  assert_true(str_eqz(value_text(versions.array->items[0]), "3.1.1"));
  assert_false(gem_parse(a, STR("*** LOCAL GEMS ***"), &name, &versions));
  assert_false(gem_parse(a, STR("rake"), &name, &versions));
  assert_true(pip_parse(STR("six==1.16.0"), &name, &version) && str_eqz(name, "six") && str_eqz(version, "1.16.0"));
  assert_true(pip_parse(STR("odd===1.x"), &name, &version) && str_eqz(version, "1.x"));
  assert_true(pip_parse(STR("a @ git+https://x/a@v1"), &name, &version) && str_eqz(name, "a") &&
              str_eqz(version, "v1"));
  assert_false(pip_parse(STR("a @ file:///x"), &name, &version));
  assert_false(pip_parse(STR("-e git+https://x"), &name, &version));
  assert_false(pip_parse(STR("a==1==2"), &name, &version));
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_gem_versions),
    cmocka_unit_test(test_pip_versions),
    cmocka_unit_test(test_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
