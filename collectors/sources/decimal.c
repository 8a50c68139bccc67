/* Checks the form before calling strtod(), which would also accept "inf", hexadecimal numbers and text after the
 * number. */
#include "collectors/sources/decimal.h"

#include <math.h>
#include <stdlib.h>

/* The number of digits. */
static size_t digits(str text, size_t from) { return str_digits(text, from) - from; }

static size_t sign(str text, size_t at) { return at < text.n && (text.p[at] == '-' || text.p[at] == '+') ? 1 : 0; }

/* Whether the whole text is a number. */
static bool is_decimal(str text)
{
  size_t at = sign(text, 0);
  const size_t whole = digits(text, at);
  size_t part = 0;
  at += whole;
  if (at < text.n && text.p[at] == '.') {
    part = digits(text, ++at);
    at += part;
  }
  if (whole + part == 0) return false;
  if (at == text.n) return true;
  if (ascii_lower(text.p[at]) != 'e') return false;
  at++;
  at += sign(text, at);
  return at < text.n && digits(text, at) == text.n - at;
}

/* strtod depends on the locale; this program does not set one, so it is that of C. */
bool decimal_parse(str text, double *value)
{
  char copy[64];
  text = str_trim(text);
  if (text.n >= sizeof copy || !is_decimal(text)) return false;
  memcpy(copy, text.p, text.n);
  copy[text.n] = '\0';
  *value = strtod(copy, NULL);
  return isfinite(*value);
}

bool decimal_scale(double value, double scale, uint64_t *to)
{
  const double scaled = value * scale;
  if (!(scaled >= 0)) return false;
  *to = scaled >= 18446744073709549568.0 ? UINT64_MAX : (uint64_t)(scaled + 0.5);
  return true;
}
