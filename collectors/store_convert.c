/* A store of other sizes, or of an earlier version of the layout, becomes one of the present. */
#include <stdlib.h>
#include <string.h>

#include "collectors/store_internal.h"

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

/* A row whose numbers may have become more. */
static void convert_row(const struct store_table *from, struct seg_row *source, const struct store_table *to,
                        struct seg_row *row)
{
  memcpy(row, source, from->info->number_words * 8);
  memcpy(store_row_name(to, row), store_row_name(from, source),
         (to->info->row_words - to->info->number_words) * 8);
}

static void convert_table(const struct store_table *from, uint32_t version, uint64_t used,
                          uint64_t from_instance, struct store_table *to, uint64_t to_instance,
                          struct seg_core *core)
{
  struct by_use *order = calloc(used + 1, sizeof *order);
  uint64_t kept = 0;
  uint64_t sound = 0;
  for (uint64_t i = 0; order != NULL && i < used; i++) {
    if (seg_row_ok_in(from_instance, version, from->id, store_row(from, i))) {
      order[sound++] = (struct by_use){from->uses[i], (uint32_t)i};
    }
  }
  if (sound > 0) {
    qsort(order, sound, sizeof *order, newest_first);
  }
  for (; kept < sound && kept < to->rows; kept++) {
    struct seg_row *row = store_row(to, kept);
    convert_row(from, store_row(from, order[kept].index), to, row);
    row->hash = seg_hash(to_instance, store_row_name(to, row), row->name_length);
    seg_row_seal(to_instance, to->id, row, true);
    to->uses[kept] = order[kept].use;
    to->nexts[kept] = to->heads[row->hash & to->mask];
    to->heads[row->hash & to->mask] = kept + 1;
  }
  free(order);
  core->used[to->id] = kept;
  core->evicted[to->id] += used - kept;
}

void store_convert(const char *from, const struct seg_layout *from_layout, char *to,
                   const struct seg_layout *to_layout)
{
  const struct seg_header *old = (const struct seg_header *)(const void *)from;
  const struct seg_header *new = (const struct seg_header *)(const void *)to;
  struct seg_core *core = (struct seg_core *)(void *)(to + to_layout->core);
  uint64_t window_s = core->window_s;
  memcpy(core, from + from_layout->core, seg_core_words(from_layout->version) * sizeof(uint64_t));
  core->window_s = window_s;
  core->rows_changed = ++core->commits;
  for (int t = 0; t < SEG_TABLES; t++) {
    struct store_table a =
        store_table((char *)(uintptr_t)from, from_layout, old->sizes.rows[t], (enum seg_table)t);
    struct store_table b = store_table(to, to_layout, new->sizes.rows[t], (enum seg_table)t);
    convert_table(&a, from_layout->version, core->used[t], old->instance, &b, new->instance, core);
  }
  const struct seg_sample *source = (const struct seg_sample *)(const void *)(from + from_layout->samples);
  struct seg_sample *target = (struct seg_sample *)(void *)(to + to_layout->samples);
  uint64_t most = old->sizes.samples < new->sizes.samples ? old->sizes.samples : new->sizes.samples;
  uint64_t kept = 0;
  for (uint64_t i = core->samples > most ? core->samples - most : 0; i < core->samples; i++) {
    target[kept] = source[i % old->sizes.samples];
    seg_sample_seal(new->instance, &target[kept++]);
  }
  core->samples = kept;
  seg_core_seal(new->instance, core);
}
