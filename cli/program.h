/* Subcommands that are programs of their own: `ficelle NAME` runs `ficelle-NAME`. */
#ifndef FICELLE_CLI_PROGRAM_H
#define FICELLE_CLI_PROGRAM_H

#include "base/map.h"
#include "cli/cli.h"

/* Replaces this program by ficelle-NAME, where NAME is argv[0]. The one in this program's directory is preferred to
 * those in PATH. False if there is none. True if it could not be started, after an error message. */
bool subcommand_run(char **argv);
/* Letters, digits, "-" and "_" only: other characters are not allowed, because the name could then lead out of a
 * directory. */
bool subcommand_name_is_good(const char *name);
/* Names of programs ficelle-NAME in the folders of PATH, as char *, sorted, each once; those of commands.def are left
 * out. */
void subcommand_programs(struct arena *a, struct ptrvec *names);
/* Adds a name, if it is new and no row of commands.def has it, at its place in the order. */
void subcommand_add(struct arena *a, struct ptrvec *names, const char *name, size_t n);
/* For rows of commands.def: the same, and a message when the program is not installed. */
cli_fn cmd_program;

#endif
