/* The values that can be set: their names, ranges and text forms. */
#ifndef FICELLE_SUBAGENT_ALARM_VALUE_H
#define FICELLE_SUBAGENT_ALARM_VALUE_H

#include "subagent/alarm/alarm_source.h"

enum alarm_key {
#define ALARM_KEY(symbol, ...) ALARM_##symbol,
#define CONTROL_KEY(...)
#include "subagent/alarm/keys.def"
#undef ALARM_KEY
#undef CONTROL_KEY
  ALARM_KEYS
};

enum control_key {
#define ALARM_KEY(...)
#define CONTROL_KEY(symbol, ...) CONTROL_##symbol,
#include "subagent/alarm/keys.def"
#undef ALARM_KEY
#undef CONTROL_KEY
  CONTROL_KEYS
};

struct alarm_key_info {
  const char *name;
  uint32_t least, most;
};
extern const struct alarm_key_info alarm_keys[ALARM_KEYS], control_keys[CONTROL_KEYS];

enum alarm_severity { ALARM_WARNING = 1, ALARM_MINOR, ALARM_MAJOR, ALARM_CRITICAL };
enum { ALARM_TRUE = 1, ALARM_FALSE = 2 }; /* TruthValue */

_Static_assert((int)CONTROL_KEYS <= (int)ALARM_KEYS, "struct alarm_settings holds either");

/* Number of a key by its name, or -1. */
int alarm_key_find(str name);
int control_key_find(str name);

/* Parses a value written by people. Thresholds are in the unit of the alarm's object, or have a unit of their own
 * ("30 s", "500ms", "5 %"); a hold is seconds, or has a unit. False with what is expected in `why`. */
bool alarm_value_parse(enum alarm_key key, enum alarm_unit unit, str text, uint32_t *value, struct buf *why);
bool control_value_parse(enum control_key key, str text, uint32_t *value, struct buf *why);

/* Appends a value in a form that the functions above parse to the same number. */
void alarm_value_print(enum alarm_key key, enum alarm_unit unit, uint32_t value, struct buf *out);
void control_value_print(enum control_key key, uint32_t value, struct buf *out);
/* Appends a number of an object in the form of a threshold. */
void alarm_number_print(enum alarm_unit unit, uint64_t number, struct buf *out);

#endif
