/* ficelle-collector: polls foreign sources, each at its interval, in worker processes, and stores their numbers in
 * statistics files that the subagent and `ficelle stats` read.
 *
 * main.c calls it with a configuration file; a program that polls one given source creates a set of its own. */
#ifndef FICELLE_COLLECTOR_H
#define FICELLE_COLLECTOR_H

#include "collectors/sources/source_config.h"

/* All borrowed for the call. */
struct collector_options {
  const char *name;        /* of the program, for its log; NULL: "ficelle-collector" */
  const char *config_file; /* NULL: only the given set is used, and SIGHUP only opens log files again */
  bool config_must_exist;
  const char *given[COLLECTOR_SETTINGS];  /* from the command line; NULL: not given */
  const struct source_kind *const *kinds; /* the kinds that the file may name */
  size_t kind_count;
  bool foreground;
  bool alone; /* the only source is polled in this process, because nothing else waits. Until it answers, or its
               * timeout passes, signals are not handled */
};

/* Reads the configuration. *usable is false, with lines in `why`, when it cannot be used at all: after an error
 * outside of the sections of sources, or in the given settings. Never returns NULL; the caller owns the set. */
struct source_set *collector_configure(const struct collector_options *o, bool *usable, struct buf *why);

/* Runs until SIGTERM or SIGINT. Takes ownership of the set. Returns the exit status: 0, or 1 when it could not start,
 * with a line on standard error. */
int collector_run(const struct collector_options *o, struct source_set *set);

/* Polls each source once, or only the one named `only` if that is not NULL, and prints states. Records the values like
 * the daemon, unless another collector uses the folder. Takes ownership of the set. Returns the exit status: 0 when
 * all are ok, 1 when some are not, 2 when nothing could be polled. */
int collector_once(const struct collector_options *o, struct source_set *set, const char *only);

#endif
