/* The alarms and their state file: restored at the start, read again when `ficelle alarms` wrote it, written when
 * something changed. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/log.h"
#include "subagent/alarm/alarms_internal.h"

#define RETRY_US (30 * SECOND_US)

static void say_damaged(const struct alarms *a, const char *why)
{
  log_problem(&log_subagent_alarm, LOG_LEVEL_WARNING, "ALARM_STATE_DAMAGED",
              "Thresholds that were set at run time are lost; set them again.",
              "%s/" ALARM_STATE_FILE " is damaged (%s) and was renamed to " ALARM_STATE_FILE ".bad", a->state_dir, why);
}

static void say_unreadable(struct alarms *a, const char *why)
{
  if (a->read_trouble_said) return;
  a->read_trouble_said = true;
  log_problem(&log_subagent_alarm, LOG_LEVEL_WARNING, "ALARM_STATE_UNREADABLE",
              "Alarms start without their old states; new states are lost when the process ends.", "%s: %s",
              a->state_dir, why);
}

/* Reads the file into `s`; false if it is missing or cannot be used. */
static bool read_state(struct alarms *a, struct alarm_saved *s, bool at_start)
{
  struct buf why = BUF_HEAP;
  const int fd = alarm_state_lock(a->state_dir, false);
  enum alarm_state_result result = ALARM_STATE_NONE;
  if (fd >= 0) {
    alarm_state_mark(a->state_dir, &a->mark);
    result = alarm_state_read(fd, s, &why);
    close(fd);
  } else if (errno == EWOULDBLOCK) {
    /* Another process is stopped in the middle of a change; the file itself is always complete. */
    if (!at_start) return false;
    alarm_state_mark(a->state_dir, &a->mark);
    result = alarm_state_look(a->state_dir, s, &why);
  } else if (errno != ENOENT) {
    buf_z(&why, strerror(errno));
    result = ALARM_STATE_FAILED;
  }
  if (result == ALARM_STATE_DAMAGED) say_damaged(a, why.p);
  if (result == ALARM_STATE_FAILED) say_unreadable(a, why.p);
  buf_free(&why);
  return result == ALARM_STATE_OK;
}

void alarms_restore(struct alarms *a, struct alarms_now now)
{
  struct alarm_saved s;
  alarm_saved_init(&s);
  if (a->state_dir[0] == '\0' || !read_state(a, &s, true)) {
    alarm_saved_free(&s);
    return;
  }
  a->kept = s;
  a->sequence = a->confirmed_sequence = s.sequence;
  a->sent = s.sent;
  a->dropped = s.dropped;
  a->store_told = a->store_confirmed = a->store_now = (enum alarm_store)s.store;
  a->control_set = s.control;
  a->gap_us = now.wall_us > s.saved_us ? now.wall_us - s.saved_us : 0;
  alarm_nodes_restore(a);
}

/* --- changes by others ----------------------------------------------------------------------------------- */

static void log_change(const struct alarms *a, const struct alarm_saved *s, const char *what, const char *key,
                       const struct buf *from, const struct buf *to)
{
  (void)a;
  log_notice(&log_subagent_alarm, "%s: %s is now %s, it was %s; changed by %s (uid %" PRIu32 ") with ficelle alarms",
             what, key, to->p, from->p, s->changed_user[0] == '\0' ? "nobody known" : s->changed_user, s->changed_uid);
}

/* Merges the file's settings; keys that are not saved yet are newer than the file. */
static void merge(struct alarm_settings *mine, unsigned unsaved, const struct alarm_settings *theirs)
{
  for (unsigned key = 0; key < sizeof mine->value / sizeof mine->value[0]; key++) {
    if ((unsaved & 1u << key) != 0) continue;
    mine->mask = (mine->mask & ~(1u << key)) | (theirs->mask & 1u << key);
    mine->value[key] = theirs->value[key];
  }
}

static void log_alarm_changes(const struct alarms *a, const struct alarm_saved *s, const struct alarm *alarm,
                              const uint32_t *before)
{
  const enum alarm_unit unit = alarm->definition->object.unit;
  for (int key = 0; key < ALARM_KEYS; key++) {
    if (alarm->value[key] == before[key]) continue;
    struct buf from = BUF_HEAP, to = BUF_HEAP;
    alarm_value_print((enum alarm_key)key, unit, before[key], &from);
    alarm_value_print((enum alarm_key)key, unit, alarm->value[key], &to);
    log_change(a, s, alarm->definition->name, alarm_keys[key].name, &from, &to);
    buf_free(&from);
    buf_free(&to);
  }
}

static void log_control_changes(const struct alarms *a, const struct alarm_saved *s, const uint32_t *before)
{
  for (int key = 0; key < CONTROL_KEYS; key++) {
    if (a->control[key] == before[key]) continue;
    struct buf from = BUF_HEAP, to = BUF_HEAP;
    control_value_print((enum control_key)key, before[key], &from);
    control_value_print((enum control_key)key, a->control[key], &to);
    log_change(a, s, "notifications", control_keys[key].name, &from, &to);
    buf_free(&from);
    buf_free(&to);
  }
}

static void take_changes(struct alarms *a, struct alarm_saved *s)
{
  uint32_t(*before)[ALARM_KEYS] = a->count == 0 ? NULL : xcalloc(a->count, sizeof *before);
  uint32_t control[CONTROL_KEYS];
  static const struct alarm_settings nothing;
  memcpy(control, a->control, sizeof control);
  for (size_t i = 0; i < a->count; i++) {
    struct alarm *alarm = &a->alarm[i];
    const struct alarm_saved_alarm *theirs = alarm_saved_find(s, alarm->definition->name);
    memcpy(before[i], alarm->value, sizeof before[i]);
    merge(&alarm->set, alarm->unsaved, theirs == NULL ? &nothing : &theirs->set);
  }
  merge(&a->control_set, a->control_unsaved, &s->control);
  alarms_put_in_force(a);
  for (size_t i = 0; i < a->count; i++) log_alarm_changes(a, s, &a->alarm[i], before[i]);
  log_control_changes(a, s, control);
  free(before);
  alarm_saved_free(&a->kept);
  a->kept = *s;
}

/* Checks with one lstat per turn whether another process has written the file, and reads it then. */
static void read_with_lock(struct alarms *a, int fd)
{
  struct alarm_state_mark mark;
  struct alarm_saved s;
  struct buf why = BUF_HEAP;
  alarm_state_mark(a->state_dir, &mark);
  if (!alarm_state_same(&mark, &a->mark)) {
    alarm_saved_init(&s);
    const enum alarm_state_result result = alarm_state_read(fd, &s, &why);
    a->mark = mark;
    if (result == ALARM_STATE_OK) take_changes(a, &s);
    else a->dirty = true; /* it is written again from memory */
    if (result == ALARM_STATE_DAMAGED) say_damaged(a, why.p);
    if (result == ALARM_STATE_FAILED) say_unreadable(a, why.p);
  }
  buf_free(&why);
}

void alarms_read_changes(struct alarms *a, struct alarms_now now)
{
  struct alarm_state_mark mark;
  (void)now;
  if (a->state_dir[0] == '\0') return;
  alarm_state_mark(a->state_dir, &mark);
  if (alarm_state_same(&mark, &a->mark)) return;
  const int fd = alarm_state_lock(a->state_dir, false);
  if (fd < 0) return; /* try again in the next turn */
  read_with_lock(a, fd);
  close(fd);
}

/* --- writing --------------------------------------------------------------------------------------------- */

static void collect(const struct alarms *a, struct alarm_saved *s, struct alarms_now now)
{
  alarm_saved_init(s);
  for (size_t i = 0; i < a->kept.alarm_count; i++) {
    const struct alarm_saved_alarm *kept = &a->kept.alarm[i];
    if (alarms_find(a, str_of(kept->name)) < 0) *alarm_saved_get(s, kept->name) = *kept;
  }
  s->saved_us = now.wall_us;
  s->sequence = a->confirmed_sequence;
  s->sent = a->sent;
  s->dropped = a->dropped;
  s->store = a->store_confirmed;
  s->changed_us = a->kept.changed_us;
  s->changed_uid = a->kept.changed_uid;
  memcpy(s->changed_user, a->kept.changed_user, sizeof s->changed_user);
  s->control = a->control_set;
  for (size_t i = 0; i < a->count; i++) {
    const struct alarm *alarm = &a->alarm[i];
    struct alarm_saved_alarm *to = alarm_saved_get(s, alarm->definition->name);
    to->raised = alarm->raised.now;
    to->told = alarm->raised.confirmed;
    to->status = alarm->status;
    to->since_us = alarm->since_us;
    to->elapsed_us = alarm->elapsed_us;
    to->count = alarm->count;
    to->created_us = alarm->created_us;
    to->set = alarm->set;
  }
  alarm_nodes_save(a, s);
}

void alarms_keep(struct alarms *a, struct alarms_now now)
{
  struct alarm_saved s;
  collect(a, &s, now);
  alarm_saved_free(&a->kept);
  a->kept = s;
}

/* False with the reason. */
static bool try_to_write(struct alarms *a, struct alarms_now now, struct buf *why)
{
  struct alarm_saved s;
  const int fd = alarm_state_lock(a->state_dir, false);
  if (fd < 0) {
    buf_z(why, errno == EWOULDBLOCK ? "another process holds the lock" : strerror(errno));
    return false;
  }
  read_with_lock(a, fd);
  collect(a, &s, now);
  const bool good = alarm_state_write(fd, &s, why);
  alarm_saved_free(&s);
  if (good) {
    alarm_state_mark(a->state_dir, &a->mark);
    for (size_t i = 0; i < a->count; i++) a->alarm[i].unsaved = 0;
    a->control_unsaved = 0;
  }
  close(fd);
  return good;
}

bool alarms_write(struct alarms *a, struct alarms_now now)
{
  if (a->state_dir[0] == '\0') { /* no state is to be saved */
    a->dirty = false;
    return true;
  }
  struct buf why = BUF_HEAP;
  const bool good = try_to_write(a, now, &why);
  a->dirty = !good;
  if (!good) {
    if (!a->trouble_said) {
      log_problem(&log_subagent_alarm, LOG_LEVEL_WARNING, "ALARM_STATE_UNSAVED",
                  "Alarms continue in memory; writing is tried again every 30 s.",
                  "cannot save the state of the alarms: %s: %s", a->state_dir, why.p);
    }
    a->trouble_said = true;
    a->retry_us = now.monotonic_us + RETRY_US;
  } else {
    if (a->trouble_said) log_notice(&log_subagent_alarm, "the state of the alarms is saved again");
    a->trouble_said = false;
    a->retry_us = 0;
  }
  buf_free(&why);
  return good;
}
