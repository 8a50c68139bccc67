/* A run of the agent, from the server's environment to the report. */
#ifndef FICELLE_FLEET_CONFIGURER_H
#define FICELLE_FLEET_CONFIGURER_H

#include "agent/run/run.h"
#include "cli/compile_cli.h"
#include "fleet/fleet.h"

struct configurer {
  /* Set by the caller. */
  struct cli *cli;
  struct session *session;
  str job_id;                  /* --job-id; empty: none */
  struct timespec started;     /* when the agent was started for this run; 0: a daemon */
  volatile sig_atomic_t *stop; /* set to end the run; runtimeout sets it, too */
  bool environment_given;      /* on the command line */
  /* Internal. */
  struct compile_cli job;
  struct agent_run run;
  struct session_files files;
  str environment; /* the present one */
  str json;        /* the catalog as it came, and as it was read */
  struct catalog_doc catalog;
  str transaction_uuid;
  bool with_plugins; /* fetch plug-ins: not with use_cached_catalog */
  bool use_cached, use_cache_on_failure;
  const char *cached_status; /* of the report */
  double retrieval_seconds;  /* of the catalog */
  bool environment_chosen;   /* a server was chosen */
  bool failing;              /* after a failure, only the cached catalog can be used */
  str facts_form;            /* the encoded facts of the request; empty: not created yet */
  double began;
};

/* Returns the exit status for --detailed-exitcodes; -1: no run. Logs, reports and counts the run. */
int configurer_run(struct configurer *c);

/* --- plugins.c --- */
/* *there: whether the server has the environment. False if the run must end, after a log message. */
bool plugins_environment(struct configurer *c, bool *there, struct session_error *error);
/* Fetches facts, types and functions of the server's modules, where the run finds them. False with *error. */
bool plugins_fetch(struct configurer *c, struct session_error *error);
/* The directory with the fetched modules of the run. */
str plugins_modules(struct configurer *c);
/* Creates that directory again. */
void plugins_link(struct configurer *c);

/* --- facts.c --- */
/* Collects this host's facts, for the run and for the request. False with *error. */
bool facts_take(struct configurer *c, struct session_error *error);
/* PUT /facts/NAME with fresh facts (resubmit_facts). */
void facts_resubmit(struct configurer *c);

/* --- catalog.c --- */
/* Requests the catalog of the run. False with *error. */
bool catalog_ask(struct configurer *c, str configured_environment, struct session_error *error);
/* Takes the cached catalog. False if it does not exist or cannot be read, after a log message. */
bool catalog_cached(struct configurer *c);
/* The code_id in the catalog; empty: none. */
str catalog_code_id(const struct configurer *c);
/* Saves the catalog in the cache. */
void catalog_keep(struct configurer *c);

#endif
