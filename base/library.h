/* Libraries that are loaded when they are first needed: each costs every process its relocations, up to a few
 * MiB, whether it is used or not; and some may not share their names with others (base/onig_library.h). */
#ifndef FICELLE_BASE_LIBRARY_H
#define FICELLE_BASE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* A function or variable of a library, and where its address is put in the table. */
struct library_name {
  const char *name;
  size_t offset;
};

/* Whether `file` can be loaded; it stays loaded. */
bool library_is_there(const char *file);

/* Loads `file` ("libonig.so.5") for good and fills the table. A process that cannot have it ends with a
 * message. */
void library_load(const char *file, const struct library_name *names, size_t n, void *table);

#endif
