/* Buckets: files that are kept by their checksums. base/bucket.h has their form. */
#ifndef FICELLE_AGENT_SYSTEM_BUCKET_H
#define FICELLE_AGENT_SYSTEM_BUCKET_H

#include "agent/ral/ral.h"

/* Under which path a bucket lists a file: without links on the way. */
str bucket_listed_path(struct ral *ral, const char *path);
/* Keeps a file in the bucket of that directory, by its checksum. */
bool bucket_store_file(struct ral *ral, const char *bucket, const char *path, str *checksum);
/* Where the bucket of that directory keeps the contents of a checksum, without its type. NULL after ral_fail. */
const char *bucket_find_file(struct ral *ral, const char *bucket, str sum);

#endif
