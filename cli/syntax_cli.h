/* Shared by `ficelle parser` and `ficelle epp`: reads sources, makes options from the settings, prints diagnostics. */
#ifndef FICELLE_CLI_SYNTAX_CLI_H
#define FICELLE_CLI_SYNTAX_CLI_H

#include "base/json_write.h"
#include "cli/cli.h"
#include "compiler/syntax/parse.h"

/* Reads a whole file. False with the reason ("No such file or directory", "it is a directory") in *error. */
bool syntax_read(struct arena *a, const char *path, str *text, str *error);
/* The same for a path of the command line, which may also be a pipe, or "-" for standard input. */
bool syntax_read_named(struct arena *a, const char *path, str *text, str *error);
/* Options from the settings strict and tasks, and the module directories for checking where definitions are allowed. */
struct parse_options syntax_options(struct arena *a, struct settings *settings);
/* Logs warnings and deprecations, and errors if there are several; on a terminal each with its source line and a caret.
 * syntax_tell_error prints a single error, or the total. */
void syntax_tell(struct arena *a, struct settings *settings, const struct diag_list *diags);
/* The message of Puppet's exception, with its place: the only error, or how many were logged. */
str syntax_error_text(struct arena *a, struct settings *settings, const struct diag_list *diags);
/* Prints "Error: " and the text, then the caret if there is only one error. */
void syntax_tell_error(struct arena *a, const struct diag_list *diags, str text);
/* Writes an object: issue_code, severity, message, file, line, pos, length. */
void syntax_json(struct json_writer *w, const struct diagnostic *d);
/* The only error of the list; NULL: none, or several. */
const struct diagnostic *syntax_single_error(struct settings *settings, const struct diag_list *diags);
/* Whether a path of the command line exists. */
bool syntax_exists(const char *path);
/* An action that dumps sources: `parser dump` and `epp dump`. */
struct syntax_dump {
  bool epp, pretty, validate, header;
  const char *format, *source;
};
int syntax_dump_run(struct cli *cli, const struct syntax_dump *o, int argc, char **argv);

#endif
