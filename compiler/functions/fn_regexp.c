/* split, regsubst and match by Ruby's rules for empty matches and escapes in replacements. Results of Sensitive values
 * are Sensitive. */
#include "compiler/functions/fn_ruby.h"

static const struct regex *expression_of(struct fn_call *call, value v)
{
  if (v.kind != V_TYPE) return fn_regex(call, v);
  const type *t = type_resolved(v.type);
  return t->pattern.n > 0 ? t->pattern.items[0] : fn_regex(call, value_str(STR_EMPTY));
}

/* The result is Sensitive if the text was. */
static value fn_split(struct fn_call *call)
{
  const bool secret = call->args[0].kind == V_SENSITIVE;
  str text = value_text(secret ? *call->args[0].sensitive : call->args[0]);
  const struct ruby_fields fields = ruby_split(call->arena, text, expression_of(call, call->args[1]), STR_EMPTY, 0);
  const value parts = array_of_texts(call->arena, fields.items, fields.n);
  return secret ? value_sensitive(call->arena, parts) : parts;
}

static void replacement(struct buf *out, value with, const struct regex *re, str text, const struct regex_match *m)
{
  if (with.kind == V_STRING) {
    ruby_replacement(out, value_text(with), re, text, m);
    return;
  }
  const value *v = hash_get_str(with.hash, ruby_group(text, m, 0));
  if (v != NULL) ruby_to_s(out, *v);
}

static str substitute(struct fn_call *call, str text, const struct regex *re, value with, bool all)
{
  struct buf b = BUF_IN(call->arena);
  struct regex_match m;
  size_t at = 0, start = 0;
  while (context_search(re, text, start, &m)) {
    size_t from = (size_t)m.at[0].begin, to = (size_t)m.at[0].end;
    buf_str(&b, str_sub(text, at, from - at));
    replacement(&b, with, re, text, &m);
    at = start = to;
    if (!all) break;
    if (from == to) {
      size_t n = ruby_character(text, to);
      buf_str(&b, str_sub(text, to, n));
      at = start = to + n;
    }
  }
  buf_str(&b, str_from(text, at < text.n ? at : text.n));
  return buf_finish(&b);
}

/* The result for a Sensitive text is Sensitive. In a Sensitive array only elements that are Sensitive themselves remain
 * so. */
static value substitute_in(struct fn_call *call, value v, const struct regex *re, bool all)
{
  if (v.kind == V_STRING) return value_str(substitute(call, value_text(v), re, call->args[2], all));
  if (v.kind == V_SENSITIVE && v.sensitive->kind == V_STRING)
    return value_sensitive(call->arena, substitute_in(call, *v.sensitive, re, all));
  const struct array *from = v.kind == V_SENSITIVE ? v.sensitive->array : v.array;
  struct array *a = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < a->n; i++) a->items[i] = substitute_in(call, from->items[i], re, all);
  return value_array(a);
}

static value fn_regsubst(struct fn_call *call)
{
  value flags = fn_arg(call, 3);
  const struct regex *re;
  bool all = flags.kind == V_STRING && str_index(value_text(flags), 'G', 0) != SIZE_MAX;
  if (call->args[1].kind == V_STRING) {
    struct buf b = BUF_IN(call->arena);
    str names = value_text_or_empty(flags);
    bool e = str_index(names, 'E', 0) != SIZE_MAX, i = str_index(names, 'I', 0) != SIZE_MAX;
    bool m = str_index(names, 'M', 0) != SIZE_MAX;
    if (e || i || m) {
      buf_printf(&b, "(?%s%s%s:%.*s%s)", m ? "m" : "", i ? "i" : "", e ? "x" : "", STR_FMT(fn_text(call, 1)),
                 e ? "\n" : "");
    }
    re = fn_regex(call, value_str(b.n > 0 ? buf_view(&b) : fn_text(call, 1)));
  } else {
    re = expression_of(call, call->args[1]);
  }
  return substitute_in(call, call->args[0], re, all);
}

static value match_regex(struct fn_call *call, str text, const struct regex *re)
{
  struct regex_match m;
  if (!context_search(re, text, 0, &m)) return VALUE_UNDEF;
  struct array *a = array_new(call->arena, (uint32_t)m.n);
  for (int i = 0; i < m.n; i++) {
    a->items[i] = m.at[i].begin < 0 ? VALUE_UNDEF : value_str(ruby_group(text, &m, i));
  }
  return value_array(a);
}

static value match_pattern(struct fn_call *call, str text, value pattern);

static value match_type(struct fn_call *call, str text, const type *t)
{
  value v = VALUE_UNDEF;
  t = type_resolved(t);
  if (t->kind == T_VARIANT) {
    for (uint32_t i = 0; i < t->variants.n && value_is_undef(v); i++) {
      v = match_pattern(call, text, value_type(t->variants.items[i]));
    }
    return v;
  }
  if (t->kind == T_REGEXP) {
    if (t->pattern.n == 0) FN_FAIL(call, "Given Regexp Type has no regular expression");
    return match_regex(call, text, t->pattern.items[0]);
  }
  if (t->kind != T_PATTERN) {
    FN_FAIL(call, "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got %s",
            ruby_class(value_type(t)));
  }
  for (uint32_t i = 0; i < t->pattern.n && value_is_undef(v); i++) {
    v = match_regex(call, text, t->pattern.items[i]);
  }
  return v;
}

static value match_pattern(struct fn_call *call, str text, value pattern)
{
  value v = VALUE_UNDEF;
  switch (pattern.kind) {
  case V_STRING: return match_regex(call, text, fn_regex(call, pattern));
  case V_REGEX: return match_regex(call, text, pattern.regex);
  case V_TYPE: return match_type(call, text, pattern.type);
  case V_ARRAY: {
    struct valuevec flat = value_flat(call->context, pattern.array->items, pattern.array->n);
    for (uint32_t i = 0; i < flat.n && value_is_undef(v); i++) {
      v = match_pattern(call, text, flat.items[i]);
    }
    return v;
  }
  default:
    FN_FAIL(call, "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got %s",
            ruby_class(pattern));
  }
}

static value fn_match(struct fn_call *call)
{
  if (call->args[0].kind == V_STRING) return match_pattern(call, fn_text(call, 0), call->args[1]);
  const struct array *from = call->args[0].array;
  struct array *a = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < a->n; i++) {
    a->items[i] = match_pattern(call, value_text(from->items[i]), call->args[1]);
  }
  return value_array(a);
}

#define REGSUBST_TARGET                                                                 \
  "Variant[Array[Variant[String, Sensitive[String]]], Sensitive[Array[Variant[String, " \
  "Sensitive[String]]]], "                                                              \
  "Variant[String, Sensitive[String]]]"

const struct fn_row fn_regexp_rows[] = {
  {"match", "String $string, Variant[Any, Type] $pattern; Array[String] $string, Variant[Any, Type] $pattern", fn_match,
   "what an expression and its groups match"},
  {"regsubst",
   REGSUBST_TARGET
   " $target, String $pattern, Variant[String, Hash[String, String]] $replacement, "
   "Optional[Pattern[/^[GEIM]*$/]] ?$flags, Enum['N', 'E', 'S', 'U'] ?$encoding;" REGSUBST_TARGET
   " $target, Variant[Regexp, Type[Regexp]] $pattern, Variant[String, Hash[String, String]] $replacement, "
   "Pattern[/^G?$/] ?$flags",
   fn_regsubst, "replaces what an expression matches"},
  {"split", "String $str, String $pattern; String $str, Regexp $pattern; String $str, Type[Regexp] $pattern", fn_split,
   "the parts between what an expression matches"},
  {"split",
   "Sensitive[String] $sensitive, String $pattern; Sensitive[String] $sensitive, Regexp $pattern;"
   "Sensitive[String] $sensitive, Type[Regexp] $pattern",
   fn_split, "the parts, kept secret"},
  {0},
};
