/* Turns the summary of an agent run into one record of the store: totals, the last run, times of phases and types. */
#include "collectors/run.h"

enum { TRUE = 1, FALSE = 2 }; /* as in TruthValue */

bool run_failed(const struct run_summary *run)
{
  return run->result == STATS_RUNRESULT_FAILED || run->result == STATS_RUNRESULT_NO_CATALOG;
}

static void add_totals(struct stats_record *r, const struct run_summary *run)
{
  stats_add(r, STAT_ficRunTotal, 1);
  stats_add(r, STAT_ficRunFailed, run_failed(run));
  stats_add(r, STAT_ficRunNoCatalog, run->result == STATS_RUNRESULT_NO_CATALOG);
  stats_add(r, STAT_ficRunChanged, run->changed > 0);
  stats_add(r, STAT_ficRunNoop, run->noop);
  stats_add(r, STAT_ficRunCached, run->cached_catalog);
  stats_add(r, STAT_ficRunTimeSum, run->wall_us);
  stats_add(r, STAT_ficResTotal, run->resources);
  stats_add(r, STAT_ficResChanged, run->changed);
  stats_add(r, STAT_ficResFailed, run->failed);
  stats_add(r, STAT_ficResSkipped, run->skipped);
  stats_add(r, STAT_ficResOutOfSync, run->out_of_sync);
  stats_add(r, STAT_ficResRestarted, run->restarted);
}

static void set_last(struct stats_record *r, const struct run_summary *run)
{
  stats_set(r, STAT_ficRunLastAt, stats_moment(r));
  stats_set(r, STAT_ficRunLastTime, run->wall_us);
  stats_set(r, STAT_ficRunLastFailed, run->failed);
  if (run->configuration_version.n > 0) {
    stats_set_text(r, STAT_ficRunLastConf, run->configuration_version);
  }
}

static void add_times(struct stats_record *r, const struct run_summary *run)
{
  stats_observe(r, STATS_HISTOGRAM_RUN, run->wall_us);
  stats_add_each(r, STAT_ficRunPhaseCount, run->phase_count, RUN_PHASES);
  stats_add_each(r, STAT_ficRunPhaseTimeSum, run->phase_us, RUN_PHASES);
  stats_sample(r, STATS_WINDOW_RUN);
  stats_sample_set(r, STATS_SAMPLE_RUN_TIME, run->wall_us);
  stats_sample_set(r, STATS_SAMPLE_RUN_FAILED, run_failed(run));
  stats_sample_set_each(r, STATS_SAMPLE_RUN_PHASES, run->phase_us, run->phase_count, RUN_PHASES);
}

static void add_rows(struct stats_record *r, const struct run_summary *run)
{
  if (stats_row(r, STATS_ENV, run->environment)) {
    stats_add(r, STAT_ficEnvRunTotal, 1);
    stats_add(r, STAT_ficEnvRunFailed, run_failed(run));
  }
  if (stats_row(r, STATS_NODE, run->node)) {
    stats_add(r, STAT_ficNodeRunTotal, 1);
    stats_add(r, STAT_ficNodeRunFailed, run_failed(run));
    stats_set(r, STAT_ficNodeRunTime, run->wall_us);
    stats_set(r, STAT_ficNodeResFailed, run->failed);
    stats_set(r, STAT_ficNodeResChanged, run->changed);
    stats_set(r, STAT_ficNodeRunState, run->result);
    stats_set(r, STAT_ficNodeRunAt, stats_moment(r));
  }
  for (size_t i = 0; i < run->type_count; i++) {
    if (stats_row_folded(r, STATS_TYPE, run->types[i].name)) {
      stats_add(r, STAT_ficTypeChanged, run->types[i].changed);
      stats_add(r, STAT_ficTypeFailed, run->types[i].failed);
      stats_add(r, STAT_ficTypeTimeSum, run->types[i].time_us);
    }
  }
}

void run_count_received(struct stats_record *r, const struct run_summary *run)
{
  add_totals(r, run);
  add_times(r, run);
  add_rows(r, run);
}

bool run_record(struct stats_store *store, const struct run_summary *run)
{
  struct stats_record *r = stats_begin(store, run->ended_us);
  stats_set(r, STAT_ficRunLastState, run->result);
  if (run->result == STATS_RUNRESULT_SKIPPED) {
    stats_add(r, STAT_ficRunTotal, 1);
    stats_add(r, STAT_ficRunSkipped, 1);
  } else {
    set_last(r, run);
    run_count_received(r, run);
  }
  return stats_commit(r);
}

bool run_record_certificate(struct stats_store *store, uint64_t until_us)
{
  struct stats_record *r = stats_begin(store, 0);
  if (until_us > 0) {
    stats_set(r, STAT_ficCertUntil, until_us);
  } else {
    stats_forget(r, STAT_ficCertUntil);
  }
  return stats_commit(r);
}

bool run_record_disabled(struct stats_store *store, bool disabled)
{
  struct stats_record *r = stats_begin(store, 0);
  stats_set(r, STAT_ficAgtDisabled, disabled ? TRUE : FALSE);
  return stats_commit(r);
}
