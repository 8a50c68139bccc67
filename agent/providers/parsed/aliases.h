/* Lines of /etc/aliases. */
#ifndef FICELLE_AGENT_PROVIDERS_PARSED_ALIASES_H
#define FICELLE_AGENT_PROVIDERS_PARSED_ALIASES_H

#include "compiler/values/value.h"

struct alias_line {
  str name, file;           /* file: for ":include:" */
  struct array *recipients; /* texts without quotes; NULL: it includes a file */
};

/* False: the line has no colon. */
bool alias_parse(struct arena *a, str line, struct alias_line *out);

#endif
