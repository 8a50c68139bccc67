/* Internal to the store's reader: reader.c copies the file, reader_rows.c sorts rows, reader_window.c computes
 * percentiles, reader_values.c answers queries. */
#ifndef COLLECTORS_READER_INTERNAL_H
#define COLLECTORS_READER_INTERNAL_H

#include <sys/types.h>

#include "collectors/segment.h"
#include "collectors/stats_reader.h"

#define READER_INDEX_MAX 100u /* octets of an index string, see ficNodeName */

/* A copied table. Rows are in the order of the file; `order` has SNMP's order. */
struct reader_table {
  char *rows;
  uint32_t *order;
  char (*index)[READER_INDEX_MAX]; /* by position in `order`; NULL where the index cannot differ from the name */
  size_t count;                    /* entries of `order` */
  size_t room;                     /* rows the buffers can hold */
};

/* The samples of a window. */
struct reader_ring {
  uint64_t *samples;
  size_t count, room;
};

struct reader_percentiles {
  size_t count;
  size_t nonzero;
  uint64_t p50, p90, p95, p99, max;
};

/* Shared by the objects of one group that use the same value of the samples: a result for each row. */
struct reader_set {
  uint32_t sample, window, group;
  struct reader_percentiles *by_row;
  size_t rows, room;
};

struct stats_reader {
  enum stats_segment segment;                  /* which of the list's files this one is */
  struct stats_reader *others[STATS_SEGMENTS]; /* readers of the other segments; NULL: not read */
  char *path;
  struct stats_reader_options options;
  const struct stats_list *list;
  int fd; /* -1: no file open; then nothing is mapped either */
  dev_t dev;
  ino_t ino;
  const char *map; /* NULL: not mapped */
  uint64_t map_bytes;

  unsigned state; /* STATS_STATE_* */
  char reason[160];
  uint64_t generation;
  uint64_t rows_generation;

  bool loaded;              /* a copy exists */
  struct seg_header header; /* of the copy */
  struct seg_layout *layout;
  struct seg_bind bind;
  uint64_t *core;
  struct reader_table *tables; /* by group */
  struct reader_ring *rings;   /* by window */
  uint64_t table_change_us;
  uint32_t **counted; /* by object: results of COUNT, COUNT_NAME and COUNT_OLDER, by row */
  uint32_t active;
  uint64_t now_us; /* of the last refresh */
  struct reader_set *sets;
  size_t set_count;
  uint32_t *set_of;    /* by object with source WINDOW */
  uint64_t expires_us; /* when the oldest sample leaves its window */

  struct seg_layout *new_layout; /* of the file being read; else NULL */
  struct seg_bind new_bind;
  char *copy; /* buffer for a new copy, before it replaces the old one */
  size_t copy_room;
  uint64_t *journal;   /* a copy of the file's journal */
  size_t journal_room; /* words */
};

/* The container of a named group, of a window. */
static inline const struct seg_container *reader_table_of(const struct stats_reader *r, uint32_t group)
{
  return r->bind.groups[group] == SEG_NOWHERE ? NULL : &r->layout->containers[r->bind.groups[group]];
}

static inline const struct seg_container *reader_window_of(const struct stats_reader *r, uint32_t window)
{
  return r->bind.windows[window] == SEG_NOWHERE ? NULL : &r->layout->containers[r->bind.windows[window]];
}

/* reader.c: returns memory, or ends the process. */
void *reader_must(void *p);

/* The reader of the file that contains a group; NULL when that is not read. */
static inline const struct stats_reader *reader_of(const struct stats_reader *r, uint32_t group)
{
  const enum stats_segment segment = r->list->groups[group].segment;
  return segment == r->segment ? r : r->others[segment];
}

/* reader_window.c */
/* Finds out which objects share a set; called once. */
void reader_make_sets(struct stats_reader *r);
void reader_free_sets(struct stats_reader *r);
void reader_compute_windows(struct stats_reader *r);

/* reader_rows.c */
/* Takes a new copy of a table's rows, and sorts them unless they are the same as before. */
void reader_take_table(struct stats_reader *r, uint32_t group, const char *rows, size_t used, bool same_rows);
/* Row `position` of a named table in SNMP's order. */
const struct seg_row *reader_row(const struct stats_reader *r, uint32_t group, size_t position);
const char *reader_row_name(const struct stats_reader *r, uint32_t group, const struct seg_row *row);
/* Position of the row with that index string, -1 if none. */
long reader_find(const struct stats_reader *r, uint32_t group, const char *name, size_t length);
void reader_position_index(const struct stats_reader *r, uint32_t group, size_t position, const char **name,
                           size_t *length);

/* Computes COUNT and similar: the results that depend on the rows, and those that change with time. */
void reader_count_rows(struct stats_reader *r);
void reader_count_older(struct stats_reader *r);

/* Sets the value of a cell or scalar; limits gauges to their range. */
static inline bool reader_number(const struct stats_reader *r, struct stats_value *value, uint32_t id, uint64_t n)
{
  enum stats_syntax syntax = r->list->stats[id].syntax;
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

static inline uint64_t reader_seconds_until(const struct stats_reader *r, uint64_t then_us)
{
  return then_us > r->now_us ? (then_us - r->now_us) / 1000000 : 0;
}

#endif
