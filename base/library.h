/* Libraries that are loaded at the first use, since relocations of each cost every process up to a few MiB, and since
 * names of some must not be shared with others (base/onig_library.h). */
#ifndef FICELLE_BASE_LIBRARY_H
#define FICELLE_BASE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* A name of a library's functions and variables. Lists of them are written LIST(LIBRARY_NAME). */
#define LIBRARY_NAME(name) #name "\0"

/* Whether `file` can be loaded; it remains loaded. */
bool library_is_there(const char *file);

/* Fills the table from a library that dlopen() returned; false if it lacks one of the names. The table has a pointer
 * for each name, in the same order. */
bool library_fill(void *handle, const char *names, void *table);
/* Loads `file` ("libonig.so.5") permanently and fills the table. Ends the process with a message if it is missing. */
void library_load(const char *file, const char *names, void *table);

#endif
