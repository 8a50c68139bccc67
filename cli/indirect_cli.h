/* Shared by the commands that find objects through the indirector: Puppet's faces node, facts and catalog. */
#ifndef FICELLE_CLI_INDIRECT_CLI_H
#define FICELLE_CLI_INDIRECT_CLI_H

#include "cli/compile_cli.h"

/* `ficelle COMMAND find [NAME]` with --terminus and --render-as. As in Puppet, if nothing is found, prints nothing and
 * returns 0. `compiler` implements that terminus; NULL: not supported here. */
int indirect_find(struct cli *cli, enum indirection what, int argc, char **argv,
                  enum ind_result (*compiler)(void *job, struct ind_request *r));

#endif
