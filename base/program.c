/* Starts a program with vfork semantics: the child shares the memory of the parent until it executes the program, so it
 * may only make system calls. The parent prepares the environment before. */
#include "base/program.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/protect.h"

extern char **environ;

/* --- in the child, which shares the parent's memory until it executes the program: must not write to it --- */

/* Resets signal handlers, which would run in the memory of the parent. SIGPIPE is reset even if the parent ignores
 * it, since programs rely on being ended by a broken pipe. */
static void reset_signals(const sigset_t *mask)
{
  const struct sigaction plain = {.sa_handler = SIG_DFL};
  for (int i = 1; i < NSIG; i++) {
    struct sigaction now;
    if (sigaction(i, NULL, &now) != 0 || now.sa_handler == SIG_DFL) continue;
    if (now.sa_handler != SIG_IGN || i == SIGPIPE) sigaction(i, &plain, NULL);
  }
  sigprocmask(SIG_SETMASK, mask, NULL);
}

static bool set_stream(int i, int fd)
{
  if (fd < 0 && (fd = open("/dev/null", (i == 0 ? O_RDONLY : O_WRONLY) | O_CLOEXEC)) < 0) return false;
  return fd == i ? fcntl(fd, F_SETFD, 0) == 0 : dup2(fd, i) == i;
}

static void execute(const struct program *p, char *const *environment, const sigset_t *mask, int ruleset)
{
  const bool moves = p->directory != NULL && p->directory[0] != '\0';
  if (p->group && setpgid(0, 0) != 0) return;
  if (!set_stream(0, p->in > 0 ? p->in : -1) || !set_stream(1, p->out) || !set_stream(2, p->err)) return;
  if (moves && chdir(p->directory) != 0) return;
  reset_signals(mask);
  if (ruleset >= 0 && !protect_confine(ruleset)) return;
  execve(p->argv[0], p->argv, environment);
}

/* --- in the parent --- */

/* `why` gets the errno of the child if it cannot execute the program: as the child shares the parent's memory, this
 * needs no pipe. Not inlined, because vfork() returns twice on the same stack frame. */
static __attribute__((noinline)) pid_t start(const struct program *p, char *const *environment, const sigset_t *mask,
                                             int ruleset, volatile int *why)
{
  const pid_t pid = vfork();
  if (pid != 0) return pid;
  execute(p, environment, mask, ruleset);
  *why = errno;
  _exit(127);
}

pid_t program_start(const struct program *p)
{
  assert(p != NULL);
  sigset_t all, before;
  volatile int why = 0;
  const int ruleset = protect_ruleset();
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = start(p, p->environment != NULL ? p->environment : environ, &before, ruleset, &why);
  const int failed = pid < 0 ? errno : why;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (pid > 0 && failed != 0) {
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {
    }
  }
  errno = failed;
  return failed == 0 ? pid : pid < 0 || failed == ENOMEM || failed == EAGAIN ? -1 : 0;
}

static bool is_variable(const char *setting, const char *name)
{
  if (setting[0] != name[0]) return false;
  const size_t n = strcspn(name, "=");
  return strncmp(setting, name, n) == 0 && setting[n] == '=';
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
