/* Starts a program with another user, environment, directory and umask, and reads its output until it ends or its time
 * limit is reached. A line without shell characters is split and executed directly, as Ruby's exec does. The child
 * shares the memory of the agent until it executes the program (see base/program.h), so everything is prepared in the
 * parent. */
#include "agent/system/command.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/ral/munge.h"
#include "agent/system/lanes.h"
#include "base/clock.h"

enum { OUTPUT_LIMIT = 64 << 20, GRACE_SECONDS = 2 };

str command_find(struct ral *ral, str name, const char *path)
{
  struct stat st;
  if (str_index(name, '/', 0) != SIZE_MAX) {
    const char *z = arena_strz(ral->arena, name);
    return access(z, X_OK) == 0 && stat(z, &st) == 0 && S_ISREG(st.st_mode) ? name : STR_EMPTY;
  }
  if (path == NULL) path = getenv("PATH");
  if (path == NULL) path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  for (const char *at = path; *at != '\0';) {
    const size_t n = strcspn(at, ":");
    const str file = arena_printf(ral->arena, "%.*s/%.*s", (int)n, at, STR_FMT(name));
    if (n > 0 && access(file.p, X_OK) == 0 && stat(file.p, &st) == 0 && S_ISREG(st.st_mode)) return file;
    at += n + (at[n] == ':');
  }
  return STR_EMPTY;
}

/* --- the user and group of the program --- */

struct identity {
  uid_t uid;
  gid_t gid;
  bool change_user, change_group;
  gid_t *groups; /* supplementary groups of the user */
  int ngroups;
};

/* Called in the parent, since it may read files and allocates memory: the child shares our memory until it executes the
 * program. */
static void find_groups(struct ral *ral, struct identity *who, const char *name)
{
  int n = 64;
  who->groups = arena_array(ral->arena, (size_t)n, sizeof(gid_t));
  while (getgrouplist(name, who->gid, who->groups, &n) < 0 && n < 65536) {
    n *= 2;
    who->groups = arena_array(ral->arena, (size_t)n, sizeof(gid_t));
  }
  who->ngroups = n;
}

/* Ids may be written in any way that Ruby's Integer() reads. */
static bool number_of(struct ral *ral, const char *z, int64_t *n)
{
  bool number;
  return ral_integer(ral, value_str(str_of(z)), n, &number) && number;
}

static bool find_user(struct ral *ral, const struct command *c, struct identity *who)
{
  int64_t n;
  const struct passwd *p = number_of(ral, c->user, &n) ? getpwuid((uid_t)n) : getpwnam(c->user);
  if (p == NULL && c->user_by_id) return ral_fail(ral, "can't find user for %s", c->user);
  if (p == NULL) return ral_fail(ral, "Invalid user: %s", c->user);
  who->uid = p->pw_uid;
  who->gid = p->pw_gid;
  who->change_user = who->change_group = true;
  find_groups(ral, who, arena_strz(ral->arena, str_of(p->pw_name)));
  return true;
}

/* The group is looked up first, so that an unknown group is reported when both are unknown. */
static bool identify(struct ral *ral, const struct command *c, struct identity *who)
{
  int64_t n = 0;
  *who = (struct identity){0};
  if (c->identity_fault.n > 0) return ral_fail(ral, "%.*s", STR_FMT(c->identity_fault));
  if (c->group == NULL) return c->user == NULL || find_user(ral, c, who);
  const struct group *g = number_of(ral, c->group, &n) ? getgrgid((gid_t)n) : getgrnam(c->group);
  if (g == NULL && !c->group_by_id) return ral_fail(ral, "Invalid group: %s", c->group);
  const gid_t gid = g != NULL ? g->gr_gid : (gid_t)n;
  if (c->user != NULL && !find_user(ral, c, who)) return false;
  who->gid = gid;
  who->change_group = true;
  return true;
}

/* --- the environment --- */

static bool is_dropped(const char *setting, bool locale)
{
  static const char *const user[] = {"HOME=", "USER=", "LOGNAME=", NULL};
  static const char *const language[] = {"LANG=", "LANGUAGE=", "LC_", NULL};
  for (int i = 0; user[i] != NULL; i++) {
    if (strncmp(setting, user[i], strlen(user[i])) == 0) return true;
  }
  for (int i = 0; !locale && language[i] != NULL; i++) {
    if (strncmp(setting, language[i], strlen(language[i])) == 0) return true;
  }
  return false;
}

static bool is_set_again(const char *setting, const char *const *with)
{
  const size_t n = strcspn(setting, "=") + 1;
  for (size_t i = 0; with != NULL && with[i] != NULL; i++) {
    if (strncmp(with[i], setting, n) == 0) return true;
  }
  return false;
}

static char **environment_of(struct ral *ral, const struct command *c)
{
  size_t n = 0, extra = 0, k = 0;
  while (environ[n] != NULL) n++;
  while (c->environment != NULL && c->environment[extra] != NULL) extra++;
  char **out = arena_array(ral->arena, n + extra + 3, sizeof *out);
  for (size_t i = 0; i < n; i++) {
    if (!is_dropped(environ[i], c->locale) && !is_set_again(environ[i], c->environment)) out[k++] = environ[i];
  }
  if (!c->locale) {
    out[k++] = arena_strz(ral->arena, STR("LANG=C"));
    out[k++] = arena_strz(ral->arena, STR("LC_ALL=C"));
  }
  for (size_t i = 0; i < extra; i++) {
    if (!is_set_again(c->environment[i], c->environment + i + 1))
      out[k++] = arena_strz(ral->arena, str_of(c->environment[i]));
  }
  out[k] = NULL;
  return out;
}

/* --- the line of a command, as Ruby's exec reads it --- */

/* Ruby splits a line at blanks, without a shell, if it has none of these characters and does not start with a word of
 * the shell. */
static bool needs_shell(const char *line)
{
  static const char *const words[] = {"!",     ".",    ":",     "break",    "case",   "continue", "do",     "done",
                                      "elif",  "else", "esac",  "eval",     "exec",   "exit",     "export", "fi",
                                      "for",   "if",   "in",    "readonly", "return", "set",      "shift",  "then",
                                      "times", "trap", "unset", "until",    "while",  NULL};
  const char *at = line + strspn(line, " \t");
  const size_t n = strcspn(at, " \t\n");
  for (int i = 0; words[i] != NULL; i++) {
    if (strlen(words[i]) == n && memcmp(at, words[i], n) == 0) return true;
  }
  for (const char *p = at; *p != '\0'; p++) {
    if (strchr("*?{}[]<>()~&|\\$;'`\"\n#", *p) != NULL) return true;
    if (*p == '=' && memchr(at, ' ', (size_t)(p - at)) == NULL) return true;
    if (*p == '%') return true;
  }
  return false;
}

static const char **split(struct ral *ral, const char *line)
{
  size_t n = 0;
  const char **out = arena_array(ral->arena, strlen(line) / 2 + 3, sizeof *out);
  for (const char *at = line + strspn(line, " \t"); *at != '\0';) {
    const size_t len = strcspn(at, " \t");
    out[n++] = arena_strz(ral->arena, str_n(at, len));
    at += len;
    at += strspn(at, " \t");
  }
  out[n] = NULL;
  return out;
}

static const char *const *arguments(struct ral *ral, const struct command *c)
{
  if (c->shell == NULL) return c->argv;
  if (!needs_shell(c->shell)) return split(ral, c->shell);
  const char **out = arena_array(ral->arena, 4, sizeof *out);
  out[0] = "sh"; /* Ruby calls the shell like this; its messages begin with this name */
  out[1] = "-c";
  out[2] = c->shell;
  return out;
}

/* --- the child --- */

static void fail_in_child(const char *what)
{
  dprintf(STDERR_FILENO, "Error: Could not execute posix command: %s - %s\n", strerror(errno), what);
  _exit(1);
}

/* Everything that the child needs: it shares our memory until it executes the program. */
struct start {
  const struct command *command;
  const char *program, *const *argv;
  const char *const *script; /* arguments to run the file as a shell script, if it has no interpreter line */
  char **envp;
  struct identity who;
  int in, out;
};

static void child(const struct start *s)
{
  const struct command *c = s->command;
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  setsid();
  if (dup2(s->in, STDIN_FILENO) < 0 || dup2(s->out, STDOUT_FILENO) < 0) _exit(1);
  if (dup2(c->separate ? open("/dev/null", O_WRONLY) : s->out, STDERR_FILENO) < 0) _exit(1);
  syscall(SYS_close_range, 3U, ~0U, 0U);
  if (c->umask >= 0) umask((mode_t)c->umask);
  if (c->directory != NULL && chdir(c->directory) != 0) fail_in_child(c->directory);
  if (s->who.change_group && setgid(s->who.gid) != 0) fail_in_child("setgid");
  if (s->who.change_user) {
    if (setgroups((size_t)s->who.ngroups, s->who.groups) != 0) fail_in_child("setgroups");
    if (setuid(s->who.uid) != 0) fail_in_child("setuid");
  }
  execve(s->program, (char *const *)s->argv, s->envp);
  if (errno == ENOEXEC) execve("/bin/sh", (char *const *)s->script, s->envp);
  fail_in_child(s->argv[0]);
}

static const char *const *as_script(struct ral *ral, const char *program, const char *const *argv)
{
  size_t n = 1;
  while (argv[n] != NULL) n++;
  const char **out = arena_array(ral->arena, n + 2, sizeof *out);
  out[0] = "sh";
  out[1] = program;
  memcpy(out + 2, argv + 1, n * sizeof *out);
  return out;
}

/* vfork does not copy our page tables. */
static __attribute__((noinline)) pid_t start(const struct start *s)
{
  const pid_t pid = vfork();
  if (pid == 0) child(s);
  return pid;
}

/* --- the parent --- */

static void read_some(int fd, struct buf *out, bool *open)
{
  char bytes[65536];
  const ssize_t n = read(fd, bytes, sizeof bytes);
  if (n > 0 && out->n < OUTPUT_LIMIT) buf_append(out, bytes, (size_t)n);
  if (n == 0 || (n < 0 && errno != EINTR && errno != EAGAIN)) *open = false;
}

/* Appends what is in the file of a command that survives this process. */
static void read_file(int fd, struct buf *out)
{
  char bytes[65536];
  ssize_t n;
  for (off_t at = 0; out->n < OUTPUT_LIMIT && (n = pread(fd, bytes, sizeof bytes, at)) > 0; at += n)
    buf_append(out, bytes, (size_t)n);
}

/* Such a file must not grow without limit, either. */
static void limit_file(int fd, struct buf *out)
{
  struct stat st;
  if (fstat(fd, &st) != 0 || st.st_size <= OUTPUT_LIMIT) return;
  read_file(fd, out);
  if (ftruncate(fd, 0) != 0) return; /* the next call tries again */
}

/* What children of the command write later fails, as it would with a pipe. */
static void close_file(int fd, struct buf *out)
{
  read_file(fd, out);
  fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK);
}

/* Reads until the program ends. Its children may keep the pipe open: what they write later is ignored. */
static void follow(struct ral *ral, const struct command *c, pid_t pid, int fd, struct command_result *result,
                   struct buf *out)
{
  int64_t end = c->timeout > 0 ? clock_ms(CLOCK_MONOTONIC) + (int64_t)(c->timeout * 1000) : INT64_MAX;
  if (ral->deadline_ms > 0 && ral->deadline_ms < end) end = ral->deadline_ms;
  int64_t kill_at = INT64_MAX;
  bool open = !c->survives;
  int status = 0;
  const int ending = (int)syscall(SYS_pidfd_open, pid, 0); /* -1: an old kernel; waitpid is called again and again */
  if (!c->survives) fcntl(fd, F_SETFL, O_NONBLOCK);
  for (;;) {
    const pid_t ended = waitpid(pid, &status, WNOHANG);
    if (ended == pid || (ended < 0 && errno == ECHILD)) break;
    const int64_t now = clock_ms(CLOCK_MONOTONIC);
    if (now >= end && kill_at == INT64_MAX) {
      kill(-pid, SIGTERM);
      kill_at = now + GRACE_SECONDS * 1000;
      result->end = COMMAND_TIMED_OUT;
    } else if (now >= kill_at) {
      kill(-pid, SIGKILL);
    }
    struct pollfd p[2] = {{.fd = open ? fd : -1, .events = POLLIN}, {.fd = ending, .events = POLLIN}};
    if (c->survives) limit_file(fd, out);
    const int64_t most = kill_at != INT64_MAX || c->survives ? 100 : 1000;
    const int64_t wait = kill_at == INT64_MAX && end - now < most ? end - now + 1 : most;
    lanes_poll(ral, p, 2, ending >= 0 ? (int)wait : 1);
    if (open && p[0].revents != 0) read_some(fd, out, &open);
  }
  if (ending >= 0) close(ending);
  if (c->survives) close_file(fd, out);
  for (bool more = true; open && more;) {
    const size_t before = out->n;
    read_some(fd, out, &open);
    more = out->n > before;
  }
  if (result->end == COMMAND_TIMED_OUT) {
    kill(-pid, SIGKILL);
    return;
  }
  result->end = WIFSIGNALED(status) ? COMMAND_SIGNALED : COMMAND_EXITED;
  result->status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

/* Writes the input to an unnamed file. */
static int input_of(const struct command *c)
{
  if (c->input_file != NULL) return open(c->input_file, O_RDONLY | O_CLOEXEC);
  if (c->input == NULL) return open("/dev/null", O_RDONLY | O_CLOEXEC);
  FILE *f = tmpfile();
  if (f == NULL) return -1;
  const int fd = dup(fileno(f));
  const size_t n = strlen(c->input);
  const bool ok = write(fd, c->input, n) == (ssize_t)n && lseek(fd, 0, SEEK_SET) == 0;
  fclose(f);
  if (ok) return fd;
  close(fd);
  return -1;
}

/* Opens what the program writes to, fds[1], and what this process reads from. */
static bool open_output(const struct command *c, int fds[2])
{
  if (!c->survives) return pipe2(fds, O_CLOEXEC) == 0;
  fds[0] = memfd_create("output", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (fds[0] < 0) return false;
  fds[1] = fcntl(fds[0], F_DUPFD_CLOEXEC, 3);
  if (fds[1] >= 0 && fcntl(fds[1], F_SETFL, O_APPEND) == 0) return true;
  close(fds[0]);
  if (fds[1] >= 0) close(fds[1]);
  return false;
}

bool command_run(struct ral *ral, const struct command *c, struct command_result *result)
{
  struct start s = {.command = c, .argv = arguments(ral, c), .envp = environment_of(ral, c)};
  struct stat st;
  const char *path = NULL;
  int fds[2];
  *result = (struct command_result){.output = STR_EMPTY};
  if (c->directory != NULL && (stat(c->directory, &st) != 0 || !S_ISDIR(st.st_mode))) {
    return ral_fail(ral, "Working directory %s does not exist!", c->directory);
  }
  if (s.argv[0] == NULL) return ral_fail(ral, "Could not find command ''");
  if (!identify(ral, c, &s.who)) {
    result->status = 1;
    result->output = arena_printf(ral->arena, "Error: Could not execute posix command: %.*s\n", STR_FMT(ral->error));
    return true;
  }
  for (size_t i = 0; s.envp[i] != NULL; i++) {
    if (strncmp(s.envp[i], "PATH=", 5) == 0) path = s.envp[i] + 5;
  }
  const bool shell = c->shell != NULL && s.argv[0] != c->shell && needs_shell(c->shell);
  const str file = shell ? STR("/bin/sh") : command_find(ral, str_of(s.argv[0]), path);
  s.program = file.n > 0 ? arena_strz(ral->arena, file) : s.argv[0];
  s.script = as_script(ral, s.program, s.argv);
  s.in = input_of(c);
  if (s.in < 0 || !open_output(c, fds)) {
    ral_fail(ral, "%s", strerror(errno));
    if (s.in >= 0) close(s.in);
    return false;
  }
  s.out = fds[1];
  fflush(NULL);
  const pid_t pid = start(&s);
  close(s.in);
  close(fds[1]);
  if (pid < 0) {
    close(fds[0]);
    return ral_fail(ral, "%s", strerror(errno));
  }
  struct buf out = BUF_IN(ral->arena);
  follow(ral, c, pid, fds[0], result, &out);
  close(fds[0]);
  result->output = buf_view(&out);
  return true;
}

/* The command as messages show it. */
static str line_of(struct ral *ral, const struct command *c)
{
  struct buf line = BUF_IN(ral->arena);
  if (c->sensitive) return STR("[redacted]");
  if (c->shell != NULL) return str_of(c->shell);
  for (size_t i = 0; c->argv[i] != NULL; i++) buf_printf(&line, "%s%s", i > 0 ? " " : "", c->argv[i]);
  return buf_view(&line);
}

/* For --debug, as Puppet prints it. */
static void announce(struct ral *ral, const struct command *c)
{
  struct buf as = BUF_IN(ral->arena);
  if (!log_enabled(&log_agent, LOG_LEVEL_DEBUG)) return;
  if (c->user != NULL) buf_printf(&as, " uid=%s", c->user);
  if (c->group != NULL) buf_printf(&as, " gid=%s", c->group);
  ral_log_run(ral, LOG_LEVEL_DEBUG, "Executing%s%.*s: '%.*s'", as.n > 0 ? " with" : "", STR_FMT(buf_view(&as)),
              STR_FMT(line_of(ral, c)));
}

bool command_try(struct ral *ral, const struct command *c, struct command_result *out)
{
  announce(ral, c);
  return command_run(ral, c, out);
}

bool command_check(struct ral *ral, const struct command *given, str *out)
{
  struct command c = *given;
  struct command_result result;
  c.survives = true;
  if (!command_try(ral, &c, &result)) return false;
  if (out != NULL) *out = result.output;
  if (result.end == COMMAND_EXITED && result.status == 0) return true;
  return ral_fail(ral, "Execution of '%.*s' returned %d: %.*s", STR_FMT(line_of(ral, &c)), result.status,
                  STR_FMT(str_trim(result.output)));
}

bool command_must_as(struct ral *ral, const struct command *given, str *out)
{
  struct command c = *given;
  struct command_result result;
  size_t n = 0;
  while (c.argv[n] != NULL) n++;
  const char **argv = arena_array(ral->arena, n + 1, sizeof *argv);
  memcpy(argv, c.argv, n * sizeof *argv);
  const str program = command_find(ral, str_of(argv[0]), NULL);
  if (program.n == 0) return ral_fail(ral, "Could not find command '%s'", argv[0]);
  argv[0] = arena_strz(ral->arena, program);
  c.argv = argv;
  c.survives = true;
  announce(ral, &c);
  if (!command_run(ral, &c, &result)) return false;
  if (out != NULL) *out = result.output;
  if (result.end == COMMAND_EXITED && result.status == 0) return true;
  return ral_fail(ral, "Execution of '%.*s' returned %d: %.*s", STR_FMT(line_of(ral, &c)), result.status,
                  STR_FMT(str_trim(result.output)));
}

bool command_must(struct ral *ral, const char *const *argv, str *out)
{
  const struct command c = {.argv = argv, .umask = -1};
  return command_must_as(ral, &c, out);
}

bool command_diff(struct ral *ral, const char *before, const char *after, str *out)
{
  struct command_result result;
  const char *argv[16] = {settings_strz(ral->settings, SETTING_diff)};
  int n = 1;
  char *args = arena_strz(ral->arena, settings_str(ral->settings, SETTING_diff_args)), *next = NULL;
  *out = STR_EMPTY;
  if (argv[0][0] == '\0') return true;
  for (char *word = strtok_r(args, " ", &next); word != NULL && n < 12; word = strtok_r(NULL, " ", &next)) {
    argv[n++] = word;
  }
  argv[n++] = before;
  argv[n++] = after;
  const struct command c = {.argv = argv, .umask = -1, .separate = true};
  if (!command_run(ral, &c, &result)) return false;
  *out = result.output;
  return true;
}
