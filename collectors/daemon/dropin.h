/* Commands that replace an older agent for one source: redis-snmp, mysql-snmp. They have its name, its options and
 * defaults, and publish its MIB; ficelle-collector is such a command when called by that name.
 *
 * A command runs ficelle-collector with that one source, and ficelle-subagent, which publishes only the source's
 * objects. Both are its children: it restarts them when they end, and ends them with itself. Their files are in a
 * private folder, which is created at each start and removed at the end.
 *
 * A command is one row, in a file of its own, and a line in dropin.c. */
#ifndef COLLECTORS_DAEMON_DROPIN_H
#define COLLECTORS_DAEMON_DROPIN_H

#include "collectors/sources/source.h"

enum dropin_does {
  DROPIN_SET,    /* sets the key of the source to the argument */
  DROPIN_FILE,   /* the same for the name of a file, which is made absolute */
  DROPIN_SECRET, /* the same, and ps(1) does not show the argument */
  DROPIN_FLAG,   /* without an argument: sets the key to true; --noNAME and --no-NAME to false */
};

/* An option of one command; dropin.c has the common options. */
struct dropin_option {
  /* "host|h": the old agent's names for it; messages use the first one. As with Perl's Getopt::Long, each name can
   * have one hyphen or two, be abbreviated while it is unique, and have its argument after "=". A command's options
   * come before the common ones. NULL ends the rows. */
  const char *names;
  enum dropin_does does;
  const char *key;      /* of the source's section in collector.conf, including the keys of all kinds */
  const char *argument; /* "HOST"; NULL for a flag */
  const char *help;     /* for --help: one or more lines */
};

struct dropin {
  const char *command; /* "redis-snmp": its name, also in syslog */
  const struct source_kind *kind;
  const char *title;                   /* "statistics of a Redis server" */
  const char *pid_file;                /* written unless it stays in the foreground */
  const char *default_file;            /* its service takes options from DAEMON_OPTS in this file */
  bool alone;                          /* a poll always ends in time, so it needs no separate process */
  const struct dropin_option *options; /* the keys' defaults are the kind's */
};

/* The row of a command's name, ignoring its path. NULL: unknown. */
const struct dropin *dropin_find(const char *argv0);

/* Runs the command; returns its exit status: 0, 1 when it could not start, 2 for a usage error. */
int dropin_main(const struct dropin *dropin, int argc, char **argv);

#endif
