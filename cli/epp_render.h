/* `ficelle epp render`, an action of cli/cmd_epp.c. */
#ifndef FICELLE_CLI_EPP_RENDER_H
#define FICELLE_CLI_EPP_RENDER_H

#include "cli/cli.h"

cli_fn epp_render;

#endif
