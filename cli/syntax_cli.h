/* What `ficelle parser` and `ficelle epp` share: reading sources, options from the settings, telling diagnostics. */
#ifndef FICELLE_CLI_SYNTAX_CLI_H
#define FICELLE_CLI_SYNTAX_CLI_H

#include "base/json_write.h"
#include "cli/cli.h"
#include "compiler/syntax/parse.h"

/* Reads a whole file. False with the reason ("No such file or directory", "it is a directory") in *error. */
bool syntax_read(struct arena *a, const char *path, str *text, str *error);
/* The same of a path that the user gave: it may also be a pipe, or "-" for standard input. */
bool syntax_read_named(struct arena *a, const char *path, str *text, str *error);
/* Settings strict and tasks, and the module directories for the checks of places. */
struct parse_options syntax_options(struct arena *a, struct settings *settings);
/* Logs warnings and deprecations, and the errors when there are several; on a terminal each with its source line and a
 * caret. The one error, or the sum, is left to syntax_tell_error. */
void syntax_tell(struct arena *a, struct settings *settings, const struct diag_list *diags);
/* The text with the place, as Puppet's exception says it: one error, or how many were logged. */
str syntax_error_text(struct arena *a, struct settings *settings, const struct diag_list *diags);
/* Prints "Error: " and the text, then the caret when the error is a single one. */
void syntax_tell_error(struct arena *a, const struct diag_list *diags, str text);
/* One object: issue_code, severity, message, file, line, pos, length. */
void syntax_json(struct json_writer *w, const struct diagnostic *d);
/* The error to print for the list: the only one; NULL if there are several (or none). */
const struct diagnostic *syntax_single_error(struct settings *settings, const struct diag_list *diags);
/* Does the tool's path name something? */
bool syntax_exists(const char *path);
/* An action that dumps sources: `parser dump` and `epp dump`. */
struct syntax_dump {
  bool epp, pretty, validate, header;
  const char *format, *source;
};
int syntax_dump_run(struct cli *cli, const struct syntax_dump *o, int argc, char **argv);

#endif
