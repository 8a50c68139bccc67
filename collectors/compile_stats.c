/* One record for each compilation: totals, the row of the environment, the row of the node, times of phases and
 * Ruby. A record is committed as a whole, so readers never see a part of a compilation. */
#include "collectors/compile_stats.h"

#include "compiler/observer/observer.h"

static void add_parses(struct stats_record *r, const struct stats_parses *parses)
{
  stats_add(r, STAT_ficParseFiles, parses->files);
  stats_add(r, STAT_ficParseFailed, parses->errors);
  stats_add(r, STAT_ficParseBytes, parses->bytes);
  stats_add(r, STAT_ficCacheHits, parses->cache_hits);
  stats_add(r, STAT_ficCacheMisses, parses->cache_misses);
}

static void add_ruby(struct stats_record *r, const struct stats_work *work)
{
  stats_add(r, STAT_ficRubyCalls, work->ruby[0].count);
  stats_add(r, STAT_ficRubyFailed, work->ruby[0].failed);
  stats_add(r, STAT_ficRubyTimeSum, work->ruby[0].us);
  for (uint32_t k = 1; k < STATS_RUBY_KINDS; k++) {
    stats_add_at(r, STAT_ficRubyKindCalls, k, work->ruby[k].count);
    stats_add_at(r, STAT_ficRubyKindFailed, k, work->ruby[k].failed);
    stats_add_at(r, STAT_ficRubyKindTimeSum, k, work->ruby[k].us);
  }
  for (uint32_t b = 0; b < STATS_BUCKETS; b++) {
    stats_observe_bucket(r, STATS_HISTOGRAM_RUBY, b, work->ruby_histogram[b]);
  }
}

static void add_work(struct stats_record *r, const struct stats_work *work)
{
  if (work->ruby[0].count != 0) {
    add_ruby(r, work);
  }
  for (uint32_t k = 1; work->templates[0].count != 0 && k < STATS_TEMPLATE_WAYS; k++) {
    stats_add_at(r, STAT_ficTplCount, k, work->templates[k].count);
    stats_add_at(r, STAT_ficTplFailed, k, work->templates[k].failed);
    stats_add_at(r, STAT_ficTplTimeSum, k, work->templates[k].us);
  }
  stats_add(r, STAT_ficRubyStopped, work->ruby_stopped);
  stats_add(r, STAT_ficRubyStarts, work->ruby_starts);
  stats_add(r, STAT_ficRubyStartTimeSum, work->ruby_start_us);
  if (work->ruby_starts > 0) {
    stats_set(r, STAT_ficRubyStartTime, work->ruby_last_start_us);
  }
}

static enum stats_id failure_id(uint32_t failure)
{
  switch (failure) {
  case FAILURE_SYNTAX: return STAT_ficFailSyntax;
  case FAILURE_MISSING: return STAT_ficFailMissing;
  case FAILURE_EVALUATION: return STAT_ficFailEvaluation;
  case FAILURE_DUPLICATE: return STAT_ficFailDuplicate;
  case FAILURE_CYCLE: return STAT_ficFailCycle;
  case FAILURE_LOOKUP: return STAT_ficFailLookup;
  case FAILURE_LIMIT: return STAT_ficFailLimit;
  default: return STAT_ficFailInternal;
  }
}

static void add_totals(struct stats_record *r, const struct stats_compile *c)
{
  stats_add(r, STAT_ficCmpTotal, 1);
  if (c->failure != 0) {
    stats_add(r, STAT_ficCmpFailed, 1);
    stats_add(r, failure_id(c->failure), 1);
  }
  stats_add(r, STAT_ficCmpTimeSum, c->wall_us);
  stats_add(r, STAT_ficCmpResSum, c->resources);
  stats_add(r, STAT_ficCmpEdgeSum, c->edges);
  stats_add(r, STAT_ficCmpWarnings, c->warnings);
  stats_add(r, STAT_ficCmpDeprecated, c->deprecations);
  stats_set(r, STAT_ficCmpLastAt, stats_moment(r));
  stats_set(r, STAT_ficCmpLastTime, c->wall_us);
  stats_set(r, STAT_ficCmpLastRes, c->resources);
  stats_set(r, STAT_ficCmpLastState, c->failure != 0 ? STATS_RESULT_FAILED : STATS_RESULT_OK);
  stats_set(r, STAT_ficCmpLastMem, (c->peak_bytes + 1023) / 1024);
  stats_observe(r, STATS_HISTOGRAM_COMPILE, c->wall_us);
  stats_add(r, STAT_ficNativeCalls, c->native_calls);
  stats_add(r, STAT_ficRubyCompiles, c->work.ruby[0].count > 0);
  if (c->ruby_bytes > 0) {
    stats_set(r, STAT_ficRubyMem, (c->ruby_bytes + 1023) / 1024);
  }
  add_parses(r, &c->parses);
  add_work(r, &c->work);
}

static void add_env(struct stats_record *r, const struct stats_compile *c)
{
  if (!stats_row(r, STATS_ENV, c->environment)) {
    return;
  }
  stats_add(r, STAT_ficEnvCmpTotal, 1);
  stats_add(r, STAT_ficEnvCmpFailed, c->failure != 0);
  stats_add(r, STAT_ficEnvCmpTimeSum, c->wall_us);
  stats_add(r, STAT_ficEnvResSum, c->resources);
  stats_set(r, STAT_ficEnvLastAt, stats_moment(r));
  stats_add(r, STAT_ficEnvRubyCalls, c->work.ruby[0].count);
  stats_add(r, STAT_ficEnvRubyFailed, c->work.ruby[0].failed);
  stats_add(r, STAT_ficEnvRubyTimeSum, c->work.ruby[0].us);
  stats_add(r, STAT_ficEnvNative, c->native_calls);
}

/* Phases, and the sample, which belongs to the environment. */
static void add_times(struct stats_record *r, const struct stats_compile *c)
{
  stats_sample(r, STATS_WINDOW_COMPILE);
  stats_sample_set(r, STATS_SAMPLE_COMPILE_TIME, c->wall_us);
  stats_sample_set(r, STATS_SAMPLE_COMPILE_MEMORY, (c->peak_bytes + 1023) / 1024);
  stats_sample_set(r, STATS_SAMPLE_COMPILE_FAILED, c->failure != 0);
  stats_sample_set_each(r, STATS_SAMPLE_COMPILE_PHASES, c->phase_us, c->phase_count, STATS_PHASES);
  stats_add_each(r, STAT_ficPhaseCount, c->phase_count, STATS_PHASES);
  stats_add_each(r, STAT_ficPhaseTimeSum, c->phase_us, STATS_PHASES);
}

static void add_node(struct stats_record *r, const struct stats_compile *c)
{
  if (!stats_row(r, STATS_NODE, c->node)) {
    return;
  }
  stats_add(r, STAT_ficNodeCmpTotal, 1);
  stats_add(r, STAT_ficNodeCmpFailed, c->failure != 0);
  stats_set(r, STAT_ficNodeLastAt, stats_moment(r));
  stats_set(r, STAT_ficNodeCmpTime, c->wall_us);
  stats_set(r, STAT_ficNodeResources, c->resources);
  stats_set(r, STAT_ficNodeState, c->failure != 0 ? STATS_RESULT_FAILED : STATS_RESULT_OK);
  stats_set_text(r, STAT_ficNodeEnv, c->environment);
}

bool stats_record_compile(struct stats_store *store, const struct stats_compile *c)
{
  struct stats_record *r = stats_begin(store, c->ended_us);
  add_totals(r, c);
  add_env(r, c);
  add_times(r, c);
  add_node(r, c);
  for (size_t i = 0; i < c->type_count; i++) {
    if (c->types[i].count > 0 && stats_row_folded(r, STATS_TYPE, c->types[i].name)) {
      stats_add(r, STAT_ficTypeCompiled, c->types[i].count);
    }
  }
  return stats_commit(r);
}

bool stats_record_parses(struct stats_store *store, const struct stats_parses *parses)
{
  struct stats_record *r = stats_begin(store, 0);
  add_parses(r, parses);
  return stats_commit(r);
}

bool stats_record_work(struct stats_store *store, const struct stats_work *work)
{
  struct stats_record *r = stats_begin(store, 0);
  add_work(r, work);
  return stats_commit(r);
}

bool stats_record_from_cache(struct stats_store *store, str node)
{
  struct stats_record *r = stats_begin(store, 0);
  stats_add(r, STAT_ficCmpFromCache, 1);
  stats_set(r, STAT_ficCmpLastState, STATS_RESULT_CACHED);
  if (stats_row(r, STATS_NODE, node)) {
    stats_set(r, STAT_ficNodeState, STATS_RESULT_CACHED);
  }
  return stats_commit(r);
}
