/* Ruby's DateTime._strptime: parses a text by a format. */
#ifndef FICELLE_VALUES_STRPTIME_H
#define FICELLE_VALUES_STRPTIME_H

#include "compiler/values/time_value.h"

struct strptime_parts {
  bool has_year, has_month, has_day, has_hour, has_minute, has_second, has_fraction, has_zone;
  int64_t year;
  int month, day, hour, minute, second;
  uint32_t nanos; /* of the fraction; smaller units are truncated */
  str zone;       /* as written; borrowed from the text */
  str leftover;   /* the rest of the text after the format */
};

/* Returns false if the text does not match. Directives for other parts are checked, but their values are not kept. */
bool strptime_ruby(str text, str format, struct strptime_parts *out);
/* Finds the offset of a time zone ("+01:00", "EST", "utc-2", "Pacific Standard Time") in nanoseconds east; false if it
 * is unknown. Ignores text after the zone. */
bool strptime_zone(str zone, nanoseconds *offset);

#endif
