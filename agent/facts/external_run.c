/* Programs that print facts. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "agent/facts/external.h"
#include "base/arena.h"

enum { TIME_LIMIT_MS = 30000, OUTPUT_LIMIT = 16 << 20 };

static int64_t now_ms(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* In the child: standard output is the pipe, standard input is empty, standard error stays. Only calls that
 * are safe after fork(). */
static void become(const char *path, int out)
{
  int null = open("/dev/null", O_RDWR);
  char *const argv[] = {(char *)path, NULL};
  if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0)
    _exit(126);
  signal(SIGPIPE, SIG_DFL);
  setpgid(0, 0);
  execv(path, argv);
  _exit(127);
}

/* Reads until the end, or until time or room is up; returns what went wrong. */
static const char *read_output(int fd, struct buf *out)
{
  int64_t end = now_ms() + TIME_LIMIT_MS;
  char part[8192];
  for (;;) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    int64_t left = end - now_ms();
    int ready = left > 0 ? poll(&p, 1, (int)left) : 0;
    if (ready == 0)
      return "it did not end within 30 seconds";
    if (ready < 0 && errno != EINTR)
      return strerror(errno);
    ssize_t n = ready > 0 ? read(fd, part, sizeof part) : 1;
    if (n == 0)
      return NULL;
    if (n < 0 && errno != EINTR)
      return strerror(errno);
    if (n > 0 && ready > 0)
      buf_append(out, part, (size_t)n);
    if (out->n > OUTPUT_LIMIT)
      return "it printed more than 16 MiB";
  }
}

const char *facts__external_run(struct arena *a, const char *path, str *output)
{
  int fds[2], status = 0;
  struct buf out = BUF_IN(a);
  if (pipe2(fds, O_CLOEXEC) != 0)
    return strerror(errno);
  pid_t pid = fork();
  if (pid == 0)
    become(path, fds[1]);
  close(fds[1]);
  if (pid < 0) {
    close(fds[0]);
    return strerror(errno);
  }
  const char *error = read_output(fds[0], &out);
  close(fds[0]);
  if (error && kill(-pid, SIGKILL) != 0)
    kill(pid, SIGKILL);
  while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
    continue;
  *output = buf_view(&out);
  if (error)
    return error;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    return NULL;
  return WIFEXITED(status) ? arena_printf(a, "it ended with status %d", WEXITSTATUS(status)).p
                           : arena_printf(a, "it was ended by signal %d", WTERMSIG(status)).p;
}
