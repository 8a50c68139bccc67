/* Keys with dots: splits them into segments, and follows these into a value. A quoted segment may contain dots; a
 * segment of digits is an index of an array. A key that cannot be split is a syntax error. */
#include "compiler/lookup/internal.h"

#include "base/check.h"

static bool is_quote(char c) { return c == '"' || c == '\''; }

/* Length of a quoted piece with the white space around it; 0: none begins here. Empty quotes are not a piece. */
static size_t quoted_length(str s, size_t at)
{
  size_t p = str_spaces(s, at);
  if (p >= s.n || !is_quote(s.p[p])) return 0;
  const size_t end = str_index(s, s.p[p], p + 1);
  if (end == SIZE_MAX || end == p + 1) return 0;
  return str_spaces(s, end + 1) - at;
}

static size_t plain_length(str s, size_t at)
{
  size_t end = at;
  while (end < s.n && s.p[end] != '.' && !is_quote(s.p[end])) end++;
  return end - at;
}

str lookup_strip(str s)
{
  while (s.n > 0 && (ascii_is_space((unsigned char)s.p[0]) || s.p[0] == '\0')) s = str_from(s, 1);
  while (s.n > 0 && (ascii_is_space((unsigned char)s.p[s.n - 1]) || s.p[s.n - 1] == '\0')) s.n--;
  return s;
}

/* Whether s is an integer, possibly with a sign. More than 18 digits may not fit, and remain text. */
static bool is_integer(str s, int64_t *out)
{
  size_t at = s.n > 0 && s.p[0] == ':' ? 1 : 0;
  bool negative = at < s.n && s.p[at] == '-';
  if (at < s.n && (s.p[at] == '-' || s.p[at] == '+')) at++;
  if (at == s.n || s.n - at > 18) return false;
  int64_t n = 0;
  for (size_t i = at; i < s.n; i++) {
    if (!ascii_is_digit((unsigned char)s.p[i])) return false;
    n = n * 10 + (s.p[i] - '0');
  }
  /* Puppet's pattern accepts a leading colon, but the conversion gives 0. */
  *out = s.p[0] == ':' ? 0 : negative ? -n : n;
  return true;
}

static value segment_of(struct arena *a, str s)
{
  s = lookup_strip(s);
  int64_t n;
  if (s.n >= 2 && is_quote(s.p[0])) return value_str(arena_str(a, str_sub(s, 1, s.n - 2)));
  return is_integer(s, &n) ? value_int(n) : value_str(arena_str(a, s));
}

/* Whether the key has no dots and no quotes, like most keys. */
static bool is_single(str text)
{
  return str_index(text, '.', 0) == SIZE_MAX && str_index(text, '\'', 0) == SIZE_MAX &&
         str_index(text, '"', 0) == SIZE_MAX;
}

const value *lookup_split(struct arena *a, str text, uint32_t *n)
{
  if (is_single(text)) {
    value *one = arena_alloc(a, sizeof *one);
    *one = value_str(arena_str(a, text));
    *n = 1;
    return one;
  }
  struct valuevec out = {0};
  *n = 0;
  for (size_t at = 0; at < text.n;) {
    const size_t quoted = quoted_length(text, at);
    const size_t length = quoted != 0 ? quoted : plain_length(text, at);
    if (length == 0) return NULL;
    valuevec_push(&out, a, segment_of(a, str_sub(text, at, length)));
    at += length;
    if (at == text.n) break;
    if (text.p[at] != '.' || at + 1 == text.n) return NULL;
    at++;
  }
  *n = out.n;
  return out.items;
}

static void finish_key(struct lookup_key *key)
{
  key->code = value_hash_code(value_str(key->root));
  size_t at = str_index(key->root, ':', 0);
  if (at != SIZE_MAX) at = str_find(key->root, STR("::"), at);
  if (at != SIZE_MAX) key->module_name = str_sub(key->root, 0, at);
}

struct lookup_key lookup_key_plain(str text)
{
  assert_hot(str_index(text, '.', 0) == SIZE_MAX);
  struct lookup_key key = {.text = text, .root = text};
  finish_key(&key);
  return key;
}

const value *lookup_key_get(const struct hash *h, const struct lookup_key *key)
{
  assert_hot(h != NULL && key != NULL);
  return key->code != 0 ? hash_get_coded(h, value_str(key->root), key->code) : hash_get_str(h, key->root);
}

void lookup_key_parse(struct lookup_call *call, str text, struct lookup_key *out)
{
  assert(out != NULL);
  uint32_t n;
  const value *all = lookup_split(call->c->arena, text, &n);
  if (n == 0 || all[0].kind != V_STRING)
    lookup_fail(call, FAILED_IN_LOOKUP, "Syntax error in key: '%.*s'", STR_FMT(text));
  *out = (struct lookup_key){.text = text, .root = value_text(all[0]), .segments = all + 1, .n = n - 1};
  finish_key(out);
}

static str segments_text(struct arena *a, const value *segments, uint32_t n)
{
  struct buf out = BUF_IN(a);
  for (uint32_t i = 0; i < n; i++) {
    if (i > 0) buf_char(&out, '.');
    value_render(&out, segments[i]);
  }
  return buf_view(&out);
}

/* Follows one segment; false: not found. */
static bool dig_one(struct lookup_call *call, str key, value segment, value v, value *out)
{
  if (v.kind == V_UNDEF) return false;
  if (segment.kind == V_INT && v.kind == V_ARRAY) {
    if (segment.integer < 0 || segment.integer >= v.array->n) return false;
    *out = v.array->items[segment.integer];
    return true;
  }
  if (v.kind != V_HASH) {
    str text = value_to_str(call->c->arena, segment);
    lookup_fail(call, FAILED_IN_LOOKUP,
                "Data Provider type mismatch: Got %s when a hash-like object was expected to access value "
                "using '%.*s' from key '%.*s'",
                ruby_class(v), STR_FMT(text), STR_FMT(key));
  }
  const value *found = hash_get(v.hash, segment);
  if (found != NULL) *out = *found;
  return found != NULL;
}

static bool dig_explained(struct lookup_call *call, str key, value segment, value v, value *out)
{
  const str name = value_to_str(call->c->arena, segment);
  explain_push(call->explain, EXPLAIN_SEGMENT, name);
  const bool found = dig_one(call, key, segment, v, out);
  explain_event(call->explain, found ? EVENT_FOUND : EVENT_NOT_FOUND, name, found ? *out : VALUE_UNDEF);
  explain_pop(call->explain);
  return found;
}

bool lookup_dig(struct lookup_call *call, str key, const value *segments, uint32_t n, value v, value *out)
{
  assert_hot(segments != NULL || n == 0);
  bool found = true;
  if (call->explain != NULL)
    explain_push(call->explain, EXPLAIN_SUB_LOOKUP, segments_text(call->c->arena, segments, n));
  for (uint32_t i = 0; found && i < n; i++) {
    found = call->explain == NULL ? dig_one(call, key, segments[i], v, &v)
                                  : dig_explained(call, key, segments[i], v, &v);
  }
  explain_pop(call->explain);
  if (found) *out = v;
  return found;
}

enum { MOST_HOLES = 100000 }; /* maximum index by which an array grows; larger ones are keys of a hash */

value lookup_undig(struct arena *a, const struct lookup_key *key, value v)
{
  for (uint32_t i = key->n; i-- > 0;) {
    const value s = key->segments[i];
    if (s.kind == V_INT && s.integer >= 0 && s.integer < MOST_HOLES) {
      struct array *all = array_new(a, (uint32_t)s.integer + 1);
      all->items[s.integer] = v;
      v = value_array(all);
    } else {
      struct hash *h = hash_new(a, 1);
      hash_put(h, a, s, v);
      v = value_hash(h);
    }
  }
  return v;
}
