/* Internal to `ficelle catalog diff`: printing what catalog_compare found. */
#ifndef FICELLE_CLI_CATALOG_DIFF_H
#define FICELLE_CLI_CATALOG_DIFF_H

#include "base/json_write.h"
#include "compiler/catalog/catalog_diff.h"

/* Lines for people: "- File[/x]", "+ File[/y]", "~ File[/z]" with its parameters side by side. */
void catalog_diff_text(struct arena *a, struct buf *out, const struct catalog_diff *d);
/* The members same, resources, edges, classes, tags of an object that is open. */
void catalog_diff_json(struct json_writer *w, const struct catalog_diff *d);

#endif
