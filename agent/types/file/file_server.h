/* Files of a Puppet server, which an agent's run uses for puppet:///MOUNT/PATH. The agent implements these functions
 * with its connection. Without them such sources are files of this host's modules. */
#ifndef FICELLE_AGENT_TYPES_FILE_FILE_SERVER_H
#define FICELLE_AGENT_TYPES_FILE_FILE_SERVER_H

#include "agent/ral/ral.h"

enum remote_found { REMOTE_THERE, REMOTE_MISSING, REMOTE_FAILED };

/* A request for a file or a tree. */
struct file_query {
  str source;                                      /* "puppet:///modules/a/b", or with a host */
  const char *links, *checksum_type, *permissions; /* "manage"; "sha256"; "ignore" */
  int64_t recurselimit, max_files;                 /* of a tree; recurselimit -1: no limit */
  const struct array *ignore;                      /* patterns, as texts; never NULL */
};

struct file_server {
  /* *out: the server's metadata, a hash; for `search` an array of hashes. REMOTE_FAILED: with ral->error. */
  enum remote_found (*find)(struct ral *ral, const struct file_query *query, value *out);
  enum remote_found (*search)(struct ral *ral, const struct file_query *query, value *out);
  /* Gets the contents in parts. `content_uri`: from a static catalog, else empty. False with ral->error. */
  bool (*fetch)(struct ral *ral, str source, str content_uri, bool (*take)(void *ctx, str part), void *ctx);
  /* The server's bucket. An empty `host` is the run's server, `port` 0 is its port. False with ral->error. */
  bool (*bucket_put)(struct ral *ral, str host, int64_t port, str path, str sum, str bytes);
  bool (*bucket_get)(struct ral *ral, str host, int64_t port, str sum, struct buf *out);
};

#endif
