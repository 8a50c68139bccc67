/* The list of types. */
#ifndef FICELLE_AGENT_TYPES_TYPES_H
#define FICELLE_AGENT_TYPES_TYPES_H

#include "agent/ral/ral.h"

/* All of them, ended by NULL: what struct ral has as `types`. */
extern const struct ral_type *const ral_types[];

#endif
