/* Answers from the copy: rows of the tables and their columns. */
#include <string.h>

#include "collectors/reader_internal.h"

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
  return reader_text(value, reader_row_name(table, at), at->name_length);
}

static bool env_cell(const struct stats_reader *r, enum stats_id id, size_t row, struct stats_value *value)
{
  const struct seg_env *e = (const struct seg_env *)(const void *)reader_row(r, SEG_ENV, row);
  switch (id) {
  case STAT_ficEnvCmpTotal:
    return reader_number(value, id, e->row.count);
  case STAT_ficEnvCmpFailed:
    return reader_number(value, id, e->failed);
  case STAT_ficEnvCmpTimeSum:
    return reader_number(value, id, e->time_us);
  case STAT_ficEnvCmpP95:
    return r->window.env[row].count > 0 && reader_number(value, id, r->window.env[row].p95);
  case STAT_ficEnvResSum:
    return reader_number(value, id, e->resources);
  case STAT_ficEnvNodes:
    return reader_number(value, id, r->env_nodes[row]);
  case STAT_ficEnvLastAt:
    return reader_number(value, id, e->last_at_us);
  case STAT_ficEnvDiscont:
    return reader_number(value, id, e->row.created_us);
  case STAT_ficEnvRubyCalls:
    return reader_number(value, id, e->ruby_calls);
  case STAT_ficEnvRubyFailed:
    return reader_number(value, id, e->ruby_failed);
  case STAT_ficEnvRubyTimeSum:
    return reader_number(value, id, e->ruby_us);
  case STAT_ficEnvNative:
    return reader_number(value, id, e->native_calls);
  default:
    return name_cell(r, SEG_ENV, row, id == STAT_ficEnvName, value);
  }
}

static bool node_cell(const struct stats_reader *r, enum stats_id id, size_t row, struct stats_value *value)
{
  const struct seg_node *n = (const struct seg_node *)(const void *)reader_row(r, SEG_NODE, row);
  switch (id) {
  case STAT_ficNodeEnv:
    return reader_text(value, n->env, n->env_length);
  case STAT_ficNodeState:
    return reader_number(value, id, n->last_state);
  case STAT_ficNodeLastAt:
    return reader_number(value, id, n->last_at_us);
  case STAT_ficNodeAge:
    return reader_number(value, id, reader_seconds_since(r, n->last_at_us));
  case STAT_ficNodeCmpTime:
    return reader_number(value, id, n->last_time_us);
  case STAT_ficNodeResources:
    return reader_number(value, id, n->last_resources);
  case STAT_ficNodeCmpTotal:
    return reader_number(value, id, n->row.count);
  case STAT_ficNodeCmpFailed:
    return reader_number(value, id, n->failed);
  case STAT_ficNodeDiscont:
    return reader_number(value, id, n->row.created_us);
  default:
    return name_cell(r, SEG_NODE, row, id == STAT_ficNodeName, value);
  }
}

static bool phase_cell(const struct stats_reader *r, enum stats_id id, size_t row, struct stats_value *value)
{
  unsigned p = phase_rows[row];
  switch (id) {
  case STAT_ficPhaseIndex:
    return reader_number(value, id, p);
  case STAT_ficPhaseName:
    return reader_text(value, phase_names[p], strlen(phase_names[p]));
  case STAT_ficPhaseCount:
    return reader_number(value, id, r->core.phase_count[p]);
  case STAT_ficPhaseTimeSum:
    return reader_number(value, id, r->core.phase_us[p]);
  case STAT_ficPhaseP95:
    return r->window.phase[p].count > 0 && reader_number(value, id, r->window.phase[p].p95);
  case STAT_ficPhaseMax:
    return r->window.phase[p].count > 0 && reader_number(value, id, r->window.phase[p].max);
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
    return reader_number(value, id, k);
  case STAT_ficRubyKindName:
    return reader_text(value, ruby_kind_names[k], strlen(ruby_kind_names[k]));
  case STAT_ficRubyKindCalls:
    return reader_number(value, id, calls->count);
  case STAT_ficRubyKindFailed:
    return reader_number(value, id, calls->failed);
  case STAT_ficRubyKindTimeSum:
    return reader_number(value, id, calls->us);
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
    return reader_number(value, id, w);
  case STAT_ficTplName:
    return reader_text(value, template_way_names[w], strlen(template_way_names[w]));
  case STAT_ficTplCount:
    return reader_number(value, id, renderings->count);
  case STAT_ficTplFailed:
    return reader_number(value, id, renderings->failed);
  case STAT_ficTplTimeSum:
    return reader_number(value, id, renderings->us);
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
    return reader_number(value, id, metric);
  case STAT_ficHistBucket:
    return reader_number(value, id, row + 1);
  case STAT_ficHistBound:
    return reader_number(value, id, seg_bounds_us[row]);
  case STAT_ficHistCount:
    for (size_t b = 0; b <= row; b++) {
      sum += buckets[b];
    }
    return reader_number(value, id, sum);
  default:
    return false;
  }
}

bool stats_reader_cell(const struct stats_reader *r, enum stats_id id, size_t row, struct stats_value *value)
{
  enum stats_group group = (enum stats_group)stats_table[id].group;
  if (row >= stats_reader_rows(r, group)) {
    return false;
  }
  switch (group) {
  case STATS_ENV:
    return env_cell(r, id, row, value);
  case STATS_NODE:
    return node_cell(r, id, row, value);
  case STATS_TYPE:
    return id == STAT_ficTypeCompiled ? reader_number(value, id, reader_row(r, SEG_TYPE, row)->count)
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
