/* Abbreviated long options, by the rules of Ruby's OptionParser, which Puppet uses. */
#ifndef FICELLE_CLI_ABBREVIATION_H
#define FICELLE_CLI_ABBREVIATION_H

#include "cli/cli.h"

enum abbreviation {
  ABBREVIATION_NONE, /* no option begins like this */
  ABBREVIATION_FOUND,
  ABBREVIATION_AMBIGUOUS /* several do */
};

/* Looks `typed` (without dashes and value) up among the options of the command, the settings and the options that every
 * command has. Each word of it may be short (`det-ex`), in any case. Of several options the shortest one counts when
 * the others begin with it. *full is the whole name, which has at most CLI_OPTION_MAX bytes with its NUL. */
enum { CLI_OPTION_MAX = 64 };
enum abbreviation abbreviation_find(const struct cli_usage *usage, str typed, char full[CLI_OPTION_MAX]);

#endif
