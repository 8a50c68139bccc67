/* The lock file is created by linking a complete file. A lock is stale and is replaced if its process does not exist or
 * is not an agent; the process is looked up in /proc, because process ids are reused. */
#include "agent/run/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"

/* --- the owner of a lock --- */

/* The process id in the file: 0 if the file does not exist, -1 if it contains no number. */
static long pid_in(const char *path)
{
  char text[32];
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0) return errno == ENOENT ? 0 : -1;
  const ssize_t n = read(fd, text, sizeof text - 1);
  close(fd);
  text[n > 0 ? n : 0] = '\0';
  char *end;
  const long pid = strtol(text, &end, 10);
  while (*end == '\n' || *end == ' ') end++;
  return n > 0 && *end == '\0' && pid > 0 && pid <= INT_MAX ? pid : -1;
}

/* Reads a file of /proc; the words of a command line are separated by blanks. */
static void proc_text(long pid, const char *name, char *out, size_t size)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/%s", pid, name);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  ssize_t n = fd >= 0 ? read(fd, out, size - 1) : 0;
  if (fd >= 0) close(fd);
  if (n < 0) n = 0;
  for (ssize_t i = 0; i < n; i++) {
    if (out[i] == '\0' || out[i] == '\n') out[i] = ' ';
  }
  while (n > 0 && out[n - 1] == ' ') n--;
  out[n] = '\0';
}

/* The process id may belong to another program now. */
static bool is_agent(long pid)
{
  char name[64], line[4096];
  if (kill((pid_t)pid, 0) != 0 && errno == ESRCH) return false;
  proc_text(pid, "comm", name, sizeof name);
  proc_text(pid, "cmdline", line, sizeof line);
  if (strncmp(name, "ficelle", 7) == 0) return true;
  if (strstr(name, "ruby") != NULL && strstr(line, "puppet") != NULL) return true;
  const char *puppet = strstr(name, "puppet");
  return puppet != NULL && (puppet[6] == '\0' || puppet[6] == '-');
}

/* --- taking the lock --- */

/* The file appears with its contents, so no process reads an empty one. */
static bool make(const char *path, int *reason)
{
  char own[PATH_MAX], text[32];
  snprintf(own, sizeof own, "%s.%ld", path, (long)getpid());
  snprintf(text, sizeof text, "%ld", (long)getpid());
  unlink(own);
  const int fd = open(own, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  bool ok = fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text);
  if (fd >= 0) ok = close(fd) == 0 && ok;
  ok = ok && link(own, path) == 0;
  *reason = errno;
  unlink(own);
  return ok;
}

/* Removes the lock of `pid`, unless another process has taken it since. */
static void clear(const char *path, long pid)
{
  char aside[PATH_MAX];
  snprintf(aside, sizeof aside, "%s.stale.%ld", path, (long)getpid());
  if (rename(path, aside) != 0) return;
  if (pid_in(aside) != pid && link(aside, path) != 0) log_debug(&log_agent, "The lock %s was taken twice", path);
  unlink(aside);
}

static void make_parents(const char *path)
{
  char own[PATH_MAX];
  snprintf(own, sizeof own, "%s", path);
  file_make_parents(own);
}

/* `failing`: the beginning of the message when the file cannot be written. */
static enum run_lock take(const char *path, const char *failing)
{
  for (int round = 0; round < 10; round++) {
    int reason;
    if (make(path, &reason)) return RUN_LOCK_TAKEN;
    if (reason != EEXIST) {
      log_error(&log_agent, NULL, NULL, "%s%s @ rb_sysopen - %s", failing, strerror(reason), path);
      return RUN_LOCK_FAILED;
    }
    const long pid = pid_in(path);
    if (pid == getpid()) return RUN_LOCK_TAKEN;
    if (pid > 0 && is_agent(pid)) return RUN_LOCK_BUSY;
    if (pid != 0) clear(path, pid);
  }
  return RUN_LOCK_BUSY;
}

enum run_lock pid_lock_take(const char *path)
{
  make_parents(path);
  return take(path, "");
}

/* As in Puppet only the directory of the state is created. */
static void make_directory(struct settings *s, const char *path)
{
  const str state = settings_str(s, SETTING_statedir), lock = str_of(path);
  if (str_starts(lock, state) && lock.n > state.n + 1 && memchr(path + state.n + 1, '/', lock.n - state.n - 1) == NULL)
    make_parents(path);
}

enum run_lock run_lock_take(struct settings *s, const volatile sig_atomic_t *stop)
{
  const char *path = settings_strz(s, SETTING_agent_catalog_run_lockfile);
  const int64_t wait = settings_int(s, SETTING_waitforlock), longest = settings_int(s, SETTING_maxwaitforlock);
  const time_t began = clock_time(CLOCK_MONOTONIC).tv_sec;
  make_directory(s, path);
  for (;;) {
    const enum run_lock got = take(path, "Could not run Puppet configuration client: ");
    if (got != RUN_LOCK_BUSY) return got;
    if (wait < 1) {
      log_notice(&log_agent, "Run of Puppet configuration client already in progress; skipping  (%s exists)", path);
      return RUN_LOCK_BUSY;
    }
    if (longest != INT64_MAX && clock_time(CLOCK_MONOTONIC).tv_sec - began >= longest) {
      log_notice(&log_agent, "Exiting now because the maxwaitforlock timeout has been exceeded.");
      return RUN_LOCK_BUSY;
    }
    log_info(&log_agent,
             "Another puppet instance is already running; --waitforlock flag used, waiting for running instance to "
             "finish.");
    log_info(&log_agent, "Will try again in %lld seconds.", (long long)wait);
    for (int64_t i = 0; i < wait && (stop == NULL || !*stop); i++) sleep(1);
    if (stop != NULL && *stop) return RUN_LOCK_BUSY;
  }
}

void pid_lock_release(const char *path)
{
  if (pid_in(path) == getpid()) unlink(path);
}

void run_lock_release(struct settings *s) { pid_lock_release(settings_strz(s, SETTING_agent_catalog_run_lockfile)); }
