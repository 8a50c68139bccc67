/* Shared by the files of `ficelle describe`. */
#ifndef FICELLE_CLI_DESCRIBE_H
#define FICELLE_CLI_DESCRIBE_H

#include "base/buf.h"
#include "cli/compile_cli.h"

struct describe_options {
  bool meta, shorter, providers;
};

/* Prints types, including those of the environment's modules. Returns the exit status. */
int describe_types(struct cli *cli, const struct describe_options *o, char **names, int count);
int describe_list(struct cli *cli);

/* --- texts in Puppet's layout (describe_text.c) --- */
/* "\nTEXT\n----\n" */
void describe_heading(struct buf *out, str text, char line);
/* Wraps at 76 characters including the indentation, and ends with a line feed. `plain`: blanks in the text are
 * preserved. */
void describe_wrap(struct buf *out, str text, uint32_t indent, bool plain);
/* A one-line summary: the beginning of a documentation. */
void describe_summary(struct buf *out, str doc);

#endif
