/* Subcommands that modules have in Ruby: lib/puppet/application/NAME.rb and lib/puppet/face/NAME.rb of the modulepath,
 * run through the plug-in (ruby/lib/ficelle/subcommand.rb). */
#ifndef FICELLE_CLI_MODULE_COMMAND_H
#define FICELLE_CLI_MODULE_COMMAND_H

#include "base/map.h"
#include "cli/cli.h"

/* argv[0] is the name. False: no module has it, or none can be looked for. *status is its exit status, or 1 after a
 * message. */
bool module_command_run(struct cli *cli, int argc, char **argv, int *status);
/* Prints the help of a module's subcommand, or of the action in argv[1]. The same results. */
bool module_command_help(struct cli *cli, int argc, char **argv, int *status);
/* The names that the modulepath has, as char *, sorted (see subcommand_add). Nothing when the settings name no
 * environment that is there. */
void module_command_names(struct cli *cli, struct arena *a, struct ptrvec *names);

#endif
