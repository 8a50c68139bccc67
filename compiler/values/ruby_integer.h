/* Integers of any size for Ruby's format: floats and strings beyond 64 bits are printed exactly. Words are little
 * endian, without leading zeros; zero has no words. */
#ifndef FICELLE_VALUES_RUBY_INTEGER_H
#define FICELLE_VALUES_RUBY_INTEGER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct ruby_integer {
  bool negative;
  uint32_t n;
  uint32_t *words;
};

struct ruby_integer ruby_integer_of(struct arena *a, int64_t i);
/* Converts a finite float, without its fraction. */
struct ruby_integer ruby_integer_of_double(struct arena *a, double f);
/* Parses like Ruby's Integer(text, radix): blanks around, a sign, 0x 0b 0o 0d and 0 as prefixes (`radix` 0: any;
 * otherwise that of the radix), single underscores between digits. Returns false if the text is not a number or is
 * longer than RUBY_INTEGER_MAX_TEXT bytes. */
enum { RUBY_INTEGER_MAX_TEXT = 4096 };
bool ruby_integer_of_text(struct arena *a, str text, unsigned radix, struct ruby_integer *out);
/* Whether it fits 64 bits; if so, sets *out. */
bool ruby_integer_fits(const struct ruby_integer *i, int64_t *out);
/* Returns the digits of its magnitude in base 2, 8, 10 or 16, in lower case; "0" for zero. */
str ruby_integer_digits(struct arena *a, const struct ruby_integer *i, unsigned base);
/* Parses like Ruby's Float(text): decimal with underscores between digits, or hexadecimal. Returns false if the text is
 * not a number. */
bool ruby_float_of_text(struct arena *a, str text, double *out);
/* Converts like Ruby's String#to_f: the number at the beginning, or 0. */
double ruby_text_to_f(struct arena *a, str text);

#endif
