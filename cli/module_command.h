/* Subcommands in Ruby that modules have: lib/puppet/application/NAME.rb and lib/puppet/face/NAME.rb in the modulepath,
 * run through the plug-in (ruby/lib/ficelle/subcommand.rb). */
#ifndef FICELLE_CLI_MODULE_COMMAND_H
#define FICELLE_CLI_MODULE_COMMAND_H

#include "base/map.h"
#include "cli/cli.h"

/* argv[0] is the name. False: no module has it, or modules cannot be searched. *status: the exit status, which is 1
 * after an error message. */
bool module_command_run(struct cli *cli, int argc, char **argv, int *status);
/* Prints the help of a module's subcommand, or of the action in argv[1]. Returns the same as module_command_run. */
bool module_command_help(struct cli *cli, int argc, char **argv, int *status);
/* Adds the names in the modulepath, as char *, sorted (see subcommand_add). Adds nothing if the environment in the
 * settings does not exist. */
void module_command_names(struct cli *cli, struct arena *a, struct ptrvec *names);

#endif
