/* Texts: case, blanks, line breaks. */
#include "base/utf8.h"
#include "compiler/functions/fn.h"
#include "compiler/values/ruby_text.h"

/* --- functions of one text, also applied to the elements of an array (and of a hash) --- */

typedef str text_fn(struct arena *a, str s);

/* Elements that are not strings are kept; with `deep` the function descends into arrays and hashes. */
static value apply(struct fn_call *call, text_fn *f, value v, bool deep)
{
  if (v.kind == V_STRING) return value_str(f(call->arena, value_text(v)));
  if (!deep || (v.kind != V_ARRAY && v.kind != V_HASH)) return v;
  context_enter(call->context);
  value out;
  if (v.kind == V_ARRAY) {
    struct array *a = array_new(call->arena, v.array->n);
    for (uint32_t i = 0; i < a->n; i++) a->items[i] = apply(call, f, v.array->items[i], true);
    out = value_array(a);
  } else {
    struct hash *h = hash_new(call->arena, v.hash->n);
    for (uint32_t i = 0; i < v.hash->n; i++) {
      hash_put(h, call->arena, apply(call, f, v.hash->entries[i].key, true),
               apply(call, f, v.hash->entries[i].value, true));
    }
    out = value_hash(h);
  }
  context_leave(call->context);
  return out;
}

static value apply_all(struct fn_call *call, text_fn *f)
{
  value v = call->args[0];
  if (v.kind == V_STRING || value_is_number(v)) return apply(call, f, v, false);
  const struct array *from = fn_elements(call, v);
  struct array *a = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < a->n; i++) a->items[i] = apply(call, f, from->items[i], false);
  return value_array(a);
}

/* Like Ruby since 2.6, strips white space and NUL characters on both sides. */
static str left_stripped(struct arena *a, str s)
{
  (void)a;
  size_t at = 0;
  while (at < s.n && (ascii_is_space(s.p[at]) || s.p[at] == '\0')) at++;
  return str_from(s, at);
}

static str right_stripped(struct arena *a, str s)
{
  (void)a;
  while (s.n > 0 && (ascii_is_space(s.p[s.n - 1]) || s.p[s.n - 1] == '\0')) s.n--;
  return s;
}

static str stripped(struct arena *a, str s) { return left_stripped(a, right_stripped(a, s)); }

static str chomped(struct arena *a, str s)
{
  (void)a;
  if (str_ends(s, STR("\r\n"))) return str_sub(s, 0, s.n - 2);
  return str_ends(s, STR("\n")) || str_ends(s, STR("\r")) ? str_sub(s, 0, s.n - 1) : s;
}

static str chopped(struct arena *a, str s)
{
  (void)a;
  if (s.n == 0 || str_ends(s, STR("\r\n"))) return s.n == 0 ? s : str_sub(s, 0, s.n - 2);
  size_t n = s.n - 1;
  while (n > 0 && ((unsigned char)s.p[n] & 0xC0) == 0x80) n--;
  return str_sub(s, 0, n);
}

static str camelcased(struct arena *a, str s)
{
  struct buf b = BUF_IN(a);
  for (size_t at = 0; at < s.n;) {
    size_t end = str_index(s, '_', at);
    end = end == SIZE_MAX ? s.n : end;
    buf_str(&b, text_capitalize(a, str_sub(s, at, end - at)));
    at = end + 1;
  }
  return buf_finish(&b);
}

#define TEXT_FUNCTION(function, conversion) \
  static value function(struct fn_call *call) { return apply_all(call, conversion); }
TEXT_FUNCTION(fn_capitalize, text_capitalize)
TEXT_FUNCTION(fn_camelcase, camelcased)
TEXT_FUNCTION(fn_strip, stripped)
TEXT_FUNCTION(fn_lstrip, left_stripped)
TEXT_FUNCTION(fn_rstrip, right_stripped)
TEXT_FUNCTION(fn_chomp, chomped)
TEXT_FUNCTION(fn_chop, chopped)
#undef TEXT_FUNCTION

static value fn_upcase(struct fn_call *call) { return apply(call, text_upcase, call->args[0], true); }

static value fn_downcase(struct fn_call *call) { return apply(call, text_downcase, call->args[0], true); }

#define EACH_ROWS(name, body, doc)                                     \
  {name, "Numeric $arg", body, doc}, {name, "String $arg", body, doc}, \
  {                                                                    \
    name, "Iterable[Variant[String, Numeric]] $arg", body, doc         \
  }
#define DEEP_ROWS(name, body, doc)                                                                                    \
  {name, "type StringData = Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]", NULL, NULL},  \
    {name, "Numeric $arg", body, doc}, {name, "String $arg", body, doc}, {name, "Array[StringData] $arg", body, doc}, \
  {                                                                                                                   \
    name, "Hash[StringData, StringData] $arg", body, doc                                                              \
  }

const struct fn_row fn_string_rows[] = {
  EACH_ROWS("camelcase", fn_camelcase, "a_b as AB"),
  EACH_ROWS("capitalize", fn_capitalize, "first letter upper case, others lower"),
  EACH_ROWS("chomp", fn_chomp, "without the line break at the end"),
  EACH_ROWS("chop", fn_chop, "without the last character"),
  DEEP_ROWS("downcase", fn_downcase, "in lower case"),
  EACH_ROWS("lstrip", fn_lstrip, "without white space at the beginning"),
  EACH_ROWS("rstrip", fn_rstrip, "without white space at the end"),
  EACH_ROWS("strip", fn_strip, "without white space at both ends"),
  DEEP_ROWS("upcase", fn_upcase, "in upper case"),
  {0},
};
