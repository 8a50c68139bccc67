/* versioned-code: the programs that print the version of the code and its contents. GET
 * /puppet/v3/static_file_content. */
#include "server/routes/code.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "base/program.h"
#include "server/config/config.h"
#include "server/routes/routes.h"

enum { MOST_SECONDS = 60, MOST_ID = 4096 };

/* The output of a program, in files without a name. */
struct printed {
  int out, err;
  int status; /* -1: ended by a signal, or after MOST_SECONDS */
};

static void close_printed(struct printed *p)
{
  if (p->out >= 0) close(p->out);
  if (p->err >= 0) close(p->err);
}

static int wait_for(pid_t pid)
{
  int status;
  const int fd = (int)syscall(SYS_pidfd_open, pid, 0);
  struct pollfd ended = {.fd = fd, .events = POLLIN};
  if (fd >= 0 && poll(&ended, 1, MOST_SECONDS * 1000) == 0) kill(-pid, SIGKILL);
  if (fd >= 0) close(fd);
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool run(struct arena *a, char *const *argv, struct printed *p, str *error)
{
  *p = (struct printed){.out = memfd_create("code", MFD_CLOEXEC), .err = memfd_create("code-errors", MFD_CLOEXEC)};
  const pid_t pid = p->out < 0 || p->err < 0
                      ? -1
                      : program_start(&(struct program){.argv = argv, .out = p->out, .err = p->err, .group = true});
  if (pid > 0) {
    p->status = wait_for(pid);
    return true;
  }
  *error = arena_printf(a, "Could not run '%s': %s", argv[0], pid == 0 ? "cannot be executed" : strerror(errno));
  close_printed(p);
  return false;
}

static str text_of(struct arena *a, int fd)
{
  struct buf out = BUF_IN(a);
  lseek(fd, 0, SEEK_SET);
  (void)!file_read_fd(fd, MESSAGE_BYTES, &out);
  return buf_view(&out);
}

static str failure_of(struct arena *a, const char *program, const struct printed *p)
{
  return arena_printf(a,
                      "Non-zero exit code returned while running '%s'. exit-code: '%d', stdout: '%.*s', stderr: '%.*s'",
                      program, p->status, STR_FMT(text_of(a, p->out)), STR_FMT(text_of(a, p->err)));
}

static bool is_code_id(str id)
{
  for (size_t i = 0; i < id.n; i++) {
    if (!ascii_is_word((unsigned char)id.p[i]) && strchr("-;:", id.p[i]) == NULL) return false;
  }
  return true;
}

/* --- the version --- */

static bool ask(struct worker *w, struct arena *a, str environment, str *id, str *error)
{
  char *argv[] = {arena_strz(a, w->config->code_id_command), arena_strz(a, environment), NULL};
  struct printed p;
  if (!run(a, argv, &p, error)) return false;
  bool ok = p.status == 0;
  if (!ok) *error = failure_of(a, argv[0], &p);
  *id = str_trim(text_of(a, p.out));
  if (ok && text_of(a, p.err).n > 0) {
    log_printf(&log_compile, LOG_LEVEL_ERR, "Error output generated while running '%s'. stderr: '%.*s'", argv[0],
               STR_FMT(text_of(a, p.err)));
  }
  if (ok && !is_code_id(*id)) {
    *error = arena_printf(a, "Invalid code-id '%.*s'. Must contain only alpha-numerics and '-', '_', ';', or ':'",
                          STR_FMT(*id));
    ok = false;
  }
  close_printed(&p);
  return ok;
}

bool code_id_of(struct worker *w, struct arena *a, str environment, str *id, uint64_t *serial, str *error)
{
  *id = STR_EMPTY;
  *serial = 0;
  if (w->config->code_id_command.n == 0) return true;
  struct site *site = environments_use(w->environments, a, environment, NULL, error);
  if (site != NULL) *serial = site->serial;
  const bool kept = site != NULL && site->environment->options.timeout_s < 0;
  bool ok = true;
  if (kept && site->code_id.n > 0) *id = arena_str(a, site->code_id);
  else ok = ask(w, a, environment, id, error);
  if (ok && site != NULL && !str_eq(site->code_id, *id)) site->code_id = arena_str(site->arena, *id);
  environments_done(w->environments, site);
  return ok;
}

/* --- contents of a version --- */

/* Whether agents may read it: TOP/MODULE/files/… and the like. */
static bool may_be_served(str path)
{
  static const char *const directories[] = {"files", "lib", "scripts", "tasks"};
  const size_t first = str_index(path, '/', 0), second = first == SIZE_MAX ? SIZE_MAX : str_index(path, '/', first + 1),
               third = second == SIZE_MAX ? SIZE_MAX : str_index(path, '/', second + 1);
  if (first == 0 || third == SIZE_MAX || second == first + 1 || third + 1 >= path.n) return false;
  const str directory = str_sub(path, second + 1, third - second - 1);
  for (size_t i = 0; i < sizeof directories / sizeof *directories; i++) {
    if (str_eqz(directory, directories[i])) return true;
  }
  return false;
}

static bool check(struct worker *w, struct request *r, struct answer *a, str environment, str id)
{
  if (environment.n == 0 || id.n == 0 || r->rest.n == 0) {
    answer_text(r, a, 400, "Error: A /static_file_content request requires an environment, a code-id, and a file-path");
  } else if (!str_is_word(environment)) {
    answer_text(r, a, 400, "The environment must be purely alphanumeric, not '%.*s'", STR_FMT(environment));
  } else if (!is_code_id(id)) {
    answer_text(r, a, 400, "Invalid code-id '%.*s'. Must contain only alpha-numerics and '-', '_', ';', or ':'",
                STR_FMT(id));
  } else if (!may_be_served(r->rest)) {
    answer_text(r, a, 403,
                "Request Denied: A /static_file_content request must be a file within the files, lib, scripts, or "
                "tasks directory of a module.");
  } else if (w->config->code_content_command.n == 0) {
    answer_text(r, a, 500,
                "Internal Server Error: Cannot retrieve code content because the "
                "\"versioned-code.code-content-command\" setting is not present in configuration.");
  } else {
    return true;
  }
  if (a->status != 500) a->content_type = "text/plain";
  return false;
}

void route_static_file_content(struct worker *w, struct request *r, struct answer *a)
{
  const str environment = route_parameter(r, "environment"), id = route_parameter(r, "code_id");
  struct printed p;
  struct stat st;
  str error;
  if (!check(w, r, a, environment, id)) return;
  r->environment = environment;
  char *argv[] = {arena_strz(r->arena, w->config->code_content_command), arena_strz(r->arena, environment),
                  arena_strz(r->arena, id), arena_strz(r->arena, r->rest), NULL};
  if (!run(r->arena, argv, &p, &error)) {
    answer_text(r, a, 500, "Internal Server Error: %.*s", STR_FMT(error));
    return;
  }
  if (p.status != 0 || fstat(p.out, &st) != 0) {
    answer_text(r, a, 500, "Internal Server Error: %.*s", STR_FMT(failure_of(r->arena, argv[0], &p)));
    close_printed(&p);
    return;
  }
  a->status = 200;
  a->content_type = "application/octet-stream";
  a->plain = true;
  a->body = STR_EMPTY;
  if (st.st_size > 0) {
    a->file = p.out;
    a->length = (uint64_t)st.st_size;
    p.out = -1;
  }
  close_printed(&p);
}
