/* A file bucket: files kept by the checksum of their contents, at 7/3/c/b/3/8/5/8/73cb3858…/contents, and beside them a
 * list of the paths that they were found at, one a line. The layout is Puppet's. */
#ifndef FICELLE_BASE_BUCKET_H
#define FICELLE_BASE_BUCKET_H

#include "base/arena.h"

/* Whether it is a checksum in lower-case digits. */
bool bucket_is_sum(str algorithm, str sum);
/* Where the contents are, there or not. The sum must be one. */
str bucket_contents(struct arena *a, const char *bucket, str sum);
bool bucket_has(struct arena *a, const char *bucket, str sum);
/* Whether contents with that sum were found at that path. */
bool bucket_has_path(struct arena *a, const char *bucket, str sum, str path);

/* Keeps contents, and their path unless it is empty; several processes may do so at once. *there: they had been kept
 * before, and are touched. Directories are made when missing. False with a message. */
bool bucket_put(struct arena *a, const char *bucket, str sum, str bytes, str path, bool *there, str *error);

#endif
