/* A run: a compiled catalog is converted, applied and reported.
 *
 * With a complete catalog, call agent_run. The run of an agent begins before it has a catalog: call agent_run_begin,
 * then get the catalog, call agent_run_catalog if there is one, and call agent_run_end in any case. */
#ifndef FICELLE_AGENT_RUN_RUN_H
#define FICELLE_AGENT_RUN_RUN_H

#include <signal.h>

#include "agent/journal/journal.h"
#include "agent/report/report.h"
#include "agent/run/deferred.h"

struct environment;
struct file_batch;
struct host;

struct agent_run {
  /* Set by the caller. The arena is used for everything that the run makes. */
  struct arena *arena;
  struct settings *settings;
  const struct hash *facts; /* structured facts of this host */
  str catalog;              /* JSON */
  struct catalog_doc *read; /* what was read from it; NULL: the run reads it */
  /* The catalog was not compiled for this run: as in Puppet, no schedules and no bucket are added. */
  bool given;
  bool from_user;             /* given by --catalog, not made to undo a run: Puppet's rules for such catalogs */
  bool custom_facts_left;     /* `facts` has no custom facts: types in Ruby resolve those that they need */
  str host;                   /* certname */
  str transaction_uuid;       /* for the report; empty: the catalog's UUID */
  struct journal_about about; /* for the journal of the run */
  bool as_listed;             /* resources are evaluated in catalog order, without the dependencies that types add */
  str puppet_version;         /* the version of Puppet that is reported */
  const str *modulepath;
  uint32_t nmodulepath;
  struct environment *environment; /* its modules have the types in Ruby; NULL: no such types */
  const struct host *compile_host;
  const struct deferred_source *deferred; /* NULL: catalogs with Deferred values are rejected */
  double retrieval_seconds;               /* how long the catalog took to compile or fetch */
  uint32_t parallel;                      /* the setting `parallel`; 0 or 1: one resource at a time */
  int64_t timeout;                        /* time limit for applying the catalog, in seconds; 0: none */
  /* Set to true by others: the run ends after the current resource; may be NULL. */
  const volatile sig_atomic_t *stop;
  /* Sends the report, also that of a failed run, to the destinations in the settings. It may add files to `files`,
   * which are written together. May be NULL. */
  void (*send)(void *ctx, const struct report *report, struct file_batch *files);
  void *ctx;
  const struct file_server *server; /* provides the files of puppet:///…; NULL: this host's modules do */
  /* This host's modules provide puppet:///…, and the server provides puppet://HOST/… */
  bool own_modules;
  void *serving;   /* context of `server` */
  bool unreported; /* the run ended before it began: agent_run_end runs no postrun_command and makes no report */
  /* For agents: called when the catalog was converted and before it is applied; may be NULL. */
  void (*converted)(struct agent_run *run);
  /* The result. */
  struct ral_ruby *ruby; /* ended by ral_ruby_end (agent/ruby/bridge.h) */
  struct report *report; /* NULL: the catalog could not be converted, and there is no report */
  str error;             /* why nothing was applied; empty: it was applied */
  /* Private. */
  bool begun; /* by agent_run_begin */
  struct ral *ral;
  struct run_listener *listener;
  struct journal *journal;
  struct file_batch *files;
};

/* False: the catalog could not be converted (then there is no report), or was not applied (a cycle, a failed
 * prerun_command). */
bool agent_run(struct agent_run *run);

/* Starts the report, which gets all log messages from now on. arena, settings, host and puppet_version must be set; the
 * other fields must be set before the catalog is applied. */
void agent_run_begin(struct agent_run *run);
/* Applies one file or directory tree with these parameters, before a catalog exists. Its log messages belong to the
 * run, but it has its own report, which is discarded. `facts` may be empty. *changed: the number of changed files.
 * False with the first failure in run->error. */
bool agent_run_file(struct agent_run *run, str path, const struct hash *params, uint32_t *changed);
/* Applies run->catalog. False: it was not applied, which was logged. */
bool agent_run_catalog(struct agent_run *run);
/* Runs postrun_command, then completes, stores and sends the report. False: that command failed. */
bool agent_run_end(struct agent_run *run);

#endif
