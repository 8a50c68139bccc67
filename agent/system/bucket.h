/* Buckets: files stored under their checksums. base/bucket.h describes their form. */
#ifndef FICELLE_AGENT_SYSTEM_BUCKET_H
#define FICELLE_AGENT_SYSTEM_BUCKET_H

#include "agent/ral/ral.h"

/* The path under which a bucket lists a file: its directory without symbolic links. */
str bucket_listed_path(struct ral *ral, const char *path);
/* Stores a file in the bucket in that directory. */
bool bucket_store_file(struct ral *ral, const char *bucket, const char *path, str *checksum);
/* The path of the contents with this checksum (without its type) in the bucket. NULL after ral_fail. */
const char *bucket_find_file(struct ral *ral, const char *bucket, str sum);

#endif
