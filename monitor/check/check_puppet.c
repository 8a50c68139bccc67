/* Mode puppet [NAME]: checks the last run of a stock agent, as polled by ficelle-collector. */
#include <math.h>

#include "monitor/check/check.h"
#include "monitor/shown.h"

bool want_puppet(struct check *c, struct buf *why)
{
  static const uint32_t ids[] = {STAT_ficPupLabel,     STAT_ficPupState,    STAT_ficPupReason,    STAT_ficPupLastAge,
                                 STAT_ficPupDisReason, STAT_ficPupRunning,  STAT_ficPupResFailed, STAT_ficPupTime,
                                 STAT_ficPupNoop,      STAT_ficPupResTotal, STAT_ficSrcState,     STAT_ficSrcReason,
                                 STAT_ficColState};
  (void)why;
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) snapshot_want(c->s, ids[i]);
  if (c->operand != NULL) {
    snapshot_only(c->s, STATS_PUPPET, str_of(c->operand));
    snapshot_only(c->s, STATS_SOURCE, str_of(c->operand));
  }
  return true;
}

/* The condition for the state of the last run; false when it is good. */
static bool run_condition(uint64_t state, enum condition *condition)
{
  switch (state) {
  case STATS_PUPPETSTATE_UNCHANGED:
  case STATS_PUPPETSTATE_CHANGED:
  case STATS_PUPPETSTATE_NOOP: return false;
  case STATS_PUPPETSTATE_CACHED: *condition = CONDITION_OLD_CATALOG; return true;
  case STATS_PUPPETSTATE_DISABLED: *condition = CONDITION_DISABLED; return true;
  case STATS_PUPPETSTATE_FAILED: *condition = CONDITION_RUN_FAILED; return true;
  case STATS_PUPPETSTATE_NO_CATALOG: *condition = CONDITION_CATALOG_FAILED; return true;
  case STATS_PUPPETSTATE_STALE: *condition = CONDITION_STALE; return true;
  case STATS_PUPPETSTATE_CANNOT_READ: *condition = CONDITION_REFUSED; return true;
  case STATS_PUPPETSTATE_CORRUPT: *condition = CONDITION_CORRUPT; return true;
  default: *condition = CONDITION_NO_DATA; return true; /* never ran, or unknown */
  }
}

/* Without a state of the agent, the source's state is the reason. */
static bool find_condition(const struct check *c, size_t row, enum condition *condition, str *reason)
{
  struct stats_value state;
  const long source = snapshot_find(c->s, STATS_SOURCE, snapshot_index_of(c->s, STATS_PUPPET, row));
  *reason = snapshot_text(c->s, STAT_ficPupReason, row);
  if (snapshot_cell(c->s, STAT_ficPupState, row, &state)) {
    const str disabled = snapshot_text(c->s, STAT_ficPupDisReason, row);
    if (state.number == STATS_PUPPETSTATE_DISABLED && disabled.n > 0) *reason = disabled;
    if (state.number == STATS_PUPPETSTATE_NEVER_RAN && reason->n == 0) *reason = STR("never ran");
    return run_condition(state.number, condition);
  }
  if (source >= 0) *reason = snapshot_text(c->s, STAT_ficSrcReason, (size_t)source);
  if (source >= 0 && source_condition(snapshot_number(c->s, STAT_ficSrcState, (size_t)source, 0), condition))
    return true;
  *condition = CONDITION_NO_DATA;
  return true;
}

/* Judges a value by ranges. Prints it if it alerts, or if only one agent is checked. */
static void judge_value(struct check *c, size_t row, uint32_t id, const char *label, unsigned place, const char *text)
{
  struct stats_value v;
  if (!snapshot_cell(c->s, id, row, &v)) return;
  const str name = snapshot_row_name(c->s, STATS_PUPPET, row);
  const bool one = snapshot_rows(c->s, STATS_PUPPET) == 1;
  const enum severity severity = result_judge(CHECK_RANGES(c, place), (double)v.number);
  if (severity != SEVERITY_OK || (one && v.number > 0))
    result_say(&c->r, severity, "%s%s%.*s", text, one ? "" : " on ", one ? 0 : (int)name.n, name.p);
  const struct perf perf = {.label = label,
                            .row = one ? STR_EMPTY : name,
                            .value = (double)v.number,
                            .uom = place == 0 ? "s" : "",
                            .warning = &c->o.warning[place],
                            .critical = &c->o.critical[place],
                            .min = 0,
                            .max = NAN};
  result_perf(&c->r, &perf);
}

static bool judge_agent(struct check *c, size_t row)
{
  const str name = snapshot_row_name(c->s, STATS_PUPPET, row);
  struct buf text = BUF_HEAP;
  enum condition condition;
  str reason;
  const bool bad = find_condition(c, row, &condition, &reason);
  if (bad) result_condition(&c->r, condition, "%.*s%s%.*s", STR_FMT(name), reason.n > 0 ? ", " : "", STR_FMT(reason));
  else if (snapshot_rows(c->s, STATS_PUPPET) == 1)
    result_say(&c->r, SEVERITY_OK, "%.*s %s", STR_FMT(name),
               stats_label_name(STATS_ENUM_PUPPETSTATE, snapshot_number(c->s, STAT_ficPupState, row, 0)));
  buf_printf(&text, "last run %s ago", show_age(snapshot_number(c->s, STAT_ficPupLastAge, row, 0)).text);
  judge_value(c, row, STAT_ficPupLastAge, "age", 0, text.p);
  buf_clear(&text);
  buf_printf(&text, "%s resources failed", show_count(snapshot_number(c->s, STAT_ficPupResFailed, row, 0)).text);
  judge_value(c, row, STAT_ficPupResFailed, "failed_resources", 1, text.p);
  buf_free(&text);
  return !bad;
}

void judge_puppet(struct check *c)
{
  const size_t rows = snapshot_rows(c->s, STATS_PUPPET);
  size_t good = 0;
  if (rows == 0) {
    check_no_sources(c);
    return;
  }
  for (size_t i = 0; i < rows; i++) good += judge_agent(c, i);
  if (rows > 1) result_say(&c->r, SEVERITY_OK, "%zu of %zu agents fine", good, rows);
  if (rows == 1) check_perf(c, STAT_ficPupTime, 0, "time", NULL, NULL);
  if (rows == 1) check_perf(c, STAT_ficPupResTotal, 0, "resources", NULL, NULL);
}
