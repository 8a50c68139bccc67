/* Inside of the store's reader: reader.c copies the file, reader_window.c works out percentiles,
 * reader_values.c and reader_tables.c answer questions. */
#ifndef COLLECTORS_READER_INTERNAL_H
#define COLLECTORS_READER_INTERNAL_H

#include <sys/types.h>

#include "collectors/segment.h"
#include "collectors/stats_reader.h"

#define READER_INDEX_MAX 100u   /* octets of an index string, see ficNodeName */

/* A copied table. Rows lie as in the file; `order` sorts them as SNMP does. */
struct reader_table {
  char *rows;
  uint32_t *order;
  char (*index)[READER_INDEX_MAX]; /* by position in `order`; only for nodes, whose index can differ from the
                                      name */
  size_t count;                      /* entries of `order` */
  size_t room;                       /* rows the buffers can hold */
};

struct reader_percentiles {
  size_t count;
  uint64_t p50, p90, p95, p99, max;
};

/* What follows from the samples in the window. */
struct reader_window {
  struct reader_percentiles all;
  uint64_t failed;
  uint64_t max_mem_kib;
  uint64_t expires_us;               /* when the oldest sample leaves the window */
  struct reader_percentiles phase[STATS_PHASES];
  struct reader_percentiles env[STATS_MAX_ENVIRONMENTS];   /* by position in the environments' order */
};

struct stats_reader {
  char *path;
  struct stats_reader_options options;
  int fd;                            /* -1: no file open; then nothing is mapped either */
  dev_t dev;
  ino_t ino;
  const char *map;                   /* NULL: not mapped */
  uint64_t map_bytes;

  unsigned state;
  char reason[160];
  uint64_t generation;
  uint64_t rows_generation;

  bool loaded;                       /* there is a copy */
  struct seg_header header;          /* of the copy */
  struct seg_layout layout;
  struct seg_core core;
  struct reader_table tables[SEG_TABLES];
  struct seg_sample *samples;
  size_t sample_count;
  size_t sample_room;
  uint64_t table_change_us;
  uint32_t env_nodes[STATS_MAX_ENVIRONMENTS];
  uint32_t active;
  uint64_t now_us;                   /* of the last refresh */
  struct reader_window window;

  char *copy;                        /* where a new copy is made before it replaces the old one */
  size_t copy_room;
  uint64_t *journal;                 /* a copy of the file's */
  size_t journal_room;               /* words */
};

/* reader_window.c */
void reader_compute_window(struct stats_reader *r);

/* reader_values.c */
/* Row `position` of a table in SNMP's order. */
const struct seg_row *reader_row(const struct stats_reader *r, enum seg_table table, size_t position);
const char *reader_row_name(enum seg_table table, const struct seg_row *row);
/* Position of the row with that index string, -1 if none. */
long reader_find(const struct stats_reader *r, enum seg_table table, const char *name, size_t length);
/* The index string of a name: itself, or cut and completed with a hash. Returns its length. */
size_t reader_index_of(const char *name, size_t length, char index[READER_INDEX_MAX]);
int reader_compare_index(const char *a, size_t a_length, const char *b, size_t b_length);
void reader_position_index(const struct stats_reader *r, enum seg_table table, size_t position,
                           const char **name, size_t *length);

/* A cell or scalar gets its value; gauges are cut. */
static inline bool reader_number(struct stats_value *value, enum stats_id id, uint64_t n)
{
  enum stats_syntax syntax = stats_table[id].syntax;
  if ((syntax == STATS_GAUGE32 || syntax == STATS_UNSIGNED32) && n > UINT32_MAX) {
    n = UINT32_MAX;
  }
  *value = (struct stats_value){.number = n};
  return true;
}

static inline bool reader_text(struct stats_value *value, const char *p, size_t n)
{
  *value = (struct stats_value){.text = p, .length = n};
  return true;
}

static inline uint64_t reader_seconds_since(const struct stats_reader *r, uint64_t then_us)
{
  return r->now_us > then_us ? (r->now_us - then_us) / 1000000 : 0;
}

#endif
