/* The two readers behind value_read_json(): the quick one for valid JSON, libjansson for all the rest; and what readers
 * of other formats share with them. */
#ifndef FICELLE_COMPILER_VALUES_DATA_JSON_H
#define FICELLE_COMPILER_VALUES_DATA_JSON_H

#include "compiler/values/value.h"

/* Reads straight into the arena. False: the text is not valid JSON, or has something rare in it (deep nesting, large
 * numbers, unpaired surrogates); libjansson then reads it or reports the error. Where it succeeds, libjansson reads the
 * same (tests/fuzz/fuzz_json.c). */
bool data_json_quick(struct arena *a, str text, value *out);
/* libjansson's. On failure false, with the place. */
bool data_json_strict(struct arena *a, str text, value *out, str *error);

/* The four hexadecimal digits of \uXXXX at the beginning; false when they are not there. */
bool data_hex4(str s, uint32_t *out);
/* Whether a text is small enough to be read as data; if not, *error has the message. */
bool data_fits(struct arena *a, str text, str *error);

#endif
