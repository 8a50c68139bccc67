/* Shared by the tests of the collector: a kind of source whose polls follow a file: answer, refuse, hang, crash. The
 * collector runs in a child process; tests read the files that it writes. */
#ifndef TESTS_COLLECTOR_TEST_H
#define TESTS_COLLECTOR_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "collectors/daemon/collector.h"
#include "collectors/stats_reader.h"

#define UNUSED __attribute__((unused))

/* --- the kind -------------------------------------------------------------------------------------------- */

enum { TST_VALUE, TST_COUNT, VALUES };
static const struct stats_info value_stats[VALUES] = {
  {.group = 0,
   .number = 1,
   .name = "tstValue",
   .syntax = STATS_GAUGE32,
   .units = "",
   .access = STATS_ACCESS_RO,
   .initial = "",
   .from = {.source = STATS_SOURCE_MIRROR},
   .graph = "",
   .description = "A value."},
  {.group = 0,
   .number = 2,
   .name = "tstCount",
   .syntax = STATS_COUNTER64,
   .units = "",
   .access = STATS_ACCESS_RO,
   .initial = "",
   .from = {.source = STATS_SOURCE_MIRROR},
   .graph = "",
   .description = "A count."},
};
static const struct stats_group_info value_groups[] = {
  {.symbol = "TEST",
   .number = 0,
   .name = "tst",
   .rows = STATS_ROWS_SCALARS,
   .description = "",
   .first = 0,
   .count = VALUES},
};
static const struct stats_list value_list = {
  .groups = value_groups,
  .stats = value_stats,
  .group_count = 1,
  .stat_count = VALUES,
};

static void *acted_open(const struct source_config *config, struct source_outcome *outcome)
{
  struct buf *text = xcalloc(1, sizeof *text);
  *text = BUF_HEAP;
  if (file_read(source_text(config, "file"), 100, text) == 0) return text;
  outcome->state = STATS_SOURCESTATE_MISSING;
  buf_z(outcome->reason, "there is no such file");
  buf_free(text);
  free(text);
  return NULL;
}

static void acted_poll(void *source, const struct source_config *config, struct stats_record *record, uint64_t now_us,
                       struct source_outcome *outcome)
{
  const str text = str_trim(buf_view(source));
  (void)config;
  (void)now_us;
  stats_set(record, TST_VALUE, (uint64_t)atoi(text.p));
  if (str_starts(text, STR("count"))) stats_set(record, TST_COUNT, 5);
  if (str_eqz(text, "refuse")) {
    outcome->state = STATS_SOURCESTATE_REFUSED;
    buf_z(outcome->reason, "it is\nin a bad mood");
  }
  if (str_eqz(text, "hang")) pause();
  if (str_eqz(text, "crash")) {
    signal(SIGSEGV, SIG_DFL); /* disables the handler of sanitizers */
    raise(SIGSEGV);
  }
  if (str_eqz(text, "exit")) _exit(3);
  if (str_eqz(text, "slow")) nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
}

static void acted_close(void *source)
{
  buf_free(source);
  free(source);
}

static const struct source_setting acted_settings[] = {{"file", SOURCE_TEXT, "", 0, 0, "What a poll does."},
                                                       {.name = NULL}};
static const struct source_kind acted = {
  .name = "acted",
  .title = "an actor",
  .list = &value_list,
  .root = "1.3.6.1.4.1.5",
  .interval_s = 1,
  .timeout_s = 1,
  .stale_s = 600,
  .settings = acted_settings,
  .open = acted_open,
  .poll = acted_poll,
  .close = acted_close,
};
static const struct source_kind *const kinds[] = {&acted};

/* --- the collector --------------------------------------------------------------------------------------- */

static char folder[40], config_path[128], log_path[128];
static pid_t collector;
static struct stats_reader *reader;

static UNUSED void write_text(const char *path, const char *text)
{
  char temporary[256];
  snprintf(temporary, sizeof temporary, "%s.new", path);
  FILE *f = fopen(temporary, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  assert_int_equal(rename(temporary, path), 0);
}

/* Sets what the polls of a source do. */
static UNUSED void act(const char *source, const char *what)
{
  char path[256];
  snprintf(path, sizeof path, "%s/%s.act", folder, source);
  write_text(path, what);
}

static UNUSED void add_source(struct buf *config, const char *name, const char *more)
{
  buf_printf(config, "[%s]\nkind = acted\nfile = %s/%s.act\n%s\n", name, folder, name, more);
}

static UNUSED struct collector_options options(void)
{
  struct collector_options o = {
    .config_file = config_path, .config_must_exist = true, .kinds = kinds, .kind_count = 1, .foreground = true};
  o.given[COLLECTOR_sources_dir] = folder;
  o.given[COLLECTOR_log_destination] = log_path;
  o.given[COLLECTOR_log_level] = "info";
  return o;
}

static UNUSED int run_here(void)
{
  const struct collector_options o = options();
  struct buf why = BUF_HEAP;
  bool usable;
  struct source_set *set = collector_configure(&o, &usable, &why);
  int status = 1;
  if (usable) status = collector_run(&o, set);
  else source_set_free(set);
  buf_free(&why);
  return status;
}

static UNUSED pid_t run_beside(void)
{
  const pid_t pid = fork();
  if (pid != 0) return pid;
  if (freopen("/dev/null", "w", stderr) == NULL) _exit(9);
  _exit(run_here());
}

static UNUSED void start_collector(struct buf *config)
{
  write_text(config_path, config->p);
  buf_free(config);
  *config = BUF_HEAP;
  collector = run_beside();
}

static UNUSED int end_of(pid_t pid)
{
  int status;
  assert_int_equal(waitpid(pid, &status, 0), pid);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static UNUSED void stop_collector(void)
{
  kill(collector, SIGTERM);
  assert_int_equal(end_of(collector), 0);
  collector = 0;
}

static UNUSED int begin(void **state)
{
  (void)state;
  strcpy(folder, "/tmp/collector-test.XXXXXX");
  if (mkdtemp(folder) == NULL) return -1;
  snprintf(config_path, sizeof config_path, "%s/c.conf", folder);
  snprintf(log_path, sizeof log_path, "%s/c.log", folder);
  reader = stats_reader_new("", &(struct stats_reader_options){.sources = folder});
  return 0;
}

static UNUSED int finish(void **state)
{
  (void)state;
  char command[160];
  if (collector > 0) {
    kill(collector, SIGKILL);
    waitpid(collector, NULL, 0);
    collector = 0;
  }
  stats_reader_free(reader);
  snprintf(command, sizeof command, "chmod -R u+rwx '%s' && rm -rf '%s'", folder, folder);
  return system(command);
}

/* --- what it does ---------------------------------------------------------------------------------------- */

static UNUSED uint64_t column(const char *name, uint32_t id)
{
  struct stats_value v = {0};
  stats_reader_refresh(reader);
  const long row = stats_reader_find(reader, STATS_SOURCE, name, strlen(name));
  return row >= 0 && stats_reader_cell(reader, id, (size_t)row, &v) ? v.number : 0;
}

static UNUSED void assert_reason(const char *name, const char *reason)
{
  struct stats_value v = {.text = "", .length = 0};
  stats_reader_refresh(reader);
  const long row = stats_reader_find(reader, STATS_SOURCE, name, strlen(name));
  assert_true(row >= 0);
  stats_reader_cell(reader, STAT_ficSrcReason, (size_t)row, &v);
  assert_int_equal(v.length, strlen(reason));
  assert_memory_equal(v.text, reason, v.length);
}

static UNUSED bool has_row(const char *name)
{
  stats_reader_refresh(reader);
  return stats_reader_find(reader, STATS_SOURCE, name, strlen(name)) >= 0;
}

/* Returns a source's own value; -1 without an instance. */
static UNUSED long value_of(const char *name, uint32_t id)
{
  char path[256];
  struct stats_value v = {0};
  snprintf(path, sizeof path, "%s/%s.stats", folder, name);
  struct stats_reader *own = stats_reader_new(path, &(struct stats_reader_options){.list = &value_list});
  stats_reader_refresh(own);
  const bool is_there = stats_reader_scalar(own, id, &v);
  stats_reader_free(own);
  return is_there ? (long)v.number : -1;
}

static UNUSED void pause_ms(long ms) { nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL); }

/* Waits until the condition is true, at most a minute. */
#define UNTIL(condition)                                  \
  do {                                                    \
    int turns_ = 0;                                       \
    while (!(condition) && turns_++ < 6000) pause_ms(10); \
    if (!(condition)) fail_msg("never: %s", #condition);  \
  } while (0)

static UNUSED size_t log_count(const char *what)
{
  struct buf text = BUF_HEAP;
  size_t n = 0;
  file_read(log_path, 1 << 24, &text);
  for (const char *p = text.n == 0 ? "" : text.p; (p = strstr(p, what)) != NULL; p++) n++;
  buf_free(&text);
  return n;
}

/* The process ids of the workers, children of the collector. */
static UNUSED size_t workers(pid_t pids[], size_t most)
{
  char path[64], line[4096] = "";
  size_t n = 0;
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)collector, (int)collector);
  const int fd = open(path, O_RDONLY);
  if (fd < 0) return 0;
  const ssize_t got = read(fd, line, sizeof line - 1);
  close(fd);
  for (char *p = line, *end; got > 0 && n < most; p = end) {
    const long pid = strtol(p, &end, 10);
    if (end == p) break;
    pids[n++] = (pid_t)pid;
  }
  return n;
}

#define TEST(name) cmocka_unit_test_setup_teardown(test_##name, begin, finish)

#endif
