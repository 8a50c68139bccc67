/* Statistics of the agent other than those of runs. */
#include "cli/cli_stats.h"
#include "collectors/run.h"
#include "fleet/fleet.h"

void counts_skipped(struct settings *s)
{
  struct cli_stats stats;
  const struct run_summary sum = {
    .environment = STR_EMPTY, .node = settings_str(s, SETTING_certname), .result = STATS_RUNRESULT_SKIPPED};
  cli_stats_begin(&stats, s);
  if (stats.store != NULL) run_record(stats.store, &sum);
  cli_stats_end(&stats);
}

void counts_host(struct settings *s, bool disabled, int64_t until)
{
  struct cli_stats stats;
  cli_stats_begin(&stats, s);
  if (stats.store != NULL) {
    run_record_disabled(stats.store, disabled);
    run_record_certificate(stats.store, until > 0 ? (uint64_t)until * 1000000 : 0);
  }
  cli_stats_end(&stats);
}
