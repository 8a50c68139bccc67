/* ficelle-collector: polls foreign sources, each at its interval, in worker processes, and stores their numbers in
 * statistics files that the subagent and `ficelle stats` read.
 *
 * main.c calls it with a configuration file; a program that polls one given source makes a set of its own. */
#ifndef FICELLE_COLLECTOR_H
#define FICELLE_COLLECTOR_H

#include "collectors/sources/source_config.h"

/* All borrowed for the call. */
struct collector_options {
  const char *name;        /* of the program, for its log; NULL: "ficelle-collector" */
  const char *config_file; /* NULL: the set that is given is all, and SIGHUP only opens log files again */
  bool config_must_exist;
  const char *given[COLLECTOR_SETTINGS];  /* of the command line; NULL: not given */
  const struct source_kind *const *kinds; /* that the file can name */
  size_t kind_count;
  bool foreground;
  bool alone; /* there is one source: it is polled in this process, for nothing else waits.
               * While it does not answer, signals do not either, for its timeout */
};

/* Reads the configuration. False, with lines in `why`, when it cannot be used at all: a mistake outside of the sections
 * of sources, or in what was given. NULL is never returned; the set is the caller's. */
struct source_set *collector_configure(const struct collector_options *o, bool *usable, struct buf *why);

/* Runs until SIGTERM or SIGINT. Takes the set. The exit status: 0, or 1 when it could not begin, with a line on
 * standard error. */
int collector_run(const struct collector_options *o, struct source_set *set);

/* Polls each source once, or the one of that name when it is not NULL, and prints states. Records as the daemon does,
 * unless another collector has the folder. Takes the set. The exit status: 0 when all are ok, 1 when some are not, 2
 * when nothing could be polled. */
int collector_once(const struct collector_options *o, struct source_set *set, const char *only);

#endif
