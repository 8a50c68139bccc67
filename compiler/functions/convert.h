/* What Type.new(value, …), Type(value, …) and convert_to do: one table of rows (fn.h) for each kind of type
 * that can make values, in the convert_*.c files. */
#ifndef FICELLE_FUNCTIONS_CONVERT_H
#define FICELLE_FUNCTIONS_CONVERT_H

#include "compiler/functions/fn.h"

extern const struct fn_row convert_integer_rows[], convert_float_rows[], convert_numeric_rows[], convert_boolean_rows[],
  convert_string_rows[], convert_array_rows[], convert_hash_rows[], convert_regexp_rows[], convert_sensitive_rows[],
  convert_type_rows[], convert_unit_rows[], convert_timestamp_rows[], convert_timespan_rows[], convert_semver_rows[],
  convert_semver_range_rows[], convert_binary_rows[], convert_uri_rows[];

/* The rows that make values of a type, behind aliases and Optional; NULL: no values can be made. */
const struct fn_row *convert_rows(const type *t);
/* Type.new with n arguments: the value, checked to be of the type. A single argument that is of the type
 * already is itself. */
value convert_new(struct fn_call *call, const type *t, const value *args, uint32_t n);

/* The error of a value that cannot be converted: "'new_float' The string 'x' cannot be converted to Float".
 * `function` is NULL where Puppet does not name it. `by_text`: strings are shown, others are named by their
 * type. */
_Noreturn void convert_impossible(struct fn_call *call, const char *function, value v, const char *to, bool by_text);

/* The value of the row's kind that a text stands for. */
fn_body convert_text;

#endif
