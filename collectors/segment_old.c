/* Layouts of the versions before the directory. Their contents were fixed; this file describes them like a directory,
 * with the places of their cells. */
#include "collectors/segment.h"

#include <string.h>

#define ID(group, number) ((uint32_t)(group) << 16 | (number))
#define OLD_ROW_WORDS 7u

/* A cell; `since` is the first version that has it. */
struct old_cell {
  uint32_t id;
  uint8_t kind;
  uint16_t at, count;
  uint8_t step, since;
};

/* Groups: 1 system, 2 compilations, 4 environments, 5 nodes, 6 phases, 8 types, 11 Ruby, 12 kinds of calls, 13
 * templates. */
static const struct old_cell core_cells[] = {
  {ID(2, 1), SEG_COUNTER, 2, 1, 1, 1},        {ID(2, 2), SEG_COUNTER, 3, 1, 1, 1},
  {ID(2, 3), SEG_COUNTER, 4, 1, 1, 1},        {ID(2, 4), SEG_COUNTER, 5, 1, 1, 1},
  {ID(2, 5), SEG_COUNTER, 6, 1, 1, 1},        {ID(2, 6), SEG_COUNTER, 7, 1, 1, 1},
  {ID(2, 7), SEG_COUNTER, 8, 1, 1, 1},        {ID(2, 9), SEG_RAW, 9, 1, 1, 1},
  {ID(2, 10), SEG_RAW, 10, 1, 1, 1},          {ID(2, 11), SEG_RAW, 11, 1, 1, 1},
  {ID(2, 12), SEG_RAW, 12, 1, 1, 1},          {ID(2, 34), SEG_RAW, 13, 1, 1, 1},
  {ID(2, 21), SEG_COUNTER, 14, 1, 1, 1},      {ID(2, 22), SEG_COUNTER, 15, 1, 1, 1},
  {ID(2, 23), SEG_COUNTER, 16, 1, 1, 1},      {ID(2, 24), SEG_COUNTER, 17, 1, 1, 1},
  {ID(2, 25), SEG_COUNTER, 18, 1, 1, 1},      {ID(2, 26), SEG_COUNTER, 30, 1, 1, 1},
  {ID(2, 27), SEG_COUNTER, 31, 1, 1, 1},      {ID(2, 28), SEG_COUNTER, 32, 1, 1, 1},
  {ID(2, 29), SEG_COUNTER, 33, 1, 1, 1},      {ID(2, 30), SEG_COUNTER, 34, 1, 1, 1},
  {ID(2, 31), SEG_COUNTER, 35, 1, 1, 1},      {ID(2, 32), SEG_COUNTER, 36, 1, 1, 1},
  {ID(2, 33), SEG_COUNTER, 37, 1, 1, 1},      {SEG_HISTOGRAM | 1, SEG_COUNTERS, 41, 20, 1, 1},
  {ID(2, 36), SEG_COUNTER, 61, 1, 1, 1},      {ID(6, 3), SEG_COUNTERS, 61, 20, 1, 1},
  {ID(6, 4), SEG_COUNTERS, 81, 20, 1, 1},     {ID(11, 1), SEG_COUNTER, 101, 1, 1, 2},
  {ID(11, 2), SEG_COUNTER, 102, 1, 1, 2},     {ID(11, 3), SEG_COUNTER, 103, 1, 1, 2},
  {ID(12, 3), SEG_COUNTERS, 101, 12, 3, 2},   {ID(12, 4), SEG_COUNTERS, 102, 12, 3, 2},
  {ID(12, 5), SEG_COUNTERS, 103, 12, 3, 2},   {ID(13, 3), SEG_COUNTERS, 137, 6, 3, 2},
  {ID(13, 4), SEG_COUNTERS, 138, 6, 3, 2},    {ID(13, 5), SEG_COUNTERS, 139, 6, 3, 2},
  {ID(11, 4), SEG_COUNTER, 155, 1, 1, 2},     {SEG_HISTOGRAM | 5, SEG_COUNTERS, 156, 20, 1, 2},
  {ID(11, 6), SEG_COUNTER, 176, 1, 1, 2},     {ID(11, 7), SEG_COUNTER, 177, 1, 1, 2},
  {ID(11, 8), SEG_RAW_NONZERO, 178, 1, 1, 2}, {ID(11, 5), SEG_COUNTER, 179, 1, 1, 2},
  {ID(11, 9), SEG_RAW_NONZERO, 180, 1, 1, 2}, {ID(11, 10), SEG_COUNTER, 181, 1, 1, 2},
};

static const struct old_cell sample_cells[] = {
  {1, SEG_COUNTER, 2, 1, 1, 1}, {2, SEG_COUNTER, 3, 1, 1, 1},     {3, SEG_COUNTER, 4, 1, 1, 1},
  {4, SEG_COUNTER, 5, 1, 1, 1}, {5, SEG_RAW_HALVES, 6, 20, 1, 1},
};

static const struct old_cell env_cells[] = {
  {ID(4, 3), SEG_COUNTER, 7, 1, 1, 1},   {ID(4, 4), SEG_COUNTER, 8, 1, 1, 1},   {ID(4, 5), SEG_COUNTER, 9, 1, 1, 1},
  {ID(4, 7), SEG_COUNTER, 10, 1, 1, 1},  {ID(4, 11), SEG_RAW, 11, 1, 1, 1},     {ID(4, 13), SEG_COUNTER, 12, 1, 1, 2},
  {ID(4, 14), SEG_COUNTER, 13, 1, 1, 2}, {ID(4, 15), SEG_COUNTER, 14, 1, 1, 2}, {ID(4, 16), SEG_COUNTER, 15, 1, 1, 2},
};

static const struct old_cell node_cells[] = {
  {ID(5, 14), SEG_COUNTER, 7, 1, 1, 1}, {ID(5, 15), SEG_COUNTER, 8, 1, 1, 1}, {ID(5, 5), SEG_RAW, 9, 1, 1, 1},
  {ID(5, 8), SEG_RAW, 10, 1, 1, 1},     {ID(5, 9), SEG_RAW, 11, 1, 1, 1},     {ID(5, 4), SEG_RAW, 12, 1, 1, 1},
  {ID(5, 3), SEG_TEXT, 46, 64, 1, 1},
};

static const struct old_cell type_cells[] = {{ID(8, 3), SEG_COUNTER, 7, 1, 1, 1}};

static void add_cells(struct seg_layout *layout, const struct old_cell *cells, size_t n)
{
  for (size_t i = 0; i < n; i++) {
    if (cells[i].since > layout->version) {
      continue;
    }
    seg_add_cell(layout, cells[i].id, (enum seg_kind)cells[i].kind, cells[i].count);
    layout->cells[layout->cell_count - 1].at = cells[i].at;
    layout->cells[layout->cell_count - 1].step = cells[i].step;
  }
}
#define ADD_CELLS(layout, cells) add_cells(layout, cells, sizeof cells / sizeof cells[0])

/* The container just added. `salt`: of the numbers' checksum; that of the names was greater by six. */
static void finish(struct seg_layout *layout, uint32_t item_words, uint32_t number_words, uint64_t salt,
                   uint32_t first_state, uint32_t second_state)
{
  struct seg_container *c = &layout->containers[layout->count - 1];
  c->item_words = item_words;
  c->number_words = number_words;
  c->salt = salt;
  c->name_salt = salt + 6;
  c->state[0] = first_state;
  c->state[1] = second_state;
}

bool seg_old_layout(uint32_t version, const uint32_t sizes[4], struct seg_layout *layout)
{
  const bool first = version == 1;
  const uint32_t core_words = first ? 101 : 182;
  const uint32_t env_numbers = first ? 12 : 16;
  const uint32_t env_words = env_numbers + 8, node_words = 54, type_words = 16, sample_words = 16;
  layout->count = layout->cell_count = 0;
  layout->version = version;
  layout->slots = SEG_PAGE;
  layout->directory = SEG_PAGE + SEG_SLOTS * sizeof(uint64_t);
  layout->directory_words = 0;
  memcpy(layout->system, (const uint32_t[]){0, 1, 21, 22, 9}, sizeof layout->system);
  seg_add_container(layout, SEG_CORE, 0, 1, 0);
  ADD_CELLS(layout, core_cells);
  finish(layout, core_words, core_words, 1, 0, 0);
  seg_add_container(layout, SEG_WINDOW, 1, sizes[3], 0);
  ADD_CELLS(layout, sample_cells);
  finish(layout, sample_words, sample_words, 2, 20, 19);
  seg_add_container(layout, SEG_TABLE, 4, sizes[0], 64);
  ADD_CELLS(layout, env_cells);
  finish(layout, env_words, env_numbers, 3, 23, 26);
  seg_add_container(layout, SEG_TABLE, 5, sizes[1], 255);
  ADD_CELLS(layout, node_cells);
  finish(layout, node_words, 14, 4, 24, 27);
  seg_add_container(layout, SEG_TABLE, 8, sizes[2], 64);
  ADD_CELLS(layout, type_cells);
  finish(layout, type_words, 8, 5, 25, 28);
  return seg_place_containers(layout, core_words + sample_words + env_words + node_words + 64 +
                                        (uint64_t)sizes[2] * (type_words + 16));
}
