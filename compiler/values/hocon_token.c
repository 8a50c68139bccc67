/* Tokens of HOCON, separated as in Ruby's hocon gem, with its messages. White space is a token too, since keys and
 * values are concatenated from tokens. */
#include "compiler/values/hocon.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/double.h"
#include "compiler/values/data_json.h"

/* Length of the white space at the beginning, without line ends. A no-break space counts as white space. */
static size_t blank(str s)
{
  if (str_starts(s, STR("\xc2\xa0"))) return 2;
  return s.n > 0 && s.p[0] != '\n' && ascii_is_space((unsigned char)s.p[0]);
}

/* Whether the character here ends a text without quotes. */
static bool ends_text(str s)
{
  return s.n == 0 || (s.p[0] != '\0' && strchr("$\"{}[]:=,+#`^?!@*&\\", s.p[0]) != NULL) || s.p[0] == '\n' ||
         blank(s) > 0 || str_starts(s, STR("//"));
}

static struct hocon_token token(const struct hocon_lexer *l, enum hocon_token_kind kind, str text)
{
  return (struct hocon_token){.kind = kind, .line = l->line, .text = text, .v = VALUE_UNDEF};
}

/* Makes a token of an error, which the parser reports when it reaches it. `shown` is the character at the beginning of
 * the message. */
static struct hocon_token bad(const struct hocon_lexer *l, str shown, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));
static struct hocon_token bad(const struct hocon_lexer *l, str shown, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  const str what = buf_vformat(l->arena, fmt, ap);
  va_end(ap);
  return token(l, TOKEN_BAD, arena_printf(l->arena, "'%.*s' (%.*s)", STR_FMT(shown), STR_FMT(what)));
}

/* --- quoted --- */

/* Reads \uXXXX after the \u. Two of them may be one character; half a pair becomes U+FFFD. */
static bool escape_unicode(struct hocon_lexer *l, struct buf *out)
{
  uint32_t c, low;
  if (!data_hex4(str_from(l->text, l->at), &c)) return false;
  l->at += 4;
  const str more = str_from(l->text, l->at);
  if (c >= 0xd800 && c < 0xdc00 && str_starts(more, STR("\\u")) && data_hex4(str_from(more, 2), &low) &&
      low >= 0xdc00 && low < 0xe000) {
    c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    l->at += 6;
  }
  if (c >= 0xd800 && c < 0xe000) c = 0xfffd;
  buf_utf8(out, c);
  return true;
}

static bool escape(struct hocon_lexer *l, struct buf *out)
{
  static const char letters[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
  if (l->at >= l->text.n) return false;
  const char c = l->text.p[l->at++];
  if (c == 'u') return escape_unicode(l, out);
  const char *found = c != '\0' ? strchr(letters, c) : NULL;
  if (found == NULL) return false;
  buf_char(out, meant[found - letters]);
  return true;
}

static struct hocon_token quoted(struct hocon_lexer *l)
{
  struct buf out = BUF_IN(l->arena);
  while (l->at < l->text.n) {
    const char c = l->text.p[l->at++];
    if (c == '"') return token(l, TOKEN_QUOTED, buf_view(&out));
    if (c == '\\') {
      if (!escape(l, &out)) return bad(l, STR("\\"), "invalid escape in JSON");
    } else if ((unsigned char)c < 0x20) {
      return bad(l, str_n(&c, 1), "JSON does not allow unescaped %c in quoted strings, use a backslash escape", c);
    } else {
      buf_char(&out, c);
    }
  }
  return bad(l, STR("-1"), "End of input but string quote was still open");
}

/* Reads text up to the last three quotes of a run: further quotes before them belong to the text. */
static struct hocon_token triple_quoted(struct hocon_lexer *l)
{
  const size_t begin = l->at, end = str_find(l->text, STR("\"\"\""), begin);
  if (end == SIZE_MAX) return bad(l, STR("-1"), "End of input but triple-quoted string was still open");
  size_t stop = end;
  while (stop + 3 < l->text.n && l->text.p[stop + 3] == '"') stop++;
  const struct hocon_token t = token(l, TOKEN_QUOTED, str_sub(l->text, begin, stop - begin));
  for (size_t i = begin; i < stop; i++) l->line += l->text.p[i] == '\n';
  l->at = stop + 3;
  return t;
}

/* --- numbers and texts --- */

static bool read_integer(const char *z, str s, value *out)
{
  size_t at = s.p[0] == '-';
  if (at == s.n) return false;
  /* Ruby's Integer() reads a leading zero as octal. */
  const bool octal = s.p[at] == '0' && s.n > at + 1;
  for (; at < s.n; at++) {
    if (!ascii_is_digit((unsigned char)s.p[at]) || (octal && s.p[at] > '7')) return false;
  }
  errno = 0;
  const long long n = strtoll(z, NULL, octal ? 8 : 10);
  if (errno != 0) return false;
  *out = value_int(n);
  return true;
}

/* Ruby requires digits on both sides of the point. Whole numbers become integers, as in the gem. */
static bool read_float(const char *z, str s, value *out)
{
  const size_t point = str_index(s, '.', 0);
  if (point != SIZE_MAX && (point == 0 || point + 1 == s.n || !ascii_is_digit((unsigned char)s.p[point - 1]) ||
                            !ascii_is_digit((unsigned char)s.p[point + 1])))
    return false;
  char *end;
  const double f = strtod(z, &end);
  if (*end != '\0' || !isfinite(f)) return false;
  *out = fabs(f) < 9e18 && f == double_floor(f) ? value_int((int64_t)f) : value_float(f);
  return true;
}

/* A token that begins with a digit or a minus; a text (1.2.3) if it is not a number. */
static struct hocon_token number(struct hocon_lexer *l)
{
  const size_t begin = l->at;
  bool decimal = false;
  while (l->at < l->text.n && (ascii_is_digit((unsigned char)l->text.p[l->at]) ||
                               (l->text.p[l->at] != '\0' && strchr("eE+-.", l->text.p[l->at]) != NULL))) {
    decimal = decimal || strchr("eE.", l->text.p[l->at]) != NULL;
    l->at++;
  }
  const str s = str_sub(l->text, begin, l->at - begin);
  const char *z = arena_strz(l->arena, s);
  struct hocon_token t = token(l, TOKEN_VALUE, s);
  if (decimal ? read_float(z, s, &t.v) : read_integer(z, s, &t.v)) return t;
  if (str_index(s, '+', 0) != SIZE_MAX) return bad(l, STR("+"), "Reserved character '+'is not allowed outside quotes");
  t.kind = TOKEN_TEXT;
  return t;
}

static struct hocon_token plain(struct hocon_lexer *l)
{
  static const struct {
    const char *word;
    int truth;
  } words[] = {{"true", 1}, {"false", 0}, {"null", -1}};
  const size_t begin = l->at;
  for (size_t i = 0; i < 3; i++) {
    /* Also a prefix: "trueish" is the value true and the text "ish", which the parser joins again. */
    if (!str_starts(str_from(l->text, begin), str_of(words[i].word))) continue;
    l->at += strlen(words[i].word);
    struct hocon_token t = token(l, TOKEN_VALUE, str_of(words[i].word));
    if (words[i].truth >= 0) t.v = value_bool(words[i].truth == 1);
    return t;
  }
  while (!ends_text(str_from(l->text, l->at))) l->at++;
  return token(l, TOKEN_TEXT, str_sub(l->text, begin, l->at - begin));
}

/* --- the rest --- */

static struct hocon_token reference(struct hocon_lexer *l)
{
  const str rest = str_from(l->text, l->at);
  if (!str_starts(rest, STR("${"))) {
    const str next = rest.n > 1 ? str_sub(rest, 1, 1) : STR("-1");
    return bad(l, next, "'$' not followed by {, '%.*s' not allowed after '$'", STR_FMT(next));
  }
  const bool optional = rest.n > 2 && rest.p[2] == '?';
  const size_t begin = l->at + 2 + optional, end = str_index(l->text, '}', begin);
  if (end == SIZE_MAX) return bad(l, STR("end of file"), "Substitution ${ was not closed with a }");
  struct hocon_token t = token(l, TOKEN_REFERENCE, str_sub(l->text, begin, end - begin));
  t.optional = optional;
  l->at = end + 1;
  return t;
}

static struct hocon_token space(struct hocon_lexer *l)
{
  const size_t begin = l->at;
  for (size_t n; (n = blank(str_from(l->text, l->at))) > 0;) l->at += n;
  return token(l, TOKEN_SPACE, str_sub(l->text, begin, l->at - begin));
}

static struct hocon_token plus(struct hocon_lexer *l)
{
  const str rest = str_from(l->text, l->at);
  if (str_starts(rest, STR("+="))) {
    l->at += 2;
    return token(l, TOKEN_PLUS_EQUALS, STR("+="));
  }
  const str next = rest.n > 1 ? str_sub(rest, 1, 1) : STR("-1");
  return bad(l, next, "'+' not followed by =, '%.*s' not allowed after '+'", STR_FMT(next));
}

static struct hocon_token newline(struct hocon_lexer *l)
{
  const struct hocon_token t = token(l, TOKEN_NEWLINE, STR("\n"));
  l->at++;
  l->line++;
  return t;
}

struct hocon_token hocon_next(struct hocon_lexer *l)
{
  const str rest = str_from(l->text, l->at);
  if (rest.n == 0) return token(l, TOKEN_END, STR_EMPTY);
  const char c = rest.p[0];
  if (c == '\n') return newline(l);
  if (blank(rest) > 0) return space(l);
  if (c == '#' || str_starts(rest, STR("//"))) {
    const size_t end = str_index(l->text, '\n', l->at);
    l->at = end == SIZE_MAX ? l->text.n : end;
    return hocon_next(l);
  }
  if (str_starts(rest, STR("\"\"\""))) {
    l->at += 3;
    return triple_quoted(l);
  }
  if (c == '"') {
    l->at++;
    return quoted(l);
  }
  if (c != '\0' && strchr("{}[]:=,", c) != NULL) {
    struct hocon_token t = token(l, TOKEN_PUNCTUATION, str_sub(rest, 0, 1));
    t.punctuation = c;
    l->at++;
    return t;
  }
  if (c == '$') return reference(l);
  if (c == '+') return plus(l);
  if (ascii_is_digit((unsigned char)c) || c == '-') return number(l);
  if (ends_text(rest)) return bad(l, str_sub(rest, 0, 1), "Reserved character '%c' is not allowed outside quotes", c);
  return plain(l);
}
