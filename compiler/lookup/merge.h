/* Strategies that merge several values into one. */
#ifndef FICELLE_LOOKUP_MERGE_H
#define FICELLE_LOOKUP_MERGE_H

#include "compiler/values/value.h"

struct lookup_call;

enum merge_kind {
  MERGE_DEFAULT,
  MERGE_FIRST,
  MERGE_UNIQUE,
  MERGE_HASH,
  MERGE_DEEP,
  MERGE_UNCONSTRAINED_DEEP,
  MERGE_REVERSE_DEEP,
  MERGE_KIND_COUNT
};

struct merge {
  enum merge_kind kind;
  const struct hash *options; /* as given, with `strategy`; NULL: none */
};
extern const struct merge merge_default, merge_hash;

/* "first", "unique" … */
const char *merge_name(const struct merge *m);
/* Makes a strategy from a name or a hash; undef is MERGE_DEFAULT. Fails like Puppet if the strategy does not exist or
 * its options are invalid. */
struct merge merge_of(struct lookup_call *call, value v);
/* Merges two values; the first has the higher priority. */
value merge_two(struct lookup_call *call, const struct merge *m, value high, value low);

/* Merges n variants, the first with the highest priority: step(arg, i, &v) returns whether the variant has a value.
 * False if none has. */
typedef bool merge_step(void *arg, uint32_t i, value *out);
bool merge_variants(struct lookup_call *call, const struct merge *m, uint32_t n, merge_step *step, void *arg,
                    value *out);

/* Merges like Ruby's gem deep_merge, also where an array occurs twice (merge_deep.c). */
value merge_deep(struct lookup_call *call, value source, value destination, const struct hash *options);

#endif
