/* Compiles for a client: the common part of /puppet/v3/catalog and /puppet/v4/catalog. */
#ifndef FICELLE_SERVER_ROUTES_CATALOG_H
#define FICELLE_SERVER_ROUTES_CATALOG_H

#include "server/environments/environments.h"
#include "server/routes/route.h"

struct catalog_asked {
  str certname;
  str environment;                /* requested, and exists */
  const struct ind_object *facts; /* sent along; NULL: those that are stored */
  struct node_identity who;
  const struct hash *trusted; /* overrides the trusted data of `who`; NULL: use those */
  str code_id;                /* of the site `code_serial`; another site needs another code_id; empty: null */
  uint64_t code_serial;
  str transaction_uuid, job_id; /* of the agent's run; empty: none */
  str checksum_types;           /* "sha256.md5", for a static catalog; p NULL: not static */
  bool rich;                    /* rich data */
  bool check_environment;       /* if the node has another environment, only its name is wanted */
  bool prefer_requested;        /* overrides the classifier */
  bool keep;                    /* save the catalog as configured */
  host_log_fn *log;             /* NULL: the default */
  bool (*debugs)(void *ctx, struct log_category *category);
  const struct compile_block
    *block;         /* compiled in the environment without its manifests and without a classifier; NULL: none */
  const char *done; /* the log line "Compiled catalog for N in environment E …" of v4; NULL: that of v3 */
};

/* Makes a catalog in JSON, in the request's arena. False with Puppet's message, including " on node N", which has been
 * logged. */
bool catalog_make(struct worker *w, struct request *r, const struct catalog_asked *asked, str *json, str *error);

/* Saves facts as the settings configure. `trusted`: trusted data of the sender. `go_on`: a file may be written while
 * catalog_make() compiles, which waits for it and reports its errors. */
bool catalog_save_facts(struct worker *w, struct arena *a, str certname, str environment,
                        const struct ind_object *facts, const struct hash *trusted, bool go_on, str *error);

/* Reads facts as agents send them: {"name": …, "values": {…}, "timestamp": …}. `json`: their text, which is what is
 * saved; empty: generated from the data. False with Puppet's "Could not intern from json: …". */
bool facts_read(struct arena *a, value data, str json, struct ind_object *out, str *error);

/* --- static_catalog.c --- */
/* Adds metadata of files to a catalog for an agent that supports these types of checksums; fill compile_settings.more
 * with it. False with Puppet's message when there is no common type. */
struct static_catalog {
  struct compile_more more;
  struct worker *worker;
  const struct site *site;
  const char *checksum_type;
};
bool static_catalog_begin(struct static_catalog *s, struct worker *w, struct arena *a, const struct site *site,
                          str checksum_types, str *error);

#endif
