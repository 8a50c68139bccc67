/* String(value, formats): formats each kind of value by Puppet's rules for its type. The formats come as a map from
 * types to formats (string_format.c); most letters are those of Ruby's format (ruby_format), some use only width and
 * precision. The letters of a kind, and their order in the error, are Puppet's. */
#include "base/base64.h"
#include "base/utf8.h"
#include "compiler/types/iterator.h"
#include "compiler/types/object.h"
#include "compiler/types/string_internal.h"
#include "compiler/values/ruby_format.h"
#include "compiler/values/ruby_string.h"
#include "compiler/values/ruby_text.h"
#include "compiler/values/runtime.h"

#include <math.h>

_Noreturn void string_illegal_format(struct conversion *c, const struct string_format *f, const char *kind,
                                     const char *letters)
{
  fail_error(c->context, FAILURE_EVALUATION,
             "Illegal format '%c' specified for value of %s type - expected one of the characters '%s'", f->letter,
             kind, letters);
}

/* --- through Ruby's format --- */

/* Replaces the letter, so that Ruby's format applies the flags and the width to a converted text. */
static str with_letter(struct conversion *c, const struct string_format *f, char letter)
{
  char *text = arena_strz(c->arena, f->text);
  for (size_t i = 0; i < f->text.n; i++) text[i] = text[i] == f->letter ? letter : text[i];
  return str_n(text, f->text.n);
}

static void put_formatted(struct conversion *c, str format, value v) { ruby_format(c->context, c->out, format, &v, 1); }

/* Formats a converted text with the flags of the original format. */
static void put_as(struct conversion *c, const struct string_format *f, char letter, str text)
{
  put_formatted(c, with_letter(c, f, letter), value_str(text));
}

/* Applies width, precision and alignment only, as Puppet does for values whose letter Ruby's format does not know. */
static void put_flagged(struct conversion *c, const struct string_format *f, str text)
{
  /* As with %s in Ruby: the precision is the longest text, in characters. */
  if (f->has_precision) text = str_sub(text, 0, utf8_offset(text, (size_t)f->precision));
  size_t n = utf8_count(text), fill = f->has_width && (size_t)f->width > n ? (size_t)f->width - n : 0;
  if (!f->left) buf_fill(c->out, ' ', fill);
  buf_str(c->out, text);
  if (f->left) buf_fill(c->out, ' ', fill);
}

static str quoted(struct conversion *c, str text)
{
  struct buf b = BUF_IN(c->arena);
  value_quote(&b, text);
  return buf_view(&b);
}

static str in_quotes(struct conversion *c, str text) { return arena_printf(c->arena, "\"%.*s\"", STR_FMT(text)); }

bool string_format_is(const struct string_format *f, const char *letters) { return strchr(letters, f->letter) != NULL; }

/* --- scalars --- */

static void put_undef(struct conversion *c, const struct string_format *f)
{
  const char *text;
  switch (f->letter) {
  case 'n': text = f->alternate ? "null" : "nil"; break;
  case 'u': text = f->alternate ? "undefined" : "undef"; break;
  case 'v': text = "n/a"; break;
  case 'V': text = "N/A"; break;
  case 's': text = f->alternate ? "\"\"" : ""; break;
  case 'p': text = f->alternate ? "\"undef\"" : "undef"; break;
  default:
    if (!string_format_is(f, "dxXobBeEfgGaA")) string_illegal_format(c, f, "Undef", "nudxXobBeEfgGaAvVsp");
    text = "NaN";
  }
  put_flagged(c, f, str_of(text));
}

static void put_default(struct conversion *c, const struct string_format *f)
{
  if (!string_format_is(f, "dDsp")) string_illegal_format(c, f, "Default", "dDsp");
  str text = f->letter == 'D' ? STR("Default") : STR("default");
  put_flagged(c, f, f->alternate ? in_quotes(c, text) : text);
}

static void put_boolean(struct conversion *c, const struct string_format *f, bool yes)
{
  str text;
  switch (f->letter) {
  case 't':
  case 's':
  case 'p': text = yes ? STR("true") : STR("false"); break;
  case 'T': text = yes ? STR("True") : STR("False"); break;
  case 'y': text = yes ? STR("yes") : STR("no"); break;
  case 'Y': text = yes ? STR("Yes") : STR("No"); break;
  default:
    if (!string_format_is(f, "dxXobBeEfgGaA")) string_illegal_format(c, f, "Boolean", "tTyYdxXobBeEfgGaAsp");
    put_formatted(c, f->text, string_format_is(f, "dxXobB") ? value_int(yes) : value_float(yes));
    return;
  }
  put_flagged(c, f, f->alternate && string_format_is(f, "tTyY") ? str_sub(text, 0, 1) : text);
}

static void put_integer(struct conversion *c, const struct string_format *f, value v)
{
  struct buf b = BUF_IN(c->arena);
  if (f->letter == 'c') {
    /* The range and the message of Ruby's pack('U'). */
    if (v.integer < 0 || v.integer > 0x7FFFFFFF) {
      fail_error(c->context, FAILURE_EVALUATION, "pack(U): value out of range");
    }
    buf_utf8(&b, (uint32_t)v.integer);
    put_as(c, f, 's', f->alternate ? in_quotes(c, buf_view(&b)) : buf_view(&b));
  } else if (f->letter == 's') {
    buf_int(&b, v.integer);
    put_as(c, f, f->alternate ? 'p' : 's', buf_view(&b));
  } else if (string_format_is(f, "eEfgGaA")) {
    put_formatted(c, f->text, value_float((double)v.integer));
  } else if (string_format_is(f, "dxXobBp")) {
    put_formatted(c, f->text, v);
  } else {
    string_illegal_format(c, f, "Integer", "dxXobBeEfgGaAspc");
  }
}

static void put_float(struct conversion *c, const struct string_format *f, value v)
{
  if (f->letter == 's') {
    str text = value_to_str(c->arena, v);
    put_formatted(c, f->text, value_str(f->alternate ? in_quotes(c, text) : text));
  } else if (string_format_is(f, "dxXobBeEfgGaAp")) {
    put_formatted(c, f->text, v);
  } else {
    string_illegal_format(c, f, "Float", "dxXobBeEfgGaAsp");
  }
}

/* Capitalizes each part between "::". Drops empty parts at the end, as Ruby's split does. */
static str capitalized_parts(struct arena *a, str s)
{
  struct buf b = BUF_IN(a);
  while (str_ends(s, STR("::"))) s = str_sub(s, 0, s.n - 2);
  for (size_t at = 0; at < s.n || at == 0;) {
    size_t end = str_find(s, STR("::"), at);
    end = end == SIZE_MAX ? s.n : end;
    buf_str(&b, text_capitalize(a, str_sub(s, at, end - at)));
    if (end == s.n) break;
    buf_z(&b, "::");
    at = end + 2;
  }
  return buf_view(&b);
}

static void put_string(struct conversion *c, const struct string_format *f, str s)
{
  struct buf b = BUF_IN(c->arena);
  switch (f->letter) {
  case 's': put_formatted(c, f->text, value_str(s)); return;
  case 'p':
    if (f->alternate) value_quote_double(&b, s);
    else value_quote(&b, s);
    put_flagged(c, f, buf_view(&b));
    return;
  case 'c': s = text_capitalize(c->arena, s); break;
  case 'C': s = capitalized_parts(c->arena, s); break;
  case 'u': s = text_upcase(c->arena, s); break;
  case 'd': s = text_downcase(c->arena, s); break;
  case 't': s = ruby_strip(s, true, true); break;
  default: string_illegal_format(c, f, "String", "cCudspt");
  }
  if (f->alternate) put_flagged(c, f, quoted(c, s));
  else put_as(c, f, 's', s);
}

/* Appends the source, with its options only if the regular expression has a fixed encoding: Ruby's to_s writes them in
 * another order than Puppet's %p. */
static void put_source(struct buf *out, const struct regex *re)
{
  bool options = regex_fixes_encoding(re->source);
  buf_z(out, options ? "(?-imx:" : "");
  buf_str(out, re->source);
  buf_z(out, options ? ")" : "");
}

static void put_regex(struct conversion *c, const struct string_format *f, value v)
{
  struct buf b = BUF_IN(c->arena);
  if (f->letter == 'p') value_render(&b, v);
  else if (f->letter == 's') put_source(&b, v.regex);
  else string_illegal_format(c, f, "Regexp", "sp");
  str text = buf_view(&b);
  put_as(c, f, 's', f->letter == 's' && f->alternate ? quoted(c, text) : text);
}

static void put_type(struct conversion *c, const struct string_format *f, value v)
{
  if (f->letter != 's' && f->letter != 'p') string_illegal_format(c, f, "Type", "sp");
  str text = value_to_str(c->arena, v);
  put_as(c, f, 's', f->letter == 's' && f->alternate ? in_quotes(c, text) : text);
}

static void put_uri(struct conversion *c, const struct string_format *f, value v)
{
  if (f->letter == 'p') {
    value_inspect(c->out, v);
  } else if (f->letter == 's') {
    str text = value_to_str(c->arena, v);
    put_formatted(c, f->text, value_str(f->alternate ? quoted(c, text) : text));
  } else {
    string_illegal_format(c, f, "URI", "sp");
  }
}

static void put_runtime(struct conversion *c, const struct string_format *f, value v)
{
  if (f->letter == 'p') value_inspect(c->out, v);
  else if (f->letter == 's' || f->letter == 'q') value_render(c->out, v);
  else string_illegal_format(c, f, "Runtime", "spq");
}

static void put_object(struct conversion *c, const struct string_format *f, value v, struct indentation in)
{
  if (f->letter == 'p' && (f->alternate || in.indenting)) string_put_object(c, v.object, in.level);
  else if (f->letter == 'p' || f->letter == 'q') value_inspect(c->out, v);
  else if (f->letter == 's') value_render(c->out, v);
  else string_illegal_format(c, f, "Object", "spq");
}

/* Kinds for which Puppet has no formats. */
static void put_other(struct conversion *c, const struct string_format *f, value v)
{
  struct buf b = BUF_IN(c->arena);
  if (f->letter != 'p') {
    put_formatted(c, f->text, v);
    return;
  }
  value_inspect(&b, v);
  put_as(c, f, 's', buf_view(&b));
}

/* --- binary --- */

static void put_binary(struct conversion *c, const struct string_format *f, str bytes)
{
  struct buf b = BUF_IN(c->arena);
  const char letter = f->alternate ? 'p' : 's';
  switch (f->letter) {
  case 's':
    /* Ruby rejects bytes that are not UTF-8, and names the first of them. */
    if (!f->alternate && utf8_invalid_at(bytes) != SIZE_MAX) {
      fail_error(c->context, FAILURE_EVALUATION, "\"\\x%02X\" from ASCII-8BIT to UTF-8",
                 (unsigned char)bytes.p[utf8_invalid_at(bytes)]);
    }
    if (f->alternate) ruby_inspect_binary(&b, bytes);
    put_as(c, f, 's', f->alternate ? buf_view(&b) : bytes);
    return;
  case 'p':
    buf_z(c->out, "Binary(\"");
    base64_append(&b, bytes, false, 0);
    put_as(c, f, 's', buf_view(&b));
    buf_z(c->out, "\")");
    return;
  case 'b': base64_append(&b, bytes, false, 60); break;
  case 'B': base64_append(&b, bytes, false, 0); break;
  case 'u': base64_append(&b, bytes, true, 0); break;
  case 't': buf_z(&b, "Binary"); break;
  case 'T': buf_z(&b, "BINARY"); break;
  default: string_illegal_format(c, f, "Binary", "bButTsp");
  }
  put_as(c, f, letter, buf_view(&b));
}

/* --- all --- */

void string_put_value(struct conversion *c, value v, const struct format_map *map, struct indentation in)
{
  context_enter(c->context);
  /* An iterator is converted as the array of its elements, and a Ruby object as an object of the language if it is
   * one. */
  v = v.kind == V_ITERATOR ? iterator_array(c->arena, v.iterator) : runtime_as_object(v);
  /* Puppet finds the format of an object by its type without type parameters, although String(v, '%s') sets one for
   * the type with them, which is then not used. */
  const struct type *t = v.kind == V_OBJECT ? v.object->type : type_infer_set(c->arena, v);
  const struct string_format *f = string_format_find(c->context, map, t);
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: put_undef(c, f); break;
  case V_DEFAULT: put_default(c, f); break;
  case V_BOOL: put_boolean(c, f, v.boolean); break;
  case V_INT: put_integer(c, f, v); break;
  case V_FLOAT: put_float(c, f, v); break;
  case V_STRING: put_string(c, f, value_text(v)); break;
  case V_REGEX: put_regex(c, f, v); break;
  case V_TYPE: put_type(c, f, v); break;
  case V_ARRAY: string_put_array(c, f, v.array, map, in); break;
  case V_HASH: string_put_hash(c, f, v.hash, map, in); break;
  case V_BINARY: put_binary(c, f, value_text(v)); break;
  case V_URI: put_uri(c, f, v); break;
  case V_OBJECT: put_object(c, f, v, in); break;
  case V_RUNTIME: put_runtime(c, f, v); break;
  default: put_other(c, f, v); break;
  }
  context_leave(c->context);
}

/* Without formats the default map always gives the same result; this shortcut avoids building it. It must agree
 * with default_map() in string_format.c. */
static void convert_by_default(struct buf *out, value v)
{
  v = runtime_as_object(v);
  switch (v.kind) {
  case V_FLOAT:
    if (isfinite(v.number)) buf_printf(out, "%f", v.number);
    else buf_z(out, isnan(v.number) ? "NaN" : v.number < 0 ? "-Inf" : "Inf");
    break;
  case V_REGEX: put_source(out, v.regex); break;
  case V_ARRAY:
  case V_HASH:
  case V_ITERATOR:
  case V_OBJECT: value_inspect(out, v); break;
  default: value_render(out, v); break;
  }
}

void string_convert(struct context *c, struct buf *out, value v, value formats)
{
  if (formats.kind == V_DEFAULT) {
    convert_by_default(out, v);
    return;
  }
  struct conversion conversion = {.context = c, .arena = c->arena, .out = out};
  string_put_value(&conversion, v, string_format_map(c, v, formats), (struct indentation){.first = true});
}
