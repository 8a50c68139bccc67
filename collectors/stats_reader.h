/* The statistics store, readers' side: takes consistent copies of the data of writers.
 *
 * A reader maps the file read-only and never waits for a writer, dead or alive. It copies changes into memory of its
 * own; if the file is truncated meanwhile, the result is the state "corrupt", not a signal (it installs a handler for
 * SIGBUS that passes on other cases). Each row is copied consistently; all scalars, fixed rows and histogram buckets
 * are of one and the same moment. Data in the file that the list does not know is ignored; objects that the file lacks
 * have no instance.
 *
 *   struct stats_reader *r = stats_reader_new(path, NULL);
 *   if (stats_reader_refresh(r)) { ... something changed ... }
 *   struct stats_value v;
 *   if (stats_reader_scalar(r, STAT_ficCmpTotal, &v)) ... v.number ...
 *
 * Groups of stats.def that are in another segment than STORE are read from that file in the folder `sources`.
 *
 * Between two calls of refresh nothing changes and there is no I/O: the functions below read from memory.
 * Not for use by two threads at once. */
#ifndef COLLECTORS_STATS_READER_H
#define COLLECTORS_STATS_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "collectors/stats_table.h"

/* The default folder of the collector of foreign sources. */
#define STATS_SOURCES_FOLDER "/var/lib/ficelle-collector"

struct stats_reader;

/* 0 means the default. */
struct stats_reader_options {
  const struct stats_list *list; /* NULL: stats_list */
  const char *sources;  /* folder of the collector: its files are read too, each for the groups of its segment; NULL:
                         * these groups have no instances. Copied */
  uint32_t stale_s;     /* the state is stale if nothing was recorded for so long; default 0, never */
  uint32_t row_stale_s; /* COUNT_OLDER counts times at least so long ago; default 0, none */
  uint64_t (*clock_us)(void *ctx); /* microseconds since 1970; NULL: the system's clock. For tests. */
  void *clock_ctx;
};

/* The value of a cell, by the syntax of its object: a number, or text (a string's bytes, not NUL-terminated,
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
  uint64_t id;        /* another id means that the row was removed and added again */
  uint64_t changed;   /* grows whenever the row's stored values change */
};

/* Never NULL (aborts when out of memory). The file need not exist yet. Copies `path`. */
struct stats_reader *stats_reader_new(const char *path, const struct stats_reader_options *options);
void stats_reader_free(struct stats_reader *r);

/* Changes row_stale_s, from the next refresh on. */
void stats_reader_set_row_stale(struct stats_reader *r, uint32_t seconds);

/* Updates the copy. Needs one or two system calls when nothing was recorded. Returns whether any stored value, row or
 * the state changed; values that depend on the clock (ages, the window) change without that. */
bool stats_reader_refresh(struct stats_reader *r);

unsigned stats_reader_state(const struct stats_reader *r);
/* One line with the reason if the state is not ok, else "". */
const char *stats_reader_reason(const struct stats_reader *r);

/* Grows with every detected change; 0 before the first. Not persistent. */
uint64_t stats_reader_generation(const struct stats_reader *r);
/* The same for the set of rows: equal numbers mean equal rows in the same order. */
uint64_t stats_reader_rows_generation(const struct stats_reader *r);
/* When counting started at zero in the present statistics file, microseconds since 1970; 0 without a file. */
uint64_t stats_reader_discontinuity_us(const struct stats_reader *r);

/* The value of a scalar. False: no such instance now (never recorded, no sample in the window, or known only to the
 * publisher). While the state is missing or corrupt after the file was valid, the last valid values remain. */
bool stats_reader_scalar(const struct stats_reader *r, uint32_t id, struct stats_value *value);

/* Number of rows of a table; `row` below is 0 .. rows - 1. */
size_t stats_reader_rows(const struct stats_reader *r, uint32_t group);
bool stats_reader_key(const struct stats_reader *r, uint32_t group, size_t row, struct stats_row_key *key);
/* Value of a column, index columns included. False: no such instance. */
bool stats_reader_cell(const struct stats_reader *r, uint32_t id, size_t row, struct stats_value *value);
/* Row with that index name, or -1. */
long stats_reader_find(const struct stats_reader *r, uint32_t group, const char *name, size_t length);

/* Numbers of the store itself that are not in the MIB, for `ficelle stats`. */
struct stats_store_figures {
  uint64_t file_bytes;
  uint64_t created_us;
  uint64_t records; /* commits of any kind */
};
void stats_reader_figures(const struct stats_reader *r, struct stats_store_figures *figures);

/* The same for a table with named rows; all 0 when the file lacks the table. */
struct stats_table_figures {
  uint64_t rows, capacity, evicted;
};
void stats_reader_table(const struct stats_reader *r, uint32_t group, struct stats_table_figures *figures);
/* Capacity of a window. */
size_t stats_reader_window_capacity(const struct stats_reader *r, uint32_t window);
/* Counts the samples of a window that ended in each of the `n` steps of `step_us` before `until_us`, the oldest first,
 * as far as the window still contains them. False: the file lacks the window. */
bool stats_reader_history(const struct stats_reader *r, uint32_t window, uint64_t until_us, uint64_t step_us,
                          uint32_t *count, size_t n);

#endif
