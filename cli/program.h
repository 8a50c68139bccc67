/* Subcommands that are programs of their own: `ficelle NAME` runs `ficelle-NAME`. */
#ifndef FICELLE_CLI_PROGRAM_H
#define FICELLE_CLI_PROGRAM_H

#include "cli/cli.h"

/* Runs ficelle-NAME, where NAME is argv[0], in place of this program. The one in this program's folder is preferred to those of
 * PATH. False: there is none. True: it could not be started, which was said. */
bool subcommand_run(char **argv);
/* Letters, digits, "-" and "_" only: anything else is no name of a subcommand, and might lead out of a folder. */
bool subcommand_name_is_good(const char *name);
/* For rows of commands.def: the same, and a message when the program is not installed. */
cli_fn cmd_program;

#endif
