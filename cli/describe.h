/* What the files of `ficelle describe` share. */
#ifndef FICELLE_CLI_DESCRIBE_H
#define FICELLE_CLI_DESCRIBE_H

#include "base/buf.h"
#include "cli/compile_cli.h"

struct describe_options {
  bool meta, shorter, providers;
};

/* Prints types, those of the environment's modules too. The exit status. */
int describe_types(struct cli *cli, const struct describe_options *o, char **names, int count);
int describe_list(struct cli *cli);

/* --- texts as Puppet prints them (describe_text.c) --- */
/* "\nTEXT\n----\n" */
void describe_heading(struct buf *out, str text, char line);
/* In lines of 76 characters with the indentation, and a line feed at the end. `plain`: blanks of the text stay. */
void describe_wrap(struct buf *out, str text, uint32_t indent, bool plain);
/* The beginning of a documentation, for one line. */
void describe_summary(struct buf *out, str doc);

#endif
