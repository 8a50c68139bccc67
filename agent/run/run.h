/* A run: a compiled catalog is converted, applied and reported.
 *
 * With a catalog at hand that is agent_run. An agent's run begins before it has one: agent_run_begin, then what leads
 * to the catalog, agent_run_catalog if there is one, and agent_run_end in any case. */
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
  /* Given. The arena holds all that the run makes. */
  struct arena *arena;
  struct settings *settings;
  const struct hash *facts;   /* structured facts of this host */
  str catalog;                /* JSON */
  bool given;                 /* a file of the user's: Puppet adds no schedules and no bucket to such a one */
  bool custom_facts_left;     /* `facts` are without custom facts: types in Ruby get those that they ask for */
  str host;                   /* certname */
  str transaction_uuid;       /* of the report; empty: the catalog's UUID */
  struct journal_about about; /* for the journal of the run */
  bool as_listed;             /* resources are evaluated in the catalog's order, whatever their types want */
  str puppet_version;         /* the version whose behaviour is shown to others */
  const str *modulepath;
  uint32_t nmodulepath;
  struct environment *environment; /* whose modules have types in Ruby, and how they are read; NULL: there are none */
  const struct host *compile_host;
  const struct deferred_source *deferred; /* NULL: catalogs with Deferred values are refused */
  double retrieval_seconds;               /* how long the catalog took to compile or fetch */
  uint32_t parallel;                      /* setting of that name; 0 or 1: in turn */
  int64_t timeout;                        /* seconds that applying it may take; 0: any */
  const volatile sig_atomic_t *stop;      /* becomes true: ends after the current resource; may be NULL */
  /* The report goes where indirector and settings say; also that of a failed run. What is written to files may be put
   * into `files`. May be NULL. */
  void (*send)(void *ctx, const struct report *report, struct file_batch *files);
  void *ctx;
  const struct file_server *server; /* that has the files of puppet:///…; NULL: this host's modules have them */
  bool own_modules;                 /* they have them, and the server those of puppet://HOST/… */
  void *serving;                    /* for it */
  bool unreported; /* the run is over before it began: agent_run_end runs no postrun_command and makes no report */
  /* Of agents. The catalog was converted and is about to be applied; may be NULL. */
  void (*converted)(struct agent_run *run);
  /* The result. */
  struct ral_ruby *ruby; /* ended by ral_ruby_end (agent/ruby/bridge.h) */
  struct report *report; /* NULL: the catalog could not be converted, nothing was reported */
  str error;             /* why nothing was applied; empty: it was */
  /* Its own. */
  bool begun; /* by agent_run_begin */
  struct ral *ral;
  struct run_listener *listener;
  struct journal *journal;
  struct file_batch *files;
};

/* False: the catalog could not be converted (no report), or was not applied (a cycle, a failed prerun_command). */
bool agent_run(struct agent_run *run);

/* The report is there and gets all log lines from now on. Of the fields above, arena, settings, host and puppet_version
 * are given by then; the rest when the catalog is. */
void agent_run_begin(struct agent_run *run);
/* One file or tree with these parameters, before there is a catalog: its log lines are the run's, its report is not.
 * `facts` may be empty. *changed: how many files were. False: with the first failure in run->error. */
bool agent_run_file(struct agent_run *run, str path, const struct hash *params, uint32_t *changed);
/* Applies run->catalog. False: it was not, which is logged. */
bool agent_run_catalog(struct agent_run *run);
/* postrun_command; then the report is finished, kept and sent. False: that command failed. */
bool agent_run_end(struct agent_run *run);

#endif
