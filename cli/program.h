/* Subcommands that are programs of their own: `ficelle NAME` runs `ficelle-NAME`. */
#ifndef FICELLE_CLI_PROGRAM_H
#define FICELLE_CLI_PROGRAM_H

#include "base/map.h"
#include "cli/cli.h"

/* Runs ficelle-NAME, where NAME is argv[0], in place of this program. The one in this program's folder is preferred to
 * those of PATH. False: there is none. True: it could not be started, which was said. */
bool subcommand_run(char **argv);
/* Letters, digits, "-" and "_" only: anything else is no name of a subcommand, and might lead out of a folder. */
bool subcommand_name_is_good(const char *name);
/* Names of programs ficelle-NAME in the folders of PATH, as char *, sorted, each once; those of commands.def are left
 * out. */
void subcommand_programs(struct arena *a, struct ptrvec *names);
/* Adds a name, if it is new and no row of commands.def has it, at its place in the order. */
void subcommand_add(struct arena *a, struct ptrvec *names, const char *name, size_t n);
/* For rows of commands.def: the same, and a message when the program is not installed. */
cli_fn cmd_program;

#endif
