/* Mount points of a file server: puppet:///MOUNT/PATH. Those of modules (modules, plugins, …) are always there;
 * fileserver.conf adds others:
 *
 *   [name]
 *     path /directory          %h, %H, %d: host name, full name and domain of who asks
 */
#ifndef FICELLE_BASE_MOUNTS_H
#define FICELLE_BASE_MOUNTS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/log.h"

struct mounts;

/* Who looks, and where. */
struct mounts_asker {
  struct arena *arena; /* of results and of messages */
  const str *modulepath;
  uint32_t nmodulepath;
  str host, domain; /* of who asks */
  bool local;       /* no client: the names are those of this host, and using them logs a warning */
  void (*say)(void *ctx, enum log_level level, str message);
  void *ctx;
};

/* Reads the file; a missing file has no mounts. NULL with a message when it is wrong. What is ignored in it is logged.
 */
struct mounts *mounts_read(const struct mounts_asker *who, const char *file, str *error);
/* The same of a text; `file` is for messages. */
struct mounts *mounts_parse(const struct mounts_asker *who, const char *file, str text, str *error);

/* The file that MOUNT/REST means; *path empty: it does not exist. *known is false when nothing is mounted there. False
 * with Puppet's message about a name that is none, or a module that is missing. `m` NULL: no mounts but those of
 * modules. */
bool mounts_find(const struct mounts *m, const struct mounts_asker *who, str mount, str rest, bool *known, str *path,
                 str *error);
/* All directories that together are MOUNT/REST, the first beats the others: n is 0 if there is none. Mounts of plugins
 * search all modules; without any they return the modulepath, and *flat is set if only these directories themselves are
 * meant. */
bool mounts_search(const struct mounts *m, const struct mounts_asker *who, str mount, str rest, bool *known,
                   str **paths, uint32_t *n, bool *flat, str *error);

#endif
