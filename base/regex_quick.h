/* Expressions without groups and alternatives whose parts cannot take each other's characters, such as ^\w+$,
 * \A[a-z][a-z0-9_]*\z, ^app\d+::port$ or [^a-z0-9], searched in ASCII text without the regular expression engine. They
 * are frequent in types of parameters, lookup_options and regsubst. */
#ifndef FICELLE_BASE_REGEX_QUICK_H
#define FICELLE_BASE_REGEX_QUICK_H

#include <stdint.h>

#include "base/regex.h"

enum { REGEX_QUICK_PARTS = 8, REGEX_QUICK_TEXT = 48 };

struct regex_quick_part {
  uint64_t set[2];       /* the characters of the class, one bit each; unused by literal text */
  uint8_t begin, length; /* literal text: its position in `text`; length 0: a class */
  uint8_t least;         /* a class: 0 or 1 */
  bool many;             /* a class: more than one */
};

struct regex_quick {
  struct regex_quick_part parts[REGEX_QUICK_PARTS];
  char text[REGEX_QUICK_TEXT];
  uint8_t n, text_n;
  bool from_begin, to_end; /* anchors */
};

/* Returns false for other expressions. */
bool regex_quick_compile(str source, struct regex_quick *out);
/* Returns false if the engine must search: for text beyond ASCII, for line breaks, and for an anchor after the
 * beginning. */
bool regex_quick_search(const struct regex_quick *q, str subject, size_t from, struct regex_match *m,
                        enum regex_result *result);

#endif
