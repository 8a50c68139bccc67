/* Finds files of mounts for clients. */
#ifndef FICELLE_SERVER_ROUTES_FILES_H
#define FICELLE_SERVER_ROUTES_FILES_H

#include "indirector/fileset.h"
#include "server/environments/environments.h"
#include "server/routes/route.h"

struct located {
  bool mounted; /* there is such a mount */
  str *paths;   /* of a search several, of which the first beat the others */
  uint32_t n;   /* 0: no such file */
  bool flat;    /* nothing below them is meant */
};

/* `key`: "MOUNT/REST". `node`: the client, for mounts whose path has %h. False with Puppet's message. */
bool files_locate(struct worker *w, struct arena *a, const struct environment_options *environment, str node, str key,
                  bool search, struct located *out, str *error);

#endif
