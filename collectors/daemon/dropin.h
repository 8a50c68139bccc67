/* Commands that replace an older agent for one source: redis-snmp, mysql-snmp. They have its name, its options and
 * defaults, and publish its MIB; ficelle-collector is such a command when it is called by that name.
 *
 * A command runs ficelle-collector with that one source, and ficelle-subagent, which publishes the source's objects and
 * nothing else. Both are its children: it starts them again when they end, and ends them with itself. Their files lie
 * in a folder of its own, which is made anew each time and removed in the end.
 *
 * A command is one row, in a file of its own, and a line in dropin.c. */
#ifndef COLLECTORS_DAEMON_DROPIN_H
#define COLLECTORS_DAEMON_DROPIN_H

#include "collectors/sources/source.h"

enum dropin_does {
  DROPIN_SET,    /* sets the key of the source to the argument */
  DROPIN_FILE,   /* the same of a file's name, which is made absolute */
  DROPIN_SECRET, /* the same, and ps(1) does not show the argument */
  DROPIN_FLAG,   /* without an argument: sets the key to true; --noNAME and --no-NAME to false */
};

/* An option of the one command; dropin.c has those of all. */
struct dropin_option {
  /* "host|h": the old agent's names for it; messages use the first one. As with Perl's Getopt::Long, each can be
   * written with one hyphen or two, be cut short while it stays unique, and have its argument behind "=". A command's
   * options come before those of all commands. NULL ends the rows. */
  const char *names;
  enum dropin_does does;
  const char *key;      /* of the source's section in collector.conf, those of all kinds included */
  const char *argument; /* "HOST"; NULL for a flag */
  const char *help;     /* for --help: a line, or several with "\n" between them */
};

struct dropin {
  const char *command; /* "redis-snmp": its name, and that in syslog */
  const struct source_kind *kind;
  const char *title;                   /* "statistics of a Redis server" */
  const char *pid_file;                /* unless it stays in the foreground */
  const char *default_file;            /* its service takes options from DAEMON_OPTS there */
  bool alone;                          /* a poll always ends in time, so it needs no separate process */
  const struct dropin_option *options; /* the keys' defaults are the kind's */
};

/* The row of the command called so; the path is left out. NULL: none. */
const struct dropin *dropin_find(const char *argv0);

/* Runs the command; its exit status: 0, 1 when it could not start, 2 for a usage error. */
int dropin_main(const struct dropin *dropin, int argc, char **argv);

#endif
