/* The object tree over a real store with known contents: GET, GETNEXT, types, absent instances, times.
 *
 * golden-tree.txt next to this file contains every instance of that store with its type and value. After an intended
 * change write it again with FICELLE_WRITE_GOLDEN=1. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "collectors/compile_stats.h"
#include "subagent/oid_root.h"
#include "subagent/view.h"

#define GOLDEN "tests/unit/subagent/golden-tree.txt"
#define SECOND 1000000u
#define NOW_US (UINT64_C(1900000000) * SECOND) /* 2030-03-17 17:46:40 UTC */
enum { TREE_MAX = 2000 };

static char directory[] = "/tmp/test_view.XXXXXX";
static struct {
  struct stats_reader *reader;
  struct view *view;
  struct oid root;
  uint64_t wall_us, monotonic_us;
  struct oid tree[TREE_MAX]; /* every instance, in the order of a walk */
  struct mib_value value[TREE_MAX];
  size_t count;
} t;

static uint64_t wall(void *ctx)
{
  (void)ctx;
  return t.wall_us;
}
static uint64_t monotonic(void *ctx)
{
  (void)ctx;
  return t.monotonic_us;
}
static const struct view_clock clock_of_test = {wall, monotonic, NULL};

static void open_view(const char *file, const char *root)
{
  char path[128];
  struct stats_reader_options o = {.clock_us = wall};
  struct buf why = BUF_HEAP;
  snprintf(path, sizeof path, "%s/%s", directory, file);
  memset(&t, 0, sizeof t);
  t.wall_us = NOW_US;
  t.monotonic_us = 500 * (uint64_t)SECOND;
  assert_true(view_check_root(root, &t.root, &why));
  t.reader = stats_reader_new(path, &o);
  stats_reader_refresh(t.reader);
  t.view = view_new(&t.root, &stats_list, t.reader, "1.2.3", &clock_of_test);
  buf_free(&why);
}

static void close_view(void)
{
  view_free(t.view);
  stats_reader_free(t.reader);
}

static void walk(void)
{
  static const struct oid no_end;
  struct oid at = t.root;
  t.count = 0;
  while (view_next(t.view, &at, false, &no_end, &t.tree[t.count], &t.value[t.count])) {
    at = t.tree[t.count];
    t.count++;
    assert_true(t.count < TREE_MAX);
  }
}

static struct stats_store *make_store(const char *file)
{
  char path[128], error[256];
  snprintf(path, sizeof path, "%s/%s", directory, file);
  struct stats_config config = {.path = path, .rows[STATS_NODE] = 50};
  struct stats_store *store = stats_open(&config, error, sizeof error);
  if (store == NULL) fail_msg("%s", error);
  return store;
}

/* Five compilations of three nodes, one failed; a name of 120 bytes; phases 1 to 3. */
static void fill(const char *file)
{
  static char longest[121];
  struct stats_store *store = make_store(file);
  memset(longest, 'n', 120);
  const char *const nodes[] = {"b.example.org", "a.example.org", longest, "a.example.org", "long-name.example.org"};
  const struct stats_type_count types[] = {{STR("file"), 3}, {STR("exec"), 1}, {STR("class"), 2}};
  for (unsigned i = 0; i < 5; i++) {
    struct stats_compile c = {
      .environment = i % 2 == 0 ? STR("production") : STR("dev"),
      .node = str_of(nodes[i]),
      .failure = i == 3 ? 2 : 0,
      .ended_us = NOW_US - (50 - i) * (uint64_t)SECOND,
      .wall_us = 1000 * (i + 1),
      .resources = 10 * i,
      .edges = i,
      .warnings = 1,
      .deprecations = i,
      .peak_bytes = 4096 * 1024,
      .parses = {.files = 2, .errors = i == 3, .bytes = 100, .cache_hits = 1, .cache_misses = 1},
      .phase_us = {0, 100, 200, 300},
      .phase_count = {0, 1, 1, 1},
      .native_calls = 20,
      .ruby_bytes = 4096 * (i + 1),
      .work = {.ruby = {{3, 1, 90}, {2, 0, 50}, {0, 0, 0}, {1, 1, 40}},
               .templates = {{2, 1, 30}, {0, 0, 0}, {2, 1, 30}},
               .ruby_stopped = 1,
               .ruby_histogram = {2, 0, 1},
               .ruby_starts = i == 0,
               .ruby_start_us = i == 0 ? 25000 : 0,
               .ruby_last_start_us = i == 0 ? 25000 : 0},
      .types = types,
      .type_count = 3,
    };
    assert_true(stats_record_compile(store, &c));
  }
  stats_close(store);
}

static const char *type_name(enum mib_type type)
{
  switch (type) {
  case MIB_INTEGER: return "INTEGER";
  case MIB_OCTETS: return "OCTETS";
  case MIB_OID: return "OID";
  case MIB_GAUGE32: return "Gauge32";
  case MIB_TIME_TICKS: return "TimeTicks";
  case MIB_COUNTER64: return "Counter64";
  case MIB_COUNTER32: return "Counter32";
  case MIB_NO_SUCH_OBJECT: return "noSuchObject";
  case MIB_NO_SUCH_INSTANCE: return "noSuchInstance";
  }
  return "?";
}

static void print_value(const struct mib_value *v, struct buf *to)
{
  buf_printf(to, "%s ", type_name(v->type));
  switch (v->type) {
  case MIB_INTEGER: buf_int(to, v->u.i32); break;
  case MIB_COUNTER64: buf_int(to, (int64_t)v->u.u64); break;
  case MIB_GAUGE32:
  case MIB_COUNTER32:
  case MIB_TIME_TICKS: buf_int(to, v->u.u32); break;
  default:
    for (size_t i = 0; v->type == MIB_OCTETS && i < v->u.octets.n; i++) {
      unsigned char c = (unsigned char)v->u.octets.p[i];
      if (c < ' ' || c > '~') buf_printf(to, "\\%02x", c);
      else buf_char(to, (char)c);
    }
  }
}

/* The tree as text, with identifiers below the root, so that the file is valid for any root. */
static void print_tree(struct buf *to)
{
  static const struct oid no_end;
  struct oid at = t.root, name;
  struct mib_value value;
  for (; view_next(t.view, &at, false, &no_end, &name, &value); at = name) {
    struct oid below = {.n = name.n - t.root.n};
    memcpy(below.id, name.id + t.root.n, below.n * sizeof below.id[0]);
    oid_print(&below, to);
    buf_z(to, " = ");
    print_value(&value, to);
    buf_char(to, '\n');
  }
}

static void test_tree_is_the_golden_one(void **state)
{
  (void)state;
  struct buf now = BUF_HEAP, golden = BUF_HEAP;
  open_view("store", FICELLE_OID_ROOT);
  print_tree(&now);
  if (getenv("FICELLE_WRITE_GOLDEN") != NULL) {
    FILE *f = fopen(GOLDEN, "w");
    assert_non_null(f);
    fputs(now.p, f);
    fclose(f);
  }
  FILE *f = fopen(GOLDEN, "r");
  char line[1024];
  if (f == NULL) fail_msg("%s is missing", GOLDEN);
  while (fgets(line, sizeof line, f) != NULL) buf_z(&golden, line);
  fclose(f);
  assert_string_equal(now.p, golden.p);
  buf_free(&now);
  buf_free(&golden);
  close_view();
}

static bool value_eq(const struct mib_value *a, const struct mib_value *b)
{
  struct buf x = BUF_HEAP, y = BUF_HEAP;
  print_value(a, &x);
  print_value(b, &y);
  bool same = str_eq(buf_view(&x), buf_view(&y));
  buf_free(&x);
  buf_free(&y);
  return same;
}

static void test_get_of_each_instance_equals_the_walk(void **state)
{
  (void)state;
  static const struct oid no_end;
  open_view("store", FICELLE_OID_ROOT);
  struct oid at = t.root, name;
  struct mib_value walked;
  size_t seen = 0;
  for (; view_next(t.view, &at, false, &no_end, &name, &walked); at = name, seen++) {
    struct mib_value got, inclusive;
    struct buf copy = BUF_HEAP;
    struct oid same;
    if (walked.type == MIB_OCTETS) { /* borrowed until the next call */
      buf_str(&copy, walked.u.octets);
      walked.u.octets = buf_view(&copy);
    }
    view_get(t.view, &name, &got);
    assert_true(value_eq(&walked, &got));
    assert_true(view_next(t.view, &name, true, &no_end, &same, &inclusive));
    assert_int_equal(oid_cmp(&name, &same), 0);
    buf_free(&copy);
  }
  assert_true(seen > 150);
  close_view();
}

/* The instance that GETNEXT must find, found by comparing with every instance. */
static const struct oid *expected_next(const struct oid *start, bool include)
{
  for (size_t i = 0; i < t.count; i++) {
    int order = oid_cmp(&t.tree[i], start);
    if (order > 0 || (order == 0 && include)) return &t.tree[i];
  }
  return NULL;
}

static void assert_next(const struct oid *start)
{
  static const struct oid no_end;
  for (int include = 0; include <= 1; include++) {
    struct oid name;
    struct mib_value value;
    const struct oid *expected = expected_next(start, include);
    bool found = view_next(t.view, start, include, &no_end, &name, &value);
    assert_int_equal(found, expected != NULL);
    if (found) assert_int_equal(oid_cmp(&name, expected), 0);
    if (!found) continue;
    /* the range's end is exclusive */
    assert_false(view_next(t.view, start, include, expected, &name, &value));
    struct oid after = *expected;
    if (after.n < OID_MAX) after.id[after.n++] = 0;
    assert_true(view_next(t.view, start, include, &after, &name, &value));
  }
}

/* Starts at, just before, just after and above every instance, at every length. */
static void test_get_next_from_everywhere(void **state)
{
  (void)state;
  open_view("store", FICELLE_OID_ROOT);
  walk();
  for (size_t i = 0; i < t.count; i++) {
    for (uint32_t n = 1; n <= t.tree[i].n; n++) {
      if (n > 26 && n + 3 < t.tree[i].n) continue; /* the middle of long names is no different */
      struct oid start = t.tree[i];
      start.n = n;
      assert_next(&start);
      start.id[n - 1]++;
      assert_next(&start);
      start.id[n - 1] -= 2;
      assert_next(&start);
      start.id[n - 1] = UINT32_MAX;
      assert_next(&start);
    }
    struct oid longer = t.tree[i];
    if (longer.n < OID_MAX) longer.id[longer.n++] = 0;
    assert_next(&longer);
  }
  close_view();
}

static void test_walk_order_and_length(void **state)
{
  (void)state;
  open_view("store", FICELLE_OID_ROOT);
  walk();
  for (size_t i = 1; i < t.count; i++) assert_true(oid_cmp(&t.tree[i - 1], &t.tree[i]) < 0);
  close_view();
}

static void test_longest_root_and_name_fit(void **state)
{
  (void)state;
  char root[4 * OID_ROOT_MAX + 8] = "1.3.6.1.4.1";
  struct buf why = BUF_HEAP;
  struct oid o;
  for (int i = 6; i < OID_ROOT_MAX; i++) strcat(root, ".9");
  open_view("store", root);
  walk();
  size_t longest = 0;
  for (size_t i = 0; i < t.count; i++) longest = t.tree[i].n > longest ? t.tree[i].n : longest;
  assert_int_equal(longest, OID_MAX);
  strcat(root, ".9");
  assert_false(view_check_root(root, &o, &why));
  buf_free(&why);
  close_view();
}

static void assert_get(const char *below, enum mib_type type)
{
  struct oid name = t.root, rest;
  struct mib_value value;
  assert_true(oid_parse(below, &rest));
  assert_true(oid_append(&name, rest.id, rest.n));
  view_get(t.view, &name, &value);
  if (value.type != type) fail_msg("%s: %s", below, type_name(value.type));
}

static void test_missing_instances(void **state)
{
  (void)state;
  open_view("store", FICELLE_OID_ROOT);
  assert_get("1.2.1.0", MIB_COUNTER64);
  assert_get("1.2.1", MIB_NO_SUCH_INSTANCE);
  assert_get("1.2.1.1", MIB_NO_SUCH_INSTANCE);
  assert_get("1.2.1.0.0", MIB_NO_SUCH_INSTANCE);
  assert_get("1.2.99.0", MIB_NO_SUCH_OBJECT);
  assert_get("1.250.1.0", MIB_NO_SUCH_OBJECT);
  assert_get("1", MIB_NO_SUCH_OBJECT);
  assert_get("2.1.1", MIB_NO_SUCH_OBJECT);
  assert_get("1.4.1.1.3.100.101.118", MIB_NO_SUCH_OBJECT); /* ficEnvName: not accessible */
  assert_get("1.4.1.2.3.100.101.118", MIB_OCTETS);         /* ficEnvLabel."dev" */
  assert_get("1.4.1.2.3.100.101.119", MIB_NO_SUCH_INSTANCE);
  assert_get("1.4.1.2.3.100.101", MIB_NO_SUCH_INSTANCE);
  assert_get("1.4.1.2.3.100.101.118.0", MIB_NO_SUCH_INSTANCE);
  assert_get("1.4.1.250.3.100.101.118", MIB_NO_SUCH_OBJECT);
  struct oid elsewhere;
  struct mib_value value;
  oid_parse("1.3.6.1.2.1.1.1.0", &elsewhere);
  view_get(t.view, &elsewhere, &value);
  assert_int_equal(value.type, MIB_NO_SUCH_OBJECT);
  close_view();
}

static void test_empty_store_has_no_percentiles_or_last_time(void **state)
{
  (void)state;
  stats_close(make_store("empty"));
  open_view("empty", FICELLE_OID_ROOT);
  assert_get("1.1.6.0", MIB_INTEGER);
  assert_get("1.2.1.0", MIB_COUNTER64);
  assert_get("1.2.9.0", MIB_NO_SUCH_INSTANCE); /* ficCmpLastAt */
  for (int i = 15; i <= 19; i++) {
    char percentile[24];
    snprintf(percentile, sizeof percentile, "1.2.%d.0", i);
    assert_get(percentile, MIB_NO_SUCH_INSTANCE);
  }
  walk();
  assert_true(t.count > 20);
  close_view();
}

static void test_missing_store_is_reported(void **state)
{
  (void)state;
  open_view("nowhere", FICELLE_OID_ROOT);
  struct oid name = t.root;
  struct mib_value value;
  oid_append(&name, (const uint32_t[]){1, 1, 6, 0}, 4);
  view_get(t.view, &name, &value);
  assert_int_equal(value.type, MIB_INTEGER);
  assert_int_equal(value.u.i32, STATS_STATE_MISSING);
  assert_get("1.1.1.0", MIB_OCTETS);
  assert_get("1.1.3.0", MIB_TIME_TICKS);
  close_view();
}

/* ---- types of the MIB text */

static enum mib_type type_of_syntax(const char *syntax)
{
  static const struct {
    const char *syntax;
    enum mib_type type;
  } types[] = {
    {"Counter64", MIB_COUNTER64},    {"Gauge32", MIB_GAUGE32},
    {"Unsigned32", MIB_GAUGE32},     {"FicRatio", MIB_GAUGE32},
    {"Integer32", MIB_INTEGER},      {"INTEGER", MIB_INTEGER},
    {"Counter32", MIB_COUNTER32},    {"CounterBasedGauge64", MIB_COUNTER64},
    {"TimeTicks", MIB_TIME_TICKS},   {"TimeStamp", MIB_TIME_TICKS},
    {"TruthValue", MIB_INTEGER},     {"DateAndTime", MIB_OCTETS},
    {"SnmpAdminString", MIB_OCTETS}, {"OBJECT", MIB_OID},
  };
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
    if (strcmp(types[i].syntax, syntax) == 0) return types[i].type;
  }
  for (size_t i = 0; i < STATS_ENUMS; i++) {
    if (strcmp(stats_list.enums[i].convention, syntax) == 0) return MIB_INTEGER;
  }
  fail_msg("syntax %s", syntax);
  return MIB_NO_SUCH_OBJECT;
}

/* The object in the store's table of an instance. */
static const struct stats_info *object_of(const struct oid *name)
{
  const uint32_t *ids = name->id + t.root.n;
  for (size_t i = 0; i < STATS_IDS; i++) {
    const struct stats_group_info *g = &stats_groups[stats_table[i].group];
    if (g->number == ids[1] && stats_table[i].number == ids[stats_is_table(g) ? 3 : 2]) return &stats_table[i];
  }
  return NULL;
}

/* One alarm with a value for each object. */
static size_t own_rows(void *ctx, uint32_t group)
{
  (void)ctx;
  return group == STATS_ALARM;
}
static str own_name(void *ctx, uint32_t group, size_t row)
{
  (void)ctx, (void)group, (void)row;
  return STR("an-alarm");
}
static bool own_scalar(void *ctx, uint32_t id, struct stats_value *value)
{
  (void)ctx;
  *value = (struct stats_value){.number = 1, .text = "12345678", .length = 8};
  return stats_table[id].access != STATS_ACCESS_NOTIFY;
}
static bool own_cell(void *ctx, uint32_t id, size_t row, struct stats_value *value)
{
  (void)row;
  return own_scalar(ctx, id, value);
}
static const struct view_own own = {NULL, own_rows, own_name, own_cell, own_scalar};

static void test_types_are_those_of_the_mib(void **state)
{
  (void)state;
  char line[512], name[64] = "", syntax[64], path[512];
  const char *build = getenv("BUILD");
  snprintf(path, sizeof path, "%s/managers/FICELLE-MIB", build != NULL ? build : "build");
  enum mib_type of_object[STATS_IDS] = {0};
  FILE *f = fopen(path, "r");
  if (f == NULL) fail_msg("%s is missing", path);
  while (fgets(line, sizeof line, f) != NULL) {
    if (strstr(line, " OBJECT-TYPE") != NULL) sscanf(line, "%63s", name);
    if (sscanf(line, " SYNTAX %63s", syntax) == 1 && stats_find(name) >= 0) {
      of_object[stats_find(name)] = type_of_syntax(syntax);
      name[0] = '\0';
    }
  }
  fclose(f);
  for (size_t i = 0; i < STATS_IDS; i++) {
    if (of_object[i] == 0) fail_msg("%s is not in the MIB", stats_table[i].name);
  }
  open_view("store", FICELLE_OID_ROOT);
  view_set_own(t.view, &own);
  walk();
  bool seen[STATS_IDS] = {false};
  for (size_t i = 0; i < t.count; i++) {
    const struct stats_info *object = object_of(&t.tree[i]);
    assert_non_null(object);
    if (t.value[i].type != of_object[object - stats_table])
      fail_msg("%s: %s", object->name, type_name(t.value[i].type));
    seen[object - stats_table] = true;
  }
  for (size_t i = 0; i < STATS_IDS; i++) {
    const struct stats_info *s = &stats_table[i];
    struct stats_value value;
    bool there = s->from.source == STATS_SOURCE_PUBLISHER || stats_reader_scalar(t.reader, (uint32_t)i, &value);
    for (size_t row = 0; row < stats_reader_rows(t.reader, s->group); row++)
      there |= stats_reader_cell(t.reader, (uint32_t)i, row, &value);
    if (seen[i] != (there && s->from.source != STATS_SOURCE_INDEX && s->access != STATS_ACCESS_NOTIFY))
      fail_msg("%s was not walked", s->name);
  }
  close_view();
}

/* ---- times */

static uint32_t ticks_of(uint32_t number)
{
  struct oid name = t.root;
  struct mib_value value;
  oid_append(&name, (const uint32_t[]){1, 1, number, 0}, 4);
  view_get(t.view, &name, &value);
  assert_int_equal(value.type, MIB_TIME_TICKS);
  return value.u.u32;
}

static void test_up_time_counts_from_the_start(void **state)
{
  (void)state;
  open_view("store", FICELLE_OID_ROOT);
  assert_int_equal(ticks_of(3), 0);
  t.monotonic_us += 12345678;
  assert_int_equal(ticks_of(3), 1234);
  t.monotonic_us += (UINT64_C(1) << 32) * 10000; /* 497 days: TimeTicks wrap */
  assert_int_equal(ticks_of(3), 1234);
  close_view();
}

static void test_time_stamps_are_the_masters(void **state)
{
  (void)state;
  open_view("store", FICELLE_OID_ROOT);
  uint64_t made_us = stats_reader_discontinuity_us(t.reader);
  assert_true(made_us != 0);
  t.wall_us = made_us + 100 * (uint64_t)SECOND;
  assert_int_equal(ticks_of(4), 0);                         /* no master known */
  view_set_master_uptime(t.view, 50 * 100, t.monotonic_us); /* started after the store was made */
  assert_int_equal(ticks_of(4), 0);
  view_forget_master(t.view);
  view_set_master_uptime(t.view, 130 * 100, t.monotonic_us); /* started 30 s before */
  assert_int_equal(ticks_of(4), 3000);
  t.wall_us += 500000; /* clocks vary: the stamp does not change */
  t.monotonic_us += 480000;
  view_set_master_uptime(t.view, 130 * 100 + 47, t.monotonic_us);
  assert_int_equal(ticks_of(4), 3000);
  t.wall_us += 3600 * (uint64_t)SECOND; /* the clock was set */
  view_set_master_uptime(t.view, 130 * 100 + 48, t.monotonic_us);
  assert_int_equal(ticks_of(4), 0);
  close_view();
}

static void assert_date(uint64_t us, const char *octets)
{
  struct oid name;
  struct mib_value value;
  open_view("store", FICELLE_OID_ROOT);
  view_free(t.view);
  t.wall_us = us;
  t.view = view_new(&t.root, &stats_list, t.reader, "", &clock_of_test);
  name = t.root;
  oid_append(&name, (const uint32_t[]){1, 1, 2, 0}, 4); /* ficStartedAt */
  view_get(t.view, &name, &value);
  assert_int_equal(value.u.octets.n, 11);
  assert_memory_equal(value.u.octets.p, octets, 11);
  close_view();
}

static void test_dates(void **state)
{
  (void)state;
  assert_date(0, "\x07\xb2\x01\x01\0\0\0\0+\0\0");
  assert_date(UINT64_C(951782400) * SECOND, "\x07\xd0\x02\x1d\0\0\0\0+\0\0"); /* 2000-02-29 */
  assert_date(UINT64_C(951868799) * SECOND + 999999, "\x07\xd0\x02\x1d\x17\x3b\x3b\x09+\0\0");
  assert_date(UINT64_C(4107542400) * SECOND, "\x08\x34\x03\x01\0\0\0\0+\0\0"); /* 2100-03-01 */
  assert_date(UINT64_C(1703980800) * SECOND, "\x07\xe7\x0c\x1f\0\0\0\0+\0\0"); /* 2023-12-31 */
}

static int make_stores(void **state)
{
  (void)state;
  if (mkdtemp(directory) == NULL) return -1;
  fill("store");
  return 0;
}

static int remove_stores(void **state)
{
  (void)state;
  static const char *const files[] = {"store", "empty"};
  char path[128];
  for (size_t i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "%s/%s", directory, files[i]);
    unlink(path);
  }
  return rmdir(directory);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_tree_is_the_golden_one),
    cmocka_unit_test(test_get_of_each_instance_equals_the_walk),
    cmocka_unit_test(test_get_next_from_everywhere),
    cmocka_unit_test(test_walk_order_and_length),
    cmocka_unit_test(test_longest_root_and_name_fit),
    cmocka_unit_test(test_missing_instances),
    cmocka_unit_test(test_empty_store_has_no_percentiles_or_last_time),
    cmocka_unit_test(test_missing_store_is_reported),
    cmocka_unit_test(test_types_are_those_of_the_mib),
    cmocka_unit_test(test_up_time_counts_from_the_start),
    cmocka_unit_test(test_time_stamps_are_the_masters),
    cmocka_unit_test(test_dates),
  };
  return cmocka_run_group_tests(tests, make_stores, remove_stores);
}
