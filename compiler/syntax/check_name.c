/* The rules for names, as small scanners instead of regular expressions, since every name is checked. \w is ASCII, as
 * in Puppet's patterns. */
#include "compiler/syntax/check.h"

#include "compiler/syntax/lexer.h"

static size_t word(str s, size_t at)
{
  while (at < s.n && LEX_IS(s.p[at], C_WORD)) at++;
  return at;
}

bool check_is_parameter_name(str s)
{
  return s.n > 0 && (ascii_is_lower(s.p[0]) || s.p[0] == '_') && word(s, 0) == s.n;
}

/* Whether s consists of segments joined by "::", each beginning with a character of the class `first`, with "::" in
 * front if allowed. Only the last segment may begin with an underscore. */
static inline bool segments(str s, bool absolute_allowed, int first, bool underscore_last)
{
  size_t at = absolute_allowed && s.n > 2 && s.p[0] == ':' && s.p[1] == ':' ? 2 : 0;
  for (;;) {
    if (at >= s.n) return false;
    bool underscore = s.p[at] == '_';
    if (underscore ? !underscore_last : !LEX_IS(s.p[at], first)) return false;
    at = word(s, at);
    if (at == s.n) return true;
    if (underscore || s.n - at < 2 || s.p[at] != ':' || s.p[at + 1] != ':') return false;
    at += 2;
  }
}

bool check_is_variable_name(str s) { return segments(s, true, C_LOWER, true); }
bool check_is_definition_name(str s) { return segments(s, false, C_LOWER, false); }
bool check_is_type_name(str s, bool absolute_allowed) { return segments(s, absolute_allowed, C_UPPER, false); }

bool check_is_numeric_variable_name(str s) { return str_is_digits(s) && (s.p[0] != '0' || s.n == 1); }
