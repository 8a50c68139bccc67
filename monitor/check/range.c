/* An invalid text is an error with a reason, so that a typing error never creates a check that is always OK. */
#include "monitor/check/range.h"

#include <math.h>
#include <stdlib.h>

/* Digits with at most one point and a sign: strtod alone would accept more. */
static bool number(str text, double *value)
{
  char digits[64];
  size_t seen = 0;
  if (text.n == 0 || text.n >= sizeof digits) return false;
  for (size_t i = 0; i < text.n; i++) {
    const char c = text.p[i];
    if (ascii_is_digit(c)) seen++;
    else if (c != '.' && !((c == '-' || c == '+') && i == 0)) return false;
  }
  memcpy(digits, text.p, text.n);
  digits[text.n] = '\0';
  char *end;
  *value = strtod(digits, &end);
  return seen > 0 && *end == '\0';
}

static bool bounds(str text, struct range *r)
{
  const size_t colon = str_index(text, ':', 0);
  const str low = colon == SIZE_MAX ? STR_EMPTY : str_sub(text, 0, colon);
  const str high = colon == SIZE_MAX ? text : str_from(text, colon + 1);
  r->low = str_eqz(low, "~") ? -INFINITY : 0;
  r->high = INFINITY;
  if (colon != SIZE_MAX && colon > 0 && r->low == 0 && !number(low, &r->low)) return false;
  return (colon != SIZE_MAX && high.n == 0) || number(high, &r->high);
}

bool range_parse(str text, struct range *range, struct buf *why)
{
  *range = (struct range){.text = text};
  if (text.n == 0) return true;
  range->set = true;
  range->inside = text.p[0] == '@';
  if (!bounds(str_from(text, range->inside), range)) {
    buf_printf(why, "invalid range '%.*s': must be [@][START:][END], where START is a number or ~", STR_FMT(text));
  } else if (range->low > range->high) {
    buf_printf(why, "the range '%.*s' ends before it begins", STR_FMT(text));
  } else {
    return true;
  }
  return false;
}

bool range_alerts(const struct range *range, double value)
{
  if (!range->set) return false;
  const bool in = value >= range->low && value <= range->high;
  return range->inside ? in : !in;
}

bool ranges_parse(const char *text, struct range *range, size_t most, struct buf *why)
{
  str rest = str_of(text);
  for (size_t i = 0; i < most; i++) {
    const size_t comma = str_index(rest, ',', 0);
    if (!range_parse(comma == SIZE_MAX ? rest : str_sub(rest, 0, comma), &range[i], why)) return false;
    if (comma == SIZE_MAX) return true;
    rest = str_from(rest, comma + 1);
  }
  buf_printf(why, "more than %zu ranges in '%s'", most, text);
  return false;
}
