/* Parsers of package providers: dpkg-query, apt-cache, versions and ranges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "agent/providers/package/package.h"
#include "agent/providers/package/version.h"

static struct arena *a;

static int setup(void **state)
{
  (void)state;
  a = arena_new();
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(a);
  return 0;
}

#define assert_str(is, should) assert_string_equal(arena_strz(a, is), should)

static void dpkg_lines(void **state)
{
  struct package p = {0};
  str name, error;
  (void)state;
  assert_true(dpkg_parse(a, STR("install ok installed bash 5.2.15-2+b7"), false, &p, &name, &error));
  assert_str(name, "bash");
  assert_str(error, "ok");
  assert_str(ral_text(p.ensure), "5.2.15-2+b7");
  assert_int_equal(p.ensure.kind, V_STRING);
  assert_true(ral_is(p.mark, "none"));
  assert_true(dpkg_parse(a, STR("'hold reinstreq installed foo 1:2-3"), false, &p, &name, &error));
  assert_str(error, "reinstreq");
  assert_true(ral_is(p.mark, "hold"));
  assert_true(dpkg_parse(a, STR("deinstall ok config-files foo 1.0"), false, &p, &name, &error));
  assert_true(ral_is(p.ensure, "absent"));
  assert_true(dpkg_parse(a, STR("install ok half-configured foo 1.0"), false, &p, &name, &error));
  assert_true(ral_is(p.ensure, "absent"));
  assert_true(dpkg_parse(a, STR("install ok triggers-pending foo 1.0"), false, &p, &name, &error));
  assert_str(ral_text(p.ensure), "1.0");
  assert_true(dpkg_parse(a, STR("hold ok not-installed foo "), false, &p, &name, &error));
  assert_true(ral_is(p.ensure, "purged"));
  assert_true(ral_is(p.mark, "hold"));
  assert_true(
    dpkg_parse(a, STR("install ok installed exim 4.9 [mail-transport-agent, x (= 1)]"), true, &p, &name, &error));
  assert_str(ral_text(p.ensure), "4.9");
  assert_false(dpkg_parse(a, STR("dpkg-query: no packages found matching foo bar"), false, &p, &name, &error));
  assert_false(dpkg_parse(a, STR(""), false, &p, &name, &error));
  assert_false(dpkg_parse(a, STR("'"), false, &p, &name, &error));
  assert_false(dpkg_parse(a, STR("install ok installed foo"), false, &p, &name, &error));
}

static bool reads(const char *text, const char *lines)
{
  struct buf out = BUF_IN(a);
  const bool read = dpkg_read_status(a, str_of(text), &out);
  if (read) assert_str(buf_view(&out), lines);
  return read;
}

static void dpkg_status(void **state)
{
  (void)state;
  assert_true(reads("", ""));
  assert_true(reads(
    "Package: bash\nStatus: install ok installed\nDescription: a shell\n Status: none\n .\nVersion: 5.2-1\n\n"
    "package:half \nStatus: hold reinstreq half-installed\n\n"
    "Package: gone\nStatus: purge ok not-installed\n\n"
    "Package: left\nStatus: deinstall ok config-files\nVersion: 1:2\n",
    "install ok installed bash 5.2-1\nhold reinstreq half-installed half \ndeinstall ok config-files left 1:2\n"));
  assert_false(reads("Package: a\nStatus: install ok installed\n\nPackage: a\nStatus: install ok installed\n", ""));
  assert_false(reads("Package: a\nVersion: 1\n", ""));
  assert_false(reads("Status: install ok installed\n", ""));
  assert_false(reads("\n\nPackage: a\nStatus: install ok installed\n", ""));
}

static void apt_output(void **state)
{
  struct version_range range;
  const str madison = STR(" tool | 2.0-1 | file:/srv/apt ./ Packages\n tool |  1.10 | file:/srv/apt ./ Packages\n"
                          " tool | 1.9 | file:/srv/apt ./ Packages\nnonsense\n tool | a b | x\n");
  (void)state;
  assert_str(apt_candidate(STR("bash:\n  Installed: 1\n  Candidate: 2:5.2-1\n  Version table:\n")), "2:5.2-1");
  assert_str(apt_candidate(STR("x:\n  Candidate: (none)\n")), "(none)");
  assert_int_equal(apt_candidate(STR("")).n, 0);
  assert_int_equal(apt_candidate(STR("Candidate:\n")).n, 0);
  assert_true(version_range_parse(&version_debian, STR(">=1.9 <2.0"), &range));
  assert_str(apt_best(madison, &range), "1.10");
  assert_true(version_range_parse(&version_debian, STR(">2.0-1"), &range));
  assert_int_equal(apt_best(madison, &range).n, 0);
}

/* For Puppet each version is lower than the next; for dpkg, 1.0a is lower than 1.0.1. */
/* Orders computed by Puppet 7.23's rpm_compareEVR. */
static void rpm_order(void **state)
{
  static const struct {
    const char *should, *is;
    int order;
  } rows[] = {{"1.0", "1.0-1", 0},     {"1.0-1", "1.0-2", -1},       {"1.0-1", "1.0-1", 0},
              {"1:1.0-1", "2.0-1", 1}, {"2.0-1", "1:1.0-1", 1},      {"1.0~rc1-1", "1.0-1", -1},
              {"1.10", "1.9-1", 1},    {"1.0a", "1.0-1", 1},         {"1.a", "1.1-1", -1},
              {"1.01", "1.1-1", 0},    {"1.0-1.x86_64", "1.0-1", 0}, {"1.0-1.noarch", "1.0-1", 0},
              {"1.0-1", "1.0", 1},     {"x:1.0", "1.0-1", 0},        {"", "1-1", -1}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const int order = version_rpm_compare(str_of(rows[i].should), str_of(rows[i].is));
    if ((order > 0) - (order < 0) != rows[i].order) fail_msg("%s and %s: %d", rows[i].should, rows[i].is, order);
  }
}

static void rpm_lines(void **state)
{
  struct rpm_fields f;
  (void)state;
  assert_true(rpm_parse(STR("bash 0 5.2 1.el9 x86_64"), &f));
  assert_true(str_eqz(f.name, "bash") && str_eqz(f.epoch, "0") && str_eqz(f.version, "5.2"));
  assert_true(str_eqz(f.release, "1.el9") && str_eqz(f.arch, "x86_64"));
  assert_true(rpm_parse(STR("'bash 0 5.2 1 noarch"), &f));
  assert_true(str_eqz(f.name, "bash"));
  assert_false(rpm_parse(STR("bash 0 5.2 1"), &f));
  assert_false(rpm_parse(STR("bash 0 5.2 1 noarch x"), &f));
  assert_false(rpm_parse(STR("bash 0  5.2 1 noarch"), &f));
  assert_false(rpm_parse(STR(""), &f));
}

static void debian_order(void **state)
{
  static const char *const sorted[] = {"0.9~~",
                                       "0.9~~a",
                                       "0.9~",
                                       "0.9",
                                       "0.9+dfsg",
                                       "0.10",
                                       "0.10-1~bpo",
                                       "0.10-1",
                                       "0.10-1.1",
                                       "0.10-2",
                                       "0.10.1",
                                       "1.0.1",
                                       "1.0a",
                                       "1.0b",
                                       "9",
                                       "10",
                                       "99999999999999999999",
                                       "100000000000000000000",
                                       "1:0.1",
                                       "2:0"};
  (void)state;
  for (size_t i = 0; i < sizeof sorted / sizeof *sorted; i++) {
    for (size_t k = 0; k < sizeof sorted / sizeof *sorted; k++) {
      const int order = version_debian.compare(str_of(sorted[i]), str_of(sorted[k]));
      if (i < k) assert_true(order < 0);
      if (i == k) assert_int_equal(order, 0);
      if (i > k) assert_true(order > 0);
    }
  }
  /* As in Puppet, and unlike dpkg: compared by length. */
  assert_int_equal(version_debian.compare(STR("1.00"), STR("1.0")), 1);
  assert_true(version_debian.valid(STR("-1")));
  assert_false(version_debian.valid(STR("a:1")));
  assert_false(version_debian.valid(STR("1_2")));
  assert_false(version_debian.valid(STR("")));
  assert_true(version_debian.same(STR("0:1-1"), STR("1-1")));
  assert_false(version_debian.same(STR("1-"), STR("1")));
}

static void ranges(void **state)
{
  struct version_range r;
  struct buf out = BUF_IN(a);
  (void)state;
  assert_true(version_range_parse(&version_debian, STR("1.0"), &r));
  assert_true(version_range_is_equal(&r));
  assert_true(version_range_has(&version_debian, &r, STR("1.0")));
  assert_false(version_range_has(&version_debian, &r, STR("1.0-1")));
  assert_true(version_range_parse(&version_debian, STR(">00:1.0  <=2.0-1 ignored "), &r));
  assert_false(version_range_is_equal(&r));
  assert_false(version_range_has(&version_debian, &r, STR("1.0")));
  assert_true(version_range_has(&version_debian, &r, STR("2.0-1")));
  assert_false(version_range_has(&version_debian, &r, STR("2.0-2")));
  version_range_show(&version_debian, &r, &out);
  assert_str(buf_view(&out), ">1.0 <=2.0-1");
  assert_false(version_range_parse(&version_debian, STR(""), &r));
  assert_false(version_range_parse(&version_debian, STR(" 1.0"), &r));
  assert_false(version_range_parse(&version_debian, STR(">"), &r));
  assert_false(version_range_parse(&version_debian, STR(">= 1.0"), &r));
  assert_false(version_range_parse(&version_debian, STR("==1.0"), &r));
  assert_false(version_range_parse(&version_debian, STR(">1 b@d"), &r));
}

/* Like Puppet 7.23's parse_updates: entries may be folded, and obsoleted packages are ignored. */
static void yum_updates(void **state)
{
  struct strmap found;
  (void)state;
  yum_parse_updates(a,
                    STR("Loading mirror speeds\n\nbash.x86_64   5.2-3.el9  base\n"
                        "a-package-with-a-long-name.noarch\n          1:2.0~rc1-1  updates\n"
                        "bash.i686 4.4-1 base\nno-release.noarch 7 base\nplain 1-1 base\n\n"
                        "kernel.x86_64 6.1-1 base\nObsoleting Packages\nzsh.x86_64 9-9 base\n"),
                    &found);
  static const struct {
    const char *name, *version;
  } rows[] = {{"bash", "0:5.2-3.el9"},
              {"bash.x86_64", "0:5.2-3.el9"},
              {"bash.i686", "0:4.4-1"},
              {"kernel", "0:6.1-1"},
              {"a-package-with-a-long-name", "1:2.0~rc1-1"}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const str *version = strmap_get(&found, str_of(rows[i].name));
    assert_non_null(version);
    assert_string_equal(arena_strz(a, *version), rows[i].version);
  }
  static const char *const missing[] = {"zsh", "no-release", "plain", "Loading", ""};
  for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) assert_null(strmap_get(&found, str_of(missing[i])));
}

static void rpm_full_order(void **state)
{
  (void)state;
  assert_true(version_rpm_compare_full(STR("1.0-1"), STR("0:1.0-1")) == 0);
  assert_true(version_rpm_compare_full(STR("2.0-1"), STR("1:1.0")) < 0);
  assert_true(version_rpm_compare_full(STR("2.0-1"), STR("2.0")) > 0);
  assert_true(version_rpm_compare_full(STR("2.0~rc1"), STR("2.0")) < 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(dpkg_lines, setup, teardown),
    cmocka_unit_test_setup_teardown(dpkg_status, setup, teardown),
    cmocka_unit_test_setup_teardown(apt_output, setup, teardown),
    cmocka_unit_test_setup_teardown(rpm_order, setup, teardown),
    cmocka_unit_test_setup_teardown(rpm_lines, setup, teardown),
    cmocka_unit_test_setup_teardown(rpm_full_order, setup, teardown),
    cmocka_unit_test_setup_teardown(yum_updates, setup, teardown),
    cmocka_unit_test_setup_teardown(debian_order, setup, teardown),
    cmocka_unit_test_setup_teardown(ranges, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
