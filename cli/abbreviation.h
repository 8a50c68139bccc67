/* Abbreviated long options, by the rules of Ruby's OptionParser, which Puppet uses. */
#ifndef FICELLE_CLI_ABBREVIATION_H
#define FICELLE_CLI_ABBREVIATION_H

#include "cli/cli.h"

enum abbreviation {
  ABBREVIATION_NONE, /* no option matches */
  ABBREVIATION_FOUND,
  ABBREVIATION_AMBIGUOUS /* several options match */
};

/* Finds `typed` (without dashes and value) among the options of the command, the settings and the options of all
 * commands. Each word may be abbreviated (`det-ex`), and case is ignored. If several options match, the shortest one is
 * chosen, provided that it is a prefix of the others. *full is the whole name, at most CLI_OPTION_MAX bytes including
 * NUL. */
enum { CLI_OPTION_MAX = 64 };
enum abbreviation abbreviation_find(const struct cli_usage *usage, str typed, char full[CLI_OPTION_MAX]);

#endif
