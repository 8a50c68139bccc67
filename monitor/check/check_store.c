/* store, alarms, source: the statistics themselves, the subagent's alarms, foreign sources. */
#include <math.h>

#include "monitor/check/check.h"
#include "monitor/shown.h"

/* --- store --- */

bool want_store(struct check *c, struct buf *why)
{
  static const uint32_t ids[] = {STAT_ficStatsAge, STAT_ficNodesTotal, STAT_ficNodeEvicted, STAT_ficEnvEvicted,
                                 STAT_ficTypeEvicted};
  (void)why;
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) snapshot_want(c->s, ids[i]);
  return true;
}

void judge_store(struct check *c)
{
  struct stats_value age;
  if (!snapshot_scalar(c->s, STAT_ficStatsAge, &age)) {
    result_condition(&c->r, CONDITION_NO_DATA, "nothing was recorded yet");
    return;
  }
  result_say(&c->r, result_judge(CHECK_RANGES(c, 0), (double)age.number), "last record %s ago, %s nodes",
             show_age(age.number).text, show_count(snapshot_number(c->s, STAT_ficNodesTotal, 0, 0)).text);
  check_perf(c, STAT_ficStatsAge, 0, "age", CHECK_RANGES(c, 0));
  check_perf(c, STAT_ficNodesTotal, 0, "nodes", NULL, NULL);
  check_perf(c, STAT_ficNodeEvicted, 0, "evicted_nodes", NULL, NULL);
  check_perf(c, STAT_ficEnvEvicted, 0, "evicted_environments", NULL, NULL);
  check_perf(c, STAT_ficTypeEvicted, 0, "evicted_types", NULL, NULL);
}

/* --- alarms --- */

bool want_alarms(struct check *c, struct buf *why)
{
  (void)why;
  snapshot_want_group(c->s, STATS_ALARM);
  if (c->operand != NULL) snapshot_only(c->s, STATS_ALARM, str_of(c->operand));
  return true;
}

/* Adds a raised alarm as a phrase. */
static void say_alarm(struct check *c, size_t row, bool by_severity)
{
  const uint64_t severity = snapshot_number(c->s, STAT_ficAlarmSeverity, row, STATS_SEVERITY_CRITICAL);
  const str name = snapshot_row_name(c->s, STATS_ALARM, row), of = snapshot_text(c->s, STAT_ficAlarmRow, row);
  const uint64_t since_us = snapshot_number(c->s, STAT_ficAlarmSince, row, 0), now_us = snapshot_time(c->s);
  const enum severity how = !by_severity ? SEVERITY_OK : severity >= c->o.severe ? SEVERITY_CRITICAL : SEVERITY_WARNING;
  result_say(&c->r, how, "%.*s (%s)%s%.*s", STR_FMT(name), stats_label_name(STATS_ENUM_SEVERITY, severity),
             of.n > 0 ? " on " : "", STR_FMT(of));
  result_detail(&c->r, "%.*s: %.*s, for %s", STR_FMT(name), STR_FMT(snapshot_text(c->s, STAT_ficAlarmDescr, row)),
                show_age(since_us != 0 && now_us > since_us ? (now_us - since_us) / 1000000 : 0).text);
}

static void alarm_perf(struct check *c, const char *label, size_t count, bool judged)
{
  const struct perf perf = {.label = label,
                            .value = (double)count,
                            .uom = "",
                            .min = 0,
                            .max = NAN,
                            .warning = judged ? &c->o.warning[0] : NULL,
                            .critical = judged ? &c->o.critical[0] : NULL};
  result_perf(&c->r, &perf);
}

void judge_alarms(struct check *c)
{
  const size_t rows = snapshot_rows(c->s, STATS_ALARM);
  const char *reason = c->source->reason(c->source, STATS_ALARM);
  const bool by_severity = !c->o.warning[0].set && !c->o.critical[0].set;
  size_t raised = 0, unknown = 0;
  if (rows == 0 && c->operand != NULL && *reason == '\0') {
    result_condition(&c->r, CONDITION_NOT_FOUND, "alarm %s", c->operand);
    return;
  }
  for (size_t i = 0; i < rows; i++) {
    const uint64_t state = snapshot_number(c->s, STAT_ficAlarmState, i, STATS_ALARMSTATE_UNKNOWN);
    const bool enabled = snapshot_number(c->s, STAT_ficAlarmEnabled, i, 1) == 1;
    if (state == STATS_ALARMSTATE_RAISED && enabled) {
      raised++;
      say_alarm(c, i, by_severity);
    }
    if (c->operand != NULL && !enabled) result_condition(&c->r, CONDITION_DISABLED, "alarm %s", c->operand);
    unknown += state == STATS_ALARMSTATE_UNKNOWN;
  }
  if (!by_severity)
    result_say(&c->r, result_judge(CHECK_RANGES(c, 0), (double)raised), "%zu of %zu alarms raised", raised, rows);
  else if (raised == 0 && unknown < rows) result_say(&c->r, SEVERITY_OK, "none of %zu alarms raised", rows);
  if (unknown == rows)
    result_condition(&c->r, CONDITION_NO_DATA, "no alarm has a state%s%s", *reason != '\0' ? ", " : "", reason);
  alarm_perf(c, "raised", raised, true);
  alarm_perf(c, "unknown", unknown, false);
  alarm_perf(c, "alarms", rows, false);
}

/* --- source --- */

bool want_source(struct check *c, struct buf *why)
{
  static const uint32_t ids[] = {STAT_ficSrcLabel, STAT_ficSrcKind, STAT_ficSrcState,  STAT_ficSrcReason,
                                 STAT_ficSrcAge,   STAT_ficSrcTime, STAT_ficSrcFailed, STAT_ficColState};
  (void)why;
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) snapshot_want(c->s, ids[i]);
  if (c->operand != NULL) snapshot_only(c->s, STATS_SOURCE, str_of(c->operand));
  return true;
}

/* The condition for a source's state. */
bool source_condition(uint64_t state, enum condition *condition)
{
  switch (state) {
  case STATS_SOURCESTATE_STALE: *condition = CONDITION_STALE; return true;
  case STATS_SOURCESTATE_MISSING: *condition = CONDITION_MISSING; return true;
  case STATS_SOURCESTATE_CORRUPT: *condition = CONDITION_CORRUPT; return true;
  case STATS_SOURCESTATE_REFUSED: *condition = CONDITION_REFUSED; return true;
  case STATS_SOURCESTATE_DISABLED: *condition = CONDITION_DISABLED; return true;
  case STATS_SOURCESTATE_TIMEOUT: *condition = CONDITION_TIMEOUT; return true;
  case STATS_SOURCESTATE_OK: return false;
  default: *condition = CONDITION_NO_DATA; return true; /* pending, or unknown */
  }
}

static bool judge_one_source(struct check *c, size_t row)
{
  const str name = snapshot_row_name(c->s, STATS_SOURCE, row), reason = snapshot_text(c->s, STAT_ficSrcReason, row);
  const uint64_t state = snapshot_number(c->s, STAT_ficSrcState, row, STATS_SOURCESTATE_PENDING);
  enum condition condition;
  struct stats_value age;
  const bool bad = source_condition(state, &condition);
  if (bad) result_condition(&c->r, condition, "%.*s%s%.*s", STR_FMT(name), reason.n > 0 ? ", " : "", STR_FMT(reason));
  if (snapshot_cell(c->s, STAT_ficSrcAge, row, &age)) {
    const enum severity severity = result_judge(CHECK_RANGES(c, 0), (double)age.number);
    if (severity != SEVERITY_OK || c->operand != NULL)
      result_say(&c->r, severity, "%.*s polled %s ago", STR_FMT(name), show_age(age.number).text);
    const struct perf perf = {.label = "age",
                              .row = c->operand == NULL ? name : STR_EMPTY,
                              .value = (double)age.number,
                              .uom = "s",
                              .warning = &c->o.warning[0],
                              .critical = &c->o.critical[0],
                              .min = 0,
                              .max = NAN};
    result_perf(&c->r, &perf);
  }
  return !bad;
}

void check_no_sources(struct check *c)
{
  switch (snapshot_number(c->s, STAT_ficColState, 0, STATS_STATE_MISSING)) {
  case STATS_STATE_MISSING: result_condition(&c->r, CONDITION_MISSING, "no data from ficelle-collector"); break;
  case STATS_STATE_CORRUPT: result_condition(&c->r, CONDITION_CORRUPT, "the data from ficelle-collector"); break;
  default:
    if (c->operand != NULL) result_condition(&c->r, CONDITION_NOT_FOUND, "source %s", c->operand);
    else result_condition(&c->r, CONDITION_NO_DATA, "no sources are configured");
  }
}

void judge_source(struct check *c)
{
  const size_t rows = snapshot_rows(c->s, STATS_SOURCE);
  size_t good = 0;
  if (rows == 0) {
    check_no_sources(c);
    return;
  }
  for (size_t i = 0; i < rows; i++) good += judge_one_source(c, i);
  if (c->operand == NULL) result_say(&c->r, SEVERITY_OK, "%zu of %zu sources ok", good, rows);
  if (c->operand != NULL) {
    check_perf(c, STAT_ficSrcTime, 0, "time", NULL, NULL);
    check_perf(c, STAT_ficSrcFailed, 0, "failed_polls", NULL, NULL);
  }
}
