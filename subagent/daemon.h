/* The subagent's process: configuration, store, view and publisher combined in one loop.
 *
 * One pass through the loop waits only for the master agent's answer to Open, for at most PUBLISHER_WAIT_US. The
 * longest pass is measured, and logged at the end and on SIGUSR1. */
#ifndef FICELLE_SUBAGENT_DAEMON_H
#define FICELLE_SUBAGENT_DAEMON_H

#include "subagent/config.h"

struct daemon_options {
  bool foreground;
  const char *config_file;
  bool config_must_exist;
  /* Values of the command line; each is NULL or accepted by config_set. */
  const char *given[CONFIG_COUNT];
};

/* Defaults, file and command line together; false with a line in `why`. Always initializes `c`. */
bool daemon_configure(const struct daemon_options *options, struct config *c, struct buf *why);
/* Runs until SIGTERM or SIGINT. Returns the exit status: 0, or 1 when it could not start (reported on
 * standard error). Takes ownership of `c`. */
int daemon_run(const struct daemon_options *options, struct config *c);

#endif
