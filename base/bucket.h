/* A file bucket: files stored by the checksum of their contents, at 7/3/c/b/3/8/5/8/73cb3858…/contents, with a list of
 * the paths where they were found, one per line. The layout is Puppet's. */
#ifndef FICELLE_BASE_BUCKET_H
#define FICELLE_BASE_BUCKET_H

#include "base/arena.h"

/* Whether the text is a checksum in lower-case digits. */
bool bucket_is_sum(str algorithm, str sum);
/* Returns the path of the contents, even if they do not exist. The sum must be valid. */
str bucket_contents(struct arena *a, const char *bucket, str sum);
bool bucket_has(struct arena *a, const char *bucket, str sum);
/* Whether contents with that sum were stored with that path. */
bool bucket_has_path(struct arena *a, const char *bucket, str sum, str path);

/* Stores contents, and their path unless it is empty; several processes may do so at the same time. *there: they were
 * already stored, and are touched. Creates missing directories. On failure returns false with a message. */
bool bucket_put(struct arena *a, const char *bucket, str sum, str bytes, str path, bool *there, str *error);

#endif
