/* Snapshots of the statistics store of this host, with the alarm states written by the subagent. */
#include <stdlib.h>

#include "base/clock.h"
#include "monitor/source.h"
#include "subagent/alarm/alarm_shown.h"

enum { TENTH_US = 100000 };

struct store_source {
  struct monitor_source source;
  struct stats_reader *reader;
  struct alarm_stats stats;
  const char *alarms_file, *alarms_dir;
  struct buf alarms_reason;
};

static void put(struct snapshot *s, uint32_t id, size_t row, const struct stats_value *v)
{
  switch (stats_table[id].syntax) {
  case STATS_STRING:
  case STATS_OID: snapshot_put_text(s, id, row, str_n(v->text, v->length)); break;
  case STATS_DATEANDTIME:
  case STATS_TIMESTAMP: snapshot_put(s, id, row, v->number / TENTH_US * TENTH_US); break;
  case STATS_COUNTER32: snapshot_put(s, id, row, v->number & UINT32_MAX); break;
  default: snapshot_put(s, id, row, v->number);
  }
}

/* --- the store's own groups --- */

static void put_row(struct store_source *source, struct snapshot *s, uint32_t group, size_t from, size_t *at)
{
  const struct stats_group_info *g = &stats_groups[group];
  struct snapshot_index index = {.name = STR_EMPTY};
  struct stats_row_key key;
  struct stats_value v;
  if (stats_is_table(g) && stats_reader_key(source->reader, group, from, &key)) {
    if (key.name != NULL) index.name = str_n(key.name, key.length);
    else memcpy(index.number, key.number, sizeof index.number);
  }
  if (!snapshot_row(s, group, &index, at)) return;
  for (size_t i = g->first; i < g->first + g->count; i++) {
    const uint32_t id = (uint32_t)i;
    if (snapshot_wants(s, id) && (stats_is_table(g) ? stats_reader_cell(source->reader, id, from, &v)
                                                    : stats_reader_scalar(source->reader, id, &v)))
      put(s, id, *at, &v);
  }
}

static void put_group(struct store_source *source, struct snapshot *s, uint32_t group)
{
  const char *only = snapshot_only_row(s, group);
  size_t at = 0;
  if (!stats_is_table(&stats_groups[group])) {
    put_row(source, s, group, 0, &at);
  } else if (only != NULL) {
    const long row = stats_reader_find(source->reader, group, only, strlen(only));
    if (row >= 0) put_row(source, s, group, (size_t)row, &at);
  } else {
    const size_t rows = stats_reader_rows(source->reader, group);
    for (size_t row = 0; row < rows; row++, at++) put_row(source, s, group, row, &at);
  }
}

/* --- alarms --- */

static void put_alarm(struct snapshot *s, const struct alarm_shown *a)
{
  const struct snapshot_index index = {.name = str_of(a->d->name)};
  size_t row = snapshot_rows(s, STATS_ALARM);
  if (!snapshot_row(s, STATS_ALARM, &index, &row)) return;
  snapshot_put_text(s, STAT_ficAlarmLabel, row, index.name);
  snapshot_put_text(s, STAT_ficAlarmDescr, row, str_of(a->d->description));
  snapshot_put(s, STAT_ficAlarmRising, row, a->value[ALARM_RISING]);
  snapshot_put(s, STAT_ficAlarmFalling, row, a->value[ALARM_FALLING]);
  snapshot_put(s, STAT_ficAlarmHold, row, a->value[ALARM_HOLD]);
  snapshot_put(s, STAT_ficAlarmSeverity, row, a->value[ALARM_SEVERITY]);
  snapshot_put(s, STAT_ficAlarmEnabled, row, a->value[ALARM_ENABLED]);
  if (a->has_number) snapshot_put(s, STAT_ficAlarmValue, row, a->number);
  snapshot_put_text(s, STAT_ficAlarmRow, row, a->has_number ? a->row : STR_EMPTY);
  const bool known = a->saved != NULL && a->saved->created_us != 0 && a->d->mistake[0] == '\0';
  snapshot_put(s, STAT_ficAlarmState, row, known ? a->saved->status : (enum alarm_status)ALARM_UNKNOWN);
  if (!known) return;
  snapshot_put(s, STAT_ficAlarmSince, row, a->saved->since_us / TENTH_US * TENTH_US);
  snapshot_put(s, STAT_ficAlarmRaised, row, a->saved->count);
}

static void put_alarms(struct store_source *source, struct snapshot *s, const struct alarm_config *config)
{
  struct alarm_saved saved;
  struct buf why = BUF_HEAP;
  const char *only = snapshot_only_row(s, STATS_ALARM);
  alarm_saved_init(&saved);
  const enum alarm_state_result result = alarm_state_look(source->alarms_dir, &saved, &why);
  alarm_state_explain(result, source->alarms_dir, why.p, &source->alarms_reason);
  for (size_t i = 0; result <= ALARM_STATE_NONE && i < config->count; i++) {
    struct alarm_shown a;
    if (only != NULL && strcmp(only, config->alarm[i].name) != 0) continue;
    alarm_shown_look(&a, &config->alarm[i], &saved, &source->stats);
    put_alarm(s, &a);
  }
  if (result == ALARM_STATE_NONE && snapshot_rows(s, STATS_ALARM) > 0)
    buf_z(&source->alarms_reason, "the subagent has written no states");
  alarm_saved_free(&saved);
  buf_free(&why);
}

/* --- the source --- */

static enum source_look look(struct monitor_source *base, struct snapshot *s, struct buf *why)
{
  struct store_source *source = (struct store_source *)base;
  struct alarm_config config;
  (void)why;
  snapshot_clear(s);
  buf_clear(&source->alarms_reason);
  alarm_config_read_file(&config, &source->stats.source, source->alarms_file);
  stats_reader_set_row_stale(source->reader, config.node_stale_s);
  stats_reader_refresh(source->reader);
  snapshot_set_time(s, clock_us(CLOCK_REALTIME));
  for (uint32_t g = 0; g < STATS_GROUPS; g++) {
    if (!snapshot_wants_group(s, g) || snapshot_skips(s, g)) continue;
    if (g == STATS_ALARM) put_alarms(source, s, &config);
    else put_group(source, s, g);
  }
  alarm_config_free(&config);
  return SOURCE_LOOKED;
}

static const char *reason(struct monitor_source *base, uint32_t group)
{
  struct store_source *source = (struct store_source *)base;
  if (group == STATS_ALARM) return source->alarms_reason.n > 0 ? source->alarms_reason.p : "";
  return stats_reader_reason(source->reader);
}

static bool history(struct monitor_source *base, uint64_t until_us, uint64_t step_us, uint32_t *count, size_t n)
{
  struct store_source *source = (struct store_source *)base;
  return stats_reader_history(source->reader, STATS_WINDOW_COMPILE, until_us, step_us, count, n);
}

static void free_store(struct monitor_source *base)
{
  struct store_source *source = (struct store_source *)base;
  stats_reader_free(source->reader);
  buf_free(&source->alarms_reason);
  free(source);
}

struct monitor_source *monitor_open_store(const struct monitor_target *target)
{
  struct store_source *source = xcalloc(1, sizeof *source);
  const struct stats_reader_options options = {
    .sources = target->sources_dir != NULL ? target->sources_dir : STATS_SOURCES_FOLDER, .stale_s = target->stale_s};
  source->source = (struct monitor_source){look, reason, history, free_store};
  source->reader = stats_reader_new(target->statsfile, &options);
  alarm_stats_init(&source->stats, source->reader);
  source->alarms_file = target->alarms_file != NULL ? target->alarms_file : ALARMS_DEFAULT_FILE;
  source->alarms_dir = target->alarms_dir != NULL ? target->alarms_dir : ALARMS_DEFAULT_STATE_DIR;
  source->alarms_reason = BUF_HEAP;
  return &source->source;
}
