/* Runs programs, with their output on a pipe and at most until the deadline of the compilation. A child is registered
 * with the arena: if memory runs out while it runs, releasing the arena ends it. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
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
enum { CANNOT_BE_EXECUTED = 1 }; /* the status of a program that cannot be executed */

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
static void children_hide(struct host_child *r)
{
  const struct sigaction none = {.sa_handler = SIG_DFL};
  sigaction(SIGCHLD, NULL, &r->on_child);
  r->hidden = r->on_child.sa_handler != SIG_DFL && r->on_child.sa_handler != SIG_IGN;
  if (r->hidden) sigaction(SIGCHLD, &none, NULL);
}

/* Restores Ruby's handler. The signal of another child that ended meanwhile was missed, so it is sent again. */
static void children_show(struct host_child *r)
{
  siginfo_t ended = {0};
  if (!r->hidden) return;
  r->hidden = false;
  sigaction(SIGCHLD, &r->on_child, NULL);
  if (waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT) == 0 && ended.si_pid != 0) kill(getpid(), SIGCHLD);
}

pid_t host_child_start(struct host_child *r, const struct program *p)
{
  children_hide(r);
  const pid_t child = program_start(p);
  r->pid = child > 0 ? child : 0;
  return child;
}

void host_child_wait(struct host_child *r)
{
  if (r->fd >= 0) close(r->fd);
  r->fd = -1;
  if (r->pid > 0) r->status = status_of(r->pid);
  r->pid = 0;
  children_show(r);
}

static void release(void *child)
{
  struct host_child *r = child;
  if (r->pid > 0) kill(r->pid, SIGKILL);
  host_child_wait(r);
  buf_free(&r->text);
}

struct host_child *host_child_new(struct arena *a)
{
  struct host_child *r = ARENA_NEW(a, struct host_child);
  r->fd = -1;
  arena_defer(a, release, r);
  return r;
}

bool host_child_read(struct host_child *r)
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

bool host_run_program(void *ctx, struct arena *a, struct host_program *p)
{
  (void)ctx;
  int ends[2];
  struct host_child *r = host_child_new(a);
  char **argv = arena_array(a, (size_t)p->n + 1, sizeof *argv);
  for (uint32_t i = 0; i < p->n; i++) argv[i] = arena_strz(a, p->argv[i]);
  const char *directory = arena_strz(a, p->directory);
  if (pipe2(ends, O_CLOEXEC) != 0) {
    p->error = str_of(strerror(errno));
    return false;
  }
  const struct program program = {
    .argv = argv, .environment = clean_environment(a), .directory = directory, .out = ends[1], .err = ends[1]};
  const pid_t child = host_child_start(r, &program);
  close(ends[1]);
  r->fd = ends[0];
  bool whole = child == 0 || (child > 0 && host_child_read(r));
  if (child > 0 && !whole) kill(child, SIGKILL);
  host_child_wait(r);
  p->output = arena_str(a, buf_view(&r->text));
  p->status = child == 0 ? CANNOT_BE_EXECUTED : WIFEXITED(r->status) ? WEXITSTATUS(r->status) : -1;
  p->error = child < 0 ? STR("Cannot start a process") : whole ? STR_EMPTY : STR("It prints too much");
  buf_free(&r->text);
  deadline_look();
  return whole;
}
