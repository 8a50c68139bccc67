/* The state that alarms keep over restarts: one text file, alarms.state, in the state directory.
 *
 *   ficelle-alarms 1
 *   saved us=1700000000000000 sequence=12 sent=11 dropped=0 store=1 nodes=1
 *   changed us=1700000000000000 uid=0 user=root
 *   control enabled=1 min_gap=60
 *   alarm compile-p95 raised=1 told=1 state=3 since=... elapsed=0 count=3 created=... rising=... hold=...
 *   node web1.example.org bad=5 told=5
 *   sum 0123456789abcdef
 *
 * `control` and `alarm` lines contain keys of keys.def only if they were set at run time; all others follow the
 * configuration file. Alarms that are not configured now keep their lines. The last line is a checksum of all text
 * before it. Bytes of names that are not printable ASCII are written as %XX.
 *
 * The daemon and `ficelle alarms` both change the file: while holding flock(2) on its directory they read it, change
 * their parts, write another file and rename it. The daemon never waits for the lock. */
#ifndef FICELLE_SUBAGENT_ALARM_STATE_H
#define FICELLE_SUBAGENT_ALARM_STATE_H

#include "subagent/alarm/alarm_config.h"

#define ALARM_STATE_FILE "alarms.state"

/* ficAlarmState. */
enum alarm_status { ALARM_CLEARED = 1, ALARM_PENDING, ALARM_RAISED, ALARM_UNKNOWN };

/* Bits of a node. */
enum { NODE_COMPILE_FAILED = 1, NODE_RUN_FAILED = 2, NODE_STALE = 4, NODE_BITS = 3 };

/* Values with a mask of those that are set. */
struct alarm_settings {
  unsigned mask;
  uint32_t value[ALARM_KEYS]; /* of an alarm or, fewer, of the notifications */
};

struct alarm_saved_alarm {
  char name[ALARM_NAME_MAX + 1];
  bool raised, told;
  enum alarm_status status;
  uint64_t since_us, elapsed_us, count, created_us;
  struct alarm_settings set;
};

struct alarm_saved_node {
  char *name; /* owned */
  size_t length;
  unsigned bad, told; /* bits */
};

struct alarm_saved {
  uint64_t saved_us; /* wall clock; 0: there was no file */
  uint32_t sequence;
  uint64_t sent, dropped;
  uint32_t store;      /* enum alarm_store that was last reported */
  bool nodes_known;    /* the nodes' states were known before */
  uint64_t changed_us; /* the last change by `ficelle alarms`, 0: none, and who made it */
  uint32_t changed_uid;
  char changed_user[33];
  struct alarm_settings control;
  struct alarm_saved_alarm *alarm;
  size_t alarm_count;
  struct alarm_saved_node *node;
  size_t node_count;
};

void alarm_saved_init(struct alarm_saved *s);
void alarm_saved_free(struct alarm_saved *s);
/* The line of an alarm, added when missing. */
struct alarm_saved_alarm *alarm_saved_get(struct alarm_saved *s, const char *name);
struct alarm_saved_alarm *alarm_saved_find(const struct alarm_saved *s, const char *name);
struct alarm_saved_node *alarm_saved_add_node(struct alarm_saved *s, str name);

void alarm_saved_print(const struct alarm_saved *s, struct buf *out);
/* Reads a whole file's text into an initialised `s`. False with "line N: what is wrong", leaving `s` empty. */
bool alarm_saved_parse(struct alarm_saved *s, str text, struct buf *why);

/* --- files --- */

enum alarm_state_result {
  ALARM_STATE_OK,
  ALARM_STATE_NONE,    /* no such file */
  ALARM_STATE_DAMAGED, /* it was renamed to alarms.state.bad */
  ALARM_STATE_FAILED,  /* a system error: `why` has the reason */
};

/* Opens the directory and locks it. Returns a descriptor to close, or -1. `wait`: waits for the lock; otherwise errno
 * is EWOULDBLOCK if it is taken. */
int alarm_state_lock(const char *dir, bool wait);
/* Identifies a version of the file. All zero: no file. */
struct alarm_state_mark {
  uint64_t device, inode, size, mtime_ns;
};
void alarm_state_mark(const char *dir, struct alarm_state_mark *mark);
bool alarm_state_same(const struct alarm_state_mark *a, const struct alarm_state_mark *b);

/* Call with the lock held (`dirfd`). Renames a damaged file. */
enum alarm_state_result alarm_state_read(int dirfd, struct alarm_saved *s, struct buf *why);
/* Reads without the lock, for read-only use: a damaged file is not renamed. */
enum alarm_state_result alarm_state_look(const char *dir, struct alarm_saved *s, struct buf *why);
/* Appends a message for people, of what a look returned; nothing unless it failed. */
void alarm_state_explain(enum alarm_state_result result, const char *dir, const char *why, struct buf *out);
/* Writes a temporary file, syncs and renames it. The file gets the owner of the directory. False with the reason. */
bool alarm_state_write(int dirfd, const struct alarm_saved *s, struct buf *why);

#endif
