/* Alarms: thresholds on objects of FICELLE-MIB, their states, and the notifications about them.
 *
 * An alarm whose rising threshold is above its falling one watches for values that are too high, else for values that
 * are too low. It is pending while the value is at or beyond the rising threshold, raised when that has lasted for the
 * hold time, and cleared when the value has been at or beyond the falling threshold for the hold time. A value between
 * the two changes nothing. While there is no value the state is unknown and the hold time stands still; an alarm that
 * was raised before is raised after.
 *
 * Notifications follow states, not events: what was told last is remembered for each alarm, each node and the store,
 * and a notification is due while the present state differs. What goes back before it was told (rate limits, a queue
 * that is full, notifications switched off) is never told, and counts as dropped; so a receiver always sees raise and
 * clear in turn, and knows the present state in the end.
 *
 * All that has to outlive the process is in one file (alarm_state.h), which `ficelle alarms` changes, too. Memory grows
 * with the number of alarms and rows only; a refresh that finds nothing new allocates nothing. */
#ifndef FICELLE_SUBAGENT_ALARMS_H
#define FICELLE_SUBAGENT_ALARMS_H

#include "subagent/alarm/alarm_notice.h"
#include "subagent/alarm/alarm_state.h"

struct alarms;

/* Borrowed as long as the alarms live. */
struct alarms_options {
  const char *config_file;
  const char *state_dir; /* "": nothing outlives the process */
  const struct alarm_source *source;
  const struct notice_sink *sink;
};

/* Microseconds: monotonic, and since 1970. */
struct alarms_now {
  uint64_t monotonic_us, wall_us;
};

/* Reads configuration and state. Mistakes are in the log; the result is never NULL. */
struct alarms *alarms_new(const struct alarms_options *options, struct alarms_now now);
void alarms_free(struct alarms *a);
/* Reads the configuration again, from this file. */
void alarms_configure(struct alarms *a, const char *config_file, struct alarms_now now);
/* The source answers from other data now (another statistics file). */
void alarms_source_changed(struct alarms *a);

/* Looks at all values, sends what is due, saves what changed. Call it after each refresh of the source. */
void alarms_refresh(struct alarms *a, struct alarms_now now);
/* Saves what is not saved yet: at the end. */
void alarms_save(struct alarms *a, struct alarms_now now);
/* The notification of that number has arrived. */
void alarms_acknowledged(struct alarms *a, uint32_t sequence);
/* A notification that was taken is lost for good. */
void alarms_lost(struct alarms *a, uint32_t sequence);

/* --- what is published --- */

/* A row of ficAlarmTable, in the order of SNMP. Borrowed until the next call of a function that is not const. */
struct alarm_row {
  const struct alarm_definition *definition;
  uint32_t value[ALARM_KEYS]; /* in force */
  unsigned set;               /* bits of the keys that were set at run time */
  enum alarm_status status;
  bool has_value;
  uint64_t last; /* value compared last */
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
  bool saved;            /* all that should be in the state file is */
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
/* Whether the thresholds make sense together: they differ, and they watch for what the definition watches for. */
bool alarm_thresholds_fit(const struct alarm_definition *d, uint32_t rising, uint32_t falling, struct buf *why);

/* The value an alarm is about: of the scalar, or the worst one of its rows (`row`: its name, borrowed from the source).
 * False: there is none now. */
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

/* What a SET brings: ASN.1 tags. */
enum { ALARM_ASN_INTEGER = 0x02, ALARM_ASN_GAUGE = 0x42 };

struct alarm_change {
  long alarm;    /* index of the row, or ALARM_CHANGE_CONTROL */
  unsigned key;  /* enum alarm_key or control_key */
  int tag;       /* ASN.1 */
  size_t length; /* bytes of the value as the library hands it over */
  int64_t number;
};
enum { ALARM_CHANGE_CONTROL = -1 };

/* All changes of one request, checked, made or taken back together. Phases in order: alarm_changes_check for each
 * change as it comes (RESERVE1), alarm_changes_fit (RESERVE2), alarm_changes_apply (ACTION), alarm_changes_commit
 * (COMMIT); alarm_changes_undo after a failure of commit, alarm_changes_free at the end in any case. */
struct alarm_changes {
  struct alarms *alarms;
  struct alarm_change *change;
  size_t count;
  struct alarm_undo *undo;
  bool applied;
};
void alarm_changes_init(struct alarm_changes *c, struct alarms *alarms);
/* Type, length and range of one; keeps it when they are right. */
enum alarm_error alarm_changes_check(struct alarm_changes *c, const struct alarm_change *change);
/* Whether the values make sense together; *culprit is the change that does not. */
enum alarm_error alarm_changes_fit(const struct alarm_changes *c, size_t *culprit);
enum alarm_error alarm_changes_apply(struct alarm_changes *c);
enum alarm_error alarm_changes_commit(struct alarm_changes *c, struct alarms_now now);
enum alarm_error alarm_changes_undo(struct alarm_changes *c, struct alarms_now now);
void alarm_changes_free(struct alarm_changes *c);

#endif
