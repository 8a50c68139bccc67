/* A read-only view of an alarm: its definition, the values set at run time, the state in the subagent's file, and the
 * present value. */
#ifndef FICELLE_SUBAGENT_ALARM_SHOWN_H
#define FICELLE_SUBAGENT_ALARM_SHOWN_H

#include "subagent/alarm/alarm_state.h"
#include "subagent/alarm/alarm_stats.h"

struct alarm_shown {
  const struct alarm_definition *d;
  const struct alarm_saved_alarm *saved; /* NULL: the subagent has not seen it yet */
  uint32_t value[ALARM_KEYS];
  unsigned set; /* bits of the keys that were set at run time */
  bool has_number;
  uint64_t number;
  str row; /* borrowed from the reader */
};

/* Borrows all arguments. */
void alarm_shown_look(struct alarm_shown *s, const struct alarm_definition *d, const struct alarm_saved *saved,
                      const struct alarm_stats *stats);

#endif
