/* The commands of this program. */
#ifndef FICELLE_FLEET_COMMANDS_H
#define FICELLE_FLEET_COMMANDS_H

#include "cli/cli.h"

cli_fn cmd_agent, cmd_ssl;

#endif
