/* Integers of any size for Ruby's format: floats and texts beyond 64 bits are printed exactly. Words are little endian,
 * without zeroes at the top; zero has none. */
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
/* Without its fraction; `f` is finite. */
struct ruby_integer ruby_integer_of_double(struct arena *a, double f);
/* As Ruby's Integer(text, radix): blanks around, a sign, 0x 0b 0o 0d and 0 as prefixes (`radix` 0: any; else that of
 * the radix), single underscores between digits. False when the text is none, or has more than RUBY_INTEGER_MAX_TEXT
 * bytes. */
enum { RUBY_INTEGER_MAX_TEXT = 4096 };
bool ruby_integer_of_text(struct arena *a, str text, unsigned radix, struct ruby_integer *out);
/* Whether it has at most 64 bits: then it is in *out. */
bool ruby_integer_fits(const struct ruby_integer *i, int64_t *out);
/* The digits of its magnitude in base 2, 8, 10 or 16, lower case; "0" for zero. */
str ruby_integer_digits(struct arena *a, const struct ruby_integer *i, unsigned base);
/* As Ruby's Float(text): decimal with underscores between digits, or hexadecimal. False when it is none. */
bool ruby_float_of_text(struct arena *a, str text, double *out);
/* As Ruby's to_f of a text: the number it begins with, or 0. */
double ruby_text_to_f(struct arena *a, str text);

#endif
