/* Text files that a provider reads and replaces completely. */
#ifndef FICELLE_AGENT_SYSTEM_STORE_H
#define FICELLE_AGENT_SYSTEM_STORE_H

#include "agent/ral/ral.h"

enum { STORE_MOST_BYTES = 1 << 30 };

/* Replaces a file: readers see the old or the new one. It keeps its owner, group, mode and extended attributes. What is
 * a mount point is written in place, and so is the file in a directory where no other can be made; a link is followed.
 * `mode` is for a new file. 0, or the reason (errno). */
int store_file(struct arena *a, const char *path, str text, unsigned mode);
/* The same for a provider that writes as Ruby's File.open does: a new file has the mode that the umask gives. False
 * after ral_fail_system(). */
bool store_lines(struct ral *ral, const char *path, str text);
/* Appends the file's text. False after ral_fail_system(), with the message of Ruby's File.readlines. */
bool store_read(struct ral *ral, const char *path, struct buf *out);

#endif
