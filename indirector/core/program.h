/* Programs that belong to this one. */
#ifndef FICELLE_INDIRECTOR_CORE_PROGRAM_H
#define FICELLE_INDIRECTOR_CORE_PROGRAM_H

#include "base/arena.h"

/* Finds a program in the directory of this one, which is the build directory in a build; then in PATH. */
bool program_find(struct arena *a, const char *name, str *path);

#endif
