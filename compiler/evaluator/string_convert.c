/* String(value, formats): each kind of value by the rules of its type. */
#include "base/utf8.h"
#include "compiler/evaluator/ruby_format.h"
#include "compiler/evaluator/string_format.h"
#include "compiler/evaluator/text.h"
#include "compiler/values/iterator.h"

/* How deep in nested containers, and whether these break lines. */
struct indentation {
  uint32_t level;
  bool first, indenting;
};

struct conversion {
  struct context *context;
  struct arena *arena;
  struct buf *out;
};

static void convert(struct conversion *c, value v, const struct format_map *map, struct indentation in);

_Noreturn static void illegal_format(struct conversion *c, const struct string_format *f, const char *kind,
                                     const char *letters)
{
  fail_error(c->context, FAILURE_EVALUATION,
             "Illegal format '%c' specified for value of %s type - expected one of the characters '%s'", f->letter,
             kind, letters);
}

/* --- through Ruby's format --- */

/* The format with another letter in its letter's place. */
static str with_letter(struct conversion *c, const struct string_format *f, char letter)
{
  char *text = arena_strz(c->arena, f->text);
  for (size_t i = 0; i < f->text.n; i++) {
    text[i] = text[i] == f->letter ? letter : text[i];
  }
  return str_n(text, f->text.n);
}

static void put_formatted(struct conversion *c, str format, value v)
{
  ruby_format(c->context, c->out, format, &v, 1);
}

static void put_as(struct conversion *c, const struct string_format *f, char letter, str text)
{
  put_formatted(c, with_letter(c, f, letter), value_str(text));
}

/* Width, precision and alignment alone. */
static void put_flagged(struct conversion *c, const struct string_format *f, str text)
{
  if (f->has_precision) {
    text = str_sub(text, 0, utf8_offset(text, (size_t)f->precision));
  }
  size_t n = utf8_count(text), fill = f->has_width && (size_t)f->width > n ? (size_t)f->width - n : 0;
  for (size_t i = 0; i < fill && !f->left; i++) buf_char(c->out, ' ');
  buf_str(c->out, text);
  for (size_t i = 0; i < fill && f->left; i++) buf_char(c->out, ' ');
}

static str quoted(struct conversion *c, str text)
{
  struct buf b = BUF_IN(c->arena);
  value_quote(&b, text);
  return buf_view(&b);
}

static str in_quotes(struct conversion *c, str text)
{
  return arena_printf(c->arena, "\"%.*s\"", STR_FMT(text));
}

static bool is_one_of(char letter, const char *letters) { return strchr(letters, letter) != NULL; }

/* --- scalars --- */

static void put_undef(struct conversion *c, const struct string_format *f)
{
  const char *text;
  switch (f->letter) {
  case 'n':
    text = f->alternate ? "null" : "nil";
    break;
  case 'u':
    text = f->alternate ? "undefined" : "undef";
    break;
  case 'v':
    text = "n/a";
    break;
  case 'V':
    text = "N/A";
    break;
  case 's':
    text = f->alternate ? "\"\"" : "";
    break;
  case 'p':
    text = f->alternate ? "\"undef\"" : "undef";
    break;
  default:
    if (!is_one_of(f->letter, "dxXobBeEfgGaA")) {
      illegal_format(c, f, "Undef", "nudxXobBeEfgGaAvVsp");
    }
    text = "NaN";
  }
  put_flagged(c, f, str_of(text));
}

static void put_default(struct conversion *c, const struct string_format *f)
{
  if (!is_one_of(f->letter, "dDsp")) {
    illegal_format(c, f, "Default", "dDsp");
  }
  str text = f->letter == 'D' ? STR("Default") : STR("default");
  put_flagged(c, f, f->alternate ? in_quotes(c, text) : text);
}

static void put_boolean(struct conversion *c, const struct string_format *f, bool yes)
{
  str text;
  switch (f->letter) {
  case 't':
  case 's':
  case 'p':
    text = yes ? STR("true") : STR("false");
    break;
  case 'T':
    text = yes ? STR("True") : STR("False");
    break;
  case 'y':
    text = yes ? STR("yes") : STR("no");
    break;
  case 'Y':
    text = yes ? STR("Yes") : STR("No");
    break;
  default:
    if (!is_one_of(f->letter, "dxXobBeEfgGaA")) {
      illegal_format(c, f, "Boolean", "tTyYdxXobBeEfgGaAsp");
    }
    put_formatted(c, f->text, is_one_of(f->letter, "dxXobB") ? value_int(yes) : value_float(yes));
    return;
  }
  put_flagged(c, f, f->alternate && is_one_of(f->letter, "tTyY") ? str_sub(text, 0, 1) : text);
}

static void put_integer(struct conversion *c, const struct string_format *f, value v)
{
  struct buf b = BUF_IN(c->arena);
  if (f->letter == 'c') {
    if (v.integer < 0 || v.integer > 0x7FFFFFFF) {
      fail_error(c->context, FAILURE_EVALUATION, "pack(U): value out of range");
    }
    buf_utf8(&b, (uint32_t)v.integer);
    put_as(c, f, 's', f->alternate ? in_quotes(c, buf_view(&b)) : buf_view(&b));
  } else if (f->letter == 's') {
    buf_int(&b, v.integer);
    put_as(c, f, f->alternate ? 'p' : 's', buf_view(&b));
  } else if (is_one_of(f->letter, "eEfgGaA")) {
    put_formatted(c, f->text, value_float((double)v.integer));
  } else if (is_one_of(f->letter, "dxXobBp")) {
    put_formatted(c, f->text, v);
  } else {
    illegal_format(c, f, "Integer", "dxXobBeEfgGaAspc");
  }
}

static void put_float(struct conversion *c, const struct string_format *f, value v)
{
  if (f->letter == 's') {
    str text = value_to_str(c->arena, v);
    put_formatted(c, f->text, value_str(f->alternate ? in_quotes(c, text) : text));
  } else if (is_one_of(f->letter, "dxXobBeEfgGaAp")) {
    put_formatted(c, f->text, v);
  } else {
    illegal_format(c, f, "Float", "dxXobBeEfgGaAsp");
  }
}

/* Each part between :: with a capital letter; empty ones at the end are dropped. */
static str capitalized_parts(struct arena *a, str s)
{
  struct buf b = BUF_IN(a);
  while (str_ends(s, STR("::"))) s = str_sub(s, 0, s.n - 2);
  for (size_t at = 0; at < s.n || at == 0;) {
    size_t end = str_find(s, STR("::"), at);
    end = end == SIZE_MAX ? s.n : end;
    buf_str(&b, text_capitalize(a, str_sub(s, at, end - at)));
    if (end == s.n) {
      break;
    }
    buf_z(&b, "::");
    at = end + 2;
  }
  return buf_view(&b);
}

static str stripped(str s)
{
  while (s.n > 0 && (ascii_is_space(s.p[0]) || s.p[0] == '\0')) s = str_from(s, 1);
  while (s.n > 0 && (ascii_is_space(s.p[s.n - 1]) || s.p[s.n - 1] == '\0')) s.n--;
  return s;
}

static void put_string(struct conversion *c, const struct string_format *f, str s)
{
  struct buf b = BUF_IN(c->arena);
  switch (f->letter) {
  case 's':
    put_formatted(c, f->text, value_str(s));
    return;
  case 'p':
    if (f->alternate) {
      value_quote_double(&b, s);
    } else {
      value_quote(&b, s);
    }
    put_flagged(c, f, buf_view(&b));
    return;
  case 'c':
    s = text_capitalize(c->arena, s);
    break;
  case 'C':
    s = capitalized_parts(c->arena, s);
    break;
  case 'u':
    s = text_upcase(c->arena, s);
    break;
  case 'd':
    s = text_downcase(c->arena, s);
    break;
  case 't':
    s = stripped(s);
    break;
  default:
    illegal_format(c, f, "String", "cCudspt");
  }
  if (f->alternate) {
    put_flagged(c, f, quoted(c, s));
  } else {
    put_as(c, f, 's', s);
  }
}

/* The source; those whose encoding is fixed show their options, in another order than with %p. */
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
  if (f->letter == 'p') {
    value_render(&b, v);
  } else if (f->letter == 's') {
    put_source(&b, v.regex);
  } else {
    illegal_format(c, f, "Regexp", "sp");
  }
  str text = buf_view(&b);
  put_as(c, f, 's', f->letter == 's' && f->alternate ? quoted(c, text) : text);
}

static void put_type(struct conversion *c, const struct string_format *f, value v)
{
  if (f->letter != 's' && f->letter != 'p') {
    illegal_format(c, f, "Type", "sp");
  }
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
    illegal_format(c, f, "URI", "sp");
  }
}

static void put_object(struct conversion *c, const struct string_format *f, value v)
{
  if (f->letter == 'p' || f->letter == 'q') {
    value_inspect(c->out, v);
  } else if (f->letter == 's') {
    value_render(c->out, v);
  } else {
    illegal_format(c, f, "Object", "spq");
  }
}

/* Kinds without rules of their own. */
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

static void base64(struct buf *out, str bytes, const char *alphabet, size_t line)
{
  size_t column = 0;
  for (size_t i = 0; i < bytes.n; i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; k++) {
      group = group << 8 | (i + k < bytes.n ? (unsigned char)bytes.p[i + k] : 0);
    }
    for (size_t k = 0; k < 4; k++) {
      buf_char(out, i + k <= bytes.n ? alphabet[group >> (18 - 6 * k) & 63] : '=');
    }
    column += 4;
    if (line != 0 && (column == line || i + 3 >= bytes.n)) {
      buf_char(out, '\n');
      column = 0;
    }
  }
}

#define ALPHABET "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

static void put_binary(struct conversion *c, const struct string_format *f, str bytes)
{
  struct buf b = BUF_IN(c->arena);
  char letter = f->alternate ? 'p' : 's';
  switch (f->letter) {
  case 's':
    if (!f->alternate && utf8_invalid_at(bytes) != SIZE_MAX) {
      fail_error(c->context, FAILURE_EVALUATION, "\"\\x%02X\" from ASCII-8BIT to UTF-8",
                 (unsigned char)bytes.p[utf8_invalid_at(bytes)]);
    }
    put_as(c, f, letter, bytes);
    return;
  case 'p':
    buf_z(c->out, "Binary(\"");
    base64(&b, bytes, ALPHABET "+/", 0);
    put_as(c, f, 's', buf_view(&b));
    buf_z(c->out, "\")");
    return;
  case 'b':
    base64(&b, bytes, ALPHABET "+/", 60);
    break;
  case 'B':
    base64(&b, bytes, ALPHABET "+/", 0);
    break;
  case 'u':
    base64(&b, bytes, ALPHABET "-_", 0);
    break;
  case 't':
    buf_z(&b, "Binary");
    break;
  case 'T':
    buf_z(&b, "BINARY");
    break;
  default:
    illegal_format(c, f, "Binary", "bButTsp");
  }
  put_as(c, f, letter, buf_view(&b));
}

/* --- containers --- */

static bool is_container(value v) { return v.kind == V_ARRAY || v.kind == V_HASH || v.kind == V_OBJECT; }

static bool is_array_or_hash(value v) { return v.kind == V_ARRAY || v.kind == V_HASH; }

static bool breaks(struct indentation in) { return in.indenting && in.level > 0 && !in.first; }

static void pad(struct buf *out, struct indentation in)
{
  for (uint32_t i = 0; i < in.level; i++) buf_z(out, "  ");
}

static void break_line(struct buf *out, struct indentation in)
{
  buf_char(out, '\n');
  pad(out, in);
}

static void strip_end(struct buf *out)
{
  while (out->n > 0 && (ascii_is_space(out->p[out->n - 1]) || out->p[out->n - 1] == '\0')) out->n--;
}

static const char *const pairs[] = {"[]", "{}", "()", "<>", "||"};

/* The two characters around a container, or none. */
static const char *delimiters(const struct string_format *f, const char *otherwise)
{
  for (size_t i = 0; f->delimiter != '\0' && i < sizeof pairs / sizeof pairs[0]; i++) {
    if (pairs[i][0] == f->delimiter) {
      return pairs[i];
    }
  }
  return f->delimiter == '\0' && f->plus == ' ' ? "" : otherwise;
}

static void put_delimiter(struct buf *out, const char *pair, int i)
{
  if (pair[0] != '\0') {
    buf_char(out, pair[i]);
  }
}

static str converted(struct conversion *c, value v, const struct format_map *map, struct indentation in)
{
  struct buf b = BUF_IN(c->arena);
  struct conversion inner = *c;
  inner.out = &b;
  convert(&inner, v, map, in);
  return buf_view(&b);
}

/* The longest run of elements that are no containers. */
static bool is_too_wide(const struct array *a, const str *texts, const struct string_format *f)
{
  if (!f->alternate || !f->has_width) {
    return false;
  }
  int64_t run = 0, widest = 0;
  for (uint32_t i = 0; i < a->n; i++) {
    run = is_array_or_hash(a->items[i]) ? 0 : run + (int64_t)utf8_count(texts[i]);
    widest = run > widest ? run : widest;
  }
  return widest > f->width;
}

static void put_elements(struct buf *out, const struct array *a, const str *texts, const struct string_format *f,
                         str separator, struct indentation children)
{
  bool too_wide = is_too_wide(a, texts, f);
  for (uint32_t i = 0; i < a->n; i++) {
    bool nested = is_array_or_hash(a->items[i]);
    if (i == 0) {
      buf_z(out, too_wide && !nested ? " " : "");
    } else {
      buf_str(out, separator);
      if (!nested && (too_wide || (f->alternate && is_array_or_hash(a->items[i - 1])))) {
        if (out->p[out->n - 1] != '\n') {
          strip_end(out);
        }
        break_line(out, children);
      }
    }
    if (out->n > 0 && out->p[out->n - 1] == ' ' && texts[i].n > 0 && texts[i].p[0] == '\n') {
      strip_end(out);
    }
    buf_str(out, texts[i]);
  }
}

static void put_array(struct conversion *c, const struct string_format *f, const struct array *a,
                      const struct format_map *map, struct indentation in)
{
  if (!is_one_of(f->letter, "asp")) {
    illegal_format(c, f, "Array", "asp");
  }
  const struct format_map *contents = f->contents != NULL ? f->contents : string_format_contents(c->context);
  const char *pair = delimiters(f, "[]");
  struct buf b = BUF_IN(c->arena);
  in.indenting = f->alternate || in.indenting;
  if (breaks(in)) {
    break_line(&b, in);
  }
  put_delimiter(&b, pair, 0);
  struct indentation children = {.level = in.level + 1, .first = false, .indenting = f->alternate};
  str *texts = arena_array(c->arena, a->n, sizeof *texts);
  for (uint32_t i = 0; i < a->n; i++) {
    texts[i] = converted(c, a->items[i], is_container(a->items[i]) ? map : contents, children);
  }
  put_elements(&b, a, texts, f, f->separator != NULL ? *f->separator : STR(", "), children);
  put_delimiter(&b, pair, 1);
  buf_str(c->out, buf_view(&b));
}

static value hash_pairs(struct arena *a, const struct hash *h)
{
  struct array *out = array_new(a, h->n);
  for (uint32_t i = 0; i < h->n; i++) {
    out->items[i] = array_of(a, &h->entries[i].key, 2);
  }
  return value_array(out);
}

/* Lines of their own end with nothing but the separator. */
static str line_separator(struct arena *a, str separator)
{
  if (!str_ends(separator, STR("\n"))) {
    while (separator.n > 0 && (ascii_is_space(separator.p[separator.n - 1]) || separator.p[separator.n - 1] == '\0')) {
      separator.n--;
    }
  }
  return arena_printf(a, "%.*s\n", STR_FMT(separator));
}

static void put_hash(struct conversion *c, const struct string_format *f, const struct hash *h,
                     const struct format_map *map, struct indentation in)
{
  if (f->letter == 'a') {
    convert(c, hash_pairs(c->arena, h), map, in);
    return;
  }
  if (!is_one_of(f->letter, "hsp")) {
    illegal_format(c, f, "Hash", "hasp");
  }
  const struct format_map *contents = f->contents != NULL ? f->contents : string_format_contents(c->context);
  str separator = f->separator != NULL ? *f->separator : STR(", ");
  str association = f->separator2 != NULL ? *f->separator2 : STR(" => ");
  separator = f->alternate ? line_separator(c->arena, separator) : separator;
  const char *pair = delimiters(f, "{}");
  in.indenting = f->alternate || in.indenting;
  if (breaks(in)) {
    break_line(c->out, in);
  }
  put_delimiter(c->out, pair, 0);
  buf_z(c->out, f->alternate ? "\n" : "");
  const struct indentation children = {.level = in.level + 1, .first = true, .indenting = false};
  for (uint32_t i = 0; i < h->n; i++) {
    const struct hash_entry *e = &h->entries[i];
    buf_str(c->out, i == 0 ? STR_EMPTY : separator);
    if (f->alternate) {
      pad(c->out, children);
    }
    convert(c, e->key, is_container(e->key) ? map : contents, children);
    buf_str(c->out, association);
    convert(c, e->value, is_container(e->value) ? map : contents, children);
  }
  if (f->alternate) {
    break_line(c->out, in);
  }
  put_delimiter(c->out, pair, 1);
}

/* --- all --- */

static void convert(struct conversion *c, value v, const struct format_map *map, struct indentation in)
{
  context_enter(c->context);
  v = v.kind == V_ITERATOR ? iterator_array(c->arena, v.iterator) : v;
  const struct string_format *f = string_format_find(c->context, map, type_infer_set(c->arena, v));
  switch ((enum value_kind)v.kind) {
  case V_UNDEF:
    put_undef(c, f);
    break;
  case V_DEFAULT:
    put_default(c, f);
    break;
  case V_BOOL:
    put_boolean(c, f, v.boolean);
    break;
  case V_INT:
    put_integer(c, f, v);
    break;
  case V_FLOAT:
    put_float(c, f, v);
    break;
  case V_STRING:
    put_string(c, f, value_text(v));
    break;
  case V_REGEX:
    put_regex(c, f, v);
    break;
  case V_TYPE:
    put_type(c, f, v);
    break;
  case V_ARRAY:
    put_array(c, f, v.array, map, in);
    break;
  case V_HASH:
    put_hash(c, f, v.hash, map, in);
    break;
  case V_BINARY:
    put_binary(c, f, value_text(v));
    break;
  case V_URI:
    put_uri(c, f, v);
    break;
  case V_OBJECT:
    put_object(c, f, v);
    break;
  default:
    put_other(c, f, v);
    break;
  }
  context_leave(c->context);
}

/* Without formats: the rules that the defaults come to. */
static void convert_by_default(struct buf *out, value v)
{
  switch (v.kind) {
  case V_FLOAT:
    buf_printf(out, "%f", v.number);
    break;
  case V_REGEX:
    put_source(out, v.regex);
    break;
  case V_ARRAY:
  case V_HASH:
  case V_ITERATOR:
  case V_OBJECT:
    value_inspect(out, v);
    break;
  default:
    value_render(out, v);
    break;
  }
}

void string_convert(struct context *c, struct buf *out, value v, value formats)
{
  if (formats.kind == V_DEFAULT) {
    convert_by_default(out, v);
    return;
  }
  struct conversion conversion = {.context = c, .arena = c->arena, .out = out};
  convert(&conversion, v, string_format_map(c, v, formats), (struct indentation){.first = true});
}
