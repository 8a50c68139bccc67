/* The setting autosign: everything, nothing, a list of names, or a program that decides. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/deadline.h"
#include "base/file.h"
#include "base/program.h"
#include "server/ca/internal.h"

bool ca_autosign_is_program(struct ca *ca, struct arena *a)
{
  struct stat st;
  const char *path = arena_strz(a, ca->autosign);
  return !str_eqz(ca->autosign, "true") && !str_eqz(ca->autosign, "false") && stat(path, &st) == 0 &&
         S_ISREG(st.st_mode) && access(path, X_OK) == 0;
}

/* --- a list of names --- */
struct list {
  str file, name;
  bool found;
};

/* "*.a.b" matches every name below a.b, and a.b itself, without regard to case. */
static bool glob_matches(str glob, str name)
{
  str tail = str_from(glob, 1);
  if (tail.n == 0 || tail.p[0] != '.') return false;
  tail = str_from(tail, 1);
  if (str_caseeq(tail, name)) return true;
  return name.n > tail.n + 1 && name.p[name.n - tail.n - 1] == '.' && str_caseeq(str_from(name, name.n - tail.n), tail);
}

static bool look_at_line(void *ctx, str line)
{
  struct list *l = ctx;
  if (line.p[0] == '#') return true;
  if (str_index(line, '#', 0) != SIZE_MAX || str_index(line, ' ', 0) != SIZE_MAX) {
    log_error(&log_server_ca, "AUTOSIGN_PATTERN", "A line must be one name, or a pattern like *.example.com.",
              "Invalid pattern '%.*s' found in %.*s", STR_FMT(line), STR_FMT(l->file));
    return true;
  }
  l->found = str_eqz(line, "*") || (line.p[0] == '*' ? glob_matches(line, l->name) : str_eq(line, l->name));
  return !l->found;
}

static bool list_has(struct ca *ca, struct arena *a, str name)
{
  struct list l = {ca->autosign, name, false};
  str error;
  if (!ca__each_line(a, ca->autosign, look_at_line, &l, &error))
    log_error(&log_server_ca, "AUTOSIGN_FILE", NULL, "%.*s", STR_FMT(error));
  return l.found;
}

/* --- a program --- */
/* A file in memory with the request, for the program's standard input; 0 when it cannot be created. */
static int request_input(str pem)
{
  int fd = memfd_create("request", MFD_CLOEXEC);
  if (fd < 0) return 0;
  if (file_write_all(fd, pem) && lseek(fd, 0, SEEK_SET) == 0) return fd;
  close(fd);
  return 0;
}

/* What a program prints: all of it is read, so that it never waits, and the beginning is kept. */
enum { OUTPUT_KEPT = 64 * 1024 };
struct output {
  int fd; /* -1: at its end */
  struct buf text;
};

/* Returns the end for the program; -1: none, its output is discarded. */
static int open_output(struct arena *a, struct output *o)
{
  int ends[2];
  *o = (struct output){-1, BUF_IN(a)};
  if (pipe2(ends, O_CLOEXEC) != 0) return -1;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  o->fd = ends[0];
  return ends[1];
}

static void drain(struct output *o)
{
  char bytes[4096];
  while (o->fd >= 0) {
    const ssize_t n = read(o->fd, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {
      close(o->fd);
      o->fd = -1;
    } else if (o->text.n < OUTPUT_KEPT) {
      buf_str(&o->text, str_n(bytes, (size_t)n));
    } else {
      return; /* one that prints without end must not keep this from looking at the clock */
    }
  }
}

static void tell_output(const struct output *o, enum log_level level, const char *path, str name, const char *what)
{
  const str shown = str_trim(str_sub(buf_view(&o->text), 0, OUTPUT_KEPT));
  if (shown.n > 0)
    log_printf(&log_server_ca, level, "Autosign command '%s %.*s' generated output to %s: %.*s", path, STR_FMT(name),
               what, STR_FMT(shown));
}

/* The exit code; 128 + the signal if a signal ended it. What it has started and left behind is not waited for. */
static int watch(pid_t pid, struct output o[2])
{
  const int64_t until = deadline_now_ms() + INT64_C(1000) * CA_AUTOSIGN_SECONDS;
  int status = 0;
  pid_t ended;
  while ((ended = waitpid(pid, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR)) {
    struct pollfd p[2] = {{.fd = o[0].fd, .events = POLLIN}, {.fd = o[1].fd, .events = POLLIN}};
    poll(p, 2, o[0].fd < 0 && o[1].fd < 0 ? 10 : 100);
    for (int i = 0; i < 2; i++) drain(&o[i]);
    if (deadline_now_ms() > until) kill(-pid, SIGKILL);
  }
  for (int i = 0; i < 2; i++) drain(&o[i]);
  if (ended < 0) return 255;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool program_signs(struct ca *ca, struct arena *a, str name, str pem)
{
  char *path = arena_strz(a, ca->autosign);
  char *argv[] = {path, arena_strz(a, name), NULL};
  struct output o[2];
  int in = request_input(pem), code = 255;
  struct program p = {.argv = argv, .in = in, .group = true};
  p.out = open_output(a, &o[0]);
  p.err = open_output(a, &o[1]);
  log_debug(&log_server_ca, "Executing '%s %.*s'", path, STR_FMT(name));
  const pid_t pid = in > 0 ? program_start(&p) : -1;
  const int why = errno;
  if (in > 0) close(in);
  if (p.out >= 0) close(p.out);
  if (p.err >= 0) close(p.err);
  if (pid > 0) code = watch(pid, o);
  else
    log_error(&log_server_ca, "AUTOSIGN_PROGRAM", NULL, "Autosign command '%s' cannot be run: %s", path, strerror(why));
  tell_output(&o[0], LOG_LEVEL_DEBUG, path, name, "stdout");
  tell_output(&o[1], LOG_LEVEL_WARNING, path, name, "stderr");
  if (pid > 0 && code != 0)
    log_warning(&log_server_ca,
                "Autosign command '%s' rejected certificate '%.*s' because the exit code was %d, not zero", path,
                STR_FMT(name), code);
  for (int i = 0; i < 2; i++)
    if (o[i].fd >= 0) close(o[i].fd);
  return code == 0;
}

bool ca_autosigns(struct ca *ca, struct arena *a, str name, str pem)
{
  if (str_eqz(ca->autosign, "true")) return true;
  if (str_eqz(ca->autosign, "false") || !ca_exists(a, ca->autosign)) return false;
  return ca_autosign_is_program(ca, a) ? program_signs(ca, a, name, pem) : list_has(ca, a, name);
}
