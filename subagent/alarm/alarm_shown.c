/* Uses the functions of the daemon, so both agree on the values in force and on the object's value. */
#include "subagent/alarm/alarm_shown.h"

#include "subagent/alarm/alarms.h"

void alarm_shown_look(struct alarm_shown *s, const struct alarm_definition *d, const struct alarm_saved *saved,
                      const struct alarm_stats *stats)
{
  struct buf why = BUF_HEAP;
  *s = (struct alarm_shown){.d = d, .saved = alarm_saved_find(saved, d->name)};
  memcpy(s->value, d->value, sizeof s->value);
  if (s->saved != NULL) {
    s->set = s->saved->set.mask;
    for (int key = 0; key < ALARM_KEYS; key++) {
      if ((s->set & 1u << key) != 0) s->value[key] = s->saved->set.value[key];
    }
  }
  if (!alarm_thresholds_fit(d, s->value[ALARM_RISING], s->value[ALARM_FALLING], &why)) {
    s->value[ALARM_RISING] = d->value[ALARM_RISING];
    s->value[ALARM_FALLING] = d->value[ALARM_FALLING];
  }
  buf_free(&why);
  const bool readable = stats_reader_state(stats->reader) <= STATS_STATE_STALE || d->object.without_store;
  s->has_number = d->mistake[0] == '\0' && readable &&
                  alarm_look(d, &stats->source, alarm_watches_high(s->value), &s->number, &s->row);
}
