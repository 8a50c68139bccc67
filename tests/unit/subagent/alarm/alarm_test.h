/* A fake source of numbers, a clock that tests set, and a sink that records notifications. */
#ifndef TEST_ALARM_TEST_H
#define TEST_ALARM_TEST_H

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/log.h"
#include "subagent/alarm/alarms.h"

enum { FAKE_P95, FAKE_RATIO, FAKE_AGE, FAKE_DISABLED, FAKE_LEFT, FAKE_ENV, FAKE_SCALARS = FAKE_ENV };
enum { FAKE_ROWS_MAX = 20000 };

static const struct {
  const char *name;
  struct alarm_object object;
} fake_objects[] = {
  {"ficCmpP95", {FAKE_P95, ALARM_UNIT_MICROSECONDS, "microseconds", false, false}},
  {"ficCmpFailRatio", {FAKE_RATIO, ALARM_UNIT_RATIO, "1/100 percent", false, false}},
  {"ficStatsAge", {FAKE_AGE, ALARM_UNIT_SECONDS, "seconds", false, true}},
  {"ficAgtDisabled", {FAKE_DISABLED, ALARM_UNIT_TRUTH, "", false, false}},
  {"ficCertExpiresIn", {FAKE_LEFT, ALARM_UNIT_SECONDS, "seconds", false, false}},
  {"ficEnvCmpP95", {FAKE_ENV, ALARM_UNIT_MICROSECONDS, "microseconds", true, false}},
};

struct fake_row {
  char name[32];
  bool present;
  uint64_t value;
};

static struct {
  enum alarm_store store;
  bool present[FAKE_SCALARS];
  uint64_t value[FAKE_SCALARS];
  struct fake_row *row;
  size_t rows;
  struct alarm_node *node;
  size_t nodes;
  uint64_t generation, rows_generation;
  unsigned names_read;
  struct alarms_now now;
} fake;

static bool fake_object(void *ctx, str name, struct alarm_object *object, struct buf *why)
{
  (void)ctx;
  for (size_t i = 0; i < sizeof fake_objects / sizeof fake_objects[0]; i++) {
    if (!str_eqz(name, fake_objects[i].name)) continue;
    *object = fake_objects[i].object;
    return true;
  }
  buf_z(why, "object: expected a numeric object of FICELLE-MIB");
  return false;
}
static enum alarm_store fake_store(void *ctx)
{
  (void)ctx;
  return fake.store;
}
static bool fake_scalar(void *ctx, uint32_t id, uint64_t *value)
{
  (void)ctx;
  *value = fake.value[id];
  return fake.present[id];
}
static uint64_t fake_rows_generation(void *ctx)
{
  (void)ctx;
  return fake.rows_generation;
}
static size_t fake_rows(void *ctx, uint32_t id)
{
  (void)ctx, (void)id;
  return fake.rows;
}
static str fake_row_name(void *ctx, uint32_t id, size_t row)
{
  (void)ctx, (void)id;
  fake.names_read++;
  return str_of(fake.row[row].name);
}
static bool fake_cell(void *ctx, uint32_t id, size_t row, uint64_t *value)
{
  (void)ctx, (void)id;
  *value = fake.row[row].value;
  return fake.row[row].present;
}
static uint64_t fake_generation(void *ctx)
{
  (void)ctx;
  return fake.generation;
}
static size_t fake_nodes(void *ctx)
{
  (void)ctx;
  return fake.nodes;
}
static void fake_node(void *ctx, size_t row, struct alarm_node *node)
{
  (void)ctx;
  *node = fake.node[row];
}

static const struct alarm_source fake_source = {
  NULL,      fake_object,     fake_store, fake_scalar, fake_rows_generation, fake_rows, fake_row_name,
  fake_cell, fake_generation, fake_nodes, fake_node};

/* --- what is sent --- */

enum { SENT_MAX = 30000 };
static struct sent {
  enum notice_kind kind;
  uint32_t sequence;
  char text[256], subject[64];
} sent[SENT_MAX];
static size_t sent_count;
static bool sink_full;

static bool fake_send(void *ctx, const struct notice *n)
{
  (void)ctx;
  if (sink_full) return false;
  assert_true(sent_count < SENT_MAX);
  struct sent *s = &sent[sent_count++];
  const struct notice_value *last = &n->value[n->count - 1];
  s->kind = n->kind;
  s->sequence = n->sequence;
  assert_string_equal(n->value[0].object, "ficNotifySeq");
  assert_int_equal(n->value[0].number, n->sequence);
  assert_string_equal(last->object, "ficNotifyText");
  assert_true(last->text.n <= 255);
  snprintf(s->text, sizeof s->text, "%.*s", STR_FMT(last->text));
  snprintf(s->subject, sizeof s->subject, "%.*s", STR_FMT(str_sub(n->value[1].row, 0, 63)));
  return true;
}
static const struct notice_sink plain_sink = {NULL, fake_send, false};
static const struct notice_sink ack_sink = {NULL, fake_send, true};

/* --- the log --- */

static struct buf fake_log = {NULL, 0, 0, NULL};
static void fake_hook(void *ctx, const struct log_event *event)
{
  (void)ctx;
  buf_append(&fake_log, event->message, event->message_len);
  buf_char(&fake_log, '\n');
}
static unsigned log_lines(const char *part)
{
  unsigned n = 0;
  for (size_t at = 0; fake_log.n > 0 && (at = str_find(buf_view(&fake_log), str_of(part), at)) != SIZE_MAX; at++) n++;
  return n;
}

/* --- setup of a test --- */

/* In memory if possible: a thousand restarts sync a thousand files. */
static char fake_dir[40];
static char fake_conf[64], fake_state[64];

static void write_file(const char *path, const char *text)
{
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  assert_int_equal(fclose(f), 0);
}

static int setup(void **state)
{
  (void)state;
  memset(&fake, 0, sizeof fake);
  fake.store = ALARM_STORE_OK;
  fake.now = (struct alarms_now){UINT64_C(5000000), UINT64_C(1700000000000000)};
  fake.row = xcalloc(FAKE_ROWS_MAX, sizeof *fake.row);
  fake.node = xcalloc(FAKE_ROWS_MAX, sizeof *fake.node);
  sent_count = 0;
  sink_full = false;
  snprintf(fake_dir, sizeof fake_dir, "%s/ficelle-alarms-XXXXXX", access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
  if (mkdtemp(fake_dir) == NULL) return 1;
  snprintf(fake_conf, sizeof fake_conf, "%s/alarms.conf", fake_dir);
  snprintf(fake_state, sizeof fake_state, "%s/state", fake_dir);
  mkdir(fake_state, 0755);
  buf_clear(&fake_log);
  log_set_hook(fake_hook, NULL);
  log_set_destinations("/dev/null", (char[64]){0}, 64);
  return 0;
}

static int teardown(void **state)
{
  (void)state;
  char command[128];
  snprintf(command, sizeof command, "chmod -R u+w %s && rm -rf %s", fake_dir, fake_dir);
  free(fake.row);
  free(fake.node);
  buf_free(&fake_log);
  fake_log = BUF_HEAP;
  log_set_hook(NULL, NULL);
  return system(command);
}

static struct alarms *start_with(const struct notice_sink *sink)
{
  const struct alarms_options o = {fake_conf, fake_state, &fake_source, sink};
  return alarms_new(&o, fake.now);
}
static struct alarms *start(void) { return start_with(&plain_sink); }

static void pass(uint64_t seconds)
{
  fake.now.monotonic_us += seconds * 1000000;
  fake.now.wall_us += seconds * 1000000;
}
/* Advances the time and evaluates the alarms once. */
static void turn(struct alarms *a, uint64_t seconds)
{
  pass(seconds);
  alarms_refresh(a, fake.now);
}
static void stop(struct alarms *a)
{
  alarms_save(a, fake.now);
  alarms_free(a);
}
/* The clocks of the machine: monotonic ones restart with the process. */
static struct alarms *restart(struct alarms *a, uint64_t seconds)
{
  stop(a);
  fake.now.monotonic_us = 1000000;
  fake.now.wall_us += seconds * 1000000;
  return start();
}

static void set_value(int id, uint64_t value)
{
  fake.present[id] = true;
  fake.value[id] = value;
  fake.generation++;
}

static enum alarm_status status_of(struct alarms *a, const char *name)
{
  struct alarm_row row;
  const long i = alarms_find(a, str_of(name));
  assert_true(i >= 0);
  alarms_row(a, (size_t)i, &row);
  return row.status;
}
static struct alarm_row row_of(struct alarms *a, const char *name)
{
  struct alarm_row row;
  alarms_row(a, (size_t)alarms_find(a, str_of(name)), &row);
  return row;
}

/* Not every test uses all of these. */
static inline void alarm_test_unused(void)
{
  (void)start, (void)restart, (void)turn, (void)set_value, (void)status_of, (void)row_of, (void)ack_sink,
    (void)write_file;
  (void)log_lines, (void)setup, (void)teardown, (void)sent, (void)sent_count;
}

#endif
