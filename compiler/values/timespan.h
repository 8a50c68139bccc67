/* Timespan: lengths of time, read and written by formats of %D days, %H hours, %M minutes, %S seconds, %L milliseconds
 * and %N fractions. The highest unit of a format includes the units above it (%H may be "36"). */
#ifndef FICELLE_VALUES_TIMESPAN_H
#define FICELLE_VALUES_TIMESPAN_H

#include "compiler/values/rich.h"
#include "compiler/values/time_value.h"

extern const struct rich_kind timespan_kind;

/* Parses a text by the first format that matches. On failure returns false with Puppet's message in *error. */
bool timespan_parse(struct arena *a, str text, struct time_formats f, value *out, str *error);
/* Writes a time span by a format. */
bool timespan_format(struct arena *a, value span, str format, struct buf *out, str *error);
/* The fields of a hash or list, of any size and sign. Returns false if the sum is out of range. */
struct timespan_fields {
  int64_t days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds;
  bool negative;
};
/* Reads the fields of a hash by their names; ignores other members. */
bool timespan_from_hash(const struct hash *h, value *out, str *error);
bool timespan_from_fields(const struct timespan_fields *f, value *out);

#endif
