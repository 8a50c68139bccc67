/* Calls of Ruby code of modules outside of compilations: subcommands, report processors. */
#ifndef FICELLE_CLI_MODULE_CALL_H
#define FICELLE_CLI_MODULE_CALL_H

#include "cli/compile_cli.h"

struct ruby_row;

/* An empty compilation, because Ruby needs one, in the environment of the settings. */
struct module_call {
  struct compile_cli job;
  struct compile_settings settings;
  struct node_data node;
  struct compilation c;
  struct environment *environment;
  int status; /* what the Ruby code returned */
  str error;  /* why it failed */
};

/* Prepares the compilation after compile_cli_begin. False: the environment does not exist. */
bool module_call_prepare(struct module_call *x, struct cli *cli);
/* Calls Ficelle.ENTRY(*args) for `what`, whose code is in `file` (both for the error without the plug-in). `rows`: what
 * the code may call besides the core; NULL: nothing. Sets x->status, or x->error and returns false. */
bool module_call_ruby(struct module_call *x, const char *entry, const value *args, uint32_t n, str what, str file,
                      const struct ruby_row *rows);
/* Frees what module_call_prepare has made; compile_cli_end does the rest. */
void module_call_end(struct module_call *x);

#endif
