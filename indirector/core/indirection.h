/* The indirector: finding, searching, saving and destroying objects by name, wherever they are kept.
 *
 * An indirection is a kind of object (node, facts, catalog …); one of its termini (plain, exec, yaml …) reads and
 * writes the objects. Which terminus does, and whether another keeps copies (the cache), say Puppet's settings
 * (node_terminus, node_cache_terminus …) and, stronger, the file `route_file`:
 *
 *   server:
 *     facts: {terminus: puppetdb, cache: yaml}
 *
 * An object is data: a hash with Puppet's keys, as its JSON and YAML files have it. All results live in the
 * arena of the request. Nothing here jumps or ends the process; a failure is IND_FAILED with a complete
 * message in the request. */
#ifndef FICELLE_INDIRECTOR_CORE_INDIRECTION_H
#define FICELLE_INDIRECTOR_CORE_INDIRECTION_H

#include "base/settings.h"
#include "compiler/compilation/host.h"

enum indirection {
  IND_NODE,
  IND_FACTS,
  IND_CATALOG,
  IND_REPORT,
  IND_RESOURCE,
  IND_FILE_CONTENT,
  IND_FILE_METADATA,
  IND_COUNT
};
enum ind_method { IND_FIND, IND_SEARCH, IND_SAVE, IND_DESTROY };
enum ind_result { IND_OK, IND_NOTHING, IND_FAILED };

struct ind_object {
  value data;                    /* the object's hash; undef while only its text is known */
  str json;                      /* catalogs: the same as JSON; else empty */
  str handed_over;               /* catalogs just compiled: what the asker gets, without what is only exported */
  str bytes;                     /* file_content */
  const struct hash *facts;      /* nodes: the facts merged into its parameters; NULL: none */
  const struct hash *parameters; /* nodes: those without the facts; NULL: only the merged ones of `data` are known */
  str *yaml; /* reports: keeps the text once it was needed, empty before; NULL: each save makes its own */
};

struct environment;
struct indirector;
struct file_batch;
struct puppetdb;
struct query;
struct store;

struct ind_request {
  struct indirector *in;
  struct arena *arena;
  enum indirection indirection;
  str key;
  str environment;                    /* the one asked for */
  const struct ind_object *instance;  /* to be saved */
  const struct ind_object *facts;     /* nodes and catalogs: facts sent along; NULL: they are looked for */
  const struct query *filter;         /* resources: NULL for all */
  str host;                           /* resources: whose are left out */
  const struct hash *trusted;         /* facts to be saved: trusted data of the node; NULL: no server knows it */
  str transaction_uuid, job_id;       /* catalogs to be saved: of the agent's run; empty: none */
  const struct environment *compiled; /* the same: whose modules have types that the catalog has; NULL: not known */
  struct file_batch *files;           /* reports: what is saved is on the disk when the batch is; NULL: at once */
  str checksum_type;                  /* files: empty is the setting digest_algorithm */
  bool follow_links, use_permissions,
    recurse; /* files: links as what they lead to; owner, group and mode of the file */
  bool ignore_cache, ignore_terminus, ignore_cache_save;
  struct ind_object result; /* of IND_OK */
  struct ptrvec results;    /* of a search: struct ind_object * */
  bool from_cache;
  str error; /* of IND_FAILED */
};

/* What the indirector cannot do itself; NULL: "not supported". */
struct ind_hooks {
  void *ctx;
  /* The facts of this host. */
  const struct hash *(*host_facts)(void *ctx, struct arena *a);
  /* Compiles the catalog of request->key: fills result.json. */
  enum ind_result (*compile)(void *ctx, struct ind_request *request);
};

struct terminus {
  const char *name;
  /* NULL: it cannot do that. */
  enum ind_result (*find)(struct ind_request *r);
  enum ind_result (*search)(struct ind_request *r);
  enum ind_result (*save)(struct ind_request *r);
  enum ind_result (*destroy)(struct ind_request *r);
};

struct ind_route {
  const struct terminus *terminus, *cache;
};

struct indirector {
  struct arena *arena;
  struct settings *settings;
  const struct host *host;
  struct ind_hooks hooks;
  struct ind_route routes[IND_COUNT];
  struct strmap memory[IND_COUNT]; /* of the termini `memory`: struct ind_object * */
  struct strmap warned;            /* messages that are logged once */
  struct store *store;             /* opened at its first use */
  struct puppetdb *puppetdb;       /* the same */
  bool facts_sent;                 /* by the terminus puppetdb_apply */
};

const char *indirection_name(enum indirection what);

/* find: the cache first (unless ignore_cache; failures of the cache are logged), then the terminus, whose
 * answer is saved in the cache. save: terminus and cache. destroy: both. search: the terminus. */
enum ind_result indirector_find(struct ind_request *r);
enum ind_result indirector_search(struct ind_request *r);
enum ind_result indirector_save(struct ind_request *r);
enum ind_result indirector_destroy(struct ind_request *r);

#endif
