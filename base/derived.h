/* Data derived from source files, such as compiled code, kept in one file for later processes. Callers trust the data,
 * so the file is used only if it belongs to this user and nobody else can write it. An entry is ignored if its source
 * has changed since, and all entries are if another version made them.
 *
 * One such file is open at a time. */
#ifndef FICELLE_BASE_DERIVED_H
#define FICELLE_BASE_DERIVED_H

#include "base/arena.h"

/* Drops the data of the previous file. Reads the file if it exists and was written for the same `by`: the name and
 * version of the program that derives the data. The other functions do nothing before this call. */
void derived_open(const char *path, const char *by);
/* Finds the data of a source file, valid until derived_open(). False: the caller must derive it (derived_add). */
bool derived_find(const char *source, str *made);
/* Adds the data of a source that derived_find did not find. It is not kept if the source has changed since, or is so
 * new that another change could leave its size and times the same. */
void derived_add(const char *source, str made);
/* Replaces the file if data was added; omits entries whose source has changed. An error is not reported, since the file
 * only saves time. */
void derived_save(void);

#endif
