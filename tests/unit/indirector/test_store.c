/* The store: a catalog is replaced as a whole, resources are found by type, node and query, many write at
 * once. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "indirector/store.h"

static struct arena *arena;
static char directory[] = "/tmp/ficelle-store-XXXXXX";
static str path;
static str error;

static struct store *open_store(void)
{
  struct store *s = store_open(arena, path, &error);
  if (s == NULL) fail_msg("%.*s", STR_FMT(error));
  return s;
}

static const struct array *resources(const char *json)
{
  value v;
  assert_true(value_read_json(arena, str_of(json), &v, &error));
  return v.array;
}

static void put(struct store *s, const char *node, const char *exported)
{
  assert_true(store_replace_catalog(s, arena, str_of(node), STR("production"), STR("{\"name\":\"x\"}"),
                                    resources(exported), &error));
}

/* "node:title node:title" */
static const char *found(struct store *s, const char *rtype, const char *except, const struct query *q)
{
  struct exported_resource *all;
  uint32_t n;
  struct buf out = BUF_IN(arena);
  assert_true(store_search(s, arena, str_of(rtype), str_of(except), q, &all, &n, &error));
  for (uint32_t i = 0; i < n; i++) {
    buf_printf(&out, "%s%.*s:%.*s", i > 0 ? " " : "", STR_FMT(all[i].certname), STR_FMT(all[i].title));
  }
  return out.n > 0 ? out.p : "";
}

static int setup(void **state)
{
  (void)state;
  arena = arena_new();
  path = arena_printf(arena, "%s/sub/store.sqlite3", directory);
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  static const char *const suffixes[] = {"", "-wal", "-shm"};
  for (int i = 0; i < 3; i++) unlink(arena_printf(arena, "%.*s%s", STR_FMT(path), suffixes[i]).p);
  arena_free(arena);
  return 0;
}

#define TWO                                                                                    \
  "[{\"type\":\"File\",\"title\":\"/"                                                          \
  "a\",\"tags\":[\"file\",\"t1\"],\"parameters\":{\"mode\":\"0644\",\"list\":[\"x\",\"y\"]}}," \
  "{\"type\":\"Notify\",\"title\":\"n\",\"tags\":[\"notify\"],\"exported\":true}]"

static void replaced_as_a_whole(void **state)
{
  (void)state;
  struct store *s = open_store();
  bool any;
  str json;
  put(s, "a", TWO);
  put(s, "b", "[{\"type\":\"File\",\"title\":\"/b\",\"tags\":[],\"parameters\":{}}]");
  assert_string_equal(found(s, "File", "c", NULL), "a:/a b:/b");
  assert_string_equal(found(s, "File", "a", NULL), "b:/b");
  assert_string_equal(found(s, "Exec", "c", NULL), "");
  put(s, "a", "[{\"type\":\"File\",\"title\":\"/other\",\"tags\":[],\"parameters\":{}}]");
  assert_string_equal(found(s, "File", "c", NULL), "a:/other b:/b");
  assert_string_equal(found(s, "Notify", "c", NULL), "");
  assert_true(store_deactivate(s, arena, STR("a"), &any, &error));
  assert_true(any);
  assert_string_equal(found(s, "File", "c", NULL), "b:/b");
  assert_true(store_find_catalog(s, arena, STR("a"), &any, &json, &error));
  assert_false(any);
  assert_true(store_deactivate(s, arena, STR("nosuch"), &any, &error));
  assert_false(any);
  put(s, "a", "[]");
  assert_true(store_find_catalog(s, arena, STR("a"), &any, &json, &error));
  assert_true(any);
  assert_true(str_eqz(json, "{\"name\":\"x\"}"));
  assert_true(store_find_facts(s, arena, STR("a"), &any, &json, &error));
  assert_false(any);
  assert_true(store_replace_facts(s, arena, STR("a"), STR("{\"values\":{}}"), &error));
  assert_true(store_find_facts(s, arena, STR("a"), &any, &json, &error));
  assert_true(any);
  store_close(s);
}

static struct query compare(enum query_op op, const char *name, const char *text)
{
  return (struct query){.op = op, .name = sym_z(name), .value = value_str(str_of(text))};
}

static void queries(void **state)
{
  (void)state;
  struct store *s = open_store();
  put(s, "a", TWO);
  const struct tag t1 = {.text = STR("t1")}, t2 = {.text = STR("t2")};
  const struct tag *first[] = {&t2, &t1}, *second[] = {&t2};
  const struct query tagged = {.op = QUERY_TAG, .tags = first, .ntags = 2},
                     untagged = {.op = QUERY_TAG, .tags = second, .ntags = 1};
  const struct query mode = compare(QUERY_EQUAL, "mode", "0644"),
                     other = compare(QUERY_NOT_EQUAL, "mode", "0644");
  const struct query title = compare(QUERY_EQUAL, "title", "/a"), member = compare(QUERY_EQUAL, "list", "Y");
  const struct query none = compare(QUERY_EQUAL, "nosuch", ""),
                     without = compare(QUERY_NOT_EQUAL, "nosuch", "x");
  const struct query both = {.op = QUERY_AND, .left = &mode, .right = &untagged},
                     either = {.op = QUERY_OR, .left = &other, .right = &title};
  const struct {
    const struct query *q;
    bool yes;
  } table[] = {
      {&tagged, true}, {&untagged, false}, {&mode, true},    {&other, false}, {&title, true},
      {&member, true}, {&none, false},     {&without, true}, {&both, false},  {&either, true},
  };
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    assert_string_equal(found(s, "File", "", table[i].q), table[i].yes ? "a:/a" : "");
  }
  store_close(s);
}

enum { WRITERS = 4, ROUNDS = 20 };

static _Noreturn void write_many(int writer)
{
  struct arena *a = arena_new();
  value v;
  str why;
  struct store *s = store_open(a, path, &why);
  if (s == NULL || !value_read_json(a, STR(TWO), &v, &why)) _exit(1);
  for (int i = 0; i < ROUNDS; i++) {
    const str node = arena_printf(a, "w%d-%d", writer, i);
    if (!store_replace_catalog(s, a, node, STR("e"), STR("{}"), v.array, &why)) _exit(2);
  }
  _exit(0);
}

/* One of them is killed: what it had begun is not there, or there as a whole. */
static void many_writers(void **state)
{
  (void)state;
  pid_t children[WRITERS];
  for (int i = 0; i < WRITERS; i++) {
    children[i] = fork();
    if (children[i] == 0) write_many(i);
  }
  usleep(3000);
  kill(children[0], SIGKILL);
  for (int i = 0; i < WRITERS; i++) {
    int status;
    assert_int_equal(waitpid(children[i], &status, 0), children[i]);
    if (i > 0) assert_int_equal(status, 0);
  }
  struct store *s = open_store();
  struct exported_resource *files, *notices;
  uint32_t n, m;
  assert_true(store_search(s, arena, STR("File"), STR(""), NULL, &files, &n, &error));
  assert_true(store_search(s, arena, STR("Notify"), STR(""), NULL, &notices, &m, &error));
  assert_int_equal(n, m);
  assert_true(n >= (WRITERS - 1) * ROUNDS);
  store_close(s);
}

static void write_file(const char *text, size_t n)
{
  unlink(path.p);
  store_close(open_store());
  FILE *f = fopen(path.p, "w");
  assert_non_null(f);
  fwrite(text, 1, n, f);
  fclose(f);
}

static void not_a_store(void **state)
{
  (void)state;
  write_file("something else entirely", 23);
  assert_null(store_open(arena, path, &error));
  assert_true(str_find(error, STR("is damaged (file is not a database)"), 0) != SIZE_MAX);
  write_file("", 0);
  store_close(open_store());
  char command[512];
  snprintf(command, sizeof command, "sqlite3 %s 'PRAGMA user_version = 99' >/dev/null 2>&1", path.p);
  if (system(command) != 0) return; /* no such tool here */
  assert_null(store_open(arena, path, &error));
  assert_true(str_find(error, STR("has version 99 of its schema; this program knows version 1"), 0) !=
              SIZE_MAX);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(replaced_as_a_whole, setup, teardown),
      cmocka_unit_test_setup_teardown(queries, setup, teardown),
      cmocka_unit_test_setup_teardown(many_writers, setup, teardown),
      cmocka_unit_test_setup_teardown(not_a_store, setup, teardown),
  };
  if (mkdtemp(directory) == NULL) return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", directory);
  return system(command) != 0 || failed;
}
