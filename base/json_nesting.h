/* libjansson recurses, and knows nothing of the stack. */
#ifndef FICELLE_BASE_JSON_NESTING_H
#define FICELLE_BASE_JSON_NESTING_H

#include <stdbool.h>

#include "base/str.h"

/* Whether there is enough of the stack to read that much nesting. */
bool json_fits_stack(str text);

#endif
