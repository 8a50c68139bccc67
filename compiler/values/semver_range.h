/* SemVerRange: sets of versions, as npm writes them: ">=1.0.0 <2.0.0", "1.x", "~1.2", "^1.2.3", "1.0.0
 * - 2.0.0", "a || b". Like the library that Puppet uses, a range is a list of simple ranges any of which may
 * hold a version. */
#ifndef FICELLE_VALUES_SEMVER_RANGE_H
#define FICELLE_VALUES_SEMVER_RANGE_H

#include "compiler/values/semver.h"

enum simple_range_kind { RANGE_ALL, RANGE_GT, RANGE_GE, RANGE_LT, RANGE_LE, RANGE_EQ, RANGE_BOTH };

struct simple_range {
  enum simple_range_kind kind;
  const struct semver *version;         /* none for RANGE_ALL and RANGE_BOTH */
  const struct simple_range *min, *max; /* RANGE_BOTH: a lower and an upper bound */
};

struct semver_range {
  const struct simple_range **items;
  uint32_t n;
  str text; /* as it was given, which is how it prints */
};

extern const struct rich_kind semver_range_kind;

static inline value value_semver_range(const struct semver_range *r)
{
  return (value){.kind = V_SEMVER_RANGE, .semver_range = r};
}

/* NULL with Puppet's message in *error. */
const struct semver_range *semver_range_parse(struct arena *a, str text, str *error);
/* From a lowest to a highest version. */
const struct semver_range *semver_range_between(struct arena *a, const struct semver *min, const struct semver *max,
                                                bool exclude_max);
bool semver_range_includes(const struct semver_range *r, const struct semver *v);
/* A version, or a text that is one; other values are in no range. */
bool semver_range_includes_value(const struct semver_range *r, value v);
/* The ends; false for ranges of several parts, which have none. */
bool semver_range_ends(const struct semver_range *r, const struct semver **min, const struct semver **max,
                       bool *exclude_max);
bool semver_range_same(const struct semver_range *a, const struct semver_range *b);

#endif
