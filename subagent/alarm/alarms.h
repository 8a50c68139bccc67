/* Alarms: thresholds on objects of FICELLE-MIB, their states, and the notifications about them.
 *
 * An alarm whose rising threshold is above its falling one watches for values that are too high, otherwise for values
 * that are too low. It is pending while the value is at or beyond the rising threshold, raised when that has lasted
 * for the hold time, and cleared when the value has been at or beyond the falling threshold for the hold time. A value
 * between the two thresholds changes nothing. Without a value the state is unknown and the hold time pauses; an alarm
 * that was raised before is still raised afterwards.
 *
 * Notifications report states, not events: the state that was last reported is remembered for each alarm, each node and
 * the store, and a notification is due while the present state differs. A change that is undone before it was reported
 * (because of rate limits, a full queue, or disabled notifications) is never reported, and counts as dropped; so a
 * receiver always gets raise and clear in turn, and finally knows the present state.
 *
 * All data that must survive the process is in one file (alarm_state.h), which `ficelle alarms` changes, too. Memory
 * grows only with the number of alarms and rows; a refresh without changes allocates nothing. */
#ifndef FICELLE_SUBAGENT_ALARMS_H
#define FICELLE_SUBAGENT_ALARMS_H

#include "subagent/alarm/alarm_notice.h"
#include "subagent/alarm/alarm_state.h"

struct alarms;

/* Borrowed as long as the alarms live. */
struct alarms_options {
  const char *config_file;
  const char *state_dir; /* "": no state survives the process */
  const struct alarm_source *source;
  const struct notice_sink *sink;
};

/* Microseconds: monotonic, and since 1970. */
struct alarms_now {
  uint64_t monotonic_us, wall_us;
};

/* Reads configuration and state. Logs errors; never returns NULL. */
struct alarms *alarms_new(const struct alarms_options *options, struct alarms_now now);
void alarms_free(struct alarms *a);
/* Reads the configuration again, from this file. */
void alarms_configure(struct alarms *a, const char *config_file, struct alarms_now now);
/* The source now has other data (another statistics file). */
void alarms_source_changed(struct alarms *a);

/* Evaluates all values, sends due notifications, saves changes. Call it after each refresh of the source. */
void alarms_refresh(struct alarms *a, struct alarms_now now);
/* Saves unsaved data at the end. */
void alarms_save(struct alarms *a, struct alarms_now now);
/* The notification of that number has arrived. */
void alarms_acknowledged(struct alarms *a, uint32_t sequence);
/* A notification that was accepted is permanently lost. */
void alarms_lost(struct alarms *a, uint32_t sequence);

/* --- what is published --- */

/* A row of ficAlarmTable, in the order of SNMP. Borrowed until the next call of a function that is not const. */
struct alarm_row {
  const struct alarm_definition *definition;
  uint32_t value[ALARM_KEYS]; /* in force */
  unsigned set;               /* bits of the keys that were set at run time */
  enum alarm_status status;
  bool has_value;
  uint64_t last; /* the value last compared */
  str row;       /* the row it is of; empty: none */
  uint64_t since_us, raised_count, created_us;
};
size_t alarms_count(const struct alarms *a);
void alarms_row(const struct alarms *a, size_t index, struct alarm_row *row);
long alarms_find(const struct alarms *a, str name);

struct alarms_figures {
  uint32_t control[CONTROL_KEYS];
  uint64_t sent, dropped;
  uint32_t sequence;     /* of the last notification */
  size_t mistakes;       /* in the configuration file */
  uint32_t node_stale_s; /* configured */
  bool saved;            /* the state file is up to date */
};
void alarms_figures(const struct alarms *a, struct alarms_figures *figures);

/* --- one value and one alarm --- */

enum alarm_verdict { ALARM_BETWEEN, ALARM_BEYOND_RISING, ALARM_BEYOND_FALLING };
enum alarm_verdict alarm_judge(const uint32_t value[ALARM_KEYS], uint64_t number);
/* Whether the thresholds watch for values that are too high. */
static inline bool alarm_watches_high(const uint32_t value[ALARM_KEYS])
{
  return value[ALARM_RISING] > value[ALARM_FALLING];
}
/* Whether the thresholds are consistent: they differ, and are in the same order as in the definition. */
bool alarm_thresholds_fit(const struct alarm_definition *d, uint32_t rising, uint32_t falling, struct buf *why);

/* The value of an alarm: that of the scalar, or the worst one of its rows (`row`: its name, borrowed from the source).
 * False: no value now. */
bool alarm_look(const struct alarm_definition *d, const struct alarm_source *source, bool high, uint64_t *number,
                str *row);

/* --- SET --- */

/* What SNMP can answer, with its numbers (RFC 3416). */
enum alarm_error {
  ALARM_NO_ERROR = 0,
  ALARM_WRONG_TYPE = 7,
  ALARM_WRONG_LENGTH = 8,
  ALARM_WRONG_VALUE = 10,
  ALARM_INCONSISTENT_VALUE = 12,
  ALARM_RESOURCE_UNAVAILABLE = 13,
  ALARM_COMMIT_FAILED = 14,
  ALARM_UNDO_FAILED = 15,
  ALARM_NOT_WRITABLE = 17,
  ALARM_INCONSISTENT_NAME = 18,
};

/* Types of values in a SET: ASN.1 tags. */
enum { ALARM_ASN_INTEGER = 0x02, ALARM_ASN_GAUGE = 0x42 };

struct alarm_change {
  long alarm;    /* index of the row, or ALARM_CHANGE_CONTROL */
  unsigned key;  /* enum alarm_key or control_key */
  int tag;       /* ASN.1 */
  size_t length; /* bytes of the value from the library */
  int64_t number;
};
enum { ALARM_CHANGE_CONTROL = -1 };

/* All changes of one request, which are checked, made or undone together. Phases in order: alarm_changes_check for
 * each change (RESERVE1), alarm_changes_fit (RESERVE2), alarm_changes_apply (ACTION), alarm_changes_commit (COMMIT);
 * alarm_changes_undo after a failed commit, and alarm_changes_free always at the end. */
struct alarm_changes {
  struct alarms *alarms;
  struct alarm_change *change;
  size_t count;
  struct alarm_undo *undo;
  bool applied;
};
void alarm_changes_init(struct alarm_changes *c, struct alarms *alarms);
/* Checks type, length and range of a change, and keeps a valid one. */
enum alarm_error alarm_changes_check(struct alarm_changes *c, const struct alarm_change *change);
/* Whether the values are consistent; *culprit is the change that is not. */
enum alarm_error alarm_changes_fit(const struct alarm_changes *c, size_t *culprit);
enum alarm_error alarm_changes_apply(struct alarm_changes *c);
enum alarm_error alarm_changes_commit(struct alarm_changes *c, struct alarms_now now);
enum alarm_error alarm_changes_undo(struct alarm_changes *c, struct alarms_now now);
void alarm_changes_free(struct alarm_changes *c);

#endif
