/* One run of the agent: from the server's environment to the report. */
#ifndef FICELLE_FLEET_CONFIGURER_H
#define FICELLE_FLEET_CONFIGURER_H

#include "agent/run/run.h"
#include "cli/compile_cli.h"
#include "fleet/fleet.h"

struct configurer {
  /* Given. */
  struct cli *cli;
  struct session *session;
  str job_id;                  /* --job-id; empty: none */
  struct timespec started;     /* when the agent was started for this run; 0: it runs all the time */
  volatile sig_atomic_t *stop; /* becomes true: the run ends; runtimeout does that, too */
  bool environment_given;      /* on the command line */
  /* Its own. */
  struct compile_cli job;
  struct agent_run run;
  struct session_files files;
  str environment; /* the present one */
  str transaction_uuid;
  bool with_plugins; /* they are fetched: not with use_cached_catalog */
  bool use_cached, use_cache_on_failure;
  const char *cached_status; /* of the report */
  double retrieval_seconds;  /* of the catalog */
  bool environment_chosen;   /* a server was */
  bool failing;              /* something failed so that only the cached catalog is left */
  str facts_form;            /* the part of the question that has the facts, encoded; empty: not made */
  double began;
};

/* The exit status for --detailed-exitcodes; -1: there was no run. All is logged, reported and counted. */
int configurer_run(struct configurer *c);

/* --- plugins.c --- */
/* Whether the server has the environment: *there. False if the run has ended, after a log message. */
bool plugins_environment(struct configurer *c, bool *there, struct session_error *error);
/* Facts, types, functions of the server's modules, and where they are found by the run. False with *error. */
bool plugins_fetch(struct configurer *c, struct session_error *error);
/* The directory with the modules of the run: what was fetched. */
str plugins_modules(struct configurer *c);
/* Makes it anew. */
void plugins_link(struct configurer *c);

/* --- facts.c --- */
/* This host's facts: for the run, and as they are sent. False with *error. */
bool facts_take(struct configurer *c, struct session_error *error);
/* PUT /facts/NAME with fresh facts (resubmit_facts). */
void facts_resubmit(struct configurer *c);

/* --- catalog.c --- */
/* Asks the server. False with *error. */
bool catalog_ask(struct configurer *c, str configured_environment, str *json, struct session_error *error);
/* Environment and code_id in a catalog; empty if missing, or if it is not a catalog. */
void catalog_head(struct arena *a, str json, str *environment, str *code_id);
/* The cached catalog. False if there is none, or if it cannot be read, after a log message. */
bool catalog_cached(struct configurer *c, str *json);
/* Keeps it. */
void catalog_keep(struct configurer *c, str json);

#endif
