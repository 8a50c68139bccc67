/* Shared by commands that compile: the node, its facts, its environment, the settings. */
#ifndef FICELLE_CLI_COMPILE_CLI_H
#define FICELLE_CLI_COMPILE_CLI_H

#include "base/uuid.h"
#include "cli/cli.h"
#include "compiler/compile.h"
#include "compiler/node/node.h"
#include "indirector/indirector.h"

struct compile_cli {
  struct cli *cli;
  struct log_context *outer; /* the previous context of the log, restored at the end of the job */
  struct arena *arena;       /* for everything below */
  struct host host;
  str node;
  str transaction; /* a new UUID, used in this job's log messages and in the report of a run */
  struct environment_options environment;
  const struct hash *facts;
  const struct fact *own_facts;         /* all facts of this host, after they were collected; NULL before */
  struct node_data found;               /* result of compile_cli_load, including the classifier's answer */
  struct indirector *indirector;        /* NULL before compile_cli_load */
  bool remote;                          /* the environment is on a server: no modules here provide facts */
  bool compiles_nothing;                /* suppress warnings that matter only for compilations */
  const struct ind_object *given_facts; /* replaces the facts that would be found; NULL: none */
  struct exported_source exported;
  struct query_source queries;
  str requested;                        /* the requested environment; empty: the setting */
  const struct node_identity *who;      /* for trusted data; NULL: a local request */
  bool applies;                         /* errors about the node are those of `puppet apply`, which finds it itself */
  const struct server_identity *server; /* NULL: determined from this host */
  /* $settings:: of the environment; NULL: made when needed. */
  const struct hash *settings_values;
  /* Implements the terminus `compiler`; NULL: not available. */
  enum ind_result (*compile)(void *job, struct ind_request *r);
};

/* `node` NULL: the setting certname. False after an error message about the name; then the job must not be ended. */
bool compile_cli_begin(struct compile_cli *job, struct cli *cli, const char *node);
/* Loads the node: its facts, the classifier's answer and trusted data; then reads the configuration of its environment.
 * Facts come from the file (and are saved as the settings require), else from the setting facts_terminus; if that is
 * not set, from $yamldir/facts, else from this host. */
bool compile_cli_load(struct compile_cli *job, const char *facts_file, str *error);
/* Only the first step: makes the indirector, which chooses the termini. */
bool compile_cli_indirector(struct compile_cli *job, str *error);
/* Reads the configuration of the environment in the settings; call it first to detect a missing environment early. */
bool compile_cli_environment(struct compile_cli *job, str *error);
/* The remaining steps. */
bool compile_cli_find(struct compile_cli *job, const char *facts_file, str *error);
/* The same, but uses the configuration in *environment instead of reading it. */
bool compile_cli_find_node(struct compile_cli *job, const char *facts_file, str *environment, str *error);
/* Makes a job for another node with the settings, host and indirector of this job, and its data about the server. It is
 * allocated in `a` and need not be ended. */
void compile_cli_another(const struct compile_cli *job, struct arena *a, str node, struct compile_cli *out);
/* Data about the server for compilations. */
struct server_identity compile_cli_server(struct compile_cli *job);
/* A request about the job's node, allocated in the arena of the job. */
struct ind_request compile_cli_request(struct compile_cli *job, enum indirection what);
/* Uses only the stored facts of a node, unless settings or routes.yaml choose another terminus. */
void compile_cli_only_stored_facts(struct compile_cli *job);
enum host_facts_kinds {
  HOST_FACTS_ALL,
  HOST_FACTS_WITHOUT_CUSTOM, /* without custom facts of modules */
  HOST_FACTS_OWN             /* also without external facts: runs no code of the site */
};
/* Facts of this host. */
const struct hash *compile_cli_host_facts(struct compile_cli *job, struct arena *a, enum host_facts_kinds kinds);
/* The name of the node that has these facts: that fact, if it is a string, which the setting node_name_fact names;
 * otherwise `name`. */
str compile_cli_name_in_facts(struct settings *s, const struct hash *facts, str name);
void compile_cli_end(struct compile_cli *job);
/* Runs a function in a job for this host that has only its indirector; returns the exit status. */
int compile_cli_run(struct cli *cli, int (*run)(struct compile_cli *job, void *ctx), void *ctx);

/* Makes them from the settings; the caller chooses the output formats. */
struct compile_settings compile_cli_settings(struct compile_cli *job);
/* The node with its facts, trusted data of a local request, and this host's facts as server facts. */
void compile_cli_node(struct compile_cli *job, struct node_data *out);
/* Passes log messages of a compilation to the command's log. */
host_log_fn compile_cli_log;
/* Sets the log's context to this node and a new transaction. */
void compile_cli_context(struct cli *cli, str node, char transaction[UUID_SIZE]);
/* The machine that the command runs on. */
struct host compile_cli_host(void);

#endif
