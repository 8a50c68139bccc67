/* Parsers of service providers: systemctl show, ps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "agent/providers/service/service.h"

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

static void units(void **state)
{
  const str text = STR("Id=ssh.service\nNames=ssh.service sshd.service\nLoadState=loaded\nActiveState=active\n"
                       "UnitFileState=enabled\n\nId=nosuch.service\nNames=nosuch.service\nLoadState=not-found\n"
                       "ActiveState=inactive\nUnitFileState=\n");
  struct service_unit u;
  size_t at = 0;
  (void)state;
  assert_true(service_next_unit(text, &at, &u));
  assert_str(u.id, "ssh.service");
  assert_str(u.names, "ssh.service sshd.service");
  assert_str(u.active, "active");
  assert_str(u.file_state, "enabled");
  assert_true(service_next_unit(text, &at, &u));
  assert_str(u.id, "nosuch.service");
  assert_str(u.load, "not-found");
  assert_int_equal(u.file_state.n, 0);
  assert_false(service_next_unit(text, &at, &u));
  at = 0;
  assert_false(service_next_unit(STR("\n\n"), &at, &u));
  assert_str(service_unit_name(a, STR("ssh")), "ssh.service");
  assert_str(service_unit_name(a, STR("getty@tty1")), "getty@tty1.service");
  assert_str(service_unit_name(a, STR("x.timer")), "x.timer");
  assert_str(service_unit_name(a, STR("php8.2-fpm")), "php8.2-fpm.service");
  assert_int_equal(service_unit_name(a, STR("a*")).n, 0);
  assert_int_equal(service_unit_name(a, STR("-x")).n, 0);
  assert_int_equal(service_unit_name(a, STR("a b")).n, 0);
  assert_int_equal(service_unit_name(a, STR("")).n, 0);
}

static void processes(void **state)
{
  const str table = STR("UID          PID    PPID  C STIME TTY          TIME CMD\n"
                        "root           1       0  0 20:00 ?        00:00:00 /sbin/init\n"
                        "root         612       1  0 20:00 ?        00:00:00 /usr/sbin/cron -f\n");
  str error;
  (void)state;
  assert_str(service_find_pid(a, table, regex_compile(a, STR("cr.n"), &error)), "612");
  assert_int_equal(service_find_pid(a, table, regex_compile(a, STR("nosuch"), &error)).n, 0);
  assert_int_equal(service_find_pid(a, STR("x"), regex_compile(a, STR("x"), &error)).n, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(units), cmocka_unit_test(processes)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
