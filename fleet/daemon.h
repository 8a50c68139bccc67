/* Runs of the agent: one, or again and again. */
#ifndef FICELLE_FLEET_DAEMON_H
#define FICELLE_FLEET_DAEMON_H

#include <time.h>

#include "cli/cli.h"
#include "base/str.h"

struct agent {
  struct cli *cli;
  const char *job_id;     /* NULL: none */
  int64_t waitforcert;    /* --waitforcert; -1: the setting, or 0 for a single run */
  bool environment_given; /* on the command line */
  struct timespec started;
  char **argv; /* to start anew at SIGHUP */
};

/* A single run in this process: the exit status, detailed; -1: there was none. */
int agent_once(struct agent *agent);
/* Until a signal ends it: the exit status. */
int agent_daemon(struct agent *agent);

#endif
