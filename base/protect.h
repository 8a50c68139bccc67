/* Keys that stay closed in a process that runs code of others, where the user of the process could read them.
 *
 * A file is known by what it is, not by its name: links to it are closed, too. What the process opens itself asks
 * protect_forbids(); programs that it starts (base/program.h) are confined by Landlock (Linux 5.19 and newer), which is
 * asked for with each start. For the process itself Landlock is of no use: it can only name what may be read, by inode,
 * so a file that was replaced later beside a key, or beside a directory above one, could not be read any more. Code of
 * others that runs in the process is kept out by protect_hide(): the keys are not in the process's view of the file
 * system. */
#ifndef FICELLE_BASE_PROTECT_H
#define FICELLE_BASE_PROTECT_H

#include <stdbool.h>

#include "base/str.h"

enum { PROTECT_MOST = 8 };

/* A file, or a directory with all that is in it, from now on until the process ends; at most PROTECT_MOST of them. It
 * need not be there yet. */
void protect_path(const char *path);
/* Whether an open file is protected. False when nothing is. */
bool protect_forbids(int fd);
/* Reads a key that the process still needs after protect_hide(). Has no effect if it cannot be read. */
void protect_keep(const char *path);
/* The contents of a file that was kept, by the same path; empty: it was not. */
str protect_kept(const char *path);
/* Creates a mount namespace, which processes started later share, and mounts an empty unreadable file or directory over
 * each protected path that exists. A key file that is replaced afterwards (outside of a protected directory) becomes
 * visible again. Needs CAP_SYS_ADMIN as effective and one thread. False with errno: some key can be opened. EINVAL: the
 * root directory is no mount point (in a chroot), so mounts made here could appear in other namespaces. */
bool protect_hide(void);
/* A Landlock ruleset with which nothing protected can be read; the caller does not close it. -1: nothing is protected,
 * or with errno: the kernel has no Landlock, or a directory above a protected path cannot be listed. */
int protect_ruleset(void);
/* In the child, before it executes a program: takes no memory and needs PR_SET_NO_NEW_PRIVS. False with errno. */
bool protect_confine(int ruleset);

#endif
