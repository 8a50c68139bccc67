/* Timestamp: points in time, as seconds and nanoseconds since 1970 in UTC. */
#ifndef FICELLE_VALUES_TIMESTAMP_H
#define FICELLE_VALUES_TIMESTAMP_H

#include "compiler/values/rich.h"
#include "compiler/values/time_value.h"

extern const struct rich_kind timestamp_kind;

/* Parses a text by the first format that matches. `zone` (may be empty) applies to texts without one. On failure
 * returns false with Puppet's message in *error. */
bool timestamp_parse(struct arena *a, str text, struct time_formats f, str zone, value *out, str *error);

/* The same for either kind (V_TIMESTAMP, V_TIMESPAN). The zone applies to a Timestamp only. */
bool time_parse(struct arena *a, enum value_kind kind, str text, struct time_formats f, str zone, value *out,
                str *error);
/* Makes a value from the members of a hash: string, format and timezone, or the fields of a Timespan. */
bool time_from_hash(struct arena *a, enum value_kind kind, const struct hash *h, value *out, str *error);
/* Writes a value by a format: a Timestamp by strftime (strftime.h), in a time zone (empty: UTC). */
bool time_format(struct arena *a, value v, str format, str zone, struct buf *out, str *error);

#endif
