/* Starts programs without copying this process's page tables, which takes longer the more memory it has. */
#ifndef FICELLE_BASE_PROGRAM_H
#define FICELLE_BASE_PROGRAM_H

#include <sys/types.h>

#include "base/arena.h"

struct program {
  char *const *argv;        /* argv[0]: its path */
  char *const *environment; /* NULL: that of this process */
  const char *directory;    /* NULL or "": that of this process */
  int in;                   /* its standard input; 0: empty */
  int out, err;             /* its standard output and error; -1: discarded */
  bool group;               /* make it the leader of a new process group */
};

/* Returns the process; 0 if the program cannot be executed; -1 with errno if no process can be made. It cannot read
 * protected files (base/protect.h), if the kernel supports that. */
pid_t program_start(const struct program *p);
/* Returns this process's environment without the variables of the NULL-terminated list `without`, and with the settings
 * ("A=b") of `with`. */
char **program_environment(struct arena *a, const char *const *without, const char *const *with);

#endif
