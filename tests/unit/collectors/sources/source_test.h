/* Shared by the tests of foreign sources: a directory, a section of settings, polls into a statistics file, and reading
 * it afterwards. */
#ifndef TESTS_SOURCE_TEST_H
#define TESTS_SOURCE_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "collectors/sources/source_config.h"
#include "collectors/stats_reader.h"

#define UNUSED __attribute__((unused))

static char test_dir[64];

UNUSED static int test_make_dir(void **state)
{
  (void)state;
  snprintf(test_dir, sizeof test_dir, "/tmp/ficelle-source-XXXXXX");
  return mkdtemp(test_dir) == NULL;
}

UNUSED static int test_remove_dir(void **state)
{
  (void)state;
  char command[128];
  snprintf(command, sizeof command, "rm -rf %s", test_dir);
  return system(command);
}

/* A path in the directory; valid until the fourth call after this one. */
UNUSED static const char *test_path(const char *name)
{
  static char paths[4][256];
  static unsigned next;
  char *path = paths[next++ % 4];
  snprintf(path, sizeof paths[0], "%s/%s", test_dir, name);
  return path;
}

UNUSED static void test_write(const char *name, const char *text, size_t n)
{
  char error[256] = "";
  struct arena *a = arena_new();
  str why = STR_EMPTY;
  if (!file_replace(a, str_of(test_path(name)), str_n(text, n), 0644, &why)) {
    snprintf(error, sizeof error, "%.*s", STR_FMT(why));
    fail_msg("%s", error);
  }
  arena_free(a);
}

/* An open source. */
struct test_source {
  struct source_set *set;
  struct source_entry *entry;
  void *source;
  char reason[512];
};

/* `settings`: "key=value", ended by NULL. */
UNUSED static struct test_source test_open(const struct source_kind *kind, const char *const *settings)
{
  struct test_source t = {.set = source_set_new(source_kinds, source_kind_count)};
  struct buf why = BUF_IN(t.set->arena);
  t.entry = source_set_add(t.set, STR("tested"), kind, &why);
  assert_non_null(t.entry);
  for (; *settings != NULL; settings++) {
    const size_t n = strcspn(*settings, "=");
    if (!source_set_key(t.set, t.entry, str_n(*settings, n), str_of(*settings + n + 1), &why)) fail_msg("%s", why.p);
  }
  if (!source_set_finish(t.set, t.entry, &why)) fail_msg("%s", why.p);
  struct source_outcome outcome = {.reason = &why};
  t.source = kind->open(&t.entry->config, &outcome);
  assert_non_null(t.source);
  return t;
}

UNUSED static void test_close(struct test_source *t)
{
  t->entry->config.kind->close(t->source);
  source_set_free(t->set);
}

/* Polls and returns the state; the results are recorded for any state. */
UNUSED static uint32_t test_poll(struct test_source *t, uint64_t now_us)
{
  char error[256] = "";
  const struct source_kind *kind = t->entry->config.kind;
  struct buf reason = BUF_HEAP;
  struct source_outcome outcome = {.state = STATS_SOURCESTATE_PENDING, .reason = &reason};
  const struct stats_config file = {.path = test_path("sources.stats"), .segment = STATS_SEGMENT_SOURCES};
  struct stats_store *store = stats_open(&file, error, sizeof error);
  if (store == NULL) fail_msg("%s", error);
  struct stats_record *record = stats_begin(store, now_us);
  assert_true(stats_row(record, kind->group, STR("tested")));
  const struct stats_group_info *g = &stats_groups[kind->group];
  for (size_t i = g->first; i < g->first + g->count; i++) stats_forget(record, (uint32_t)i);
  kind->poll(t->source, &t->entry->config, record, now_us, &outcome);
  assert_true(stats_commit(record));
  stats_close(store);
  snprintf(t->reason, sizeof t->reason, "%.*s", STR_FMT(buf_view(&reason)));
  buf_free(&reason);
  return outcome.state;
}

/* Recorded values: numbers, -1 without an instance; texts, "" without one. */
UNUSED static int64_t test_number(uint32_t id)
{
  struct stats_value v;
  const struct stats_reader_options options = {.sources = test_dir};
  struct stats_reader *r = stats_reader_new(test_path("none.stats"), &options);
  stats_reader_refresh(r);
  const long row = stats_reader_find(r, stats_table[id].group, "tested", 6);
  const bool there = row >= 0 && stats_reader_cell(r, id, (size_t)row, &v);
  const int64_t number = there ? (int64_t)v.number : -1;
  stats_reader_free(r);
  return number;
}

UNUSED static const char *test_text(uint32_t id)
{
  static char text[512];
  struct stats_value v;
  const struct stats_reader_options options = {.sources = test_dir};
  struct stats_reader *r = stats_reader_new(test_path("none.stats"), &options);
  stats_reader_refresh(r);
  const long row = stats_reader_find(r, stats_table[id].group, "tested", 6);
  text[0] = '\0';
  if (row >= 0 && stats_reader_cell(r, id, (size_t)row, &v)) snprintf(text, sizeof text, "%.*s", (int)v.length, v.text);
  stats_reader_free(r);
  return text;
}

#endif
