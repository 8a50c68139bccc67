/* Mount points of a file server: puppet:///MOUNT/PATH. Those of modules (modules, plugins, …) always exist;
 * fileserver.conf adds others:
 *
 *   [name]
 *     path /directory          %h, %H, %d: host name, full name and domain of the client */
#ifndef FICELLE_BASE_MOUNTS_H
#define FICELLE_BASE_MOUNTS_H

#include <stdint.h>

#include "base/arena.h"
#include "base/log.h"

struct mounts;

/* The client, and the directories. */
struct mounts_asker {
  struct arena *arena; /* of results and of messages */
  const str *modulepath;
  uint32_t nmodulepath;
  str host, domain; /* of the client */
  bool local;       /* no client: the names are those of this host, and their use logs a warning */
  void (*say)(void *ctx, enum log_level level, str message);
  void *ctx;
};

/* Reads the file; a missing file has no mounts. NULL with a message if it is invalid. Ignored parts of it are
 * logged. */
struct mounts *mounts_read(const struct mounts_asker *who, const char *file, str *error);
/* The same for a text; `file` is for messages. */
struct mounts *mounts_parse(const struct mounts_asker *who, const char *file, str text, str *error);

/* Finds the file that MOUNT/REST means; *path is empty if it does not exist. *known is false if nothing is mounted
 * there. False, with Puppet's message, if the name is invalid or the module is missing. `m` NULL: only the mounts of
 * modules. */
bool mounts_find(const struct mounts *m, const struct mounts_asker *who, str mount, str rest, bool *known, str *path,
                 str *error);
/* Finds all directories that make up MOUNT/REST; a file of an earlier one hides those of later ones. n is 0 if no
 * directory exists. Mounts of plugins search all modules; without any they return the modulepath, and *flat is set if
 * only these directories themselves are meant. */
bool mounts_search(const struct mounts *m, const struct mounts_asker *who, str mount, str rest, bool *known,
                   str **paths, uint32_t *n, bool *flat, str *error);

#endif
