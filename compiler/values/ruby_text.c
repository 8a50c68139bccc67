/* Ruby's to_s and inspect, the names of classes, upcase and downcase, and Puppet's conversion of strings to
 * numbers. */
#include "compiler/values/ruby_text.h"

#include <errno.h>
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <wctype.h>

#include "base/utf8.h"
#include "compiler/values/runtime.h"

/* --- letter case --- */

/* The C library's tables for letters, independent of the locale of the process. They map one character to one, so ß,
 * the only common letter with a mapping to two, is handled here. */
static locale_t utf8_locale(void)
{
  static locale_t made;
  if (made == (locale_t)0) made = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  return made;
}

enum letter_case { LOWER, UPPER };

static void append_case(struct buf *out, uint32_t cp, enum letter_case to)
{
  if (cp == 0xDF && to == UPPER) {
    buf_z(out, "SS");
    return;
  }
  locale_t l = utf8_locale();
  uint32_t mapped = l == (locale_t)0 ? cp
                    : to == LOWER    ? (uint32_t)towlower_l((wint_t)cp, l)
                                     : (uint32_t)towupper_l((wint_t)cp, l);
  buf_utf8(out, mapped);
}

str text_lower(struct arena *a, str s)
{
  char *p = arena_strz(a, s);
  for (size_t i = 0; i < s.n; i++) p[i] = (char)ascii_lower((unsigned char)p[i]);
  return str_n(p, s.n);
}

/* Changes the first character to `first`, the others to `rest`. */
static str change_case(struct arena *a, str s, enum letter_case first, enum letter_case rest)
{
  if (str_is_ascii(s)) { /* most names are, and need no decoding */
    char *p = arena_strz(a, s);
    for (size_t i = 0; i < s.n; i++) {
      p[i] = (char)((i == 0 ? first : rest) == LOWER ? ascii_lower(s.p[i]) : ascii_upper(s.p[i]));
    }
    return str_n(p, s.n);
  }
  struct buf b = BUF_IN(a);
  buf_reserve(&b, s.n);
  for (size_t i = 0; i < s.n;) {
    uint32_t cp;
    unsigned n = utf8_decode(s, i, &cp);
    if (n == 0) {
      buf_char(&b, s.p[i++]);
      continue;
    }
    append_case(&b, cp, i == 0 ? first : rest);
    i += n;
  }
  return buf_view(&b);
}

str text_downcase(struct arena *a, str s) { return change_case(a, s, LOWER, LOWER); }

str text_upcase(struct arena *a, str s) { return change_case(a, s, UPPER, UPPER); }

str text_capitalize(struct arena *a, str s) { return change_case(a, s, UPPER, LOWER); }

/* --- inspect --- */

static void inspect_bytes(struct buf *out, str s, bool text)
{
  static const char from[] = "\"\\\n\t\r\f\v\a\b\033", to[] = "\"\\ntrfvabe";
  buf_char(out, '"');
  for (size_t i = 0; i < s.n; i++) {
    unsigned char ch = (unsigned char)s.p[i];
    const char *escape = ch != '\0' ? strchr(from, ch) : NULL;
    /* Ruby escapes "#" where it would begin an interpolation. */
    bool interpolates = ch == '#' && i + 1 < s.n && (s.p[i + 1] == '{' || s.p[i + 1] == '$' || s.p[i + 1] == '@');
    if (escape != NULL) {
      buf_char(out, '\\');
      buf_char(out, to[escape - from]);
    } else if (interpolates) {
      buf_z(out, "\\#");
    } else if (ch < 0x20 || ch == 0x7F || (!text && ch > 0x7F)) {
      buf_printf(out, ch == 0x7F || !text ? "\\x%02X" : "\\u%04X", ch);
    } else {
      buf_char(out, (char)ch);
    }
  }
  buf_char(out, '"');
}

void ruby_inspect_binary(struct buf *out, str bytes) { inspect_bytes(out, bytes, false); }

void ruby_inspect(struct buf *out, value v)
{
  switch (v.kind) {
  case V_UNDEF: buf_z(out, "nil"); return;
  case V_DEFAULT: buf_z(out, ":default"); return;
  case V_STRING: inspect_bytes(out, value_text(v), true); return;
  case V_ARRAY:
    buf_char(out, '[');
    for (uint32_t i = 0; i < v.array->n; i++) {
      buf_z(out, i == 0 ? "" : ", ");
      ruby_inspect(out, v.array->items[i]);
    }
    buf_char(out, ']');
    return;
  case V_HASH:
    buf_char(out, '{');
    for (uint32_t i = 0; i < v.hash->n; i++) {
      buf_z(out, i == 0 ? "" : ", ");
      ruby_inspect(out, v.hash->entries[i].key);
      buf_z(out, "=>");
      ruby_inspect(out, v.hash->entries[i].value);
    }
    buf_char(out, '}');
    return;
  case V_SENSITIVE:
    buf_z(out, "#<");
    value_render(out, v);
    buf_char(out, '>');
    return;
  default: value_render(out, v); return;
  }
}

void ruby_to_s(struct buf *out, value v)
{
  switch (v.kind) {
  case V_ARRAY:
  case V_HASH: ruby_inspect(out, v); return;
  case V_REGEX:
    buf_z(out, "(?-mix:");
    buf_str(out, v.regex->source);
    buf_char(out, ')');
    return;
  default: value_render(out, v); return;
  }
}

const char *ruby_class(value v)
{
  switch (v.kind) {
  case V_UNDEF: return "NilClass";
  case V_DEFAULT: return "Symbol";
  case V_RUNTIME: return value_is_symbol(v) ? "Symbol" : runtime_rich_kind.ruby_class;
  case V_BOOL: return v.boolean ? "TrueClass" : "FalseClass";
  case V_INT: return "Integer";
  case V_FLOAT: return "Float";
  case V_STRING: return "String";
  case V_ARRAY: return "Array";
  case V_HASH: return "Hash";
  case V_REGEX: return "Regexp";
  case V_SENSITIVE: return "Puppet::Pops::Types::PSensitiveType::Sensitive";
  case V_CLOSURE: return "Proc";
  case V_TYPE:
  case V_URI: return rich_class(v).p;
  default: return rich_kind(v)->ruby_class;
  }
}

str value_class(value v)
{
  if (value_is_rich(v) || v.kind == V_TYPE) return rich_class(v);
  return v.kind == V_CLOSURE ? STR("Puppet::Pops::Evaluator::PuppetProc") : str_of(ruby_class(v));
}

/* --- numbers --- */

static bool is_blank(char ch) { return ch == ' ' || ch == '\t'; }

/* The end of the fraction and exponent of a float. `at` itself if there are none, SIZE_MAX if one is incomplete. */
static size_t float_end(str s, size_t at)
{
  if (at < s.n && s.p[at] == '.') {
    size_t end = str_digits(s, at + 1);
    if (end == at + 1) return SIZE_MAX;
    at = end;
  }
  if (at < s.n && ascii_lower(s.p[at]) == 'e') {
    size_t from = at + 1;
    from += from < s.n && s.p[from] == '-';
    size_t end = str_digits(s, from);
    return end == from ? SIZE_MAX : end;
  }
  return at;
}

static bool read_integer(const char *digits, int radix, bool negative, value *out)
{
  char text[32];
  if (strlen(digits) > sizeof text - 2) return false;
  text[0] = negative ? '-' : '+';
  memcpy(text + 1, digits, strlen(digits) + 1);
  errno = 0;
  char *end;
  long long i = strtoll(text, &end, radix);
  *out = value_int(i);
  return errno == 0 && *end == '\0';
}

bool text_number(str text, value *out)
{
  /* Puppet strips a leading "::" before it looks for a number. */
  text = str_starts(text, STR("::")) ? str_from(text, 2) : text;
  size_t at = 0, end = text.n;
  while (at < end && is_blank(text.p[at])) at++;
  while (end > at && is_blank(text.p[end - 1])) end--;
  bool negative = at < end && text.p[at] == '-';
  at += at < end && (text.p[at] == '-' || text.p[at] == '+');
  while (at < end && is_blank(text.p[at])) at++;
  text.n = end;
  /* The longest double without an exponent has 309 digits before the point; longer texts are no numbers. */
  char digits[400];
  if (at >= end || !ascii_is_digit(text.p[at]) || end - at >= sizeof digits) return false;
  memcpy(digits, text.p + at, end - at);
  digits[end - at] = '\0';
  if (digits[0] == '0' && ascii_lower(digits[1]) == 'x') {
    for (at += 2; at < end && ascii_hex(text.p[at]) >= 0;) at++;
    return at == end && digits[2] != '\0' && read_integer(digits + 2, 16, negative, out);
  }
  size_t whole = str_digits(text, at);
  if (whole == end) return read_integer(digits, digits[0] == '0' && digits[1] != '\0' ? 8 : 10, negative, out);
  if (float_end(text, whole) != end) return false;
  double f = strtod(digits, NULL);
  *out = value_float(negative ? -f : f);
  return !isinf(f);
}

str ruby_inspected(struct arena *a, value v)
{
  struct buf out = BUF_IN(a);
  ruby_inspect(&out, v);
  return buf_finish(&out);
}

str ruby_text_of(struct arena *a, value v)
{
  if (v.kind == V_STRING) return value_text(v);
  struct buf out = BUF_IN(a);
  ruby_to_s(&out, v);
  return buf_finish(&out);
}
