/* Texts: case, blanks, splitting, replacing, matching, comparing versions. */
#include <stdlib.h>

#include "base/utf8.h"
#include "compiler/functions/fn.h"
#include "compiler/values/ruby_text.h"
#include "compiler/values/semver.h"
#include "compiler/values/time_value.h"

/* --- functions of one text, also applied to the elements of an array (and of a hash) --- */

typedef str text_fn(struct arena *a, str s);

/* Elements that are no strings stay as they are; arrays and hashes in `deep` are gone into. */
static value apply(struct fn_call *call, text_fn *f, value v, bool deep)
{
  if (v.kind == V_STRING) {
    return value_str(f(call->arena, value_text(v)));
  }
  if (!deep || (v.kind != V_ARRAY && v.kind != V_HASH)) {
    return v;
  }
  context_enter(call->context);
  value out;
  if (v.kind == V_ARRAY) {
    struct array *a = array_new(call->arena, v.array->n);
    for (uint32_t i = 0; i < a->n; i++) {
      a->items[i] = apply(call, f, v.array->items[i], true);
    }
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
  if (v.kind == V_STRING || value_is_number(v)) {
    return apply(call, f, v, false);
  }
  const struct array *from = fn_elements(call, v);
  struct array *a = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < a->n; i++) {
    a->items[i] = apply(call, f, from->items[i], false);
  }
  return value_array(a);
}

/* Ruby strips white space and NULs at the end, white space only at the beginning. */
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
  if (str_ends(s, STR("\r\n"))) {
    return str_sub(s, 0, s.n - 2);
  }
  return str_ends(s, STR("\n")) || str_ends(s, STR("\r")) ? str_sub(s, 0, s.n - 1) : s;
}

static str chopped(struct arena *a, str s)
{
  (void)a;
  if (s.n == 0 || str_ends(s, STR("\r\n"))) {
    return s.n == 0 ? s : str_sub(s, 0, s.n - 2);
  }
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

/* --- regular expressions --- */

static const struct regex *compiled(struct fn_call *call, str source)
{
  str error = STR_EMPTY;
  const struct regex *re = regex_compile(call->arena, source, &error);
  if (re == NULL) {
    FN_FAIL(call, "%.*s", STR_FMT(error));
  }
  return re;
}

static const struct regex *expression_of(struct fn_call *call, value v)
{
  if (v.kind == V_REGEX) {
    return v.regex;
  }
  if (v.kind == V_TYPE) {
    const type *t = type_resolved(v.type);
    return t->pattern.n > 0 ? t->pattern.items[0] : compiled(call, STR_EMPTY);
  }
  return compiled(call, value_text(v));
}

static bool found(struct fn_call *call, const struct regex *re, str text, size_t from, struct regex_match *m)
{
  enum regex_result r = from > text.n ? REGEX_NO_MATCH : regex_search(re, text, from, m);
  if (r == REGEX_LIMIT) {
    fail_error(call->context, FAILURE_LIMIT, "The regular expression /%.*s/ takes too many steps",
               STR_FMT(re->source));
  }
  return r == REGEX_MATCH;
}

static str group(str text, const struct regex_match *m, int i)
{
  return m->at[i].begin < 0 ? STR_EMPTY
                            : str_sub(text, (size_t)m->at[i].begin, (size_t)(m->at[i].end - m->at[i].begin));
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

/* As Ruby's String#split with an expression. */
static value split(struct fn_call *call, str text, const struct regex *re)
{
  struct valuevec out = {0};
  struct regex_match m;
  size_t begin = 0, start = 0;
  bool last_empty = false;
  while (found(call, re, text, start, &m)) {
    size_t from = (size_t)m.at[0].begin, to = (size_t)m.at[0].end;
    if (from == start && from == to) {
      if (text.n == 0) {
        break;
      }
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
      if (m.at[i].begin >= 0) {
        push_text(call, &out, group(text, &m, i));
      }
    }
  }
  if (text.n > begin) {
    push_text(call, &out, str_from(text, begin));
  }
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

/* \k<name> in a replacement; *at is at the 'k', and at the '>' afterwards. False when it is none. */
static bool named_group(struct buf *out, str with, size_t *at, const struct regex *re, str text,
                        const struct regex_match *m)
{
  size_t close = str_index(with, '>', *at);
  if (close == SIZE_MAX || with.p[*at + 1] != '<') {
    return false;
  }
  int n = regex_group(re, str_sub(with, *at + 2, close - *at - 2));
  if (n >= 0 && n < m->n) {
    buf_str(out, group(text, m, n));
  }
  *at = close;
  return n >= 0;
}

/* \0 to \9, \&, \`, \' and \k<name> stand for what was matched. */
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
      buf_str(out, n < m->n ? group(text, m, n) : STR_EMPTY);
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

static void replacement(struct buf *out, value with, const struct regex *re, str text,
                        const struct regex_match *m)
{
  if (with.kind == V_STRING) {
    replace_text(out, value_text(with), re, text, m);
    return;
  }
  const value *v = hash_get_str(with.hash, group(text, m, 0));
  if (v != NULL) {
    ruby_to_s(out, *v);
  }
}

static str substitute(struct fn_call *call, str text, const struct regex *re, value with, bool all)
{
  struct buf b = BUF_IN(call->arena);
  struct regex_match m;
  size_t at = 0, start = 0;
  while (found(call, re, text, start, &m)) {
    size_t from = (size_t)m.at[0].begin, to = (size_t)m.at[0].end;
    buf_str(&b, str_sub(text, at, from - at));
    replacement(&b, with, re, text, &m);
    at = start = to;
    if (!all) {
      break;
    }
    if (from == to) {
      size_t n = character_at(text, to);
      buf_str(&b, str_sub(text, to, n));
      at = start = to + n;
    }
  }
  buf_str(&b, str_from(text, at < text.n ? at : text.n));
  return buf_finish(&b);
}

/* A secret text stays one; a secret array becomes one whose elements are what they were. */
static value substitute_in(struct fn_call *call, value v, const struct regex *re, bool all)
{
  if (v.kind == V_STRING) {
    return value_str(substitute(call, value_text(v), re, call->args[2], all));
  }
  if (v.kind == V_SENSITIVE && v.sensitive->kind == V_STRING) {
    return value_sensitive(call->arena, substitute_in(call, *v.sensitive, re, all));
  }
  const struct array *from = v.kind == V_SENSITIVE ? v.sensitive->array : v.array;
  struct array *a = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < a->n; i++) {
    a->items[i] = substitute_in(call, from->items[i], re, all);
  }
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
    re = compiled(call, b.n > 0 ? buf_view(&b) : fn_text(call, 1));
  } else {
    re = expression_of(call, call->args[1]);
  }
  return substitute_in(call, call->args[0], re, all);
}

static value match_regex(struct fn_call *call, str text, const struct regex *re)
{
  struct regex_match m;
  if (!found(call, re, text, 0, &m)) {
    return VALUE_UNDEF;
  }
  struct array *a = array_new(call->arena, (uint32_t)m.n);
  for (int i = 0; i < m.n; i++) {
    a->items[i] = m.at[i].begin < 0 ? VALUE_UNDEF : value_str(group(text, &m, i));
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
    if (t->pattern.n == 0) {
      FN_FAIL(call, "Given Regexp Type has no regular expression");
    }
    return match_regex(call, text, t->pattern.items[0]);
  }
  if (t->kind != T_PATTERN) {
    FN_FAIL(
        call,
        "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got %s",
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
  case V_STRING:
    return match_regex(call, text, compiled(call, value_text(pattern)));
  case V_REGEX:
    return match_regex(call, text, pattern.regex);
  case V_TYPE:
    return match_type(call, text, pattern.type);
  case V_ARRAY: {
    struct valuevec flat = {0};
    fn_flatten(call, &flat, pattern.array->items, pattern.array->n);
    for (uint32_t i = 0; i < flat.n && value_is_undef(v); i++) {
      v = match_pattern(call, text, flat.items[i]);
    }
    return v;
  }
  default:
    FN_FAIL(
        call,
        "match() expects pattern of T, where T is String, Regexp, Regexp[r], Pattern[p], or Array[T]. Got %s",
        ruby_class(pattern));
  }
}

static value fn_match(struct fn_call *call)
{
  if (call->args[0].kind == V_STRING) {
    return match_pattern(call, fn_text(call, 0), call->args[1]);
  }
  const struct array *from = call->args[0].array;
  struct array *a = array_new(call->arena, from->n);
  for (uint32_t i = 0; i < a->n; i++) {
    a->items[i] = match_pattern(call, value_text(from->items[i]), call->args[1]);
  }
  return value_array(a);
}

/* --- versions --- */

/* The next piece of a version: a separator, digits, or anything else up to one of these. */
static str version_piece(str s, size_t *at)
{
  size_t from = *at, end = from;
  if (end < s.n && (s.p[end] == '-' || s.p[end] == '.')) {
    end++;
  } else {
    bool digits = end < s.n && ascii_is_digit(s.p[end]);
    while (end < s.n && s.p[end] != '-' && s.p[end] != '.' && ascii_is_digit(s.p[end]) == digits) end++;
  }
  *at = end;
  return str_sub(s, from, end - from);
}

static int sign(int i) { return i < 0 ? -1 : i > 0; }

static int compare_digits(str a, str b)
{
  while (a.n > 0 && a.p[0] == '0') a = str_from(a, 1);
  while (b.n > 0 && b.p[0] == '0') b = str_from(b, 1);
  return a.n != b.n ? (a.n < b.n ? -1 : 1) : sign(str_cmp(a, b));
}

static bool all_digits(str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (!ascii_is_digit(s.p[i])) {
      return false;
    }
  }
  return s.n > 0;
}

static int compare_versions(struct arena *arena, str a, str b)
{
  size_t i = 0, k = 0;
  while (i < a.n && k < b.n) {
    str x = version_piece(a, &i), y = version_piece(b, &k);
    if (str_eq(x, y)) {
      continue;
    }
    if (str_eqz(x, "-")) return -1;
    if (str_eqz(y, "-")) return 1;
    if (str_eqz(x, ".")) return -1;
    if (str_eqz(y, ".")) return 1;
    if (all_digits(x) && all_digits(y)) {
      /* Numbers with a leading zero are compared as texts. */
      if (x.p[0] == '0' || y.p[0] == '0') {
        return sign(str_cmp(text_upcase(arena, x), text_upcase(arena, y)));
      }
      return compare_digits(x, y);
    }
    return sign(str_cmp(text_upcase(arena, x), text_upcase(arena, y)));
  }
  return sign(str_cmp(a, b));
}

/* Without the dots and zeroes at the end of what stands before the first dash. */
static str without_zeroes(struct arena *arena, str version)
{
  size_t dash = str_index(version, '-', 0);
  dash = dash == SIZE_MAX ? version.n : dash;
  size_t end = dash;
  while (end > 0 && (version.p[end - 1] == '0' || version.p[end - 1] == '.')) end--;
  return arena_printf(arena, "%.*s%.*s", (int)end, version.p, STR_FMT(str_from(version, dash)));
}

static value fn_versioncmp(struct fn_call *call)
{
  str a = fn_text(call, 0), b = fn_text(call, 1);
  if (fn_arg(call, 2).kind == V_BOOL && call->args[2].boolean) {
    a = without_zeroes(call->arena, a);
    b = without_zeroes(call->arena, b);
  }
  return value_int(compare_versions(call->arena, a, b));
}

static value fn_compare(struct fn_call *call)
{
  value a = call->args[0], b = call->args[1];
  if (value_is_number(a) && value_is_number(b)) {
    return value_int(value_compare_numbers(a, b));
  }
  if (a.kind == V_SEMVER) return value_int(semver_compare(a.semver, b.semver));
  if (value_is_time(a)) return value_int(time_compare(a, b));
  /* Puppet compares the other way round, with whole seconds, and turns the answer. */
  if (value_is_time(b)) return value_int(-time_compare(b, a));
  bool exact = call->n > 2 && !call->args[2].boolean;
  return value_int(
      sign(exact ? str_cmp(value_text(a), value_text(b)) : str_casecmp(value_text(a), value_text(b))));
}

static bool is_comparable(value v)
{
  return v.kind == V_STRING || v.kind == V_SEMVER || value_is_number(v) || value_is_time(v);
}

/* Why two values cannot be compared. */
static value fn_compare_bad(struct fn_call *call)
{
  value a = call->args[0], b = call->args[1];
  str x = label_of_value(call->arena, a), y = label_of_value(call->arena, b);
  if (!is_comparable(a) || !is_comparable(b)) {
    FN_FAIL(call,
            "'compare' compare(): Non comparable type. Only values of the types Numeric, String, Semver, "
            "Timestamp and Timestamp can be compared. Got %.*s and %.*s",
            STR_FMT(x), STR_FMT(y));
  }
  if (call->n > 2 && (a.kind != V_STRING || b.kind != V_STRING)) {
    FN_FAIL(call, "'compare' compare(): The third argument (ignore case) can only be used when comparing strings");
  }
  if (call->n > 3) {
    FN_FAIL(call, "'compare' compare(): Accepts at most 3 arguments, got %u", call->n);
  }
  if (call->n == 3) {
    FN_FAIL(call, "'compare' compare(): The third argument (ignore case) must be a Boolean. Got %.*s",
            STR_FMT(label_of_value(call->arena, call->args[2])));
  }
  FN_FAIL(call,
          "'compare' compare(): Can only compare values of the same type (or for Timestamp/Timespan also against "
          "Numeric). Got %.*s and %.*s",
          STR_FMT(x), STR_FMT(y));
}

#define EACH_ROWS(name, body, doc)                                     \
  {name, "Numeric $arg", body, doc}, {name, "String $arg", body, doc}, \
  {                                                                    \
    name, "Iterable[Variant[String, Numeric]] $arg", body, doc         \
  }
#define DEEP_ROWS(name, body, doc)                                     \
  {name, "type StringData = Variant[String, Numeric, Array[StringData], Hash[StringData, StringData]]", NULL, NULL}, \
  {name, "Numeric $arg", body, doc}, {name, "String $arg", body, doc}, \
      {name, "Array[StringData] $arg", body, doc},                     \
  {                                                                    \
    name, "Hash[StringData, StringData] $arg", body, doc               \
  }

#define REGSUBST_TARGET                                                                                \
  "Variant[Array[Variant[String, Sensitive[String]]], Sensitive[Array[Variant[String, Sensitive[String]]]], " \
  "Variant[String, Sensitive[String]]]"

const struct fn_row fn_string_rows[] = {
    EACH_ROWS("camelcase", fn_camelcase, "a_b as AB"),
    EACH_ROWS("capitalize", fn_capitalize, "first letter upper case, others lower"),
    EACH_ROWS("chomp", fn_chomp, "without the line break at the end"),
    EACH_ROWS("chop", fn_chop, "without the last character"),
    {"compare", "Numeric $a, Numeric $b", fn_compare, "-1, 0 or 1"},
    {"compare", "String $a, String $b, Boolean ?$ignore_case", fn_compare, "-1, 0 or 1"},
    {"compare", "SemVer $a, SemVer $b", fn_compare, "-1, 0 or 1"},
    {"compare", "Numeric $a, Variant[Timespan, Timestamp] $b", fn_compare, "-1, 0 or 1"},
    {"compare", "Timestamp $a, Variant[Timestamp, Numeric] $b", fn_compare, "-1, 0 or 1"},
    {"compare", "Timespan $a, Variant[Timespan, Numeric] $b", fn_compare, "-1, 0 or 1"},
    {"compare", "!Any $a, Any $b, Any *$ignore_case", fn_compare_bad, "explains what cannot be compared"},
    DEEP_ROWS("downcase", fn_downcase, "in lower case"),
    EACH_ROWS("lstrip", fn_lstrip, "without white space at the beginning"),
    {"match", "String $string, Variant[Any, Type] $pattern", fn_match,
     "what an expression and its groups match"},
    {"match", "Array[String] $string, Variant[Any, Type] $pattern", fn_match, "what it matches in each"},
    {"regsubst",
     REGSUBST_TARGET " $target, String $pattern, "
     "Variant[String, Hash[String, String]] $replacement, Optional[Pattern[/^[GEIM]*$/]] ?$flags, "
     "Enum['N', 'E', 'S', 'U'] ?$encoding",
     fn_regsubst, "replaces what an expression matches"},
    {"regsubst",
     REGSUBST_TARGET " $target, Variant[Regexp, Type[Regexp]] $pattern, "
     "Variant[String, Hash[String, String]] $replacement, Pattern[/^G?$/] ?$flags",
     fn_regsubst, "replaces what an expression matches"},
    EACH_ROWS("rstrip", fn_rstrip, "without white space at the end"),
    {"split", "String $str, String $pattern", fn_split, "the parts between what an expression matches"},
    {"split", "String $str, Regexp $pattern", fn_split, "the parts between what an expression matches"},
    {"split", "String $str, Type[Regexp] $pattern", fn_split, "the parts between what an expression matches"},
    {"split", "Sensitive[String] $sensitive, String $pattern", fn_split_sensitive, "the parts, kept secret"},
    {"split", "Sensitive[String] $sensitive, Regexp $pattern", fn_split_sensitive, "the parts, kept secret"},
    {"split", "Sensitive[String] $sensitive, Type[Regexp] $pattern", fn_split_sensitive,
     "the parts, kept secret"},
    EACH_ROWS("strip", fn_strip, "without white space at both ends"),
    DEEP_ROWS("upcase", fn_upcase, "in upper case"),
    {"versioncmp", "String $a, String $b, Boolean ?$ignore_trailing_zeroes", fn_versioncmp,
     "compares two versions"},
    {0},
};
