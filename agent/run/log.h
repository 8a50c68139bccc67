/* Log messages of resources, sent to the destinations of the program. */
#ifndef FICELLE_AGENT_RUN_LOG_H
#define FICELLE_AGENT_RUN_LOG_H

#include "agent/ral/ral.h"

/* The function `log` of struct ral. */
void run_log(struct ral *ral, enum log_level level, str source, str message);

#endif
