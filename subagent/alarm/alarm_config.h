/* Definitions of alarms: alarms.def, with changes and additions of alarms.conf.
 *
 *   # a comment
 *   [compile-p95]            changes keys of a shipped alarm, or adds one, which needs object, rising, falling
 *   rising = 10 s
 *   [production-p95]
 *   object = ficEnvCmpP95
 *   rows = prod*, staging
 *   rising = 20 s
 *   falling = 10 s
 *   [notifications]          enabled, min_gap, rate, burst, node_stale
 *
 * An error does not affect others: the alarm of its section is not evaluated (its state is unknown); all other alarms
 * are the same as without it. */
#ifndef FICELLE_SUBAGENT_ALARM_CONFIG_H
#define FICELLE_SUBAGENT_ALARM_CONFIG_H

#include "subagent/alarm/alarm_value.h"

#define ALARMS_DEFAULT_FILE "/etc/ficelle/alarms.conf"
#define ALARMS_DEFAULT_STATE_DIR "/var/lib/ficelle-subagent"

enum { ALARM_NAME_MAX = 32, ALARM_TEXT_MAX = 255, ALARMS_MAX = 128 };

/* Owns its texts, which are never NULL. */
struct alarm_definition {
  char *name, *description, *object_name, *rows;
  struct alarm_object object; /* valid if there is no mistake */
  uint32_t value[ALARM_KEYS];
  bool shipped;
  char *mistake; /* "", or one line; then the alarm is not evaluated */
};

struct alarm_config {
  struct alarm_definition *alarm; /* sorted in SNMP's order: shorter names first */
  size_t count;
  uint32_t control[CONTROL_KEYS];
  uint32_t rate, burst;  /* notifications per second on average, and at once */
  uint32_t node_stale_s; /* a node not seen for so long is stale; 0: never */
  struct buf mistakes;   /* lines "file:line:column: what is expected" */
  size_t mistake_count;
};

/* Whether text can name an alarm: 1 to 32 of a-z 0-9 - _, and not "notifications". */
bool alarm_name_valid(str text);

/* Reads the text of a file called `name` in messages. The configuration is always usable. */
void alarm_config_read_text(struct alarm_config *c, const struct alarm_source *source, str text, const char *name);
/* The same for a file; a missing file is the same as an empty one. */
void alarm_config_read_file(struct alarm_config *c, const struct alarm_source *source, const char *path);
void alarm_config_free(struct alarm_config *c);

/* Index of an alarm, or -1. */
long alarm_config_find(const struct alarm_config *c, str name);
/* Whether the name of a row is matched by a list of globs (* and ?) separated by commas or blanks. */
bool alarm_rows_match(const char *globs, str name);

#endif
