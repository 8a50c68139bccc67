/* scanf() like Ruby's library: each directive of the format becomes a regular expression, which is matched at the
 * beginning of the remaining text. The first directive that does not match ends the scan. */
#include "compiler/functions/fn_ruby.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

struct scan {
  struct fn_call *call;
  str format;
  size_t at;
  str left; /* the rest of the text */
  struct valuevec out;
};

/* A piece of the format: a directive or literal characters. */
struct piece {
  bool literal, blank_before, suppressed;
  int64_t width; /* -1: none */
  char letter;   /* lower case; '[' for classes */
  str class;     /* the text between the brackets, or all of [[:alpha:]] */
  bool named_class;
  str text; /* literals */
};

/* --- reading the format --- */

/* Reads [[:alpha:]] or [...] and returns its end, or `at` if there is none. */
static size_t read_class(struct scan *s, size_t at, struct piece *p)
{
  str f = s->format;
  if (at >= f.n || f.p[at] != '[') return at;
  size_t close = str_index(f, ']', at);
  if (close == SIZE_MAX) return at;
  if (str_starts(str_from(f, at), STR("[[:"))) {
    size_t end = at + 3;
    while (end < f.n && ascii_is_word(f.p[end])) end++;
    if (end > at + 3 && str_starts(str_from(f, end), STR(":]]"))) {
      p->named_class = true;
      p->class = str_sub(f, at, end + 3 - at);
      return end + 3;
    }
  }
  p->class = str_sub(f, at + 1, close - at - 1);
  return close + 1;
}

/* Reads a directive after its "%". False: not a directive. */
static bool read_percent(struct scan *s, size_t at, struct piece *p)
{
  str f = s->format;
  p->width = -1;
  if (at < f.n && f.p[at] == '%') {
    p->letter = '%';
    s->at = at + 1;
    return true;
  }
  p->suppressed = at < f.n && f.p[at] == '*';
  at += p->suppressed;
  for (; at < f.n && ascii_is_digit(f.p[at]); at++) {
    p->width = p->width < 0 ? 0 : p->width;
    p->width = p->width > 100000 ? p->width : p->width * 10 + (f.p[at] - '0');
  }
  size_t end = read_class(s, at, p);
  if (end > at) {
    p->letter = '[';
    s->at = end;
    return true;
  }
  if (at >= f.n || strchr("diuxXofeEgGscaAFDIUOSC", f.p[at]) == NULL || f.p[at] == '\0') return false;
  /* Puppet finds these letters in either case, but supports only some as directives; the others are literal. */
  p->literal = strchr("DIUOSC", f.p[at]) != NULL;
  p->letter = (char)ascii_lower(f.p[at]);
  s->at = at + 1;
  return true;
}

/* Reads the next piece of the format; false at the end. Skips invalid pieces, such as a single "%". */
static bool next_piece(struct scan *s, struct piece *p)
{
  str f = s->format;
  while (s->at < f.n) {
    size_t from = s->at, at = from;
    at = str_spaces(f, at);
    *p = (struct piece){.blank_before = at > from, .width = -1};
    if (at < f.n && f.p[at] == '%' && read_percent(s, at + 1, p)) {
      p->text = str_sub(f, from, s->at - from);
      return true;
    }
    if (at < f.n && f.p[at] != '%') {
      size_t end = at;
      while (end < f.n && f.p[end] != '%' && !ascii_is_space(f.p[end])) end++;
      *p = (struct piece){.literal = true, .text = str_sub(f, at, end - at)};
      s->at = end;
      return true;
    }
    s->at = at + 1;
  }
  return false;
}

/* --- regular expressions --- */

#define HEX "[A-Fa-f0-9]"
#define FLOAT_FORM \
  "[-+]?(?:0[xX](?:\\.\\h+|\\h+(?:\\.\\h*)?)[pP][-+]?\\d+|\\d+(?![\\d.])|\\d*\\.\\d*(?:[eE][-+]?\\d+)?)"

static void escape(struct buf *b, str text)
{
  for (size_t i = 0; i < text.n; i++) {
    if (!ascii_is_word(text.p[i]) && (unsigned char)text.p[i] < 0x80) buf_char(b, '\\');
    buf_char(b, text.p[i]);
  }
}

static void limited_integer(struct buf *b, int64_t n)
{
  static const struct {
    const char *before, *digits;
    int taken, least;
  } forms[] = {
    {"[1-9]", "\\d", 1, 2},     {"0", "[0-7]", 1, 2}, {"[-+]0", "[0-7]", 2, 3},
    {"[-+][1-9]", "\\d", 2, 3}, {"0[Xx]", HEX, 2, 3}, {"[-+]0[Xx]", HEX, 3, 4},
  };
  for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
    if (n >= forms[i].least)
      buf_printf(b, "%s%s{1,%" PRId64 "}|", forms[i].before, forms[i].digits, n - forms[i].taken);
  }
  buf_z(b, "\\d");
}

static void limited_hexadecimal(struct buf *b, int64_t n)
{
  if (n > 3) buf_printf(b, "[-+]0[Xx]" HEX "{1,%" PRId64 "}|", n - 3);
  if (n > 2) buf_printf(b, "0[Xx]" HEX "{1,%" PRId64 "}|", n - 2);
  if (n > 1) buf_printf(b, "[-+]" HEX "{1,%" PRId64 "}|", n - 1);
  buf_printf(b, HEX "{1,%" PRId64 "}", n);
}

/* Appends the expression of a directive, without the group around it. With a width there is an alternative for each
 * form of sign and prefix, since these count as characters. */
static void directive_form(struct buf *b, const struct piece *p)
{
  const int64_t n = p->width;
  switch (p->letter) {
  case 'i':
    if (n < 0) buf_z(b, "[-+]?(?:(?:0[0-7]+)|(?:0[Xx]" HEX "+)|(?:[1-9]\\d*))");
    else limited_integer(b, n);
    break;
  case 'd':
  case 'u':
    if (n < 0) {
      buf_z(b, "[-+]?\\d+");
      break;
    }
    if (n > 1) buf_printf(b, "[-+]\\d{1,%" PRId64 "}|", n - 1);
    buf_printf(b, "\\d{1,%" PRId64 "}", n);
    break;
  case 'x':
    if (n < 0) buf_z(b, "[-+]?(?:0[Xx])?" HEX "+");
    else limited_hexadecimal(b, n);
    break;
  case 'o':
    if (n < 0) buf_z(b, "[-+]?[0-7]+");
    else buf_printf(b, "[-+][0-7]{1,%" PRId64 "}|[0-7]{1,%" PRId64 "}", n - 1, n);
    break;
  case 'c':
    if (n < 0) buf_z(b, ".");
    else buf_printf(b, ".{1,%" PRId64 "}", n);
    break;
  default:
    if (n < 0) buf_z(b, p->letter == 's' ? "\\S+" : FLOAT_FORM);
    else buf_printf(b, "\\S{1,%" PRId64 "}", n);
    break;
  }
}

static void class_form(struct buf *b, const struct piece *p)
{
  if (p->named_class) {
    buf_printf(b, "(%.*s", STR_FMT(p->class));
  } else {
    buf_printf(b, "([%.*s]", STR_FMT(p->class));
  }
  if (p->width >= 0) {
    buf_printf(b, "{1,%" PRId64 "})", p->width);
    return;
  }
  buf_z(b, "+)");
  if (!p->named_class) {
    bool negated = str_starts(p->class, STR("^"));
    str others = str_from(p->class, negated ? 1 : 0);
    buf_printf(b, "(?=[%s%.*s]|\\z)", negated ? "" : "^", STR_FMT(others));
  }
}

static const struct regex *piece_regex(struct scan *s, const struct piece *p)
{
  struct buf b = BUF_IN(s->call->arena);
  buf_z(&b, "\\A(?m:");
  if (p->literal) {
    buf_char(&b, '(');
    escape(&b, p->text);
    buf_char(&b, ')');
  } else if (p->letter == '%') {
    buf_z(&b, "(\\s*%)");
  } else if (p->letter == '[') {
    class_form(&b, p);
  } else {
    bool is_float = strchr("aefg", p->letter) != NULL;
    buf_z(&b, is_float && p->width >= 0 ? "(?=" FLOAT_FORM ")" : "");
    buf_z(&b, p->letter == 'c' && p->width < 0 && p->blank_before ? "\\s*(" : "(");
    directive_form(&b, p);
    buf_char(&b, ')');
  }
  buf_char(&b, ')');
  return fn_regex(s->call, value_str(buf_view(&b)));
}

/* --- converting --- */

static value whole_number(struct scan *s, str digits, int base)
{
  char *z = arena_strz(s->call->arena, digits), *end;
  errno = 0;
  int64_t i = strtoll(z, &end, base);
  if (errno != 0) FN_FAIL(s->call, "not supported: scanf of a number beyond 64 bits, '%.*s'", STR_FMT(digits));
  return value_int(i);
}

/* Ruby's to_f, which stops at the first invalid character; "1.e5" is 1e5. */
static value real_number(struct scan *s, str text)
{
  return value_float(strtod(arena_strz(s->call->arena, text), NULL));
}

static value piece_value(struct scan *s, const struct piece *p, str matched)
{
  switch (p->letter) {
  case 'd':
  case 'u': return whole_number(s, matched, 10);
  case 'x': return whole_number(s, matched, 16);
  case 'o': return whole_number(s, matched, 8);
  case 'i': return whole_number(s, matched, 0);
  case 's':
  case 'c':
  case '[': return value_str(matched);
  default: return real_number(s, matched);
  }
}

/* Whether blanks are part of the input, as before classes and %c; otherwise they are skipped. */
static bool counts_blanks(const struct piece *p)
{
  return !p->literal && ((p->letter == 'c' && !p->blank_before) || (p->letter == '[' && !p->suppressed));
}

static bool take_piece(struct scan *s, const struct piece *p)
{
  str text = s->left;
  while (!counts_blanks(p) && text.n > 0 && ascii_is_space(text.p[0])) text = str_from(text, 1);
  struct regex_match m;
  if (regex_search(piece_regex(s, p), text, 0, &m) != REGEX_MATCH) return false;
  if (!p->literal && p->letter != '%' && !p->suppressed)
    valuevec_push(&s->out, s->call->arena, piece_value(s, p, ruby_group(text, &m, 1)));
  s->left = str_from(text, (size_t)m.at[0].end);
  return s->left.n > 0;
}

static value fn_scanf(struct fn_call *call)
{
  struct scan s = {.call = call, .format = fn_text(call, 1), .left = fn_text(call, 0)};
  struct piece p;
  while (next_piece(&s, &p) && take_piece(&s, &p)) {
  }
  value v = valuevec_array(&s.out, call->arena);
  return fn_has_block(call) ? fn_yield(call, &v, 1) : v;
}

const struct fn_row fn_scanf_rows[] = {
  {"scanf", "String $data, String $format, Callable ?&$block", fn_scanf, "what a text holds, by a format"},
  {0},
};
