/* Reads the command line of the old agent, writes the configuration of a collector with one source and of a subagent
 * into a folder, and supervises both as children. Each restart of a child that keeps ending early is delayed longer
 * than the one before. */
#include "collectors/daemon/dropin.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <getopt.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/program.h"
#include "base/service.h"
#include "base/trim.h"
#include "collectors/daemon/collector.h"
#include "collectors/daemon/dropin_rows.h"

static const struct dropin *const dropins[] = {
  &dropin_redis,
  &dropin_mysql,
};

const struct dropin *dropin_find(const char *argv0)
{
  const char *slash = strrchr(argv0, '/');
  for (size_t i = 0; i < sizeof dropins / sizeof dropins[0]; i++) {
    if (strcmp(dropins[i]->command, slash == NULL ? argv0 : slash + 1) == 0) return dropins[i];
  }
  return NULL;
}

/* --- the command line ------------------------------------------------------------------------------------ */

/* Options of all commands. */
enum common { AGENTX_SOCKET, DAEMON_PID, NO_DAEMON, VERBOSE, HELP, USAGE, MAN, VERSION, COMMONS };

static const struct dropin_option common_options[COMMONS + 1] = {
  [AGENTX_SOCKET] = {"agentx-socket|x", DROPIN_SET, NULL, "ADDRESS",
                     "the address of snmpd: unix:PATH or tcp:ADDRESS:PORT\n"
                     "(default unix:/var/agentx/master)"},
  [DAEMON_PID] = {"daemon-pid|daemon_pid", DROPIN_FILE, NULL, "FILE", NULL},
  [NO_DAEMON] = {"no-daemon|n", DROPIN_FLAG, NULL, NULL, "stay in the foreground, and log to standard error"},
  [VERBOSE] = {"verbose|v", DROPIN_FLAG, NULL, NULL, "log all steps"},
  [HELP] = {"help|?", DROPIN_FLAG, NULL, NULL, "print this and exit"},
  [USAGE] = {"usage", DROPIN_FLAG, NULL, NULL, "the same"},
  [MAN] = {"man", DROPIN_FLAG, NULL, NULL, "show the manual page"},
  [VERSION] = {"version|V", DROPIN_FLAG, NULL, NULL, "print the version and exit"},
};

enum { ROWS_MAX = 64, NAMES_MAX = 4 * ROWS_MAX };

struct command {
  const struct dropin *row;
  char *value[ROWS_MAX];  /* of row->options, in the same order; NULL: not given */
  char *common[COMMONS];  /* a flag that is given: "true" */
  struct source_set *set; /* with one source, and the settings of the collector */
  char *folder, *subagent;
  int pid_fd;
};

/* getopt's values for options: their index, and whether they are negated. */
enum { ROW_BASE = 1000, COMMON_BASE = 2000, NEGATED = 4000 };

static void add_name(struct option *options, size_t *n, const char *name, size_t length, const char *prefix,
                     bool argument, int code)
{
  if (*n >= NAMES_MAX) abort();
  char *copy = xmalloc(strlen(prefix) + length + 1);
  sprintf(copy, "%s%.*s", prefix, (int)length, name);
  options[(*n)++] = (struct option){copy, argument ? required_argument : no_argument, NULL, code};
}

static void add_option(struct option *options, size_t *n, const struct dropin_option *o, int code)
{
  for (const char *name = o->names; *name != '\0';) {
    const size_t length = strcspn(name, "|");
    add_name(options, n, name, length, "", o->does != DROPIN_FLAG, code);
    if (o->does == DROPIN_FLAG && o->key != NULL) {
      add_name(options, n, name, length, "no", false, code + NEGATED);
      add_name(options, n, name, length, "no-", false, code + NEGATED);
    }
    name += length + (name[length] != '\0');
  }
}

/* For getopt_long_only; ends with a row without a name. */
static struct option *make_options(const struct dropin *row)
{
  size_t n = 0;
  struct option *options = xcalloc(NAMES_MAX + 1, sizeof *options);
  for (int i = 0; row->options[i].names != NULL; i++) {
    if (i >= ROWS_MAX) abort();
    add_option(options, &n, &row->options[i], ROW_BASE + i);
  }
  for (int i = 0; i < COMMONS; i++) add_option(options, &n, &common_options[i], COMMON_BASE + i);
  return options;
}

static void free_options(struct option *options)
{
  for (size_t i = 0; options[i].name != NULL; i++) free((char *)options[i].name);
  free(options);
}

static char *absolute(const char *path)
{
  char here[PATH_MAX], *whole;
  if (*path == '/' || *path == '\0' || getcwd(here, sizeof here) == NULL) return xstrdup(path);
  return asprintf(&whole, "%s/%s", here, path) < 0 ? xstrdup(path) : whole;
}

/* The value of an option; the last one wins. */
static void take(const struct dropin_option *o, char **value, char *argument, bool negated)
{
  free(*value);
  *value = o->does == DROPIN_FLAG   ? xstrdup(negated ? "false" : "true")
           : o->does == DROPIN_FILE ? absolute(argument)
                                    : xstrdup(argument);
  if (o->does == DROPIN_SECRET && *argument != '\0') {
    memset(argument, 0, strlen(argument));
    *argument = 'x';
  }
}

/* False for a usage error, which getopt has printed. */
static bool read_command_line(struct command *c, int argc, char **argv)
{
  struct option *options = make_options(c->row);
  bool good = true;
  int code;
  while (good && (code = getopt_long_only(argc, argv, "", options, NULL)) != -1) {
    const bool negated = code >= NEGATED;
    if (negated) code -= NEGATED;
    if (code >= COMMON_BASE) take(&common_options[code - COMMON_BASE], &c->common[code - COMMON_BASE], optarg, negated);
    else if (code >= ROW_BASE) take(&c->row->options[code - ROW_BASE], &c->value[code - ROW_BASE], optarg, negated);
    else good = false;
  }
  free_options(options);
  if (good && optind < argc) {
    fprintf(stderr, "%s: unexpected argument \"%s\"\n", c->row->command, argv[optind]);
    good = false;
  }
  if (!good) fprintf(stderr, "Try '%s --help'.\n", c->row->command);
  return good;
}

static void print_option(const struct dropin_option *o, const char *help)
{
  struct buf line = BUF_HEAP;
  for (const char *name = o->names; *name != '\0';) {
    const size_t length = strcspn(name, "|");
    buf_printf(&line, "%s%s%.*s", line.n == 0 ? "  " : ", ", length == 1 ? "-" : "--", (int)length, name);
    name += length + (name[length] != '\0');
  }
  if (o->argument != NULL) buf_printf(&line, " %s", o->argument);
  for (bool first = true; *help != '\0'; first = false) {
    const size_t length = strcspn(help, "\n");
    if (!first) buf_clear(&line);
    if (first && line.n > 30) {
      printf("%s\n", line.p);
      buf_clear(&line);
    }
    printf("%-31s %.*s\n", line.n == 0 ? "" : line.p, (int)length, help);
    help += length + (help[length] != '\0');
  }
  buf_free(&line);
}

static void print_help(const struct dropin *row)
{
  char pid_help[128];
  printf("Usage: %s [OPTION]...\nPublish %s through the AgentX master agent of this host.\n\n", row->command,
         row->title);
  for (const struct dropin_option *o = row->options; o->names != NULL; o++) print_option(o, o->help);
  putchar('\n');
  snprintf(pid_help, sizeof pid_help, "write the process id to FILE (default %s)", row->pid_file);
  for (int i = 0; i < COMMONS; i++)
    print_option(&common_options[i], i == DAEMON_PID ? pid_help : common_options[i].help);
  printf("\nThe service of this name takes options from DAEMON_OPTS in %s.\n"
         "SIGHUP reads files again and polls at once; SIGTERM ends it.\n"
         "Exit status: 0, or 1 when it could not start, or 2 for a usage error.\n",
         row->default_file);
}

static int show_manual(const struct dropin *row)
{
  execlp("man", "man", row->command, (char *)NULL);
  fprintf(stderr, "%s: man: %s\n", row->command, strerror(errno));
  return 1;
}

/* --- configuration of the children ------------------------------------------------------------------------- */

static const char *log_destination(const struct command *c) { return c->common[NO_DAEMON] != NULL ? "" : "syslog"; }
static const char *log_level(const struct command *c) { return c->common[VERBOSE] != NULL ? "debug" : "notice"; }

/* Creates the source from the options; false with a reason. */
static bool make_source(struct command *c, struct buf *why)
{
  const struct dropin *row = c->row;
  struct source_entry *entry = source_set_add(c->set, str_of(row->kind->name), row->kind, why);
  char stale[16];
  for (size_t i = 0; entry != NULL && row->options[i].names != NULL; i++) {
    const struct dropin_option *o = &row->options[i];
    struct buf reason = BUF_HEAP;
    if (c->value[i] == NULL) continue;
    const bool good = source_set_key(c->set, entry, str_of(o->key), str_of(c->value[i]), &reason);
    if (!good) buf_printf(why, "--%.*s: %s", (int)strcspn(o->names, "|"), o->names, reason.p);
    buf_free(&reason);
    if (!good) return false;
  }
  /* Like the old agents, forgets values when a poll has failed, which takes at most the timeout. This needs the
   * interval. */
  if (entry == NULL || !source_set_finish(c->set, entry, why)) return false;
  snprintf(stale, sizeof stale, "%" PRIu32, entry->config.interval_s + entry->config.timeout_s);
  return source_set_key(c->set, entry, STR("stale_after"), str_of(stale), why) && source_set_finish(c->set, entry, why);
}

static bool make_set(struct command *c, struct buf *why)
{
  c->set = source_set_new(&c->row->kind, 1);
  return source_set_collector(c->set, COLLECTOR_workers, STR("1"), why) &&
         source_set_collector(c->set, COLLECTOR_log_destination, str_of(log_destination(c)), why) &&
         source_set_collector(c->set, COLLECTOR_log_level, str_of(log_level(c)), why) && make_source(c, why);
}

/* The parent of folders for running services. */
static const char *run_folder(void)
{
  const char *given = getenv("RUNTIME_DIRECTORY"), *temporary = getenv("TMPDIR");
  if (given != NULL && *given == '/' && strchr(given, ':') == NULL) return given;
  if (access("/run", W_OK) == 0) return "/run";
  return temporary != NULL && *temporary == '/' ? temporary : "/tmp";
}

static bool fail_path(struct buf *why, const char *path)
{
  buf_printf(why, "%s: %s", path, strerror(errno));
  return false;
}

static bool make_folder(struct command *c, struct buf *why)
{
  if (asprintf(&c->folder, "%s/%s.XXXXXX", run_folder(), c->row->command) < 0) abort();
  if (mkdtemp(c->folder) == NULL) {
    fail_path(why, c->folder);
    free(c->folder);
    c->folder = NULL;
    return false;
  }
  return source_set_collector(c->set, COLLECTOR_sources_dir, str_of(c->folder), why);
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *place)
{
  (void)st;
  (void)kind;
  (void)place;
  remove(path);
  return 0;
}

static void remove_folder(struct command *c)
{
  if (c->folder != NULL) nftw(c->folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Finds ficelle-subagent in the directory of this program. */
static bool find_subagent(struct command *c, struct buf *why)
{
  char self[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n < 0) return fail_path(why, "/proc/self/exe");
  self[n] = '\0';
  if (asprintf(&c->subagent, "%.*s/ficelle-subagent", (int)(strrchr(self, '/') - self), self) < 0) abort();
  return access(c->subagent, X_OK) == 0 || fail_path(why, c->subagent);
}

/* --- the children ---------------------------------------------------------------------------------------- */

enum { ARGUMENTS_MAX = 17, QUICK_S = 10, LONGEST_WAIT_S = 32, END_MS = 5000, NUMBERS_MS = 2000, LOOK_MS = 50 };

struct child {
  const char *name;
  void (*run)(const struct command *c); /* does not return */
  pid_t pid;                            /* 0: not running */
  int64_t began_ms, again_ms;
  unsigned quick; /* how often in a row it ended early */
  bool anew;      /* it was told to end, in order to restart */
};

static void run_collector(const struct command *c)
{
  const struct collector_options options = {
    .name = c->row->command, .kinds = &c->row->kind, .kind_count = 1, .foreground = true, .alone = c->row->alone};
  exit(collector_run(&options, c->set));
}

/* Makes it look for new numbers at least as often as there can be any. */
static void subagent_arguments(const struct command *c, char look_s[16], const char *argv[ARGUMENTS_MAX])
{
  const uint32_t interval_s = c->set->entries[0]->config.interval_s;
  const char *const all[] = {c->row->command,      "--foreground", "--config",          "/dev/null",
                             "--own-mib",          "no",           "--sources-dir",     c->folder,
                             "--refresh-interval", look_s,         "--log-destination", log_destination(c),
                             "--log-level",        log_level(c)};
  size_t n = sizeof all / sizeof all[0];
  snprintf(look_s, 16, "%" PRIu32, interval_s < 30 ? 1 : interval_s > 300 ? 10 : interval_s / 30);
  memcpy(argv, all, sizeof all);
  if (c->common[AGENTX_SOCKET] != NULL) {
    argv[n++] = "--agentx-socket";
    argv[n++] = c->common[AGENTX_SOCKET];
  }
  argv[n] = NULL;
}

static void run_subagent(const struct command *c)
{
  const char *argv[ARGUMENTS_MAX];
  char look_s[16];
  subagent_arguments(c, look_s, argv);
  execv(c->subagent, (char **)argv);
  log_error(&log_collector, NULL, NULL, "%s: %s", c->subagent, strerror(errno));
  _exit(1);
}

/* Lets the subagent check the options that are passed to it. It prints what is wrong. */
static bool subagent_accepts(const struct command *c, struct buf *why)
{
  const char *argv[ARGUMENTS_MAX];
  char look_s[16];
  int status = 0;
  subagent_arguments(c, look_s, argv);
  argv[0] = c->subagent;
  argv[1] = "--check"; /* in place of --foreground */
  const struct program check = {.argv = (char *const *)argv, .out = -1, .err = STDERR_FILENO};
  const pid_t pid = program_start(&check);
  if (pid <= 0) return fail_path(why, c->subagent);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  if (status != 0) buf_z(why, "ficelle-subagent does not accept the options");
  return status == 0;
}

static void start(const struct command *c, struct child *child, int signals)
{
  const pid_t parent = getpid();
  sigset_t none;
  child->began_ms = clock_ms(CLOCK_MONOTONIC);
  child->pid = fork();
  if (child->pid < 0) {
    log_error(&log_collector, NULL, NULL, "cannot start %s: %s", child->name, strerror(errno));
    child->pid = 0;
    child->again_ms = child->began_ms + LONGEST_WAIT_S * 1000;
  }
  if (child->pid != 0) return;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(0);
  close(signals);
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  unsetenv("NOTIFY_SOCKET");
  log_after_fork();
  child->run(c);
}

/* Restarts a child that ended unexpectedly, each time later while it keeps ending early. */
static void ended(struct child *child, int status)
{
  const int64_t now = clock_ms(CLOCK_MONOTONIC);
  int64_t wait_s = 1;
  child->pid = 0;
  child->again_ms = now;
  if (child->anew) {
    child->anew = false;
    return;
  }
  child->quick = now - child->began_ms < QUICK_S * 1000 ? child->quick + 1 : 0;
  for (unsigned i = 1; i < child->quick && wait_s < LONGEST_WAIT_S; i++) wait_s *= 2;
  child->again_ms += wait_s * 1000;
  log_problem(&log_collector, LOG_LEVEL_WARNING, "CHILD_ENDED", NULL, "%s ended by %s %d; restart in %" PRId64 " s",
              child->name, WIFSIGNALED(status) ? "signal" : "itself with status",
              WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status), wait_s);
}

static void reap(struct child *children, size_t n, bool ending)
{
  int status;
  for (size_t i = 0; i < n; i++) {
    if (children[i].pid == 0 || waitpid(children[i].pid, &status, WNOHANG) != children[i].pid) continue;
    if (ending) children[i].pid = 0;
    else ended(&children[i], status);
  }
}

static void signal_all(const struct child *children, size_t n, int number)
{
  for (size_t i = 0; i < n; i++) {
    if (children[i].pid != 0) kill(children[i].pid, number);
  }
}

static bool any_runs(const struct child *children, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    if (children[i].pid != 0) return true;
  }
  return false;
}

static void end_all(struct child *children, size_t n, int signals)
{
  const int64_t until = clock_ms(CLOCK_MONOTONIC) + END_MS;
  signal_all(children, n, SIGTERM);
  for (reap(children, n, true); any_runs(children, n) && clock_ms(CLOCK_MONOTONIC) < until; reap(children, n, true)) {
    struct pollfd p = {.fd = signals, .events = POLLIN};
    poll(&p, 1, 100);
    while (service_take_signal(signals) != 0) continue;
  }
  signal_all(children, n, SIGKILL);
  for (size_t i = 0; i < n; i++) {
    if (children[i].pid != 0) waitpid(children[i].pid, NULL, 0);
  }
}

/* Restarts the collector, so that it reads its files again and polls at once. */
static void reload(struct child *collector, const struct child *subagent)
{
  log_reconfigure();
  if (collector->pid != 0) {
    collector->anew = true;
    kill(collector->pid, SIGTERM);
  }
  if (subagent->pid != 0) kill(subagent->pid, SIGHUP);
}

/* The publisher starts a little later, so that it finds the first numbers. */
static bool has_numbers(const struct command *c)
{
  struct buf path = BUF_HEAP;
  buf_printf(&path, "%s/%s.stats", c->folder, c->set->entries[0]->config.name);
  const bool there = access(path.p, F_OK) == 0;
  buf_free(&path);
  return there;
}

/* Starts children that are due. Returns the time until the next one is due, or -1. */
static int64_t start_due(const struct command *c, struct child *children, size_t n, int64_t began_ms, int signals)
{
  int64_t wait = -1;
  for (size_t i = 0; i < n; i++) {
    struct child *child = &children[i];
    const int64_t now = clock_ms(CLOCK_MONOTONIC);
    if (child->pid == 0 && child->run == run_subagent && now < began_ms + NUMBERS_MS && !has_numbers(c))
      child->again_ms = now + LOOK_MS;
    if (child->pid == 0 && now >= child->again_ms) start(c, child, signals);
    if (child->pid == 0 && (wait < 0 || child->again_ms - now < wait))
      wait = child->again_ms > now ? child->again_ms - now : 0;
  }
  return wait;
}

/* Until SIGTERM, SIGINT or SIGQUIT. */
static void supervise(const struct command *c, int signals)
{
  enum { COLLECTOR, SUBAGENT, N };
  struct child children[N] = {[COLLECTOR] = {.name = "ficelle-collector", .run = run_collector},
                              [SUBAGENT] = {.name = "ficelle-subagent", .run = run_subagent}};
  const int64_t began_ms = clock_ms(CLOCK_MONOTONIC);
  service_notify_systemd("READY=1\nSTATUS=publishing %s", c->row->title);
  for (bool stop = false; !stop;) {
    const int64_t wait = start_due(c, children, N, began_ms, signals);
    if (wait < 0) trim_memory();
    struct pollfd p = {.fd = signals, .events = POLLIN};
    poll(&p, 1, (int)wait);
    for (int number; (number = service_take_signal(signals)) != 0;) {
      if (number == SIGHUP) reload(&children[COLLECTOR], &children[SUBAGENT]);
      else if (number != SIGCHLD) stop = true;
    }
    reap(children, N, stop);
  }
  service_notify_systemd("STOPPING=1");
  end_all(children, N, signals);
}

/* --- the command ----------------------------------------------------------------------------------------- */

/* The file of the process id; in the foreground only on request. */
static const char *pid_file(const struct command *c)
{
  if (c->common[DAEMON_PID] != NULL) return c->common[DAEMON_PID];
  return c->common[NO_DAEMON] != NULL ? "" : c->row->pid_file;
}

/* Finds errors before the process leaves the terminal. */
static bool prepare(struct command *c, struct buf *why)
{
  return make_set(c, why) && find_subagent(c, why) &&
         (*pid_file(c) == '\0' || (c->pid_fd = service_open_pid_file(pid_file(c), c->row->command, why)) >= 0) &&
         make_folder(c, why) && subagent_accepts(c, why);
}

/* The first process waits until the command runs, so that its caller finds the process id in the file. Returns a
 * descriptor to close after writing a byte to it, or -1 with a reason. */
static int leave_terminal(struct buf *why)
{
  int ready[2];
  char byte;
  const pid_t pid = pipe2(ready, O_CLOEXEC) == 0 ? fork() : -1;
  if (pid < 0) {
    fail_path(why, "cannot go to the background");
    return -1;
  }
  if (pid > 0) {
    close(ready[1]);
    _exit(read(ready[0], &byte, 1) == 1 ? 0 : 1);
  }
  close(ready[0]);
  return ready[1];
}

static bool begin(struct command *c, int *signals, struct buf *why)
{
  static const int handled[] = {SIGTERM, SIGINT, SIGQUIT, SIGHUP, SIGCHLD, 0};
  const bool foreground = c->common[NO_DAEMON] != NULL;
  const struct service_log log = {.ident = c->row->command,
                                  .destination = log_destination(c),
                                  .level = log_level(c),
                                  .categories = "",
                                  .facility = "daemon",
                                  .foreground = foreground};
  int ready = -1;
  if (!service_set_up_log(&log, why)) return false;
  if (!foreground && ((ready = leave_terminal(why)) < 0 || !service_to_background(why))) return false;
  *signals = service_open_signals(handled);
  if (*signals < 0) return fail_path(why, "signalfd");
  if (c->pid_fd >= 0 && !service_write_pid(c->pid_fd)) return fail_path(why, pid_file(c));
  if (ready >= 0) {
    if (write(ready, "", 1) != 1) return fail_path(why, "pipe");
    close(ready);
  }
  return true;
}

static int run(struct command *c)
{
  struct buf why = BUF_HEAP;
  int signals = -1;
  bool good = prepare(c, &why);
  if (good) {
    good = begin(c, &signals, &why);
    if (good) supervise(c, signals);
    if (signals >= 0) close(signals);
  }
  if (!good) fprintf(stderr, "%s: %s\n", c->row->command, why.p);
  remove_folder(c);
  if (c->pid_fd >= 0) unlink(pid_file(c));
  buf_free(&why);
  return good ? 0 : 1;
}

int dropin_main(const struct dropin *dropin, int argc, char **argv)
{
  struct command c = {.row = dropin, .pid_fd = -1};
  int status = 2;
  if (read_command_line(&c, argc, argv)) {
    status = 0;
    if (c.common[HELP] != NULL || c.common[USAGE] != NULL) print_help(dropin);
    else if (c.common[MAN] != NULL) status = show_manual(dropin);
    else if (c.common[VERSION] != NULL) printf("%s (ficelle) " FICELLE_VERSION "\n", dropin->command);
    else status = run(&c);
  }
  for (size_t i = 0; i < ROWS_MAX; i++) free(c.value[i]);
  for (size_t i = 0; i < COMMONS; i++) free(c.common[i]);
  source_set_free(c.set);
  free(c.folder);
  free(c.subagent);
  if (c.pid_fd >= 0) close(c.pid_fd);
  return status;
}
