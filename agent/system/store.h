/* Text files that a provider reads and replaces completely. */
#ifndef FICELLE_AGENT_SYSTEM_STORE_H
#define FICELLE_AGENT_SYSTEM_STORE_H

#include "agent/ral/ral.h"

enum { STORE_MOST_BYTES = 1 << 30 };

/* Replaces a file: readers see either the old or the new one. It keeps its owner, group, mode and extended attributes.
 * A mount point, or a file in a directory that cannot be written, is overwritten in place; symbolic links are followed.
 * `mode` is for a new file. Returns 0 or errno. */
int store_file(struct arena *a, const char *path, str text, unsigned mode);
/* The same for a provider that writes like Ruby's File.open: the umask gives the mode of a new file. False after
 * ral_fail_system(). */
bool store_lines(struct ral *ral, const char *path, str text);
/* Appends the file's text. False after ral_fail_system(), with the message of Ruby's File.readlines. */
bool store_read(struct ral *ral, const char *path, struct buf *out);

#endif
