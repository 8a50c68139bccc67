/* Answers from the copy: rows by their names, scalars, figures of the store. */
#include "collectors/reader_internal.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

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
  CORE(ficNodeEvicted, evicted[SEG_NODE]),
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
  CORE(ficParseFailed, parse_errors),
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
  CORE(ficRubyTimeSum, work.ruby[0].us),
  CORE(ficRubyStopped, work.ruby_stopped),
  CORE(ficRubyCompiles, ruby_compiles),
  CORE(ficRubyStarts, work.ruby_starts),
  CORE(ficRubyStartTimeSum, work.ruby_start_us),
  CORE(ficRubyStartTime, work.ruby_last_start_us),
  CORE(ficRubyMem, ruby_mem_kib),
  CORE(ficNativeCalls, native_calls),
};
#undef CORE

/* Values of the window are absent while it is empty: 0 would read as "fast". */
static bool window_scalar(const struct stats_reader *r, enum stats_id id, struct stats_value *value)
{
  const struct reader_window *w = &r->window;
  if (id == STAT_ficCmpWinCount) {
    return reader_number(value, id, w->all.count);
  }
  if (w->all.count == 0) {
    return false;
  }
  switch (id) {
  case STAT_ficCmpP50:
    return reader_number(value, id, w->all.p50);
  case STAT_ficCmpP90:
    return reader_number(value, id, w->all.p90);
  case STAT_ficCmpP95:
    return reader_number(value, id, w->all.p95);
  case STAT_ficCmpP99:
    return reader_number(value, id, w->all.p99);
  case STAT_ficCmpMax:
    return reader_number(value, id, w->all.max);
  case STAT_ficCmpMaxMem:
    return reader_number(value, id, w->max_mem_kib);
  case STAT_ficCmpFailRatio:
    return reader_number(value, id, (w->failed * 10000 + w->all.count / 2) / w->all.count);
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
  return id == STAT_ficRubyStartTime || id == STAT_ficRubyMem;
}

bool stats_reader_scalar(const struct stats_reader *r, enum stats_id id, struct stats_value *value)
{
  if (id == STAT_ficStatsState) {
    return reader_number(value, id, r->state);
  }
  if (!r->loaded || stats_is_table(&stats_groups[stats_table[id].group])) {
    return false;
  }
  if (core_words[id] != 0) {
    if ((is_last(id) && r->core.total == 0) || (is_of_ruby(id) && r->core.work.ruby_starts == 0)) {
      return false;
    }
    uint64_t word;
    memcpy(&word, (const char *)&r->core + core_words[id], sizeof word);
    return reader_number(value, id, word);
  }
  switch (id) {
  case STAT_ficDiscontinuity:
    return reader_number(value, id, r->header.created_us);
  case STAT_ficTableChange:
    return reader_number(value, id, r->table_change_us);
  case STAT_ficStatsAge:
    return r->core.total != 0 && reader_number(value, id, reader_seconds_since(r, r->core.last_at_us));
  case STAT_ficCmpActive:
    return reader_number(value, id, r->active);
  default:
    return window_scalar(r, id, value);
  }
}

/* --- about the store ------------------------------------------------------------------------------------ */

unsigned stats_reader_state(const struct stats_reader *r)
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
