/* Checksums of served files.
 *
 * They are cached for the life of the process by the identity of the file (device, inode, size, mtime, ctime), so that
 * another request costs a stat(2). A file that changed in the last second is always read, because another change may
 * not alter its times.
 *
 * A large file, which takes minutes (a sparse one any time), is read by a process of its own if the caller can wait in
 * another way than by calling: a worker of the server answers other requests meanwhile. */
#ifndef FICELLE_INDIRECTOR_CHECKSUM_H
#define FICELLE_INDIRECTOR_CHECKSUM_H

#include <sys/stat.h>

#include "base/arena.h"

/* From this size on a file is large. */
enum { CHECKSUM_LARGE = 64 * 1024 * 1024 };

/* The name of a type of checksum in static memory; NULL if unknown. */
const char *checksum_type_named(str name);
/* "{type}…" of a file, following links. `known`: the fresh result of stat(2) or lstat(2); NULL: not called yet. False
 * with errno, or, if `later` is not NULL, with *later > 0: a descriptor that can be read when the checksum is known;
 * the caller closes it and calls again. */
bool checksum_or_later(struct arena *a, const char *type, const char *path, const struct stat *known, int *later,
                       str *out);
bool checksum_of_file(struct arena *a, const char *type, const char *path, str *out);

#endif
