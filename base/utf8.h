/* UTF-8: decoding, checking, counting. Strict: no surrogates, no overlong forms, nothing above U+10FFFF. */
#ifndef FICELLE_BASE_UTF8_H
#define FICELLE_BASE_UTF8_H

#include <stdint.h>

#include "base/str.h"

/* Returns the length of the character at s.p[at] (1..4) and its code point in *cp; 0 if it is not valid. Needs at <
 * s.n. */
unsigned utf8_decode(str s, size_t at, uint32_t *cp);
/* Writes 1..4 bytes. */
unsigned utf8_encode(uint32_t cp, char out[4]);
/* Offset of the first byte that is not valid UTF-8, or SIZE_MAX. */
size_t utf8_invalid_at(str s);
/* Number of characters in s; an invalid byte counts as one. */
size_t utf8_count(str s);
/* Byte offset of the n-th character (0-based), s.n if there are fewer. */
size_t utf8_offset(str s, size_t n);

#endif
