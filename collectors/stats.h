/* The statistics store, writers' side: counts and times of compilations that outlive the process.
 *
 * The store is one file, mapped into memory. One-shot commands and long-lived servers add into the same
 * counters at the same time. A writer is a process that called stats_open; after fork the child is its own
 * writer without doing anything (the parent's place in the file is not shared). A store is used by one
 * thread.
 *
 * Promises:
 *  - stats_record_compile is all or nothing: totals, failure class, histogram, phases, window sample and the
 * rows of environment, node and types move together. When it has returned true the compilation is counted for
 * good, whatever is killed afterwards (kill -9 included; a crash of the machine may lose what the kernel had
 * not written yet, never consistency).
 *  - No counter ever decreases in a file. A damaged, truncated or foreign file, and one of a later layout
 * version, is set aside as <path>.bad-<time>, a new one is begun, ficDiscontinuity moves and the log says so.
 * The newest STATS_BAD_KEPT of those are kept.
 * A file of an earlier layout version is converted, all counts live on.
 *  - Recording never fails a compilation: on any trouble the call returns false, and the reason is logged
 * once. The program must not be ended by SIGXFSZ (a limit of file sizes): it ignores or catches it.
 *
 * Readers use stats_reader.h; segment.h holds the layout both share.
 */
#ifndef COLLECTORS_STATS_H
#define COLLECTORS_STATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

#define STATS_PHASES 20          /* phase numbers are 1..19 */
#define STATS_RUBY_KINDS 12      /* numbers of ruby_kind.def are 1..11 */
#define STATS_TEMPLATE_WAYS 6    /* numbers of template_way.def are 1..5 */
#define STATS_BUCKETS 20         /* of a histogram: 100 us .. 100 s in steps of 1-2-5, and infinity */
#define STATS_DEFAULT_NODES 2000
#define STATS_MAX_NODES 65536
#define STATS_DEFAULT_ENVIRONMENTS 64
#define STATS_MAX_ENVIRONMENTS 256
#define STATS_DEFAULT_TYPES 512
#define STATS_MAX_TYPES 4096
#define STATS_DEFAULT_WINDOW_S 3600
#define STATS_DEFAULT_SAMPLES 1024
#define STATS_MAX_SAMPLES 65536
#define STATS_BAD_KEPT 5         /* files set aside that are kept, the newest */

struct stats_store;

/* 0 in any number means its default. A file with other sizes is converted by stats_open; nothing is lost but
 * rows that no longer fit, which count as evicted. Writers that have the file open follow. */
struct stats_config {
  const char *path;
  uint32_t nodes;          /* rows of the node table, at most STATS_MAX_NODES */
  uint32_t environments;
  uint32_t types;
  uint32_t window_s;       /* length of the sliding window, seconds */
  uint32_t samples;        /* compilations the window can hold */
  uint32_t mode; /* permissions of a new file, default 0640; its directory gets the same, plus search */
};

struct stats_type_count {
  str name;
  uint64_t count;
};

/* Parses, also those outside a compilation. */
struct stats_parses {
  uint64_t files, errors, bytes, cache_hits, cache_misses;
};

/* Calls, or renderings: how many, how many of them failed, time of all. */
struct stats_spans {
  uint64_t count, failed, us;
};

/* What Ruby did, and templates; also outside a compilation. The first element of an array is the sum of all. */
struct stats_work {
  struct stats_spans ruby[STATS_RUBY_KINDS];
  struct stats_spans templates[STATS_TEMPLATE_WAYS];
  uint64_t ruby_stopped;                 /* calls ended by a limit, failed ones all of them */
  uint64_t ruby_histogram[STATS_BUCKETS];/* calls by their time; not cumulative */
  uint64_t ruby_starts, ruby_start_us, ruby_last_start_us;
};

/* One finished compilation. Failure classes are the numbers of compiler/failure.def, phases those of
 * compiler/phase.def. Bytes of names that are not UTF-8, and control characters, are stored as '?'. */
struct stats_compile {
  str environment;                  /* at most 64 bytes kept; empty: no row */
  str node;                         /* at most 255 bytes kept; empty: no row */
  uint32_t failure;                 /* 0: success */
  uint64_t ended_us;                /* since 1970; 0: now */
  uint64_t wall_us;
  uint64_t resources, edges, warnings, deprecations;
  uint64_t peak_bytes;
  uint64_t native_calls;
  uint64_t ruby_bytes;              /* memory of Ruby; 0: it does not run */
  struct stats_parses parses;
  struct stats_work work;
  uint64_t phase_us[STATS_PHASES];
  uint32_t phase_count[STATS_PHASES];
  const struct stats_type_count *types;
  size_t type_count;
};

/* Opens the store, making directory and file when missing. NULL when it cannot be used at all (no permission,
 * no space); the reason is then logged, and text of at most `size` bytes is left in `error`. */
struct stats_store *stats_open(const struct stats_config *config, char *error, size_t size);
void stats_close(struct stats_store *store);

/* A compilation begins, or ends in any way: keeps ficCmpActive. What a dead process had begun is not counted.
 */
void stats_compile_started(struct stats_store *store);
void stats_compile_stopped(struct stats_store *store);

/* Counts one compilation; see the promises above. False: not counted. */
bool stats_record_compile(struct stats_store *store, const struct stats_compile *compile);

/* Counts a catalog that was answered from the cache, since it could not be made. */
bool stats_record_from_cache(struct stats_store *store);

/* Counts parses that belong to no compilation. */
bool stats_record_parses(struct stats_store *store, const struct stats_parses *parses);

/* The same of calls into Ruby and templates. */
bool stats_record_work(struct stats_store *store, const struct stats_work *work);

#endif
