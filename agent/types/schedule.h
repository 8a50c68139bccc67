/* Decides when resources with a schedule are evaluated. */
#ifndef FICELLE_AGENT_TYPES_SCHEDULE_H
#define FICELLE_AGENT_TYPES_SCHEDULE_H

#include "agent/ral/ral.h"

/* `previous`, `now`: seconds since 1970; previous 0: never applied. */
bool schedule_matches(const struct ral_resource *schedule, int64_t previous, int64_t now);

#endif
