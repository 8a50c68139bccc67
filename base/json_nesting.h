/* A check for libjansson, which recurses without checking the stack. */
#ifndef FICELLE_BASE_JSON_NESTING_H
#define FICELLE_BASE_JSON_NESTING_H

#include <stdbool.h>

#include "base/str.h"

/* Whether the stack is large enough for the nesting of a text. */
bool json_fits_stack(str text);

#endif
