/* Ruby's Time#strftime: all its directives, flags (- 0 ^ # _ :) and widths. */
#ifndef FICELLE_VALUES_STRFTIME_H
#define FICELLE_VALUES_STRFTIME_H

#include "compiler/values/value.h"

struct moment {
  int64_t seconds; /* since 1970, UTC */
  uint32_t nanos;
  int32_t offset; /* of the zone, in seconds east */
  bool utc;       /* %Z is "UTC", otherwise empty */
};

/* Returns false if the format is invalid: it ends inside a directive, or has an excessive width. */
bool strftime_ruby(struct arena *a, const struct moment *m, str format, struct buf *out, str *error);

/* Converts a date of the proleptic Gregorian calendar to days since 1970 (days beyond the end of the month continue in
 * the next), and back. */
int64_t calendar_days(int64_t year, int month, int64_t day);
void calendar_date(int64_t days, int64_t *year, int *month, int *day);

/* Returns the directives that a directive is short for ("%m/%d/%y" for 'D'); NULL: it is not a composite directive. */
const char *calendar_composite(char c);

extern const char *const calendar_months[12], *const calendar_weekdays[7];

#endif
