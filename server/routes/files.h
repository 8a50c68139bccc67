/* Finds files of mounts for clients. */
#ifndef FICELLE_SERVER_ROUTES_FILES_H
#define FICELLE_SERVER_ROUTES_FILES_H

#include "indirector/fileset.h"
#include "server/environments/environments.h"
#include "server/routes/route.h"

struct located {
  bool mounted; /* the mount exists */
  str *paths;   /* a search may find several, in order of precedence */
  uint32_t n;   /* 0: not found */
  bool flat;    /* without what is below the paths */
};

/* `key`: "MOUNT/REST". `node`: the client, for mounts whose path has %h. False with Puppet's message. */
bool files_locate(struct worker *w, struct arena *a, const struct environment_options *environment, str node, str key,
                  bool search, struct located *out, str *error);

#endif
