/* The list of resource types. */
#ifndef FICELLE_AGENT_TYPES_TYPES_H
#define FICELLE_AGENT_TYPES_TYPES_H

#include "agent/ral/ral.h"

/* All types, ended by NULL; for `types` of struct ral. */
extern const struct ral_type *const ral_types[];

#endif
