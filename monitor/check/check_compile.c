/* Modes compile and failures: check the sliding window of compilations. */

#include "monitor/check/check.h"
#include "monitor/shown.h"

static const struct {
  uint32_t id;
  const char *label;
} percentiles[] = {
  {STAT_ficCmpP50, "p50"}, {STAT_ficCmpP90, "p90"}, {STAT_ficCmpP95, "p95"},
  {STAT_ficCmpP99, "p99"}, {STAT_ficCmpMax, "max"},
};
enum { PERCENTILES = sizeof percentiles / sizeof percentiles[0] };

/* Reads the window. False when it is empty. */
static bool window(struct check *c, uint64_t *count, struct shown *length)
{
  *count = snapshot_number(c->s, STAT_ficCmpWinCount, 0, 0);
  *length = show_age(snapshot_number(c->s, STAT_ficCmpWinSecs, 0, 0));
  if (*count == 0) result_condition(&c->r, CONDITION_NO_DATA, "no compilations in the last %s", length->text);
  return *count > 0;
}

static void want_window(struct check *c)
{
  static const uint32_t ids[] = {STAT_ficCmpWinCount, STAT_ficCmpWinSecs, STAT_ficCmpTotal, STAT_ficCmpFailed};
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) snapshot_want(c->s, ids[i]);
}

bool want_compile(struct check *c, struct buf *why)
{
  (void)why;
  want_window(c);
  for (size_t i = 0; i < PERCENTILES; i++) snapshot_want(c->s, percentiles[i].id);
  return true;
}

void judge_compile(struct check *c)
{
  struct shown length;
  struct stats_value v;
  uint64_t count;
  if (!window(c, &count, &length)) return;
  for (size_t i = 0; i < PERCENTILES; i++) {
    const bool judged = percentiles[i].id == c->o.percentile;
    if (!snapshot_scalar(c->s, percentiles[i].id, &v)) continue;
    if (judged)
      result_say(&c->r, result_judge(CHECK_RANGES(c, 0), (double)v.number / 1e6), "%s is %s, %s compilations in %s",
                 percentiles[i].label, show_us(v.number).text, show_count(count).text, length.text);
    check_perf(c, percentiles[i].id, 0, percentiles[i].label, judged ? &c->o.warning[0] : NULL,
               judged ? &c->o.critical[0] : NULL);
  }
  check_perf(c, STAT_ficCmpWinCount, 0, "window", NULL, NULL);
  check_perf(c, STAT_ficCmpTotal, 0, "compilations", NULL, NULL);
}

static const struct {
  uint32_t id;
  const char *name;
} classes[] = {
  {STAT_ficFailSyntax, "syntax"},       {STAT_ficFailMissing, "missing"},   {STAT_ficFailEvaluation, "evaluation"},
  {STAT_ficFailDuplicate, "duplicate"}, {STAT_ficFailCycle, "cycle"},       {STAT_ficFailLookup, "lookup"},
  {STAT_ficFailLimit, "limit"},         {STAT_ficFailInternal, "internal"},
};
enum { CLASSES = sizeof classes / sizeof classes[0] };

bool want_failures(struct check *c, struct buf *why)
{
  (void)why;
  want_window(c);
  snapshot_want(c->s, STAT_ficCmpFailRatio);
  for (size_t i = 0; i < CLASSES; i++) snapshot_want(c->s, classes[i].id);
  return true;
}

void judge_failures(struct check *c)
{
  struct shown length;
  uint64_t count;
  if (!window(c, &count, &length)) return;
  const uint64_t ratio = snapshot_number(c->s, STAT_ficCmpFailRatio, 0, 0);
  result_say(&c->r, result_judge(CHECK_RANGES(c, 0), (double)ratio / 100), "%s of %s compilations in %s failed",
             show_share(ratio, 10000).text, show_count(count).text, length.text);
  check_perf(c, STAT_ficCmpFailRatio, 0, "failures", CHECK_RANGES(c, 0));
  check_perf(c, STAT_ficCmpTotal, 0, "compilations", NULL, NULL);
  check_perf(c, STAT_ficCmpFailed, 0, "failed", NULL, NULL);
  for (size_t i = 0; i < CLASSES; i++) {
    const uint64_t n = snapshot_number(c->s, classes[i].id, 0, 0);
    if (n > 0) result_detail(&c->r, "%s: %s", classes[i].name, show_count(n).text);
  }
}
