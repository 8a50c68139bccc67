/* run, node: the last run of this host, and one node. */
#include "monitor/check/check.h"
#include "monitor/shown.h"

/* Adds the result of a run as a phrase. */
static void judge_result(struct check *c, uint64_t result, const char *whose)
{
  switch (result) {
  case STATS_RUNRESULT_FAILED: result_condition(&c->r, CONDITION_RUN_FAILED, "%s", whose); break;
  case STATS_RUNRESULT_NO_CATALOG:
    result_condition(&c->r, CONDITION_CATALOG_FAILED, "%s had no catalog", *whose != '\0' ? whose : "the last run");
    break;
  case STATS_RUNRESULT_SKIPPED: result_condition(&c->r, CONDITION_SKIPPED, "%s", whose); break;
  default: result_say(&c->r, SEVERITY_OK, "last run %s", stats_label_name(STATS_ENUM_RUNRESULT, result));
  }
}

static bool is_result(const struct stats_value *v) { return v->number != 0 && v->number != STATS_RUNRESULT_NONE; }

static void judge_failed_resources(struct check *c, uint64_t failed)
{
  const enum severity severity = result_judge(CHECK_RANGES(c, 1), (double)failed);
  if (failed > 0 || severity != SEVERITY_OK)
    result_say(&c->r, severity, "%s resource%s failed", show_count(failed).text, failed == 1 ? "" : "s");
}

/* --- run --- */

bool want_run(struct check *c, struct buf *why)
{
  static const uint32_t ids[] = {STAT_ficRunLastAge,  STAT_ficRunLastTime, STAT_ficRunLastState, STAT_ficRunLastFailed,
                                 STAT_ficAgtDisabled, STAT_ficRunTotal,    STAT_ficRunFailed};
  (void)why;
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) snapshot_want(c->s, ids[i]);
  return true;
}

void judge_run(struct check *c)
{
  struct stats_value state, age;
  if (snapshot_number(c->s, STAT_ficAgtDisabled, 0, 2) == 1) result_condition(&c->r, CONDITION_DISABLED, "agent runs");
  if (!snapshot_scalar(c->s, STAT_ficRunLastState, &state) || !is_result(&state)) {
    result_condition(&c->r, CONDITION_NO_DATA, "no agent run yet");
    return;
  }
  judge_result(c, state.number, "");
  judge_failed_resources(c, snapshot_number(c->s, STAT_ficRunLastFailed, 0, 0));
  if (snapshot_scalar(c->s, STAT_ficRunLastAge, &age))
    result_say(&c->r, result_judge(CHECK_RANGES(c, 0), (double)age.number), "%s ago", show_age(age.number).text);
  check_perf(c, STAT_ficRunLastAge, 0, "age", CHECK_RANGES(c, 0));
  check_perf(c, STAT_ficRunLastFailed, 0, "failed_resources", CHECK_RANGES(c, 1));
  check_perf(c, STAT_ficRunLastTime, 0, "time", NULL, NULL);
  check_perf(c, STAT_ficRunTotal, 0, "runs", NULL, NULL);
  check_perf(c, STAT_ficRunFailed, 0, "failed_runs", NULL, NULL);
}

/* --- node --- */

bool want_node(struct check *c, struct buf *why)
{
  static const uint32_t ids[] = {STAT_ficNodeLabel,    STAT_ficNodeEnv,     STAT_ficNodeState,
                                 STAT_ficNodeAge,      STAT_ficNodeCmpTime, STAT_ficNodeRunTime,
                                 STAT_ficNodeRunState, STAT_ficNodeRunAge,  STAT_ficNodeResFailed};
  (void)why;
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) snapshot_want(c->s, ids[i]);
  snapshot_only(c->s, STATS_NODE, str_of(c->operand));
  return true;
}

/* The lower of both ages. */
static bool node_age(const struct check *c, uint32_t *id, uint64_t *age)
{
  static const uint32_t ids[] = {STAT_ficNodeAge, STAT_ficNodeRunAge};
  struct stats_value v;
  bool there = false;
  for (size_t i = 0; i < 2; i++) {
    if (!snapshot_cell(c->s, ids[i], 0, &v) || (there && v.number >= *age)) continue;
    there = true;
    *id = ids[i];
    *age = v.number;
  }
  return there;
}

void judge_node(struct check *c)
{
  struct stats_value state, run;
  uint64_t age;
  uint32_t id;
  if (snapshot_rows(c->s, STATS_NODE) == 0) {
    result_condition(&c->r, CONDITION_NOT_FOUND, "node %s", c->operand);
    return;
  }
  const bool compiled = snapshot_cell(c->s, STAT_ficNodeState, 0, &state) && state.number != STATS_RESULT_NONE;
  const bool ran = snapshot_cell(c->s, STAT_ficNodeRunState, 0, &run) && is_result(&run);
  if (!compiled && !ran) {
    result_condition(&c->r, CONDITION_NO_DATA, "nothing is known of node %s", c->operand);
    return;
  }
  if (compiled && state.number == STATS_RESULT_FAILED)
    result_condition(&c->r, CONDITION_CATALOG_FAILED, "%s", c->operand);
  else if (compiled && state.number == STATS_RESULT_CACHED)
    result_condition(&c->r, CONDITION_OLD_CATALOG, "%s", c->operand);
  else if (compiled)
    result_say(&c->r, SEVERITY_OK, "catalog of %s compiled in %s", c->operand,
               show_us(snapshot_number(c->s, STAT_ficNodeCmpTime, 0, 0)).text);
  if (ran) judge_result(c, run.number, c->operand);
  if (ran) judge_failed_resources(c, snapshot_number(c->s, STAT_ficNodeResFailed, 0, 0));
  if (node_age(c, &id, &age)) {
    result_say(&c->r, result_judge(CHECK_RANGES(c, 0), (double)age), "%s ago", show_age(age).text);
    check_perf(c, id, 0, "age", CHECK_RANGES(c, 0));
  }
  if (ran) check_perf(c, STAT_ficNodeResFailed, 0, "failed_resources", CHECK_RANGES(c, 1));
  check_perf(c, STAT_ficNodeCmpTime, 0, "compile_time", NULL, NULL);
  check_perf(c, STAT_ficNodeRunTime, 0, "run_time", NULL, NULL);
}
