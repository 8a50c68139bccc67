/* Answers from the copy: which object is which number. */
#include "collectors/reader_internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* ficHistMetric, in the order of the rows; each has SEG_BUCKETS of them. */
#define HIST_COMPILE 1u
#define HIST_RUBY 5u
static const uint32_t hist_metrics[] = {HIST_COMPILE, HIST_RUBY};
#define HIST_METRICS (sizeof hist_metrics / sizeof hist_metrics[0])

static const char *const phase_names[STATS_PHASES] = {
#define PHASE(symbol, number, name, description) [number] = name,
#include "compiler/phase.def"
#undef PHASE
};

/* Rows of the phase table; compiler/phase.def lists them in ascending order. */
static const uint8_t phase_rows[] = {
#define PHASE(symbol, number, name, description) number,
#include "compiler/phase.def"
#undef PHASE
};

static const char *const ruby_kind_names[STATS_RUBY_KINDS] = {
#define RUBY_KIND(symbol, number, name, description) [number] = name,
#include "compiler/ruby_kind.def"
#undef RUBY_KIND
};

static const uint8_t ruby_kind_rows[] = {
#define RUBY_KIND(symbol, number, name, description) number,
#include "compiler/ruby_kind.def"
#undef RUBY_KIND
};

static const char *const template_way_names[STATS_TEMPLATE_WAYS] = {
#define TEMPLATE_WAY(symbol, number, name, description) [number] = name,
#include "compiler/template_way.def"
#undef TEMPLATE_WAY
};

static const uint8_t template_way_rows[] = {
#define TEMPLATE_WAY(symbol, number, name, description) number,
#include "compiler/template_way.def"
#undef TEMPLATE_WAY
};

/* --- rows ----------------------------------------------------------------------------------------------- */

const char *reader_row_name(enum seg_table table, const struct seg_row *row)
{
  return (const char *)row + seg_tables[table].number_words * 8;
}

const struct seg_row *reader_row(const struct stats_reader *r, enum seg_table table, size_t position)
{
  const struct reader_table *t = &r->tables[table];
  return (const struct seg_row *)(const void *)(t->rows +
                                                (size_t)t->order[position] * seg_tables[table].row_words * 8);
}

/* FNV-1a, 32 bits: the hash in a shortened index, so it must stay the same for ever. */
static uint32_t name_hash(const char *p, size_t n)
{
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < n; i++) {
    h = (h ^ (unsigned char)p[i]) * 16777619u;
  }
  return h;
}

size_t reader_index_of(const char *name, size_t length, char index[READER_INDEX_MAX])
{
  if (length <= READER_INDEX_MAX) {
    memcpy(index, name, length);
    return length;
  }
  char tail[10];
  snprintf(tail, sizeof tail, "-%08x", name_hash(name, length));
  memcpy(index, name, READER_INDEX_MAX - 9);
  memcpy(index + READER_INDEX_MAX - 9, tail, 9);
  return READER_INDEX_MAX;
}

/* As SNMP orders length-prefixed strings: the shorter one first. */
int reader_compare_index(const char *a, size_t a_length, const char *b, size_t b_length)
{
  if (a_length != b_length) {
    return a_length < b_length ? -1 : 1;
  }
  return a_length == 0 ? 0 : memcmp(a, b, a_length);
}

void reader_position_index(const struct stats_reader *r, enum seg_table table, size_t position,
                           const char **name, size_t *length)
{
  const struct seg_row *row = reader_row(r, table, position);
  if (row->name_length > READER_INDEX_MAX) {
    *name = r->tables[table].index[position];
    *length = READER_INDEX_MAX;
  } else {
    *name = reader_row_name(table, row);
    *length = row->name_length;
  }
}

long reader_find(const struct stats_reader *r, enum seg_table table, const char *name, size_t length)
{
  size_t low = 0;
  size_t high = r->tables[table].count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *at;
    size_t at_length;
    reader_position_index(r, table, middle, &at, &at_length);
    int order = reader_compare_index(at, at_length, name, length);
    if (order == 0) {
      return (long)middle;
    }
    if (order < 0) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return -1;
}

/* --- scalars -------------------------------------------------------------------------------------------- */

/* Objects that are one word of the core. */
#define CORE(id, member) [STAT_##id] = offsetof(struct seg_core, member)
static const uint16_t core_words[STATS_IDS] = {
  CORE(ficEvicted, evicted[SEG_NODE]),
  CORE(ficCmpTotal, total),
  CORE(ficCmpFailed, failed),
  CORE(ficCmpTimeSum, time_us),
  CORE(ficCmpResSum, resources),
  CORE(ficCmpEdgeSum, edges),
  CORE(ficCmpWarnings, warnings),
  CORE(ficCmpDeprecated, deprecated),
  CORE(ficCmpLastAt, last_at_us),
  CORE(ficCmpLastTime, last_time_us),
  CORE(ficCmpLastRes, last_resources),
  CORE(ficCmpLastState, last_state),
  CORE(ficCmpLastMem, last_mem_kib),
  CORE(ficCmpWinSecs, window_s),
  CORE(ficParseFiles, parse_files),
  CORE(ficParseErrors, parse_errors),
  CORE(ficParseBytes, parse_bytes),
  CORE(ficCacheHits, cache_hits),
  CORE(ficCacheMisses, cache_misses),
  CORE(ficFailSyntax, failures[1]),
  CORE(ficFailMissing, failures[2]),
  CORE(ficFailEvaluation, failures[3]),
  CORE(ficFailDuplicate, failures[4]),
  CORE(ficFailCycle, failures[5]),
  CORE(ficFailLookup, failures[6]),
  CORE(ficFailLimit, failures[7]),
  CORE(ficFailInternal, failures[8]),
  CORE(ficCmpFromCache, phase_count[0]),
  CORE(ficRubyCalls, work.ruby[0].count),
  CORE(ficRubyFailed, work.ruby[0].failed),
  CORE(ficRubyTime, work.ruby[0].us),
  CORE(ficRubyStopped, work.ruby_stopped),
  CORE(ficRubyCompiles, ruby_compiles),
  CORE(ficRubyStarts, work.ruby_starts),
  CORE(ficRubyStartTime, work.ruby_start_us),
  CORE(ficRubyLastStart, work.ruby_last_start_us),
  CORE(ficRubyMem, ruby_mem_kib),
  CORE(ficNativeCalls, native_calls),
};
#undef CORE

static bool number(struct stats_value *value, enum stats_id id, uint64_t n)
{
  enum stats_syntax syntax = stats_table[id].syntax;
  if ((syntax == STATS_GAUGE32 || syntax == STATS_UNSIGNED32) && n > UINT32_MAX) {
    n = UINT32_MAX;
  }
  *value = (struct stats_value){.number = n};
  return true;
}

static bool text(struct stats_value *value, const char *p, size_t n)
{
  *value = (struct stats_value){.text = p, .length = n};
  return true;
}

static uint64_t seconds_since(const struct stats_reader *r, uint64_t then_us)
{
  return r->now_us > then_us ? (r->now_us - then_us) / 1000000 : 0;
}

/* Values of the window are absent while it is empty: 0 would read as "fast". */
static bool window_scalar(const struct stats_reader *r, enum stats_id id, struct stats_value *value)
{
  const struct reader_window *w = &r->window;
  if (id == STAT_ficCmpWinCount) {
    return number(value, id, w->all.count);
  }
  if (w->all.count == 0) {
    return false;
  }
  switch (id) {
  case STAT_ficCmpP50:
    return number(value, id, w->all.p50);
  case STAT_ficCmpP90:
    return number(value, id, w->all.p90);
  case STAT_ficCmpP95:
    return number(value, id, w->all.p95);
  case STAT_ficCmpP99:
    return number(value, id, w->all.p99);
  case STAT_ficCmpMax:
    return number(value, id, w->all.max);
  case STAT_ficCmpMaxMem:
    return number(value, id, w->max_mem_kib);
  case STAT_ficCmpFailRatio:
    return number(value, id, (w->failed * 10000 + w->all.count / 2) / w->all.count);
  default:
    return false;
  }
}

static bool is_last(enum stats_id id)
{
  return id == STAT_ficCmpLastAt || id == STAT_ficCmpLastTime || id == STAT_ficCmpLastRes ||
         id == STAT_ficCmpLastMem;
}

/* Gauges of Ruby are absent while it was never started. */
static bool is_of_ruby(enum stats_id id)
{
  return id == STAT_ficRubyLastStart || id == STAT_ficRubyMem;
}

bool stats_reader_scalar(const struct stats_reader *r, enum stats_id id, struct stats_value *value)
{
  if (id == STAT_ficStatsState) {
    return number(value, id, r->state);
  }
  if (!r->loaded || stats_groups[stats_table[id].group].kind != STATS_KIND_SCALARS) {
    return false;
  }
  if (core_words[id] != 0) {
    if ((is_last(id) && r->core.total == 0) || (is_of_ruby(id) && r->core.work.ruby_starts == 0)) {
      return false;
    }
    uint64_t word;
    memcpy(&word, (const char *)&r->core + core_words[id], sizeof word);
    return number(value, id, word);
  }
  switch (id) {
  case STAT_ficDiscontinuity:
    return number(value, id, r->header.created_us);
  case STAT_ficTableChange:
    return number(value, id, r->table_change_us);
  case STAT_ficStatsAge:
    return r->core.total != 0 && number(value, id, seconds_since(r, r->core.last_at_us));
  case STAT_ficCmpActive:
    return number(value, id, r->active);
  default:
    return window_scalar(r, id, value);
  }
}

/* --- tables --------------------------------------------------------------------------------------------- */

static bool segment_table(enum stats_group group, enum seg_table *table)
{
  switch (group) {
  case STATS_ENV:
    *table = SEG_ENV;
    return true;
  case STATS_NODE:
    *table = SEG_NODE;
    return true;
  case STATS_TYPE:
    *table = SEG_TYPE;
    return true;
  default:
    return false;
  }
}

size_t stats_reader_rows(const struct stats_reader *r, enum stats_group group)
{
  enum seg_table table;
  if (!r->loaded) {
    return 0;
  }
  if (segment_table(group, &table)) {
    return r->tables[table].count;
  }
  switch (group) {
  case STATS_HIST:
    return HIST_METRICS * SEG_BUCKETS;
  case STATS_PHASE:
    return sizeof phase_rows;
  case STATS_KIND:
    return sizeof ruby_kind_rows;
  case STATS_TEMPLATE:
    return sizeof template_way_rows;
  default:
    return 0;
  }
}

bool stats_reader_key(const struct stats_reader *r, enum stats_group group, size_t row,
                      struct stats_row_key *key)
{
  enum seg_table table;
  if (row >= stats_reader_rows(r, group)) {
    return false;
  }
  *key = (struct stats_row_key){.id = row + 1, .changed = r->core.commits};
  if (segment_table(group, &table)) {
    const struct seg_row *at = reader_row(r, table, row);
    reader_position_index(r, table, row, &key->name, &key->length);
    key->id = at->id;
    key->changed = at->changed;
  } else if (group == STATS_HIST) {
    key->number[0] = hist_metrics[row / SEG_BUCKETS];
    key->number[1] = (uint32_t)(row % SEG_BUCKETS) + 1;
  } else {
    key->number[0] = group == STATS_KIND       ? ruby_kind_rows[row]
                     : group == STATS_TEMPLATE ? template_way_rows[row]
                                               : phase_rows[row];
  }
  return true;
}

static bool name_cell(const struct stats_reader *r, enum seg_table table, size_t row, bool index,
                      struct stats_value *value)
{
  if (index) {
    reader_position_index(r, table, row, &value->text, &value->length);
    value->number = 0;
    return true;
  }
  const struct seg_row *at = reader_row(r, table, row);
  return text(value, reader_row_name(table, at), at->name_length);
}

static bool env_cell(const struct stats_reader *r, enum stats_id id, size_t row, struct stats_value *value)
{
  const struct seg_env *e = (const struct seg_env *)(const void *)reader_row(r, SEG_ENV, row);
  switch (id) {
  case STAT_ficEnvCmpTotal:
    return number(value, id, e->row.count);
  case STAT_ficEnvCmpFailed:
    return number(value, id, e->failed);
  case STAT_ficEnvCmpTime:
    return number(value, id, e->time_us);
  case STAT_ficEnvCmpP95:
    return r->window.env[row].count > 0 && number(value, id, r->window.env[row].p95);
  case STAT_ficEnvResSum:
    return number(value, id, e->resources);
  case STAT_ficEnvNodes:
    return number(value, id, r->env_nodes[row]);
  case STAT_ficEnvLastAt:
    return number(value, id, e->last_at_us);
  case STAT_ficEnvDiscont:
    return number(value, id, e->row.created_us);
  case STAT_ficEnvRubyCalls:
    return number(value, id, e->ruby_calls);
  case STAT_ficEnvRubyFailed:
    return number(value, id, e->ruby_failed);
  case STAT_ficEnvRubyTime:
    return number(value, id, e->ruby_us);
  case STAT_ficEnvNative:
    return number(value, id, e->native_calls);
  default:
    return name_cell(r, SEG_ENV, row, id == STAT_ficEnvName, value);
  }
}

static bool node_cell(const struct stats_reader *r, enum stats_id id, size_t row, struct stats_value *value)
{
  const struct seg_node *n = (const struct seg_node *)(const void *)reader_row(r, SEG_NODE, row);
  switch (id) {
  case STAT_ficNodeEnv:
    return text(value, n->env, n->env_length);
  case STAT_ficNodeState:
    return number(value, id, n->last_state);
  case STAT_ficNodeLastAt:
    return number(value, id, n->last_at_us);
  case STAT_ficNodeAge:
    return number(value, id, seconds_since(r, n->last_at_us));
  case STAT_ficNodeCmpTime:
    return number(value, id, n->last_time_us);
  case STAT_ficNodeResources:
    return number(value, id, n->last_resources);
  case STAT_ficNodeCmps:
    return number(value, id, n->row.count);
  case STAT_ficNodeCmpsBad:
    return number(value, id, n->failed);
  case STAT_ficNodeDiscont:
    return number(value, id, n->row.created_us);
  default:
    return name_cell(r, SEG_NODE, row, id == STAT_ficNodeName, value);
  }
}

static bool phase_cell(const struct stats_reader *r, enum stats_id id, size_t row, struct stats_value *value)
{
  unsigned p = phase_rows[row];
  switch (id) {
  case STAT_ficPhaseIndex:
    return number(value, id, p);
  case STAT_ficPhaseName:
    return text(value, phase_names[p], strlen(phase_names[p]));
  case STAT_ficPhaseCount:
    return number(value, id, r->core.phase_count[p]);
  case STAT_ficPhaseTime:
    return number(value, id, r->core.phase_us[p]);
  case STAT_ficPhaseP95:
    return r->window.phase[p].count > 0 && number(value, id, r->window.phase[p].p95);
  case STAT_ficPhaseMax:
    return r->window.phase[p].count > 0 && number(value, id, r->window.phase[p].max);
  default:
    return false;
  }
}

static bool kind_cell(const struct stats_reader *r, enum stats_id id, size_t row, struct stats_value *value)
{
  unsigned k = ruby_kind_rows[row];
  const struct stats_spans *calls = &r->core.work.ruby[k];
  switch (id) {
  case STAT_ficRubyKindIndex:
    return number(value, id, k);
  case STAT_ficRubyKindName:
    return text(value, ruby_kind_names[k], strlen(ruby_kind_names[k]));
  case STAT_ficRubyKindCalls:
    return number(value, id, calls->count);
  case STAT_ficRubyKindFailed:
    return number(value, id, calls->failed);
  case STAT_ficRubyKindTime:
    return number(value, id, calls->us);
  default:
    return false;
  }
}

static bool template_cell(const struct stats_reader *r, enum stats_id id, size_t row,
                          struct stats_value *value)
{
  unsigned w = template_way_rows[row];
  const struct stats_spans *renderings = &r->core.work.templates[w];
  switch (id) {
  case STAT_ficTplIndex:
    return number(value, id, w);
  case STAT_ficTplName:
    return text(value, template_way_names[w], strlen(template_way_names[w]));
  case STAT_ficTplCount:
    return number(value, id, renderings->count);
  case STAT_ficTplFailed:
    return number(value, id, renderings->failed);
  case STAT_ficTplTime:
    return number(value, id, renderings->us);
  default:
    return false;
  }
}

static bool hist_cell(const struct stats_reader *r, enum stats_id id, size_t row, struct stats_value *value)
{
  uint32_t metric = hist_metrics[row / SEG_BUCKETS];
  const uint64_t *buckets = metric == HIST_RUBY ? r->core.work.ruby_histogram : r->core.histogram;
  uint64_t sum = 0;
  row %= SEG_BUCKETS;
  switch (id) {
  case STAT_ficHistMetric:
    return number(value, id, metric);
  case STAT_ficHistBucket:
    return number(value, id, row + 1);
  case STAT_ficHistBound:
    return number(value, id, seg_bounds_us[row]);
  case STAT_ficHistCount:
    for (size_t b = 0; b <= row; b++) {
      sum += buckets[b];
    }
    return number(value, id, sum);
  default:
    return false;
  }
}

bool stats_reader_cell(const struct stats_reader *r, enum stats_id id, size_t row, struct stats_value *value)
{
  enum stats_group group = stats_table[id].group;
  if (row >= stats_reader_rows(r, group)) {
    return false;
  }
  switch (group) {
  case STATS_ENV:
    return env_cell(r, id, row, value);
  case STATS_NODE:
    return node_cell(r, id, row, value);
  case STATS_TYPE:
    return id == STAT_ficTypeCompiled ? number(value, id, reader_row(r, SEG_TYPE, row)->count)
                                      : name_cell(r, SEG_TYPE, row, id == STAT_ficTypeName, value);
  case STATS_PHASE:
    return phase_cell(r, id, row, value);
  case STATS_KIND:
    return kind_cell(r, id, row, value);
  case STATS_TEMPLATE:
    return template_cell(r, id, row, value);
  case STATS_HIST:
    return hist_cell(r, id, row, value);
  default:
    return false;
  }
}

long stats_reader_find(const struct stats_reader *r, enum stats_group group, const char *name, size_t length)
{
  enum seg_table table;
  return r->loaded && segment_table(group, &table) ? reader_find(r, table, name, length) : -1;
}

/* --- about the store ------------------------------------------------------------------------------------ */

enum stats_state stats_reader_state(const struct stats_reader *r)
{
  return r->state;
}

const char *stats_reader_reason(const struct stats_reader *r)
{
  return r->reason;
}

uint64_t stats_reader_generation(const struct stats_reader *r)
{
  return r->generation;
}

uint64_t stats_reader_rows_generation(const struct stats_reader *r)
{
  return r->rows_generation;
}

uint64_t stats_reader_discontinuity_us(const struct stats_reader *r)
{
  return r->loaded ? r->header.created_us : 0;
}

void stats_reader_figures(const struct stats_reader *r, struct stats_store_figures *figures)
{
  *figures = (struct stats_store_figures){0};
  if (!r->loaded) {
    return;
  }
  *figures = (struct stats_store_figures){
    .file_bytes = r->header.file_bytes,
    .created_us = r->header.created_us,
    .records = r->core.commits,
    .nodes = (uint32_t)r->tables[SEG_NODE].count,
    .node_capacity = r->header.sizes.rows[SEG_NODE],
    .environments = (uint32_t)r->tables[SEG_ENV].count,
    .environment_capacity = r->header.sizes.rows[SEG_ENV],
    .environments_evicted = (uint32_t)r->core.evicted[SEG_ENV],
    .types = (uint32_t)r->tables[SEG_TYPE].count,
    .type_capacity = r->header.sizes.rows[SEG_TYPE],
    .types_evicted = (uint32_t)r->core.evicted[SEG_TYPE],
    .samples = (uint32_t)r->sample_count,
    .sample_capacity = r->header.sizes.samples,
  };
}
