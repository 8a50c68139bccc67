/* Rows of the named tables: sorted and found by their indices, in SNMP's order. */
#include "collectors/reader_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct seg_row *reader_row(const struct stats_reader *r, uint32_t group, size_t position)
{
  const struct reader_table *t = &r->tables[group];
  return (const struct seg_row *)(const void *)(t->rows +
                                                (size_t)t->order[position] * reader_table_of(r, group)->item_words * 8);
}

const char *reader_row_name(const struct stats_reader *r, uint32_t group, const struct seg_row *row)
{
  return (const char *)row + reader_table_of(r, group)->number_words * 8;
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

static size_t index_of(const char *name, size_t length, char index[READER_INDEX_MAX])
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
static int compare_index(const char *a, size_t a_length, const char *b, size_t b_length)
{
  if (a_length != b_length) {
    return a_length < b_length ? -1 : 1;
  }
  return a_length == 0 ? 0 : memcmp(a, b, a_length);
}

void reader_position_index(const struct stats_reader *r, uint32_t group, size_t position, const char **name,
                           size_t *length)
{
  const struct seg_row *row = reader_row(r, group, position);
  if (row->name_length > READER_INDEX_MAX) {
    *name = r->tables[group].index[position];
    *length = READER_INDEX_MAX;
  } else {
    *name = reader_row_name(r, group, row);
    *length = row->name_length;
  }
}

long reader_find(const struct stats_reader *r, uint32_t group, const char *name, size_t length)
{
  size_t low = 0;
  size_t high = r->tables[group].count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *at;
    size_t at_length;
    reader_position_index(r, group, middle, &at, &at_length);
    int order = compare_index(at, at_length, name, length);
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

/* --- sorting --------------------------------------------------------------------------------------------- */

struct sort_entry {
  const struct seg_row *row;
  uint32_t slot;
  uint16_t length;
  char index[READER_INDEX_MAX];
};

static int compare_entries(const void *a, const void *b)
{
  const struct sort_entry *x = a;
  const struct sort_entry *y = b;
  int order = compare_index(x->index, x->length, y->index, y->length);
  if (order != 0) {
    return order;
  }
  return x->row->changed < y->row->changed ? 1 : x->row->changed > y->row->changed ? -1 : 0;
}

/* Sorts the rows. A row that moved while pieces were copied can occur twice: keeps the newer one. */
static void sort_table(const struct stats_reader *r, uint32_t group, size_t used)
{
  struct reader_table *table = &r->tables[group];
  const size_t row_bytes = reader_table_of(r, group)->item_words * 8;
  struct sort_entry *entries = reader_must(malloc(used * sizeof *entries + 1));
  for (size_t i = 0; i < used; i++) {
    const struct seg_row *row = (const struct seg_row *)(const void *)(table->rows + i * row_bytes);
    entries[i].row = row;
    entries[i].slot = (uint32_t)i;
    entries[i].length = (uint16_t)index_of(reader_row_name(r, group, row), row->name_length, entries[i].index);
  }
  if (used > 0) {
    qsort(entries, used, sizeof *entries, compare_entries);
  }
  table->count = 0;
  for (size_t i = 0; i < used; i++) {
    if (i > 0 && compare_index(entries[i - 1].index, entries[i - 1].length, entries[i].index, entries[i].length) == 0) {
      continue;
    }
    table->order[table->count] = entries[i].slot;
    if (table->index != NULL) {
      memcpy(table->index[table->count], entries[i].index, entries[i].length);
    }
    table->count++;
  }
  free(entries);
}

void reader_take_table(struct stats_reader *r, uint32_t group, const char *rows, size_t used, bool same_rows)
{
  struct reader_table *table = &r->tables[group];
  const struct seg_container *c = reader_table_of(r, group);
  const size_t row_bytes = c->item_words * 8;
  if (!same_rows) {
    free(table->rows);
    free(table->order);
    free(table->index);
    table->room = used + used / 4 + 16;
    table->rows = reader_must(malloc(table->room * row_bytes));
    table->order = reader_must(malloc(table->room * sizeof *table->order));
    table->index = c->name_bytes > READER_INDEX_MAX ? reader_must(malloc(table->room * sizeof *table->index)) : NULL;
  }
  if (used > 0) {
    memcpy(table->rows, rows, used * row_bytes);
  }
  if (!same_rows) {
    sort_table(r, group, used);
  }
}
