/* Data derived from files: when the stored file is used, and when data must be derived again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/derived.h"

/* Sources must have been unchanged for some time, which a test cannot fake; a link represents a changed file. */
static const char source[] = "/bin/sh", other_source[] = "/bin/ls";
static char dir[] = "/tmp/ficelle-test.XXXXXX", path[64], spare[64];

static int setup(void **state)
{
  (void)state;
  strcpy(dir + strlen(dir) - 6, "XXXXXX");
  if (mkdtemp(dir) == NULL) return -1;
  snprintf(path, sizeof path, "%s/compiled", dir);
  snprintf(spare, sizeof spare, "%s/spare", dir);
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  unlink(path);
  unlink(spare);
  return rmdir(dir);
}

static void keep(const char *of, const char *code)
{
  str found;
  derived_open(path, "ruby 3.1");
  assert_false(derived_find(of, &found));
  derived_add(of, str_of(code));
  derived_save();
}

static bool finds(const char *by, const char *of, const char *code)
{
  str found;
  derived_open(path, by);
  const bool there = derived_find(of, &found);
  if (there) assert_memory_equal(found.p, code, strlen(code));
  if (there) assert_int_equal(found.n, strlen(code));
  return there;
}

static void keeps_code(void **state)
{
  struct stat st;
  (void)state;
  keep(source, "first code");
  assert_true(finds("ruby 3.1", source, "first code"));
  assert_false(finds("ruby 3.2", source, ""));
  assert_false(finds("ruby 3.1", other_source, ""));
  keep(other_source, "x"); /* the first one remains */
  assert_true(finds("ruby 3.1", source, "first code"));
  assert_true(finds("ruby 3.1", other_source, "x"));
  assert_int_equal(stat(path, &st), 0);
  assert_int_equal(st.st_mode & 0777, 0600);
}

static void follows_changes(void **state)
{
  (void)state;
  assert_int_equal(symlink(source, spare), 0);
  keep(spare, "of a shell");
  assert_true(finds("ruby 3.1", spare, "of a shell"));
  unlink(spare);
  assert_int_equal(symlink(other_source, spare), 0);
  assert_false(finds("ruby 3.1", spare, ""));
}

/* A new file may change again within the same tick of the clock. */
static void leaves_out_new_sources(void **state)
{
  (void)state;
  close(open(spare, O_WRONLY | O_CREAT, 0600));
  keep(spare, "of a new file");
  assert_false(finds("ruby 3.1", spare, ""));
}

static void distrusts_files_of_others(void **state)
{
  (void)state;
  keep(source, "code");
  assert_int_equal(chmod(path, 0620), 0);
  assert_false(finds("ruby 3.1", source, ""));
  assert_int_equal(chmod(path, 0600), 0);
  assert_true(finds("ruby 3.1", source, "code"));
  assert_int_equal(link(path, spare), 0);
  assert_false(finds("ruby 3.1", source, ""));
  assert_int_equal(rename(path, spare), 0);
  unlink(path);
  assert_int_equal(symlink(spare, path), 0);
  assert_false(finds("ruby 3.1", source, ""));
  keep(source, "code"); /* replaces the link, not its target */
  assert_true(finds("ruby 3.1", source, "code"));
  if (geteuid() != 0) return;
  assert_int_equal(chown(path, 1, 1), 0);
  assert_false(finds("ruby 3.1", source, ""));
  keep(source, "code");
  assert_true(finds("ruby 3.1", source, "code"));
}

static void survives_damage(void **state)
{
  static const char code[] = "code that will be damaged";
  char bytes[4096];
  str found;
  (void)state;
  keep(source, code);
  const int fd = open(path, O_RDWR);
  const ssize_t n = read(fd, bytes, sizeof bytes);
  assert_true(n > 100);
  for (ssize_t i = 0; i < n; i++) {
    const char damaged = (char)(bytes[i] ^ 0x41);
    assert_int_equal(pwrite(fd, &damaged, 1, i), 1);
    derived_open(path, "ruby 3.1");
    if (derived_find(source, &found)) { /* only padding was damaged */
      assert_int_equal(found.n, strlen(code));
      assert_memory_equal(found.p, code, found.n);
    }
    assert_int_equal(pwrite(fd, bytes + i, 1, i), 1);
  }
  for (ssize_t i = n - 1; i >= 0; i--) {
    assert_int_equal(ftruncate(fd, i), 0);
    assert_false(finds("ruby 3.1", source, ""));
  }
  close(fd);
}

static void needs_no_file(void **state)
{
  str found;
  (void)state;
  assert_false(derived_find(source, &found));
  derived_add(source, STR("code"));
  derived_save();
  snprintf(path, sizeof path, "/proc/nowhere/compiled"); /* cannot be written */
  keep(source, "code");
  assert_false(finds("ruby 3.1", source, ""));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(keeps_code, setup, teardown),
    cmocka_unit_test_setup_teardown(follows_changes, setup, teardown),
    cmocka_unit_test_setup_teardown(leaves_out_new_sources, setup, teardown),
    cmocka_unit_test_setup_teardown(distrusts_files_of_others, setup, teardown),
    cmocka_unit_test_setup_teardown(survives_damage, setup, teardown),
    cmocka_unit_test_setup_teardown(needs_no_file, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
