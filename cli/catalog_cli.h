/* Shared by the actions of `ficelle catalog`: formats, catalogs from files or compiled, graphs. */
#ifndef FICELLE_CLI_CATALOG_CLI_H
#define FICELLE_CLI_CATALOG_CLI_H

#include "cli/compile_cli.h"
#include "compiler/catalog/catalog_read.h"

/* Puppet's formats of a catalog. CONSOLE, the default, is indented JSON. */
enum catalog_format { FORMAT_CONSOLE, FORMAT_JSON, FORMAT_RICH_JSON, FORMAT_YAML, FORMAT_DOT };
/* NULL means CONSOLE. False after an error message. */
bool catalog_format_parse(const char *text, enum catalog_format *format);
/* Prints a catalog that is given as JSON. Returns the exit status; errors have been printed. */
int catalog_print(struct arena *a, str json, enum catalog_format format);

/* Gets a catalog. `operand` is a file ("-": standard input), or the name of a node to compile; NULL: this node. If a
 * file of that name exists, it is used. Facts are found as in `catalog compile`. False after an error message. */
bool catalog_get(struct cli *cli, struct arena *a, const char *operand, const char *facts, struct catalog_doc *out);
/* The same, but only from a file. The message is in *error. */
bool catalog_read_file(struct arena *a, const char *path, struct catalog_doc *out, str *error);

/* Writes resources.dot, relationships.dot and expanded_relationships.dot to $graphdir, and cycles.dot if there are
 * cycles (`cycles` is not empty). If `image` ("svg", "png" …) is not NULL, graphviz draws each of them, too. False
 * after an error message. */
bool catalog_write_graphs(struct cli *cli, const struct catalog_doc *doc, str cycles, const char *image);

/* The text of `catalog why` about a resource, and about the classes and defined types that contain it; the job must be
 * loaded. False with a message: compiling failed, or the catalog does not contain the resource. */
bool catalog_why_lines(struct compile_cli *job, str ref, bool full, str *out, str *error);

/* The actions; each has its own file. */
cli_fn catalog_diff, catalog_graph, catalog_select, catalog_why;

#endif
