/* Subcommands that are separate programs: `ficelle NAME` runs `ficelle-NAME`. */
#ifndef FICELLE_CLI_PROGRAM_H
#define FICELLE_CLI_PROGRAM_H

#include "base/map.h"
#include "cli/cli.h"

/* Replaces this program by ficelle-NAME, where NAME is argv[0]. Prefers the one in this program's directory to those in
 * PATH. False: not found. True: it could not be started, and an error was printed. */
bool subcommand_run(char **argv);
/* Whether a name contains only letters, digits, "-" and "_". With other characters it could lead to another
 * directory. */
bool subcommand_name_is_good(const char *name);
/* Names of programs ficelle-NAME in the directories of PATH, as char *, sorted, without duplicates and without those in
 * commands.def. */
void subcommand_programs(struct arena *a, struct ptrvec *names);
/* Inserts a name in sorted order, unless it is already there or in commands.def. */
void subcommand_add(struct arena *a, struct ptrvec *names, const char *name, size_t n);
/* The function of such rows in commands.def: runs the program, or reports which package has it. */
cli_fn cmd_program;

#endif
