/* Reads and executes the directives of Ruby's format (sprintf), with Ruby's error messages and its order of
 * checks; ruby_put.c writes the single values. Arguments are taken one by one, by number (%1$s) or by name (%<a>s,
 * %{a}), and a format may use only one of these ways (f->taking). */
#include "compiler/values/ruby_format_internal.h"

#include "base/check.h"

#include <inttypes.h>

/* --- arguments --- */

static value nth_argument(struct format *f, uint32_t i)
{
  if (i > f->n) FAIL_FORMAT(f, "too few arguments");
  return f->args[i - 1];
}

static value next_argument(struct format *f)
{
  if (f->taking == TAKING_NUMBERED || f->taking == TAKING_NAMED) {
    FAIL_FORMAT(f, "unnumbered(%" PRIu32 ") mixed with %s", f->next + 1,
                f->taking == TAKING_NAMED ? "named" : "numbered");
  }
  f->taking = TAKING_UNNUMBERED;
  return nth_argument(f, ++f->next);
}

static value numbered_argument(struct format *f, int i)
{
  if (f->taking == TAKING_UNNUMBERED) FAIL_FORMAT(f, "numbered(%d) after unnumbered(%" PRIu32 ")", i, f->next);
  if (f->taking == TAKING_NAMED) FAIL_FORMAT(f, "numbered(%d) after named", i);
  if (i < 1) FAIL_FORMAT(f, "invalid index - %d$", i);
  f->taking = TAKING_NUMBERED;
  return nth_argument(f, (uint32_t)i);
}

static value argument(struct format *f, struct directive *d) { return d->has_value ? d->v : next_argument(f); }

/* <name> or {name}; moves `at` after it. */
static void take_name(struct format *f, struct directive *d)
{
  char close = f->text.p[f->at] == '<' ? '>' : '}';
  size_t end = str_index(f->text, close, f->at);
  if (end == SIZE_MAX) FAIL_FORMAT(f, "malformed name - unmatched parenthesis");
  str name = str_sub(f->text, f->at, end + 1 - f->at);
  if (d->name.n > 0) {
    str before = str_sub(d->name, 1, d->name.n - 2);
    FAIL_FORMAT(f, "named%.*s after <%.*s>", STR_FMT(name), STR_FMT(before));
  }
  if (f->taking == TAKING_UNNUMBERED) FAIL_FORMAT(f, "named%.*s after unnumbered(%" PRIu32 ")", STR_FMT(name), f->next);
  if (f->taking == TAKING_NUMBERED) FAIL_FORMAT(f, "named%.*s after numbered", STR_FMT(name));
  f->taking = TAKING_NAMED;
  if (f->n != 1 || f->args[0].kind != V_HASH) FAIL_FORMAT(f, "one hash required");
  const value *v = hash_get_str(f->args[0].hash, str_sub(name, 1, name.n - 2));
  if (v == NULL) FAIL_FORMAT(f, "key%.*s not found", STR_FMT(name));
  d->v = *v;
  d->has_value = true;
  d->name = name;
  f->at = end + 1;
}

/* --- reading directives --- */

static int read_number(struct format *f, const char *what)
{
  int64_t n = 0;
  while (f->at < f->text.n && ascii_is_digit(f->text.p[f->at])) {
    n = n * 10 + (f->text.p[f->at++] - '0');
    if (n > INT32_MAX) FAIL_FORMAT(f, "%s too big", what);
  }
  /* A number at the end of the format; Ruby's message names the directive that it expected. */
  if (f->at >= f->text.n) FAIL_FORMAT(f, "malformed format string - %%*[0-9]");
  return (int)n;
}

/* The value of *: the next argument, or with *N$ the N-th. */
static int read_star(struct format *f, const char *what)
{
  size_t behind = ++f->at;
  int n = read_number(f, what);
  value v;
  if (f->text.p[f->at] == '$') {
    v = numbered_argument(f, n);
    f->at++;
  } else {
    v = next_argument(f);
    f->at = behind;
  }
  int64_t i = ruby_implicit_integer(f, v);
  if (i < -INT32_MAX || i > INT32_MAX) FAIL_FORMAT(f, "%s too big", what);
  return (int)i;
}

static void check_width(struct format *f, const struct directive *d)
{
  if (d->has_width) FAIL_FORMAT(f, "width given twice");
  if (d->dot) FAIL_FORMAT(f, "width after precision");
}

/* A negative width from * means left-aligned, as in C. */
static void set_width(struct directive *d, int width)
{
  d->has_width = d->any_flag = true;
  d->minus = d->minus || width < 0;
  d->width = width < 0 ? -width : width;
}

static void read_width(struct format *f, struct directive *d)
{
  if (f->text.p[f->at] == '*') {
    check_width(f, d);
    set_width(d, read_star(f, "width"));
    return;
  }
  int n = read_number(f, "width");
  if (f->text.p[f->at] != '$') {
    check_width(f, d);
    set_width(d, n);
    return;
  }
  if (d->has_value) FAIL_FORMAT(f, "value given twice - %d$", n);
  d->v = numbered_argument(f, n);
  d->has_value = true;
  f->at++;
}

static void read_precision(struct format *f, struct directive *d)
{
  if (d->dot) FAIL_FORMAT(f, "precision given twice");
  d->dot = d->has_precision = d->any_flag = true;
  f->at++;
  if (f->at < f->text.n && f->text.p[f->at] == '*') {
    d->precision = read_star(f, "precision");
    d->has_precision = d->precision >= 0;
  } else {
    d->precision = read_number(f, "precision");
  }
}

static bool read_flag(struct format *f, struct directive *d)
{
  static const char flags[] = "-+ 0#";
  bool *const targets[] = {&d->minus, &d->plus, &d->space, &d->zero, &d->sharp};
  const char ch = f->text.p[f->at];
  const char *found = ch == '\0' ? NULL : strchr(flags, ch);
  if (found == NULL) return false;
  if (d->has_width) FAIL_FORMAT(f, "flag after width");
  if (d->dot) FAIL_FORMAT(f, "flag after precision");
  *targets[found - flags] = d->any_flag = true;
  f->at++;
  return true;
}

/* Reads flags, width, precision and name up to the letter and returns it. Returns '}' if {name} was the whole
 * directive, '\0' at the end. */
static char read_directive(struct format *f, struct directive *d)
{
  while (f->at < f->text.n) {
    char ch = f->text.p[f->at];
    if (ch == '<' || ch == '{') {
      take_name(f, d);
      if (ch == '{') return '}';
    } else if (ch == '*' || (ch >= '1' && ch <= '9')) {
      read_width(f, d);
    } else if (ch == '.') {
      read_precision(f, d);
    } else if (!read_flag(f, d)) {
      f->at++;
      return ch;
    }
  }
  return '\0';
}

static void run_directive(struct format *f)
{
  struct directive d = {.v = VALUE_UNDEF};
  char letter = read_directive(f, &d);
  if (letter == '\0' || letter == '\n' || letter == '%') {
    if (d.any_flag) FAIL_FORMAT(f, "invalid format character - %%");
    buf_char(f->out, '%');
    /* Only the percent sign is consumed: the line end (or NUL) is still to be written. */
    f->at -= letter == '\n' || (letter == '\0' && f->at > 0 && f->text.p[f->at - 1] == '\0');
    return;
  }
  const bool braced = letter == '}' && str_starts(d.name, STR("{")); /* otherwise a letter like others */
  if (!braced && strchr("diuxXobBfeEgGaAspc", letter) == NULL) {
    if (letter < ' ' || letter > '~') FAIL_FORMAT(f, "malformed format string");
    FAIL_FORMAT(f, "malformed format string - %%%c", letter);
  }
  ruby_put(f, &d, letter, argument(f, &d));
}

void ruby_format(struct context *c, struct buf *out, str text, const value *args, uint32_t n)
{
  assert(args != NULL || n == 0);
  struct format f = {.context = c, .arena = c->arena, .text = text, .args = args, .n = n, .out = out};
  while (f.at < text.n) {
    size_t percent = str_index(text, '%', f.at);
    if (percent == SIZE_MAX) {
      buf_str(out, str_from(text, f.at));
      return;
    }
    if (percent + 1 == text.n) FAIL_FORMAT(&f, "incomplete format specifier; use %%%% (double %%) instead");
    buf_str(out, str_sub(text, f.at, percent - f.at));
    f.at = percent + 1;
    run_directive(&f);
  }
}
