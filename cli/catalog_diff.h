/* Internal to `ficelle catalog diff`: prints the result of catalog_compare. */
#ifndef FICELLE_CLI_CATALOG_DIFF_H
#define FICELLE_CLI_CATALOG_DIFF_H

#include "base/json_write.h"
#include "cli/catalog_compare.h"

/* Prints lines "- File[/x]", "+ File[/y]", "~ File[/z]"; the last one with old and new parameters. */
void catalog_diff_text(struct arena *a, struct buf *out, const struct catalog_diff *d);
/* Writes the members same, resources, edges, classes, tags of an object that is already open. */
void catalog_diff_json(struct json_writer *w, const struct catalog_diff *d);

#endif
