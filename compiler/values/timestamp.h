/* Timestamp: moments, as seconds and nanoseconds since 1970 in UTC. */
#ifndef FICELLE_VALUES_TIMESTAMP_H
#define FICELLE_VALUES_TIMESTAMP_H

#include "compiler/values/rich.h"
#include "compiler/values/time_value.h"

extern const struct rich_kind timestamp_kind;

/* Reads a text by the first format that fits. `zone` (empty: none) is that of texts without one. On failure false with
 * Puppet's message in *error. */
bool timestamp_parse(struct arena *a, str text, struct time_formats f, str zone, value *out, str *error);

/* Of either kind (V_TIMESTAMP, V_TIMESPAN). A zone is only looked at for a Timestamp. */
bool time_parse(struct arena *a, enum value_kind kind, str text, struct time_formats f, str zone, value *out,
                str *error);
/* Members of a hash: string, format and timezone, or the fields of a Timespan. */
bool time_from_hash(struct arena *a, enum value_kind kind, const struct hash *h, value *out, str *error);
/* By a format: for a Timestamp one of strftime (strftime.h), in a time zone (empty: UTC). */
bool time_format(struct arena *a, value v, str format, str zone, struct buf *out, str *error);

#endif
