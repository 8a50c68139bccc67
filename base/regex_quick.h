/* Expressions of one character class, such as ^\w+$, \A[a-z]+\z or [^a-z0-9], searched in ASCII text without the
 * regular expression engine: types of parameters and regsubst are full of them. */
#ifndef FICELLE_BASE_REGEX_QUICK_H
#define FICELLE_BASE_REGEX_QUICK_H

#include <stdint.h>

#include "base/regex.h"

struct regex_quick {
  uint64_t set[2];    /* the characters of the class, one bit each */
  uint8_t kinds[256]; /* 0: in the class; else why a byte is not */
  bool anchored;      /* the whole text; else wherever it occurs */
  uint8_t least;      /* 0 or 1 */
  bool many;          /* more than one */
};

/* False when the expression is of another kind. */
bool regex_quick_compile(str source, struct regex_quick *out);
/* False when the text is not plain ASCII, or has several lines: then the engine has to be asked. */
bool regex_quick_search(const struct regex_quick *q, str subject, size_t from, struct regex_match *m,
                        enum regex_result *result);

#endif
