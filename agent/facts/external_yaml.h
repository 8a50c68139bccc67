/* Converts plain YAML scalars. */
#ifndef FICELLE_AGENT_FACTS_EXTERNAL_YAML_H
#define FICELLE_AGENT_FACTS_EXTERNAL_YAML_H

#include "agent/facts/external.h"

/* Sets kind and value from a plain scalar; strings point into `s`. `output`: a program printed it: then symbols are
 * text and dates are rejected. Returns an error, or NULL. */
const char *facts__yaml_scalar(str s, bool output, struct fact *out);

#endif
