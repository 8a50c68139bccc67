/* Runs programs that print facts. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agent/facts/external.h"
#include "agent/facts/waiting.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/program.h"

enum { OUTPUT_LIMIT = 16 << 20 };

/* Standard input is empty, the locale is C. A file without a #! line is run by the shell. */
static pid_t start(struct arena *a, const char *path, const char *argument, int out, int err)
{
  static const char *const none[] = {NULL}, *const plain[] = {"LC_ALL=C", "LANG=C", NULL};
  char *const shell[] = {"/bin/sh", arena_strz(a, str_of(path)),
                         argument == NULL ? NULL : arena_strz(a, str_of(argument)), NULL};
  struct program p = {
    .argv = shell + 1, .environment = program_environment(a, none, plain), .out = out, .err = err, .group = true};
  const pid_t pid = program_start(&p);
  if (pid != 0 || errno != ENOEXEC) return pid;
  p.argv = shell;
  return program_start(&p);
}

struct stream {
  int fd; /* -1: ended */
  struct buf *out;
};

/* False with errno after an error. */
static bool take(struct stream *s)
{
  char part[8192];
  ssize_t n = read(s->fd, part, sizeof part);
  if (n > 0) buf_append(s->out, part, (size_t)n);
  else if (n == 0) s->fd = -1;
  return n >= 0 || errno == EINTR;
}

/* Reads until both streams end, or until the limit of time or size is reached; returns the error. */
static const char *read_streams(struct arena *a, struct stream s[2], int64_t limit_ms, struct facts_wait *wait)
{
  int64_t end = clock_ms(CLOCK_MONOTONIC) + limit_ms;
  while (s[0].fd >= 0 || s[1].fd >= 0) {
    struct pollfd p[2] = {{.fd = s[0].fd, .events = POLLIN}, {.fd = s[1].fd, .events = POLLIN}};
    int64_t left = end - clock_ms(CLOCK_MONOTONIC);
    int ready = left > 0 ? poll(p, 2, facts_wait_ms(wait, left)) : 0;
    facts_wait_show(wait);
    if (ready == 0 && clock_ms(CLOCK_MONOTONIC) >= end)
      return arena_printf(a, "it did not end within %g seconds", (double)limit_ms / 1000).p;
    if (ready < 0 && errno != EINTR) return strerror(errno);
    for (int i = 0; i < 2 && ready > 0; i++)
      if (p[i].revents != 0 && !take(&s[i])) return strerror(errno);
    if (s[0].out->n > OUTPUT_LIMIT || s[1].out->n > OUTPUT_LIMIT) return "it printed more than 16 MiB";
  }
  return NULL;
}

static void close_pair(int fds[2])
{
  close(fds[0]);
  close(fds[1]);
}

const char *facts__external_run(struct arena *a, const char *path, const char *argument, int64_t limit_ms, str *output,
                                str *errors)
{
  int out[2], err[2], status = 0;
  struct buf text = BUF_IN(a), complaint = BUF_IN(a);
  if (pipe2(out, O_CLOEXEC) != 0) return strerror(errno);
  if (pipe2(err, O_CLOEXEC) != 0) {
    close_pair(out);
    return strerror(errno);
  }
  const pid_t pid = start(a, path, argument, out[1], err[1]);
  if (pid <= 0) {
    const char *why = pid == 0 ? "it cannot be executed" : strerror(errno);
    close_pair(out);
    close_pair(err);
    return why;
  }
  close(out[1]);
  close(err[1]);
  struct stream streams[2] = {{out[0], &text}, {err[0], &complaint}};
  struct facts_wait wait;
  facts_wait_begin(&wait, str_of(path));
  const char *wrong = read_streams(a, streams, limit_ms, &wait);
  facts_wait_end(&wait);
  close(out[0]);
  close(err[0]);
  if (wrong && kill(-pid, SIGKILL) != 0) kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
  *output = buf_view(&text);
  *errors = buf_view(&complaint);
  if (!wrong && WIFEXITED(status) && WEXITSTATUS(status) == 127 && text.n == 0 && complaint.n == 0)
    return "it cannot be executed";
  return wrong;
}
