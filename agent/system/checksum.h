/* Puppet's checksums of contents and files. */
#ifndef FICELLE_AGENT_SYSTEM_CHECKSUM_H
#define FICELLE_AGENT_SYSTEM_CHECKSUM_H

#include "agent/ral/ral.h"

/* Whether a type of checksum is a time of the file (mtime, ctime). */
bool checksum_is_time(str algorithm);
/* "{sha256}…" of bytes. */
str checksum_of(struct ral *ral, str algorithm, str bytes);
/* The same of a file, by any type of checksum (times and "none" too). False after ral_fail(). */
bool checksum_file(struct ral *ral, str algorithm, const char *path, str *out);

#endif
