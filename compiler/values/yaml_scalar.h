/* Scalars of YAML, for the reader and the writer. */
#ifndef FICELLE_VALUES_YAML_SCALAR_H
#define FICELLE_VALUES_YAML_SCALAR_H

#include "compiler/values/value.h"

/* Converts a plain scalar to a value. Strings borrow `s`; that of a :symbol is its name, with *is_symbol set. Returns
 * false only for an integer beyond 64 bits (*too_big). */
bool yaml_scalar(struct arena *a, str s, value *out, bool *is_symbol, bool *too_big);

/* How Psych reads a plain text that begins with a date, "2020-1-31", possibly with a time of day. */
enum yaml_time { YAML_NO_TIME, YAML_DATE, YAML_TIME };
enum yaml_time yaml_time_of(str s);

#endif
