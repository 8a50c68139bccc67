/* What the actions of `ficelle catalog` share: formats, catalogs from files or compiled, graphs. */
#ifndef FICELLE_CLI_CATALOG_CLI_H
#define FICELLE_CLI_CATALOG_CLI_H

#include "cli/compile_cli.h"
#include "compiler/catalog/catalog_read.h"

/* Puppet's formats of a catalog. CONSOLE is JSON over many lines, without --render-as. */
enum catalog_format { FORMAT_CONSOLE, FORMAT_JSON, FORMAT_RICH_JSON, FORMAT_YAML, FORMAT_DOT };
/* NULL is CONSOLE. False after an error message. */
bool catalog_format_parse(const char *text, enum catalog_format *format);
/* Prints a catalog that is there as JSON. The exit status; the error has been printed. */
int catalog_print(struct arena *a, str json, enum catalog_format format);

/* A catalog to look at: `operand` is a file ("-": standard input), or the name of a node, which is compiled;
 * NULL is this node. A name that is also a file is the file. Facts: as of `catalog compile`. False after an
 * error message. */
bool catalog_get(struct cli *cli, struct arena *a, const char *operand, const char *facts, struct catalog_doc *out);
/* The same of a file only. The message goes to *error. */
bool catalog_read_file(struct arena *a, const char *path, struct catalog_doc *out, str *error);

/* Writes resources.dot, relationships.dot and expanded_relationships.dot into $graphdir, and cycles.dot when
 * there are any (`cycles`, else empty); with `image`, which may be NULL ("svg", "png" …), graphviz makes a
 * picture of each beside it. False after an error message. */
bool catalog_write_graphs(struct cli *cli, const struct catalog_doc *doc, str cycles, const char *image);

/* What `catalog why` prints of a resource, and of the classes and defined types it is in; the job is loaded. False with
 * a message: it cannot be compiled, or is not in it. */
bool catalog_why_lines(struct compile_cli *job, str ref, bool full, str *out, str *error);

/* The actions, one file each. */
cli_fn catalog_diff, catalog_graph, catalog_select, catalog_why;

#endif
