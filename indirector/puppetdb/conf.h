/* puppetdb.conf: where the PuppetDBs are and how to use them.
 *
 *   [main]
 *   server_urls = https://puppetdb1:8081,https://puppetdb2:8081
 *
 * Settings and messages are those of PuppetDB's terminus; `spool_size` and `spool_directory` are ours. */
#ifndef FICELLE_INDIRECTOR_PUPPETDB_CONF_H
#define FICELLE_INDIRECTOR_PUPPETDB_CONF_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct puppetdb_url {
  str text; /* "https://puppetdb:8081", without a slash at the end */
  str host;
  int port;
  bool timed_out, left_out; /* submit_only URLs: the last request timed out; two in a row did */
};

struct puppetdb_conf {
  struct puppetdb_url *urls; /* server_urls, then submit_only_server_urls */
  uint32_t nurls, nservers;  /* all; only the first */
  int64_t timeout;           /* seconds */
  int64_t min_successful;
  bool soft_write_failure, include_unchanged, broadcast, sticky, verify_client, catalog_edges;
  int64_t spool_size;  /* bytes; 0: no spool */
  str spool_directory; /* empty: the default */
};

/* Reads `text` of the file `path`; empty: no file, so all settings have their defaults. Texts of the result are in
 * `a`. Calls warn(ctx, message) for retired and unknown settings, which are ignored. False with a message that names
 * the line. */
bool puppetdb_conf_read(struct arena *a, str path, str text, void (*warn)(void *ctx, str message), void *ctx,
                        struct puppetdb_conf *out, str *error);

#endif
