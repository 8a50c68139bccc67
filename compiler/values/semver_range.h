/* SemVerRange: sets of versions in the syntax of npm: ">=1.0.0 <2.0.0", "1.x", "~1.2", "^1.2.3", "1.0.0 - 2.0.0", "a ||
 * b". As in Puppet's library, a range is a list of simple ranges, one of which must contain a version. */
#ifndef FICELLE_VALUES_SEMVER_RANGE_H
#define FICELLE_VALUES_SEMVER_RANGE_H

#include "compiler/values/semver.h"

enum simple_range_kind { RANGE_ALL, RANGE_GT, RANGE_GE, RANGE_LT, RANGE_LE, RANGE_EQ, RANGE_BOTH };

struct simple_range {
  enum simple_range_kind kind;
  const struct semver *version;         /* NULL for RANGE_ALL and RANGE_BOTH */
  const struct simple_range *min, *max; /* RANGE_BOTH: a lower and an upper bound */
};

struct semver_range {
  const struct simple_range **items;
  uint32_t n;
  str text; /* as given, for printing */
};

extern const struct rich_kind semver_range_kind;

static inline value value_semver_range(const struct semver_range *r)
{
  return (value){.kind = V_SEMVER_RANGE, .semver_range = r};
}

/* On failure returns NULL with Puppet's message in *error. */
const struct semver_range *semver_range_parse(struct arena *a, str text, str *error);
/* The range from min to max. */
const struct semver_range *semver_range_between(struct arena *a, const struct semver *min, const struct semver *max,
                                                bool exclude_max);
bool semver_range_includes(const struct semver_range *r, const struct semver *v);
/* Whether a value is a version, or a text of one, in the range. */
bool semver_range_includes_value(const struct semver_range *r, value v);
/* Returns the ends of a range; false for ranges of several parts. */
bool semver_range_ends(const struct semver_range *r, const struct semver **min, const struct semver **max,
                       bool *exclude_max);
bool semver_range_same(const struct semver_range *a, const struct semver_range *b);

#endif
