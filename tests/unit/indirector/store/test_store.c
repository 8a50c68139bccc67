/* The store: a catalog is replaced as a whole, resources are found by type, node and query, several processes write at
 * the same time. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <cmocka.h>

#include "indirector/store/internal.h"

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

static value json(const char *text)
{
  value v;
  if (!value_read_json(arena, str_of(text), &v, &error)) fail_msg("%.*s in %s", STR_FMT(error), text);
  return v;
}

/* Runs a command at a time in seconds since 1970. */
static enum store_result command(struct store *s, enum wire_kind kind, const char *node, int64_t at, const char *rest)
{
  char when[32];
  store_time_format(at * 1000, when);
  const str text = arena_printf(arena, "{\"certname\":\"%s\",\"producer_timestamp\":\"%s\"%s}", node, when, rest);
  return store_command(s, arena, kind, wire_version(kind), json(text.p), &error);
}

static enum store_result put_at(struct store *s, const char *node, int64_t at, const char *list)
{
  const str rest = arena_printf(
    arena,
    ",\"environment\":\"production\",\"version\":\"1\",\"code_id\":null,\"catalog_uuid\":null,"
    "\"producer\":null,\"edges\":[],\"resources\":%s",
    list);
  return command(s, WIRE_REPLACE_CATALOG, node, at, rest.p);
}

static void put(struct store *s, const char *node, const char *list)
{
  if (put_at(s, node, store_now() / 1000 + 60, list) != STORE_DONE) fail_msg("%.*s", STR_FMT(error));
}

static enum store_result put_facts(struct store *s, const char *node, int64_t at, const char *values)
{
  const str rest = arena_printf(arena, ",\"environment\":\"e\",\"producer\":\"p\",\"values\":%s", values);
  return command(s, WIRE_REPLACE_FACTS, node, at, rest.p);
}

static int64_t count(struct store *s, const char *sql)
{
  sqlite3_stmt *st;
  bool any;
  int64_t n = -1;
  assert_true(store_prepare(s, sql, &st));
  assert_true(store_number(st, &any, &n));
  lib()->sqlite3_finalize(st);
  return n;
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

#define TWO                                                                                                      \
  "[{\"type\":\"File\",\"title\":\"/"                                                                            \
  "a\",\"tags\":[\"file\",\"t1\"],\"exported\":true,\"parameters\":{\"mode\":\"0644\",\"list\":[\"x\",\"y\"]}}," \
  "{\"type\":\"Notify\",\"title\":\"n\",\"tags\":[\"notify\"],\"exported\":true}]"

#define ONE(name) "[{\"type\":\"File\",\"title\":\"" name "\",\"tags\":[],\"exported\":true,\"parameters\":{}}]"

static void replaced_as_a_whole(void **state)
{
  (void)state;
  struct store *s = open_store();
  bool any;
  put(s, "a", TWO);
  put(s, "b", ONE("/b"));
  assert_string_equal(found(s, "File", "c", NULL), "a:/a b:/b");
  assert_string_equal(found(s, "File", "a", NULL), "b:/b");
  assert_string_equal(found(s, "Exec", "c", NULL), "");
  put(s, "a", ONE("/other"));
  assert_string_equal(found(s, "File", "c", NULL), "a:/other b:/b");
  assert_string_equal(found(s, "Notify", "c", NULL), "");
  assert_int_equal(count(s, "SELECT count(*) FROM resource"), 2);
  assert_true(store_deactivate(s, arena, STR("a"), &any, &error));
  assert_true(any);
  assert_string_equal(found(s, "File", "c", NULL), "b:/b");
  assert_true(store_deactivate(s, arena, STR("nosuch"), &any, &error));
  assert_false(any);
  put(s, "a", ONE("/again"));
  assert_string_equal(found(s, "File", "c", NULL), "a:/again b:/b");
  assert_true(store_purge(s, arena, STR("a"), &any, &error));
  assert_true(any);
  assert_string_equal(found(s, "File", "c", NULL), "b:/b");
  assert_int_equal(count(s, "SELECT count(*) FROM resource"), 1);
  assert_true(store_purge(s, arena, STR("a"), &any, &error));
  assert_false(any);
  store_close(s);
}

static const char *facts_of(struct store *s, const char *node)
{
  const struct hash *values;
  struct buf out = BUF_IN(arena);
  str timestamp;
  bool any;
  assert_true(store_find_facts(s, arena, str_of(node), &any, &values, &timestamp, &error));
  if (!any) return "none";
  store_canonical(arena, &out, value_hash(values));
  return out.p;
}

/* Equal values are stored once, and removed with their last node. */
static void facts_are_shared(void **state)
{
  (void)state;
  struct store *s = open_store();
  assert_string_equal(facts_of(s, "a"), "none");
  assert_int_equal(put_facts(s, "a", 100, "{\"os\":{\"b\":1,\"a\":[1.5,null]},\"kernel\":\"Linux\",\"up\":1}"),
                   STORE_DONE);
  assert_int_equal(put_facts(s, "b", 100, "{\"os\":{\"a\":[1.5,null],\"b\":1},\"kernel\":\"Linux\",\"up\":2}"),
                   STORE_DONE);
  assert_int_equal(count(s, "SELECT count(*) FROM fact_value"), 4);
  assert_string_equal(facts_of(s, "a"), "{\"kernel\":\"Linux\",\"os\":{\"a\":[1.5,null],\"b\":1},\"up\":1}");
  assert_int_equal(put_facts(s, "a", 200, "{\"kernel\":\"Linux\",\"up\":3}"), STORE_DONE);
  assert_int_equal(put_facts(s, "b", 200, "{\"kernel\":\"Linux\",\"up\":3}"), STORE_DONE);
  assert_int_equal(count(s, "SELECT count(*) FROM fact_value"), 2);
  assert_int_equal(put_facts(s, "a", 150, "{\"kernel\":\"old\"}"), STORE_STALE);
  assert_string_equal(facts_of(s, "a"), "{\"kernel\":\"Linux\",\"up\":3}");
  store_close(s);
}

#define REPORT(status, resources)                                                                                  \
  ",\"puppet_version\":\"7\",\"report_format\":12,\"configuration_version\":\"1\",\"start_time\":\"2026-01-01\","  \
  "\"end_time\":\"2026-01-01\",\"environment\":\"e\",\"transaction_uuid\":null,\"catalog_uuid\":null,\"code_id\":" \
  "null,"                                                                                                          \
  "\"cached_catalog_status\":null,\"status\":\"" status "\",\"noop\":false,\"noop_pending\":null,"                 \
  "\"corrective_change\":null,\"producer\":null,\"logs\":[],\"metrics\":null,\"resources\":[" resources "]"
#define FAILED_RESOURCE                                                                                                \
  "{\"skipped\":false,\"timestamp\":\"2026-01-01\",\"resource_type\":\"Exec\",\"resource_title\":\"x\",\"file\":null," \
  "\"line\":3,\"containment_path\":[\"Stage[main]\",\"Web\",\"Exec[x]\"],\"corrective_change\":null,\"events\":["      \
  "{\"status\":\"failure\",\"timestamp\":\"2026-01-01\",\"property\":\"returns\",\"new_value\":\"0\","                 \
  "\"old_value\":\"notrun\",\"corrective_change\":null,\"message\":\"m\"}]}"

static void reports_are_kept(void **state)
{
  (void)state;
  struct store *s = open_store();
  assert_int_equal(command(s, WIRE_STORE_REPORT, "a", 100, REPORT("failed", FAILED_RESOURCE)), STORE_DONE);
  assert_int_equal(command(s, WIRE_STORE_REPORT, "a", 100, REPORT("failed", FAILED_RESOURCE)), STORE_SAME);
  assert_int_equal(command(s, WIRE_STORE_REPORT, "a", 50, REPORT("changed", "")), STORE_DONE);
  assert_int_equal(count(s, "SELECT count(*) FROM report"), 2);
  assert_int_equal(count(s, "SELECT count(*) FROM event WHERE class = 'Web' AND status = 'failure'"), 1);
  assert_int_equal(count(s, "SELECT count(*) FROM node n JOIN report r ON r.id = n.report WHERE r.status = 'failed'"),
                   1);
  assert_int_equal(command(s, WIRE_STORE_REPORT, "a", 60, ",\"status\":\"failed\""), STORE_INVALID);
  assert_true(str_eqz(error, "The whole of the report of a lacks the key 'puppet_version'"));
  assert_int_equal(count(s, "SELECT count(*) FROM report"), 2);
  store_close(s);
}

static void bad_commands(void **state)
{
  (void)state;
  static const struct {
    enum wire_kind kind;
    int version;
    const char *payload, *message;
  } cases[] = {
    {WIRE_REPLACE_FACTS, 3, "{}", "Unsupported command replace facts version 3"},
    {WIRE_REPLACE_FACTS, 99, "{}", "Unsupported command replace facts version 99"},
    {WIRE_REPLACE_FACTS, 5, "[]", "The payload of 'replace facts' must be a JSON object"},
    {WIRE_REPLACE_FACTS, 5, "{\"certname\":\"\"}", "The payload of 'replace facts' needs the string 'certname'"},
    {WIRE_REPLACE_FACTS, 5, "{\"certname\":\"a\",\"producer_timestamp\":\"x\"}",
     "The payload of 'replace facts' for a needs the time 'producer_timestamp'"},
    {WIRE_REPLACE_FACTS, 5, "{\"certname\":\"a\",\"producer_timestamp\":\"2026-01-01\",\"zz\":1}",
     "The facts of a have the unknown key 'zz'"},
    {WIRE_REPLACE_FACTS, 5, "{\"certname\":\"a\",\"producer_timestamp\":\"2026-01-01\"}",
     "The facts of a lack the key 'environment'"},
    {WIRE_REPLACE_CATALOG, 9, "{\"certname\":\"a\",\"producer_timestamp\":\"2026-01-01\"}",
     "The catalog of a lacks the key 'version'"},
  };
  struct store *s = open_store();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(store_command(s, arena, cases[i].kind, cases[i].version, json(cases[i].payload), &error),
                     STORE_INVALID);
    if (!str_eqz(error, cases[i].message)) fail_msg("got: %.*s", STR_FMT(error));
  }
  static const struct {
    const char *list, *message;
  } lists[] = {
    {"[{\"type\":\"A\"}]", "A resource in the catalog of a lacks type, title or tags"},
    {"[{\"type\":\"A\",\"title\":\"x\",\"tags\":[]},{\"type\":\"A\",\"title\":\"x\",\"tags\":[]}]",
     "The catalog of a has two resources A[x]"},
    {"[{\"type\":\"A\",\"title\":\"x\",\"tags\":[\"File\"]}]", "Resource 'A[x]' has an invalid tag 'File'"},
  };
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    assert_int_equal(put_at(s, "a", 100, lists[i].list), STORE_INVALID);
    if (!str_eqz(error, lists[i].message)) fail_msg("got: %.*s", STR_FMT(error));
  }
  assert_int_equal(count(s, "SELECT count(*) FROM node"), 0);
  store_close(s);
}

/* Hidden after node_ttl, removed after node_purge_ttl; data within the interval remains. */
static void old_data_is_purged(void **state)
{
  (void)state;
  struct store *s = open_store();
  const int64_t now = store_now() / 1000, day = 86400;
  const struct store_limits limits = {7 * day, 14 * day, 14 * day}, none = {0};
  bool any;
  put_at(s, "fresh", now, ONE("/fresh"));
  put_at(s, "silent", now - 8 * day, ONE("/silent"));
  command(s, WIRE_STORE_REPORT, "fresh", now - 15 * day, REPORT("failed", FAILED_RESOURCE));
  command(s, WIRE_STORE_REPORT, "fresh", now - 13 * day, REPORT("failed", FAILED_RESOURCE));
  assert_string_equal(found(s, "File", "", NULL), "fresh:/fresh silent:/silent");
  assert_true(store_collect(s, arena, &none, 0, &error));
  assert_string_equal(found(s, "File", "", NULL), "fresh:/fresh silent:/silent");
  assert_true(store_collect(s, arena, &limits, 3600, &error));
  assert_string_equal(found(s, "File", "", NULL), "fresh:/fresh silent:/silent");
  assert_true(store_collect(s, arena, &limits, 0, &error));
  assert_string_equal(found(s, "File", "", NULL), "fresh:/fresh");
  assert_int_equal(count(s, "SELECT count(*) FROM report"), 1);
  assert_int_equal(count(s, "SELECT count(*) FROM event"), 1);
  assert_int_equal(count(s, "SELECT count(*) FROM node"), 2);
  assert_true(store_run(s, "UPDATE node SET expired = expired - 15 * 86400000"));
  assert_true(store_collect(s, arena, &limits, 0, &error));
  assert_int_equal(count(s, "SELECT count(*) FROM node"), 1);
  assert_int_equal(count(s, "SELECT count(*) FROM resource"), 1);
  put_at(s, "silent", now, ONE("/silent"));
  assert_string_equal(found(s, "File", "", NULL), "fresh:/fresh silent:/silent");
  assert_true(store_deactivate(s, arena, STR("fresh"), &any, &error));
  assert_int_equal(put_at(s, "fresh", now - 60, ONE("/x")), STORE_STALE);
  assert_string_equal(found(s, "File", "", NULL), "silent:/silent");
  assert_int_equal(put_at(s, "fresh", now + 60, ONE("/x")), STORE_DONE);
  assert_string_equal(found(s, "File", "", NULL), "fresh:/x silent:/silent");
  store_close(s);
}

static const char version_1[] =
  "DROP TABLE fact_value; DROP TABLE node; DROP TABLE environment; DROP TABLE producer; DROP TABLE fact_name; DROP "
  "TABLE fact;"
  "DROP TABLE resource; DROP TABLE catalog_resource; DROP TABLE edge_list; DROP TABLE report; DROP TABLE event;"
  "DROP TABLE package; DROP TABLE keeper; DROP TABLE input_list;"
  "CREATE TABLE node (id INTEGER PRIMARY KEY, certname TEXT NOT NULL UNIQUE, deactivated INTEGER,"
  "  environment TEXT, catalog TEXT, catalog_at INTEGER, facts TEXT, facts_at INTEGER);"
  "CREATE TABLE exported (node INTEGER NOT NULL REFERENCES node(id) ON DELETE CASCADE, place INTEGER NOT NULL,"
  "  type TEXT NOT NULL, title TEXT NOT NULL, tags TEXT NOT NULL, parameters TEXT NOT NULL, file TEXT, line INTEGER,"
  "  PRIMARY KEY (node, place)) WITHOUT ROWID;"
  "CREATE INDEX exported_type ON exported (type, title);"
  "INSERT INTO node VALUES (1, 'a', NULL, 'test', "
  "'{\"name\":\"a\",\"version\":1,\"environment\":\"test\",\"resources\":["
  "{\"type\":\"Stage\",\"title\":\"main\",\"tags\":[\"stage\"],\"exported\":false},"
  "{\"type\":\"Notify\",\"title\":\"n\",\"tags\":[\"notify\"],\"exported\":true,\"parameters\":{\"message\":\"hi\"}}],"
  "\"edges\":[{\"source\":\"Stage[main]\",\"target\":\"Notify[n]\"}],\"classes\":[]}', 1000,"
  " '{\"name\":\"a\",\"values\":{\"kernel\":\"Linux\"},\"timestamp\":\"2026-01-01\"}', 1000);"
  "INSERT INTO node VALUES (2, 'b', 2000, 'test', NULL, NULL, '{\"values\":{\"kernel\":\"BSD\"}}', 900);"
  "PRAGMA user_version = 1;";

static void older_version(void **state)
{
  (void)state;
  struct store *s = open_store();
  if (!store_run(s, version_1)) fail_msg("%s", lib()->sqlite3_errmsg(s->db));
  store_close(s);
  s = open_store();
  assert_string_equal(found(s, "Notify", "", NULL), "a:n");
  assert_int_equal(count(s, "SELECT count(*) FROM node WHERE deactivated = 2000000 AND certname = 'b'"), 1);
  assert_int_equal(count(s, "SELECT count(*) FROM fact"), 2);
  assert_int_equal(count(s, "SELECT count(*) FROM edge_list WHERE edges = '[[0,1,0]]'"), 1);
  assert_int_equal(count(s, "SELECT count(*) FROM sqlite_master WHERE name LIKE 'old%'"), 0);
  store_close(s);
  store_close(open_store());
}

/* Without the additions of version 3. */
static const char version_2[] =
  "DROP INDEX node_inputs; ALTER TABLE node DROP COLUMN inputs; ALTER TABLE node DROP COLUMN inputs_produced;"
  "ALTER TABLE node DROP COLUMN inputs_uuid; DROP TABLE input_list; PRAGMA user_version = 2;";

static enum store_result put_inputs(struct store *s, const char *node, int64_t at, const char *list)
{
  return command(s, WIRE_REPLACE_INPUTS, node, at,
                 arena_printf(arena, ",\"catalog_uuid\":\"u\",\"inputs\":%s", list).p);
}

static void version_before(void **state)
{
  (void)state;
  struct store *s = open_store();
  put(s, "a", ONE("/a"));
  if (!store_run(s, version_2)) fail_msg("%s", lib()->sqlite3_errmsg(s->db));
  store_close(s);
  s = open_store();
  assert_string_equal(found(s, "File", "", NULL), "a:/a");
  assert_int_equal(put_inputs(s, "a", 1000, "[[\"hiera\",\"k\"]]"), STORE_DONE);
  store_close(s);
  store_close(open_store());
}

static void inputs(void **state)
{
  (void)state;
  static const char two[] = "[[\"hiera\",\"b\"],[\"hiera\",\"a\"],[\"hiera\",\"b\"]]";
  static const char *const bad[] = {"null", "[\"hiera\"]", "[[\"hiera\"]]", "[[\"hiera\",1]]", "{}"};
  struct store *s = open_store();
  const int64_t now = store_now() / 1000;
  bool any;
  assert_int_equal(put_inputs(s, "a", now, two), STORE_DONE);
  assert_int_equal(put_inputs(s, "b", now, "[[\"hiera\",\"a\"],[\"hiera\",\"b\"]]"), STORE_DONE);
  assert_int_equal(count(s, "SELECT count(*) FROM input_list WHERE inputs = '[[\"hiera\",\"a\"],[\"hiera\",\"b\"]]'"),
                   1);
  assert_int_equal(count(s, "SELECT count(*) FROM node n JOIN input_list l ON l.id = n.inputs WHERE inputs_uuid = 'u'"),
                   2);
  /* As old as the stored one; without a time; newer. */
  assert_int_equal(put_inputs(s, "a", now, "[[\"hiera\",\"z\"]]"), STORE_STALE);
  assert_int_equal(put_inputs(s, "c", now + 1, "[]"), STORE_SAME);
  assert_int_equal(count(s, "SELECT count(*) FROM node"), 2);
  assert_int_equal(put_inputs(s, "a", now + 1, "[[\"hiera\",\"z\"]]"), STORE_DONE);
  assert_int_equal(count(s, "SELECT count(*) FROM input_list"), 2);
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    assert_int_equal(put_inputs(s, "a", now + 2, bad[i]), STORE_INVALID);
  assert_int_equal(command(s, WIRE_REPLACE_INPUTS, "a", now + 2, ",\"inputs\":[]"), STORE_INVALID);
  /* A list is removed with its last node. */
  assert_true(store_purge(s, arena, STR("a"), &any, &error) && any);
  assert_int_equal(count(s, "SELECT count(*) FROM input_list"), 1);
  assert_true(store_purge(s, arena, STR("b"), &any, &error) && any);
  assert_int_equal(count(s, "SELECT count(*) FROM input_list"), 0);
  store_close(s);
}

static void times(void **state)
{
  (void)state;
  static const struct {
    const char *text, *shown;
  } cases[] = {{"2026-01-02T03:04:05.678+00:00", "2026-01-02T03:04:05.678Z"},
               {"2026-01-02T03:04:05.678999Z", "2026-01-02T03:04:05.678Z"},
               {"2026-01-02T03:04:05+02:00", "2026-01-02T01:04:05.000Z"},
               {"2026-01-02 03:04", "2026-01-02T03:04:00.000Z"},
               {"2026-01-02", "2026-01-02T00:00:00.000Z"},
               {"1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"},
               {"2026-02-30", NULL},
               {"2026-13-01", NULL},
               {"zz", NULL},
               {"", NULL},
               {"2026-01-02T25:00:00Z", NULL},
               {"2026-01-02T03:04:05X", NULL}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[32];
    int64_t ms;
    const bool ok = store_time_parse(str_of(cases[i].text), &ms);
    assert_int_equal(ok, cases[i].shown != NULL);
    if (!ok) continue;
    store_time_format(ms, text);
    assert_string_equal(text, cases[i].shown);
  }
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
  const struct query mode = compare(QUERY_EQUAL, "mode", "0644"), other = compare(QUERY_NOT_EQUAL, "mode", "0644");
  const struct query title = compare(QUERY_EQUAL, "title", "/a"), member = compare(QUERY_EQUAL, "list", "Y");
  const struct query none = compare(QUERY_EQUAL, "nosuch", ""), without = compare(QUERY_NOT_EQUAL, "nosuch", "x");
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
  str why;
  struct store *s = store_open(a, path, &why);
  if (s == NULL) _exit(1);
  for (int i = 0; i < ROUNDS; i++) put(s, arena_printf(a, "w%d-%d", writer, i).p, TWO);
  _exit(0);
}

/* One writer is killed: its current command is stored completely or not at all. */
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

/* In a child whose files cannot grow: the number of acknowledged commands before the first failure. */
static _Noreturn void fill_disk(int out)
{
  struct arena *a = arena_new();
  const struct rlimit most = {400 * 1024, 400 * 1024};
  int32_t done = 0;
  str why;
  signal(SIGXFSZ, SIG_IGN);
  struct store *s = store_open(a, path, &why);
  if (s == NULL || setrlimit(RLIMIT_FSIZE, &most) != 0) _exit(1);
  const char *values = arena_printf(a, "{\"big\":\"%02000d\"}", 7).p;
  while (put_facts(s, arena_printf(a, "n%d", done).p, 100, values) == STORE_DONE && done < 10000) done++;
  if (str_find(error, STR("cannot be used"), 0) == SIZE_MAX) _exit(2);
  /* The stored data can still be read. */
  if (count(s, "SELECT count(*) FROM node") < done) _exit(3);
  _exit(write(out, &done, sizeof done) == sizeof done ? 0 : 4);
}

static void full_disk(void **state)
{
  (void)state;
  int ends[2], status;
  int32_t done = 0;
  assert_int_equal(pipe(ends), 0);
  store_close(open_store());
  const pid_t child = fork();
  if (child == 0) fill_disk(ends[1]);
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  assert_int_equal(read(ends[0], &done, sizeof done), sizeof done);
  close(ends[0]);
  close(ends[1]);
  assert_true(done > 10 && done < 10000);
  struct store *s = open_store();
  assert_int_equal(count(s, "SELECT count(*) FROM node WHERE facts_at IS NOT NULL"), done);
  assert_int_equal(count(s, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'"), 1);
  /* With free space it works again. */
  assert_int_equal(put_facts(s, "more", 100, "{}"), STORE_DONE);
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
  if (system(command) != 0) return; /* the tool is not installed */
  assert_null(store_open(arena, path, &error));
  assert_true(str_find(error, STR("has version 99 of its schema; this program knows version 3"), 0) != SIZE_MAX);
}

/* `ficelle node list` of root before the server's first request: the server must be able to write. */
static void root_gives_a_new_store_to_the_owner_of_its_directory(void **state)
{
  (void)state;
  char own[] = "/tmp/ficelle-store-XXXXXX", made[64];
  struct stat st;
  if (geteuid() != 0) skip();
  assert_non_null(mkdtemp(own));
  assert_int_equal(chown(own, 4711, 0), 0);
  struct store *s = store_open(arena, arena_printf(arena, "%s/below/store", own), &error);
  assert_non_null(s);
  static const char *const names[] = {"below/store", "below/store-wal", "below"};
  for (size_t i = 0; i < 3; i++) {
    snprintf(made, sizeof made, "%s/%s", own, names[i]);
    assert_int_equal(stat(made, &st), 0);
    assert_int_equal(st.st_uid, 4711);
  }
  store_close(s);
  unlink(arena_printf(arena, "%s/below/store", own).p);
  assert_int_equal(rmdir(made), 0);
  assert_int_equal(rmdir(own), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup_teardown(root_gives_a_new_store_to_the_owner_of_its_directory, setup, teardown),
    cmocka_unit_test_setup_teardown(replaced_as_a_whole, setup, teardown),
    cmocka_unit_test_setup_teardown(facts_are_shared, setup, teardown),
    cmocka_unit_test_setup_teardown(reports_are_kept, setup, teardown),
    cmocka_unit_test_setup_teardown(bad_commands, setup, teardown),
    cmocka_unit_test_setup_teardown(old_data_is_purged, setup, teardown),
    cmocka_unit_test_setup_teardown(older_version, setup, teardown),
    cmocka_unit_test_setup_teardown(version_before, setup, teardown),
    cmocka_unit_test_setup_teardown(inputs, setup, teardown),
    cmocka_unit_test(times),
    cmocka_unit_test_setup_teardown(queries, setup, teardown),
    cmocka_unit_test_setup_teardown(many_writers, setup, teardown),
    cmocka_unit_test_setup_teardown(full_disk, setup, teardown),
    cmocka_unit_test_setup_teardown(not_a_store, setup, teardown),
  };
  if (mkdtemp(directory) == NULL) return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  char command[64];
  snprintf(command, sizeof command, "rm -rf %s", directory);
  return system(command) != 0 || failed;
}
