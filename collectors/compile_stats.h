/* Statistics of compilations: observe.c gathers them, compile_stats.c writes them as records of the store. */
#ifndef COLLECTORS_COMPILE_STATS_H
#define COLLECTORS_COMPILE_STATS_H

#include "collectors/stats.h"

#define STATS_PHASES 20       /* phase numbers are 1..19 */
#define STATS_RUBY_KINDS 12   /* numbers of ruby_kind.def are 1..11 */
#define STATS_TEMPLATE_WAYS 6 /* numbers of template_way.def are 1..5 */

struct stats_type_count {
  str name;
  uint64_t count;
};

/* Parses, also those outside a compilation. */
struct stats_parses {
  uint64_t files, errors, bytes, cache_hits, cache_misses;
};

/* Calls or renderings: their number, the number of failures, the total time. */
struct stats_spans {
  uint64_t count, failed, us;
};

/* What Ruby did, and templates; also outside a compilation. The first element of an array is the sum of all. */
struct stats_work {
  struct stats_spans ruby[STATS_RUBY_KINDS];
  struct stats_spans templates[STATS_TEMPLATE_WAYS];
  uint64_t ruby_stopped;                  /* calls ended by a limit; all of them also count as failed */
  uint64_t ruby_histogram[STATS_BUCKETS]; /* calls by their time; not cumulative */
  uint64_t ruby_starts, ruby_start_us, ruby_last_start_us;
};

/* One finished compilation. Failure classes are the numbers of compiler/observer/failure.def, phases those of
 * compiler/observer/phase.def. */
struct stats_compile {
  str environment;   /* empty: no row */
  str node;          /* empty: no row */
  uint32_t failure;  /* 0: success */
  uint64_t ended_us; /* since 1970; 0: now */
  uint64_t wall_us;
  uint64_t resources, edges, warnings, deprecations;
  uint64_t peak_bytes;
  uint64_t native_calls;
  uint64_t ruby_bytes; /* memory of Ruby; 0: not running */
  struct stats_parses parses;
  struct stats_work work;
  uint64_t phase_us[STATS_PHASES];
  uint64_t phase_count[STATS_PHASES];
  const struct stats_type_count *types;
  size_t type_count;
};

/* Each function writes one record of the store, completely or not at all. False: not counted. */
bool stats_record_compile(struct stats_store *store, const struct stats_compile *compile);
/* Counts that a node's compilation failed and the answer was the cached catalog of an earlier one. Call it after the
 * record of the failed compilation, if the compilation began at all. */
bool stats_record_from_cache(struct stats_store *store, str node);
/* Parses, calls into Ruby and templates outside of compilations. */
bool stats_record_parses(struct stats_store *store, const struct stats_parses *parses);
bool stats_record_work(struct stats_store *store, const struct stats_work *work);

#endif
