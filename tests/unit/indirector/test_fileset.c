/* Served files, mounts, and file buckets. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "base/bucket.h"
#include "base/digest.h"
#include "base/file.h"
#include "base/mounts.h"
#include "indirector/fileset.h"

static struct arena *arena;
static char directory[] = "/tmp/ficelle-fileset-XXXXXX";
static struct buf said;
static str error;

static str path(const char *name) { return arena_printf(arena, "%s/%s", directory, name); }

static void put(const char *name, const char *text)
{
  str why;
  assert_true(file_replace(arena, path(name), str_of(text), 0644, &why));
}

static void say(void *ctx, enum log_level level, str message)
{
  (void)ctx, (void)level;
  buf_printf(&said, "%.*s\n", STR_FMT(message));
}

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  said = BUF_IN(arena);
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  arena_free(arena);
  return 0;
}

/* --- metadata --- */

static str names_of(const struct file_metadata *all, uint32_t n)
{
  struct buf out = BUF_IN(arena);
  for (uint32_t i = 0; i < n; i++) buf_printf(&out, "%s%.*s", i > 0 ? " " : "", STR_FMT(all[i].relative));
  return buf_view(&out);
}

static void test_tree(void **state)
{
  (void)state;
  struct file_metadata *all;
  uint32_t n;
  const str ignored[] = {STR("s*")};
  put("tree/a", "a");
  put("tree/sub/b", "b");
  put("other/a", "other");
  put("other/c", "c");
  (void)!symlink("nothing", path("tree/link").p);
  const str roots[] = {path("tree"), path("other")};
  struct fileset_options o = {.checksum_type = "md5", .recurse = true, .recurselimit = -1, .say = say};
  assert_int_equal(fileset_read(arena, &o, roots, 1, &all, &n, &error), FILE_FOUND);
  assert_string_equal(names_of(all, n).p, ". a link sub sub/b");
  assert_string_equal(all[2].destination.p, "nothing");
  assert_null(all[2].checksum.p);
  assert_int_equal(fileset_read(arena, &o, roots, 2, &all, &n, &error), FILE_FOUND);
  assert_string_equal(names_of(all, n).p, ". a link sub sub/b c");
  assert_true(str_eq(all[1].path, roots[0]));
  o.recurselimit = 1;
  assert_int_equal(fileset_read(arena, &o, roots, 1, &all, &n, &error), FILE_FOUND);
  assert_string_equal(names_of(all, n).p, ". a link sub");
  o.ignore = ignored;
  o.nignore = 1;
  assert_int_equal(fileset_read(arena, &o, roots, 1, &all, &n, &error), FILE_FOUND);
  assert_string_equal(names_of(all, n).p, ". a link");
  o.max_files = 1;
  assert_int_equal(fileset_read(arena, &o, roots, 1, &all, &n, &error), FILE_FAULT);
  assert_true(str_starts(error, STR("The directory '")));
  o.recurse = false;
  assert_int_equal(fileset_read(arena, &o, roots, 1, &all, &n, &error), FILE_FOUND);
  assert_string_equal(names_of(all, n).p, ".");
}

static str checksum(const char *type, const char *name)
{
  str out;
  assert_true(checksum_of_file(arena, type, path(name).p, &out));
  return out;
}

/* The checksum of an old file is cached by its identity; another or changed file is read. */
static void test_checksums(void **state)
{
  (void)state;
  const struct timespec old[2] = {{.tv_sec = 1000}, {.tv_sec = 1000}};
  put("f", "hello\n");
  utimensat(AT_FDCWD, path("f").p, old, 0);
  assert_string_equal(checksum("md5", "f").p, "{md5}b1946ac92492d2347c6235b4d2611184");
  assert_string_equal(checksum("md5", "f").p, "{md5}b1946ac92492d2347c6235b4d2611184");
  assert_string_equal(checksum("sha256lite", "f").p,
                      "{sha256lite}5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03");
  FILE *f = fopen(path("f").p, "r+");
  fputs("HELLO\n", f);
  fclose(f);
  utimensat(AT_FDCWD, path("f").p, old, 0); /* the same size and time of the contents */
  str sum;
  assert_true(digest_hex(arena, "md5", STR("HELLO\n"), &sum));
  assert_true(str_eq(str_from(checksum("md5", "f"), 5), sum));
  assert_string_equal(checksum("none", "f").p, "{none}");
  assert_null(checksum_type_named(STR("foo")));
}

/* --- mounts --- */

static void test_mounts(void **state)
{
  (void)state;
  bool known, flat;
  str found, *paths;
  uint32_t n;
  put("modules/m/files/x", "x");
  put("modules/m/lib/a", "a");
  put("modules/n/lib/b", "b");
  put("srv/web1/file", "f");
  const str modulepath[] = {path("modules")};
  const struct mounts_asker who = {.arena = arena,
                                   .modulepath = modulepath,
                                   .nmodulepath = 1,
                                   .host = STR("web1"),
                                   .domain = STR("example.com"),
                                   .say = say};
  const char *text = arena_printf(arena,
                                  "# mounts\n[own]\n  path %s/srv/%%h\n  allow *\n  deny x\n[gone]\n  path /nosuch\n",
                                  directory)
                       .p;
  const struct mounts *m = mounts_parse(&who, "F", str_of(text), &error);
  assert_non_null(m);
  assert_string_equal(said.p, "Entry '  deny x' is unsupported and will be ignored at (file: F, line: 5)\n"
                              "Removing mount \"gone\": /nosuch does not exist or is not a directory\n");
  assert_true(mounts_find(m, &who, STR("own"), STR("file"), &known, &found, &error));
  assert_true(known && str_eq(found, path("srv/web1/file")));
  assert_true(mounts_find(m, &who, STR("gone"), STR("file"), &known, &found, &error));
  assert_false(known);
  assert_true(mounts_find(m, &who, STR("modules"), STR("m/x"), &known, &found, &error));
  assert_true(str_eq(found, path("modules/m/files/x")));
  assert_true(mounts_find(m, &who, STR("modules"), STR("nosuch/x"), &known, &found, &error));
  assert_int_equal(found.n, 0);
  assert_false(mounts_find(m, &who, STR("modules"), STR("m/../../x"), &known, &found, &error));
  assert_string_equal(error.p, "Cannot find file: Invalid relative path 'm/../../x'");
  assert_false(mounts_find(m, &who, STR("a b"), STR("x"), &known, &found, &error));
  assert_true(mounts_search(m, &who, STR("plugins"), STR_EMPTY, &known, &paths, &n, &flat, &error));
  assert_int_equal(n, 2);
  assert_null(mounts_parse(&who, "F", STR("[a]\npath = /x\n"), &error));
  assert_string_equal(error.p, "Fileserver configuration file does not use '=' as a separator");
  assert_null(mounts_parse(&who, "F", STR("[a]\nfoo bar\n"), &error));
  assert_string_equal(error.p, "Invalid argument 'foo' at (file: F, line: 2)");
}

/* --- buckets --- */

static void test_bucket(void **state)
{
  (void)state;
  const char *bucket = path("bucket").p;
  str sum;
  bool there;
  struct buf text = BUF_IN(arena);
  assert_true(digest_hex(arena, "sha256", STR("hello"), &sum));
  assert_false(bucket_has(arena, bucket, sum));
  assert_true(bucket_put(arena, bucket, sum, STR("hello"), STR("/a"), &there, &error));
  assert_false(there);
  assert_true(bucket_put(arena, bucket, sum, STR("hello"), STR("/b"), &there, &error));
  assert_true(there);
  assert_true(bucket_put(arena, bucket, sum, STR("hello"), STR("/a"), &there, &error));
  assert_true(bucket_put(arena, bucket, sum, STR("hello"), STR_EMPTY, &there, &error));
  assert_true(bucket_has_path(arena, bucket, sum, STR("/b")));
  assert_false(bucket_has_path(arena, bucket, sum, STR("/")));
  const str contents = bucket_contents(arena, bucket, sum);
  assert_true(str_ends(
    contents, STR("/2/c/f/2/4/d/b/a/2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824/contents")));
  assert_int_equal(file_read(arena_printf(arena, "%.*spaths", (int)contents.n - 8, contents.p).p, 1000, &text), 0);
  assert_string_equal(text.p, "/a\n/b\n");
  assert_true(bucket_is_sum(STR("sha256"), sum));
  assert_false(bucket_is_sum(STR("md5"), sum));
  assert_false(bucket_is_sum(STR("md5"), STR("../../../../../../../../../../xx")));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test_setup_teardown(test_tree, setup, teardown),
                                     cmocka_unit_test_setup_teardown(test_checksums, setup, teardown),
                                     cmocka_unit_test_setup_teardown(test_mounts, setup, teardown),
                                     cmocka_unit_test_setup_teardown(test_bucket, setup, teardown)};
  if (mkdtemp(directory) == NULL) return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  char command[128];
  snprintf(command, sizeof command, "rm -rf '%s'", directory);
  return system(command) != 0 || failed;
}
