/* What the commands share that find objects through the indirector: Puppet's faces node, facts and catalog. */
#ifndef FICELLE_CLI_INDIRECT_CLI_H
#define FICELLE_CLI_INDIRECT_CLI_H

#include "cli/compile_cli.h"

/* `ficelle COMMAND find [NAME]` with --terminus and --render-as. What is not found prints nothing, status 0,
 * as in Puppet. `compiler` is the terminus of that name; NULL: it is not supported here. */
int indirect_find(struct cli *cli, enum indirection what, int argc, char **argv,
                  enum ind_result (*compiler)(void *job, struct ind_request *r));

#endif
