/* Converts YAML 1.1 scalars without quotes as Ruby does. Times stay text, as in Facter. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "agent/facts/external_yaml.h"
#include "base/arena.h"

static bool digit(char c) { return ascii_is_digit((unsigned char)c); }

/* Copies the text without signs, commas and underscores, ended by NUL; false if the buffer is too small. */
static bool squeeze(str s, char *out, size_t size)
{
  size_t n = 0;
  for (size_t i = 0; i < s.n; i++) {
    if (s.p[i] == '_' || s.p[i] == ',') continue;
    if (n + 1 >= size) return false;
    out[n++] = s.p[i];
  }
  out[n] = '\0';
  return true;
}

static bool only(str s, const char *chars)
{
  for (size_t i = 0; i < s.n; i++)
    if (s.p[i] == '\0' || !strchr(chars, s.p[i])) return false;
  return s.n > 0;
}

/* [1-9], then digits, with commas or underscores between them. */
static bool decimal(str s)
{
  if (s.n == 0 || !digit(s.p[0]) || s.p[0] == '0') return str_eqz(s, "0");
  for (size_t i = 1; i < s.n; i++)
    if (!digit(s.p[i]) && ((s.p[i] != '_' && s.p[i] != ',') || i + 1 == s.n || !digit(s.p[i + 1]))) return false;
  return true;
}

/* The base of an unsigned integer; 0: not an integer. */
static int base_of(str s)
{
  if (str_starts(s, STR("0b"))) return only(str_from(s, 2), "01_,") ? 2 : 0;
  if (str_starts(s, STR("0x"))) return only(str_from(s, 2), "0123456789abcdefABCDEF_,") ? 16 : 0;
  if (s.n > 1 && s.p[0] == '0') return only(str_from(s, 1), "01234567_,") ? 8 : 0;
  return decimal(s) ? 10 : 0;
}

static str unsigned_part(str s) { return s.n > 0 && (s.p[0] == '-' || s.p[0] == '+') ? str_from(s, 1) : s; }

static bool parse_int(str s, int64_t *value)
{
  char digits[80];
  str rest = unsigned_part(s);
  int base = base_of(rest);
  if (base == 0 || s.n > sizeof digits - 2 ||
      !squeeze(base == 2 || base == 16 ? str_from(rest, 2) : rest, digits + 1, sizeof digits - 1))
    return false;
  digits[0] = s.p[0] == '-' ? '-' : '+';
  if (digits[1] == '\0') return false;
  errno = 0;
  *value = strtoll(digits, NULL, base);
  return errno == 0;
}

/* Digits with a point; an exponent must have a sign. */
static bool parse_real(str s, double *value)
{
  char text[80];
  str rest = unsigned_part(s);
  size_t i = 0, points = 0;
  if (rest.n == 0 || (rest.p[0] != '.' && !digit(rest.p[0])) || (rest.n == 1 && rest.p[0] == '.')) return false;
  for (; i < rest.n && rest.p[i] != 'e' && rest.p[i] != 'E'; i++) {
    points += rest.p[i] == '.';
    if (!digit(rest.p[i]) && rest.p[i] != '.' && (points > 0 || (rest.p[i] != '_' && rest.p[i] != ','))) return false;
  }
  if (points != 1) return false;
  if (i < rest.n && (i + 2 >= rest.n || (rest.p[i + 1] != '+' && rest.p[i + 1] != '-'))) return false;
  for (size_t k = i + 2; k < rest.n; k++)
    if (!digit(rest.p[k])) return false;
  if (!squeeze(s, text, sizeof text)) return false;
  *value = strtod(text, NULL);
  return true;
}

/* Sexagesimal numbers, 1:30 and 1:30:05.5. The first part is multiplied by 3600 even if there are only two, as in
 * Ruby. */
static bool parse_sixties(str s, int64_t *whole, double *real, bool *is_real)
{
  static const int weights[] = {3600, 60, 1};
  str rest = unsigned_part(s);
  char text[40];
  size_t parts = 0, colons = 0, at = 0, points = 0;
  for (size_t i = 0; i < rest.n; i++) {
    colons += rest.p[i] == ':';
    points += rest.p[i] == '.';
    if (!digit(rest.p[i]) && rest.p[i] != ':' && rest.p[i] != '_' && (rest.p[i] != '.' || colons == 0)) return false;
    if ((points > 0 && rest.p[i] == ':') || (colons > 0 && points == 0 && rest.p[i] == '_')) return false;
  }
  if (rest.n == 0 || rest.n >= sizeof text - 1 || !digit(rest.p[0]) || colons < 1 || colons > 2 || points > 1)
    return false;
  *whole = 0;
  *real = 0;
  *is_real = points == 1;
  for (; parts <= colons; parts++) {
    size_t end = str_index(rest, ':', at);
    str part = end == SIZE_MAX ? str_from(rest, at) : str_sub(rest, at, end - at);
    size_t point = str_index(part, '.', 0), digits = point == SIZE_MAX ? part.n : point;
    if (digits == 0 || (parts > 0 && (digits > 2 || (digits == 2 && part.p[0] > '5'))) || digits > 12 ||
        !squeeze(part, text, sizeof text))
      return false;
    double sign = parts == 0 && s.p[0] == '-' ? -1 : 1;
    *real += sign * strtod(text, NULL) * weights[parts];
    *whole += (int64_t)sign * strtoll(text, NULL, 10) * weights[parts];
    at = end + 1;
  }
  return true;
}

/* 2020-01-31 */
static bool is_date(str s)
{
  size_t first = str_index(s, '-', 0), second = first == SIZE_MAX ? first : str_index(s, '-', first + 1);
  if (first != 4 || second == SIZE_MAX) return false;
  str year = str_sub(s, 0, 4), month = str_sub(s, 5, second - 5), day = str_from(s, second + 1);
  if (!only(year, "0123456789") || !only(month, "0123456789") || !only(day, "0123456789") || month.n > 2 || day.n > 2)
    return false;
  return facts__number(month) <= 12 && facts__number(day) <= 31;
}

static bool is_any(str s, const char *const *words)
{
  for (; *words; words++)
    if (str_caseeq(s, str_of(*words))) return true;
  return false;
}

const char *facts__yaml_scalar(str s, bool output, struct fact *out)
{
  static const char *const yes[] = {"true", "yes", "on", NULL}, *const no[] = {"false", "no", "off", NULL};
  int64_t whole;
  double real;
  bool is_real;
  *out = (struct fact){.kind = FACT_STRING, .key = out->key, .next = out->next, .string = s};
  if (s.n == 0 || str_eqz(s, "~") || str_caseeq(s, STR("null"))) {
    out->kind = FACT_NULL;
  } else if (is_any(s, yes) || is_any(s, no)) {
    out->kind = FACT_BOOLEAN;
    out->boolean = is_any(s, yes);
  } else if (parse_int(s, &whole) || (parse_sixties(s, &whole, &real, &is_real) && !is_real)) {
    out->kind = FACT_INTEGER;
    out->integer = whole;
  } else if (parse_real(s, &real) || (parse_sixties(s, &whole, &real, &is_real) && is_real)) {
    out->kind = FACT_FLOAT;
    out->real = real;
  } else if (str_caseeq(unsigned_part(s), STR(".inf")) || str_caseeq(s, STR(".nan"))) {
    return "JSON cannot represent infinity and NaN";
  } else if (s.n > 1 && s.p[0] == ':') {
    out->string = str_from(s, 1);
    return output ? NULL : "Tried to load unspecified class: Symbol";
  } else if (output && is_date(s)) {
    return "Tried to load unspecified class: Date";
  }
  return NULL;
}
