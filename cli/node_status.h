#ifndef FICELLE_CLI_NODE_STATUS_H
#define FICELLE_CLI_NODE_STATUS_H

#include "cli/compile_cli.h"

/* Prints the state of the job's node, after an empty line unless it is the first node printed by this process. */
bool node_status(struct compile_cli *job);

#endif
