/* Maps a list to a file: what a file must contain, and where a given file has it. */
#include <stdlib.h>

#include "collectors/segment.h"

/* --- the contents for a list -------------------------------------------------------------------------------- */

/* The count of a fixed table: numbers of rows are indices, so one more than the largest. */
static uint32_t fixed_count(const struct stats_list *list, uint32_t enumeration)
{
  const struct stats_enum_info *e = &list->enums[enumeration];
  return e->count == 0 ? 1 : list->labels[e->first + e->count - 1].number + 1;
}

static enum seg_kind object_kind(const struct stats_list *list, const struct stats_info *s)
{
  const bool counter = stats_is_counter(s) && s->from.source != STATS_SOURCE_MIRROR; /* a mirror can be absent */
  return s->syntax == STATS_STRING                         ? SEG_TEXT
         : list->groups[s->group].rows == STATS_ROWS_FIXED ? (counter ? SEG_COUNTERS : SEG_GAUGES)
         : counter                                         ? SEG_COUNTER
                                                           : SEG_GAUGE;
}

static bool add_object(const struct stats_list *list, const struct stats_info *s, struct seg_layout *layout)
{
  const struct stats_group_info *g = &list->groups[s->group];
  const uint32_t count = s->syntax == STATS_STRING     ? s->max
                         : g->rows == STATS_ROWS_FIXED ? fixed_count(list, g->enumeration)
                                                       : 1;
  return seg_add_cell(layout, g->number << 16 | s->number, object_kind(list, s), count);
}

/* Adds the stored objects of a group to the last container. */
static bool add_group(const struct stats_list *list, const struct stats_group_info *g, struct seg_layout *layout)
{
  for (size_t i = g->first; i < g->first + g->count; i++) {
    if (stats_is_stored(&list->stats[i]) && !add_object(list, &list->stats[i], layout)) {
      return false;
    }
  }
  return true;
}

static bool add_core(const struct stats_list *list, enum stats_segment segment, struct seg_layout *layout)
{
  bool ok = seg_add_container(layout, SEG_CORE, 0, 1, 0);
  for (size_t g = 0; ok && g < list->group_count; g++) {
    if (list->groups[g].segment == segment &&
        (list->groups[g].rows == STATS_ROWS_SCALARS || list->groups[g].rows == STATS_ROWS_FIXED)) {
      ok = add_group(list, &list->groups[g], layout);
    }
  }
  for (size_t h = 0; ok && segment == STATS_SEGMENT_STORE && h < list->histogram_count; h++) {
    ok = seg_add_cell(layout, SEG_HISTOGRAM | list->histograms[h].number, SEG_COUNTERS, STATS_BUCKETS);
  }
  return ok;
}

static enum seg_kind sample_kind(const struct stats_sample_info *s)
{
  return s->of == STATS_SAMPLE_OF_EACH ? SEG_HALVES : SEG_COUNTER;
}

static bool add_window(const struct stats_list *list, size_t index, uint32_t wanted, struct seg_layout *layout)
{
  const struct stats_window_info *w = &list->windows[index];
  const uint32_t samples = wanted != 0 ? wanted : w->samples;
  bool ok = samples <= w->most && seg_add_container(layout, SEG_WINDOW, w->number, samples, 0);
  for (size_t i = w->first; ok && i < w->first + w->count; i++) {
    const struct stats_sample_info *s = &list->samples[i];
    ok = seg_add_cell(layout, s->number, sample_kind(s),
                      s->of == STATS_SAMPLE_OF_EACH ? fixed_count(list, s->enumeration) : 1);
  }
  return ok;
}

static bool add_table(const struct stats_list *list, size_t index, uint32_t wanted, struct seg_layout *layout)
{
  const struct stats_group_info *g = &list->groups[index];
  const uint32_t rows = wanted != 0 ? wanted : g->usual;
  uint32_t name_bytes = 64;
  for (size_t i = g->first; i < g->first + g->count; i++) {
    if (list->stats[i].from.source == STATS_SOURCE_LABEL) {
      name_bytes = list->stats[i].max;
    }
  }
  return rows <= g->most && seg_add_container(layout, SEG_TABLE, g->number, rows, name_bytes) &&
         add_group(list, g, layout);
}

bool seg_design(const struct stats_list *list, const struct stats_config *config, struct seg_layout *layout)
{
  layout->count = layout->cell_count = 0;
  bool ok = add_core(list, config->segment, layout);
  for (size_t w = 0; ok && config->segment == STATS_SEGMENT_STORE && w < list->window_count; w++) {
    ok = add_window(list, w, w < STATS_WINDOWS ? config->samples[w] : 0, layout);
  }
  for (size_t g = 0; ok && g < list->group_count; g++) {
    if (list->groups[g].segment == config->segment && list->groups[g].rows == STATS_ROWS_NAMED) {
      ok = add_table(list, g, g < STATS_GROUPS ? config->rows[g] : 0, layout);
    }
  }
  return ok && seg_place(layout);
}

/* --- two layouts ----------------------------------------------------------------------------------------- */

bool seg_suffices(const struct seg_layout *file, const struct seg_layout *wanted, bool first)
{
  for (uint32_t i = 0; i < wanted->count; i++) {
    const struct seg_container *w = &wanted->containers[i];
    const struct seg_container *c = seg_find(file, w->kind, w->number);
    if (c == NULL || c->name_bytes < w->name_bytes || (first && c->items != w->items)) {
      return false;
    }
    for (uint32_t k = w->first; k < w->first + w->count; k++) {
      const struct seg_cell *cell = seg_find_cell(file, c, wanted->cells[k].id);
      if (cell == NULL || cell->count < wanted->cells[k].count || (first && cell->kind != wanted->cells[k].kind)) {
        return false;
      }
    }
  }
  return file->version == SEG_VERSION;
}

/* The kind of the present version. */
static enum seg_kind present_kind(uint8_t kind)
{
  return kind == SEG_RAW || kind == SEG_RAW_NONZERO ? SEG_GAUGE
         : kind == SEG_RAW_HALVES                   ? SEG_HALVES
                                                    : (enum seg_kind)kind;
}

/* Adds the cells of both to the last container; either may be NULL. */
static bool merge_cells(const struct seg_layout *file, const struct seg_container *f, const struct seg_layout *wanted,
                        const struct seg_container *w, struct seg_layout *out)
{
  bool ok = true;
  for (uint32_t k = f == NULL ? 0 : f->first; ok && f != NULL && k < f->first + f->count; k++) {
    const struct seg_cell *cell = &file->cells[k];
    const struct seg_cell *other = w == NULL ? NULL : seg_find_cell(wanted, w, cell->id);
    const uint32_t count = other != NULL && (other->count > cell->count || other->kind != present_kind(cell->kind))
                             ? other->count
                             : cell->count;
    ok = seg_add_cell(out, cell->id, other != NULL ? (enum seg_kind)other->kind : present_kind(cell->kind), count);
  }
  for (uint32_t k = w == NULL ? 0 : w->first; ok && w != NULL && k < w->first + w->count; k++) {
    const struct seg_cell *cell = &wanted->cells[k];
    if (f == NULL || seg_find_cell(file, f, cell->id) == NULL) {
      ok = seg_add_cell(out, cell->id, (enum seg_kind)cell->kind, cell->count);
    }
  }
  return ok;
}

bool seg_merge(const struct seg_layout *file, const struct seg_layout *wanted, bool sizes, struct seg_layout *out)
{
  bool ok = true;
  out->count = out->cell_count = 0;
  for (uint32_t i = 0; ok && i < file->count; i++) {
    const struct seg_container *f = &file->containers[i];
    const struct seg_container *w = seg_find(wanted, f->kind, f->number);
    const uint32_t name_bytes = w != NULL && w->name_bytes > f->name_bytes ? w->name_bytes : f->name_bytes;
    ok = seg_add_container(out, (enum seg_container_kind)f->kind, f->number, w != NULL && sizes ? w->items : f->items,
                           name_bytes) &&
         merge_cells(file, f, wanted, w, out);
  }
  for (uint32_t i = 0; ok && i < wanted->count; i++) {
    const struct seg_container *w = &wanted->containers[i];
    if (seg_find(file, w->kind, w->number) == NULL) {
      ok = seg_add_container(out, (enum seg_container_kind)w->kind, w->number, w->items, w->name_bytes) &&
           merge_cells(file, NULL, wanted, w, out);
    }
  }
  return ok && seg_place(out);
}

/* --- places of cells ------------------------------------------------------------------------------------ */

static const struct seg_spot nowhere = {.container = SEG_NOWHERE};

/* A cell of another kind than the list's does not count. */
static struct seg_spot spot_of(const struct seg_layout *layout, uint32_t kind, uint32_t number, uint32_t id,
                               enum seg_kind cell_kind)
{
  const struct seg_container *c = seg_find(layout, kind, number);
  const struct seg_cell *cell = c == NULL ? NULL : seg_find_cell(layout, c, id);
  return cell == NULL || cell->kind != cell_kind ? nowhere
                                                 : (struct seg_spot){.at = cell->at,
                                                                     .container = (uint16_t)(c - layout->containers),
                                                                     .count = cell->count,
                                                                     .kind = cell->kind};
}

static uint16_t container_of(const struct seg_layout *layout, uint32_t kind, uint32_t number)
{
  const struct seg_container *c = seg_find(layout, kind, number);
  return c == NULL ? SEG_NOWHERE : (uint16_t)(c - layout->containers);
}

bool seg_bind(struct seg_bind *bind, const struct stats_list *list, const struct seg_layout *layout)
{
  const struct stats_window_info *last = list->window_count == 0 ? NULL : &list->windows[list->window_count - 1];
  const size_t samples = last == NULL ? 0 : last->first + last->count;
  seg_unbind(bind);
  *bind = (struct seg_bind){.list = list,
                            .stats = calloc(list->stat_count + 1, sizeof *bind->stats),
                            .samples = calloc(samples + 1, sizeof *bind->samples),
                            .histograms = calloc(list->histogram_count + 1, sizeof *bind->histograms),
                            .groups = calloc(list->group_count + 1, sizeof *bind->groups),
                            .windows = calloc(list->window_count + 1, sizeof *bind->windows)};
  if (bind->stats == NULL || bind->samples == NULL || bind->histograms == NULL || bind->groups == NULL ||
      bind->windows == NULL) {
    seg_unbind(bind);
    return false;
  }
  for (size_t g = 0; g < list->group_count; g++) {
    const struct stats_group_info *info = &list->groups[g];
    const bool named = info->rows == STATS_ROWS_NAMED;
    bind->groups[g] = named ? container_of(layout, SEG_TABLE, info->number) : SEG_NOWHERE;
    for (size_t i = info->first; i < info->first + info->count; i++) {
      const uint32_t id = info->number << 16 | list->stats[i].number;
      bind->stats[i] = !stats_is_stored(&list->stats[i])
                         ? nowhere
                         : spot_of(layout, named ? SEG_TABLE : SEG_CORE, named ? info->number : 0, id,
                                   object_kind(list, &list->stats[i]));
    }
  }
  for (size_t w = 0; w < list->window_count; w++) {
    const struct stats_window_info *info = &list->windows[w];
    bind->windows[w] = container_of(layout, SEG_WINDOW, info->number);
    for (size_t i = info->first; i < info->first + info->count; i++) {
      bind->samples[i] = spot_of(layout, SEG_WINDOW, info->number, list->samples[i].number,
                                 sample_kind(&list->samples[i]));
    }
  }
  for (size_t h = 0; h < list->histogram_count; h++) {
    bind->histograms[h] = spot_of(layout, SEG_CORE, 0, SEG_HISTOGRAM | list->histograms[h].number, SEG_COUNTERS);
  }
  return true;
}

void seg_unbind(struct seg_bind *bind)
{
  free(bind->stats);
  free(bind->samples);
  free(bind->histograms);
  free(bind->groups);
  free(bind->windows);
  *bind = (struct seg_bind){0};
}
