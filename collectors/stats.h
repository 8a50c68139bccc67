/* The statistics store, writers' side: counts and times that outlive the process.
 *
 * The store is one file, mapped into memory. One-shot commands and long-lived servers add into the same
 * counters at the same time. A writer is a process that called stats_open; after fork the child is its own
 * writer without doing anything (the parent's place in the file is not shared). A store is used by one
 * thread.
 *
 * What there is to count is in stats.def. A collector builds a record and commits it:
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
 * version, is set aside as <path>.bad-<time>, a new one is begun, ficDiscontinuity moves and the log says so.
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

/* 0 in any number means the default of the list. A file with other sizes is converted by stats_open; nothing is lost
 * but rows that no longer fit, which count as evicted. Writers that have the file open follow. */
struct stats_config {
  const char *path;
  const struct stats_list *list;    /* NULL: stats_list */
  enum stats_segment segment;       /* which of the list's files it is */
  uint32_t rows[STATS_GROUPS];      /* of each table with named rows */
  uint32_t samples[STATS_WINDOWS];  /* that each window can hold */
  uint32_t window_s[STATS_WINDOWS]; /* length of each, seconds */
  uint32_t mode; /* permissions of a new file, default 0640; its directory gets the same, plus search */
};

/* Opens the store, making directory and file when missing. NULL when it cannot be used at all (no permission,
 * no space); the reason is then logged, and text of at most `size` bytes is left in `error`. */
struct stats_store *stats_open(const struct stats_config *config, char *error, size_t size);
void stats_close(struct stats_store *store);

/* A compilation begins, or ends in any way: keeps ficCmpActive. What a dead process had begun is not counted. */
void stats_compile_started(struct stats_store *store);
void stats_compile_stopped(struct stats_store *store);

/* --- records --------------------------------------------------------------------------------------------- */

struct stats_record;

/* The store's record, emptied. `at_us` is when it happened, microseconds since 1970; 0: now. Building it costs no
 * system call, and no allocation once it has grown. Identifiers are indices of the store's list: STAT_, STATS_,
 * STATS_SAMPLE_, STATS_HISTOGRAM_. What does not fit the list (a number without a row, say) is a defect of the caller
 * and is not counted. */
struct stats_record *stats_begin(struct stats_store *store, uint64_t at_us);

/* The moment of the record. */
uint64_t stats_moment(const struct stats_record *r);

/* Selects the row of that name for what follows; makes it if needed. Bytes that are not UTF-8, and control
 * characters, are stored as '?'; at most the bytes of the group's LABEL are kept. False for an empty name: there is no
 * row. While the table is full of rows of this very record, what follows for the row is dropped and counted as evicted.
 * stats_row_folded makes capital letters of ASCII small. */
bool stats_row(struct stats_record *r, uint32_t group, str name);
bool stats_row_folded(struct stats_record *r, uint32_t group, str name);

/* Takes the row of that name out of its table, if it is there. No row is selected afterwards. */
void stats_remove_row(struct stats_record *r, uint32_t group, str name);

/* Objects with source STORE or MIRROR: scalars, or columns of the row selected. A counter that is a MIRROR is set. */
void stats_add(struct stats_record *r, uint32_t id, uint64_t n);
void stats_set(struct stats_record *r, uint32_t id, uint64_t n);
/* The object, a text too, is absent from now on. A counter with source STORE cannot be forgotten:
 * it never decreases. */
void stats_forget(struct stats_record *r, uint32_t id);
/* At most `max` bytes are kept, cleaned as names are; the empty text is absent when it is read. */
void stats_set_text(struct stats_record *r, uint32_t id, str text);
/* Columns of a fixed row, by its number. */
void stats_add_at(struct stats_record *r, uint32_t id, uint32_t row, uint64_t n);
void stats_set_at(struct stats_record *r, uint32_t id, uint32_t row, uint64_t n);
/* Counters of the fixed rows 0 .. count - 1. */
void stats_add_each(struct stats_record *r, uint32_t id, const uint64_t *n, uint32_t count);

/* A value, or `n` values in one bucket (0 .. STATS_BUCKETS - 1). */
void stats_observe(struct stats_record *r, uint32_t histogram, uint64_t us);
void stats_observe_bucket(struct stats_record *r, uint32_t histogram, uint32_t bucket, uint64_t n);
uint32_t stats_bucket(uint64_t us);

/* A new sample of a window, that ended at the moment of the record; its values follow and are 0 else. Those that are
 * ROW(group) get the row of that group selected last. */
void stats_sample(struct stats_record *r, uint32_t window);
void stats_sample_set(struct stats_record *r, uint32_t sample, uint64_t n);
void stats_sample_set_at(struct stats_record *r, uint32_t sample, uint32_t row, uint64_t n);
/* Those of the rows 0 .. count - 1 for which `where` is not 0. */
void stats_sample_set_each(struct stats_record *r, uint32_t sample, const uint64_t *n, const uint64_t *where,
                           uint32_t count);

/* Counts it; see the promises above. False: not counted. The record is empty afterwards. */
bool stats_commit(struct stats_record *r);

#endif
