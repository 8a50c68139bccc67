/* Runs of the agent: a single one, or periodically. */
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
  char **argv; /* to restart at SIGHUP */
};

/* A single run in this process. Returns the detailed exit status; -1: no run. */
int agent_once(struct agent *agent);
/* Runs until a signal ends it. Returns the exit status. */
int agent_daemon(struct agent *agent);

#endif
