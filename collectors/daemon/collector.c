/* The loop of ficelle-collector: configuration, schedule, workers, states of sources and signals. It waits only in
 * poll(2). */
#include "collectors/daemon/collector.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/service.h"
#include "base/trim.h"
#include "collectors/daemon/schedule.h"
#include "collectors/daemon/worker.h"

#define SECOND_US INT64_C(1000000)

enum {
  SLOW_US = 1000000,      /* a source is slow if its last poll took longer */
  FORGOTTEN_AT_ONCE = 20, /* most files of sources that are written in one turn of the loop */
};
/* Changes of a source's state are logged at once; if they are frequent, only the first ones, and then one in each such
 * interval. */
static const int64_t quiet_us = 60 * SECOND_US;
enum { LINES_AT_ONCE = 3 };

/* The state of a source while the collector runs. */
struct source {
  const struct source_entry *entry;
  size_t index; /* of the entry in the set */
  char *name;
  const struct source_kind *kind; /* NULL: unknown */
  bool scheduled;                 /* the source is polled */
  bool off;                       /* the source was not polled in the previous configuration */
  bool fresh;                     /* the source is in the new configuration */
  bool has_values;
  bool slow;
  bool unrecorded; /* its values cannot be written; this was logged */
  uint32_t state;  /* 0: unknown */
  char reason[RESULT_REASON];
  int64_t due_us;        /* of the poll under way, or the next one */
  int64_t good_us;       /* last good poll; good when has_values */
  uint64_t polls_bad;    /* since the last good one */
  uint32_t logged_state; /* the state in the log; 0: none */
  uint64_t changes;      /* of the state since then */
  int64_t lines_us;      /* beginning of the time for which the lines are counted */
  unsigned lines;
};

struct collector {
  const struct collector_options *options;
  struct source_set *set;
  struct recorder recorder;
  struct pool pool;
  struct source **sources;
  size_t count;
  struct schedule due, due_slow;
  size_t slow_busy;
  size_t waiting; /* for --once: polls that have not ended */
  bool once;
  int signal_fd, pid_fd, lock_fd;
  bool stop;
  bool trouble; /* results cannot be written; this was logged */
  int64_t sweep_us;
  uint64_t polls;
};

/* This clock also runs while the machine sleeps, and cannot be set. */
/* ---- configuration */

struct source_set *collector_configure(const struct collector_options *o, bool *usable, struct buf *why)
{
  struct source_set *set = source_set_new(o->kinds, o->kind_count);
  *usable = true;
  if (o->config_file != NULL) source_set_read_file(set, o->config_file, o->config_must_exist);
  for (size_t i = 0; i < COLLECTOR_SETTINGS; i++) {
    struct buf reason = BUF_HEAP;
    if (o->given[i] != NULL && !source_set_collector(set, (enum collector_setting)i, str_of(o->given[i]), &reason)) {
      buf_printf(why, "%s\n", reason.p);
      *usable = false;
    }
    buf_free(&reason);
  }
  if (set->broken) {
    buf_str(why, buf_view(&set->mistakes));
    *usable = false;
  }
  return set;
}

static const char *program(const struct collector_options *o)
{
  return o->name != NULL ? o->name : "ficelle-collector";
}

static bool set_up_log(const struct collector_options *o, const struct source_set *set, struct buf *why)
{
  const struct service_log log = {
    .ident = program(o),
    .destination = set->collector[COLLECTOR_log_destination],
    .level = set->collector[COLLECTOR_log_level],
    .categories = set->collector[COLLECTOR_log_categories],
    .facility = set->collector[COLLECTOR_syslog_facility],
    .foreground = o->foreground,
  };
  return service_set_up_log(&log, why);
}

static void log_lines(str lines, enum log_level level, const char *code, const char *hint)
{
  while (lines.n > 0) {
    const str line = str_cut(&lines, '\n');
    log_problem(&log_collector, level, code, hint, "%.*s", STR_FMT(line));
  }
}

static void log_mistakes(const struct source_set *set)
{
  struct buf clashes = BUF_HEAP;
  log_lines(buf_view(&set->mistakes), LOG_LEVEL_ERR, "SOURCE_INVALID",
            "Correct the section, then reload; the collector polls all other sources.");
  if (set->mistake_count > 100)
    log_error(&log_collector, "SOURCE_INVALID", NULL, "%zu more errors in the configuration", set->mistake_count - 100);
  source_set_clashes(set, &clashes);
  log_lines(buf_view(&clashes), LOG_LEVEL_WARNING, "SOURCE_CLASH", "All are polled; managers see only the first.");
  buf_free(&clashes);
}

/* ---- states */

static size_t count_ok(const struct collector *c)
{
  size_t n = 0;
  for (size_t i = 0; i < c->count; i++) n += c->sources[i]->state == STATS_SOURCESTATE_OK;
  return n;
}

static void tell_status(const struct collector *c)
{
  if (!c->once) service_notify_systemd("STATUS=%zu sources, %zu ok", c->count, count_ok(c));
}

static void log_state(struct source *s)
{
  const char *state = stats_label_name(STATS_ENUM_SOURCESTATE, s->state);
  struct buf often = BUF_HEAP;
  if (s->changes > 1) buf_printf(&often, " (%llu changes since the last line)", (unsigned long long)s->changes);
  const char *note = s->changes > 1 ? often.p : "";
  log_context_set("source", s->name);
  if (s->state != STATS_SOURCESTATE_OK)
    log_warning(&log_collector, "source %s: %s%s%s%s", s->name, state, s->reason[0] == '\0' ? "" : ": ", s->reason,
                note);
  else if (s->logged_state == 0) log_info(&log_collector, "source %s: ok", s->name);
  else if (s->polls_bad == 0) log_notice(&log_collector, "source %s: ok again%s", s->name, note);
  else
    log_notice(&log_collector, "source %s: ok again after %llu failed poll%s%s", s->name,
               (unsigned long long)s->polls_bad, s->polls_bad == 1 ? "" : "s", note);
  log_context_clear();
  buf_free(&often);
  s->logged_state = s->state;
  s->changes = 0;
}

static void consider_log(struct collector *c, struct source *s, int64_t now)
{
  if (s->state == STATS_SOURCESTATE_PENDING) s->changes = 0;
  if (c->once || s->state == s->logged_state || s->state == STATS_SOURCESTATE_PENDING) return;
  if (now - s->lines_us >= quiet_us) {
    s->lines = s->changes > 1 ? LINES_AT_ONCE - 1 : 0; /* the state still changes often */
    s->lines_us = now;
  }
  if (s->lines >= LINES_AT_ONCE) return;
  s->lines++;
  log_state(s);
}

static void take_state(struct collector *c, struct source *s, const struct source_result *result, int64_t now)
{
  if (s->state != result->state) s->changes++;
  s->state = result->state;
  memcpy(s->reason, result->reason, sizeof s->reason);
  if (!result->good) s->polls_bad++;
  consider_log(c, s, now);
  if (result->good) s->polls_bad = 0;
}

/* Logs whether results can be written, once per change. */
static void take_trouble(struct collector *c, const struct source_result *result)
{
  if (result->row_written == !c->trouble) return;
  c->trouble = !result->row_written;
  if (c->trouble)
    log_error(&log_collector, "NOT_RECORDED", "Look at the space and the permissions of the folder.",
              "cannot record the values of sources in %s: %s", c->recorder.folder, result->trouble);
  else log_notice(&log_collector, "recording the values of sources in %s again", c->recorder.folder);
}

/* Sets a state that is not the result of a poll, here and in the row. */
static void note(struct collector *c, struct source *s, uint32_t state, const char *reason, int64_t now)
{
  struct source_result result = {.state = state, .good = true};
  snprintf(result.reason, sizeof result.reason, "%s", reason);
  recorder_note(&c->recorder, s->entry, &result, false);
  take_trouble(c, &result);
  take_state(c, s, &result, now);
}

/* ---- sources */

static struct source *find(const struct collector *c, const char *name)
{
  const struct source_entry *e = source_set_find(c->set, name);
  for (size_t i = 0; e != NULL && i < c->count; i++)
    if (c->sources[i]->entry == e) return c->sources[i];
  return NULL;
}

static void free_source(struct source *s)
{
  free(s->name);
  free(s);
}

/* Handles the rows of an earlier run: keeps values that are still valid, and removes sources that are not configured.
 * */
static void take_row(void *ctx, const struct recorded_row *row)
{
  struct collector *c = ctx;
  struct source *s = find(c, row->name);
  if (s == NULL || s->kind == NULL || strcmp(s->kind->name, row->kind) != 0) {
    const struct source_kind *old = NULL;
    for (size_t i = 0; i < c->options->kind_count; i++)
      if (strcmp(c->options->kinds[i]->name, row->kind) == 0) old = c->options->kinds[i];
    recorder_remove(&c->recorder, row->name, old);
    return;
  }
  const uint64_t wall = clock_us(CLOCK_REALTIME);
  s->state = row->state;
  snprintf(s->reason, sizeof s->reason, "%s", row->reason);
  s->has_values = row->good_us != 0;
  s->good_us = clock_us(CLOCK_BOOTTIME) - (row->good_us < wall ? (int64_t)(wall - row->good_us) : 0);
}

/* Puts a source on the schedule, or records why it is not polled. */
static void begin(struct collector *c, struct source *s, size_t nth, size_t of, int64_t now)
{
  const struct source_entry *e = s->entry;
  s->scheduled = e->mistake == NULL && e->enabled;
  s->polls_bad = 0;
  if (s->scheduled) {
    if (s->state == 0 || s->off) note(c, s, STATS_SOURCESTATE_PENDING, "", now);
    s->due_us = c->once ? now : schedule_first(now, nth, of, e->config.interval_s * SECOND_US);
    schedule_put(&c->due, s->due_us, s);
  } else {
    /* Errors in the configuration have been logged. */
    s->logged_state = e->mistake != NULL ? STATS_SOURCESTATE_REFUSED : STATS_SOURCESTATE_DISABLED;
    note(c, s, s->logged_state, e->mistake != NULL ? e->mistake : "enabled = false", now);
  }
  s->off = !s->scheduled;
}

static struct source *make_source(const struct source_entry *e, size_t index)
{
  struct source *s = xcalloc(1, sizeof *s);
  s->entry = e;
  s->index = index;
  s->name = xstrdup(e->config.name);
  s->kind = e->config.kind;
  s->fresh = true;
  return s;
}

static void use_set(struct collector *c)
{
  const struct source_set *set = c->set;
  pool_use(&c->pool, set, c->recorder.folder, (size_t)source_set_number(set, COLLECTOR_workers),
           source_set_number(set, COLLECTOR_worker_polls));
  c->slow_busy = 0;
  for (size_t i = 0; i < c->pool.most; i++) {
    const struct source *s = c->pool.workers[i].pid != 0 ? c->pool.workers[i].job : NULL;
    c->slow_busy += s != NULL && s->slow;
  }
}

static void begin_all(struct collector *c)
{
  const int64_t now = clock_us(CLOCK_BOOTTIME);
  const struct source_set *set = c->set;
  c->sources = xcalloc(set->count + 1, sizeof *c->sources);
  for (size_t i = 0; i < set->count; i++) c->sources[c->count++] = make_source(set->entries[i], i);
  recorder_each(&c->recorder, take_row, c);
  for (size_t i = 0; i < c->count; i++) begin(c, c->sources[i], i, c->count, now);
}

static void forget_schedule(struct collector *c)
{
  schedule_clear(&c->due);
  schedule_clear(&c->due_slow);
}

static bool is_busy(const struct collector *c, const struct source *s)
{
  for (size_t i = 0; i < c->pool.most; i++)
    if (c->pool.workers[i].pid != 0 && c->pool.workers[i].job == s) return true;
  return false;
}

static void schedule_again(struct collector *c, struct source *s)
{
  schedule_put(s->slow ? &c->due_slow : &c->due, s->due_us, s);
}

static void enlarge_table(struct recorder *r, size_t rows)
{
  struct buf folder = BUF_HEAP;
  buf_z(&folder, r->folder);
  recorder_fini(r);
  recorder_init(r, folder.p, rows);
  buf_free(&folder);
}

/* The first polls of new sources are spread over time; the others keep their times. */
static void schedule_all(struct collector *c, int64_t now)
{
  size_t fresh = 0, nth = 0;
  for (size_t i = 0; i < c->count; i++) fresh += c->sources[i]->fresh;
  for (size_t i = 0; i < c->count; i++) {
    struct source *s = c->sources[i];
    if (s->fresh) begin(c, s, nth++, fresh, now);
    else if (s->scheduled && !is_busy(c, s)) schedule_again(c, s);
    s->fresh = false;
  }
}

/* Keeps the old source if it is polled as before, with its schedule, its state and the present poll. If name, kind or
 * settings differ, it starts again. */
static void change_to(struct collector *c, struct source_set *set)
{
  const int64_t now = clock_us(CLOCK_BOOTTIME);
  struct source **old = c->sources;
  const size_t old_count = c->count;
  struct source_set *old_set = c->set;
  c->sources = xcalloc(set->count + 1, sizeof *c->sources);
  c->count = 0;
  forget_schedule(c);
  for (size_t i = 0; i < old_count; i++) {
    struct source *s = old[i];
    const struct source_entry *e = source_set_find(set, s->name);
    const bool stays = e != NULL && e->config.kind == s->kind;
    if (stays && source_entry_same(s->entry, e)) continue;
    pool_cancel(&c->pool, s);
    if (!stays) recorder_remove(&c->recorder, s->name, s->kind);
    s->fresh = true;
  }
  struct strmap kept;
  strmap_init(&kept, set->arena);
  for (size_t i = 0; i < old_count; i++) strmap_put(&kept, str_of(old[i]->name), old[i]);
  for (size_t i = 0; i < set->count; i++) {
    const struct source_entry *e = set->entries[i];
    struct source *s = strmap_get(&kept, str_of(e->config.name));
    if (s != NULL && s->kind == e->config.kind) {
      strmap_remove(&kept, str_of(s->name));
      s->entry = e;
      s->index = i;
    } else {
      s = make_source(e, i);
    }
    c->sources[c->count++] = s;
  }
  for (uint32_t i = 0; i < kept.n; i++)
    if (!kept.entries[i].removed) free_source(kept.entries[i].value);
  free(old);
  c->set = set;
  source_set_free(old_set);
  if (set->count > c->recorder.rows) enlarge_table(&c->recorder, set->count);
  use_set(c);
  schedule_all(c, now);
}

/* ---- polls */

static void take_result(struct collector *c, struct source *s, struct source_result *result, bool from_worker,
                        int64_t now)
{
  c->polls++;
  if (s->slow) c->slow_busy--;
  if (!from_worker) recorder_note(&c->recorder, s->entry, result, true);
  take_trouble(c, result);
  if (result->good) {
    s->has_values = true;
    s->good_us = now;
  }
  s->slow = result->took_us > SLOW_US;
  s->unrecorded = result->unrecorded;
  take_state(c, s, result, now);
  if (c->once) {
    c->waiting--;
  } else {
    s->due_us = schedule_after(s->due_us, now, s->entry->config.interval_s * SECOND_US);
    schedule_again(c, s);
  }
}

/* Keeps a quarter of the workers for fast sources, so that sources that do not answer cannot delay all others. */
static size_t slow_most(const struct collector *c)
{
  const size_t most = c->pool.most, kept = most / 4 > 0 ? most / 4 : 1;
  return most > kept ? most - kept : 1;
}

/* Takes the next due source from the schedules; NULL when none is due. */
static struct source *take_due(struct collector *c, int64_t now)
{
  const int64_t slow = c->slow_busy < slow_most(c) ? schedule_next_us(&c->due_slow) : INT64_MAX,
                fast = schedule_next_us(&c->due);
  if (slow > now && fast > now) return NULL;
  return schedule_take(slow < fast ? &c->due_slow : &c->due);
}

static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

static bool is_quiet(const struct collector *c, const struct source *s) { return c->trouble || s->unrecorded; }

static void poll_here(struct collector *c, struct source *s)
{
  struct source_result result;
  c->slow_busy += s->slow;
  recorder_quiet(&c->recorder, c->set, is_quiet(c, s));
  recorder_poll(&c->recorder, s->entry, &result);
  take_result(c, s, &result, true, clock_us(CLOCK_BOOTTIME));
  if (c->polls == 1) trim_memory(); /* libraries for this kind of source are loaded now */
}

/* Starts the polls that are due. Returns when the next one will be due. */
static int64_t dispatch(struct collector *c, int64_t now)
{
  int64_t again = INT64_MAX;
  for (;;) {
    const int64_t slow = c->slow_busy < slow_most(c) ? schedule_next_us(&c->due_slow) : INT64_MAX,
                  next = earlier(slow, schedule_next_us(&c->due));
    if (next > now) return next;
    if (c->options->alone) {
      poll_here(c, take_due(c, now));
      now = clock_us(CLOCK_BOOTTIME);
      continue;
    }
    struct worker *w = pool_get(&c->pool, now, &again);
    if (w == NULL) return again;
    struct source *s = take_due(c, now);
    if (pool_send(&c->pool, w, s->index, s, is_quiet(c, s), now, s->entry->config.timeout_s * SECOND_US))
      c->slow_busy += s->slow;
    else schedule_again(c, s); /* that worker has died; try another one */
  }
}

/* Removes the values of sources that have not been ok for too long. */
static void sweep(struct collector *c, int64_t now)
{
  size_t forgotten = 0;
  if (now < c->sweep_us) return;
  c->sweep_us = now + SECOND_US;
  for (size_t i = 0; i < c->count; i++) {
    struct source *s = c->sources[i];
    if (s->scheduled) consider_log(c, s, now);
    if (!s->has_values || now - s->good_us <= s->entry->config.stale_s * SECOND_US || is_busy(c, s)) continue;
    struct source_result result = {.state = s->state, .good = true};
    memcpy(result.reason, s->reason, sizeof result.reason);
    if (source_state_good(s->state) && s->scheduled) {
      result.state = STATS_SOURCESTATE_STALE;
      snprintf(result.reason, sizeof result.reason, "not polled for %lld seconds",
               (long long)((now - s->good_us) / SECOND_US));
    }
    recorder_forget(&c->recorder, s->entry, &result);
    take_trouble(c, &result);
    if (!result.row_written) return; /* later */
    s->has_values = false;
    log_context_set("source", s->name);
    log_info(&log_collector, "source %s: its values are forgotten, it was last good %lld seconds ago", s->name,
             (long long)((now - s->good_us) / SECOND_US));
    log_context_clear();
    if (result.state != s->state) take_state(c, s, &result, now);
    if (++forgotten == FORGOTTEN_AT_ONCE) {
      c->sweep_us = now;
      return;
    }
  }
}

/* ---- signals */

static void log_figures(const struct collector *c, const char *when)
{
  log_notice(&log_collector, "%s: %zu sources, %zu of them ok, %llu polls, %zu workers, %llu started", when, c->count,
             count_ok(c), (unsigned long long)c->polls, pool_count(&c->pool), (unsigned long long)c->pool.started);
}

static void reload(struct collector *c)
{
  struct buf why = BUF_HEAP;
  bool good = true;
  const struct collector_options *o = c->options;
  service_notify_systemd("RELOADING=1\nMONOTONIC_USEC=%lld", (long long)clock_us(CLOCK_BOOTTIME));
  struct source_set *set = o->config_file != NULL ? collector_configure(o, &good, &why) : NULL;
  if (set == NULL) {
    log_reconfigure();
  } else if (good && strcmp(set->collector[COLLECTOR_sources_dir], c->set->collector[COLLECTOR_sources_dir]) != 0) {
    buf_z(&why, "sources_dir has changed; this needs a restart");
    good = false;
  }
  if (good && set != NULL) good = set_up_log(o, set, &why);
  if (!good) {
    struct buf again = BUF_HEAP;
    set_up_log(o, c->set, &again);
    buf_free(&again);
    log_error(&log_collector, "CONFIG_INVALID", "The old configuration remains in use; correct the file, then reload.",
              "%.*s", STR_FMT(str_trim(buf_view(&why))));
    source_set_free(set);
  } else if (set != NULL) {
    log_mistakes(set);
    change_to(c, set);
    log_notice(&log_collector, "configuration read again: %zu sources", c->count);
  }
  buf_free(&why);
  service_notify_systemd("READY=1");
  tell_status(c);
}

static void take_signal(struct collector *c)
{
  switch (service_take_signal(c->signal_fd)) {
  case 0:
  case SIGCHLD: break;
  case SIGHUP: reload(c); break;
  case SIGUSR1: log_figures(c, "running"); break;
  default: c->stop = true; break;
  }
}

/* ---- the loop */

/* Receives the answers of workers that poll(2) has reported: fds[1 + i] is the worker `of[i]`. */
static void take_answers(struct collector *c, const struct pollfd *fds, struct worker *const *of, size_t n, int64_t now)
{
  for (size_t i = 0; i < n; i++) {
    struct source_result result;
    void *job;
    if (fds[1 + i].revents == 0 || of[i]->pid == 0 || of[i]->fd != fds[1 + i].fd) continue;
    const bool answered = pool_receive(&c->pool, of[i], now, &job, &result);
    if (job != NULL) take_result(c, job, &result, answered, now);
  }
}

static int wait_ms(int64_t until, int64_t now)
{
  if (until <= now) return 0;
  return until - now > 60 * SECOND_US ? 60000 : (int)((until - now + 999) / 1000);
}

static void turn(struct collector *c)
{
  int64_t now = clock_us(CLOCK_BOOTTIME);
  sweep(c, now);
  const int64_t next = dispatch(c, now), tend = pool_tend(&c->pool, now);
  struct pollfd *fds = xcalloc(c->pool.most + 1, sizeof *fds);
  struct worker **of = xcalloc(c->pool.most + 1, sizeof *of);
  size_t n = 0;
  fds[0] = (struct pollfd){.fd = c->signal_fd, .events = POLLIN};
  for (size_t i = 0; i < c->pool.most; i++) {
    struct worker *w = &c->pool.workers[i];
    if (w->pid == 0 || w->fd < 0) continue;
    of[n] = w;
    fds[1 + n++] = (struct pollfd){.fd = w->fd, .events = POLLIN};
  }
  const int64_t sweep_at = c->count == 0 || c->once ? INT64_MAX : c->sweep_us;
  if (poll(fds, n + 1, wait_ms(earlier(earlier(tend, next), sweep_at), now)) > 0) {
    now = clock_us(CLOCK_BOOTTIME);
    take_answers(c, fds, of, n, now);
    if (fds[0].revents != 0) take_signal(c);
  }
  free(fds);
  free(of);
}

/* ---- start and end */

static void end(struct collector *c)
{
  pool_fini(&c->pool);
  for (size_t i = 0; i < c->count; i++) free_source(c->sources[i]);
  free(c->sources);
  schedule_free(&c->due);
  schedule_free(&c->due_slow);
  recorder_fini(&c->recorder);
  source_set_free(c->set);
  if (c->lock_fd >= 0) close(c->lock_fd);
  if (c->pid_fd >= 0) close(c->pid_fd);
  if (c->signal_fd >= 0) close(c->signal_fd);
  log_close();
}

static bool open_signals(struct collector *c, struct buf *why)
{
  static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, SIGCHLD, 0};
  c->signal_fd = service_open_signals(signals);
  if (c->signal_fd < 0) buf_printf(why, "signalfd: %s", strerror(errno));
  return c->signal_fd >= 0;
}

static bool start(struct collector *c, struct buf *why)
{
  const struct collector_options *o = c->options;
  const char *pid_file = c->set->collector[COLLECTOR_pid_file], *folder = c->set->collector[COLLECTOR_sources_dir];
  if (!open_signals(c, why) || !set_up_log(o, c->set, why)) return false;
  c->lock_fd = recorder_lock(folder, why);
  if (c->lock_fd < 0) return false;
  if (*pid_file != '\0' && (c->pid_fd = service_open_pid_file(pid_file, program(o), why)) < 0) return false;
  if (!o->foreground && !service_to_background(why)) return false;
  if (c->pid_fd >= 0 && !service_write_pid(c->pid_fd)) log_warning(&log_collector, "%s: %s", pid_file, strerror(errno));
  recorder_init(&c->recorder, folder, c->set->count);
  return true;
}

int collector_run(const struct collector_options *o, struct source_set *set)
{
  struct collector c = {.options = o, .set = set, .signal_fd = -1, .pid_fd = -1, .lock_fd = -1};
  struct buf why = BUF_HEAP;
  const bool started = start(&c, &why);
  if (started) {
    pool_init(&c.pool, (size_t)source_set_number(set, COLLECTOR_workers));
    log_notice(&log_collector, "%s " FICELLE_VERSION " polls %zu sources, and records in %s", program(o), set->count,
               c.recorder.folder);
    log_mistakes(set);
    use_set(&c);
    begin_all(&c);
    for (size_t i = 0; i < c.count; i++) c.sources[i]->fresh = false;
    trim_memory();
    service_notify_systemd("READY=1");
    tell_status(&c);
    while (!c.stop) turn(&c);
    service_notify_systemd("STOPPING=1");
    log_figures(&c, "stopping");
    if (*c.set->collector[COLLECTOR_pid_file] != '\0') unlink(c.set->collector[COLLECTOR_pid_file]);
  } else {
    fprintf(stderr, "%s: %s\n", program(o), why.p);
  }
  end(&c);
  buf_free(&why);
  return started ? 0 : 1;
}

/* ---- once */

static void print_states(const struct collector *c, const char *only, int *status)
{
  for (size_t i = 0; i < c->count; i++) {
    const struct source *s = c->sources[i];
    if (only != NULL && strcmp(s->name, only) != 0) continue;
    printf("%s: %s%s%s\n", s->name, stats_label_name(STATS_ENUM_SOURCESTATE, s->state),
           s->reason[0] == '\0' ? "" : ": ", s->reason);
    const bool off = s->entry->mistake == NULL && !s->entry->enabled;
    if (s->state != STATS_SOURCESTATE_OK && !off) *status = 1;
  }
}

/* Creates a temporary directory for results that are not kept. */
static bool make_scratch(char folder[], size_t size, struct buf *why)
{
  const char *temporary = getenv("TMPDIR");
  snprintf(folder, size, "%s/ficelle-collector.XXXXXX", temporary != NULL && *temporary == '/' ? temporary : "/tmp");
  if (mkdtemp(folder) != NULL) return true;
  buf_printf(why, "%s: %s", folder, strerror(errno));
  return false;
}

static void remove_scratch(struct collector *c, const char *folder)
{
  struct buf path = BUF_HEAP;
  for (size_t i = 0; i < c->count; i++) recorder_remove(&c->recorder, c->sources[i]->name, c->sources[i]->kind);
  static const char *const names[] = {"sources.stats", "sources.stats.lock", ""};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    buf_clear(&path);
    buf_printf(&path, "%s/%s", folder, names[i]);
    if (names[i][0] != '\0') unlink(path.p);
    else rmdir(path.p);
  }
  buf_free(&path);
}

/* Only the requested source stays on the schedule. */
static void choose(struct collector *c, const char *only)
{
  const int64_t now = clock_us(CLOCK_BOOTTIME);
  forget_schedule(c);
  for (size_t i = 0; i < c->count; i++) {
    struct source *s = c->sources[i];
    if (!s->scheduled || (only != NULL && strcmp(s->name, only) != 0)) continue;
    schedule_put(&c->due, now, s);
    c->waiting++;
  }
}

int collector_once(const struct collector_options *o, struct source_set *set, const char *only)
{
  struct collector c = {.options = o, .set = set, .signal_fd = -1, .pid_fd = -1, .lock_fd = -1, .once = true};
  struct buf why = BUF_HEAP;
  char scratch[4096] = "";
  int status = 0;
  bool good = open_signals(&c, &why) && set_up_log(o, set, &why);
  if (good && only != NULL && source_set_find(set, only) == NULL) {
    buf_printf(&why, "unknown source \"%s\"", only);
    good = false;
  }
  if (good && set->count == 0) {
    buf_printf(&why, "no sources are configured in %s", o->config_file);
    good = false;
  }
  if (good) {
    struct buf not_kept = BUF_HEAP;
    const char *folder = set->collector[COLLECTOR_sources_dir];
    c.lock_fd = recorder_lock(folder, &not_kept);
    if (c.lock_fd < 0) {
      fprintf(stderr, "%s: polled values are not recorded: %s\n", program(o), not_kept.p);
      good = make_scratch(scratch, sizeof scratch, &why);
    }
    buf_free(&not_kept);
    recorder_init(&c.recorder, c.lock_fd < 0 ? scratch : folder, set->count);
  }
  if (good) {
    pool_init(&c.pool, (size_t)source_set_number(set, COLLECTOR_workers));
    use_set(&c);
    begin_all(&c);
    choose(&c, only);
    while (!c.stop && c.waiting > 0) turn(&c);
    print_states(&c, only, &status);
    if (c.stop) status = 1;
    if (scratch[0] != '\0') remove_scratch(&c, scratch);
  } else {
    fprintf(stderr, "%s: %s\n", program(o), why.p);
    status = 2;
  }
  end(&c);
  buf_free(&why);
  return status;
}
