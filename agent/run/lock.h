/* The lock of a run: a file with the process's number, as Puppet's agents and other tools know it. */
#ifndef FICELLE_AGENT_RUN_LOCK_H
#define FICELLE_AGENT_RUN_LOCK_H

#include <signal.h>

#include "base/settings.h"

enum run_lock {
  RUN_LOCK_TAKEN,
  RUN_LOCK_BUSY,  /* another run has it; this was logged */
  RUN_LOCK_FAILED /* it cannot be written; this was logged */
};

/* Takes $agent_catalog_run_lockfile. The lock of a process that is dead, or no longer an agent, is taken over. With
 * `waitforlock` it tries again after that many seconds, up to `maxwaitforlock`, or until *stop (which may be NULL). */
enum run_lock run_lock_take(struct settings *s, const volatile sig_atomic_t *stop);
/* Removes it if it is this process's. */
void run_lock_release(struct settings *s);

/* The same with any such file, without waiting and without a word of it being busy. */
enum run_lock pid_lock_take(const char *path);
void pid_lock_release(const char *path);

#endif
