/* Running programs for providers: output, status, user, time limit. */
#ifndef FICELLE_AGENT_SYSTEM_COMMAND_H
#define FICELLE_AGENT_SYSTEM_COMMAND_H

#include "agent/ral/ral.h"

struct command {
  const char *const *argv;        /* ended by NULL; argv[0] is looked for in `path` unless it has a slash */
  const char *shell;              /* a command line, split or given to /bin/sh as Ruby's exec does it; or argv */
  const char *const *environment; /* "A=b", in addition; ended by NULL; may be NULL */
  const char *directory;          /* NULL: where this process is */
  const char *user, *group;       /* names or numbers that have one; NULL: those of this process */
  bool user_by_id, group_by_id;   /* they are ids; that of a group needs no name */
  const char *input;              /* the standard input; NULL: nothing */
  const char *input_file;         /* the same from a file; NULL: none */
  double timeout;                 /* seconds; 0: none */
  int umask;                      /* -1: as it is */
  bool separate;                  /* standard error is thrown away, else it is a part of the output */
  bool locale;                    /* keeps LANG and LC_*, which are C otherwise */
  bool sensitive;                 /* never shown */
};

enum command_end { COMMAND_EXITED, COMMAND_SIGNALED, COMMAND_TIMED_OUT };

struct command_result {
  enum command_end end;
  int status; /* exit status, or signal */
  str output;
};

/* Runs it to its end. When the time is over the whole process group is ended: TERM, after two seconds KILL. Output
 * beyond 64 MiB is read and thrown away. False with ral->error: it could not be started. */
bool command_run(struct ral *ral, const struct command *c, struct command_result *out);
/* The same for a provider's own command: standard error is a part of the output, and any status but 0 fails with
 * Puppet's "Execution of 'a b' returned 1: output". `out` may be NULL. */
bool command_must(struct ral *ral, const char *const *argv, str *out);
/* The same with what else is set in `c`; a sensitive command is shown as "[redacted]". */
bool command_must_as(struct ral *ral, const struct command *c, str *out);
/* The same of a command with more to say, whose line starts with a path or is for a shell. */
bool command_check(struct ral *ral, const struct command *c, str *out);
/* Only runs it, after Puppet's line for --debug. */
bool command_try(struct ral *ral, const struct command *c, struct command_result *out);
/* The output of the program in the setting `diff` for two files; empty if the program does not exist. False with
 * ral->error: it could not be started. */
bool command_diff(struct ral *ral, const char *before, const char *after, str *out);
/* Where a program is, by `path` (NULL: PATH); empty: nowhere. */
str command_find(struct ral *ral, str name, const char *path);

#endif
