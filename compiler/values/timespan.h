/* Timespan: lengths of time, read and written by formats of %D days, %H hours, %M minutes, %S seconds, %L
 * milliseconds and %N fractions. The unit that is the highest of a format also takes what is above it ("36"
 * of %H). */
#ifndef FICELLE_VALUES_TIMESPAN_H
#define FICELLE_VALUES_TIMESPAN_H

#include "compiler/values/rich.h"
#include "compiler/values/time_value.h"

extern const struct rich_kind timespan_kind;

/* Reads a text by the first format that fits. On failure false with Puppet's message in *error. */
bool timespan_parse(struct arena *a, str text, struct time_formats f, value *out, str *error);
/* By a format. */
bool timespan_format(struct arena *a, value span, str format, struct buf *out, str *error);
/* The fields of a hash or a list: they may be of any size and sign. False when the sum is out of range. */
struct timespan_fields {
  int64_t days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds;
  bool negative;
};
/* Those of a hash, by their names. Members of other kinds are not looked at. */
bool timespan_from_hash(const struct hash *h, value *out, str *error);
bool timespan_from_fields(const struct timespan_fields *f, value *out);

#endif
