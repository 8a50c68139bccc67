/* What commands that compile share: the node, its facts, its environment, the settings. */
#ifndef FICELLE_CLI_COMPILE_CLI_H
#define FICELLE_CLI_COMPILE_CLI_H

#include "cli/cli.h"
#include "compiler/compile.h"
#include "compiler/node/node.h"

struct compile_cli {
  struct cli *cli;
  struct arena *arena; /* of all below */
  struct host host;
  str node;
  struct environment_options environment;
  const struct hash *facts;
};

/* `node` NULL: the setting certname. False, and nothing to end, after an error message about the name. */
bool compile_cli_begin(struct compile_cli *job, struct cli *cli, const char *node);
/* Reads the environment's configuration, and the facts: of the file, else those stored for the node in
 * $yamldir/facts, else of this host. */
bool compile_cli_load(struct compile_cli *job, const char *facts_file, str *error);
void compile_cli_end(struct compile_cli *job);

/* From the settings; what is written in the end is left to the caller. */
struct compile_settings compile_cli_settings(struct compile_cli *job);
/* The node with its facts, trusted data of a local request, and the facts of this host as the server. */
void compile_cli_node(struct compile_cli *job, struct node_data *out);
/* The log of a compilation: to the command's. */
void compile_cli_log(void *ctx, enum compile_log_level level, str source, str message, str place);

#endif
