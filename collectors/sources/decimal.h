/* Parses numbers written by other programs. */
#ifndef COLLECTORS_SOURCES_DECIMAL_H
#define COLLECTORS_SOURCES_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* "12", "-1", "12.5", ".90", "5.6855e-05", with blanks around them. False for everything else: no hexadecimal digits,
 * no infinity, no NaN, nothing after the number. */
bool decimal_parse(str text, double *value);

/* value * scale, rounded, for storing. False when it is negative or not a number. Too large values become the maximum.
 * */
bool decimal_scale(double value, double scale, uint64_t *to);

#endif
