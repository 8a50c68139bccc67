/* split, regsubst and match with Ruby's rules: what an empty match does, which escapes a replacement has, and what
 * stays Sensitive. */
#include "base/utf8.h"
#include "compiler/functions/fn_ruby.h"

static const struct regex *expression_of(struct fn_call *call, value v)
{
  if (v.kind != V_TYPE) return fn_regex(call, v);
  const type *t = type_resolved(v.type);
  return t->pattern.n > 0 ? t->pattern.items[0] : fn_regex(call, value_str(STR_EMPTY));
}

static bool found(const struct regex *re, str text, size_t from, struct regex_match *m)
{
  enum regex_result r = from > text.n ? REGEX_NO_MATCH : regex_search(re, text, from, m);
  if (r == REGEX_LIMIT) context_regex_limit(re);
  return r == REGEX_MATCH;
}

static size_t character_at(str s, size_t at)
{
  uint32_t cp;
  unsigned n = at < s.n ? utf8_decode(s, at, &cp) : 1;
  return n == 0 ? 1 : n;
}

static void push_text(struct fn_call *call, struct valuevec *out, str s)
{
  valuevec_push(out, call->arena, value_str(s));
}

/* Reproduces String#split of Ruby with a regular expression. An empty match splits between two characters, texts
 * of groups become fields, and empty fields at the end are dropped. */
static value split(struct fn_call *call, str text, const struct regex *re)
{
  struct valuevec out = {0};
  struct regex_match m;
  size_t begin = 0, start = 0;
  bool last_empty = false;
  while (found(re, text, start, &m)) {
    size_t from = (size_t)m.at[0].begin, to = (size_t)m.at[0].end;
    if (from == start && from == to) {
      if (text.n == 0) break;
      if (!last_empty) {
        start += character_at(text, start);
        last_empty = true;
        continue;
      }
      push_text(call, &out, str_sub(text, begin, character_at(text, begin)));
      begin = start;
    } else {
      push_text(call, &out, str_sub(text, begin, from - begin));
      begin = start = to;
    }
    last_empty = false;
    for (int i = 1; i < m.n; i++) {
      if (m.at[i].begin >= 0) push_text(call, &out, fn_group(text, &m, i));
    }
  }
  if (text.n > begin) push_text(call, &out, str_from(text, begin));
  while (out.n > 0 && out.items[out.n - 1].length == 0) out.n--;
  return valuevec_array(&out, call->arena);
}

static value fn_split(struct fn_call *call)
{
  return split(call, fn_text(call, 0), expression_of(call, call->args[1]));
}

static value fn_split_sensitive(struct fn_call *call)
{
  str text = value_text(*call->args[0].sensitive);
  return value_sensitive(call->arena, split(call, text, expression_of(call, call->args[1])));
}

/* Replaces \k<name>. `at` is the position of the "k", and afterwards of the ">". False: there is no such group. */
static bool named_group(struct buf *out, str with, size_t *at, const struct regex *re, str text,
                        const struct regex_match *m)
{
  size_t close = str_index(with, '>', *at);
  if (close == SIZE_MAX || with.p[*at + 1] != '<') return false;
  int n = regex_group(re, str_sub(with, *at + 2, close - *at - 2));
  if (n >= 0 && n < m->n) buf_str(out, fn_group(text, m, n));
  *at = close;
  return n >= 0;
}

/* \0 to \9, \&, \`, \' and \k<name> are replaced by parts of the match. */
static void replace_text(struct buf *out, str with, const struct regex *re, str text, const struct regex_match *m)
{
  for (size_t i = 0; i < with.n; i++) {
    if (with.p[i] != '\\' || i + 1 >= with.n) {
      buf_char(out, with.p[i]);
      continue;
    }
    char next = with.p[++i];
    if (ascii_is_digit(next) || next == '&') {
      int n = next == '&' ? 0 : next - '0';
      buf_str(out, n < m->n ? fn_group(text, m, n) : STR_EMPTY);
    } else if (next == 'k' && named_group(out, with, &i, re, text, m)) {
      continue;
    } else if (next == '`') {
      buf_str(out, str_sub(text, 0, (size_t)m->at[0].begin));
    } else if (next == '\'') {
      buf_str(out, str_from(text, (size_t)m->at[0].end));
    } else {
      buf_z(out, next == '\\' ? "" : "\\");
      buf_char(out, next);
    }
  }
}

static void replacement(struct buf *out, value with, const struct regex *re, str text, const struct regex_match *m)
{
  if (with.kind == V_STRING) {
    replace_text(out, value_text(with), re, text, m);
    return;
  }
  const value *v = hash_get_str(with.hash, fn_group(text, m, 0));
  if (v != NULL) ruby_to_s(out, *v);
}

static str substitute(struct fn_call *call, str text, const struct regex *re, value with, bool all)
{
  struct buf b = BUF_IN(call->arena);
  struct regex_match m;
  size_t at = 0, start = 0;
  while (found(re, text, start, &m)) {
    size_t from = (size_t)m.at[0].begin, to = (size_t)m.at[0].end;
    buf_str(&b, str_sub(text, at, from - at));
    replacement(&b, with, re, text, &m);
    at = start = to;
    if (!all) break;
    if (from == to) {
      size_t n = character_at(text, to);
      buf_str(&b, str_sub(text, to, n));
      at = start = to + n;
    }
  }
  buf_str(&b, str_from(text, at < text.n ? at : text.n));
  return buf_finish(&b);
}

/* A Sensitive text stays sensitive. Of a Sensitive array only those elements do that were Sensitive themselves. */
static value substitute_in(struct fn_call *call, value v, const struct regex *re, bool all)
{
  if (v.kind == V_STRING) return value_str(substitute(call, value_text(v), re, call->args[2], all));
  if (v.kind == V_SENSITIVE && v.sensitive->kind == V_STRING) {
    return value_sensitive(call->arena, substitute_in(call, *v.sensitive, re, all));
  }
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
    str names = flags.kind == V_STRING ? value_text(flags) : STR_EMPTY;
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
  if (!found(re, text, 0, &m)) return VALUE_UNDEF;
  struct array *a = array_new(call->arena, (uint32_t)m.n);
  for (int i = 0; i < m.n; i++) {
    a->items[i] = m.at[i].begin < 0 ? VALUE_UNDEF : value_str(fn_group(text, &m, i));
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
    struct valuevec flat = {0};
    value_flatten(call->context, &flat, pattern.array->items, pattern.array->n);
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
   fn_split_sensitive, "the parts, kept secret"},
  {0},
};
