/* Files of SELinux policy modules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "agent/providers/selinux/selinux.h"

#define MAGIC "\x8f\xff\x7c\xf9"
#define ONE "\1\0\0\0"
#define TWO "\2\0\0\0"
/* Two sections: their offsets, the magic number of the first one, its headers, the module's name and version. */
#define MODULE                               \
  MAGIC ONE TWO "aaaabbbbcccc"               \
                "\3\0\0\0abc"                \
                "\x10\0\0\0SE Linux Module." \
                "12345678901234"             \
                "\4\0\0\0mine"               \
                "\5\0\0\0"                   \
                "1.2.3"

static void version_of_module(void **state)
{
  struct ral ral = {.arena = arena_new()};
  str version;
  (void)state;
  const str whole = str_n(MODULE "rest", sizeof MODULE + 3);
  assert_true(selinux_module_version(&ral, whole, STR("/m.pp"), &version));
  assert_true(str_eqz(version, "1.2.3"));
  arena_free(ral.arena);
}

static void every_cut_fails(void **state)
{
  struct ral ral = {.arena = arena_new()};
  str version;
  (void)state;
  for (size_t n = 0; n + 1 < sizeof MODULE; n++) {
    const str cut = arena_str(ral.arena, str_n(MODULE, n));
    assert_false(selinux_module_version(&ral, cut, STR("/m.pp"), &version));
    assert_true(str_eqz(ral.error, "The policy module /m.pp is incomplete"));
  }
  arena_free(ral.arena);
}

static void not_a_module(void **state)
{
  struct ral ral = {.arena = arena_new()};
  str version;
  (void)state;
  assert_false(selinux_module_version(&ral, STR("PK\3\4" ONE TWO), STR("/m.pp"), &version));
  assert_true(str_eqz(ral.error, "Found 67324752 instead of magic 4185718671 in /m.pp"));
  assert_false(selinux_module_version(&ral, STR(MAGIC TWO TWO), STR("/m.pp"), &version));
  assert_true(str_eqz(ral.error, "Unknown policy file version 2 in /m.pp"));
  /* more sections than the file has bytes */
  assert_false(selinux_module_version(&ral,
                                      STR(MAGIC ONE "\xff\xff\xff\xff"
                                                    "abcd"),
                                      STR("/m.pp"), &version));
  arena_free(ral.arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(version_of_module), cmocka_unit_test(every_cut_fails),
                                     cmocka_unit_test(not_a_module)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
