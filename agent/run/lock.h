/* The lock of a run: a file with the process id, which Puppet's agents and other tools understand. */
#ifndef FICELLE_AGENT_RUN_LOCK_H
#define FICELLE_AGENT_RUN_LOCK_H

#include <signal.h>

#include "base/settings.h"

enum run_lock {
  RUN_LOCK_TAKEN,
  RUN_LOCK_BUSY,  /* another run has the lock; this was logged */
  RUN_LOCK_FAILED /* the file cannot be written; this was logged */
};

/* Takes $agent_catalog_run_lockfile. Replaces the lock of a process that does not exist or is not an agent. With
 * `waitforlock` it tries again after that many seconds, until `maxwaitforlock` has passed or *stop is set (stop may be
 * NULL). */
enum run_lock run_lock_take(struct settings *s, const volatile sig_atomic_t *stop);
/* Removes the lock if this process owns it. */
void run_lock_release(struct settings *s);

/* The same for any lock file, but does not wait and does not log that the lock is taken. */
enum run_lock pid_lock_take(const char *path);
void pid_lock_release(const char *path);

#endif
