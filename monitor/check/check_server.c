/* server: whether the server of this host is alive, has workers, and answers in time. */
#include "monitor/check/check.h"
#include "monitor/shown.h"

enum { GONE_S = 60 }; /* it reports every few seconds that it is alive */

bool want_server(struct check *c, struct buf *why)
{
  static const uint32_t ids[] = {STAT_ficSrvSeenAge, STAT_ficSrvWorkers, STAT_ficSrvBusy,      STAT_ficSrvQueue,
                                 STAT_ficSrvCatP95,  STAT_ficSrvReqs,    STAT_ficSrvServerErr, STAT_ficSrvConnsOpen,
                                 STAT_ficSrvMem,     STAT_ficSrvDied};
  (void)why;
  for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) snapshot_want(c->s, ids[i]);
  return true;
}

static void judge_numbers(struct check *c)
{
  struct stats_value v;
  const uint64_t waiting = snapshot_number(c->s, STAT_ficSrvQueue, 0, 0);
  if (snapshot_scalar(c->s, STAT_ficSrvCatP95, &v))
    result_say(&c->r, result_judge(CHECK_RANGES(c, 0), (double)v.number / 1e6), "95th percentile of catalogs %s",
               show_us(v.number).text);
  result_say(&c->r, result_judge(CHECK_RANGES(c, 1), (double)waiting), "%s waiting", show_count(waiting).text);
}

void judge_server(struct check *c)
{
  struct stats_value age, workers;
  if (!snapshot_scalar(c->s, STAT_ficSrvSeenAge, &age)) {
    result_condition(&c->r, CONDITION_NO_DATA, "no server runs here");
    return;
  }
  if (age.number >= GONE_S) {
    result_condition(&c->r, CONDITION_SERVER_GONE, "seen %s ago", show_age(age.number).text);
    return;
  }
  if (!snapshot_scalar(c->s, STAT_ficSrvWorkers, &workers) || workers.number == 0)
    result_condition(&c->r, CONDITION_NO_WORKERS, "no request is answered");
  else
    result_say(&c->r, SEVERITY_OK, "%s of %s workers busy",
               show_count(snapshot_number(c->s, STAT_ficSrvBusy, 0, 0)).text, show_count(workers.number).text);
  judge_numbers(c);
  check_perf(c, STAT_ficSrvCatP95, 0, "catalog_p95", CHECK_RANGES(c, 0));
  check_perf(c, STAT_ficSrvQueue, 0, "waiting", CHECK_RANGES(c, 1));
  check_perf(c, STAT_ficSrvWorkers, 0, "workers", NULL, NULL);
  check_perf(c, STAT_ficSrvBusy, 0, "busy", NULL, NULL);
  check_perf(c, STAT_ficSrvConnsOpen, 0, "connections", NULL, NULL);
  check_perf(c, STAT_ficSrvMem, 0, "memory", NULL, NULL);
  check_perf(c, STAT_ficSrvReqs, 0, "requests", NULL, NULL);
  check_perf(c, STAT_ficSrvServerErr, 0, "errors", NULL, NULL);
  check_perf(c, STAT_ficSrvDied, 0, "died", NULL, NULL);
}
