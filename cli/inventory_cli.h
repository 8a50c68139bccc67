/* What the commands `node` and `report` ask the inventory (PuppetDB or the embedded store, by storeconfigs_backend). */
#ifndef FICELLE_CLI_INVENTORY_CLI_H
#define FICELLE_CLI_INVENTORY_CLI_H

#include "cli/compile_cli.h"

/* `node list`, `node show`, `report list`, `report diff`. */
cli_fn inventory_node_list, inventory_node_show, inventory_report_list, inventory_report_diff;

/* The report with that hash, or the only one whose hash begins so, as Puppet's JSON of reports has it; empty, with a
 * message printed, when there is none. */
str inventory_report(struct compile_cli *job, str hash);
/* Whether a text may be the beginning of a report's hash: eight hexadecimal digits or more. */
bool inventory_is_hash(const char *text);

#endif
