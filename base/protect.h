/* Protects keys in a process that runs code of others, although the user of the process could read them.
 *
 * A file is identified by its inode, so links to it are protected, too. The process checks files that it opens with
 * protect_forbids(); programs that it starts (base/program.h) are confined by Landlock (Linux 5.19 and newer). Landlock
 * cannot be used for the process itself: it can only allow inodes, so a file that is replaced later next to a key, or
 * next to a directory above one, would become unreadable. Code of others in the process is stopped by protect_hide(),
 * which removes the keys from the process's view of the file system. */
#ifndef FICELLE_BASE_PROTECT_H
#define FICELLE_BASE_PROTECT_H

#include <stdbool.h>

#include "base/str.h"

enum { PROTECT_MOST = 8 };

/* Protects a file, or a directory with everything in it, until the process ends; at most PROTECT_MOST of them. It need
 * not exist yet. */
void protect_path(const char *path);
/* Whether an open file is protected. */
bool protect_forbids(int fd);
/* Reads a key that the process still needs after protect_hide(). Has no effect if it cannot be read. */
void protect_keep(const char *path);
/* Returns the contents of a file that was kept, by the same path; empty: it was not kept. */
str protect_kept(const char *path);
/* Creates a mount namespace, which processes started later share, and mounts an empty unreadable file or directory over
 * each protected path that exists. A key file that is replaced afterwards (outside of a protected directory) becomes
 * visible again. Needs CAP_SYS_ADMIN as effective and one thread. False with errno if a key can still be opened.
 * EINVAL: the root directory is not a mount point (in a chroot), so mounts made here could appear in other
 * namespaces. */
bool protect_hide(void);
/* Returns a Landlock ruleset that makes protected files unreadable; the caller must not close it. -1: nothing is
 * protected, or with errno: the kernel has no Landlock, or a directory above a protected path cannot be listed. */
int protect_ruleset(void);
/* Called in the child before it executes a program: allocates no memory and needs PR_SET_NO_NEW_PRIVS. False with
 * errno. */
bool protect_confine(int ruleset);

#endif
