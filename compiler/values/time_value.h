/* Times and lengths of time as numbers of nanoseconds, and what the two have in common. A value holds whole
 * seconds, rounded down, in `integer` and nanoseconds from 0 to 999,999,999 in `length`; __int128 holds every
 * such number of nanoseconds with room for sums and products. */
#ifndef FICELLE_VALUES_TIME_VALUE_H
#define FICELLE_VALUES_TIME_VALUE_H

#include "compiler/values/value.h"

typedef __int128 nanoseconds;

#define NANOS_PER_SECOND ((nanoseconds)1000000000)

static inline nanoseconds time_nanoseconds(value v) { return v.integer * NANOS_PER_SECOND + v.length; }
static inline bool value_is_time(value v) { return v.kind == V_TIMESTAMP || v.kind == V_TIMESPAN; }

/* A V_TIMESTAMP or V_TIMESPAN; false when its seconds do not fit into 64 bits. */
bool time_make(enum value_kind kind, nanoseconds n, value *out);
/* Converts seconds, an integer or float, to nanoseconds; a float is rounded towards zero. False if it is not a number
 * or too large. */
bool time_from_number(value number, nanoseconds *out);
/* As a number of seconds, the way Ruby's fdiv rounds. */
double time_to_float(value v);
/* a / b as Ruby's Integer#fdiv: exact up to one rounding of what is left after reducing the fraction. */
double time_ratio(nanoseconds a, nanoseconds b);
/* Order of a time and a time of the same kind or a number of seconds: integers are compared with whole seconds, floats
 * with the time as a float; -1, 0, 1, or 2 with a NaN or if they cannot be compared. */
int time_compare(value a, value b);

/* Formats as they are given: a text or a list of texts, whose messages differ. Without items: Puppet's own. */
struct time_formats {
  const str *items;
  uint32_t n;
  bool listed;
};
/* Items NULL when v is neither. */
struct time_formats time_formats_of(struct arena *a, value v);

/* "Unable to parse 'x' using any of the formats …" */
str time_none_fits(struct arena *a, str text, const str *formats, uint32_t n);

/* For the rows of rich.c. */
bool time_same(value a, value b);
uint64_t time_hash(value v);

#endif
