/* Unreadable keys: for the process itself, and for programs that it starts. */
#include "base/protect.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/program.h"

static char directory[] = "/tmp/test_protect.XXXXXX";
static struct arena *arena;

static char *path(const char *name) { return arena_strz(arena, arena_printf(arena, "%s/%s", directory, name)); }

static void put(const char *name)
{
  str error;
  assert_true(file_replace(arena, str_of(path(name)), STR("text\n"), 0644, &error));
}

static int reads(const char *name)
{
  struct buf text = BUF_HEAP;
  const int reason = file_read(path(name), 100, &text);
  buf_free(&text);
  return reason;
}

/* Whether a program can read the file. */
static bool program_reads(const char *name)
{
  static char cat[] = "/bin/cat";
  char *const argv[] = {cat, path(name), NULL};
  const struct program p = {.argv = argv, .out = -1, .err = -1};
  const pid_t pid = program_start(&p);
  int status;
  assert_true(pid > 0);
  assert_int_equal(waitpid(pid, &status, 0), pid);
  return status == 0;
}

static void test_nothing_is_protected(void **state)
{
  (void)state;
  assert_int_equal(protect_ruleset(), -1);
  assert_int_equal(errno, 0);
  assert_int_equal(reads("ssl/key.pem"), 0);
  assert_true(program_reads("ssl/key.pem"));
}

static void test_protected(void **state)
{
  (void)state;
  protect_path(path("ssl/key.pem"));
  protect_path(path("ssl/private"));
  protect_path(path("later/key.pem"));
  static const char *const closed[] = {"ssl/key.pem", "ssl/private/a.pem", "ssl/private/deep/b.pem", "link",
                                       "hard",        "through/a.pem"};
  static const char *const open[] = {"ssl/crl.pem", "other", "ssl/privately/c.pem"};
  assert_int_equal(symlink(path("ssl/key.pem"), path("link")), 0);
  assert_int_equal(symlink(path("ssl/private"), path("through")), 0);
  assert_int_equal(link(path("ssl/key.pem"), path("hard")), 0);
  for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) assert_int_equal(reads(closed[i]), EACCES);
  for (size_t i = 0; i < sizeof open / sizeof *open; i++) assert_int_equal(reads(open[i]), 0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (protect_ruleset() < 0) skip();
  for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) assert_false(program_reads(closed[i]));
  for (size_t i = 0; i < sizeof open / sizeof *open; i++) assert_true(program_reads(open[i]));
}

/* The next program can read files next to a key that were replaced or added. */
static void test_files_change(void **state)
{
  (void)state;
  const int before = protect_ruleset();
  if (before < 0) skip();
  put("ssl/crl.pem");
  put("ssl/new.pem");
  assert_true(program_reads("ssl/crl.pem") && program_reads("ssl/new.pem"));
  assert_int_equal(protect_ruleset(), protect_ruleset());
  put("later/key.pem");
  put("later/other.pem");
  assert_int_equal(reads("later/key.pem"), EACCES);
  assert_false(program_reads("later/key.pem"));
  assert_true(program_reads("later/other.pem"));
  /* Replaced: still protected. */
  put("ssl/key.pem");
  assert_int_equal(reads("ssl/key.pem"), EACCES);
  assert_false(program_reads("ssl/key.pem"));
}

static bool root_is_mounted(void)
{
  struct statx root;
  return statx(AT_FDCWD, "/", 0, 0, &root) == 0 && (root.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

/* In a child, since it cannot be undone. Opens a key by another name, which is still recognized. */
static void hide_and_look(void)
{
  protect_keep(path("ssl/kept.pem"));
  protect_path(path("ssl/kept.pem"));
  if (!protect_hide()) _exit(errno == EPERM || (errno == EINVAL && !root_is_mounted()) ? 77 : 1);
  int bad = 0;
  char byte;
  for (int i = 0; i < 2; i++) {
    const int fd = open(path(i == 0 ? "ssl/key.pem" : "ssl/kept.pem"), O_RDONLY);
    bad |= fd >= 0 && read(fd, &byte, 1) != 0;
  }
  bad |= access(path("ssl/private/a.pem"), F_OK) == 0 || access("/proc/self/status", R_OK) != 0;
  bad |= reads("hard2") != EACCES || reads("ssl/crl.pem") != 0 || reads("ssl/privately/c.pem") != 0;
  bad |= !str_eqz(protect_kept(path("ssl/kept.pem")), "text\n") || protect_kept("nothing").n != 0;
  _exit(bad);
}

static void test_hidden(void **state)
{
  (void)state;
  put("ssl/kept.pem");
  assert_int_equal(link(path("ssl/kept.pem"), path("hard2")), 0);
  const pid_t pid = fork();
  if (pid == 0) hide_and_look();
  int status;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) skip();
  assert_int_equal(status, 0);
  assert_true(access(path("ssl/private/a.pem"), F_OK) == 0);
}

static int set_up(void **state)
{
  (void)state;
  arena = arena_new();
  if (mkdtemp(directory) == NULL) return -1;
  static const char *const files[] = {
    "ssl/key.pem", "ssl/crl.pem", "ssl/private/a.pem", "ssl/private/deep/b.pem", "ssl/privately/c.pem", "other"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) put(files[i]);
  return 0;
}

static int tear_down(void **state)
{
  (void)state;
  char *const argv[] = {(char[]){"/bin/rm"}, (char[]){"-r"}, directory, NULL};
  const pid_t pid = program_start(&(struct program){.argv = argv});
  waitpid(pid, NULL, 0);
  arena_free(arena);
  return 0;
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_is_protected), cmocka_unit_test(test_protected),
                                     cmocka_unit_test(test_files_change), cmocka_unit_test(test_hidden)};
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
