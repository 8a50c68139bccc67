/* Runs programs without a shell, with limits of time and output. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/program.h"
#include "indirector/core/internal.h"
#include "indirector/core/program.h"

enum { MAX_OUTPUT = 16 << 20 };
enum { CANNOT_BE_EXECUTED = 1 }; /* used instead of an exit status */

/* Reads to the end. Returns the error, or NULL. */
static const char *read_output(int fd, int seconds, struct buf *out)
{
  const int64_t end = clock_ms(CLOCK_MONOTONIC) + (int64_t)seconds * 1000;
  char piece[8192];
  for (;;) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    const int64_t left = end - clock_ms(CLOCK_MONOTONIC);
    const int ready = left > 0 ? poll(&p, 1, (int)left) : 0;
    if (ready == 0) return "it did not end in time";
    if (ready < 0) {
      if (errno == EINTR) continue;
      return strerror(errno);
    }
    const ssize_t n = read(fd, piece, sizeof piece);
    if (n == 0) return NULL;
    if (n < 0 && errno != EINTR) return strerror(errno);
    if (n > 0) buf_append(out, piece, (size_t)n);
    if (out->n > MAX_OUTPUT) return "it printed more than 16 MiB";
  }
}

static int wait_for(pid_t child)
{
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static str shown(struct arena *a, const str *argv, uint32_t argc)
{
  struct buf out = BUF_IN(a);
  for (uint32_t i = 0; i < argc; i++) buf_printf(&out, "%s%.*s", i > 0 ? " " : "", STR_FMT(argv[i]));
  return buf_view(&out);
}

/* A file without a name as standard input, so that a program which does not read cannot block us; 0 for an empty text,
 * -1 with errno. */
static int input_file(str input)
{
  if (input.n == 0) return 0;
  const int fd = memfd_create("input", MFD_CLOEXEC);
  if (fd >= 0 && file_write_all(fd, input) && lseek(fd, 0, SEEK_SET) == 0) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

bool program_run(struct arena *a, const str *argv, uint32_t argc, int seconds, str input, str *out, str *error)
{
  char **args = arena_array(a, argc + 1, sizeof *args);
  for (uint32_t i = 0; i < argc; i++) args[i] = arena_strz(a, argv[i]);
  const str text = shown(a, argv, argc);
  ind_write_wait(); /* classifiers read the facts of the node */
  const int in = input_file(input);
  int ends[2];
  if (in < 0 || pipe2(ends, O_CLOEXEC) != 0) {
    if (in > 0) close(in);
    *error = arena_printf(a, "Execution of '%.*s' failed: %s", STR_FMT(text), strerror(errno));
    return false;
  }
  const struct program program = {.argv = args, .in = in, .out = ends[1], .err = -1, .group = true};
  const pid_t child = program_start(&program);
  close(ends[1]);
  if (in > 0) close(in);
  struct buf output = BUF_IN(a);
  const char *problem = child < 0 ? "cannot start a process" : read_output(ends[0], seconds, &output);
  close(ends[0]);
  if (problem != NULL && child > 0) kill(-child, SIGKILL);
  const int status = child > 0 ? wait_for(child) : child == 0 ? CANNOT_BE_EXECUTED : 0;
  *out = buf_view(&output);
  if (problem != NULL) {
    *error = arena_printf(a, "Execution of '%.*s' failed: %s", STR_FMT(text), problem);
  } else if (status != 0) {
    const str said = str_trim(*out);
    *error = arena_printf(a, "Execution of '%.*s' returned %d: %.*s", STR_FMT(text), status, STR_FMT(said));
  }
  return problem == NULL && status == 0;
}

uint32_t program_words(struct arena *a, str line, str **words)
{
  uint32_t n = 0;
  *words = arena_array(a, line.n / 2 + 3, sizeof **words);
  for (size_t at = 0; at < line.n;) {
    size_t end = at;
    while (end < line.n && !ascii_is_space((unsigned char)line.p[end])) end++;
    if (end > at) (*words)[n++] = str_sub(line, at, end - at);
    at = end + 1;
  }
  return n;
}

bool program_is_executable(str path)
{
  char z[4096];
  if (path.n >= sizeof z) return false;
  memcpy(z, path.p, path.n);
  z[path.n] = '\0';
  return access(z, X_OK) == 0;
}

bool program_find(struct arena *a, const char *name, str *path)
{
  char self[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", self, sizeof self);
  const char *slash = n > 0 ? memrchr(self, '/', (size_t)n) : NULL;
  if (slash != NULL) {
    *path = arena_printf(a, "%.*s/%s", (int)(slash - self), self, name);
    if (program_is_executable(*path)) return true;
  }
  for (const char *at = getenv("PATH"); at != NULL && *at != '\0';) {
    const size_t length = strcspn(at, ":");
    *path = arena_printf(a, "%.*s/%s", (int)length, at, name);
    if (length > 0 && program_is_executable(*path)) return true;
    at += length + (at[length] == ':');
  }
  return false;
}
