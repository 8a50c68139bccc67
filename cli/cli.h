/* The interface between the command line and the subcommands of `ficelle`.
 *
 * A subcommand is one file cli/cmd_NAME.c with `int cmd_NAME(struct cli *cli, int argc, char **argv)` and one row in
 * cli/commands.def. argv[0] is the subcommand's own name; the result is the exit status. It defines its options and
 * calls cli_begin, which parses the options and settings on the command line, loads puppet.conf and sets up the log.
 * The operands are left in argv:
 *
 *   int cmd_stats(struct cli *cli, int argc, char **argv)
 *   {
 *     bool json = false;
 *     const struct cli_option options[] = {
 *         {"json", 0, CLI_FLAG, &json, NULL, "print JSON"},
 *     };
 *     const struct cli_usage usage = {"ficelle stats [--json]", "Prints …", options, CLI_COUNT(options),
 *                                     SETTINGS_USER};
 *     int status = cli_begin(cli, &usage, &argc, argv);
 *     if (status != CLI_GO)
 *       return status;                 --help was printed, or an error was
 *     ... argc, argv: argv[0] as before, the operands from argv[1] ...
 *   }
 *
 * A subcommand with actions (`parser validate`, `parser dump`) calls cli_action first, which finds the row of the
 * action and calls its function; argv[0] is then the action. */
#ifndef FICELLE_CLI_CLI_H
#define FICELLE_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>

#include "base/settings.h"

#define CLI_COUNT(array) (sizeof(array) / sizeof((array)[0]))
/* The value of cli_begin that means "continue"; any other value is the exit status. */
#define CLI_GO (-1)

enum cli_option_kind {
  CLI_FLAG,   /* target is a bool: set to true, or to false by --no-NAME */
  CLI_STRING, /* target is a const char *: set to the argument; the last one wins */
  CLI_FILE,   /* like CLI_STRING, for a file to read, which may be a pipe (base/file.h) */
  CLI_LIST,   /* target is a struct cli_list: the argument is appended */
};

struct cli_list {
  const char *item[64];
  size_t count;
};

struct cli_option {
  const char *name; /* without dashes; `-` and `_` are equivalent on the command line */
  char letter;      /* short form, or 0 */
  enum cli_option_kind kind;
  void *target;
  const char *argument; /* name of the argument in the help; NULL for CLI_FLAG */
  const char *help;
};

struct cli_usage {
  const char *synopsis;    /* "ficelle parser validate [-e SOURCE] [FILE ...]" */
  const char *description; /* one or more paragraphs, with line breaks at 78 columns */
  const struct cli_option *options;
  size_t option_count;
  enum settings_mode mode; /* which section of puppet.conf is used */
};

struct cli {
  const char *program;       /* "ficelle" */
  const char *command;       /* "parser" */
  const char *action;        /* "validate", or NULL */
  struct settings *settings; /* filled by cli_begin */
  bool debug;
  bool verbose;
};

typedef int cli_fn(struct cli *cli, int argc, char **argv);

struct cli_command {
  const char *name;
  cli_fn *run;
  const char *summary;
};

/* All subcommands, ended by a row without a name. */
extern const struct cli_command cli_commands[];

/* Parses options, puppet.conf and log settings (see above). Afterwards *argc and argv contain only the operands;
 * argv[*argc] is NULL. "-" and everything after "--" are operands. */
int cli_begin(struct cli *cli, const struct cli_usage *usage, int *argc, char **argv);

/* Finds the action of a subcommand in `actions` (ended by a row without a name) and runs it. */
int cli_action(struct cli *cli, const struct cli_command *actions, int argc, char **argv);

/* Keeps a path of the command line usable if it is a pipe (base/file.h). Returns CLI_GO, or the exit status after an
 * error message. */
int cli_keep_pipe(const char *path);

/* Prints the settings that --configprint names, for the commands that have this in Puppet. Returns the exit status, or
 * CLI_GO if it was not given. */
int cli_print_configs(struct cli *cli);

/* Prints Puppet's `Error: …` (red on a terminal) to standard error and returns 1, the exit status. Works before the log
 * is set up. */
int cli_error(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Parses the argument of --render-as. */
enum cli_render { CLI_RENDER_DEFAULT, CLI_RENDER_JSON, CLI_RENDER_YAML };
bool cli_render_parse(const char *text, enum cli_render *render);

struct buf;
/* Writes a text to standard output; it may be empty. */
void cli_print(const struct buf *text);

/* Flushes standard output; if that fails (full disk, closed pipe), prints an error and returns 1, else returns
 * `status`. */
int cli_finish(int status);

#endif
