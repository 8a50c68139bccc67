/* The indirector: finding, searching, saving and destroying objects by name, wherever they are kept.
 *
 * An indirection is a kind of object (node, facts, catalog …); one of its termini (plain, exec, yaml …) reads and
 * writes the objects. Puppet's settings (node_terminus, node_cache_terminus …) choose the terminus, and another one
 * that keeps copies (the cache); the file `route_file` overrides them:
 *
 *   server:
 *     facts: {terminus: puppetdb, cache: yaml}
 *
 * An object is data: a hash with Puppet's keys, as in its JSON and YAML files. All results are in the arena of the
 * request. No function jumps or ends the process; a failure is IND_FAILED with a complete message in the request. */
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
  str handed_over;               /* new catalogs: what the node gets, without resources that are only exported */
  str bytes;                     /* file_content */
  const struct hash *facts;      /* nodes: its facts; NULL: none, or merged in `data` */
  const struct hash *parameters; /* nodes: parameters without the facts; NULL: merged with them in `data` */
  str *yaml;                     /* reports: caches the text, empty at first; NULL: each save generates its own */
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
  str environment;                    /* the requested one */
  const struct ind_object *instance;  /* to be saved */
  const struct ind_object *facts;     /* nodes and catalogs: facts in the request; NULL: look them up */
  const struct query *filter;         /* resources: NULL for all */
  str host;                           /* resources: the node whose resources are left out */
  const struct hash *trusted;         /* facts to be saved: trusted data of the node; NULL: not known to a server */
  str transaction_uuid, job_id;       /* catalogs to be saved: of the agent's run; empty: none */
  const struct environment *compiled; /* catalogs to be saved: its modules define types of the catalog; NULL: unknown */
  struct file_batch *files;           /* reports: saved files are synced with the batch; NULL: at once */
  bool go_on;                         /* facts: a file may be written until ind_write_end(), which must be called */
  str checksum_type;                  /* files: empty stands for the setting digest_algorithm */
  bool follow_links, use_permissions, recurse; /* files: follow links; use owner, group and mode of the file */
  bool ignore_cache, ignore_terminus, ignore_cache_save;
  struct ind_object result; /* of IND_OK */
  struct ptrvec results;    /* of a search: struct ind_object * */
  bool from_cache;
  str error; /* of IND_FAILED */
};

/* Functions that the caller provides; NULL: "not supported". */
struct ind_hooks {
  void *ctx;
  /* The facts of this host. */
  const struct hash *(*host_facts)(void *ctx, struct arena *a);
  /* Compiles the catalog of request->key: fills result.json. */
  enum ind_result (*compile)(void *ctx, struct ind_request *request);
};

struct terminus {
  const char *name;
  /* NULL: the terminus does not support the method. */
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
  struct puppetdb *puppetdb;       /* likewise */
  bool facts_sent;                 /* the terminus puppetdb_apply has sent facts */
};

const char *indirection_name(enum indirection what);

/* find: looks in the cache (unless ignore_cache; failures of the cache are logged), then in the terminus, and saves
 * its answer in the cache. save: in terminus and cache. destroy: in both. search: in the terminus. */
enum ind_result indirector_find(struct ind_request *r);
enum ind_result indirector_search(struct ind_request *r);
enum ind_result indirector_save(struct ind_request *r);
enum ind_result indirector_destroy(struct ind_request *r);

/* --- a file that is written while its request goes on (writer.c) --- */
/* Waits for the file. For all that may read it. */
void ind_write_wait(void);
/* Waits for the file of a request with `go_on`. False with the error of the request; true if there was no file. */
bool ind_write_end(struct arena *a, str *error);

#endif
