/* The agent of stock Puppet or OpenVox on this host, by the files that it writes. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/file.h"
#include "collectors/sources/decimal.h"
#include "collectors/sources/puppet_run.h"
#include "collectors/sources/source.h"

static const struct source_setting settings[] = {
  {"statedir", SOURCE_TEXT, "", 0, 0,
   "Puppet's setting statedir. Without it, all places that packages of Puppet 5 to 8 and OpenVox use "
   "are searched."},
  {"publicdir", SOURCE_TEXT, "", 0, 0, "Puppet's setting publicdir, where Puppet 7 and later put the summary."},
  {"lastrunfile", SOURCE_TEXT, "", 0, 0, "The summary of the last run, if it is in another directory."},
  {"lastrunreport", SOURCE_TEXT, "", 0, 0, "The report of the last run."},
  {"run_lock", SOURCE_TEXT, "", 0, 0, "The lock of a run, Puppet's setting agent_catalog_run_lockfile."},
  {"disabled_lock", SOURCE_TEXT, "", 0, 0,
   "The lock of an agent that is disabled, Puppet's setting agent_disabled_lockfile."},
  {"run_stale", SOURCE_SECONDS, "5400", 60, 31536000, "A last run that ended longer ago is stale."},
  {NULL},
};

enum summary_state { SUMMARY_FINE, SUMMARY_MISSING, SUMMARY_REFUSED, SUMMARY_CORRUPT };

struct agent {
  enum summary_state state;
  struct puppet_summary summary;
  struct buf summary_why; /* for SUMMARY_REFUSED and SUMMARY_CORRUPT */
  struct puppet_report report;
  struct buf report_why;
  time_t report_at; /* when it was written */
};

static void *open_agent(const struct source_config *config, struct source_outcome *outcome)
{
  (void)config;
  (void)outcome;
  struct agent *a = xmalloc(sizeof *a);
  *a = (struct agent){.state = SUMMARY_MISSING, .summary_why = BUF_HEAP, .report_why = BUF_HEAP};
  return a;
}

static void close_agent(void *source)
{
  struct agent *a = source;
  buf_free(&a->summary_why);
  buf_free(&a->report_why);
  free(a);
}

/* --- files --- */

static enum summary_state refuse(struct agent *a, const char *path, int reason)
{
  buf_printf(&a->summary_why, "%s: %s", path, file_reason(reason));
  return SUMMARY_REFUSED;
}

static enum summary_state parse_summary(struct agent *a, const char *path)
{
  struct buf text = BUF_HEAP, why = BUF_HEAP;
  enum summary_state state = SUMMARY_FINE;
  const int reason = file_read(path, PUPPET_SUMMARY_BYTES, &text);
  if (reason == EFBIG) buf_printf(&why, "it has more than %d KiB", PUPPET_SUMMARY_BYTES >> 10);
  else if (reason != 0) state = refuse(a, path, reason);
  else puppet_summary_read(buf_view(&text), &a->summary, &why);
  if (why.n > 0) {
    buf_printf(&a->summary_why, "%s: %.*s", path, STR_FMT(buf_view(&why)));
    state = SUMMARY_CORRUPT;
  }
  buf_free(&text);
  buf_free(&why);
  return state;
}

static void read_summary(struct agent *a, const struct puppet_files *files)
{
  a->summary = (struct puppet_summary){.last_run = 0};
  buf_clear(&a->summary_why);
  if (files->found) a->state = parse_summary(a, files->summary);
  else a->state = files->reason == ENOENT ? SUMMARY_MISSING : refuse(a, files->refused, files->reason);
}

static bool read_part(void *ctx, unsigned char *to, size_t size, size_t *n)
{
  ssize_t got;
  do got = read(*(const int *)ctx, to, size);
  while (got < 0 && errno == EINTR);
  *n = got > 0 ? (size_t)got : 0;
  return got >= 0;
}

static void parse_report(struct agent *a, int fd, const struct stat *st)
{
  if (!S_ISREG(st->st_mode)) {
    buf_z(&a->report_why, "it is not a regular file");
  } else if (st->st_size > PUPPET_REPORT_BYTES) {
    buf_printf(&a->report_why, "it has more than %d MiB", PUPPET_REPORT_BYTES >> 20);
  } else {
    puppet_report_read(read_part, &fd, &a->report, &a->report_why);
  }
}

/* A missing report is not an error: it only adds to the summary. */
static void read_report(struct agent *a, const char *path)
{
  struct stat st;
  const int fd = path[0] != '\0' ? open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY) : -1;
  a->report = (struct puppet_report){.there = false};
  buf_clear(&a->report_why);
  if (fd >= 0 && fstat(fd, &st) == 0) {
    parse_report(a, fd, &st);
    a->report_at = st.st_mtime;
  }
  if (fd >= 0) close(fd);
}

/* Whether the report belongs to the run of the summary: it is written later; a report of an earlier run is ignored. */
static bool report_counts(const struct agent *a)
{
  return a->state == SUMMARY_FINE && a->report.there && a->report_at >= 0 &&
         (uint64_t)a->report_at + 1 >= a->summary.last_run;
}

/* --- the state --- */

static double number(const struct puppet_summary *s, enum puppet_number n) { return s->there[n] ? s->numbers[n] : 0; }

/* Reads the state of a run from its files. */
static uint32_t judge_run(const struct agent *a)
{
  const struct puppet_summary *s = &a->summary;
  const struct puppet_report *r = report_counts(a) ? &a->report : NULL;
  if (puppet_summary_without_catalog(s)) return STATS_PUPPETSTATE_NO_CATALOG;
  if (number(s, PUPPET_resources_failed) > 0 || number(s, PUPPET_resources_failed_to_restart) > 0 ||
      number(s, PUPPET_events_failure) > 0 || (r != NULL && r->failed)) {
    return STATS_PUPPETSTATE_FAILED;
  }
  if (r != NULL && r->cached == PUPPET_CACHED_ON_FAILURE) return STATS_PUPPETSTATE_CACHED;
  if (number(s, PUPPET_changes_total) > 0) return STATS_PUPPETSTATE_CHANGED;
  if (number(s, PUPPET_events_noop) > 0 || (r != NULL && r->noop_pending)) return STATS_PUPPETSTATE_NOOP;
  return STATS_PUPPETSTATE_UNCHANGED;
}

static bool is_old(const struct agent *a, const struct source_config *config, uint64_t now_s)
{
  return now_s > a->summary.last_run && now_s - a->summary.last_run > source_number(config, "run_stale");
}

static uint32_t judge(const struct agent *a, const struct source_config *config, bool disabled, uint64_t now_s)
{
  if (disabled) return STATS_PUPPETSTATE_DISABLED;
  switch (a->state) {
  case SUMMARY_REFUSED: return STATS_PUPPETSTATE_CANNOT_READ;
  case SUMMARY_CORRUPT: return STATS_PUPPETSTATE_CORRUPT;
  case SUMMARY_MISSING: return STATS_PUPPETSTATE_NEVER_RAN;
  case SUMMARY_FINE: break;
  }
  return is_old(a, config, now_s) ? STATS_PUPPETSTATE_STALE : judge_run(a);
}

static uint32_t source_state(uint32_t state)
{
  switch (state) {
  case STATS_PUPPETSTATE_DISABLED: return STATS_SOURCESTATE_DISABLED;
  case STATS_PUPPETSTATE_STALE: return STATS_SOURCESTATE_STALE;
  case STATS_PUPPETSTATE_NEVER_RAN: return STATS_SOURCESTATE_MISSING;
  case STATS_PUPPETSTATE_CANNOT_READ: return STATS_SOURCESTATE_REFUSED;
  case STATS_PUPPETSTATE_CORRUPT: return STATS_SOURCESTATE_CORRUPT;
  default: return STATS_SOURCESTATE_OK;
  }
}

/* --- reasons --- */

/* The first error of the log, which is the best explanation of a failed run. */
static void explain_run(const struct agent *a, const char *without, struct buf *why)
{
  if (report_counts(a) && a->report.error[0] != '\0') buf_printf(why, "%s", a->report.error);
  else buf_z(why, without);
}

static void explain_missing(const struct puppet_files *files, struct buf *why)
{
  if (files->summary[0] != '\0') buf_printf(why, "%s does not exist", files->summary);
  else if (files->installed) buf_z(why, "last_run_summary.yaml does not exist");
  else buf_z(why, "no directory of Puppet exists");
}

static void explain(const struct agent *a, uint32_t state, const struct puppet_files *files, const char *message,
                    uint64_t now_s, struct buf *why)
{
  switch (state) {
  case STATS_PUPPETSTATE_DISABLED: buf_printf(why, "%s", message[0] != '\0' ? message : "no reason was given"); break;
  case STATS_PUPPETSTATE_STALE:
    buf_printf(why, "the last run ended %" PRIu64 " s ago", now_s - a->summary.last_run);
    break;
  case STATS_PUPPETSTATE_NO_CATALOG: explain_run(a, "the last run had no catalog", why); break;
  case STATS_PUPPETSTATE_FAILED: explain_run(a, "resources failed in the last run", why); break;
  case STATS_PUPPETSTATE_CACHED: explain_run(a, "the last run applied a cached catalog", why); break;
  case STATS_PUPPETSTATE_CANNOT_READ:
  case STATS_PUPPETSTATE_CORRUPT: buf_str(why, buf_view(&a->summary_why)); break;
  case STATS_PUPPETSTATE_NEVER_RAN: explain_missing(files, why); break;
  default:
    if (a->summary.last_run > now_s + 60)
      buf_printf(why, "the last run ended %" PRIu64 " s in the future", a->summary.last_run - now_s);
    else if (a->report_why.n > 0) buf_printf(why, "the report: %.*s", STR_FMT(buf_view(&a->report_why)));
  }
  for (size_t i = 0; i < why->n; i++) {
    if ((unsigned char)why->p[i] < ' ') why->p[i] = ' ';
  }
}

/* --- recording --- */

enum { COUNT = 1, SECONDS = 1000000 };

static void record_numbers(struct stats_record *record, const struct puppet_summary *s)
{
  static const struct {
    uint32_t id, scale;
  } to[PUPPET_NUMBERS] = {
#define PUPPET_NUMBER(section, key, object, unit) {STAT_##object, unit},
#include "collectors/sources/puppet_run.def"
  };
  uint64_t value;
  for (int i = 0; i < PUPPET_NUMBERS; i++) {
    if (s->there[i] && decimal_scale(s->numbers[i], to[i].scale, &value)) stats_set(record, to[i].id, value);
  }
}

static void record_text(struct stats_record *record, uint32_t id, const char *text)
{
  if (text[0] != '\0') stats_set_text(record, id, str_of(text));
}

static void record_flag(struct stats_record *record, uint32_t id, bool flag) { stats_set(record, id, flag ? 1 : 2); }

static void record_summary(struct stats_record *record, const struct puppet_summary *s)
{
  uint64_t slowest;
  stats_set(record, STAT_ficPupLastAt, s->last_run > UINT64_MAX / 1000000 ? UINT64_MAX : s->last_run * 1000000);
  record_text(record, STAT_ficPupConfig, s->config);
  record_text(record, STAT_ficPupVersion, s->version);
  record_numbers(record, s);
  record_text(record, STAT_ficPupSlowest, s->slowest);
  if (s->slowest[0] != '\0' && decimal_scale(s->slowest_s, SECONDS, &slowest)) {
    stats_set(record, STAT_ficPupTimeSlowest, slowest);
  }
}

static void record_report(struct stats_record *record, const struct puppet_report *r)
{
  if (r->has_noop) record_flag(record, STAT_ficPupNoop, r->noop);
  if (r->cached != PUPPET_CACHED_UNKNOWN) {
    static const uint32_t cached[] = {0, STATS_PUPPETCACHED_NOT_USED, STATS_PUPPETCACHED_REQUESTED,
                                      STATS_PUPPETCACHED_ON_FAILURE};
    stats_set(record, STAT_ficPupCached, cached[r->cached]);
  }
  stats_set(record, STAT_ficPupErrors, r->errors);
  stats_set(record, STAT_ficPupWarnings, r->warnings);
  record_text(record, STAT_ficPupServer, r->server);
}

static void record_locks(struct stats_record *record, const struct puppet_files *files, int disabled,
                         const char *message, uint64_t now_s)
{
  uint64_t since_s = 0;
  const bool running = puppet_lock_held(files->run_lock, &since_s);
  if (disabled >= 0) record_flag(record, STAT_ficPupDisabled, disabled > 0);
  record_text(record, STAT_ficPupDisReason, message);
  record_flag(record, STAT_ficPupRunning, running);
  if (running) stats_set(record, STAT_ficPupRunFor, now_s > since_s ? now_s - since_s : 0);
}

static void record_run(struct stats_record *record, const struct agent *a)
{
  const bool report = report_counts(a);
  const char *environment = a->summary.environment;
  if (environment[0] == '\0' && report) environment = a->report.environment;
  record_summary(record, &a->summary);
  record_text(record, STAT_ficPupEnv, environment);
  if (report) record_report(record, &a->report);
}

static void poll_agent(void *source, const struct source_config *config, struct stats_record *record, uint64_t now_us,
                       struct source_outcome *outcome)
{
  struct agent *a = source;
  const uint64_t now_s = now_us / 1000000;
  const struct puppet_places places = {.root = "",
                                       .statedir = source_text(config, "statedir"),
                                       .publicdir = source_text(config, "publicdir"),
                                       .summary = source_text(config, "lastrunfile"),
                                       .report = source_text(config, "lastrunreport"),
                                       .run_lock = source_text(config, "run_lock"),
                                       .disabled_lock = source_text(config, "disabled_lock")};
  struct puppet_files files;
  char message[PUPPET_TEXT];
  puppet_files_find(&places, &files);
  read_summary(a, &files);
  read_report(a, files.report);
  const int disabled = puppet_disabled(files.disabled_lock, message);
  const uint32_t state = judge(a, config, disabled > 0, now_s);
  explain(a, state, &files, message, now_s, outcome->reason);
  outcome->state = source_state(state);
  stats_set(record, STAT_ficPupState, state);
  stats_set_text(record, STAT_ficPupReason, buf_view(outcome->reason));
  record_locks(record, &files, disabled, message, now_s);
  if (a->state == SUMMARY_FINE) record_run(record, a);
}

static bool is_path(const char *text) { return text[0] == '\0' || text[0] == '/'; }

static bool check(const struct source_config *config, struct buf *why)
{
  for (const struct source_setting *s = settings; s->name != NULL; s++) {
    if (s->syntax != SOURCE_TEXT || is_path(source_text(config, s->name))) continue;
    buf_printf(why, "%s: expected an absolute path; got \"%s\"", s->name, source_text(config, s->name));
    return false;
  }
  return true;
}

const struct source_kind source_kind_puppet = {
  .name = "puppet",
  .title = "the agent of stock Puppet or OpenVox on this host",
  .group = STATS_PUPPET,
  .interval_s = 60,
  .timeout_s = 20,
  .stale_s = 600,
  .own_states = true,
  .settings = settings,
  .check = check,
  .open = open_agent,
  .poll = poll_agent,
  .close = close_agent,
};
