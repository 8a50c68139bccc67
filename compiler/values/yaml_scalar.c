/* The values of plain YAML scalars: YAML 1.1 as Ruby's Psych reads it: yes/no/on/off are booleans, 010 is eight, 1,000
 * and 1_000 are a thousand, 1:30 is sexagesimal, a float's exponent needs a sign. Dates and times are strings. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "compiler/values/yaml_scalar.h"

#include "base/check.h"

static bool is_sign(char c) { return c == '-' || c == '+'; }

static size_t skip_digits(str s, size_t i, const char *also)
{
  while (i < s.n && (ascii_is_digit((unsigned char)s.p[i]) || (s.p[i] != '\0' && strchr(also, s.p[i]) != NULL))) i++;
  return i;
}

/* A copy without separators (commas, underscores), terminated by NUL. */
static char *digits_of(struct arena *a, str s)
{
  char *out = arena_alloc(a, s.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < s.n; i++) {
    if (s.p[i] != ',' && s.p[i] != '_') out[n++] = s.p[i];
  }
  out[n] = '\0';
  return out;
}

static bool word_is(str s, const char *const *words)
{
  for (; *words != NULL; words++) {
    if (str_caseeq(s, str_of(*words))) return true;
  }
  return false;
}

static bool read_word(str s, value *out)
{
  static const char *const yes[] = {"yes", "true", "on", NULL}, *const no[] = {"no", "false", "off", NULL};
  static const char *const null[] = {"null", "~", NULL};
  if (s.n > 5) return false; /* no word is longer; this check excludes most texts */
  if (s.n == 0 || word_is(s, null)) *out = VALUE_UNDEF;
  else if (word_is(s, yes)) *out = value_bool(true);
  else if (word_is(s, no)) *out = value_bool(false);
  else return false;
  return true;
}

static bool read_special_float(str s, value *out)
{
  if (str_caseeq(s, STR(".inf")) || str_caseeq(s, STR("+.inf"))) *out = value_float(HUGE_VAL);
  else if (str_caseeq(s, STR("-.inf"))) *out = value_float(-HUGE_VAL);
  else if (str_caseeq(s, STR(".nan"))) *out = value_float(NAN);
  else return false;
  return true;
}

/* Length of a colon at i and the one or two digits (below 60) after it; 0: not found. */
static size_t sixty_part(str s, size_t i)
{
  if (i >= s.n || s.p[i] != ':') return 0;
  size_t from = ++i;
  i = str_digits(s, i);
  size_t n = i - from;
  return n == 1 || (n == 2 && s.p[from] <= '5') ? n + 1 : 0;
}

/* Reads 1:30, 1:30:15, 1:30.5. Psych always takes the first part as hours. */
static bool read_sixties(struct arena *a, str s, value *out)
{
  size_t i = s.n > 0 && is_sign(s.p[0]);
  if (i >= s.n || !ascii_is_digit((unsigned char)s.p[i])) return false;
  i = skip_digits(s, i, "_");
  size_t second = i, n = sixty_part(s, i), third, m;
  if (n == 0) return false;
  third = second + n;
  m = sixty_part(s, third);
  size_t end = third + m;
  bool real = end < s.n && s.p[end] == '.';
  if (real ? skip_digits(s, end + 1, "_") != s.n : end != s.n) return false;
  const double weight[3] = {3600, 60, 1};
  const size_t at[4] = {0, second + 1, third + 1, s.n + 1};
  double sum = 0;
  for (int part = 0; part < (m == 0 ? 2 : 3); part++) {
    size_t to = part + 1 == (m == 0 ? 2 : 3) ? s.n : at[part + 1] - 1;
    sum += strtod(digits_of(a, str_sub(s, at[part], to - at[part])), NULL) * weight[part];
  }
  *out = real ? value_float(sum) : value_int((int64_t)sum);
  return true;
}

static bool read_float(struct arena *a, str s, value *out)
{
  size_t i = s.n > 0 && is_sign(s.p[0]), whole = i;
  if (i < s.n && ascii_is_digit((unsigned char)s.p[i])) i = skip_digits(s, i, "_,");
  if (i >= s.n || s.p[i] != '.') return false;
  size_t fraction = i + 1;
  i = skip_digits(s, fraction, "");
  if (i == fraction && whole == fraction - 1) return false; /* just a dot */
  if (i < s.n) {
    if ((s.p[i] != 'e' && s.p[i] != 'E') || i + 2 >= s.n || !is_sign(s.p[i + 1])) return false;
    size_t exponent = i + 2;
    i = skip_digits(s, exponent, "");
    if (i == exponent || i != s.n) return false;
  }
  *out = value_float(strtod(digits_of(a, s), NULL));
  return true;
}

static bool all_of(str s, size_t from, const char *set)
{
  for (size_t i = from; i < s.n; i++) {
    if (s.p[i] == '\0' || strchr(set, s.p[i]) == NULL) return false;
  }
  return from < s.n;
}

/* Returns the base in which an integer is written; 0: not an integer. */
static int integer_base(str s)
{
  size_t i = s.n > 0 && is_sign(s.p[0]);
  if (i >= s.n || !ascii_is_digit((unsigned char)s.p[i])) return 0;
  if (s.p[i] != '0') {
    /* Separators must be between digits. */
    for (size_t j = i; j < s.n; j++) {
      bool separator = s.p[j] == ',' || s.p[j] == '_';
      if (!separator && !ascii_is_digit((unsigned char)s.p[j])) return 0;
      if (separator && (j + 1 == s.n || !ascii_is_digit((unsigned char)s.p[j + 1]))) return 0;
    }
    return 10;
  }
  if (s.n == i + 1) return 10;
  if (s.p[i + 1] == 'b') return all_of(s, i + 2, "01_,") ? 2 : 0;
  if (s.p[i + 1] == 'x') return all_of(s, i + 2, "0123456789abcdefABCDEF_,") ? 16 : 0;
  return all_of(s, i + 1, "01234567_,") ? 8 : 0;
}

/* False with *too_big set: an integer that does not fit 64 bits. */
static bool read_integer(struct arena *a, str s, value *out, bool *too_big)
{
  int base = integer_base(s);
  if (base == 0) return false;
  char *digits = digits_of(a, s), *p = digits;
  bool negative = *p == '-';
  if (is_sign(*p)) p++;
  if (base == 2 || base == 16) p += 2;
  if (negative) *--p = '-';
  errno = 0;
  int64_t i = strtoll(p, NULL, base);
  *too_big = errno == ERANGE;
  *out = value_int(i);
  return !*too_big;
}

/* The name between quotes, up to the last one. As in Psych, text after it is dropped, and so is a second colon. */
static str symbol_name(str s)
{
  const str name = str_from(s, 1);
  const bool quoted = name.p[0] == '"' || name.p[0] == '\'';
  size_t end = quoted ? name.n - 1 : 0;
  while (end > 0 && name.p[end] != name.p[0]) end--;
  if (end == 0) return name;
  const str inside = str_sub(name, 1, end - 1);
  return inside.n > 0 && inside.p[0] == ':' ? str_from(inside, 1) : inside;
}

bool yaml_scalar(struct arena *a, str s, value *out, bool *is_symbol, bool *too_big)
{
  assert_hot(out != NULL && is_symbol != NULL && too_big != NULL);
  *too_big = *is_symbol = false;
  *out = value_str(s);
  if (read_word(s, out)) return true;
  char c = s.p[0];
  if (c == ':' && s.n > 1) {
    *out = value_str(symbol_name(s));
    *is_symbol = true;
    return true;
  }
  /* No number begins otherwise; this check excludes most texts. */
  if (!ascii_is_digit((unsigned char)c) && !is_sign(c) && c != '.') return true;
  if (read_special_float(s, out) || read_sixties(a, s, out) || read_float(a, s, out)) return true;
  return read_integer(a, s, out, too_big) || !*too_big;
}

static size_t digits(str s, size_t at, size_t most)
{
  size_t n = 0;
  while (n < most && at + n < s.n && ascii_is_digit((unsigned char)s.p[at + n])) n++;
  return n;
}

/* Whether "2020-1-31" has a month and a day that exist in some month, as Psych looks at dates without a time. */
static bool is_date(str s)
{
  const str month = str_sub(s, 5, digits(s, 5, 2)), day = str_from(s, 6 + month.n);
  const int m = month.n == 1 ? month.p[0] - '0' : (month.p[0] - '0') * 10 + month.p[1] - '0';
  const int d = day.n == 1 ? day.p[0] - '0' : (day.p[0] - '0') * 10 + day.p[1] - '0';
  return m <= 12 && d <= 31;
}

/* "2020-1-31" at the beginning; 0: none. */
static size_t date_length(str s)
{
  size_t at = digits(s, 0, 5);
  if (at != 4) return 0;
  for (int i = 0; i < 2; i++) {
    if (at >= s.n || s.p[at] != '-') return 0;
    const size_t n = digits(s, at + 1, 2);
    if (n == 0) return 0;
    at += 1 + n;
  }
  return at;
}

static bool is_time(str s, size_t at)
{
  const bool letter = at < s.n && (s.p[at] == 'T' || s.p[at] == 't');
  size_t from = at + letter;
  while (!letter && from < s.n && ascii_is_space((unsigned char)s.p[from])) from++;
  if (from == at) return false;
  const size_t hour = digits(s, from, 2);
  if (hour == 0) return false;
  from += hour;
  for (int i = 0; i < 2; i++) {
    if (from >= s.n || s.p[from] != ':' || digits(s, from + 1, 2) != 2) return false;
    from += 3;
  }
  return true;
}

enum yaml_time yaml_time_of(str s)
{
  const size_t date = date_length(s);
  if (date != 0 && date == s.n) return is_date(s) ? YAML_DATE : YAML_NO_TIME;
  return date != 0 && is_time(s, date) ? YAML_TIME : YAML_NO_TIME;
}
