/* The two readers behind value_read_json(): a fast one for valid JSON, libjansson for the rest; and helpers that they
 * share with readers of other formats. */
#ifndef FICELLE_COMPILER_VALUES_DATA_JSON_H
#define FICELLE_COMPILER_VALUES_DATA_JSON_H

#include "compiler/values/value.h"

/* Reads into the arena. False: the text is not valid JSON or contains something rare (deep nesting, large numbers,
 * unpaired surrogates); libjansson must then read it or report the error. On success libjansson reads the same
 * (tests/fuzz/fuzz_json.c). */
bool data_json_quick(struct arena *a, str text, value *out);
/* Reads with libjansson. On failure returns false; *error has the place. */
bool data_json_strict(struct arena *a, str text, value *out, str *error);

/* Reads the four hexadecimal digits of \uXXXX at the beginning; false if they are missing. */
bool data_hex4(str s, uint32_t *out);
/* Whether a text is small enough to be read as data; if not, sets *error. */
bool data_fits(struct arena *a, str text, str *error);

#endif
