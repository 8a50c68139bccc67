/* Integers of any size, as far as formatting needs them: Ruby's format converts floats and texts to integers
 * beyond 64 bits. Magnitudes are arrays of 32-bit words, the lowest first, without leading zero words. */
#include "compiler/values/ruby_integer.h"

#include <math.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/check.h"
#include "base/double.h"

static void drop_zeroes(struct ruby_integer *i)
{
  while (i->n > 0 && i->words[i->n - 1] == 0) i->n--;
}

struct ruby_integer ruby_integer_of(struct arena *a, int64_t i)
{
  uint64_t magnitude = i < 0 ? -(uint64_t)i : (uint64_t)i;
  struct ruby_integer out = {.negative = i < 0, .n = 2, .words = arena_array(a, 2, sizeof *out.words)};
  out.words[0] = (uint32_t)magnitude;
  out.words[1] = (uint32_t)(magnitude >> 32);
  drop_zeroes(&out);
  return out;
}

struct ruby_integer ruby_integer_of_double(struct arena *a, double f)
{
  enum { WORDS = 34 }; /* 1,024 bits and the 64 of a shifted mantissa */
  int exponent;
  double fraction = frexp(fabs(double_trunc(f)), &exponent);
  struct ruby_integer out = {.negative = f < 0, .n = WORDS, .words = arena_array(a, WORDS, sizeof *out.words)};
  /* Up to 53 bits the double is an exact int64_t. */
  if (exponent <= 53) {
    struct ruby_integer small = ruby_integer_of(a, (int64_t)double_trunc(f));
    return small;
  }
  uint64_t mantissa = (uint64_t)ldexp(fraction, 53);
  unsigned shift = (unsigned)exponent - 53, word = shift / 32;
  unsigned __int128 placed = (unsigned __int128)mantissa << (shift % 32);
  for (; placed != 0; placed >>= 32) out.words[word++] = (uint32_t)placed;
  drop_zeroes(&out);
  return out;
}

/* words = words * base + digit. The caller has allocated one more word than is used. */
static void push_digit(struct ruby_integer *i, unsigned base, unsigned digit)
{
  uint64_t carry = digit;
  for (uint32_t k = 0; k < i->n; k++) {
    carry += (uint64_t)i->words[k] * base;
    i->words[k] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry != 0) i->words[i->n++] = (uint32_t)carry;
}

static unsigned digit_of(char ch)
{
  return ascii_is_digit(ch) ? (unsigned)(ch - '0') : ascii_is_alpha(ch) ? (unsigned)ascii_lower(ch) - 'a' + 10 : 99;
}

/* Removes a prefix (0x, 0b, 0o, 0d) that fits the radix (0: any) and returns the base. A single zero means octal and
 * remains, since it is also a digit. */
static unsigned take_prefix(str *s, unsigned radix)
{
  if (s->n < 2 || s->p[0] != '0') return radix == 0 ? 10 : radix;
  unsigned base;
  switch (ascii_lower(s->p[1])) {
  case 'x': base = 16; break;
  case 'b': base = 2; break;
  case 'o': base = 8; break;
  case 'd': base = 10; break;
  default: return radix == 0 ? 8 : radix;
  }
  if (radix != 0 && radix != base) return radix;
  *s = str_from(*s, 2);
  return base;
}

bool ruby_integer_of_text(struct arena *a, str text, unsigned radix, struct ruby_integer *out)
{
  text = str_trim(text);
  *out = (struct ruby_integer){.negative = text.n > 0 && text.p[0] == '-'};
  /* The conversion is quadratic in the length. */
  if (text.n > RUBY_INTEGER_MAX_TEXT) return false;
  if (text.n > 0 && (text.p[0] == '-' || text.p[0] == '+')) text = str_from(text, 1);
  unsigned base = take_prefix(&text, radix);
  out->words = arena_array(a, text.n / 8 + 2, sizeof *out->words); /* a digit has at most four bits */
  bool digit_before = false;
  for (size_t i = 0; i < text.n; i++) {
    if (text.p[i] == '_' && digit_before) {
      digit_before = false;
      continue;
    }
    unsigned digit = digit_of(text.p[i]);
    if (digit >= base) return false;
    push_digit(out, base, digit);
    digit_before = true;
  }
  return digit_before;
}

bool ruby_integer_fits(const struct ruby_integer *i, int64_t *out)
{
  assert(out != NULL);
  uint64_t n = 0;
  for (uint32_t k = i->n; k > 0 && k <= 2; k--) n = n << 32 | i->words[k - 1];
  *out = i->negative ? (int64_t)-n : (int64_t)n;
  return i->n <= 2 && n <= (uint64_t)INT64_MAX + i->negative;
}

str ruby_integer_digits(struct arena *a, const struct ruby_integer *i, unsigned base)
{
  assert(base == 2 || base == 8 || base == 10 || base == 16);
  if (i->n == 0) return STR("0");
  size_t room = (size_t)i->n * 32 + 1, at = room;
  char *digits = arena_array(a, room, 1);
  struct ruby_integer rest = {.n = i->n, .words = arena_array(a, i->n, sizeof *rest.words)};
  memcpy(rest.words, i->words, i->n * sizeof *rest.words);
  while (rest.n > 0) {
    uint64_t remainder = 0;
    for (uint32_t k = rest.n; k > 0; k--) {
      remainder = remainder << 32 | rest.words[k - 1];
      rest.words[k - 1] = (uint32_t)(remainder / base);
      remainder %= base;
    }
    digits[--at] = "0123456789abcdef"[remainder];
    drop_zeroes(&rest);
  }
  return str_n(digits + at, room - at);
}

/* Copies digits without the single underscores between them; returns the number of digits. */
static size_t take_digits(str *s, struct buf *out)
{
  size_t n = 0, i = 0;
  while (i < s->n && (ascii_is_digit(s->p[i]) ||
                      (s->p[i] == '_' && n > 0 && i + 1 < s->n && ascii_is_digit(s->p[i + 1]) && s->p[i - 1] != '_'))) {
    if (s->p[i] != '_') {
      buf_char(out, s->p[i]);
      n++;
    }
    i++;
  }
  *s = str_from(*s, i);
  return n;
}

static bool take_sign(str *s, struct buf *out)
{
  if (s->n == 0 || (s->p[0] != '-' && s->p[0] != '+')) return false;
  buf_char(out, s->p[0]);
  *s = str_from(*s, 1);
  return true;
}

/* Takes the decimal number at the beginning of a text. */
static bool take_decimal(str *s, struct buf *out)
{
  const size_t whole = take_digits(s, out);
  if (s->n > 1 && s->p[0] == '.' && ascii_is_digit(s->p[1])) {
    buf_char(out, '.');
    *s = str_from(*s, 1);
    take_digits(s, out);
  } else if (whole == 0) {
    return false;
  }
  const size_t sign = s->n > 1 && (s->p[1] == '-' || s->p[1] == '+');
  if (s->n > sign + 1 && ascii_lower(s->p[0]) == 'e' && ascii_is_digit(s->p[sign + 1])) {
    buf_char(out, 'e');
    *s = str_from(*s, 1);
    take_sign(s, out);
    take_digits(s, out);
  }
  return true;
}

bool ruby_float_of_text(struct arena *a, str text, double *out)
{
  struct buf b = BUF_IN(a);
  text = str_trim(text);
  take_sign(&text, &b);
  if (text.n > 2 && text.p[0] == '0' && ascii_lower(text.p[1]) == 'x') {
    buf_str(&b, text);
    char *end;
    *out = strtod(b.p, &end);
    return end == b.p + b.n;
  }
  if (!take_decimal(&text, &b) || text.n > 0) return false;
  *out = strtod(b.p, NULL);
  return true;
}

double ruby_text_to_f(struct arena *a, str text)
{
  struct buf b = BUF_IN(a);
  text = str_trim(text);
  take_sign(&text, &b);
  return take_decimal(&text, &b) ? strtod(b.p, NULL) : 0;
}
