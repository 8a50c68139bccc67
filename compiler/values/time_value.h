/* Times and time spans as numbers of nanoseconds. A value contains whole seconds, rounded down, in `integer` and
 * nanoseconds from 0 to 999,999,999 in `length`; __int128 holds every such number of nanoseconds with room for sums and
 * products. */
#ifndef FICELLE_VALUES_TIME_VALUE_H
#define FICELLE_VALUES_TIME_VALUE_H

#include "compiler/values/value.h"

typedef __int128 nanoseconds;

#define NANOS_PER_SECOND ((nanoseconds)1000000000)

static inline nanoseconds time_nanoseconds(value v) { return v.integer * NANOS_PER_SECOND + v.length; }
static inline bool value_is_time(value v) { return v.kind == V_TIMESTAMP || v.kind == V_TIMESPAN; }

/* Makes a V_TIMESTAMP or V_TIMESPAN; false if its seconds do not fit 64 bits. */
bool time_make(enum value_kind kind, nanoseconds n, value *out);
/* Converts seconds, an integer or float, to nanoseconds; a float is rounded towards zero. False if it is not a number
 * or too large. */
bool time_from_number(value number, nanoseconds *out);
/* Converts to seconds, rounded like Ruby's fdiv. */
double time_to_float(value v);
/* a / b like Ruby's Integer#fdiv: exact, except for one rounding after the fraction is reduced. */
double time_ratio(nanoseconds a, nanoseconds b);
/* Compares a time with a time of the same kind or a number of seconds: integers are compared with whole seconds, floats
 * with the time as a float. Returns -1, 0 or 1; 2 for a NaN or values that cannot be compared. */
int time_compare(value a, value b);

/* Formats as given: a string or an array of strings, which have different messages. Without items: Puppet's
 * defaults. */
struct time_formats {
  const str *items;
  uint32_t n;
  bool listed;
};
/* `items` is NULL if v is neither. */
struct time_formats time_formats_of(struct arena *a, value v);

/* "Unable to parse 'x' using any of the formats …" */
str time_none_fits(struct arena *a, str text, const str *formats, uint32_t n);

/* For the rows of rich.c. */
bool time_same(value a, value b);
uint64_t time_hash(value v);

#endif
