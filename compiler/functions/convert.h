/* Conversions: Type.new(value, …), Type(value, …) and convert_to. Each kind of type with constructors has a table of
 * rows (fn.h), in the convert_*.c files. */
#ifndef FICELLE_FUNCTIONS_CONVERT_H
#define FICELLE_FUNCTIONS_CONVERT_H

#include "compiler/functions/fn.h"

extern const struct fn_row convert_integer_rows[], convert_float_rows[], convert_numeric_rows[], convert_boolean_rows[],
  convert_string_rows[], convert_array_rows[], convert_hash_rows[], convert_regexp_rows[], convert_sensitive_rows[],
  convert_type_rows[], convert_unit_rows[], convert_timestamp_rows[], convert_timespan_rows[], convert_semver_rows[],
  convert_semver_range_rows[], convert_binary_rows[], convert_uri_rows[];

/* Type.new with n arguments: makes a value and checks that it is an instance of the type. A single argument that
 * already is an instance is returned as it is. */
value convert_new(struct fn_call *call, const type *t, const value *args, uint32_t n);
/* Reports that a value cannot be converted: "'new_float' The string 'x' cannot be converted to Float". `function` is
 * NULL if Puppet does not name it. `by_text`: the text of strings is shown, of other values their type. */
_Noreturn void convert_impossible(struct fn_call *call, const char *function, value v, const char *to, bool by_text);

/* Converts a string to a value of the row's kind. */
fn_body convert_text;

#endif
