/* Lines of passwd, group, shadow and nsswitch.conf. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agent/providers/accounts/accounts.h"

static struct arena *arena;

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

static void is(str s, const char *text) { assert_true(str_eqz(s, text)); }

static void test_users(void **state)
{
  struct account_user u;
  (void)state;
  assert_true(account_parse_user(STR("anna:x:1000:1001:Anna A.,,:/home/anna:/bin/sh"), &u));
  is(u.name, "anna");
  assert_int_equal(u.uid, 1000);
  assert_int_equal(u.gid, 1001);
  is(u.comment, "Anna A.,,");
  is(u.home, "/home/anna");
  is(u.shell, "/bin/sh");
  assert_true(account_parse_user(STR("old::0:0"), &u));
  is(u.shell, "");
  static const char *const bad[] = {"",
                                    "anna",
                                    "anna:x:1000",
                                    "anna:x:one:1:::",
                                    "anna:x::1:::",
                                    ":x:1:1:::",
                                    "#a:x:1:1::",
                                    "+::::::",
                                    "a:x:99999999999999999999:1::"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(account_parse_user(str_of(bad[i]), &u));
}

static void test_groups(void **state)
{
  struct account_group g;
  (void)state;
  assert_true(account_parse_group(arena, STR("adm:x:4:syslog,anna"), &g));
  is(g.name, "adm");
  assert_int_equal(g.gid, 4);
  assert_int_equal(g.members->n, 2);
  is(value_text(g.members->items[1]), "anna");
  assert_true(account_parse_group(arena, STR("empty:x:5:"), &g));
  assert_int_equal(g.members->n, 0);
  assert_true(account_parse_group(arena, STR("odd:x:6:,a,,"), &g));
  assert_int_equal(g.members->n, 1);
  assert_false(account_parse_group(arena, STR("adm:x"), &g));
  assert_false(account_parse_group(arena, STR("adm:x:-1:"), &g));
}

static void test_shadows(void **state)
{
  struct account_shadow s;
  (void)state;
  assert_true(account_parse_shadow(STR("anna:$6$a$b:19000:2:90:14::20000:"), &s));
  is(s.password, "$6$a$b");
  assert_int_equal(s.min, 2);
  assert_int_equal(s.max, 90);
  assert_int_equal(s.warn, 14);
  assert_int_equal(s.expires, 20000);
  assert_true(account_parse_shadow(STR("bert:!"), &s));
  assert_int_equal(s.max, -1);
  assert_int_equal(s.expires, -1);
  assert_false(account_parse_shadow(STR("bert"), &s));
}

static void test_sources(void **state)
{
  static const char text[] = "# comment\npasswd:         files systemd\ngroup: files [NOTFOUND=return] ldap # more\n";
  (void)state;
  assert_true(account_is_local(str_of(text), STR("passwd")));
  assert_false(account_is_local(str_of(text), STR("group")));
  assert_true(account_is_local(str_of(text), STR("shadow")));
  assert_true(account_is_local(STR_EMPTY, STR("passwd")));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(test_users, setup, teardown),
    cmocka_unit_test_setup_teardown(test_groups, setup, teardown),
    cmocka_unit_test_setup_teardown(test_shadows, setup, teardown),
    cmocka_unit_test_setup_teardown(test_sources, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
