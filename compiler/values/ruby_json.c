/* Parses JSON as Ruby's json 2 does: comments are allowed, NaN and Infinity are not, and errors show the text from
 * where parsing failed. Each function takes the position where something begins and returns the position after it, or
 * NONE if it is something else. As in Ruby, arrays report an error at the position inside them, objects at their own
 * beginning, which the messages show. */
#include "base/stack.h"
#include "base/check.h"
#include "compiler/values/ruby_json.h"

#include <errno.h>
#include <stdlib.h>

#include "compiler/values/data_json.h"

#define NONE SIZE_MAX

struct reader {
  struct arena *arena;
  str text;
  str error; /* if set, nothing more is read */
  uint32_t depth;
};

static size_t fail_at(struct reader *r, size_t at)
{
  /* A slash begins a comment; an error has the position in the comment. */
  if (at < r->text.n && r->text.p[at] == '/') {
    char next = at + 1 < r->text.n ? r->text.p[at + 1] : '\0';
    at = next == '*' || next == '/' ? r->text.n : at + 1;
  }
  str rest = str_from(r->text, at);
  if (r->error.n == 0) r->error = arena_printf(r->arena, "unexpected token at '%.*s'", STR_FMT(rest));
  return NONE;
}

static char char_at(const struct reader *r, size_t at) { return at < r->text.n ? r->text.p[at] : '\0'; }

static bool has(const struct reader *r, size_t at, const char *word)
{
  return str_starts(str_from(r->text, at), str_of(word));
}

static size_t skip_ignored(const struct reader *r, size_t at)
{
  for (;;) {
    char ch = char_at(r, at);
    if (ch == ' ' || ch == '\t' || ch == '\r' || ch == '\n') {
      at++;
    } else if (has(r, at, "/*")) {
      size_t end = str_find(r->text, STR("*/"), at + 2);
      if (end == SIZE_MAX) return at;
      at = end + 2;
    } else if (has(r, at, "//")) {
      size_t end = str_index(r->text, '\n', at);
      if (end == SIZE_MAX) return at;
      at = end + 1;
    } else {
      return at;
    }
  }
}

/* --- texts --- */

/* Reads four hexadecimal digits; -1 if they are not there. */
static int32_t code_unit(const struct reader *r, size_t at)
{
  uint32_t unit;
  return data_hex4(str_from(r->text, at), &unit) ? (int32_t)unit : -1;
}

/* Position of the closing quote of the text that begins at `at`. */
static size_t text_end(const struct reader *r, size_t at)
{
  for (at++; at < r->text.n && r->text.p[at] != '"'; at++) {
    if ((unsigned char)r->text.p[at] < 0x20) return NONE;
    if (r->text.p[at] != '\\') continue;
    at++;
    if ((unsigned char)char_at(r, at) < 0x20 || (r->text.p[at] == 'u' && code_unit(r, at + 1) < 0)) return NONE;
  }
  return at < r->text.n ? at : NONE;
}

/* Appends the character of \uXXXX at `at`, or of a pair of surrogates, and returns the position after it. Single
 * surrogates are handled as in Ruby: U+FFFD for a low one, "?" for a high one without a second escape. */
static size_t unescape(struct reader *r, size_t at, size_t end, struct buf *out)
{
  int32_t unit = code_unit(r, at + 2);
  if ((unit & 0xFC00) != 0xD800) {
    buf_utf8(out, (unit & 0xFC00) == 0xDC00 ? 0xFFFD : (uint32_t)unit);
    return at + 6;
  }
  if (end - (at + 6) < 6) {
    str rest = str_from(r->text, at);
    r->error = arena_printf(r->arena, "incomplete surrogate pair at '%.*s'", STR_FMT(rest));
    return NONE;
  }
  if (!has(r, at + 6, "\\u")) {
    buf_char(out, '?');
    return at + 6;
  }
  uint32_t low = (uint32_t)code_unit(r, at + 8) & 0x3FF;
  buf_utf8(out, 0x10000 + (((uint32_t)unit & 0x3FF) << 10 | low));
  return at + 12;
}

static size_t read_text(struct reader *r, size_t at, value *out)
{
  static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
  size_t end = text_end(r, at++);
  if (end == NONE) return NONE;
  struct buf b = BUF_IN(r->arena);
  while (at < end) {
    if (r->text.p[at] != '\\') {
      buf_char(&b, r->text.p[at++]);
    } else if (r->text.p[at + 1] == 'u') {
      at = unescape(r, at, end, &b);
      if (at == NONE) return NONE;
    } else {
      const char *letter = strchr(from, r->text.p[at + 1]);
      buf_char(&b, letter == NULL ? r->text.p[at + 1] : to[letter - from]);
      at += 2;
    }
  }
  *out = value_str(buf_finish(&b));
  return end + 1;
}

/* --- numbers --- */

static size_t digits(const struct reader *r, size_t at)
{
  while (ascii_is_digit(char_at(r, at))) at++;
  return at;
}

/* The end of fraction and exponent. `at` itself if there are none, or if what follows cannot follow a number. */
static size_t float_end(const struct reader *r, size_t at)
{
  size_t end = at;
  if (char_at(r, end) == '.') {
    end = digits(r, at + 1);
    if (end == at + 1) return at;
  }
  if (ascii_lower(char_at(r, end)) == 'e') {
    size_t from = end + 1 + (char_at(r, end + 1) == '-' || char_at(r, end + 1) == '+');
    size_t behind = digits(r, from);
    if (behind == from) return at;
    end = behind;
  }
  char next = char_at(r, end);
  return next == '.' || next == '-' || ascii_lower(next) == 'e' ? at : end;
}

static size_t read_number(struct reader *r, size_t at, value *out)
{
  if (has(r, at, "-Infinity")) return fail_at(r, at);
  size_t first = at + (char_at(r, at) == '-');
  size_t end = char_at(r, first) == '0' ? first + 1 : digits(r, first);
  if (end == first || (char_at(r, first) == '0' && ascii_is_digit(char_at(r, end)))) return NONE;
  size_t whole = end;
  end = float_end(r, end);
  char *text = arena_strz(r->arena, str_sub(r->text, at, end - at));
  if (end > whole) {
    *out = value_float(strtod(text, NULL));
    return end;
  }
  errno = 0;
  *out = value_int(strtoll(text, NULL, 10));
  if (errno != 0) r->error = arena_printf(r->arena, "not supported: integers beyond 64 bits: %s", text);
  return errno != 0 ? NONE : end;
}

/* --- the rest --- */

static size_t read_value(struct reader *r, size_t at, value *out);

static size_t read_array(struct reader *r, size_t at, value *out)
{
  struct valuevec items = {0};
  at = skip_ignored(r, at + 1);
  for (bool more = false; more || char_at(r, at) != ']';) {
    value item;
    size_t behind = read_value(r, at, &item);
    if (behind == NONE) return fail_at(r, at);
    valuevec_push(&items, r->arena, item);
    at = skip_ignored(r, behind);
    more = char_at(r, at) == ',';
    if (!more && char_at(r, at) != ']') return fail_at(r, at);
    at = more ? skip_ignored(r, at + 1) : at;
  }
  *out = valuevec_array(&items, r->arena);
  return at + 1;
}

static size_t read_object(struct reader *r, size_t at, value *out)
{
  struct hash *h = hash_new(r->arena, 4);
  at = skip_ignored(r, at + 1);
  for (bool more = false; more || char_at(r, at) != '}';) {
    value key, item;
    if (char_at(r, at) != '"' || (at = read_text(r, at, &key)) == NONE) return NONE;
    at = skip_ignored(r, at);
    if (char_at(r, at) != ':') return NONE;
    at = read_value(r, skip_ignored(r, at + 1), &item);
    if (at == NONE) return NONE;
    hash_put(h, r->arena, key, item);
    at = skip_ignored(r, at);
    more = char_at(r, at) == ',';
    if (!more && char_at(r, at) != '}') return NONE;
    at = more ? skip_ignored(r, at + 1) : at;
  }
  *out = value_hash(h);
  return at + 1;
}

static size_t read_nested(struct reader *r, size_t at, value *out)
{
  if (++r->depth > RUBY_JSON_MAX_NESTING || stack_low()) {
    r->error = arena_printf(r->arena, "nesting of %u is too deep", r->depth);
    return NONE;
  }
  at = r->text.p[at] == '[' ? read_array(r, at, out) : read_object(r, at, out);
  r->depth--;
  return at;
}

static size_t read_value(struct reader *r, size_t at, value *out)
{
  static const struct {
    const char *word;
    value v;
  } words[] = {{"null", {.kind = V_UNDEF}},
               {"true", {.kind = V_BOOL, .boolean = true}},
               {"false", {.kind = V_BOOL, .boolean = false}}};
  char ch = char_at(r, at);
  if (at >= r->text.n) return NONE;
  if (ch == '"') return read_text(r, at, out);
  if (ch == '[' || ch == '{') return read_nested(r, at, out);
  if (ch == '-' || ascii_is_digit(ch)) return read_number(r, at, out);
  if (has(r, at, "NaN") || has(r, at, "Infinity")) return fail_at(r, at);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!has(r, at, words[i].word)) continue;
    *out = words[i].v;
    return at + strlen(words[i].word);
  }
  return NONE;
}

bool ruby_json_read(struct arena *a, str text, value *out, str *error)
{
  assert(out != NULL && error != NULL);
  struct reader r = {.arena = a, .text = text};
  value v = VALUE_UNDEF;
  *out = VALUE_UNDEF;
  size_t at = skip_ignored(&r, 0), behind = read_value(&r, at, &v);
  if (behind != NONE) {
    at = skip_ignored(&r, behind);
    behind = at == text.n ? at : NONE;
  }
  if (behind == NONE) fail_at(&r, at);
  *error = r.error;
  if (behind != NONE) *out = v;
  return behind != NONE;
}
