/* Ruby's DateTime._strptime: a text taken apart by a format. */
#ifndef FICELLE_VALUES_STRPTIME_H
#define FICELLE_VALUES_STRPTIME_H

#include "compiler/values/time_value.h"

struct strptime_parts {
  bool has_year, has_month, has_day, has_hour, has_minute, has_second, has_fraction, has_zone;
  int64_t year;
  int month, day, hour, minute, second;
  uint32_t nanos; /* of the fraction; what is below is cut off */
  str zone;       /* as written; borrowed from the text */
  str leftover;   /* what the format does not take */
};

/* False when the text does not fit. Directives that say nothing about the parts above are checked and not
 * kept. */
bool strptime_ruby(str text, str format, struct strptime_parts *out);
/* Offset of a time zone ("+01:00", "EST", "utc-2", "Pacific Standard Time") in nanoseconds east, false when
 * it is unknown. Text behind the zone is not looked at. */
bool strptime_zone(str zone, nanoseconds *offset);

#endif
