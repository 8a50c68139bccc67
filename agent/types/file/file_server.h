/* Files of a Puppet server: what puppet:///MOUNT/PATH means in an agent's run. Who runs the agent has the connection;
 * this is what it does for the resource type `file`. Without one such sources are files of this host's modules. */
#ifndef FICELLE_AGENT_TYPES_FILE_FILE_SERVER_H
#define FICELLE_AGENT_TYPES_FILE_FILE_SERVER_H

#include "agent/ral/ral.h"

enum remote_found { REMOTE_THERE, REMOTE_MISSING, REMOTE_FAILED };

/* What is asked about a file or a tree. */
struct file_query {
  str source;                                      /* "puppet:///modules/a/b", or with a host */
  const char *links, *checksum_type, *permissions; /* "manage"; "sha256"; "ignore" */
  int64_t recurselimit, max_files;                 /* of a tree; -1: no limit of levels */
  const struct array *ignore;                      /* patterns, texts; never NULL */
};

struct file_server {
  /* *out: the server's record, a hash; of `search` an array of them. REMOTE_FAILED: with ral->error. */
  enum remote_found (*find)(struct ral *ral, const struct file_query *query, value *out);
  enum remote_found (*search)(struct ral *ral, const struct file_query *query, value *out);
  /* The contents, in parts; `content_uri`: of a static catalog, else empty. False with ral->error. */
  bool (*fetch)(struct ral *ral, str source, str content_uri, bool (*take)(void *ctx, str part), void *ctx);
  /* The server's bucket: `host` empty is the run's server, `port` 0 its port. False with ral->error. */
  bool (*bucket_put)(struct ral *ral, str host, int64_t port, str path, str sum, str bytes);
  bool (*bucket_get)(struct ral *ral, str host, int64_t port, str sum, struct buf *out);
};

#endif
