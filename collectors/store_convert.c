/* Converts a store with other contents or sizes, or of an earlier version of the layout. */
#include <stdlib.h>
#include <string.h>

#include "collectors/store_internal.h"

/* --- cells ----------------------------------------------------------------------------------------------- */

/* Element `i` as a number; false: never set. */
static bool read_number(const struct seg_layout *layout, const struct seg_container *c, const struct seg_cell *cell,
                        const uint64_t *item, uint32_t i, uint64_t *n)
{
  uint32_t half = 0;
  if (cell->kind == SEG_HALVES || cell->kind == SEG_RAW_HALVES) {
    memcpy(&half, (const char *)(item + cell->at) + i * sizeof half, sizeof half);
    *n = cell->kind == SEG_HALVES ? half - 1u : half;
    return half != 0;
  }
  *n = item[cell->at + i * cell->step];
  switch (cell->kind) {
  case SEG_GAUGE:
  case SEG_GAUGES: return (*n)-- != 0;
  case SEG_RAW: return item[layout->cells[c->first].at] != 0;
  case SEG_RAW_NONZERO: return *n != 0;
  default: return true;
  }
}

static void write_number(const struct seg_cell *cell, uint64_t *item, uint32_t i, uint64_t n)
{
  uint32_t half = n < UINT32_MAX ? (uint32_t)n + 1 : UINT32_MAX;
  if (cell->kind == SEG_HALVES) {
    memcpy((char *)(item + cell->at) + i * sizeof half, &half, sizeof half);
  } else {
    item[cell->at + i] = cell->kind == SEG_COUNTER || cell->kind == SEG_COUNTERS ? n : n + 1;
  }
}

static void convert_cell(const struct seg_layout *from, const struct seg_container *from_c, const struct seg_cell *cell,
                         const uint64_t *source, const struct seg_cell *to, uint64_t *target)
{
  const uint32_t count = cell->count < to->count ? cell->count : to->count;
  if (cell->kind == SEG_TEXT || to->kind == SEG_TEXT) {
    if (cell->kind == to->kind) {
      memcpy(target + to->at, source + cell->at, count);
    } else {
      log_notice(&log_store, "the statistics %08x were of another kind and restart at zero", to->id);
    }
    return;
  }
  for (uint32_t i = 0; i < count; i++) {
    uint64_t n;
    if (read_number(from, from_c, cell, source, i, &n)) {
      write_number(to, target, i, n);
    }
  }
}

static void convert_cells(const struct seg_layout *from, const struct seg_container *from_c, const uint64_t *source,
                          const struct seg_layout *to, const struct seg_container *to_c, uint64_t *target)
{
  for (uint32_t i = to_c->first; i < to_c->first + to_c->count; i++) {
    const struct seg_cell *cell = seg_find_cell(from, from_c, to->cells[i].id);
    if (cell != NULL) {
      convert_cell(from, from_c, cell, source, &to->cells[i], target);
    }
  }
}

/* --- containers ------------------------------------------------------------------------------------------ */

/* Two files, the old one and the new one in memory. */
struct conversion {
  const char *from;
  const struct seg_layout *from_layout;
  uint64_t from_instance;
  const uint64_t *from_core;
  char *to;
  const struct seg_layout *to_layout;
  uint64_t to_instance;
  uint64_t *to_core;
};

struct by_use {
  uint64_t use;
  uint32_t index;
};

static int newest_first(const void *a, const void *b)
{
  uint64_t x = ((const struct by_use *)a)->use;
  uint64_t y = ((const struct by_use *)b)->use;
  return x < y ? 1 : x > y ? -1 : 0;
}

static void convert_row(const struct conversion *v, const struct store_table *from, struct seg_row *source,
                        const struct store_table *to, struct seg_row *row)
{
  *row = *source;
  memcpy(store_row_name(to, row), store_row_name(from, source), row->name_length);
  convert_cells(v->from_layout, from->c, &source->checksum, v->to_layout, to->c, &row->checksum);
  row->hash = seg_hash(v->to_instance, store_row_name(to, row), row->name_length);
  seg_row_seal(v->to_instance, to->c, row, true);
}

static void convert_table(const struct conversion *v, const struct seg_container *f, const struct seg_container *c)
{
  const struct store_table from = store_table((char *)(uintptr_t)v->from, f), to = store_table(v->to, c);
  const uint64_t used = v->from_core[f->state[0]];
  struct by_use *order = calloc(used + 1, sizeof *order);
  uint64_t kept = 0;
  uint64_t sound = 0;
  for (uint64_t i = 0; order != NULL && i < used; i++) {
    if (seg_row_ok(v->from_instance, f, store_row(&from, i), true)) {
      order[sound++] = (struct by_use){from.uses[i], (uint32_t)i};
    }
  }
  if (sound > 0) {
    qsort(order, sound, sizeof *order, newest_first);
  }
  for (; kept < sound && kept < c->items; kept++) {
    struct seg_row *row = store_row(&to, kept);
    convert_row(v, &from, store_row(&from, order[kept].index), &to, row);
    to.uses[kept] = order[kept].use;
    to.nexts[kept] = to.heads[row->hash & to.mask];
    to.heads[row->hash & to.mask] = kept + 1;
  }
  free(order);
  v->to_core[c->state[0]] = kept;
  v->to_core[c->state[1]] = v->from_core[f->state[1]] + used - kept;
}

/* Copies the newest samples; the length of the window is that of the new file if it has one. */
static void convert_window(const struct conversion *v, const struct seg_container *f, const struct seg_container *c)
{
  const uint64_t *source = (const uint64_t *)(const void *)(v->from + f->at);
  uint64_t *target = (uint64_t *)(void *)(v->to + c->at);
  const uint64_t most = f->items < c->items ? f->items : c->items;
  const uint64_t written = v->from_core[f->state[0]];
  uint64_t kept = 0;
  for (uint64_t i = written > most ? written - most : 0; i < written; i++) {
    const uint64_t *old = source + i % f->items * f->item_words;
    uint64_t *new = target + kept++ * c->item_words;
    new[SEG_SAMPLE_END_US] = old[SEG_SAMPLE_END_US];
    convert_cells(v->from_layout, f, old, v->to_layout, c, new);
    seg_sample_seal(v->to_instance, c, new);
  }
  v->to_core[c->state[0]] = kept;
  if (v->to_core[c->state[1]] == 0) {
    v->to_core[c->state[1]] = v->from_core[f->state[1]];
  }
}

void store_convert(const char *from, const struct seg_layout *from_layout, char *to, const struct seg_layout *to_layout)
{
  const struct seg_header *old = (const struct seg_header *)(const void *)from;
  const struct seg_header *new = (const struct seg_header *)(const void *)to;
  const struct seg_container *from_core = &from_layout->containers[0], *to_core = &to_layout->containers[0];
  const struct conversion v = {
    .from = from,
    .from_layout = from_layout,
    .from_instance = old->instance,
    .from_core = (const uint64_t *)(const void *)(from + from_core->at),
    .to = to,
    .to_layout = to_layout,
    .to_instance = new->instance,
    .to_core = (uint64_t *)(void *)(to + to_core->at),
  };
  for (uint32_t i = SEG_CORE_COMMITS; i < SEG_CORE_STATES; i++) {
    v.to_core[to_layout->system[i]] = v.from_core[from_layout->system[i]];
  }
  convert_cells(from_layout, from_core, v.from_core, to_layout, to_core, v.to_core);
  v.to_core[SEG_CORE_ROWS_CHANGED] = ++v.to_core[SEG_CORE_COMMITS];
  for (uint32_t i = 1; i < to_layout->count; i++) {
    const struct seg_container *c = &to_layout->containers[i];
    const struct seg_container *f = seg_find(from_layout, c->kind, c->number);
    if (f != NULL) {
      (c->kind == SEG_TABLE ? convert_table : convert_window)(&v, f, c);
    }
  }
  seg_core_seal(new->instance, to_layout, v.to_core);
}
