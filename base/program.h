/* Starting programs: without a copy of this process's page tables, which takes longer the more memory it has. */
#ifndef FICELLE_BASE_PROGRAM_H
#define FICELLE_BASE_PROGRAM_H

#include <sys/types.h>

#include "base/arena.h"

struct program {
  char *const *argv;        /* argv[0]: its path */
  char *const *environment; /* NULL: that of this process */
  const char *directory;    /* NULL or "": where this process is */
  int in;                   /* what its standard input is; 0: it is empty */
  int out, err;             /* what its standard output and error become; -1: they are thrown away */
  bool group;               /* it is the leader of a new process group */
};

/* It cannot read what is protected (base/protect.h), where the kernel can see to that. The process; 0 when the program
 * cannot be executed; -1 when there can be no process, with errno. */
pid_t program_start(const struct program *p);
/* This process's environment without the variables of the NULL-terminated list `without`, and with the settings ("A=b")
 * of `with`. */
char **program_environment(struct arena *a, const char *const *without, const char *const *with);

#endif
