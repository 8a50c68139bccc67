/* Numbers as other programs write them. */
#ifndef COLLECTORS_SOURCES_DECIMAL_H
#define COLLECTORS_SOURCES_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* "12", "-1", "12.5", ".90", "5.6855e-05", with blanks around them. False for everything else: no hexadecimal digits,
 * no infinity, no NaN, nothing behind the number. */
bool decimal_parse(str text, double *value);

/* value * scale, rounded, as what is kept of a number: false when it is negative or no number; what does not fit is
 * the greatest. */
bool decimal_scale(double value, double scale, uint64_t *to);

#endif
