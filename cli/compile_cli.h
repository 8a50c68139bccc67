/* What commands that compile share: the node, its facts, its environment, the settings. */
#ifndef FICELLE_CLI_COMPILE_CLI_H
#define FICELLE_CLI_COMPILE_CLI_H

#include "base/uuid.h"
#include "cli/cli.h"
#include "compiler/compile.h"
#include "compiler/node/node.h"
#include "indirector/indirector.h"

struct compile_cli {
  struct cli *cli;
  struct log_context *outer; /* the log's context before; the end of the job restores it */
  struct arena *arena;       /* of all below */
  struct host host;
  str node;
  str transaction; /* a new UUID, of this job's log lines, and of the report of a run */
  struct environment_options environment;
  const struct hash *facts;
  const struct fact *own_facts;         /* all of this host, once they were collected; NULL before */
  struct node_data found;               /* of compile_cli_load: with the classifier's answer */
  struct indirector *indirector;        /* NULL before compile_cli_load */
  bool remote;                          /* the environment is a server's: no modules here have facts */
  bool compiles_nothing;                /* do not warn about what only a compilation needs */
  const struct ind_object *given_facts; /* used instead of the facts that would be found; NULL: none */
  struct exported_source exported;
  struct query_source queries;
  str requested;                                                /* the environment asked for; empty: the setting */
  const struct node_identity *who;                              /* for trusted data; NULL: a local request */
  const struct server_identity *server;                         /* NULL: found out */
  const struct hash *settings_values;                           /* $settings:: of the environment; NULL: made */
  enum ind_result (*compile)(void *job, struct ind_request *r); /* for the terminus `compiler`; NULL: none */
};

/* `node` NULL: the setting certname. False, and nothing to end, after an error message about the name. */
bool compile_cli_begin(struct compile_cli *job, struct cli *cli, const char *node);
/* Finds the node: facts (of the file, which are then saved where the settings say so; else by the setting
 * facts_terminus, which when it is not set means those stored for the node in $yamldir/facts, else those of
 * this host), the classifier's answer, trusted data; then reads the configuration of the environment it is
 * in. */
bool compile_cli_load(struct compile_cli *job, const char *facts_file, str *error);
/* Only the first step: chooses the termini. */
bool compile_cli_indirector(struct compile_cli *job, str *error);
/* Before it, where a missing environment is to be found early: its configuration, as the setting names it. */
bool compile_cli_environment(struct compile_cli *job, str *error);
/* The rest of it. */
bool compile_cli_find(struct compile_cli *job, const char *facts_file, str *error);
/* The second without the configuration of the environment, which is *environment's. */
bool compile_cli_find_node(struct compile_cli *job, const char *facts_file, str *environment, str *error);
/* A job for another node, with the settings, the host, the indirector of this one, and what it knows of the server. All
 * of it lives in `a`; there is nothing to end. */
void compile_cli_another(const struct compile_cli *job, struct arena *a, str node, struct compile_cli *out);
/* Data about the server for compilations. */
struct server_identity compile_cli_server(struct compile_cli *job);
/* A request for the job's node, in the arena of the job. */
struct ind_request compile_cli_request(struct compile_cli *job, enum indirection what);
/* No facts but those that are stored for a node, unless settings or routes say where facts are. */
void compile_cli_only_stored_facts(struct compile_cli *job);
enum host_facts_kinds {
  HOST_FACTS_ALL,
  HOST_FACTS_WITHOUT_CUSTOM, /* without those that modules have in Ruby */
  HOST_FACTS_OWN             /* without those and without external ones: nothing of a site runs */
};
/* Facts of this host. */
const struct hash *compile_cli_host_facts(struct compile_cli *job, struct arena *a, enum host_facts_kinds kinds);
void compile_cli_end(struct compile_cli *job);

/* From the settings; what is written in the end is left to the caller. */
struct compile_settings compile_cli_settings(struct compile_cli *job);
/* The node with its facts, trusted data of a local request, and the facts of this host as the server. */
void compile_cli_node(struct compile_cli *job, struct node_data *out);
/* The log of a compilation: to the command's. */
host_log_fn compile_cli_log;
/* Sets the log's context to this node, with a new transaction. */
void compile_cli_context(struct cli *cli, str node, char transaction[UUID_SIZE]);
/* The machine that the command runs on. */
struct host compile_cli_host(void);

#endif
