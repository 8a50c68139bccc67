/* Puppet's checksums of contents and files. */
#ifndef FICELLE_AGENT_SYSTEM_CHECKSUM_H
#define FICELLE_AGENT_SYSTEM_CHECKSUM_H

#include "agent/ral/ral.h"

/* Whether a type of checksum is a time (mtime, ctime). */
bool checksum_is_time(str algorithm);
/* "{sha256}…" of bytes. */
str checksum_of(struct ral *ral, str algorithm, str bytes);
/* The same for a file, with any type of checksum (also times and "none"). False after ral_fail(). */
bool checksum_file(struct ral *ral, str algorithm, const char *path, str *out);

#endif
