/* Runs programs for providers: output, status, user, time limit. */
#ifndef FICELLE_AGENT_SYSTEM_COMMAND_H
#define FICELLE_AGENT_SYSTEM_COMMAND_H

#include "agent/ral/ral.h"

struct command {
  const char *const *argv; /* ended by NULL; argv[0] is searched in `path` unless it contains a slash */
  /* A command line, split or given to /bin/sh as in Ruby's exec; NULL: `argv` is used. */
  const char *shell;
  const char *const *environment; /* additional variables, "A=b"; ended by NULL; may be NULL */
  const char *directory;          /* NULL: the current directory of this process */
  const char *user, *group;       /* names, or numbers of existing entries; NULL: those of this process */
  str identity_fault;             /* why user or group cannot be read: the error of the command; empty: nothing */
  bool user_by_id, group_by_id;   /* they are ids; a group id needs no entry */
  const char *input;              /* standard input; NULL: empty */
  const char *input_file;         /* a file as standard input; NULL: none */
  double timeout;                 /* in seconds; 0: no limit */
  int umask;                      /* -1: unchanged */
  bool separate;                  /* standard error is discarded; otherwise it is part of the output */
  bool locale;                    /* keeps LANG and LC_*, which are otherwise set to C */
  bool sensitive;                 /* never printed */
  bool survives;                  /* goes on if this process is killed: it writes to a file, since a pipe would break */
};

enum command_end { COMMAND_EXITED, COMMAND_SIGNALED, COMMAND_TIMED_OUT };

struct command_result {
  enum command_end end;
  int status; /* exit status, or signal */
  str output;
};

/* Runs the command until it ends. At the time limit the whole process group gets TERM, and two seconds later KILL.
 * Output beyond 64 MiB is discarded. False with ral->error: it could not be started. */
bool command_run(struct ral *ral, const struct command *c, struct command_result *out);
/* The same for a provider's own command: standard error is part of the output, and any status except 0 fails with
 * Puppet's "Execution of 'a b' returned 1: output". It survives this process, so that a killed run does not interrupt
 * dpkg. `out` may be NULL. */
bool command_must(struct ral *ral, const char *const *argv, str *out);
/* The same with the other members of `c`; a sensitive command is printed as "[redacted]". */
bool command_must_as(struct ral *ral, const struct command *c, str *out);
/* The same for a command whose line starts with a path or is run by a shell. */
bool command_check(struct ral *ral, const struct command *c, str *out);
/* Only runs the command, after logging it for --debug as Puppet does. */
bool command_try(struct ral *ral, const struct command *c, struct command_result *out);
/* Runs the program in the setting `diff` on two files; the output is empty if the program does not exist. False with
 * ral->error: it could not be started. */
bool command_diff(struct ral *ral, const char *before, const char *after, str *out);
/* Finds a program in `path` (NULL: PATH); empty: not found. */
str command_find(struct ral *ral, str name, const char *path);

#endif
