/* Reading whole files: their real end, other than regular files, pipes from the command line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

static char directory[] = "/tmp/test_file.XXXXXX";
static char path[64];

static int setup(void **state)
{
  (void)state;
  if (mkdtemp(directory) == NULL) return -1;
  snprintf(path, sizeof path, "%s/f", directory);
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  unlink(path);
  return rmdir(directory);
}

static void put(const char *text, size_t n)
{
  FILE *f = fopen(path, "w");
  assert_int_equal(fwrite(text, 1, n, f), n);
  fclose(f);
}

static void expect_text(const char *from, const char *text, size_t n)
{
  struct buf b = BUF_HEAP;
  assert_int_equal(file_read(from, 1 << 20, &b), 0);
  assert_int_equal(b.n, n);
  assert_memory_equal(n > 0 ? b.p : "", text, n);
  buf_free(&b);
}

static void expect_reason(const char *from, size_t limit, int reason)
{
  struct arena *a = arena_new();
  struct buf b = BUF_IN(a), heap = BUF_HEAP;
  assert_int_equal(file_read(from, limit, &b), reason);
  assert_int_equal(file_read(from, limit, &heap), reason);
  buf_free(&heap);
  arena_free(a);
}

static void test_files_of_all_sizes(void **state)
{
  static char text[100000];
  static const size_t sizes[] = {0, 1, 2, 4095, 4096, 16383, 16384, 16385, 65536, sizeof text};
  (void)state;
  for (size_t i = 0; i < sizeof text; i++) text[i] = (char)(i * 7);
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
    put(text, sizes[i]);
    expect_text(path, text, sizes[i]);
    if (sizes[i] > 0) expect_reason(path, sizes[i] - 1, EFBIG);
  }
}

/* The size of such files is wrong. */
static void test_files_without_a_size(void **state)
{
  static const char *const files[] = {"/proc/self/status", "/proc/version",
                                      "/sys/kernel/mm/transparent_hugepage/enabled"};
  (void)state;
  for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
    struct buf b = BUF_HEAP;
    if (access(files[i], R_OK) != 0) continue;
    assert_int_equal(file_read(files[i], 1 << 20, &b), 0);
    assert_true(b.n > 8);
    assert_int_equal(b.p[b.n - 1], '\n');
    buf_free(&b);
    expect_reason(files[i], 7, EFBIG);
  }
}

static void test_appending(void **state)
{
  (void)state;
  struct arena *a = arena_new();
  struct buf b = BUF_IN(a);
  buf_z(&b, "before ");
  put("text", 4);
  assert_int_equal(file_read(path, 4, &b), 0);
  assert_string_equal(b.p, "before text");
  arena_free(a);
}

static void test_not_regular_files(void **state)
{
  (void)state;
  expect_reason(directory, 100, EISDIR);
  expect_reason("/nowhere/at/all", 100, ENOENT);
  expect_text("/dev/null", "", 0);
  expect_reason("/dev/zero", 100, FILE_NOT_REGULAR);
  unlink(path);
  assert_int_equal(mkfifo(path, 0600), 0);
  expect_reason(path, 100, FILE_NOT_REGULAR); /* nobody waits for a writer */
  assert_string_equal(file_reason(FILE_NOT_REGULAR), "Not a regular file");
  unlink(path);
  assert_int_equal(symlink(path, path), 0);
  expect_reason(path, 100, ELOOP);
  unlink(path);
}

static void test_a_pipe_on_the_command_line(void **state)
{
  (void)state;
  int ends[2];
  char name[64];
  struct stat st;
  str text;
  assert_int_equal(pipe(ends), 0);
  assert_int_equal(write(ends[1], "some\0text", 9), 9);
  close(ends[1]);
  snprintf(name, sizeof name, "/dev/fd/%d", ends[0]);
  assert_int_equal(fstat(ends[0], &st), 0);
  assert_false(file_kept(&st, &text));
  expect_reason(name, 100, FILE_NOT_REGULAR);
  assert_int_equal(file_keep(name, 100), 0);
  assert_int_equal(file_keep(name, 100), 0);
  expect_text(name, "some\0text", 9);
  expect_text(name, "some\0text", 9);
  expect_reason(name, 8, EFBIG);
  assert_true(file_kept(&st, &text));
  assert_int_equal(text.n, 9);
  assert_int_equal(file_keep("/dev/zero", 100000), EFBIG);
  expect_reason("/dev/zero", 100, FILE_NOT_REGULAR);
  assert_int_equal(file_keep("/nowhere/at/all", 100), 0);
  close(ends[0]);
}

static const char *in_directory(struct arena *a, const char *name)
{
  return arena_printf(a, "%s/%s", directory, name).p;
}

static unsigned files_there(void)
{
  unsigned n = 0;
  DIR *d = opendir(directory);
  for (struct dirent *e; d != NULL && (e = readdir(d)) != NULL;) n += e->d_name[0] != '.';
  if (d != NULL) closedir(d);
  return n;
}

/* The old files remain until the batch ends. */
static void test_a_batch_of_files(void **state)
{
  struct arena *a = arena_new();
  struct file_batch batch = {.arena = a};
  const str one = str_of(in_directory(a, "one")), two = str_of(in_directory(a, "two"));
  struct stat st;
  str error = STR_EMPTY;
  (void)state;
  assert_true(file_replace(a, one, STR("old"), 0600, &error));
  assert_true(file_replace_in(&batch, a, one, STR("new"), 0640, &error));
  assert_true(file_replace_in(&batch, a, two, STR("second"), 0640, &error));
  expect_text(one.p, "old", 3);
  assert_int_equal(access(two.p, F_OK), -1);
  assert_true(file_batch_end(&batch, &error));
  expect_text(one.p, "new", 3);
  expect_text(two.p, "second", 6);
  assert_int_equal(stat(one.p, &st), 0);
  assert_int_equal(st.st_mode & 07777, 0600);
  assert_int_equal(stat(two.p, &st), 0);
  assert_int_equal(st.st_mode & 07777, 0640);
  assert_true(file_batch_end(&batch, &error)); /* it is empty */
  assert_int_equal(files_there(), 2);
  unlink(one.p);
  unlink(two.p);
  arena_free(a);
}

static void test_a_batch_with_a_failure(void **state)
{
  struct arena *a = arena_new();
  struct file_batch batch = {.arena = a};
  const str one = str_of(in_directory(a, "one")), two = str_of(in_directory(a, "two"));
  str error = STR_EMPTY;
  (void)state;
  assert_true(file_replace_in(&batch, a, one, STR("1"), 0640, &error));
  assert_true(file_replace_in(&batch, a, two, STR("2"), 0640, &error));
  assert_int_equal(mkdir(one.p, 0700), 0); /* a file cannot replace it */
  assert_false(file_batch_end(&batch, &error));
  assert_true(str_starts(error, one));
  expect_text(two.p, "2", 1);
  assert_int_equal(files_there(), 2);
  rmdir(one.p);
  unlink(two.p);
  arena_free(a);
}

/* Replaces the library's function: counts the calls, which come from several threads, and fails those of one size. */
static atomic_int syncs;
static _Atomic off_t refused_size = -1;

int fsync(int fd)
{
  struct stat st;
  syncs++;
  if (fstat(fd, &st) == 0 && st.st_size == refused_size) errno = EIO;
  else return 0;
  return -1;
}

static void test_a_batch_that_cannot_be_synced(void **state)
{
  enum { FILES = 12 };
  struct arena *a = arena_new();
  struct file_batch batch = {.arena = a};
  str names[FILES], error = STR_EMPTY;
  (void)state;
  for (int i = 0; i < FILES; i++) {
    names[i] = str_of(in_directory(a, arena_printf(a, "%d", i).p));
    assert_true(file_replace(a, names[i], STR("old"), 0640, &error));
    assert_true(file_replace_in(&batch, a, names[i], i == 0 || i == 7 ? STR("longer") : STR("new"), 0640, &error));
  }
  syncs = 0;
  refused_size = 6;
  assert_false(file_batch_end(&batch, &error));
  refused_size = -1;
  assert_int_equal(syncs, FILES);
  assert_true(str_eq(error, arena_printf(a, "%.*s: Input/output error", STR_FMT(names[0]))));
  assert_int_equal(files_there(), FILES); /* no temporary files */
  for (int i = 0; i < FILES; i++) {
    expect_text(names[i].p, i == 0 || i == 7 ? "old" : "new", 3);
    unlink(names[i].p);
  }
  arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_files_of_all_sizes),
    cmocka_unit_test(test_files_without_a_size),
    cmocka_unit_test(test_appending),
    cmocka_unit_test(test_not_regular_files),
    cmocka_unit_test(test_a_pipe_on_the_command_line),
    cmocka_unit_test(test_a_batch_of_files),
    cmocka_unit_test(test_a_batch_with_a_failure),
    cmocka_unit_test(test_a_batch_that_cannot_be_synced),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
