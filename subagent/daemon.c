/* The subagent's process: configuration, reader, views, alarms and publisher in one loop. */
#include "subagent/daemon.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/service.h"
#include "base/trim.h"
#include "subagent/alarm_objects.h"
#include "subagent/foreign.h"
#include "subagent/publisher.h"
#include "subagent/view.h"

#define SECOND_US INT64_C(1000000)
/* Minimum time between two log lines about a master agent that is away or often away. */
static const int64_t away_log_us = 60 * SECOND_US;

struct daemon {
  const struct daemon_options *options;
  struct config config;
  struct stats_reader *reader;
  struct foreign *foreign;
  struct alarm_objects alarms;
  struct view *view;
  struct publisher *publisher;
  char *master; /* address of the publisher's master agent */
  int signal_fd;
  int pid_fd;
  bool stop;
  int64_t refresh_at_us;
  int64_t uptime_heard_us; /* when the master's sysUpTime was last passed to the view */
  int64_t up_since_us, away_logged_us;
  bool away_known; /* the missing master agent was logged */
  unsigned state;  /* of the store, as last logged, and the reason */
  char reason[128];
  int64_t longest_us;        /* of the loop's turns */
  uint64_t discontinuity_us; /* of the store, as last logged; 0: unknown */
};

/* ---- configuration */

bool daemon_configure(const struct daemon_options *options, struct config *c, struct buf *why)
{
  config_init(c);
  if (!config_read_file(c, options->config_file, options->config_must_exist, why)) return false;
  for (size_t i = 0; i < CONFIG_COUNT; i++) {
    if (options->given[i] == NULL) continue;
    if (!config_set(c, (enum config_id)i, str_of(options->given[i]), why)) return false;
  }
  return true;
}

/* False with a line in `why`; then logging continues as far as possible. */
static bool set_up_log(const struct daemon_options *options, const struct config *c, struct buf *why)
{
  const struct service_log log = {
    .ident = program_invocation_short_name,
    .destination = c->value[CONFIG_log_destination],
    .level = c->value[CONFIG_log_level],
    .categories = c->value[CONFIG_log_categories],
    .facility = c->value[CONFIG_syslog_facility],
    .foreground = options->foreground,
  };
  return service_set_up_log(&log, why);
}

/* ---- status */

/* Without FICELLE-MIB, neither the statistics file nor alarms are used. */
static bool has_own_mib(const struct daemon *d) { return config_flag(&d->config, CONFIG_own_mib); }

/* The publisher's first events arrive before `publisher` is set. */
static bool is_up(const struct daemon *d) { return d->publisher != NULL && publisher_is_up(d->publisher); }

static void tell_status(const struct daemon *d)
{
  if (!has_own_mib(d)) {
    service_notify_systemd("STATUS=%s %s; %zu foreign sources", is_up(d) ? "connected to" : "no master agent at",
                           d->config.value[CONFIG_agentx_socket], foreign_count(d->foreign));
    return;
  }
  service_notify_systemd("STATUS=%s %s; store %s, %zu nodes", is_up(d) ? "connected to" : "no master agent at",
                         d->config.value[CONFIG_agentx_socket], stats_label_name(STATS_ENUM_STATE, d->state),
                         stats_reader_rows(d->reader, STATS_NODE));
}

static void log_figures(const struct daemon *d, const char *when)
{
  log_notice(&log_daemon, "%s: %" PRIu64 " requests answered, longest turn of the loop %" PRId64 ".%03" PRId64 " ms",
             when, publisher_requests(d->publisher), d->longest_us / 1000, d->longest_us % 1000);
}

/* ---- the session's events */

/* Whether the absence of the master agent may be logged now. */
static bool may_log_away(struct daemon *d)
{
  int64_t now = clock_us(CLOCK_MONOTONIC);
  bool was_steady = d->up_since_us != 0 && now - d->up_since_us > 10 * SECOND_US;
  d->up_since_us = 0;
  if (!was_steady && d->away_logged_us != 0 && now - d->away_logged_us < away_log_us) return false;
  d->away_logged_us = now;
  d->away_known = true;
  return true;
}

/* The log's context: which master agent, and which session with it. */
static void set_context(const struct daemon *d)
{
  char number[16];
  const bool up = is_up(d);
  if (up) snprintf(number, sizeof number, "%" PRIu32, publisher_session_number(d->publisher));
  log_context_set("master", d->master);
  log_context_set("session", up ? number : NULL);
}

static void on_event(void *ctx, enum publisher_event event, const char *detail)
{
  struct daemon *d = ctx;
  if (event == PUBLISHER_UP) set_context(d);
  const char *address = d->master;
  switch (event) {
  case PUBLISHER_UP:
    d->up_since_us = clock_us(CLOCK_MONOTONIC);
    if (d->away_known || d->away_logged_us == 0)
      log_notice(&log_agentx, "connected to the master agent at %s", address);
    d->away_known = false;
    break;
  case PUBLISHER_DOWN:
    view_forget_master(d->view);
    if (may_log_away(d)) {
      log_problem(&log_agentx, LOG_LEVEL_WARNING, "MASTER_LOST", "No action is needed if snmpd was restarted.",
                  "the session with the master agent at %s ended: %s", address, detail);
    }
    break;
  case PUBLISHER_NO_MASTER:
    if (may_log_away(d)) {
      log_problem(&log_agentx, LOG_LEVEL_WARNING, "MASTER_MISSING",
                  "Check that snmpd runs, has `master agentx`, and that agentXPerms lets this user connect.",
                  "no master agent at %s: %s; trying again each second", address, detail);
    }
    break;
  case PUBLISHER_REFUSED:
    if (may_log_away(d)) {
      log_error(&log_agentx, "MASTER_REFUSED",
                "duplicateRegistration: another subagent publishes the same root in the same context.",
                "the master agent at %s refuses us: %s", address, detail);
    }
    break;
  case PUBLISHER_NO_TREE:
    log_error(
      &log_agentx, "TREE_REFUSED",
      "duplicateRegistration: another subagent, the Perl agent for example, publishes the same subtree. Stop it.",
      "the master agent at %s refuses the subtree %s", address, detail);
    break;
  case PUBLISHER_NO_CAPS: log_warning(&log_agentx, "the master agent refuses the sysORTable entry: %s", detail); break;
  }
  set_context(d);
  if (d->reader != NULL && (event == PUBLISHER_UP || event == PUBLISHER_DOWN)) tell_status(d);
}

/* The publisher's context is that of the writable objects. */
static struct daemon *daemon_of(void *alarms)
{
  return (struct daemon *)((char *)alarms - offsetof(struct daemon, alarms));
}

static void get(void *ctx, const struct oid *name, struct mib_value *value)
{
  view_get(daemon_of(ctx)->view, name, value);
}

static bool next(void *ctx, const struct oid *start, bool include, struct oid *name, struct mib_value *value)
{
  static const struct oid no_end;
  return view_next(daemon_of(ctx)->view, start, include, &no_end, name, value);
}

/* ---- parts made from the configuration */

/* Lists the subtrees of FICELLE-MIB and of foreign sources. */
static size_t make_trees(struct daemon *d, const struct oid *root, struct publisher_tree **trees)
{
  const size_t own = has_own_mib(d), foreign = foreign_count(d->foreign);
  const struct objects objects = {
    .ctx = &d->alarms, .get = get, .next = next, .writable = alarm_writable, .writable_n = alarm_writable_count};
  *trees = xcalloc(own + foreign + 1, sizeof **trees);
  if (own) {
    oid_copy(&(*trees)->root, root);
    (*trees)->objects = objects;
  }
  foreign_trees(d->foreign, *trees + own);
  return own + foreign;
}

static void take_master(struct daemon *d)
{
  free(d->master);
  d->master = xstrdup(d->config.value[CONFIG_agentx_socket]);
  set_context(d);
}

/* Publishes with the present configuration, for the first time or again. */
static void publish(struct daemon *d)
{
  struct publisher_tree *trees;
  struct oid root;
  struct publisher_options o = {
    .capability = "FICELLE-MIB: statistics of the ficelle compiler for Puppet manifests",
    .context = d->config.value[CONFIG_context],
    .ping_s = config_seconds(&d->config, CONFIG_ping_interval),
  };
  struct buf unused = BUF_HEAP; /* both were checked when reading the configuration */
  master_address_parse(d->config.value[CONFIG_agentx_socket], &o.address, &unused);
  view_check_root(d->config.value[CONFIG_oid_root], &root, &unused);
  buf_free(&unused);
  view_set_root(d->view, &root);
  oid_copy(&d->alarms.root, &root);
  o.tree_count = make_trees(d, &root, &trees);
  o.trees = trees;
  if (d->publisher == NULL) d->publisher = publisher_new(&o, on_event, d);
  else publisher_configure(d->publisher, &o); /* its events still belong to the old session */
  free(trees);
  foreign_release(d->foreign);
  d->alarms.publisher = d->publisher;
  take_master(d);
}

/* The old subtrees remain registered until publish(). */
static void open_foreign(struct daemon *d)
{
  struct oid root = {0};
  struct buf unused = BUF_HEAP;
  if (has_own_mib(d)) view_check_root(d->config.value[CONFIG_oid_root], &root, &unused);
  buf_free(&unused);
  foreign_free(d->foreign);
  d->foreign = foreign_new(d->config.value[CONFIG_sources_dir], &root);
  foreign_refresh(d->foreign, d->reader, true);
}

static void open_reader(struct daemon *d)
{
  struct stats_reader_options o = {.stale_s = config_seconds(&d->config, CONFIG_stale_after)};
  if (*d->config.value[CONFIG_sources_dir] != '\0') o.sources = d->config.value[CONFIG_sources_dir];
  struct stats_reader *old = d->reader;
  d->reader = stats_reader_new(has_own_mib(d) ? d->config.value[CONFIG_stats_file] : "", &o);
  stats_reader_refresh(d->reader);
  view_set_reader(d->view, d->reader);
  alarm_daemon_set_reader(&d->alarms.daemon, d->reader);
  stats_reader_free(old);
  d->state = 0;
  d->discontinuity_us = 0;
  d->refresh_at_us = 0;
}

static void refresh_foreign(struct daemon *d, bool changed)
{
  struct publisher_tree *trees;
  if (!foreign_refresh(d->foreign, d->reader, changed)) return;
  log_notice(&log_subagent_store, "publishing the MIBs of %zu foreign sources", foreign_count(d->foreign));
  const size_t n = make_trees(d, &d->alarms.root, &trees);
  publisher_set_trees(d->publisher, trees, n);
  free(trees);
  foreign_release(d->foreign);
}

static void refresh(struct daemon *d)
{
  d->refresh_at_us = clock_us(CLOCK_MONOTONIC) + config_seconds(&d->config, CONFIG_refresh_interval) * SECOND_US;
  bool changed = stats_reader_refresh(d->reader);
  refresh_foreign(d, changed);
  log_debug(&log_subagent_store, "looked at %s: %s, %zu nodes", d->config.value[CONFIG_stats_file],
            changed ? "it has changed" : "as before", stats_reader_rows(d->reader, STATS_NODE));
  const uint64_t discontinuity_us = stats_reader_discontinuity_us(d->reader);
  if (d->discontinuity_us != 0 && discontinuity_us != d->discontinuity_us)
    log_notice(&log_subagent_store, "the counters in %s restarted at zero; ficDiscontinuity changes",
               d->config.value[CONFIG_stats_file]);
  if (discontinuity_us != 0) d->discontinuity_us = discontinuity_us;
  unsigned state = stats_reader_state(d->reader);
  const char *reason = stats_reader_reason(d->reader);
  if (has_own_mib(d) && (state != d->state || strncmp(reason, d->reason, sizeof d->reason - 1) != 0)) {
    const char *path = d->config.value[CONFIG_stats_file];
    d->state = state;
    snprintf(d->reason, sizeof d->reason, "%s", reason);
    if (state == STATS_STATE_OK) {
      log_notice(&log_subagent_store, "reading %s", path);
    } else {
      log_problem(&log_subagent_store, LOG_LEVEL_WARNING, "STORE_NOT_OK",
                  "The last good values remain published; ficStatsState shows the state to managers.", "%s is %s: %s",
                  path, stats_label_name(STATS_ENUM_STATE, state), reason);
    }
    changed = true;
  }
  if (has_own_mib(d)) alarm_objects_refresh(&d->alarms);
  if (changed) tell_status(d);
}

/* ---- alarms */

/* Passes the alarms' setting node_stale to the reader, which counts stale nodes. */
static void use_node_stale(struct daemon *d)
{
  struct alarms_figures figures;
  if (d->alarms.daemon.alarms == NULL) return;
  alarms_figures(d->alarms.daemon.alarms, &figures);
  stats_reader_set_row_stale(d->reader, figures.node_stale_s);
  d->refresh_at_us = 0;
}

static void start_alarms(struct daemon *d)
{
  if (!has_own_mib(d)) return;
  stats_reader_refresh(d->reader);
  alarm_objects_start(&d->alarms, d->reader, d->config.value[CONFIG_alarms_file], d->config.value[CONFIG_state_dir]);
  use_node_stale(d);
  view_set_own(d->view, &d->alarms.own);
}

/* ---- signals */

static void log_changes(const struct config *old, const struct config *fresh)
{
  for (size_t i = 0; i < CONFIG_COUNT; i++) {
    if (config_same(old, fresh, (enum config_id)i)) continue;
    log_info(&log_subagent_config, "%s is now \"%s\", it was \"%s\"", config_table[i].name, fresh->value[i],
             old->value[i]);
  }
}

/* The settings that need a new session, another statistics file, another state of alarms. */
static const enum config_id of_session[] = {CONFIG_agentx_socket, CONFIG_oid_root, CONFIG_context,
                                            CONFIG_ping_interval, CONFIG_own_mib,  CONFIG_sources_dir,
                                            CONFIG_COUNT},
                            of_reader[] = {CONFIG_stats_file, CONFIG_stale_after, CONFIG_sources_dir, CONFIG_own_mib,
                                           CONFIG_COUNT},
                            of_state[] = {CONFIG_state_dir, CONFIG_own_mib, CONFIG_COUNT};

static bool differs(const struct config *a, const struct config *b, const enum config_id *ids)
{
  while (*ids != CONFIG_COUNT && config_same(a, b, *ids)) ids++;
  return *ids != CONFIG_COUNT;
}

static void new_session(struct daemon *d)
{
  struct foreign *registered = d->foreign;
  d->foreign = NULL;
  open_foreign(d);
  publish(d);
  foreign_free(registered);
}

/* Takes over a configuration, and opens again only what depends on the settings that differ. */
static void change_config(struct daemon *d, const struct config *fresh)
{
  struct config *old = &d->config;
  const bool session = differs(fresh, old, of_session), reader = differs(fresh, old, of_reader),
             state_dir = differs(fresh, old, of_state);
  log_changes(old, fresh);
  if (session) {
    log_info(&log_subagent_config, "this needs a new session with the master agent");
    view_forget_master(d->view);
  }
  config_fini(old);
  d->config = *fresh;
  if (reader) {
    log_info(&log_subagent_config, "this opens another statistics file");
    open_reader(d);
  }
  if (session) new_session(d);
  if (state_dir) {
    alarm_objects_stop(&d->alarms);
    start_alarms(d);
  } else if (has_own_mib(d)) {
    alarm_daemon_configure(&d->alarms.daemon, d->config.value[CONFIG_alarms_file]);
    use_node_stale(d);
  }
}

static void reload(struct daemon *d)
{
  struct config fresh;
  struct buf why = BUF_HEAP;
  service_notify_systemd("RELOADING=1\nMONOTONIC_USEC=%" PRId64, clock_us(CLOCK_MONOTONIC));
  if (daemon_configure(d->options, &fresh, &why) && set_up_log(d->options, &fresh, &why)) {
    change_config(d, &fresh);
    log_notice(&log_daemon, "configuration read again");
  } else {
    config_fini(&fresh);
    struct buf again = BUF_HEAP;
    set_up_log(d->options, &d->config, &again);
    buf_free(&again);
    log_error(&log_daemon, "CONFIG_INVALID", "The old configuration remains in use; correct the file, then reload.",
              "%s", why.p);
  }
  buf_free(&why);
  service_notify_systemd("READY=1");
  tell_status(d);
}

static void take_signal(struct daemon *d)
{
  switch (service_take_signal(d->signal_fd)) {
  case 0: break;
  case SIGHUP: reload(d); break;
  case SIGUSR1: log_figures(d, "running"); break;
  default: d->stop = true; break;
  }
}

/* ---- the loop */

static void turn(struct daemon *d, bool have_signal)
{
  int64_t began_us = clock_us(CLOCK_MONOTONIC), heard_us;
  uint32_t ticks;
  publisher_turn(d->publisher);
  if (publisher_master_uptime(d->publisher, &ticks, &heard_us) && heard_us != d->uptime_heard_us) {
    d->uptime_heard_us = heard_us;
    view_set_master_uptime(d->view, ticks, (uint64_t)heard_us);
  }
  if (have_signal) take_signal(d);
  if (began_us >= d->refresh_at_us) refresh(d);
  int64_t took_us = clock_us(CLOCK_MONOTONIC) - began_us;
  if (took_us > d->longest_us) d->longest_us = took_us;
}

static void loop(struct daemon *d)
{
  while (!d->stop) turn(d, publisher_wait(d->publisher, d->signal_fd, d->refresh_at_us));
}

/* ---- start and end */

static bool start(struct daemon *d, struct buf *why)
{
  static const int signals[] = {SIGTERM, SIGINT, SIGHUP, SIGUSR1, 0};
  const char *pid_file = d->config.value[CONFIG_pid_file];
  d->signal_fd = service_open_signals(signals);
  if (d->signal_fd < 0) {
    buf_printf(why, "signalfd: %s", strerror(errno));
    return false;
  }
  if (!set_up_log(d->options, &d->config, why)) return false;
  if (*pid_file != '\0' && (d->pid_fd = service_open_pid_file(pid_file, "ficelle-subagent", why)) < 0) return false;
  if (!d->options->foreground && !service_to_background(why)) return false;
  if (d->pid_fd >= 0 && !service_write_pid(d->pid_fd)) log_warning(&log_daemon, "%s: %s", pid_file, strerror(errno));
  return true;
}

int daemon_run(const struct daemon_options *options, struct config *c)
{
  struct daemon d = {.options = options, .config = *c, .pid_fd = -1, .signal_fd = -1};
  struct buf why = BUF_HEAP;
  take_master(&d);
  bool started = start(&d, &why);
  if (started) {
    static const struct oid any_root;
    d.view = view_new(&any_root, &stats_list, NULL, FICELLE_VERSION, NULL);
    open_reader(&d);
    open_foreign(&d);
    publish(&d);
    if (has_own_mib(&d))
      log_notice(&log_daemon, "ficelle-subagent " FICELLE_VERSION " publishes %s below %s",
                 d.config.value[CONFIG_stats_file], d.config.value[CONFIG_oid_root]);
    else
      log_notice(&log_daemon, "ficelle-subagent " FICELLE_VERSION " publishes the sources in %s",
                 d.config.value[CONFIG_sources_dir]);
    start_alarms(&d);
    refresh(&d);
    trim_memory();
    service_notify_systemd("READY=1");
    loop(&d);
    service_notify_systemd("STOPPING=1");
    log_figures(&d, "stopping");
    alarm_objects_stop(&d.alarms);
    publisher_free(d.publisher);
    view_free(d.view);
    stats_reader_free(d.reader);
    foreign_free(d.foreign);
    if (*d.config.value[CONFIG_pid_file] != '\0') unlink(d.config.value[CONFIG_pid_file]);
  } else {
    fprintf(stderr, "ficelle-subagent: %s\n", why.p);
  }
  if (d.pid_fd >= 0) close(d.pid_fd);
  if (d.signal_fd >= 0) close(d.signal_fd);
  config_fini(&d.config);
  free(d.master);
  log_close();
  buf_free(&why);
  return started ? 0 : 1;
}
