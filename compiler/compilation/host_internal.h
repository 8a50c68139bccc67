/* Shared by the files of the real host only. */
#ifndef FICELLE_COMPILER_HOST_INTERNAL_H
#define FICELLE_COMPILER_HOST_INTERNAL_H

#include <signal.h>
#include <sys/types.h>

#include "base/buf.h"
#include "base/program.h"
#include "compiler/compilation/host.h"

/* A program that runs: its process (0: none), where its output is read (-1: nowhere), what came so far (on the heap),
 * and its status as waitpid has it. */
struct host_child {
  pid_t pid;
  int fd, status;
  struct buf text;
  struct sigaction on_child; /* what this process did about SIGCHLD, when that is hidden now */
  bool hidden;
};

/* One that does not run yet. One that runs when the arena is released (memory ran out) is ended. */
struct host_child *host_child_new(struct arena *a);
/* Starts it, with program_start's result. host_child_wait must follow, whatever that is. */
pid_t host_child_start(struct host_child *r, const struct program *p);
/* Closes the pipe and waits for the end, which comes with the deadline of the compilation at the latest. */
void host_child_wait(struct host_child *r);
/* Reads what it prints into r->text; false when that is too much (64 MiB), or no time is left. */
bool host_child_read(struct host_child *r);

bool host_run_program(void *ctx, struct arena *a, struct host_program *p);

#endif
