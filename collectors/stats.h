/* The statistics store, writers' side: counts and times that outlive the process.
 *
 * The store is one file, mapped into memory. One-shot commands and long-lived servers add to the same counters at the
 * same time. A writer is a process that called stats_open; after fork the child automatically becomes a writer of its
 * own (it does not share the parent's slot in the file). A store is used by one thread.
 *
 * stats.def lists what is counted. A collector builds a record and commits it:
 *
 *   struct stats_record *r = stats_begin(store, 0);
 *   stats_add(r, STAT_ficCmpTotal, 1);
 *   if (stats_row(r, STATS_NODE, name)) stats_add(r, STAT_ficNodeCmpTotal, 1);
 *   stats_commit(r);
 *
 * Promises:
 *  - A record is all or nothing: scalars, histograms, samples of windows and rows move together. When stats_commit
 * has returned true it is counted for good, whatever is killed afterwards (kill -9 included; a crash of the machine
 * may lose what the kernel had not written yet, never consistency).
 *  - No counter ever decreases in a file. A damaged, truncated or foreign file, and one of a later layout
 * version, is renamed to <path>.bad-<time>, a new one is started, ficDiscontinuity changes, and this is logged.
 * The newest STATS_BAD_KEPT of those are kept.
 * A file of an earlier layout version, and one that lacks something of the list, is converted: all counts live on,
 * also those that this program does not know.
 *  - Recording never fails what is recorded: on any trouble the call returns false, and the reason is logged
 * once. The program must not be ended by SIGXFSZ (a limit of file sizes): it ignores or catches it.
 *
 * Readers use stats_reader.h; segment.h holds the layout both share. */
#ifndef COLLECTORS_STATS_H
#define COLLECTORS_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"
#include "collectors/stats_table.h"

#define STATS_BUCKETS 20     /* of a histogram: 100 us .. 100 s in steps of 1-2-5, and infinity */
#define STATS_NAME_BYTES 255 /* longest name of a row */
#define STATS_BAD_KEPT 5     /* files set aside that are kept, the newest */

struct stats_store;

/* 0 in any number means the default of the list. stats_open converts a file with other sizes; nothing is lost but rows
 * that no longer fit, which count as evicted. Writers that have the file open switch to the new one. */
struct stats_config {
  const char *path;
  const struct stats_list *list;    /* NULL: stats_list */
  enum stats_segment segment;       /* which of the list's files it is */
  uint32_t rows[STATS_GROUPS];      /* of each table with named rows */
  uint32_t samples[STATS_WINDOWS];  /* capacity of each window */
  uint32_t window_s[STATS_WINDOWS]; /* length of each, seconds */
  uint32_t mode; /* permissions of a new file, default 0640; its directory gets the same, plus search */
};

/* Opens the store, and creates directory and file if missing. NULL when it cannot be used at all (no permission, no
 * space); the reason is then logged, and a text of at most `size` bytes is put into `error`. */
struct stats_store *stats_open(const struct stats_config *config, char *error, size_t size);
void stats_close(struct stats_store *store);

/* Call when a compilation begins, and when it ends in any way; maintains ficCmpActive. Compilations of dead processes
 * are not counted. */
void stats_compile_started(struct stats_store *store);
void stats_compile_stopped(struct stats_store *store);

/* --- records --------------------------------------------------------------------------------------------- */

struct stats_record;

/* Empties the store's record. `at_us` is the time of the event, microseconds since 1970; 0: now. Building it needs no
 * system call, and no allocation once it has grown. Identifiers are indices of the store's list: STAT_, STATS_,
 * STATS_SAMPLE_, STATS_HISTOGRAM_. A call that does not fit the list (for example a number without a row) is a defect
 * of the caller and is not counted. */
struct stats_record *stats_begin(struct stats_store *store, uint64_t at_us);

/* The time of the record. */
uint64_t stats_moment(const struct stats_record *r);

/* Selects the row of that name for the following calls; adds it if needed. Bytes that are not UTF-8, and control
 * characters, are stored as '?'; the name is cut to the size of the group's LABEL. False for an empty name, which has
 * no row. While the table is full of rows of this very record, following calls for the row are dropped and counted as
 * evicted. stats_row_folded converts ASCII letters to lower case. */
bool stats_row(struct stats_record *r, uint32_t group, str name);
bool stats_row_folded(struct stats_record *r, uint32_t group, str name);

/* Removes the row of that name from its table, if it exists. No row is selected afterwards. */
void stats_remove_row(struct stats_record *r, uint32_t group, str name);

/* Objects with source STORE or MIRROR: scalars, or columns of the selected row. A counter with source MIRROR is set,
 * not added to. */
void stats_add(struct stats_record *r, uint32_t id, uint64_t n);
void stats_set(struct stats_record *r, uint32_t id, uint64_t n);
/* Makes the object, which may be a text, absent. A counter with source STORE cannot be forgotten: it never decreases.
 * */
void stats_forget(struct stats_record *r, uint32_t id);
/* Keeps at most `max` bytes, cleaned like names; an empty text is absent when read. */
void stats_set_text(struct stats_record *r, uint32_t id, str text);
/* Columns of a fixed row, by its number. */
void stats_add_at(struct stats_record *r, uint32_t id, uint32_t row, uint64_t n);
void stats_set_at(struct stats_record *r, uint32_t id, uint32_t row, uint64_t n);
/* Counters of the fixed rows 0 .. count - 1. */
void stats_add_each(struct stats_record *r, uint32_t id, const uint64_t *n, uint32_t count);

/* Adds a value, or `n` values in one bucket (0 .. STATS_BUCKETS - 1). */
void stats_observe(struct stats_record *r, uint32_t histogram, uint64_t us);
void stats_observe_bucket(struct stats_record *r, uint32_t histogram, uint32_t bucket, uint64_t n);
uint32_t stats_bucket(uint64_t us);

/* Adds a sample to a window, which ended at the time of the record. Its values follow; others are 0. Values that are
 * ROW(group) get the last selected row of that group. */
void stats_sample(struct stats_record *r, uint32_t window);
void stats_sample_set(struct stats_record *r, uint32_t sample, uint64_t n);
void stats_sample_set_at(struct stats_record *r, uint32_t sample, uint32_t row, uint64_t n);
/* Sets the values of the rows 0 .. count - 1 for which `where` is not 0. */
void stats_sample_set_each(struct stats_record *r, uint32_t sample, const uint64_t *n, const uint64_t *where,
                           uint32_t count);

/* Commits the record; see the promises above. False: not counted. The record is empty afterwards. */
bool stats_commit(struct stats_record *r);

#endif
