/* Output of commands that survive this process: it is in a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <unistd.h>

#include "agent/system/command.h"

enum { OUTPUT_MOST = 64 << 20 };

static struct command_result run(struct arena *a, const char *script)
{
  struct ral ral = {.arena = a};
  const char *const argv[] = {"sh", "-c", script, NULL};
  const struct command c = {.argv = argv, .umask = -1, .survives = true};
  struct command_result result;
  assert_true(command_run(&ral, &c, &result));
  assert_int_equal(result.end, COMMAND_EXITED);
  return result;
}

static void test_both_streams_in_order(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  const struct command_result r = run(a, "echo one; echo two >&2; echo three; exit 7");
  assert_int_equal(r.status, 7);
  assert_true(str_eqz(r.output, "one\ntwo\nthree\n"));
  arena_free(a);
}

/* The file is emptied while the command runs, and what is beyond the limit is discarded. */
static void test_output_is_limited(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  const struct command_result r = run(a, "exec 3>&1; head -c 70000000 /dev/zero; i=0\n"
                                         "while [ \"$(stat -Lc %s /proc/self/fd/3)\" != 0 ]; do\n"
                                         "  [ $((i += 1)) -lt 100 ] || exit 1; sleep 0.1\n"
                                         "done; echo more");
  assert_int_equal(r.status, 0);
  assert_in_range(r.output.n, OUTPUT_MOST, OUTPUT_MOST + 65536);
  arena_free(a);
}

/* What a child of the command writes later must not fill memory. */
static void test_file_is_closed_to_children(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  char path[] = "/tmp/ficelle-test-command.XXXXXX";
  const int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  const str script = arena_printf(a, "(sleep 0.3; echo late || rm %s) & echo now", path);
  assert_true(str_eqz(run(a, arena_strz(a, script)).output, "now\n"));
  for (int i = 0; i < 200 && access(path, F_OK) == 0; i++) usleep(50000);
  assert_int_not_equal(access(path, F_OK), 0);
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_both_streams_in_order),
    cmocka_unit_test(test_output_is_limited),
    cmocka_unit_test(test_file_is_closed_to_children),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
