/* Scalars of YAML, for its reader and its writer. */
#ifndef FICELLE_VALUES_YAML_SCALAR_H
#define FICELLE_VALUES_YAML_SCALAR_H

#include "compiler/values/value.h"

/* The value of a plain scalar. Text results borrow `s`; that of a :symbol is its name, with *is_symbol set. False
 * only for an integer beyond 64 bits (*too_big). */
bool yaml_scalar(struct arena *a, str s, value *out, bool *is_symbol, bool *too_big);

/* What Psych takes a plain text for that begins with a date, "2020-1-31", and may have a time of day behind it. */
enum yaml_time { YAML_NO_TIME, YAML_DATE, YAML_TIME };
enum yaml_time yaml_time_of(str s);

#endif
