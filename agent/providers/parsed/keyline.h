/* Lines of authorized_keys files: "OPTIONS TYPE KEY NAME". */
#ifndef FICELLE_AGENT_PROVIDERS_PARSED_KEYLINE_H
#define FICELLE_AGENT_PROVIDERS_PARSED_KEYLINE_H

#include "agent/ral/ral.h"

struct keyline {
  str options, kind, key, name; /* options and name may be empty; all point into the line */
};

/* Like Puppet's expression for such lines: uses the last word that is a type of key and is followed by a key. */
bool keyline_parse(str line, struct keyline *out);
/* The options, as far as they can be parsed: name or name="value". */
struct array *keyline_options(struct arena *a, str options);

#endif
