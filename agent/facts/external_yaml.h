/* Between the reader of YAML and what it makes of plain scalars. */
#ifndef FICELLE_AGENT_FACTS_EXTERNAL_YAML_H
#define FICELLE_AGENT_FACTS_EXTERNAL_YAML_H

#include "agent/facts/external.h"

/* Sets kind and value by a plain scalar; strings are those of `s`. `output`: of a program, where symbols are
 * texts and dates are refused. Returns what is wrong with it, or NULL. */
const char *facts__yaml_scalar(str s, bool output, struct fact *out);

#endif
