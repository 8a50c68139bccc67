/* Queries of the commands `node` and `report` to the inventory: PuppetDB or the embedded store, as storeconfigs_backend
 * chooses. */
#ifndef FICELLE_CLI_INVENTORY_CLI_H
#define FICELLE_CLI_INVENTORY_CLI_H

#include "cli/compile_cli.h"

/* `node list`, `node show`, `report list`, `report diff`. */
cli_fn inventory_node_list, inventory_node_show, inventory_report_list, inventory_report_diff;

/* Returns the report with that hash, or the only one whose hash begins with the text, in Puppet's JSON format of
 * reports. If no report matches, prints a message and returns an empty text. */
str inventory_report(struct compile_cli *job, str hash);
/* Whether a text can be the beginning of a report's hash: at least eight hexadecimal digits. */
bool inventory_is_hash(const char *text);

#endif
