/* The statistics store, readers' side: takes consistent copies of what writers count.
 *
 * A reader maps the file for reading only, never writes to it and never waits for a writer, dead or alive. It
 * copies what changed into memory of its own; a file truncated under it is an answer ("corrupt"), not a
 * signal (it installs a handler for SIGBUS that passes on what is not its own). Each row is copied tear-free;
 * all scalars, fixed rows and histogram buckets come from one and the same moment. What the file has and the list does
 * not know is left alone; what the file lacks has no instance.
 *
 *   struct stats_reader *r = stats_reader_new(path, NULL);
 *   if (stats_reader_refresh(r)) { ... something changed ... }
 *   struct stats_value v;
 *   if (stats_reader_scalar(r, STAT_ficCmpTotal, &v)) ... v.number ...
 *
 * Groups of stats.def that are in another segment than STORE are answered from that file in the folder `sources`.
 *
 * Between two calls of refresh nothing changes and nothing does I/O: every getter below answers from memory.
 * Not for use by two threads at once. */
#ifndef COLLECTORS_STATS_READER_H
#define COLLECTORS_STATS_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectors/stats_table.h"

/* Where the collector of foreign sources keeps its files, unless it is told otherwise. */
#define STATS_SOURCES_FOLDER "/var/lib/ficelle-collector"

struct stats_reader;

/* 0 means the default. */
struct stats_reader_options {
  const struct stats_list *list; /* NULL: stats_list */
  const char *sources;  /* folder of the collector: its files are read too, each for the groups of its segment; NULL:
                         * they have no instances. Copied */
  uint32_t stale_s;     /* nothing recorded for so long: state is stale; default 0, never */
  uint32_t row_stale_s; /* what COUNT_OLDER counts: moments as long ago as this; default 0, none */
  uint64_t (*clock_us)(void *ctx); /* microseconds since 1970; NULL: the system's clock. For tests. */
  void *clock_ctx;
};

/* What a cell holds, by the syntax of its object: a number, or text (a string's bytes, not NUL-terminated,
 * valid until the next refresh). Times are microseconds since 1970. GAUGE32 values are clamped to 4294967295. */
struct stats_value {
  uint64_t number;
  const char *text;
  size_t length;
};

/* Row of a name-indexed table. Rows of all tables are sorted as SNMP sorts their indices: names by length
 * first. */
struct stats_row_key {
  const char *name; /* the index string (ficNodeName, ficEnvName, ficTypeName); NULL in other tables */
  size_t length;
  uint32_t number[2]; /* phase; histogram metric and bucket */
  uint64_t id;        /* of this life of the row: another id means the row was removed and made anew */
  uint64_t changed;   /* grows whenever the row's stored values change */
};

/* Never NULL (aborts when memory is out). The file need not exist yet. `path` is copied. */
struct stats_reader *stats_reader_new(const char *path, const struct stats_reader_options *options);
void stats_reader_free(struct stats_reader *r);

/* Another row_stale_s, from the next refresh on. */
void stats_reader_set_row_stale(struct stats_reader *r, uint32_t seconds);

/* Brings the copy up to date. One or two system calls when nothing was recorded since. Returns whether any
 * stored value, row or the state changed; values that depend on the clock (ages, the window) move without
 * that. */
bool stats_reader_refresh(struct stats_reader *r);

unsigned stats_reader_state(const struct stats_reader *r);
/* One line on why the state is not ok; "" when it is. */
const char *stats_reader_reason(const struct stats_reader *r);

/* Grows with every change seen; 0 before the first. Not persistent. */
uint64_t stats_reader_generation(const struct stats_reader *r);
/* Same for the set of rows only: equal numbers, equal rows (in the same order). */
uint64_t stats_reader_rows_generation(const struct stats_reader *r);
/* When counting began from zero in the present statistics file, microseconds since 1970; 0 when there is none. */
uint64_t stats_reader_discontinuity_us(const struct stats_reader *r);

/* Value of a scalar. False: no such instance now (never recorded, no sample in the window, or known to the
 * publisher only). While the state is missing or corrupt, and after the file was good before, the last good
 * values stay. */
bool stats_reader_scalar(const struct stats_reader *r, uint32_t id, struct stats_value *value);

/* Number of rows of a table; `row` below is 0 .. rows - 1. */
size_t stats_reader_rows(const struct stats_reader *r, uint32_t group);
bool stats_reader_key(const struct stats_reader *r, uint32_t group, size_t row, struct stats_row_key *key);
/* Value of a column, index columns included. False: no such instance. */
bool stats_reader_cell(const struct stats_reader *r, uint32_t id, size_t row, struct stats_value *value);
/* Row with that index name, or -1. */
long stats_reader_find(const struct stats_reader *r, uint32_t group, const char *name, size_t length);

/* Figures of the store itself that are not in the MIB, for `ficelle stats`. */
struct stats_store_figures {
  uint64_t file_bytes;
  uint64_t created_us;
  uint64_t records; /* commits, of whatever kind */
};
void stats_reader_figures(const struct stats_reader *r, struct stats_store_figures *figures);

/* The same of a table with named rows; all 0 when the file has none. */
struct stats_table_figures {
  uint64_t rows, capacity, evicted;
};
void stats_reader_table(const struct stats_reader *r, uint32_t group, struct stats_table_figures *figures);
/* Samples a window can hold. */
size_t stats_reader_window_capacity(const struct stats_reader *r, uint32_t window);
/* How many samples of a window ended in each of the `n` steps of `step_us` before `until_us`, the oldest first: as far
 * as the window still has them. False: the file has none such. */
bool stats_reader_history(const struct stats_reader *r, uint32_t window, uint64_t until_us, uint64_t step_us,
                          uint32_t *count, size_t n);

#endif
