/* Ruby's Time#strftime: all its directives, flags (- 0 ^ # _ :) and widths. */
#ifndef FICELLE_VALUES_STRFTIME_H
#define FICELLE_VALUES_STRFTIME_H

#include "compiler/values/value.h"

struct moment {
  int64_t seconds; /* since 1970, UTC */
  uint32_t nanos;
  int32_t offset; /* of the zone, seconds east */
  bool utc;       /* %Z is "UTC", else it is empty */
};

/* False when the format cannot be used: it ends in the midst of a directive, or has a width without measure. */
bool strftime_ruby(struct arena *a, const struct moment *m, str format, struct buf *out, str *error);

/* Days since 1970 of a date of the proleptic Gregorian calendar (days beyond the month's end run on), and
 * back. */
int64_t calendar_days(int64_t year, int month, int64_t day);
void calendar_date(int64_t days, int64_t *year, int *month, int *day);

/* What a directive that stands for several others stands for ("%m/%d/%y" for 'D'); NULL: it is no such directive. */
const char *calendar_composite(char c);

extern const char *const calendar_months[12], *const calendar_weekdays[7];

#endif
