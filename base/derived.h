/* What was made from source files at some cost, compiled code say, kept in one file for later processes. Who reads it
 * trusts it, so the file counts only if it belongs to this user and nobody else may write it; what was made from a
 * source that has changed since, or by another version of what made it, is made again.
 *
 * One such file is open at a time. */
#ifndef FICELLE_BASE_DERIVED_H
#define FICELLE_BASE_DERIVED_H

#include "base/arena.h"

/* Reads the file, if it is there and `by`, which names what makes things and its version, is the same. Before the other
 * functions; without it they do nothing. */
void derived_open(const char *path, const char *by);
/* What was made from a source file, valid until derived_close. False: it has to be made (derived_add). */
bool derived_find(const char *source, str *made);
/* What was made from a source that derived_find did not find. It is not kept when the source has changed since, or is
 * so new that another change could leave it the same size and times. */
void derived_add(const char *source, str made);
/* Replaces the file if there is something new. What was made from sources that are no longer as they were is left out.
 * Nothing tells when it cannot be written: all goes on as without the file. */
void derived_save(void);
/* Forgets everything, so that another file can be opened. */
void derived_close(void);

#endif
