/* Runs programs, with their output on a pipe and at most until the deadline of the compilation. A child is registered
 * with the arena: if memory runs out while it runs, releasing the arena ends it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/deadline.h"
#include "base/program.h"
#include "compiler/compilation/host_internal.h"

/* A program that prints more is ended. */
enum { MAX_OUTPUT = 64 << 20 };

/* A program that runs: its process (0: none), where its output is read (-1: nowhere), what came so far (on the heap),
 * and its status as waitpid has it. */
struct child {
  pid_t pid;
  int fd, status;
  struct buf text;
  struct sigaction on_child; /* what this process did about SIGCHLD, when that is hidden now */
  bool hidden;
};

/* The environment of a program: a minimal one in English, without variables of the user. */
static char **clean_environment(struct arena *a)
{
  static const char *const dropped[] = {"LANGUAGE",    "LC_MESSAGES", "LC_COLLATE", "LC_CTYPE",
                                        "LC_MONETARY", "LC_NUMERIC",  "LC_TIME",    "HOME",
                                        "USER",        "LOGNAME",     NULL};
  static const char *const plain[] = {"LANG=C", "LC_ALL=C", NULL};
  return program_environment(a, dropped, plain);
}

/* Whether there is something to read before the deadline. */
static bool wait_readable(int fd)
{
  for (;;) {
    /* Negative: no deadline. poll() takes an int, so it waits at most a minute each time. */
    const int64_t left = deadline_left_ms(), most = 60 * 1000;
    if (left <= 0) return left < 0;
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if (poll(&p, 1, (int)(left < most ? left : most)) > 0) return true;
  }
}

/* Waits for the end of the program. Having closed its output, it usually ends at once, so the pauses are short at
 * first. Kills it at the deadline. */
static int status_of(pid_t child)
{
  int status = 0;
  for (long pause_ns = 50 * 1000; deadline_left_ms() > 0; pause_ns *= pause_ns < 10 * 1000 * 1000 ? 2 : 1) {
    if (waitpid(child, &status, WNOHANG) == child) return status;
    nanosleep(&(struct timespec){.tv_nsec = pause_ns}, NULL);
  }
  if (deadline_left_ms() == 0) kill(child, SIGKILL);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/* Ruby's handler of SIGCHLD wakes its threads, which would compete for its lock at the end of each program, including
 * ours. So the handler is removed while our program runs. */
static void children_hide(struct child *r)
{
  const struct sigaction none = {.sa_handler = SIG_DFL};
  sigaction(SIGCHLD, NULL, &r->on_child);
  r->hidden = r->on_child.sa_handler != SIG_DFL && r->on_child.sa_handler != SIG_IGN;
  if (r->hidden) sigaction(SIGCHLD, &none, NULL);
}

/* Restores Ruby's handler. The signal of another child that ended meanwhile was missed, so it is sent again. */
static void children_show(struct child *r)
{
  siginfo_t ended = {0};
  if (!r->hidden) return;
  r->hidden = false;
  sigaction(SIGCHLD, &r->on_child, NULL);
  if (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0) kill(getpid(), SIGCHLD);
}

/* Closes the pipe and waits for the end, which comes with the deadline of the compilation at the latest. */
static void wait_for(struct child *r)
{
  if (r->fd >= 0) close(r->fd);
  r->fd = -1;
  if (r->pid > 0) r->status = status_of(r->pid);
  r->pid = 0;
  children_show(r);
}

static void release(void *child)
{
  struct child *r = child;
  if (r->pid > 0) kill(r->pid, SIGKILL);
  wait_for(r);
  buf_free(&r->text);
}

/* Reads what it prints; false when that is too much (64 MiB), or no time is left. */
static bool read_output(struct child *r)
{
  char piece[4096];
  for (;;) {
    if (!wait_readable(r->fd)) return false;
    ssize_t got = read(r->fd, piece, sizeof piece);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    if (r->text.n + (size_t)got > MAX_OUTPUT) return false;
    buf_append(&r->text, piece, (size_t)got);
  }
}

/* Runs a program to its end. Its output and errors go to *out (in the arena), its status (as of waitpid) to *status;
 * `unknown` is the status of a program that cannot be executed. False with an error, which names the program `it`. */
static bool run(struct arena *a, struct program *p, str it, int unknown, str *out, int *status, str *error)
{
  int ends[2];
  struct child *r = ARENA_NEW(a, struct child);
  r->fd = -1;
  arena_defer(a, release, r); /* ends it if memory runs out while it runs */
  if (pipe2(ends, O_CLOEXEC) != 0) {
    *error = str_of(strerror(errno));
    return false;
  }
  p->out = p->err = ends[1];
  children_hide(r);
  const pid_t child = program_start(p);
  r->pid = child > 0 ? child : 0;
  close(ends[1]);
  r->fd = ends[0];
  if (child == 0) r->status = unknown << 8;
  const bool whole = child == 0 || (child > 0 && read_output(r));
  if (child > 0 && !whole) kill(child, SIGKILL);
  wait_for(r);
  *out = arena_str(a, buf_view(&r->text));
  *status = r->status;
  *error = child < 0 ? STR("Cannot start a process")
           : whole   ? STR_EMPTY
                     : arena_printf(a, "%.*s prints too much", STR_FMT(it));
  buf_free(&r->text);
  deadline_look(); /* waiting may have taken the rest of the time */
  return whole;
}

/* The output without line breaks and blanks at its end, or Puppet's message about the status. */
bool host_run_command(void *ctx, struct arena *a, str command, str directory, str *out, str *error)
{
  (void)ctx;
  enum { CANNOT_BE_EXECUTED = 127 }; /* the shell's status for a program; here for the shell itself */
  int status;
  const str it = arena_printf(a, "Execution of '%.*s'", STR_FMT(command));
  char *const argv[] = {"/bin/sh", "-c", arena_strz(a, command), NULL};
  struct program program = {.argv = argv, .directory = arena_strz(a, directory)};
  if (!run(a, &program, it, CANNOT_BE_EXECUTED, out, &status, error)) return false;
  size_t n = out->n;
  while (n > 0 && (out->p[n - 1] == '\n' || out->p[n - 1] == ' ')) n--;
  *out = arena_str(a, str_sub(*out, 0, n));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
  *error = WIFEXITED(status)
             ? arena_printf(a, "%.*s returned %d: %.*s", STR_FMT(it), WEXITSTATUS(status), STR_FMT(*out))
             : arena_printf(a, "%.*s was ended by a signal", STR_FMT(it));
  return false;
}

bool host_run_program(void *ctx, struct arena *a, struct host_program *p)
{
  (void)ctx;
  enum { CANNOT_BE_EXECUTED = 1 };
  int status = 0;
  char **argv = arena_array(a, (size_t)p->n + 1, sizeof *argv);
  for (uint32_t i = 0; i < p->n; i++) argv[i] = arena_strz(a, p->argv[i]);
  struct program program = {
    .argv = argv, .environment = clean_environment(a), .directory = arena_strz(a, p->directory)};
  const bool whole = run(a, &program, STR("It"), CANNOT_BE_EXECUTED, &p->output, &status, &p->error);
  p->status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return whole;
}
