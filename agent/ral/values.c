/* Symbols, and values as text. */
#include <time.h>

#include "agent/ral/ral.h"
#include "compiler/values/ruby_text.h"

#define WORD(name)                         \
  const struct runtime ral_word_##name = { \
    .kind = RUNTIME_SYMBOL, .class_name = {"Symbol", 6}, .text = {#name, sizeof #name - 1}};
#include "agent/ral/words.def"
#undef WORD

value ral_symbol(struct arena *a, str text)
{
  static const struct runtime *const known[] = {
#define WORD(name) &ral_word_##name,
#include "agent/ral/words.def"
#undef WORD
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    if (str_eq(known[i]->text, text)) return value_runtime(known[i]);
  }
  return value_runtime_symbol(a, text);
}

bool ral_is(value v, const char *name) { return value_is_symbol(v) && str_eqz(v.runtime->text, name); }

str ral_text(value v)
{
  if (v.kind == V_STRING) return value_text(v);
  return value_is_symbol(v) ? v.runtime->text : STR_EMPTY;
}

/* As Ruby prints a Time: "2026-11-22 19:00:57 +0000". */
static str time_text(struct arena *a, value v)
{
  const time_t t = (time_t)v.integer;
  struct tm tm;
  char text[64];
  localtime_r(&t, &tm);
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &tm);
  return arena_str(a, str_of(text));
}

str ral_to_s(struct arena *a, value v)
{
  if (v.kind == V_TIMESTAMP) return time_text(a, v);
  if (v.kind == V_STRING) return value_text(v);
  if (value_is_symbol(v)) return v.runtime->text;
  struct buf out = BUF_IN(a);
  ruby_to_s(&out, v);
  return buf_view(&out);
}

/* Ruby's ==; a wanted symbol or number also equals its text: Property#property_matches?. */
bool ral_equal(value is, value should)
{
  if (value_same(is, should)) return true;
  if (value_is_number(is) && value_is_number(should)) return value_compare_numbers(is, should) == 0;
  if (is.kind != V_STRING) return false;
  if (value_is_symbol(should)) return str_eq(value_text(is), should.runtime->text);
  if (should.kind == V_STRING || should.kind == V_ARRAY || should.kind == V_HASH) return false;
  struct buf text = BUF_HEAP;
  ruby_to_s(&text, should);
  const bool same = str_eq(buf_view(&text), value_text(is));
  buf_free(&text);
  return same;
}

static void show_at(struct buf *out, value v, int level);

static void new_line(struct buf *out, int level) { buf_printf(out, "\n%*s", 2 * level, ""); }

/* An array or hash begins on a new line, and so does the value after it. */
static void show_array(struct buf *out, const struct array *list, int level)
{
  bool apart = false;
  buf_char(out, '[');
  for (uint32_t i = 0; i < list->n; i++) {
    const bool inside = list->items[i].kind == V_ARRAY || list->items[i].kind == V_HASH;
    if (i > 0) buf_char(out, ',');
    if (inside || apart) new_line(out, level + 1);
    else if (i > 0) buf_char(out, ' ');
    show_at(out, list->items[i], level + 1);
    apart = inside;
  }
  buf_char(out, ']');
}

static void show_hash(struct buf *out, const struct hash *pairs, int level)
{
  buf_char(out, '{');
  for (uint32_t i = 0; i < pairs->n; i++) {
    if (i > 0) buf_char(out, ',');
    new_line(out, level + 1);
    show_at(out, pairs->entries[i].key, level + 1);
    buf_z(out, " => ");
    show_at(out, pairs->entries[i].value, level + 1);
  }
  if (pairs->n == 0) buf_char(out, '\n');
  new_line(out, level);
  buf_char(out, '}');
}

static void show_at(struct buf *out, value v, int level)
{
  if (value_is_symbol(v)) value_quote(out, v.runtime->text);
  else if (v.kind == V_ARRAY) show_array(out, v.array, level);
  else if (v.kind == V_HASH) show_hash(out, v.hash, level);
  else value_inspect(out, v);
}

void ral_show_value(struct buf *out, value v)
{
  const bool bare = v.kind == V_TIMESPAN || v.kind == V_URI || v.kind == V_SENSITIVE || ral_is(v, "default");
  if (v.kind == V_FLOAT) buf_printf(out, "%f", v.number);
  else if (v.kind == V_REGEX) buf_str(out, v.regex->source);
  else if (bare) buf_str(out, ral_to_s(out->arena, v));
  else if (v.kind != V_UNDEF) show_at(out, v, 0);
}
