/* Rows of each group are an array sorted by index, with a value for each requested object (slot). Requesting
 * the same objects again reuses the memory. */
#include "monitor/snapshot.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"

enum { NOWHERE = UINT32_MAX };

struct value {
  uint64_t number;
  str text;
  bool there;
};

struct row {
  struct snapshot_index index;
  struct value value[]; /* one for each requested object of the group */
};

struct group {
  struct arena *arena; /* of rows and texts */
  struct row **row;
  size_t count, room;
  size_t width; /* number of requested objects */
  char *only;
  bool skip;
};

struct snapshot {
  struct group group[STATS_GROUPS];
  uint32_t slot[STATS_IDS];
  uint64_t time_us;
};

struct snapshot *snapshot_new(void)
{
  struct snapshot *s = xcalloc(1, sizeof *s);
  for (size_t i = 0; i < STATS_IDS; i++) s->slot[i] = NOWHERE;
  return s;
}

void snapshot_free(struct snapshot *s)
{
  if (s == NULL) return;
  for (size_t g = 0; g < STATS_GROUPS; g++) {
    arena_free(s->group[g].arena);
    free(s->group[g].row);
    free(s->group[g].only);
  }
  free(s);
}

void snapshot_want(struct snapshot *s, uint32_t id)
{
  if (s->slot[id] == NOWHERE) s->slot[id] = (uint32_t)s->group[stats_table[id].group].width++;
}

void snapshot_want_group(struct snapshot *s, uint32_t group)
{
  const struct stats_group_info *g = &stats_groups[group];
  for (size_t id = g->first; id < g->first + g->count; id++)
    if (stats_table[id].access != STATS_ACCESS_NOTIFY && stats_table[id].from.source != STATS_SOURCE_INDEX)
      snapshot_want(s, (uint32_t)id);
}

bool snapshot_wants(const struct snapshot *s, uint32_t id) { return s->slot[id] != NOWHERE; }
bool snapshot_wants_group(const struct snapshot *s, uint32_t group) { return s->group[group].width > 0; }

void snapshot_only(struct snapshot *s, uint32_t group, str name)
{
  free(s->group[group].only);
  s->group[group].only = xmalloc(name.n + 1);
  memcpy(s->group[group].only, name.p, name.n);
  s->group[group].only[name.n] = '\0';
}
const char *snapshot_only_row(const struct snapshot *s, uint32_t group) { return s->group[group].only; }
void snapshot_skip(struct snapshot *s, uint32_t group, bool skip) { s->group[group].skip = skip; }
bool snapshot_skips(const struct snapshot *s, uint32_t group) { return s->group[group].skip; }

/* --- filling --- */

void snapshot_clear(struct snapshot *s)
{
  for (size_t i = 0; i < STATS_GROUPS; i++) {
    struct group *g = &s->group[i];
    if (g->skip) continue;
    arena_free(g->arena);
    g->arena = NULL;
    g->count = 0;
  }
}

void snapshot_set_time(struct snapshot *s, uint64_t us) { s->time_us = us; }
uint64_t snapshot_time(const struct snapshot *s) { return s->time_us; }

/* SNMP's order: shorter names first. */
static int compare(const struct snapshot_index *a, const struct snapshot_index *b)
{
  if (a->name.n != b->name.n) return a->name.n < b->name.n ? -1 : 1;
  const int order = a->name.n == 0 ? 0 : memcmp(a->name.p, b->name.p, a->name.n);
  if (order != 0) return order;
  for (int i = 0; i < 2; i++)
    if (a->number[i] != b->number[i]) return a->number[i] < b->number[i] ? -1 : 1;
  return 0;
}

/* The first row that is not before the index. */
static size_t lower(const struct group *g, const struct snapshot_index *index)
{
  size_t low = 0, high = g->count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (compare(&g->row[middle]->index, index) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

static bool is_at(const struct group *g, size_t at, const struct snapshot_index *index)
{
  return at < g->count && compare(&g->row[at]->index, index) == 0;
}

bool snapshot_row(struct snapshot *s, uint32_t group, const struct snapshot_index *index, size_t *hint)
{
  struct group *g = &s->group[group];
  if (is_at(g, *hint, index)) return true;
  *hint = lower(g, index);
  if (is_at(g, *hint, index)) return true;
  if (g->count == SNAPSHOT_ROWS_MAX) return false;
  if (g->arena == NULL) g->arena = arena_new();
  if (g->count == g->room) {
    g->room = g->room * 2 + 16;
    g->row = xrealloc(g->row, g->room * sizeof *g->row);
  }
  struct row *row = arena_zalloc(g->arena, sizeof *row + g->width * sizeof row->value[0]);
  row->index = *index;
  row->index.name = arena_str(g->arena, index->name);
  memmove(g->row + *hint + 1, g->row + *hint, (g->count - *hint) * sizeof *g->row);
  g->row[*hint] = row;
  g->count++;
  return true;
}

static struct value *place(struct snapshot *s, uint32_t id, size_t row)
{
  struct group *g = &s->group[stats_table[id].group];
  return s->slot[id] == NOWHERE || row >= g->count ? NULL : &g->row[row]->value[s->slot[id]];
}

void snapshot_put(struct snapshot *s, uint32_t id, size_t row, uint64_t number)
{
  struct value *v = place(s, id, row);
  if (v != NULL) *v = (struct value){.number = number, .there = true};
}

void snapshot_put_text(struct snapshot *s, uint32_t id, size_t row, str text)
{
  struct value *v = place(s, id, row);
  if (v != NULL) *v = (struct value){.text = arena_str(s->group[stats_table[id].group].arena, text), .there = true};
}

/* --- reading --- */

bool snapshot_cell(const struct snapshot *s, uint32_t id, size_t row, struct stats_value *value)
{
  const struct value *v = place((struct snapshot *)s, id, row);
  if (v == NULL || !v->there) return false;
  *value = (struct stats_value){.number = v->number, .text = v->text.p, .length = v->text.n};
  return true;
}

bool snapshot_scalar(const struct snapshot *s, uint32_t id, struct stats_value *value)
{
  return snapshot_cell(s, id, 0, value);
}

size_t snapshot_rows(const struct snapshot *s, uint32_t group) { return s->group[group].count; }

const struct snapshot_index *snapshot_index_of(const struct snapshot *s, uint32_t group, size_t row)
{
  return &s->group[group].row[row]->index;
}

long snapshot_find(const struct snapshot *s, uint32_t group, const struct snapshot_index *index)
{
  const size_t at = lower(&s->group[group], index);
  return is_at(&s->group[group], at, index) ? (long)at : -1;
}

str snapshot_row_name(const struct snapshot *s, uint32_t group, size_t row)
{
  static char numbers[24];
  const struct stats_group_info *g = &stats_groups[group];
  const struct snapshot_index *index = snapshot_index_of(s, group, row);
  struct stats_value v;
  for (size_t id = g->first; id < g->first + g->count; id++)
    if (stats_table[id].from.source == STATS_SOURCE_LABEL && snapshot_cell(s, (uint32_t)id, row, &v) && v.length > 0)
      return str_n(v.text, v.length);
  if (index->name.n > 0) return index->name;
  const int n = g->rows == STATS_ROWS_HISTOGRAMS
                  ? snprintf(numbers, sizeof numbers, "%u.%u", index->number[0], index->number[1])
                  : snprintf(numbers, sizeof numbers, "%u", index->number[0]);
  return str_n(numbers, (size_t)n);
}

uint64_t snapshot_number(const struct snapshot *s, uint32_t id, size_t row, uint64_t absent)
{
  struct stats_value v;
  return snapshot_cell(s, id, row, &v) ? v.number : absent;
}

str snapshot_text(const struct snapshot *s, uint32_t id, size_t row)
{
  struct stats_value v;
  return snapshot_cell(s, id, row, &v) && v.text != NULL ? str_n(v.text, v.length) : STR_EMPTY;
}
