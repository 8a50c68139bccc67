/* Writes single values for Ruby's format (ruby_format.c): integers of any base with two's complement for negative
 * ones, floats, texts and characters. Error messages are those of Ruby's conversions (Integer(), Float(), implicit
 * ones). */
#include "compiler/values/ruby_format_internal.h"

#include <math.h>

#include "base/utf8.h"
#include "compiler/values/ruby_integer.h"
#include "compiler/values/ruby_text.h"

/* --- numbers of arguments --- */

const char *ruby_conversion_name(value v)
{
  return v.kind == V_UNDEF ? "nil" : v.kind == V_BOOL ? (v.boolean ? "true" : "false") : ruby_class(v);
}

/* Raises Ruby's error for a value without an implicit conversion to an integer. nil has its own message. */
_Noreturn static void no_integer(struct format *f, value v)
{
  if (v.kind == V_UNDEF) FAIL_FORMAT(f, "no implicit conversion from nil to integer");
  FAIL_FORMAT(f, "no implicit conversion of %s into Integer", ruby_conversion_name(v));
}

int64_t ruby_implicit_integer(struct format *f, value v)
{
  if (v.kind == V_INT) return v.integer;
  if (v.kind != V_FLOAT) no_integer(f, v);
  /* Ruby converts to a C int here. The negation also catches NaN. */
  if (!(fabs(v.number) < 2147483648.0)) FAIL_FORMAT(f, "float %g out of range of integer", v.number);
  return (int64_t)v.number;
}

_Noreturn static void cannot_convert(struct format *f, value v, const char *to)
{
  FAIL_FORMAT(f, "can't convert %s into %s", ruby_conversion_name(v), to);
}

_Noreturn static void invalid_text(struct format *f, value v, const char *to)
{
  struct buf b = BUF_IN(f->arena);
  ruby_inspect(&b, v);
  FAIL_FORMAT(f, "invalid value for %s(): %.*s", to, STR_FMT(buf_view(&b)));
}

static struct ruby_integer whole_number(struct format *f, value v)
{
  struct ruby_integer i;
  switch (v.kind) {
  case V_INT:
  case V_TIMESTAMP:
  case V_TIMESPAN: return ruby_integer_of(f->arena, v.integer);
  case V_FLOAT:
    if (!isfinite(v.number)) FAIL_FORMAT(f, "%s", isnan(v.number) ? "NaN" : v.number < 0 ? "-Infinity" : "Infinity");
    return ruby_integer_of_double(f->arena, v.number);
  case V_STRING:
    if (!ruby_integer_of_text(f->arena, value_text(v), 0, &i)) invalid_text(f, v, "Integer");
    return i;
  default: cannot_convert(f, v, "Integer");
  }
}

static double real_number(struct format *f, value v)
{
  double x;
  switch (v.kind) {
  case V_INT: return (double)v.integer;
  case V_FLOAT: return v.number;
  case V_TIMESTAMP:
  case V_TIMESPAN: return (double)v.integer + v.length / 1e9;
  case V_STRING:
    if (!ruby_float_of_text(f->arena, value_text(v), &x)) invalid_text(f, v, "Float");
    return x;
  default: cannot_convert(f, v, "Float");
  }
}

/* --- writing --- */

static void fill(struct buf *out, char ch, int64_t n)
{
  if (n > 0) buf_fill(out, ch, (size_t)n);
}

static void put_text(struct format *f, const struct directive *d, str text)
{
  if (d->has_precision) text = str_sub(text, 0, utf8_offset(text, (size_t)d->precision));
  int64_t width = d->has_width ? d->width - (int64_t)utf8_count(text) : 0;
  if (!d->minus) fill(f->out, ' ', width);
  buf_str(f->out, text);
  if (d->minus) fill(f->out, ' ', width);
}

static void put_value(struct format *f, const struct directive *d, value v, bool inspect)
{
  struct buf b = BUF_IN(f->arena);
  if (inspect) ruby_inspect(&b, v);
  else ruby_to_s(&b, v);
  put_text(f, d, buf_view(&b));
}

static void put_character(struct format *f, const struct directive *d, value v)
{
  struct buf b = BUF_IN(f->arena);
  if (v.kind == V_STRING) {
    if (utf8_count(value_text(v)) != 1) FAIL_FORMAT(f, "%%c requires a character");
    buf_str(&b, value_text(v));
  } else {
    int64_t i = ruby_implicit_integer(f, v);
    if (i < 0 || i > 0x10FFFF || (i >= 0xD800 && i < 0xE000)) FAIL_FORMAT(f, "invalid character");
    buf_utf8(&b, (uint32_t)i);
  }
  /* A precision does not apply to %c. */
  struct directive whole = *d;
  whole.has_precision = false;
  put_text(f, &whole, buf_view(&b));
}

/* The digits of a negative number in two's complement, which has infinitely many leading digits of the highest
 * value; one of them is kept: "f01" means …ffff01. */
static str complement(struct arena *a, str digits, unsigned base)
{
  char *out = arena_array(a, digits.n + 1, 1);
  unsigned carry = 1;
  out[0] = (char)(base - 1);
  for (size_t i = digits.n; i > 0; i--) {
    char ch = digits.p[i - 1];
    unsigned digit = base - 1 - (unsigned)(ascii_is_digit(ch) ? ch - '0' : ch - 'a' + 10) + carry;
    carry = digit == base;
    out[i] = (char)(digit % base);
  }
  size_t from = 0;
  while (from < digits.n && (unsigned)out[from] == base - 1 && (unsigned)out[from + 1] == base - 1) from++;
  for (size_t i = from; i <= digits.n; i++) out[i] = "0123456789abcdef"[(unsigned)out[i]];
  return str_n(out + from, digits.n + 1 - from);
}

struct integer_form {
  unsigned base;
  bool upper, is_signed, dots;
  const char *prefix, *sign;
  str digits;
};

static struct integer_form integer_form(struct format *f, const struct directive *d, char letter, value v)
{
  struct integer_form form = {.base = 10, .prefix = "", .sign = ""};
  if (strchr("xX", letter) != NULL) {
    form.base = 16;
    form.prefix = letter == 'X' ? "0X" : "0x";
  } else if (strchr("bB", letter) != NULL) {
    form.base = 2;
    form.prefix = letter == 'B' ? "0B" : "0b";
  } else if (letter == 'o') {
    form.base = 8;
    form.prefix = "0";
  }
  form.prefix = d->sharp ? form.prefix : "";
  form.upper = letter == 'X';
  form.is_signed = form.base == 10 || d->plus || d->space;
  struct ruby_integer i = whole_number(f, v);
  form.digits = ruby_integer_digits(f->arena, &i, form.base);
  form.dots = i.negative && !form.is_signed && i.n > 0;
  if (form.dots) form.digits = complement(f->arena, form.digits, form.base);
  else if (form.is_signed) form.sign = i.negative && i.n > 0 ? "-" : d->plus ? "+" : d->space ? " " : "";
  if (form.upper) form.digits = text_upcase(f->arena, form.digits);
  return form;
}

/* Ruby's special cases: zero has no prefix, and the prefix of octal numbers ("0") is omitted if digits or precision
 * already provide a zero. */
static void settle_prefix(const struct directive *d, struct integer_form *form, int64_t *precision)
{
  bool zero = str_eqz(form->digits, "0");
  if (strcmp(form->prefix, "0") != 0) {
    form->prefix = zero ? "" : form->prefix;
  } else if (form->dots) {
    form->prefix = "";
  } else if (zero) {
    form->digits = STR_EMPTY;
    *precision -= d->has_precision;
  } else if (d->has_precision && *precision > (int64_t)form->digits.n) {
    form->prefix = "";
  }
}

static void put_integer(struct format *f, const struct directive *d, char letter, value v)
{
  struct integer_form form = integer_form(f, d, letter, v);
  int64_t width = d->has_width ? d->width : -1, precision = d->has_precision ? d->precision : -1;
  width -= (int64_t)strlen(form.sign);
  if (form.dots) {
    precision -= 2;
    width -= 2;
  }
  settle_prefix(d, &form, &precision);
  width -= (int64_t)strlen(form.prefix);
  if (d->zero && !d->minus && !d->has_precision) {
    precision = width;
    width = 0;
  } else {
    if (precision < (int64_t)form.digits.n) {
      if (form.prefix[0] == '\0' && precision == 0 && str_eqz(form.digits, "0")) form.digits = STR_EMPTY;
      precision = (int64_t)form.digits.n;
    }
    width -= precision;
  }
  if (!d->minus) fill(f->out, ' ', width);
  buf_z(f->out, form.sign);
  buf_z(f->out, form.prefix);
  buf_z(f->out, form.dots ? ".." : "");
  fill(f->out, form.dots ? form.digits.p[0] : '0', precision - (int64_t)form.digits.n);
  buf_str(f->out, form.digits);
  if (d->minus) fill(f->out, ' ', width);
}

/* Writes sign and body, padded with blanks before the sign or zeroes after it. `zeroes_at` is the length of the part of
 * the body (a prefix 0x) before the zeroes. */
static void put_signed(struct format *f, const struct directive *d, bool negative, str body, size_t zeroes_at,
                       bool zeroes)
{
  const char *sign = negative ? "-" : d->plus ? "+" : d->space ? " " : "";
  int64_t width = (d->has_width ? d->width : 0) - (int64_t)(strlen(sign) + body.n);
  zeroes = zeroes && d->zero && !d->minus;
  if (!d->minus && !zeroes) fill(f->out, ' ', width);
  buf_z(f->out, sign);
  buf_str(f->out, str_sub(body, 0, zeroes_at));
  if (zeroes) fill(f->out, '0', width);
  buf_str(f->out, str_from(body, zeroes_at));
  if (d->minus) fill(f->out, ' ', width);
}

/* No double has more significant digits in any notation. Further places are zeroes and written directly, so printf()
 * needs no huge buffer. */
enum { MOST_DIGITS = 1100 };

/* %a. The mantissa is normalized here, because glibc writes subnormal numbers without normalizing and Ruby does
 * not. */
static void print_hexadecimal(struct format *f, struct buf *b, const struct directive *d, double x, bool upper)
{
  int exponent = 0;
  const double mantissa = x == 0 ? 0 : 2 * frexp(x, &exponent);
  const int precision = !d->has_precision ? -1 : d->precision < MOST_DIGITS ? d->precision : MOST_DIGITS;
  struct buf raw = BUF_IN(f->arena);
  buf_printf(&raw, d->sharp ? "%#.*a" : "%.*a", precision, mantissa);
  str digits = str_sub(buf_view(&raw), 0, str_index(buf_view(&raw), 'p', 0));
  /* Rounding may have carried into the next power of two; then all digits behind the point are zeroes. */
  const bool carried = digits.p[2] == '2';
  struct buf head = BUF_IN(f->arena);
  buf_printf(&head, "0x%c%.*s", carried ? '1' : digits.p[2], STR_FMT(str_from(digits, 3)));
  buf_str(b, upper ? text_upcase(f->arena, buf_view(&head)) : buf_view(&head));
  if (d->has_precision) fill(b, '0', d->precision - precision);
  buf_printf(b, "%c%+d", upper ? 'P' : 'p', x == 0 ? 0 : exponent - 1 + carried);
}

/* Prints the number by C's directive. Zeroes beyond MOST_DIGITS are inserted before the exponent, if there is one. */
static void print_decimal(struct format *f, struct buf *b, const char *pattern, char letter, bool sharp, int precision,
                          double x)
{
  if (precision <= MOST_DIGITS) {
    buf_printf(b, pattern, precision, x);
    return;
  }
  struct buf text = BUF_IN(f->arena);
  buf_printf(&text, pattern, MOST_DIGITS, x);
  const bool strips = ascii_lower(letter) == 'g' && !sharp;
  const size_t e = str_index(buf_view(&text), ascii_lower(letter) == letter ? 'e' : 'E', 0);
  buf_str(b, str_sub(buf_view(&text), 0, e));
  if (!strips) fill(b, '0', precision - MOST_DIGITS);
  if (e != SIZE_MAX) buf_str(b, str_from(buf_view(&text), e));
}

static void put_float(struct format *f, const struct directive *d, char letter, value v)
{
  struct buf b = BUF_IN(f->arena);
  /* Ruby prints integers with %f exactly, where a double would lose digits. */
  if (letter == 'f' && v.kind == V_INT) {
    int precision = d->has_precision ? d->precision : 6;
    struct ruby_integer i = ruby_integer_of(f->arena, v.integer);
    buf_str(&b, ruby_integer_digits(f->arena, &i, 10));
    buf_z(&b, precision > 0 ? "." : "");
    fill(&b, '0', precision);
    put_signed(f, d, v.integer < 0, buf_view(&b), 0, true);
    return;
  }
  double x = real_number(f, v);
  if (!isfinite(x)) {
    put_signed(f, d, !isnan(x) && x < 0, isnan(x) ? STR("NaN") : STR("Inf"), 0, false);
    return;
  }
  bool hexadecimal = ascii_lower(letter) == 'a';
  if (hexadecimal) {
    print_hexadecimal(f, &b, d, fabs(x), letter == 'A');
  } else {
    char pattern[] = {'%', '#', '.', '*', letter, '\0'};
    if (!d->sharp) memmove(pattern + 1, pattern + 2, sizeof pattern - 2);
    print_decimal(f, &b, pattern, letter, d->sharp, d->has_precision ? d->precision : 6, fabs(x));
  }
  put_signed(f, d, signbit(x) != 0, buf_view(&b), hexadecimal ? 2 : 0, true);
}

void ruby_put(struct format *f, const struct directive *d, char letter, value v)
{
  if (letter == '}' || letter == 's' || letter == 'p') put_value(f, d, v, letter == 'p');
  else if (letter == 'c') put_character(f, d, v);
  else if (strchr("diuxXobB", letter) != NULL) put_integer(f, d, letter, v);
  else put_float(f, d, letter, v);
}
