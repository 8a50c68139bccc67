/* Parses commands of augeas resources: "set /files/etc/hosts/1/alias x", "match *[. = 'a'] size > 0". */
#ifndef FICELLE_AGENT_PROVIDERS_AUGEAS_COMMANDS_H
#define FICELLE_AGENT_PROVIDERS_AUGEAS_COMMANDS_H

#include "agent/ral/ral.h"

struct augeas_command {
  str name;
  value args[3]; /* texts; the second one of `size` is a number */
  uint32_t n;
};

struct augeas_commands {
  struct augeas_command *items;
  uint32_t n;
};

/* Parses the lines of a text, or of each text of an array. The context is put before relative paths. False with
 * Puppet's message in ral->error. */
bool augeas_parse(struct ral *ral, value data, str context, struct augeas_commands *out);
/* Parses "['a', \"b\"]": texts in quotes. False for any other text. */
bool augeas_parse_list(struct arena *a, str text, struct valuevec *out);

#endif
