#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* What the child, which runs in this process's memory until it has become the program, tells of why it has not. */
struct child {
  const struct program *program;
  char *const *environment;
  sigset_t mask;            /* signals that were blocked before */
  int error;                /* 0: it is the program now */
};

static bool set_stream(int fd, int to, int how)
{
  const int from = fd < 0 ? open("/dev/null", how | O_CLOEXEC) : fd;
  if (from == to) return fcntl(to, F_SETFD, 0) == 0;
  return from >= 0 && dup2(from, to) >= 0;
}

/* Handlers are functions of this process and must not run in the child. A broken pipe ends it, whatever this process does
 * about one. */
static void drop_handlers(void)
{
  for (int i = 1; i < NSIG; i++) {
    struct sigaction now;
    if (sigaction(i, NULL, &now) != 0 || now.sa_handler == SIG_DFL) continue;
    if (now.sa_handler == SIG_IGN && i != SIGPIPE) continue;
    sigaction(i, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
  }
}

_Noreturn static void become(struct child *c)
{
  const struct program *p = c->program;
  const bool in_directory = p->directory != NULL && p->directory[0] != '\0';
  drop_handlers();
  if ((!p->group || setpgid(0, 0) == 0) && set_stream(-1, STDIN_FILENO, O_RDONLY) &&
      set_stream(p->out, STDOUT_FILENO, O_WRONLY) && set_stream(p->err, STDERR_FILENO, O_WRONLY) &&
      (!in_directory || chdir(p->directory) == 0) && sigprocmask(SIG_SETMASK, &c->mask, NULL) == 0) {
    execve(p->argv[0], p->argv, c->environment);
  }
  c->error = errno;
  _exit(127);
}

/* vfork and not posix_spawn, which makes a new stack each time and asks for limits: a third of what it costs. Signals are
 * blocked, for their handlers would run in the child, too. */
pid_t program_start(const struct program *p)
{
  struct child c = {.program = p, .environment = p->environment != NULL ? p->environment : environ};
  sigset_t all;
  sigfillset(&all);
  if ((errno = pthread_sigmask(SIG_BLOCK, &all, &c.mask)) != 0) return -1;
  const pid_t pid = vfork();
  if (pid == 0) become(&c);
  const int error = pid < 0 ? errno : c.error;
  pthread_sigmask(SIG_SETMASK, &c.mask, NULL);
  if (pid > 0 && error != 0) {
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  errno = error;
  if (error == 0) return pid;
  return pid < 0 || error == EAGAIN || error == ENOMEM ? -1 : 0;
}

/* Whether `setting` ("A=b") is the variable `name` ("A" or "A=c"). */
static bool is_variable(const char *setting, const char *name)
{
  size_t i = 0;
  while (name[i] != '\0' && name[i] != '=' && setting[i] == name[i]) i++;
  return setting[i] == '=' && (name[i] == '\0' || name[i] == '=');
}

static bool is_in(const char *setting, const char *const *names)
{
  while (*names != NULL && !is_variable(setting, *names)) names++;
  return *names != NULL;
}

char **program_environment(struct arena *a, const char *const *without, const char *const *with)
{
  size_t n = 0, more = 0, kept = 0;
  while (environ[n] != NULL) n++;
  while (with[more] != NULL) more++;
  char **all = arena_array(a, n + more + 1, sizeof *all);
  for (size_t i = 0; i < n; i++) {
    if (!is_in(environ[i], without) && !is_in(environ[i], with)) all[kept++] = environ[i];
  }
  for (size_t i = 0; i < more; i++) all[kept++] = (char *)(uintptr_t)with[i];
  return all;
}
