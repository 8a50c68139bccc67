/* stdlib's functions for strings: characters, prefixes and suffixes, paths, base64. */
#include "base/base64.h"
#include "base/check.h"
#include "base/utf8.h"
#include "compiler/functions/stdlib/stdlib_checks.h"

/* --- sets of characters --- */

static bool next_of(str s, size_t *at, uint32_t *cp)
{
  if (*at >= s.n) return false;
  unsigned n = utf8_decode(s, *at, cp);
  if (n == 0) *cp = (unsigned char)s.p[*at];
  *at += n == 0 ? 1 : n;
  return true;
}

_Noreturn static void bad_range(struct fn_call *call, uint32_t from, uint32_t to)
{
  if (from < 0x80 && to < 0x80) FN_FAIL(call, "invalid range \"%c-%c\" in string transliteration", (int)from, (int)to);
  FN_FAIL(call, "invalid range in string transliteration");
}

/* Sets of characters as in Ruby's tr, count and squeeze: "a-c", "^a-c"; a backslash escapes. */
struct character_set {
  bool all, negated;
  uint32_t n;
  struct character_range {
    uint32_t from, to;
  } * ranges;
};

static struct character_set character_set_read(struct fn_call *call, str text)
{
  struct character_set s = {.negated = text.n > 1 && text.p[0] == '^'};
  text = str_from(text, s.negated);
  s.ranges = arena_array(call->arena, text.n, sizeof *s.ranges);
  uint32_t from;
  for (size_t at = 0; next_of(text, &at, &from);) {
    if (from == '\\' && at < text.n) next_of(text, &at, &from);
    uint32_t to = from;
    if (at + 1 < text.n && text.p[at] == '-') {
      at++;
      next_of(text, &at, &to);
      if (from > to) bad_range(call, from, to);
    }
    s.ranges[s.n++] = (struct character_range){from, to};
  }
  return s;
}

static bool character_set_has(const struct character_set *s, uint32_t character)
{
  bool in = s->all;
  for (uint32_t i = 0; i < s->n && !in; i++) in = character >= s->ranges[i].from && character <= s->ranges[i].to;
  return in != s->negated;
}

int64_t stdlib_count_characters(struct fn_call *call, str text, str set)
{
  struct character_set s = character_set_read(call, set);
  uint32_t cp;
  int64_t n = 0;
  for (size_t at = 0; next_of(text, &at, &cp);) n += character_set_has(&s, cp);
  return n;
}

static value squeezed(struct fn_call *call, value v, const struct character_set *set)
{
  if (v.kind != V_STRING) fn_no_method(call, "squeeze", v);
  str s = value_text(v);
  struct buf b = BUF_IN(call->arena);
  uint32_t cp, before = UINT32_MAX;
  for (size_t at = 0, from = 0; next_of(s, &at, &cp); from = at) {
    if (cp != before || !character_set_has(set, cp)) buf_str(&b, str_sub(s, from, at - from));
    before = cp;
  }
  return value_str(buf_finish(&b));
}

static value fn_squeeze(struct fn_call *call)
{
  if (call->n != 1 && call->n != 2) FN_FAIL(call, "squeeze(): Wrong number of arguments given %u for 2 or 1", call->n);
  value v = call->args[0], chosen = fn_arg(call, 1);
  struct character_set set = {.all = true};
  if (v.kind != V_ARRAY && v.kind != V_STRING) fn_no_method(call, "squeeze", v);
  if (value_truthy(chosen) && (v.kind == V_STRING || v.array->n > 0))
    set = character_set_read(call, fn_string(call, chosen));
  if (v.kind != V_ARRAY) return squeezed(call, v, &set);
  struct array *out = array_new(call->arena, v.array->n);
  for (uint32_t i = 0; i < out->n; i++) out->items[i] = squeezed(call, v.array->items[i], &set);
  return value_array(out);
}

/* --- letter case, line breaks: also of the elements of an array --- */

static str swapped_case(struct arena *a, str s)
{
  struct buf b = BUF_IN(a);
  uint32_t cp;
  for (size_t at = 0, from = 0; next_of(s, &at, &cp); from = at) {
    str one = str_sub(s, from, at - from), lower = text_downcase(a, one);
    buf_str(&b, str_eq(lower, one) ? text_upcase(a, one) : lower);
  }
  return buf_finish(&b);
}

value stdlib_each_text(struct fn_call *call)
{
  value v = stdlib_first_sequence(call);
  return v.kind == V_STRING ? fn_changed_text(call, v) : value_map(call->arena, v, NULL, fn_changed_text, call);
}

static str only_text(struct fn_call *call)
{
  if (call->args[0].kind != V_STRING) FN_FAIL(call, "%s(): Requires string as argument", call->name);
  return fn_text(call, 0);
}

static value fn_dos2unix(struct fn_call *call)
{
  str s = only_text(call);
  struct buf b = BUF_IN(call->arena);
  for (size_t i = 0; i < s.n; i++) {
    if (s.p[i] != '\r' || i + 1 >= s.n || s.p[i + 1] != '\n') buf_char(&b, s.p[i]);
  }
  return value_str(buf_finish(&b));
}

static value fn_unix2dos(struct fn_call *call)
{
  str s = only_text(call);
  struct buf b = BUF_IN(call->arena);
  for (size_t i = 0; i < s.n;) {
    size_t end = i;
    while (end < s.n && s.p[end] == '\r') end++;
    if (end < s.n && s.p[end] == '\n') {
      buf_z(&b, "\r\n");
      i = end + 1;
      continue;
    }
    end = end == i ? i + 1 : end;
    buf_str(&b, str_sub(s, i, end - i));
    i = end;
  }
  return value_str(buf_finish(&b));
}

bool stdlib_has_digit_line(str s)
{
  str line;
  for (size_t at = 0; fn_next_line(s, &at, &line);) {
    if (line.n > 0 && str_digits(line, 0) == line.n) return true;
  }
  return false;
}

/* --- prefixes and suffixes --- */

static value fn_has_affix(struct fn_call *call)
{
  bool (*has)(str s, str affix) = call->row->flag ? str_starts : str_ends;
  const struct value_list affixes = value_list_of(&call->args[1]);
  bool found = false;
  for (uint32_t i = 0; i < affixes.n && !found; i++) found = has(fn_text(call, 0), value_text(affixes.items[i]));
  return value_bool(found);
}

/* --- paths --- */

/* Like Ruby, rejects a path with a NUL byte. */
static str path_of(struct fn_call *call, str path)
{
  if (str_index(path, '\0', 0) != SIZE_MAX) FN_FAIL(call, "string contains null byte");
  return path;
}

static size_t without_slashes(str s, size_t end)
{
  while (end > 0 && s.p[end - 1] == '/') end--;
  return end;
}

static value fn_dirname(struct fn_call *call)
{
  if (call->n == 0) FN_FAIL(call, "dirname(): No arguments given");
  if (call->n > 1) FN_FAIL(call, "dirname(): Too many arguments given (%u)", call->n);
  if (call->args[0].kind != V_STRING) FN_FAIL(call, "dirname(): Requires string as argument");
  str s = path_of(call, fn_text(call, 0));
  if (s.n == 0) FN_FAIL(call, "dirname(): Requires a non-empty string as argument");
  size_t end = without_slashes(s, s.n);
  while (end > 0 && s.p[end - 1] != '/') end--;
  end = without_slashes(s, end);
  size_t begin = 0;
  while (s.p[0] == '/' && begin + 1 < end && s.p[begin + 1] == '/') begin++;
  if (end > 0) return value_str(str_sub(s, begin, end - begin));
  return value_str(s.p[0] == '/' ? STR("/") : STR("."));
}

/* The last part of a path without slashes; "/" if the path consists of slashes. */
static str last_part(str s)
{
  size_t end = without_slashes(s, s.n);
  if (end == 0) return str_sub(s, 0, s.n > 0);
  size_t begin = end;
  while (begin > 0 && s.p[begin - 1] != '/') begin--;
  return str_sub(s, begin, end - begin);
}

/* Returns the position of the extension: the last dot that is not at the beginning of the name; the end if there is
 * none. */
static size_t extension_at(str s)
{
  size_t at = 0, found = s.n;
  while (at < s.n && s.p[at] == '.') at++;
  for (; at < s.n; at++) {
    if (s.p[at] == '.') found = at;
  }
  return found;
}

/* Returns the length of the name without the suffix, as in File.basename: ".*" is any extension, and "x*" everything
 * from the last x on. */
static size_t without_suffix(str name, str suffix)
{
  size_t keep = 0;
  if (suffix.n == 2 && suffix.p[1] == '*') {
    if (suffix.p[0] == '.') return extension_at(name);
    keep = name.n;
    while (keep > 0 && name.p[keep - 1] != suffix.p[0]) keep--;
    keep = keep == 0 ? name.n : keep - 1;
  } else if (suffix.n > 0 && str_ends(name, suffix)) {
    keep = name.n - suffix.n;
  }
  return keep == 0 ? name.n : keep;
}

static value fn_basename(struct fn_call *call)
{
  if (call->n == 0) FN_FAIL(call, "basename(): No arguments given");
  if (call->n > 2) FN_FAIL(call, "basename(): Too many arguments given (%u)", call->n);
  if (call->args[0].kind != V_STRING) FN_FAIL(call, "basename(): Requires string as first argument");
  if (call->n == 2 && call->args[1].kind != V_STRING) FN_FAIL(call, "basename(): Requires string as second argument");
  str name = last_part(path_of(call, fn_text(call, 0)));
  return value_str(call->n == 1 || name.n == 0 ? name : str_sub(name, 0, without_suffix(name, fn_text(call, 1))));
}

static value fn_extname(struct fn_call *call)
{
  str name = last_part(path_of(call, fn_text(call, 0)));
  return value_str(str_from(name, extension_at(name)));
}

/* --- base64 --- */

static value fn_base64(struct fn_call *call)
{
  if (call->n < 2) FN_FAIL(call, "base64(): Wrong number of arguments (%u; must be >= 2)", call->n);
  if (call->args[0].kind != V_STRING || !str_among(fn_text(call, 0), "encode decode"))
    FN_FAIL(call, "base64(): the first argument must be one of 'encode' or 'decode'");
  if (call->args[1].kind != V_STRING) FN_FAIL(call, "base64(): the second argument must be a string to base64");
  value method = call->n > 2 ? call->args[2] : value_str(STR("default"));
  if (method.kind != V_STRING || !str_among(value_text(method), "default strict urlsafe"))
    FN_FAIL(call, "base64(): the third argument must be one of 'default', 'strict', or 'urlsafe'");
  bool plain = str_eqz(value_text(method), "default"), url = str_eqz(value_text(method), "urlsafe");
  str text = fn_text(call, 1), out;
  if (str_eqz(fn_text(call, 0), "encode")) return value_str(base64_encode(call->arena, text, url, plain ? 60 : 0));
  if (plain) return value_str_bytes(base64_decode(call->arena, text));
  if (!base64_decode_strictly(call->arena, url ? base64_from_url(call->arena, text) : text, &out))
    FN_FAIL(call, "invalid base64");
  return value_str_bytes(out);
}

#define AFFIXES "String $test_string, Variant[String[1], Array[String[1], 1]] "

static value fn_sprintf_hash(struct fn_call *call)
{
  stdlib_deprecated(call, STR("sprintf_hash"),
                    STR("This method is deprecated. From Puppet 4.10.10/5.3.4 please use the built-in sprintf instead"),
                    false);
  const struct hash *h = call->args[1].hash;
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->entries[i].key.kind != V_STRING) fn_no_method(call, "to_sym", h->entries[i].key);
  }
  struct buf b = BUF_IN(call->arena);
  ruby_format(call->context, &b, fn_text(call, 0), call->args + 1, 1);
  return value_str(buf_finish(&b));
}

const struct fn_row fn_stdlib_string_rows[] = {
  {"base64", NULL, fn_base64, "a text in base64, or back", OLD_API(-1)},
  {"basename", NULL, fn_basename, "the last part of a path", OLD_API(-1)},
  {"dirname", NULL, fn_dirname, "a path without its last part", OLD_API(-1)},
  {"dos2unix", NULL, fn_dos2unix, "line breaks without carriage returns", OLD_API(1)},
  {"sprintf_hash", "String $format, Hash $arguments", fn_sprintf_hash, "a format with named arguments"},
  {"squeeze", NULL, fn_squeeze, "characters that repeat, once", OLD_API(-1)},
  {"stdlib::end_with", AFFIXES "$suffixes >> Boolean", fn_has_affix, "whether a text ends with another", .flag = false},
  {"stdlib::extname", "String $filename >> String", fn_extname, "the extension of a path"},
  {"stdlib::start_with", AFFIXES "$prefixes >> Boolean", fn_has_affix, "whether a text begins with another",
   .flag = true},
  {"swapcase", NULL, stdlib_each_text, "upper case letters lower, and the other way", .change = swapped_case,
   OLD_API(-1)},
  {"unix2dos", NULL, fn_unix2dos, "line breaks with carriage returns", OLD_API(1)},
  {0},
};
