/* `ficelle report process`: runs report processors that modules have in Ruby. */
#ifndef FICELLE_CLI_REPORT_PROCESS_H
#define FICELLE_CLI_REPORT_PROCESS_H

#include "cli/cli.h"

cli_fn report_process;

#endif
