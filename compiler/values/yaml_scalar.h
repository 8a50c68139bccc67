/* Internal to data_yaml.c and its scalars. */
#ifndef FICELLE_VALUES_YAML_SCALAR_H
#define FICELLE_VALUES_YAML_SCALAR_H

#include "compiler/values/value.h"

/* The value of a plain scalar. Text results borrow `s`; that of a :symbol is its name, with *is_symbol set. False
 * only for an integer beyond 64 bits (*too_big). */
bool yaml_scalar(struct arena *a, str s, value *out, bool *is_symbol, bool *too_big);

#endif
