/* Evaluates values to states. */

#include "base/log.h"
#include "subagent/alarm/alarms_internal.h"

enum alarm_verdict alarm_judge(const uint32_t value[ALARM_KEYS], uint64_t number)
{
  const bool high = alarm_watches_high(value);
  if (high ? number >= value[ALARM_RISING] : number <= value[ALARM_RISING]) return ALARM_BEYOND_RISING;
  if (high ? number <= value[ALARM_FALLING] : number >= value[ALARM_FALLING]) return ALARM_BEYOND_FALLING;
  return ALARM_BETWEEN;
}

bool alarm_thresholds_fit(const struct alarm_definition *d, uint32_t rising, uint32_t falling, struct buf *why)
{
  if (rising == falling) {
    buf_z(why, "rising and falling must differ");
    return false;
  }
  const bool high = alarm_watches_high(d->value);
  if (d->mistake[0] == '\0' && high != (rising > falling)) {
    buf_printf(why, "rising must be %s falling, since the alarm is for values that are too %s",
               high ? "above" : "below", high ? "high" : "low");
    return false;
  }
  return true;
}

/* --- the worst row --------------------------------------------------------------------------------------- */

static bool worse(bool high, bool found, uint64_t a, uint64_t b) { return !found || (high ? a > b : a < b); }

bool alarm_look(const struct alarm_definition *d, const struct alarm_source *source, bool high, uint64_t *number,
                str *row)
{
  bool found = false;
  *row = STR_EMPTY;
  if (!d->object.table) return source->scalar(source->ctx, d->object.id, number);
  const size_t n = source->rows(source->ctx, d->object.id);
  for (size_t i = 0; i < n; i++) {
    uint64_t one;
    const str name = source->row(source->ctx, d->object.id, i);
    if (!alarm_rows_match(d->rows, name) || !source->cell(source->ctx, d->object.id, i, &one)) continue;
    if (!worse(high, found, one, *number)) continue;
    *number = one;
    *row = name;
    found = true;
  }
  return found;
}

/* Finds the matching rows again only when rows were added or removed. */
static void find_matches(struct alarm *alarm, const struct alarm_source *source)
{
  const uint64_t generation = source->rows_generation(source->ctx);
  if (alarm->match_known && alarm->match_generation == generation) return;
  const uint32_t id = alarm->definition->object.id;
  const size_t n = source->rows(source->ctx, id);
  alarm->match_count = 0;
  for (size_t i = 0; i < n; i++) {
    if (!alarm_rows_match(alarm->definition->rows, source->row(source->ctx, id, i))) continue;
    if (alarm->match_count == alarm->match_capacity) {
      alarm->match_capacity = alarm->match_capacity == 0 ? 16 : 2 * alarm->match_capacity;
      alarm->match = xrealloc(alarm->match, alarm->match_capacity * sizeof *alarm->match);
    }
    alarm->match[alarm->match_count++] = i;
  }
  alarm->match_generation = generation;
  alarm->match_known = true;
}

static bool look(struct alarm *alarm, const struct alarm_source *source, uint64_t *number)
{
  const struct alarm_object *object = &alarm->definition->object;
  const bool high = alarm_watches_high(alarm->value);
  size_t worst = 0;
  bool found = false;
  if (source->store(source->ctx) > ALARM_STORE_STALE && !object->without_store) return false;
  if (!object->table) {
    alarm->row_length = 0;
    return source->scalar(source->ctx, object->id, number);
  }
  find_matches(alarm, source);
  for (size_t i = 0; i < alarm->match_count; i++) {
    uint64_t one;
    if (!source->cell(source->ctx, object->id, alarm->match[i], &one)) continue;
    if (!worse(high, found, one, *number)) continue;
    *number = one;
    worst = alarm->match[i];
    found = true;
  }
  if (!found) return false;
  const str name = str_sub(source->row(source->ctx, object->id, worst), 0, sizeof alarm->row);
  memcpy(alarm->row, name.p, name.n);
  alarm->row_length = name.n;
  return true;
}

/* --- states ---------------------------------------------------------------------------------------------- */

static void enter(struct alarms *a, struct alarm *alarm, enum alarm_status status, uint64_t wall_us)
{
  if (status == alarm->status) return;
  alarm->status = status;
  alarm->since_us = wall_us;
  a->dirty = true;
}

static void turn_over(struct alarms *a, struct alarm *alarm)
{
  subject_set(a, &alarm->raised, !alarm->raised.now);
  if (alarm->raised.now) alarm->count++;
  alarm->elapsed_us = 0;
  alarm->counting = false;
  a->dirty = true;
  struct buf text = BUF_HEAP;
  alarm_print_text(alarm, &text);
  if (alarm->raised.now)
    log_problem(&log_subagent_alarm, LOG_LEVEL_WARNING, "ALARM_RAISED", NULL, "alarm raised: %s", text.p);
  else log_notice(&log_subagent_alarm, "alarm cleared: %s", text.p);
  buf_free(&text);
}

void alarm_evaluate(struct alarms *a, struct alarm *alarm, uint64_t passed_us, uint64_t wall_us)
{
  const uint64_t hold_us = alarm->value[ALARM_HOLD] * SECOND_US;
  uint64_t number = 0;
  if (alarm->value[ALARM_ENABLED] != ALARM_TRUE && alarm->definition->mistake[0] == '\0') {
    /* A disabled alarm must not stay visible as raised. */
    if (alarm->raised.now) turn_over(a, alarm);
    alarm->counting = alarm->has_value = false;
    alarm->elapsed_us = 0;
    enter(a, alarm, ALARM_CLEARED, wall_us);
    return;
  }
  alarm->has_value = alarm->definition->mistake[0] == '\0' && look(alarm, a->options.source, &number);
  if (!alarm->has_value) {
    /* The hold time pauses: it continues with the next value, without the time between. */
    alarm->row_length = 0;
    alarm->counting = false;
    enter(a, alarm, ALARM_UNKNOWN, wall_us);
    return;
  }
  alarm->last = number;
  const enum alarm_verdict verdict = alarm_judge(alarm->value, number);
  if (verdict != (alarm->raised.now ? ALARM_BEYOND_FALLING : ALARM_BEYOND_RISING)) {
    alarm->counting = false;
    alarm->elapsed_us = 0;
  } else {
    /* Limited to the hold time, so that the sum cannot overflow. */
    if (alarm->counting) alarm->elapsed_us += passed_us < hold_us ? passed_us : hold_us;
    alarm->counting = true;
    if (alarm->elapsed_us >= hold_us) turn_over(a, alarm);
  }
  enter(a, alarm, alarm->raised.now ? ALARM_RAISED : alarm->counting ? ALARM_PENDING : ALARM_CLEARED, wall_us);
}
