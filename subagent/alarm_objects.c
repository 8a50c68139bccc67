/* A SET follows AgentX's phases: reserve checks each value, the first object of a request commits all of them
 * together, undo reverts them. Notifications are queued at the publisher, and count as reported only when they have
 * arrived. */
#include "subagent/alarm_objects.h"

#include <stdio.h>

#include "base/clock.h"

/* ---- identifiers */

/* The name of an object's instance: `row` is the index of its row, empty for a scalar. */
static bool instance_of(const struct alarm_objects *o, const char *object, str row, struct oid *name)
{
  const int id = stats_find(object);
  if (id < 0) return false;
  const struct stats_info *info = &stats_table[id];
  const struct stats_group_info *group = &stats_groups[info->group];
  const uint32_t in_table[] = {1, group->number, 1, info->number}, scalar[] = {1, group->number, info->number, 0};
  oid_copy(name, &o->root);
  if (!stats_is_table(group)) return oid_append(name, scalar, 4);
  const uint32_t length = (uint32_t)row.n;
  if (!oid_append(name, in_table, 4) || !oid_append(name, &length, 1)) return false;
  for (size_t i = 0; i < row.n; i++) {
    const uint32_t octet = (unsigned char)row.p[i];
    if (!oid_append(name, &octet, 1)) return false;
  }
  return true;
}

/* The object itself, without an instance. */
static bool object_identifier(const struct alarm_objects *o, const char *object, struct oid *name)
{
  const int id = stats_find(object);
  if (id < 0) return false;
  const struct stats_group_info *group = &stats_groups[stats_table[id].group];
  const uint32_t in_table[] = {1, group->number, 1, stats_table[id].number},
                 scalar[] = {1, group->number, stats_table[id].number};
  oid_copy(name, &o->root);
  return stats_is_table(group) ? oid_append(name, in_table, 4) : oid_append(name, scalar, 3);
}

/* ---- reading */

static size_t own_rows(void *ctx, uint32_t group)
{
  const struct alarm_objects *o = ctx;
  return group == STATS_ALARM && o->daemon.alarms != NULL ? alarms_count(o->daemon.alarms) : 0;
}

static str own_name(void *ctx, uint32_t group, size_t row)
{
  const struct alarm_objects *o = ctx;
  struct alarm_row r;
  (void)group;
  alarms_row(o->daemon.alarms, row, &r);
  return str_of(r.definition->name);
}

static bool give_text(struct stats_value *value, str text)
{
  value->text = text.p;
  value->length = text.n;
  return true;
}

static bool own_cell(void *ctx, uint32_t id, size_t row, struct stats_value *value)
{
  struct alarm_objects *o = ctx;
  static struct oid object; /* borrowed until the next call */
  struct alarm_row r;
  alarms_row(o->daemon.alarms, row, &r);
  switch ((int)id) {
  case STAT_ficAlarmLabel: return give_text(value, str_of(r.definition->name));
  case STAT_ficAlarmDescr: return give_text(value, str_of(r.definition->description));
  case STAT_ficAlarmObject:
    if (!object_identifier(o, r.definition->object_name, &object)) object = (struct oid){.n = 2};
    return give_text(value, str_n((const char *)object.id, object.n * sizeof object.id[0]));
  case STAT_ficAlarmRising: value->number = r.value[ALARM_RISING]; return true;
  case STAT_ficAlarmFalling: value->number = r.value[ALARM_FALLING]; return true;
  case STAT_ficAlarmHold: value->number = r.value[ALARM_HOLD]; return true;
  case STAT_ficAlarmSeverity: value->number = r.value[ALARM_SEVERITY]; return true;
  case STAT_ficAlarmEnabled: value->number = r.value[ALARM_ENABLED]; return true;
  case STAT_ficAlarmValue: value->number = r.last; return r.has_value;
  case STAT_ficAlarmRow: return give_text(value, r.row);
  case STAT_ficAlarmState: value->number = r.status; return true;
  case STAT_ficAlarmSince: value->number = r.since_us; return true;
  case STAT_ficAlarmRaised: value->number = r.raised_count; return true;
  case STAT_ficAlarmDiscont: value->number = r.created_us; return true;
  default: return false;
  }
}

static bool own_scalar(void *ctx, uint32_t id, struct stats_value *value)
{
  const struct alarm_objects *o = ctx;
  struct alarms_figures figures;
  if (o->daemon.alarms == NULL) return false;
  alarms_figures(o->daemon.alarms, &figures);
  switch ((int)id) {
  case STAT_ficNotifyEnabled: value->number = figures.control[CONTROL_ENABLED]; return true;
  case STAT_ficNotifyMinGap: value->number = figures.control[CONTROL_MIN_GAP]; return true;
  case STAT_ficNotifySent: value->number = figures.sent; return true;
  case STAT_ficNotifyDropped: value->number = figures.dropped; return true;
  default: return false;
  }
}

/* ---- SET */

static struct alarms_now now(void)
{
  return (struct alarms_now){(uint64_t)clock_us(CLOCK_MONOTONIC), (uint64_t)clock_us(CLOCK_REALTIME)};
}

/* Which alarm an instance is: a length and as many octets. -2: unknown. */
static long alarm_of(const struct alarm_objects *o, const struct set_step *step)
{
  char name[ALARM_NAME_MAX];
  if (step->instance_n < 1 || step->instance[0] != step->instance_n - 1 || step->instance_n - 1 > sizeof name)
    return -2;
  for (size_t i = 1; i < step->instance_n; i++) {
    if (step->instance[i] > 255) return -2;
    name[i - 1] = (char)step->instance[i];
  }
  const long found = alarms_find(o->daemon.alarms, str_n(name, step->instance_n - 1));
  return found < 0 ? -2 : found;
}

static enum set_result reserve(struct alarm_objects *o, struct set_step *step, long alarm, unsigned key)
{
  const bool integer = step->value.type == MIB_INTEGER;
  const struct alarm_change change = {alarm, key, integer ? ALARM_ASN_INTEGER : ALARM_ASN_GAUGE, sizeof(long),
                                      integer ? step->value.u.i32 : (int64_t)step->value.u.u32};
  if (o->steps++ == 0) {
    alarm_changes_init(&o->changes, o->daemon.alarms);
    o->made = false;
  }
  return (enum set_result)alarm_changes_check(&o->changes, &change);
}

static enum set_result reserve_alarm(void *ctx, struct set_step *step, unsigned key)
{
  const long alarm = alarm_of(ctx, step);
  if (alarm >= 0) return reserve(ctx, step, alarm, key);
  ((struct alarm_objects *)ctx)->steps++; /* release is called for it, too */
  return SET_NO_CREATION;
}

static enum set_result reserve_control(void *ctx, struct set_step *step, unsigned key)
{
  if (step->instance_n == 1 && step->instance[0] == 0) return reserve(ctx, step, ALARM_CHANGE_CONTROL, key);
  ((struct alarm_objects *)ctx)->steps++;
  return SET_NO_CREATION;
}

#define ALARM_KEY(symbol, ...)                                                    \
  static enum set_result reserve_alarm_##symbol(void *ctx, struct set_step *step) \
  {                                                                               \
    return reserve_alarm(ctx, step, ALARM_##symbol);                              \
  }
#define CONTROL_KEY(symbol, ...)                                                    \
  static enum set_result reserve_control_##symbol(void *ctx, struct set_step *step) \
  {                                                                                 \
    return reserve_control(ctx, step, CONTROL_##symbol);                            \
  }
#include "base/clock.h"
#include "subagent/alarm/keys.def"
#undef ALARM_KEY
#undef CONTROL_KEY

/* The first object of the request makes all changes, because they are valid only together. It also saves them: after
 * AgentX reports success (CleanupSet, which is COMMIT here), the changes can no longer be refused. */
static enum set_result change(void *ctx, struct set_step *step)
{
  struct alarm_objects *o = ctx;
  size_t culprit;
  (void)step;
  if (o->made) return SET_OK;
  enum alarm_error error = alarm_changes_fit(&o->changes, &culprit);
  if (error == ALARM_NO_ERROR) error = alarm_changes_apply(&o->changes);
  if (error == ALARM_NO_ERROR) error = alarm_changes_commit(&o->changes, now());
  if (error == ALARM_NO_ERROR) o->made = true;
  else alarm_changes_undo(&o->changes, now());
  return (enum set_result)error;
}

static enum set_result commit(void *ctx, struct set_step *step)
{
  (void)ctx, (void)step;
  return SET_OK;
}

static enum set_result undo(void *ctx, struct set_step *step)
{
  struct alarm_objects *o = ctx;
  (void)step;
  return (enum set_result)alarm_changes_undo(&o->changes, now());
}

static void release(void *ctx, struct set_step *step)
{
  struct alarm_objects *o = ctx;
  (void)step;
  if (o->steps > 0 && --o->steps == 0) alarm_changes_free(&o->changes);
}

/* Identifiers below the root, as in stats.def; a unit test checks this. */
#define ROW_KEY(number, type, symbol, least, most)                                                 \
  {                                                                                                \
    {1, 9, 1, number}, 4, type, least, most, reserve_alarm_##symbol, change, commit, undo, release \
  }
#define SCALAR_KEY(number, type, symbol, least, most)                                              \
  {                                                                                                \
    {1, 10, number}, 3, type, least, most, reserve_control_##symbol, change, commit, undo, release \
  }
const struct writable alarm_writable[] = {
  ROW_KEY(5, MIB_GAUGE32, RISING, 0, UINT32_MAX), ROW_KEY(6, MIB_GAUGE32, FALLING, 0, UINT32_MAX),
  ROW_KEY(7, MIB_GAUGE32, HOLD, 0, 86400),        ROW_KEY(8, MIB_INTEGER, SEVERITY, 1, 4),
  ROW_KEY(9, MIB_INTEGER, ENABLED, 1, 2),         SCALAR_KEY(1, MIB_INTEGER, ENABLED, 1, 2),
  SCALAR_KEY(2, MIB_GAUGE32, MIN_GAP, 0, 3600),
};
const size_t alarm_writable_count = sizeof alarm_writable / sizeof alarm_writable[0];

/* ---- notifications */

static bool value_of(const struct alarm_objects *o, const struct notice_value *from, struct oid *object,
                     struct mib_value *to)
{
  const int id = stats_find(from->object);
  if (id < 0) return false;
  switch (from->type) {
  case NOTICE_TEXT: *to = (struct mib_value){.type = MIB_OCTETS, .u.octets = from->text}; return true;
  case NOTICE_OBJECT: {
    char name[64];
    snprintf(name, sizeof name, "%.*s", STR_FMT(str_sub(from->text, 0, sizeof name - 1)));
    if (!object_identifier(o, name, object)) *object = (struct oid){.n = 2};
    *to = (struct mib_value){.type = MIB_OID,
                             .u.octets = str_n((const char *)object->id, object->n * sizeof object->id[0])};
    return true;
  }
  case NOTICE_NUMBER: break;
  }
  const uint32_t number = from->number > UINT32_MAX ? UINT32_MAX : (uint32_t)from->number;
  if (stats_table[id].syntax == STATS_ENUMERATED || stats_table[id].syntax == STATS_TRUTHVALUE)
    *to = (struct mib_value){.type = MIB_INTEGER, .u.i32 = (int32_t)number};
  else *to = (struct mib_value){.type = MIB_GAUGE32, .u.u32 = number};
  return true;
}

static bool take_notice(void *ctx, const struct notice *n)
{
  struct alarm_objects *o = ctx;
  struct notification_object objects[NOTICE_OBJECTS_MAX];
  struct oid object;
  const uint32_t number[] = {0, (uint32_t)n->kind};
  struct notification what = {.objects = objects, .n = n->count};
  if (o->publisher == NULL || notifier_waiting(publisher_notifier(o->publisher)) >= NOTIFIER_CAPACITY) return false;
  oid_copy(&what.id, &o->root);
  oid_append(&what.id, number, 2);
  for (size_t i = 0; i < n->count; i++) {
    if (!instance_of(o, n->value[i].object, n->value[i].row, &objects[i].name) ||
        !value_of(o, &n->value[i], &object, &objects[i].value))
      return false;
  }
  if (!publisher_notify(o->publisher, &what)) return false;
  if (o->handed == o->settled) o->settled = n->sequence - 1;
  o->handed = n->sequence;
  return true;
}

/* The publisher sends in order and reports how many are waiting; earlier ones have arrived or were refused. */
static void learn(struct alarm_objects *o)
{
  if (o->publisher == NULL) return;
  const struct notifier *n = publisher_notifier(o->publisher);
  uint64_t lost = notifier_dropped(n) - o->lost;
  const uint32_t waiting = (uint32_t)notifier_waiting(n);
  while (o->handed - o->settled > waiting) {
    if (lost > 0) {
      lost--;
      alarms_lost(o->daemon.alarms, ++o->settled);
    } else {
      alarms_acknowledged(o->daemon.alarms, ++o->settled);
    }
  }
  o->lost = notifier_dropped(n);
}

void alarm_objects_start(struct alarm_objects *o, const struct stats_reader *reader, const char *config_file,
                         const char *state_dir)
{
  const struct notice_sink sink = {.ctx = o, .send = take_notice, .acknowledges = true};
  o->own = (struct view_own){o, own_rows, own_name, own_cell, own_scalar};
  o->handed = o->settled = 0;
  alarm_daemon_start(&o->daemon, reader, config_file, state_dir, &sink);
}

void alarm_objects_stop(struct alarm_objects *o)
{
  if (o->daemon.alarms != NULL) learn(o);
  alarm_daemon_stop(&o->daemon);
}

void alarm_objects_refresh(struct alarm_objects *o)
{
  learn(o);
  alarm_daemon_refresh(&o->daemon);
}
