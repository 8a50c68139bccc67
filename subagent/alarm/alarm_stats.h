/* The statistics store as the alarms' source of numbers. */
#ifndef FICELLE_SUBAGENT_ALARM_STATS_H
#define FICELLE_SUBAGENT_ALARM_STATS_H

#include "collectors/stats_reader.h"
#include "subagent/alarm/alarm_source.h"

struct alarm_stats {
  struct alarm_source source;
  const struct stats_reader *reader; /* borrowed; may be replaced between two turns (alarms_source_changed) */
  char name[24];                     /* of a row without one */
};

/* `s` must not move afterwards: because the source refers to it. */
void alarm_stats_init(struct alarm_stats *s, const struct stats_reader *reader);

#endif
