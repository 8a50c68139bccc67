/* The agent's main loop. Each run has its own process, so that its leaks end with it. Signals arrive through a
 * descriptor: HUP restarts the program, USR1 starts a run now, USR2 reopens the log, INT and TERM end the agent. A run
 * in progress continues in its own process; the same signals end it after its present resource. */
#include "fleet/daemon.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/run/lock.h"
#include "base/clock.h"
#include "base/puppet_version.h"
#include "base/service.h"
#include "fleet/configurer.h"
#include "fleet/ssl_files.h"

enum { EXIT_NO_CERTIFICATE = 253, SIGNAL_CHECK_SECONDS = 5 };

static volatile sig_atomic_t stopped;
static const char *volatile stopped_by;

static void stop(int number)
{
  stopped_by = number == SIGINT ? "INT" : "TERM";
  stopped = 1;
}

static void heed_stop(void)
{
  const struct sigaction action = {.sa_handler = stop}; /* without SA_RESTART, so that it interrupts sleeping */
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

/* Sets the node in the log context; a run adds its environment and transaction, and removes them. */
static void name_node(struct settings *s) { log_context_set("node", settings_strz(s, SETTING_certname)); }

/* --- one run --- */

/* A part of splaylimit, the same for the life of the process. */
static int64_t splay_of(struct settings *s)
{
  static int64_t part = -1;
  const int64_t limit = settings_int(s, SETTING_splaylimit);
  uint64_t chance = 0;
  if (part < 0 && getrandom(&chance, sizeof chance, 0) == (ssize_t)sizeof chance && limit < INT64_MAX) {
    part = (int64_t)(chance % ((uint64_t)limit + 1));
  }
  return part < 0 ? 0 : part;
}

static void splay(struct settings *s)
{
  const int64_t seconds = splay_of(s);
  log_info(&log_agent, "Sleeping for %lld seconds (splay is enabled)", (long long)seconds);
  for (int64_t i = 0; i < seconds && !stopped; i++) sleep(1);
}

static bool is_disabled(struct settings *s)
{
  if (!disabled_is(s)) return false;
  disabled_say(s);
  counts_host(s, true, ssl_valid_until(s));
  counts_skipped(s);
  return true;
}

/* Runs once, with a certificate; -1: no run. */
static int run_locked(struct agent *agent, struct session *session)
{
  struct settings *s = agent->cli->settings;
  struct configurer c = {.cli = agent->cli,
                         .session = session,
                         .stop = &stopped,
                         .started = agent->started,
                         .environment_given = agent->environment_given,
                         .job_id = agent->job_id != NULL ? str_of(agent->job_id) : STR_EMPTY};
  if (run_lock_take(s, &stopped) != RUN_LOCK_TAKEN) {
    counts_skipped(s);
    return -1;
  }
  counts_host(s, false, ssl_valid_until(s));
  const int status = is_disabled(s) ? -1 : configurer_run(&c);
  run_lock_release(s);
  return status;
}

/* *certificate: the host has one. */
static int run(struct agent *agent, bool splayed, bool *certificate)
{
  struct settings *s = agent->cli->settings;
  struct session session;
  struct session_error error;
  int status = -1;
  *certificate = true;
  if (is_disabled(s)) return -1;
  if (splayed) {
    splay(s);
    if (stopped || is_disabled(s)) return -1;
  }
  const int64_t wait = agent->waitforcert >= 0             ? agent->waitforcert
                       : settings_bool(s, SETTING_onetime) ? 0
                                                           : settings_int(s, SETTING_waitforcert);
  session_begin(&session, s, &stopped);
  const enum machine_end end = machine_run(&session, wait, false, &error);
  if (end == MACHINE_DONE) status = run_locked(agent, &session);
  else if (end == MACHINE_FAILED && !stopped) session_log_error(&error, "%.*s", STR_FMT(error.message));
  *certificate = end != MACHINE_EXIT;
  session_end(&session);
  if (stopped_by != NULL) log_notice(&log_agent, "Caught %s; exiting", stopped_by);
  return status;
}

int agent_once(struct agent *agent)
{
  bool certificate;
  heed_stop();
  name_node(agent->cli->settings);
  return run(agent, settings_bool(agent->cli->settings, SETTING_splay), &certificate);
}

/* --- the daemon --- */

struct daemon {
  struct agent *agent;
  int signals;                /* the descriptor */
  time_t last;                /* start of the last scheduled run, monotonic */
  time_t first;               /* when the first run is due; not yet done while `last` is earlier */
  time_t look;                /* when to check the configuration */
  struct timespec configured; /* puppet.conf's time */
  bool restart, reload, ended;
  int status;             /* of the daemon, when it ends */
  pid_t child;            /* of a run; 0: none */
  char program[PATH_MAX]; /* the file that this is */
};

static void take_signals(struct daemon *d)
{
  for (int number; (number = service_take_signal(d->signals)) > 0;) {
    switch (number) {
    case SIGINT:
    case SIGTERM:
      log_notice(&log_agent, "Caught %s; exiting", number == SIGINT ? "INT" : "TERM");
      d->ended = true;
      break;
    case SIGHUP:
      log_notice(&log_agent, "Caught HUP; storing restart");
      d->restart = true;
      break;
    case SIGUSR1:
      log_notice(&log_agent, "Caught USR1; storing reload");
      d->reload = true;
      break;
    case SIGUSR2:
      log_notice(&log_agent, "Caught USR2; storing reopen_logs");
      log_notice(&log_agent, "Processing reopen_logs");
      log_notice(&log_agent, "Reopening log files");
      log_reconfigure();
      break;
    default: break; /* SIGCHLD: there is something to wait for */
    }
  }
}

/* The process of a run, with its own signal handlers. Its exit status tells the parent the result. */
static void be_child(struct daemon *d)
{
  sigset_t none;
  bool certificate;
  sigemptyset(&none);
  close(d->signals);
  heed_stop();
  signal(SIGHUP, SIG_IGN);
  signal(SIGUSR1, SIG_IGN);
  signal(SIGUSR2, SIG_IGN);
  signal(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_SETMASK, &none, NULL);
  prctl(PR_SET_NAME, "ficelle-agent");
  log_after_fork();
  const int status = run(d->agent, false, &certificate);
  fflush(NULL);
  _exit(!certificate ? EXIT_NO_CERTIFICATE : status < 0 ? 1 : status);
}

/* Waits until the child ends, or the daemon must end, and handles signals meanwhile. Returns the child's status; -1:
 * it was killed, or continues alone: a run that restarts the daemon, because it upgrades it or changes its
 * configuration, must not be waited for. */
static int wait_child(struct daemon *d)
{
  int status;
  for (;;) {
    struct pollfd fd = {.fd = d->signals, .events = POLLIN};
    const pid_t got = waitpid(d->child, &status, WNOHANG);
    if (got == d->child || (got < 0 && errno == ECHILD)) break;
    if (d->ended) return -1;
    poll(&fd, 1, 1000);
    take_signals(d);
  }
  d->child = 0;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void run_in_child(struct daemon *d)
{
  if (is_disabled(d->agent->cli->settings)) return;
  fflush(NULL);
  d->child = fork();
  if (d->child == 0) be_child(d);
  if (d->child < 0) {
    log_error(&log_agent, NULL, NULL, "Could not make a process for the run: %s", strerror(errno));
    d->child = 0;
    return;
  }
  if (wait_child(d) != EXIT_NO_CERTIFICATE) return;
  d->ended = true;
  d->status = 1;
}

/* Reads puppet.conf again when it has changed. */
static void look_at_configuration(struct daemon *d)
{
  struct settings *s = d->agent->cli->settings;
  const int64_t every = settings_int(s, SETTING_filetimeout);
  const char *file = settings_strz(s, SETTING_config);
  struct buf error = BUF_HEAP;
  struct stat st = {0};
  d->look = every > 0 && every < INT32_MAX ? clock_time(CLOCK_BOOTTIME).tv_sec + every : INT32_MAX;
  if (stat(file, &st) != 0) st.st_mtim = (struct timespec){0};
  if (st.st_mtim.tv_sec == d->configured.tv_sec && st.st_mtim.tv_nsec == d->configured.tv_nsec) return;
  d->configured = st.st_mtim;
  log_notice(&log_agent, "Config file %s changed; triggering re-parse of all config files.", file);
  if (settings_load(s, &error) != SETTINGS_OK || !settings_check(s, &error)) {
    log_error(&log_agent, NULL, NULL, "Could not read %s: %.*s", file, STR_FMT(buf_view(&error)));
  }
  name_node(s);
  buf_free(&error);
}

/* When the next run is due, by the present interval, because puppet.conf may have changed. */
static time_t next_run(const struct daemon *d)
{
  const int64_t every = settings_int(d->agent->cli->settings, SETTING_runinterval);
  if (d->last < d->first) return d->first;
  return d->last + (every < INT32_MAX ? every : INT32_MAX);
}

static void sleep_until_due(struct daemon *d)
{
  struct pollfd fd = {.fd = d->signals, .events = POLLIN};
  const time_t now = clock_time(CLOCK_BOOTTIME).tv_sec, next = next_run(d), until = next < d->look ? next : d->look;
  const time_t longest = SIGNAL_CHECK_SECONDS * 60;
  if (until > now) poll(&fd, 1, (int)(until - now < longest ? until - now : longest) * 1000);
  take_signals(d);
}

static void restart(struct daemon *d)
{
  struct buf line = BUF_HEAP;
  for (char **word = d->agent->argv; *word != NULL; word++) buf_printf(&line, "%s%s", line.n > 0 ? " " : "", *word);
  log_notice(&log_agent, "Processing restart");
  log_notice(&log_agent, "Restarting with '%s'", line.p);
  buf_free(&line);
  pid_lock_release(settings_strz(d->agent->cli->settings, SETTING_pidfile));
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execv(d->program, d->agent->argv); /* after an upgrade this is a newer one */
  execv("/proc/self/exe", d->agent->argv);
  log_error(&log_agent, NULL, NULL, "Could not restart: %s", strerror(errno));
  d->ended = true;
}

static void loop(struct daemon *d)
{
  struct settings *s = d->agent->cli->settings;
  d->first = clock_time(CLOCK_BOOTTIME).tv_sec + (settings_bool(s, SETTING_splay) ? splay_of(s) : 0);
  d->last = d->first - 1;
  while (!d->ended) {
    if (d->restart) restart(d);
    if (clock_time(CLOCK_BOOTTIME).tv_sec >= d->look) look_at_configuration(d);
    if (d->reload) {
      log_notice(&log_agent, "Processing reload");
      d->reload = false;
      run_in_child(d);
    } else if (clock_time(CLOCK_BOOTTIME).tv_sec >= next_run(d)) {
      d->last = clock_time(CLOCK_BOOTTIME).tv_sec;
      run_in_child(d);
    } else {
      sleep_until_due(d);
    }
  }
}

int agent_daemon(struct agent *agent)
{
  static const int wanted[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGCHLD, 0};
  struct settings *s = agent->cli->settings;
  struct buf why = BUF_HEAP;
  struct daemon d = {.agent = agent};
  struct stat st;
  const char *pidfile = settings_strz(s, SETTING_pidfile);
  name_node(s);
  if (settings_bool(s, SETTING_daemonize) && !service_to_background(&why)) return cli_error("%s", why.p);
  if (pid_lock_take(pidfile) != RUN_LOCK_TAKEN) {
    log_error(&log_agent, NULL, NULL, "Could not run: Could not create PID file: %s", pidfile);
    return 1;
  }
  agent->started = (struct timespec){0};
  if (readlink("/proc/self/exe", d.program, sizeof d.program - 1) < 0) d.program[0] = '\0';
  d.signals = service_open_signals(wanted);
  if (stat(settings_strz(s, SETTING_config), &st) == 0) d.configured = st.st_mtim;
  d.look = clock_time(CLOCK_BOOTTIME).tv_sec +
           (settings_int(s, SETTING_filetimeout) > 0 ? settings_int(s, SETTING_filetimeout) : INT32_MAX);
  log_notice(&log_agent, "Starting Puppet client version %s", PUPPET_VERSION);
  service_notify_systemd("READY=1");
  loop(&d);
  service_notify_systemd("STOPPING=1");
  pid_lock_release(pidfile);
  return d.status;
}
