/* Values as text: as in interpolation (render), and as literals like String(v, '%p') (inspect). Floats are printed as
 * in Ruby, quotes as in Puppet. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/deadline.h"
#include "compiler/values/rich.h"
#include "compiler/values/runtime.h"
#include "compiler/values/value.h"

/* The fewest decimal digits that read back as f (positive, finite), without trailing zeroes; the value is 0.DIGITS
 * * 10^*point. Every decimal number of 15 digits survives a normal double, so a shorter result is those 15 without
 * their zeroes and the search begins there. Subnormal numbers have less precision and are tried from one digit. */
static int shortest_digits(double f, char digits[32], int *point)
{
  char text[40];
  int precision = f < 2.2250738585072014e-308 ? 0 : 14;
  for (;; precision++) {
    snprintf(text, sizeof text, "%.*e", precision, f);
    if (precision >= 16 || strtod(text, NULL) == f) break;
  }
  int n = 0;
  const char *p = text;
  for (; *p != 'e'; p++) {
    if (*p != '.') digits[n++] = *p;
  }
  while (n > 1 && digits[n - 1] == '0') n--;
  *point = atoi(p + 1) + 1;
  return n;
}

static void render_exponent(struct buf *out, const char *digits, int n, int point)
{
  buf_char(out, digits[0]);
  buf_char(out, '.');
  if (n > 1) buf_append(out, digits + 1, (size_t)n - 1);
  else buf_char(out, '0');
  buf_printf(out, "e%+03d", point - 1);
}

/* Ruby's Float#to_s. */
void value_render_float(struct buf *out, double f)
{
  if (isnan(f)) {
    buf_z(out, "NaN");
    return;
  }
  if (signbit(f)) buf_char(out, '-');
  f = fabs(f);
  if (isinf(f)) {
    buf_z(out, "Infinity");
    return;
  }
  if (f == 0) {
    buf_z(out, "0.0");
    return;
  }
  char digits[32];
  int point, n = shortest_digits(f, digits, &point);
  if (point > 0 && n > point) {
    buf_append(out, digits, (size_t)point);
    buf_char(out, '.');
    buf_append(out, digits + point, (size_t)(n - point));
  } else if (point > 0 && point <= 15) {
    buf_append(out, digits, (size_t)n);
    buf_fill(out, '0', (size_t)(point - n));
    buf_z(out, ".0");
  } else if (point <= 0 && point > -4) {
    buf_z(out, "0.");
    buf_fill(out, '0', (size_t)-point);
    buf_append(out, digits, (size_t)n);
  } else {
    render_exponent(out, digits, n, point);
  }
}

void value_quote_double(struct buf *out, str s)
{
  static const char from[] = "\t\n\r\"$\\", to[] = "tnr\"$\\";
  buf_char(out, '"');
  for (size_t i = 0; i < s.n; i++) {
    unsigned char c = (unsigned char)s.p[i];
    const char *escape = c != '\0' ? strchr(from, c) : NULL;
    if (escape != NULL) buf_printf(out, "\\%c", to[escape - from]);
    else if (c < 0x20) buf_printf(out, "\\u{%X}", c);
    else buf_char(out, (char)c);
  }
  buf_char(out, '"');
}

/* Appends s in single quotes. As in Puppet, a backslash is not doubled, even at the end; two in a row count as an
 * escaped one. Control characters require double quotes. */
void value_quote(struct buf *out, str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if ((unsigned char)s.p[i] < 0x20) {
      value_quote_double(out, s);
      return;
    }
  }
  buf_char(out, '\'');
  bool escaped = false;
  for (size_t i = 0; i < s.n; i++) {
    if (escaped) {
      buf_char(out, s.p[i]);
      escaped = false;
      continue;
    }
    if (s.p[i] == '\'') buf_char(out, '\\');
    buf_char(out, s.p[i]);
    escaped = s.p[i] == '\\';
  }
  buf_char(out, '\'');
}

void value_render_regex(struct buf *out, str source)
{
  const bool flags = regex_fixes_encoding(source);
  buf_char(out, '/');
  if (flags) buf_z(out, "(?-mix:");
  for (size_t i = 0; i < source.n; i++) {
    char c = source.p[i];
    if (c == '\\' && i + 1 < source.n) buf_char(out, source.p[i++]);
    else if (c == '/') buf_char(out, '\\');
    buf_char(out, source.p[i]);
  }
  if (flags) buf_char(out, ')');
  buf_char(out, '/');
}

typedef void renderer(struct buf *out, value v, uint32_t depth);

static void render_array(struct buf *out, const struct array *a, renderer *item, uint32_t depth)
{
  buf_char(out, '[');
  for (uint32_t i = 0; i < a->n; i++) {
    if (i != 0) buf_z(out, ", ");
    item(out, a->items[i], depth);
  }
  buf_char(out, ']');
}

static void render_hash(struct buf *out, const struct hash *h, renderer *item, uint32_t depth)
{
  buf_char(out, '{');
  for (uint32_t i = 0; i < h->n; i++) {
    if (i != 0) buf_z(out, ", ");
    item(out, h->entries[i].key, depth);
    buf_z(out, " => ");
    item(out, h->entries[i].value, depth);
  }
  buf_char(out, '}');
}

static void render_rich(struct buf *out, value v, uint32_t depth)
{
  const struct rich_kind *row = rich_kind(v);
  if (row->render_at != NULL) row->render_at(out, v, depth);
  else row->render(out, v);
}

/* The text of values that is the same in both forms: all but strings, undef and Sensitive. */
static void render_plain(struct buf *out, value v, renderer *item, uint32_t depth)
{
  nesting_step(++depth);
  switch ((enum value_kind)v.kind) {
  case V_DEFAULT: buf_z(out, "default"); break;
  case V_BOOL: buf_z(out, v.boolean ? "true" : "false"); break;
  case V_INT: buf_int(out, v.integer); break;
  case V_FLOAT: value_render_float(out, v.number); break;
  case V_ARRAY: render_array(out, v.array, item, depth); break;
  case V_HASH: render_hash(out, v.hash, item, depth); break;
  case V_REGEX: value_render_regex(out, v.regex->source); break;
  case V_SENSITIVE: buf_z(out, "Sensitive [value redacted]"); break;
  case V_CLOSURE: buf_z(out, "lambda"); break;
  case V_UNDEF:
  case V_STRING: break;
  default: render_rich(out, v, depth);
  }
}

static void render(struct buf *out, value v, uint32_t depth)
{
  if (v.kind == V_STRING) buf_append(out, v.text, v.length);
  else render_plain(out, v, render, depth);
}

void value_render(struct buf *out, value v) { render(out, v, 0); }

static void inspect_constructor(struct buf *out, value v, const struct rich_kind *row)
{
  struct buf text = BUF_HEAP;
  row->render(&text, v);
  buf_printf(out, "%s(", row->constructor);
  value_quote(out, buf_view(&text));
  buf_char(out, ')');
  buf_free(&text);
}

/* False: the kind has no form of its own; render() prints it. */
static bool inspect_rich(struct buf *out, value v, uint32_t depth)
{
  const struct rich_kind *row = rich_kind(v);
  if (row->inspect_at != NULL) row->inspect_at(out, v, depth + 1);
  else if (row->inspect != NULL) row->inspect(out, v);
  else if (row->constructor == NULL) return false;
  else inspect_constructor(out, v, row);
  return true;
}

static void inspect(struct buf *out, value v, uint32_t depth)
{
  if (v.kind == V_STRING) value_quote(out, value_text(v));
  else if (v.kind == V_UNDEF) buf_z(out, "undef");
  else if (v.kind == V_SENSITIVE) buf_z(out, "#<Sensitive [value redacted]>");
  else if (v.kind == V_RUNTIME && runtime_as_object(v).kind == V_OBJECT) inspect(out, runtime_as_object(v), depth);
  else if (value_is_rich(v) && inspect_rich(out, v, depth)) return;
  else render_plain(out, v, inspect, depth);
}

void value_inspect(struct buf *out, value v) { inspect(out, v, 0); }

str value_to_str(struct arena *a, value v)
{
  if (v.kind == V_STRING) return value_text(v);
  struct buf out = BUF_IN(a);
  value_render(&out, v);
  return buf_finish(&out);
}
