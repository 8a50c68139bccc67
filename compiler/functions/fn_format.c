/* sprintf. */
#include <math.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "compiler/evaluator/text.h"
#include "compiler/functions/fn.h"

struct format {
  struct fn_call *call;
  str text;
  size_t at;
  uint32_t next; /* the argument that is next; 0 is the format itself */
  struct buf out;
};

/* One %…: flags, width, precision, as given. */
struct directive {
  bool left, plus, space, zero, alternate, has_precision;
  int width, precision;
  bool named;
  value v;
};

static value next_argument(struct format *f)
{
  if (f->next >= f->call->n) {
    FN_FAIL(f->call, "too few arguments");
  }
  return f->call->args[f->next++];
}

static value named_argument(struct format *f, char close)
{
  size_t end = str_index(f->text, close, f->at);
  if (end == SIZE_MAX) {
    FN_FAIL(f->call, "malformed name - unmatched parenthesis");
  }
  str name = str_sub(f->text, f->at, end - f->at);
  f->at = end + 1;
  if (f->call->n < 2 || f->call->args[1].kind != V_HASH) {
    FN_FAIL(f->call, "one hash required");
  }
  const value *v = hash_get_str(f->call->args[1].hash, name);
  if (v == NULL) {
    FN_FAIL(f->call, "key%c%.*s%c not found", close == '>' ? '<' : '{', STR_FMT(name), close);
  }
  return *v;
}

static int read_number(struct format *f)
{
  int n = 0;
  while (f->at < f->text.n && ascii_is_digit(f->text.p[f->at])) {
    n = n * 10 + (f->text.p[f->at++] - '0');
    if (n > 100000) {
      FN_FAIL(f->call, "width too big");
    }
  }
  return n;
}

static int64_t as_integer(struct format *f, value v)
{
  int64_t i = 0;
  value n = v;
  if (v.kind == V_STRING && !text_number(value_text(v), &n)) {
    struct buf b = BUF_IN(f->call->arena);
    ruby_inspect(&b, v);
    FN_FAIL(f->call, "invalid value for Integer(): %.*s", STR_FMT(buf_view(&b)));
  }
  if (n.kind == V_INT) {
    i = n.integer;
  } else if (n.kind == V_FLOAT && fabs(n.number) < 9.2e18) {
    i = (int64_t)floor(n.number);
  } else {
    FN_FAIL(f->call, "can't convert %s into Integer", v.kind == V_UNDEF ? "nil" : ruby_class(v));
  }
  return i;
}

static double as_double(struct format *f, value v)
{
  value n = v;
  if (v.kind == V_STRING && !text_number(value_text(v), &n)) {
    struct buf b = BUF_IN(f->call->arena);
    ruby_inspect(&b, v);
    FN_FAIL(f->call, "invalid value for Float(): %.*s", STR_FMT(buf_view(&b)));
  }
  if (!value_is_number(n)) {
    FN_FAIL(f->call, "can't convert %s into Float", v.kind == V_UNDEF ? "nil" : ruby_class(v));
  }
  return n.kind == V_INT ? (double)n.integer : n.number;
}

/* Text with its sign and prefix, filled up to the width. */
static void put(struct format *f, const struct directive *d, str prefix, str body, bool zeroes)
{
  size_t n = utf8_count(prefix) + utf8_count(body), width = (size_t)d->width;
  size_t fill = width > n ? width - n : 0;
  if (!d->left && !zeroes) {
    for (size_t i = 0; i < fill; i++) buf_char(&f->out, ' ');
  }
  buf_str(&f->out, prefix);
  if (!d->left && zeroes) {
    for (size_t i = 0; i < fill; i++) buf_char(&f->out, '0');
  }
  buf_str(&f->out, body);
  if (d->left) {
    for (size_t i = 0; i < fill; i++) buf_char(&f->out, ' ');
  }
}

static str sign_of(const struct directive *d, bool negative)
{
  return negative ? STR("-") : d->plus ? STR("+") : d->space ? STR(" ") : STR_EMPTY;
}

static void put_integer(struct format *f, const struct directive *d, unsigned base, bool upper)
{
  int64_t i = as_integer(f, d->v);
  if (i < 0 && base != 10 && !d->plus && !d->space) {
    FN_FAIL(f->call, "not supported: sprintf of a negative number in base %u", base);
  }
  uint64_t magnitude = i < 0 ? -(uint64_t)i : (uint64_t)i;
  char digits[80];
  size_t at = sizeof digits;
  do {
    digits[--at] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[magnitude % base];
    magnitude /= base;
  } while (magnitude != 0);
  struct buf body = BUF_IN(f->call->arena), prefix = BUF_IN(f->call->arena);
  for (size_t n = sizeof digits - at; d->has_precision && n < (size_t)d->precision; n++) {
    buf_char(&body, '0');
  }
  buf_append(&body, digits + at, sizeof digits - at);
  buf_str(&prefix, sign_of(d, i < 0));
  if (d->alternate && base != 10 && i != 0) {
    buf_z(&prefix, base == 16 ? (upper ? "0X" : "0x") : base == 2 ? (upper ? "0B" : "0b") : "0");
  }
  put(f, d, buf_view(&prefix), buf_view(&body), d->zero && !d->has_precision);
}

static void put_float(struct format *f, const struct directive *d, char letter)
{
  double x = as_double(f, d->v);
  char format[] = {'%', d->alternate ? '#' : '.', '.', '*', letter, '\0'};
  if (!d->alternate) {
    memmove(format + 1, format + 2, sizeof format - 2);
  }
  struct buf body = BUF_IN(f->call->arena);
  if (isnan(x) || isinf(x)) {
    buf_z(&body, isnan(x) ? "NaN" : "Inf");
  } else {
    buf_printf(&body, format, d->has_precision ? d->precision : 6, fabs(x));
  }
  put(f, d, sign_of(d, signbit(x) != 0 && !isnan(x)), buf_view(&body), d->zero && !isnan(x) && !isinf(x));
}

static void put_text(struct format *f, const struct directive *d, bool inspect)
{
  struct buf body = BUF_IN(f->call->arena);
  if (inspect) {
    ruby_inspect(&body, d->v);
  } else {
    ruby_to_s(&body, d->v);
  }
  str text = buf_view(&body);
  if (d->has_precision) {
    text = str_sub(text, 0, utf8_offset(text, (size_t)d->precision));
  }
  put(f, d, STR_EMPTY, text, false);
}

static void put_character(struct format *f, const struct directive *d)
{
  struct buf body = BUF_IN(f->call->arena);
  if (d->v.kind == V_STRING) {
    if (utf8_count(value_text(d->v)) != 1) {
      FN_FAIL(f->call, "%%c requires a character");
    }
    buf_str(&body, value_text(d->v));
  } else {
    int64_t i = as_integer(f, d->v);
    if (i < 0 || i > 0x10FFFF || (i >= 0xD800 && i < 0xE000)) {
      FN_FAIL(f->call, "invalid character");
    }
    buf_utf8(&body, (uint32_t)i);
  }
  put(f, d, STR_EMPTY, buf_view(&body), false);
}

static bool read_flag(struct directive *d, char ch)
{
  switch (ch) {
  case '-':
    d->left = true;
    return true;
  case '+':
    d->plus = true;
    return true;
  case ' ':
    d->space = true;
    return true;
  case '0':
    d->zero = true;
    return true;
  case '#':
    d->alternate = true;
    return true;
  default:
    return false;
  }
}

/* After the '%': everything up to the letter, which is returned; '\0' when %{name} was the whole. */
static char read_directive(struct format *f, struct directive *d)
{
  for (; f->at < f->text.n; f->at++) {
    char ch = f->text.p[f->at];
    if (ch == '<' || ch == '{') {
      f->at++;
      d->v = named_argument(f, ch == '<' ? '>' : '}');
      d->named = true;
      if (ch == '{') {
        return '\0';
      }
      f->at--;
    } else if (ch == '*') {
      int64_t width = as_integer(f, next_argument(f));
      d->left = d->left || width < 0;
      d->width = (int)(width < 0 ? (width < -100000 ? 100000 : -width) : width > 100000 ? 100000 : width);
    } else if (ch == '.') {
      f->at++;
      d->has_precision = true;
      d->precision = read_number(f);
      f->at--;
    } else if (ch >= '1' && ch <= '9') {
      d->width = read_number(f);
      f->at--;
    } else if (!read_flag(d, ch)) {
      f->at++;
      return ch;
    }
  }
  FN_FAIL(f->call, "incomplete format specifier; use %%%% (double %%) instead");
}

static void run_directive(struct format *f)
{
  struct directive d = {.v = VALUE_UNDEF};
  char letter = read_directive(f, &d);
  if (letter == '%') {
    buf_char(&f->out, '%');
    return;
  }
  if (letter != '\0' && strchr("diuxXobBfeEgGspc", letter) == NULL) {
    FN_FAIL(f->call, "malformed format string - %%%c", letter);
  }
  if (!d.named) {
    d.v = next_argument(f);
  }
  switch (letter) {
  case '\0':
    put_text(f, &d, false);
    break;
  case 's':
    put_text(f, &d, false);
    break;
  case 'p':
    put_text(f, &d, true);
    break;
  case 'c':
    put_character(f, &d);
    break;
  case 'x':
  case 'X':
    put_integer(f, &d, 16, letter == 'X');
    break;
  case 'o':
    put_integer(f, &d, 8, false);
    break;
  case 'b':
  case 'B':
    put_integer(f, &d, 2, letter == 'B');
    break;
  case 'd':
  case 'i':
  case 'u':
    put_integer(f, &d, 10, false);
    break;
  default:
    put_float(f, &d, letter);
    break;
  }
}

static value fn_sprintf(struct fn_call *call)
{
  struct format f = {
      .call = call, .text = value_to_str(call->arena, call->args[0]), .next = 1, .out = BUF_IN(call->arena)};
  while (f.at < f.text.n) {
    size_t percent = str_index(f.text, '%', f.at);
    percent = percent == SIZE_MAX ? f.text.n : percent;
    buf_str(&f.out, str_sub(f.text, f.at, percent - f.at));
    f.at = percent + 1;
    if (percent < f.text.n) {
      run_directive(&f);
    }
  }
  return value_str(buf_view(&f.out));
}

const struct fn_row fn_format_rows[] = {
    {"sprintf", "@-2", fn_sprintf, "text by a format as C's printf"},
    {0},
};
