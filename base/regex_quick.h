/* Expressions without groups and alternatives whose parts cannot take each other's characters, such as ^\w+$,
 * \A[a-z][a-z0-9_]*\z, ^app\d+::port$ or [^a-z0-9], searched in ASCII text without the regular expression engine. Types
 * of parameters, lookup_options and regsubst are full of them. */
#ifndef FICELLE_BASE_REGEX_QUICK_H
#define FICELLE_BASE_REGEX_QUICK_H

#include <stdint.h>

#include "base/regex.h"

enum { REGEX_QUICK_PARTS = 8, REGEX_QUICK_TEXT = 48 };

struct regex_quick_part {
  uint64_t set[2];       /* the characters of the class, one bit each; unused by literal text */
  uint8_t begin, length; /* literal text: where it is in `text`; length 0: a class */
  uint8_t least;         /* a class: 0 or 1 */
  bool many;             /* a class: more than one */
};

struct regex_quick {
  struct regex_quick_part parts[REGEX_QUICK_PARTS];
  char text[REGEX_QUICK_TEXT];
  uint8_t n, text_n;
  bool from_begin, to_end; /* anchors */
};

/* False when the expression is of another kind. */
bool regex_quick_compile(str source, struct regex_quick *out);
/* False when the engine must search: at other letters than ASCII, at line breaks, and after the beginning with an
 * anchor. */
bool regex_quick_search(const struct regex_quick *q, str subject, size_t from, struct regex_match *m,
                        enum regex_result *result);

#endif
