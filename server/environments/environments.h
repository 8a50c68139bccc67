/* The environments that a process of the server has read, found by name, and what every compilation of the process
 * shares.
 *
 *   struct environments *all = environments_new(settings, &error);      the generation's process
 *   environments_load(all, 500, &all_read);                                    reads them, before workers are forked
 *   environments_worker_begin(all, &error)                              in each worker, after the fork
 *   worker.indirector = environments_indirector(all);
 *   environments_free(all);
 *
 * environment_timeout decides when an environment is read again: with 0, when a file has changed; with a number of
 * seconds, when it was not used for that long and a file has changed; with unlimited, on request
 * (environments_forget). A changed environment is read into a new version beside the old one, which lives until nobody
 * uses it: a request sees one version from its beginning to its end.
 *
 * When another directory takes the place of an environment, because a link is switched, that is noticed at once,
 * whatever environment_timeout says: files that a process has not read yet would be of another version than those it
 * has. */
#ifndef FICELLE_SERVER_ENVIRONMENTS_ENVIRONMENTS_H
#define FICELLE_SERVER_ENVIRONMENTS_ENVIRONMENTS_H

#include "cli/compile_cli.h"
#include "collectors/server_stats.h"

struct environments;

/* A version of an environment in memory. */
struct site {
  str name;
  struct environment *environment; /* options.path, options.modulepath …; what was parsed */
  const struct hash *settings;     /* $settings::… */
  uint64_t serial;                 /* unique; what is cached about its files is valid while the serial is the same */
  int64_t read_s;                  /* wall clock: when it was read */
  str code_id;                     /* the last answer of the code-id-command (routes/code.h); empty: not asked */
  uint64_t counted;                /* generation of the environment that was last counted */
  bool bare;                       /* without its manifests */
  unsigned users;                  /* environments_use less environments_done */
  struct arena *arena;
};

/* Reads only the settings. NULL with a message when they are invalid. */
struct environments *environments_new(struct settings *settings, str *error);
void environments_free(struct environments *all); /* NULL is fine */

/* Reads all environments, with their manifests and those of the modules in their directories, for at most this many
 * milliseconds; *all_read tells whether the time was enough. The rest is read when it is needed. Errors are reported
 * when the environment is used. Returns the number of environments. */
unsigned environments_load(struct environments *all, int64_t most_ms, bool *all_read);

/* Opens what processes must not share: the indirector with its stores, the statistics. */
bool environments_worker_begin(struct environments *all, str *error);
struct indirector *environments_indirector(struct environments *all);
/* The statistics of the process; NULL: none, or before environments_worker_begin. */
struct stats_store *environments_store(struct environments *all);

/* Counts in `stats`, from now on, which files are read and which could not be read. Files that the process has read
 * before are counted at once; later ones when a request is done with the environment. What was counted before a fork
 * is not counted again. NULL stops counting. */
void environments_count(struct environments *all, struct server_stats *stats);

/* The present version of the environment of that name. NULL: *error is Puppet's "Could not find a directory
 * environment named …", with *missing true (may be NULL), or the error in its environment.conf. `a` is for the
 * message. */
struct site *environments_use(struct environments *all, struct arena *a, str name, bool *missing, str *error);
/* The same without its manifests, only with its modules. */
struct site *environments_use_bare(struct environments *all, struct arena *a, str name, bool *missing, str *error);
/* Whether the environment was deployed again since the site was read: its directory or, with `files`, one of its files
 * has changed. The files of an environment that is cached for some time are not checked. */
bool environments_is_stale(struct environments *all, const struct site *site, bool files);
void environments_done(struct environments *all, struct site *site);

/* For DELETE environment-cache: has the environment (empty: all of them) read again at its next use, in every process
 * that was forked after environments_new. Unknown names are ignored. */
void environments_forget(struct environments *all, str name);

/* The names in the environmentpath, sorted, in `a`; `production` only when it has a directory. */
uint32_t environments_list(struct environments *all, struct arena *a, str **names);

/* The sites in memory, for status and statistics; NULL after the last one. */
const struct site *environments_at(const struct environments *all, uint32_t i);
size_t site_bytes(const struct site *site); /* memory of what was read */

/* A job for a node: settings, host and indirector, as the commands use them (cli/compile_cli.h). In `a`, without the
 * node's data; needs no cleanup. */
void environments_job(struct environments *all, struct arena *a, str node, struct compile_cli *out);
/* Counts compilations in the statistics; NULL before environments_worker_begin. */
const struct observer *environments_observer(struct environments *all);

#endif
