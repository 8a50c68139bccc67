/* SET: changes several values together, or none. */
#include <stdlib.h>

#include "base/log.h"
#include "subagent/alarm/alarms_internal.h"

/* The previous values of a row, or the control values. */
struct alarm_undo {
  long alarm;
  struct alarm_settings set;
  unsigned unsaved;
};

void alarm_changes_init(struct alarm_changes *c, struct alarms *alarms)
{
  *c = (struct alarm_changes){.alarms = alarms};
}

void alarm_changes_free(struct alarm_changes *c)
{
  free(c->change);
  free(c->undo);
  alarm_changes_init(c, c->alarms);
}

enum alarm_error alarm_changes_check(struct alarm_changes *c, const struct alarm_change *change)
{
  const bool control = change->alarm == ALARM_CHANGE_CONTROL;
  if (change->key >= (control ? (unsigned)CONTROL_KEYS : (unsigned)ALARM_KEYS)) return ALARM_NOT_WRITABLE;
  if (!control && (change->alarm < 0 || (size_t)change->alarm >= c->alarms->count)) return ALARM_INCONSISTENT_NAME;
  const struct alarm_key_info *info = control ? &control_keys[change->key] : &alarm_keys[change->key];
  /* Enumerations and TruthValue are INTEGER, the others Unsigned32. */
  const bool integer = control ? change->key == CONTROL_ENABLED
                               : change->key == ALARM_SEVERITY || change->key == ALARM_ENABLED;
  if (change->tag != (integer ? ALARM_ASN_INTEGER : ALARM_ASN_GAUGE)) return ALARM_WRONG_TYPE;
  if (change->length != sizeof(long) && change->length != sizeof(int32_t)) return ALARM_WRONG_LENGTH;
  if (change->number < (int64_t)info->least || change->number > (int64_t)info->most) return ALARM_WRONG_VALUE;
  c->change = xrealloc(c->change, (c->count + 1) * sizeof *c->change);
  c->change[c->count++] = *change;
  return ALARM_NO_ERROR;
}

static bool same_place(const struct alarm_change *a, const struct alarm_change *b)
{
  return a->alarm == b->alarm && a->key == b->key;
}

/* The value of a key after all changes. */
static uint32_t value_after(const struct alarm_changes *c, long alarm, enum alarm_key key)
{
  uint32_t value = c->alarms->alarm[alarm].value[key];
  for (size_t i = 0; i < c->count; i++) {
    if (c->change[i].alarm == alarm && c->change[i].key == (unsigned)key) value = (uint32_t)c->change[i].number;
  }
  return value;
}

enum alarm_error alarm_changes_fit(const struct alarm_changes *c, size_t *culprit)
{
  enum alarm_error error = ALARM_NO_ERROR;
  struct buf why = BUF_HEAP;
  for (size_t i = 0; i < c->count && error == ALARM_NO_ERROR; i++) {
    const struct alarm_change *change = &c->change[i];
    *culprit = i;
    for (size_t j = 0; j < i; j++) {
      if (same_place(change, &c->change[j]) && change->number != c->change[j].number) error = ALARM_INCONSISTENT_VALUE;
    }
    if (change->alarm == ALARM_CHANGE_CONTROL || change->key > ALARM_FALLING) continue;
    if (!alarm_thresholds_fit(c->alarms->alarm[change->alarm].definition, value_after(c, change->alarm, ALARM_RISING),
                              value_after(c, change->alarm, ALARM_FALLING), &why))
      error = ALARM_INCONSISTENT_VALUE;
  }
  buf_free(&why);
  return error;
}

static struct alarm_settings *settings_of(struct alarms *a, long alarm, unsigned **unsaved)
{
  *unsaved = alarm == ALARM_CHANGE_CONTROL ? &a->control_unsaved : &a->alarm[alarm].unsaved;
  return alarm == ALARM_CHANGE_CONTROL ? &a->control_set : &a->alarm[alarm].set;
}

enum alarm_error alarm_changes_apply(struct alarm_changes *c)
{
  c->undo = c->count == 0 ? NULL : xcalloc(c->count, sizeof *c->undo);
  for (size_t i = 0; i < c->count; i++) {
    const struct alarm_change *change = &c->change[i];
    unsigned *unsaved;
    struct alarm_settings *set = settings_of(c->alarms, change->alarm, &unsaved);
    c->undo[i] = (struct alarm_undo){change->alarm, *set, *unsaved};
    set->mask |= 1u << change->key;
    set->value[change->key] = (uint32_t)change->number;
    *unsaved |= 1u << change->key;
  }
  c->applied = true;
  alarms_put_in_force(c->alarms);
  return ALARM_NO_ERROR;
}

static void log_one(const struct alarms *a, const struct alarm_change *change)
{
  struct buf text = BUF_HEAP;
  const bool control = change->alarm == ALARM_CHANGE_CONTROL;
  if (control) {
    control_value_print((enum control_key)change->key, (uint32_t)change->number, &text);
  } else {
    alarm_value_print((enum alarm_key)change->key, a->alarm[change->alarm].definition->object.unit,
                      (uint32_t)change->number, &text);
  }
  log_notice(&log_subagent_alarm, "%s: %s is now %s, set by SNMP",
             control ? "notifications" : a->alarm[change->alarm].definition->name,
             control ? control_keys[change->key].name : alarm_keys[change->key].name, text.p);
  buf_free(&text);
}

/* The request fails if the values cannot be saved, because the next restart would lose them. */
enum alarm_error alarm_changes_commit(struct alarm_changes *c, struct alarms_now now)
{
  if (!c->applied || !alarms_write(c->alarms, now)) return ALARM_COMMIT_FAILED;
  for (size_t i = 0; i < c->count; i++) log_one(c->alarms, &c->change[i]);
  return ALARM_NO_ERROR;
}

enum alarm_error alarm_changes_undo(struct alarm_changes *c, struct alarms_now now)
{
  if (!c->applied) return ALARM_NO_ERROR;
  const bool saved = !c->alarms->dirty;
  for (size_t i = c->count; i > 0; i--) {
    unsigned *unsaved;
    struct alarm_settings *set = settings_of(c->alarms, c->undo[i - 1].alarm, &unsaved);
    *set = c->undo[i - 1].set;
    *unsaved = c->undo[i - 1].unsaved;
  }
  c->applied = false;
  alarms_put_in_force(c->alarms);
  /* The commit succeeded, but a later step failed. */
  if (saved && !alarms_write(c->alarms, now)) return ALARM_UNDO_FAILED;
  return ALARM_NO_ERROR;
}
