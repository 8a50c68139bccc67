/* The table of modes: the objects that each needs, and how it judges them. check_run() opens the source, reads it once
 * and calls the judge. */
#include "monitor/check/check.h"

#include <math.h>

const struct check_mode check_modes[] = {
  {"compile", NULL, 1, "time of compilations: a percentile over the sliding window; ranges in seconds", want_compile,
   judge_compile},
  {"failures", NULL, 1, "share of the compilations in the window that failed; ranges in percent", want_failures,
   judge_failures},
  {"run", NULL, 2, "the last agent run of this host: its age in seconds, then resources that failed", want_run,
   judge_run},
  {"store", NULL, 1, "the statistics themselves: their state, and their age in seconds", want_store, judge_store},
  {"server", NULL, 2, "the server of this host: 95th percentile of catalogs in seconds, then requests waiting",
   want_server, judge_server},
  {"node", "NAME", 2, "a node: age in seconds of its last compilation or run, then resources that failed", want_node,
   judge_node},
  {"alarms", "[NAME]", 1, "raised alarms, all or one, by severity; or by ranges of their number", want_alarms,
   judge_alarms},
  {"source", "[NAME]", 1, "a foreign source, or all: state, and age in seconds of the last good poll", want_source,
   judge_source},
  {"puppet", "[NAME]", 2,
   "a stock agent of Puppet, or all: the last run, its age in seconds, then resources that failed", want_puppet,
   judge_puppet},
  {"object", "NAME[.ROW]", 1, "any object of FICELLE-MIB; without a row of a table the worst one", want_object,
   judge_object},
  {NULL, NULL, 0, NULL, NULL, NULL},
};

double check_number(uint32_t id, uint64_t number, const char **uom)
{
  const struct stats_info *info = &stats_table[id];
  *uom = "";
  if (stats_is_counter(info)) *uom = "c";
  if (info->syntax == STATS_RATIO) return *uom = "%", (double)number / 100;
  if (info->syntax == STATS_INTEGER32 || info->syntax == STATS_ENUMERATED) return (double)(int64_t)number;
  if (info->syntax == STATS_TIMETICKS) return *uom = "s", (double)number / 100;
  if (strcmp(info->units, "microseconds") == 0) return *uom = "s", (double)number / 1e6;
  if (strcmp(info->units, "seconds") == 0) *uom = "s";
  if (strcmp(info->units, "kibibytes") == 0) *uom = "KB";
  if (strcmp(info->units, "bytes") == 0) *uom = "B";
  if (strcmp(info->units, "percent") == 0) *uom = "%";
  return (double)number;
}

void check_perf(struct check *c, uint32_t id, size_t row, const char *label, const struct range *warning,
                const struct range *critical)
{
  struct stats_value v;
  if (!snapshot_cell(c->s, id, row, &v)) return;
  struct perf perf = {.label = label, .warning = warning, .critical = critical, .min = 0, .max = NAN};
  perf.value = check_number(id, v.number, &perf.uom);
  if (stats_table[id].syntax == STATS_RATIO) perf.max = 100;
  result_perf(&c->r, &perf);
}

/* Reports the state of the store, which all modes need. False: the store has no data to judge. */
static bool store_is_there(struct check *c)
{
  const uint64_t state = snapshot_number(c->s, STAT_ficStatsState, 0, 0);
  const char *reason = c->source->reason(c->source, STATS_SYSTEM);
  switch (state) {
  case STATS_STATE_OK: return true;
  case STATS_STATE_STALE:
    result_condition(&c->r, CONDITION_STALE, "the statistics%s%s", *reason != '\0' ? ", " : "", reason);
    return true;
  case STATS_STATE_MISSING:
    result_condition(&c->r, CONDITION_MISSING, "no statistics%s%s", *reason != '\0' ? ", " : "", reason);
    return false;
  case STATS_STATE_CORRUPT:
    result_condition(&c->r, CONDITION_CORRUPT, "the statistics%s%s", *reason != '\0' ? ", " : "", reason);
    return false;
  default: result_condition(&c->r, CONDITION_NO_DATA, "the state of the statistics is unknown"); return false;
  }
}

static void not_looked(struct check *c, enum source_look look, const char *why)
{
  switch (look) {
  case SOURCE_LOOKED: break;
  case SOURCE_NO_ANSWER: result_condition(&c->r, CONDITION_NO_ANSWER, "%s", why); break;
  case SOURCE_NO_AGENT: result_condition(&c->r, CONDITION_NO_AGENT, "%s", why); break;
  case SOURCE_REFUSED: result_condition(&c->r, CONDITION_REFUSED, "%s", why); break;
  case SOURCE_FAILED: result_say(&c->r, SEVERITY_UNKNOWN, "%s", why); break;
  }
}

/* Whether the mode needs the store; some objects are independent of it. */
static bool needs_store(const struct check_mode *mode)
{
  return mode->judge != judge_alarms && mode->judge != judge_source && mode->judge != judge_puppet;
}

bool check_run(struct check *c, const struct check_mode *mode, struct buf *why)
{
  c->s = snapshot_new();
  snapshot_want(c->s, STAT_ficStatsState);
  if (!mode->want(c, why)) return false;
  c->source = monitor_open(&c->o.target, why);
  if (c->source == NULL) return false;
  const enum source_look look = c->source->look(c->source, c->s, why);
  if (look != SOURCE_LOOKED) not_looked(c, look, why->p);
  else if (!needs_store(mode) || store_is_there(c)) mode->judge(c);
  return true;
}
