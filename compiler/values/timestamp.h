/* Timestamp: moments, as seconds and nanoseconds since 1970 in UTC. */
#ifndef FICELLE_VALUES_TIMESTAMP_H
#define FICELLE_VALUES_TIMESTAMP_H

#include "compiler/values/rich.h"

extern const struct rich_kind timestamp_kind;

/* Reads a text. `formats` NULL: Puppet's own; `listed`: they were given as a list, of which the first that
 * fits counts. `zone` (empty: none) is that of texts without one. On failure false with Puppet's message in
 * *error. */
bool timestamp_parse(struct arena *a, str text, const str *formats, uint32_t n, bool listed, str zone, value *out,
                     str *error);
/* Members of a hash: string, format, timezone. */
bool timestamp_from_hash(struct arena *a, const struct hash *h, value *out, str *error);
/* By a format of strftime (strftime.h), in a time zone (empty: UTC). */
bool timestamp_format(struct arena *a, value stamp, str format, str zone, struct buf *out, str *error);

#endif
