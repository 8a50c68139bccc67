/* The setting autosign: everything, nothing, a list of names, or a program that decides. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

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

static int output_file(void) { return memfd_create("output", MFD_CLOEXEC); }

static void tell_output(struct arena *a, int fd, enum log_level level, const char *path, str name, const char *what)
{
  struct buf text = BUF_IN(a);
  if (fd < 0 || lseek(fd, 0, SEEK_SET) != 0 || file_read_fd(fd, 64 * 1024, &text) > 0) return;
  str shown = str_trim(buf_view(&text));
  if (shown.n > 0)
    log_printf(&log_server_ca, level, "Autosign command '%s %.*s' generated output to %s: %.*s", path, STR_FMT(name),
               what, STR_FMT(shown));
}

/* The exit code; 128 + the signal if a signal ended it. */
static int wait_for(pid_t pid)
{
  int status;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return 255;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static bool program_signs(struct ca *ca, struct arena *a, str name, str pem)
{
  char *path = arena_strz(a, ca->autosign);
  char *argv[] = {path, arena_strz(a, name), NULL};
  int in = request_input(pem), out = output_file(), err = output_file(), code = 255;
  struct program p = {.argv = argv, .in = in, .out = out, .err = err, .group = true};
  log_debug(&log_server_ca, "Executing '%s %.*s'", path, STR_FMT(name));
  pid_t pid = in > 0 ? program_start(&p) : -1;
  if (pid > 0) code = wait_for(pid);
  else
    log_error(&log_server_ca, "AUTOSIGN_PROGRAM", NULL, "Autosign command '%s' cannot be run: %s", path,
              strerror(errno));
  tell_output(a, out, LOG_LEVEL_DEBUG, path, name, "stdout");
  tell_output(a, err, LOG_LEVEL_WARNING, path, name, "stderr");
  if (pid > 0 && code != 0)
    log_warning(&log_server_ca,
                "Autosign command '%s' rejected certificate '%.*s' because the exit code was %d, not zero", path,
                STR_FMT(name), code);
  if (in > 0) close(in);
  if (out >= 0) close(out);
  if (err >= 0) close(err);
  return code == 0;
}

bool ca_autosigns(struct ca *ca, struct arena *a, str name, str pem)
{
  if (str_eqz(ca->autosign, "true")) return true;
  if (str_eqz(ca->autosign, "false") || !ca_exists(a, ca->autosign)) return false;
  return ca_autosign_is_program(ca, a) ? program_signs(ca, a, name, pem) : list_has(ca, a, name);
}
