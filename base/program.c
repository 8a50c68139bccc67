#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static int add_streams(posix_spawn_file_actions_t *actions, const struct program *p)
{
  const int fds[] = {p->in > 0 ? p->in : -1, p->out, p->err};
  int status = 0;
  for (int i = 0; i < 3 && status == 0; i++) {
    status = fds[i] < 0 ? posix_spawn_file_actions_addopen(actions, i, "/dev/null", i == 0 ? O_RDONLY : O_WRONLY, 0)
                        : posix_spawn_file_actions_adddup2(actions, fds[i], i);
  }
  if (status == 0 && p->directory != NULL && p->directory[0] != '\0') {
    status = posix_spawn_file_actions_addchdir_np(actions, p->directory);
  }
  return status;
}

/* A broken pipe ends it, whatever this process does about one. */
static int set_attributes(posix_spawnattr_t *attributes, const struct program *p)
{
  sigset_t broken_pipe;
  sigemptyset(&broken_pipe);
  sigaddset(&broken_pipe, SIGPIPE);
  const short flags = (short)(POSIX_SPAWN_SETSIGDEF | (p->group ? POSIX_SPAWN_SETPGROUP : 0));
  const int status = posix_spawnattr_setsigdefault(attributes, &broken_pipe);
  return status != 0 ? status : posix_spawnattr_setflags(attributes, flags);
}

pid_t program_start(const struct program *p)
{
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  pid_t pid = -1;
  int status = posix_spawn_file_actions_init(&actions);
  if (status != 0) {
    errno = status;
    return -1;
  }
  if ((status = posix_spawnattr_init(&attributes)) == 0) {
    if ((status = add_streams(&actions, p)) == 0) status = set_attributes(&attributes, p);
    if (status == 0) {
      char *const *const environment = p->environment != NULL ? p->environment : environ;
      status = posix_spawn(&pid, p->argv[0], &actions, &attributes, p->argv, environment);
      if (status != 0) pid = status == EAGAIN || status == ENOMEM ? -1 : 0;
    }
    posix_spawnattr_destroy(&attributes);
  }
  posix_spawn_file_actions_destroy(&actions);
  errno = status;
  return status == 0 || pid == 0 ? pid : -1;
}

static bool is_variable(const char *setting, const char *name)
{
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
