/* Shared by the files of the real host only. */
#ifndef FICELLE_COMPILER_HOST_INTERNAL_H
#define FICELLE_COMPILER_HOST_INTERNAL_H

#include "compiler/compilation/host.h"

bool host_run_command(void *ctx, struct arena *a, str command, str directory, str *out, str *error);
bool host_run_program(void *ctx, struct arena *a, struct host_program *p);

#endif
