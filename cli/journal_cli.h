/* Reads the journals of runs, for commands. */
#ifndef FICELLE_CLI_JOURNAL_CLI_H
#define FICELLE_CLI_JOURNAL_CLI_H

#include "agent/journal/journal.h"
#include "cli/cli.h"

struct journal_cli {
  struct arena *arena;      /* for everything below */
  struct journal_run *runs; /* oldest first */
  uint32_t n;
};

/* False after an error message; then `j` need not be ended. */
bool journal_cli_begin(struct journal_cli *j, struct settings *s);
/* The run of that name; NULL: the last run that changed something. Returns NULL after an error message. */
const struct journal_run *journal_cli_run(const struct journal_cli *j, const char *name);
/* Prints all runs, as text or as JSON. Returns the exit status. */
int journal_cli_print(const struct journal_cli *j, bool json);
void journal_cli_end(struct journal_cli *j);

#endif
