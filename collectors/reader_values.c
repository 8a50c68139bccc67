/* Values from the copy, according to the sources in the list. */
#include "collectors/reader_internal.h"

#include <stdlib.h>
#include <string.h>

/* --- stored objects -------------------------------------------------------------------------------------- */

/* Element `number` of the cell in an item. Except for counters, 0 means "never set". */
static bool cell_value(const struct stats_reader *r, uint32_t id, const uint64_t *item, uint32_t number,
                       struct stats_value *value)
{
  const struct seg_spot *spot = &r->bind.stats[id];
  if (spot->kind == SEG_TEXT) {
    const char *p = (const char *)(item + spot->at);
    const size_t n = strnlen(p, spot->count);
    return n > 0 && reader_text(value, p, n);
  }
  if (number >= spot->count) {
    return false;
  }
  const uint64_t word = item[spot->at + number];
  if (spot->kind == SEG_COUNTER || spot->kind == SEG_COUNTERS) {
    return reader_number(r, value, id, word);
  }
  return word != 0 && reader_number(r, value, id, word - 1);
}

/* reader_values.c */
/* The value of a stored object: of the core, or of row `position`. */
static bool reader_stored(const struct stats_reader *r, uint32_t id, size_t position, struct stats_value *value)
{
  const struct stats_group_info *g = &r->list->groups[r->list->stats[id].group];
  if (r->bind.stats[id].container == SEG_NOWHERE) {
    return false;
  }
  if (g->rows == STATS_ROWS_NAMED) {
    return cell_value(r, id, &reader_row(r, r->list->stats[id].group, position)->checksum, 0, value);
  }
  const uint32_t number = g->rows == STATS_ROWS_FIXED
                            ? r->list->labels[r->list->enums[g->enumeration].first + position].number
                            : 0;
  return cell_value(r, id, r->core, number, value);
}

/* --- counted rows ---------------------------------------------------------------------------------------- */

/* The value of a row to count by: one object, or the newer of two times. */
static bool counted_value(const struct stats_reader *r, const struct stats_from *from, size_t row,
                          struct stats_value *value)
{
  struct stats_value other;
  bool there = reader_stored(r, from->of, row, value);
  if (from->source == STATS_SOURCE_COUNT_OLDER && reader_stored(r, from->number, row, &other) &&
      (!there || other.number > value->number)) {
    *value = other;
    there = true;
  }
  return there;
}

static bool is_older(const struct stats_reader *r, uint64_t moment)
{
  return r->options.row_stale_s != 0 && reader_seconds_since(r, moment) >= r->options.row_stale_s;
}

#define NOT_COUNTED UINT32_MAX

/* Counts the matching rows of the table of `from.of`, for each row of the object's own table, or for all. While no row
 * has that object, the result is absent, because 0 would read as "none failed". */
static void count_rows(struct stats_reader *r, uint32_t id)
{
  const struct stats_info *s = &r->list->stats[id];
  const uint32_t of = r->list->stats[s->from.of].group;
  const size_t rows = stats_is_table(&r->list->groups[s->group]) ? stats_reader_rows(r, s->group) : 1;
  uint32_t *counted = reader_must(realloc(r->counted[id], (rows + 1) * sizeof *counted));
  r->counted[id] = counted;
  for (size_t i = 0; i < rows; i++) {
    counted[i] = s->from.source == STATS_SOURCE_COUNT_NAME ? 0 : NOT_COUNTED;
  }
  for (size_t i = 0; i < stats_reader_rows(r, of); i++) {
    struct stats_value v;
    if (!counted_value(r, &s->from, i, &v)) {
      continue;
    }
    if (s->from.source == STATS_SOURCE_COUNT_NAME) {
      const long at = reader_find(r, s->group, v.text, v.length);
      if (at >= 0) {
        counted[at]++;
      }
    } else {
      counted[0] = counted[0] == NOT_COUNTED ? 0 : counted[0];
      counted[0] += s->from.source == STATS_SOURCE_COUNT ? v.number == s->from.number : is_older(r, v.number);
    }
  }
}

void reader_count_rows(struct stats_reader *r)
{
  for (uint32_t id = 0; id < r->list->stat_count; id++) {
    const enum stats_source source = r->list->stats[id].from.source;
    if (r->list->groups[r->list->stats[id].group].segment != r->segment) {
      continue;
    }
    if (source == STATS_SOURCE_COUNT || source == STATS_SOURCE_COUNT_NAME) {
      count_rows(r, id);
    }
  }
}

void reader_count_older(struct stats_reader *r)
{
  for (uint32_t id = 0; id < r->list->stat_count; id++) {
    if (r->list->stats[id].from.source == STATS_SOURCE_COUNT_OLDER &&
        r->list->groups[r->list->stats[id].group].segment == r->segment) {
      count_rows(r, id);
    }
  }
}

/* --- values ---------------------------------------------------------------------------------------------- */

/* A value of the window. Absent while the window is empty, because 0 would read as "fast"; the count only until the
 * first sample. */
static bool window_value(const struct stats_reader *r, uint32_t id, size_t row, struct stats_value *value)
{
  const struct stats_from *from = &r->list->stats[id].from;
  const struct reader_set *set = &r->sets[r->set_of[id]];
  const struct seg_container *c = reader_window_of(r, from->of);
  if (c == NULL || row >= set->rows) {
    return false;
  }
  const struct reader_percentiles *p = &set->by_row[row];
  if (from->number == STATS_WHAT_SECONDS) {
    return reader_number(r, value, id, r->core[c->state[1]]);
  }
  if (from->number == STATS_WHAT_COUNT) {
    return r->core[c->state[0]] != 0 && reader_number(r, value, id, p->count);
  }
  if (p->count == 0) {
    return false;
  }
  switch (from->number) {
  case STATS_WHAT_P50: return reader_number(r, value, id, p->p50);
  case STATS_WHAT_P90: return reader_number(r, value, id, p->p90);
  case STATS_WHAT_P95: return reader_number(r, value, id, p->p95);
  case STATS_WHAT_P99: return reader_number(r, value, id, p->p99);
  case STATS_WHAT_MAX: return reader_number(r, value, id, p->max);
  default: return reader_number(r, value, id, (p->nonzero * 10000 + p->count / 2) / p->count);
  }
}

static bool figure(const struct stats_reader *r, uint32_t id, struct stats_value *value)
{
  const uint64_t recorded_us = r->core[SEG_CORE_RECORDED];
  switch (r->list->stats[id].from.number) {
  case STATS_FIGURE_AGE: return recorded_us != 0 && reader_number(r, value, id, reader_seconds_since(r, recorded_us));
  case STATS_FIGURE_TABLE_CHANGE: return reader_number(r, value, id, r->table_change_us);
  case STATS_FIGURE_ACTIVE: return reader_number(r, value, id, r->active);
  default: return reader_number(r, value, id, r->state);
  }
}

/* The row's name, whole or as its index, or its number. */
static bool name_of(const struct stats_reader *r, uint32_t id, size_t row, struct stats_value *value)
{
  const struct stats_info *s = &r->list->stats[id];
  const struct stats_group_info *g = &r->list->groups[s->group];
  const bool index = s->from.source == STATS_SOURCE_INDEX;
  struct stats_row_key key;
  stats_reader_key(r, s->group, row, &key);
  if (g->rows == STATS_ROWS_NAMED && !index) {
    const struct seg_row *at = reader_row(r, s->group, row);
    return reader_text(value, reader_row_name(r, s->group, at), at->name_length);
  }
  if (g->rows == STATS_ROWS_NAMED) {
    return reader_text(value, key.name, key.length);
  }
  if (index) {
    return reader_number(r, value, id, key.number[id != g->first]);
  }
  const char *name = r->list->labels[r->list->enums[g->enumeration].first + row].name;
  return reader_text(value, name, strlen(name));
}

static bool bucket_value(const struct stats_reader *r, uint32_t id, size_t row, struct stats_value *value)
{
  const struct seg_spot *spot = &r->bind.histograms[row / STATS_BUCKETS];
  uint64_t sum = 0;
  row %= STATS_BUCKETS;
  if (r->list->stats[id].from.source == STATS_SOURCE_BUCKET_BOUND) {
    return reader_number(r, value, id, seg_bounds_us[row]);
  }
  for (size_t b = 0; b <= row && b < spot->count; b++) {
    sum += r->core[spot->at + b];
  }
  return spot->container != SEG_NOWHERE && reader_number(r, value, id, sum);
}

static bool evicted(const struct stats_reader *r, uint32_t id, struct stats_value *value)
{
  const struct seg_container *c = reader_table_of(r, r->list->stats[id].from.of);
  return c != NULL && reader_number(r, value, id, r->core[c->state[1]]);
}

static bool answer(const struct stats_reader *r, uint32_t id, size_t row, struct stats_value *value)
{
  const struct stats_info *s = &r->list->stats[id];
  const bool named = r->list->groups[s->group].rows == STATS_ROWS_NAMED;
  switch (s->from.source) {
  case STATS_SOURCE_STORE:
  case STATS_SOURCE_MIRROR: return reader_stored(r, id, row, value);
  case STATS_SOURCE_INDEX:
  case STATS_SOURCE_LABEL: return name_of(r, id, row, value);
  case STATS_SOURCE_AGE:
    return reader_stored(r, s->from.of, row, value) &&
           reader_number(r, value, id, reader_seconds_since(r, value->number));
  case STATS_SOURCE_LEFT:
    return reader_stored(r, s->from.of, row, value) &&
           reader_number(r, value, id, reader_seconds_until(r, value->number));
  case STATS_SOURCE_STAMP:
    return reader_number(r, value, id, named ? reader_row(r, s->group, row)->created_us : r->header.created_us);
  case STATS_SOURCE_EVICTED: return evicted(r, id, value);
  case STATS_SOURCE_WINDOW: return window_value(r, id, row, value);
  case STATS_SOURCE_ROWS: return reader_number(r, value, id, stats_reader_rows(r, s->from.of));
  case STATS_SOURCE_COUNT:
  case STATS_SOURCE_COUNT_NAME:
  case STATS_SOURCE_COUNT_OLDER:
    return r->counted[id] != NULL && r->counted[id][row] != NOT_COUNTED &&
           reader_number(r, value, id, r->counted[id][row]);
  case STATS_SOURCE_BUCKET_BOUND:
  case STATS_SOURCE_BUCKET_COUNT: return bucket_value(r, id, row, value);
  case STATS_SOURCE_READER: return figure(r, id, value);
  case STATS_SOURCE_PUBLISHER: break;
  }
  return false;
}

bool stats_reader_scalar(const struct stats_reader *all, uint32_t id, struct stats_value *value)
{
  const struct stats_reader *r = reader_of(all, all->list->stats[id].group);
  if (r == NULL) {
    return false;
  }
  const struct stats_from *from = &r->list->stats[id].from;
  if (from->source == STATS_SOURCE_READER && from->number == STATS_FIGURE_STATE) {
    return reader_number(r, value, id, r->state);
  }
  return r->loaded && !stats_is_table(&r->list->groups[r->list->stats[id].group]) && answer(r, id, 0, value);
}

bool stats_reader_cell(const struct stats_reader *all, uint32_t id, size_t row, struct stats_value *value)
{
  const struct stats_reader *r = reader_of(all, all->list->stats[id].group);
  return r != NULL && row < stats_reader_rows(r, r->list->stats[id].group) && answer(r, id, row, value);
}

/* --- rows ------------------------------------------------------------------------------------------------ */

size_t stats_reader_rows(const struct stats_reader *all, uint32_t group)
{
  const struct stats_reader *r = reader_of(all, group);
  const struct stats_group_info *g = &all->list->groups[group];
  if (r == NULL || !r->loaded) {
    return 0;
  }
  switch (g->rows) {
  case STATS_ROWS_NAMED: return reader_table_of(r, group) == NULL ? 0 : r->tables[group].count;
  case STATS_ROWS_FIXED: return r->list->enums[g->enumeration].count;
  case STATS_ROWS_HISTOGRAMS: return r->list->histogram_count * STATS_BUCKETS;
  default: return 0;
  }
}

bool stats_reader_key(const struct stats_reader *all, uint32_t group, size_t row, struct stats_row_key *key)
{
  const struct stats_reader *r = reader_of(all, group);
  const struct stats_group_info *g = &all->list->groups[group];
  if (r == NULL || row >= stats_reader_rows(r, group)) {
    return false;
  }
  *key = (struct stats_row_key){.id = row + 1, .changed = r->core[SEG_CORE_COMMITS]};
  if (g->rows == STATS_ROWS_NAMED) {
    const struct seg_row *at = reader_row(r, group, row);
    reader_position_index(r, group, row, &key->name, &key->length);
    key->id = at->id;
    key->changed = at->changed;
  } else if (g->rows == STATS_ROWS_HISTOGRAMS) {
    key->number[0] = r->list->histograms[row / STATS_BUCKETS].number;
    key->number[1] = (uint32_t)(row % STATS_BUCKETS) + 1;
  } else {
    key->number[0] = r->list->labels[r->list->enums[g->enumeration].first + row].number;
  }
  return true;
}

long stats_reader_find(const struct stats_reader *all, uint32_t group, const char *name, size_t length)
{
  const struct stats_reader *r = reader_of(all, group);
  return r != NULL && r->list->groups[group].rows == STATS_ROWS_NAMED && stats_reader_rows(r, group) > 0
           ? reader_find(r, group, name, length)
           : -1;
}

/* --- about the store ------------------------------------------------------------------------------------- */

unsigned stats_reader_state(const struct stats_reader *r) { return r->state; }

const char *stats_reader_reason(const struct stats_reader *r) { return r->reason; }

uint64_t stats_reader_generation(const struct stats_reader *r)
{
  uint64_t sum = r->generation;
  for (size_t s = 0; s < STATS_SEGMENTS; s++) {
    sum += r->others[s] == NULL ? 0 : r->others[s]->generation;
  }
  return sum;
}

uint64_t stats_reader_rows_generation(const struct stats_reader *r)
{
  uint64_t sum = r->rows_generation;
  for (size_t s = 0; s < STATS_SEGMENTS; s++) {
    sum += r->others[s] == NULL ? 0 : r->others[s]->rows_generation;
  }
  return sum;
}

uint64_t stats_reader_discontinuity_us(const struct stats_reader *r) { return r->loaded ? r->header.created_us : 0; }

void stats_reader_figures(const struct stats_reader *r, struct stats_store_figures *figures)
{
  *figures = (struct stats_store_figures){0};
  if (r->loaded) {
    figures->file_bytes = r->header.file_bytes;
    figures->created_us = r->header.created_us;
    figures->records = r->core[SEG_CORE_COMMITS];
  }
}

void stats_reader_table(const struct stats_reader *all, uint32_t group, struct stats_table_figures *figures)
{
  const struct stats_reader *r = reader_of(all, group);
  const struct seg_container *c = r != NULL && r->loaded ? reader_table_of(r, group) : NULL;
  *figures = (struct stats_table_figures){0};
  if (c != NULL) {
    *figures = (struct stats_table_figures){r->tables[group].count, c->items, r->core[c->state[1]]};
  }
}

size_t stats_reader_window_capacity(const struct stats_reader *r, uint32_t window)
{
  const struct seg_container *c = r->loaded ? reader_window_of(r, window) : NULL;
  return c == NULL ? 0 : c->items;
}
