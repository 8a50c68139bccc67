/* The rules for names, as small scanners. \w is ASCII. */
#include "compiler/syntax/check.h"

static size_t word(str s, size_t at)
{
  while (at < s.n && ascii_is_word(s.p[at])) at++;
  return at;
}

bool is_parameter_name(str s)
{
  return s.n > 0 && (ascii_is_lower(s.p[0]) || s.p[0] == '_') && word(s, 0) == s.n;
}

/* [::] and segments joined by "::", each beginning as `first` says; only the last may begin with an underscore. */
static bool segments(str s, bool absolute_allowed, bool (*first)(char), bool underscore_last)
{
  size_t at = absolute_allowed && str_starts(s, STR("::")) ? 2 : 0;
  for (;;) {
    if (at >= s.n) return false;
    bool underscore = s.p[at] == '_';
    if (!first(s.p[at]) && !(underscore && underscore_last)) return false;
    at = word(s, at);
    if (at == s.n) return true;
    if (underscore || !str_starts(str_from(s, at), STR("::"))) return false;
    at += 2;
  }
}

static bool lower(char c) { return ascii_is_lower(c); }
static bool upper(char c) { return ascii_is_upper(c); }

bool is_variable_name(str s) { return segments(s, true, lower, true); }
bool is_definition_name(str s) { return segments(s, false, lower, false); }
bool is_type_name(str s, bool absolute_allowed) { return segments(s, absolute_allowed, upper, false); }

bool is_numeric_variable_name(str s)
{
  if (s.n == 0 || (s.p[0] == '0' && s.n > 1)) return false;
  for (size_t i = 0; i < s.n; i++)
    if (!ascii_is_digit(s.p[i])) return false;
  return true;
}
