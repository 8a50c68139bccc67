/* Values as YAML, laid out as Ruby's Psych does. Psych uses libyaml too, so this file only has Psych's part: quotes,
 * anchors and tags. */
#include <time.h>
#include <yaml.h>

#include "base/base64.h"
#include "base/deadline.h"
#include "base/map.h"
#include "base/utf8.h"
#include "compiler/values/runtime.h"
#include "compiler/values/value.h"
#include "compiler/values/yaml_quick.h"
#include "compiler/values/yaml_scalar.h"

/* An array, hash or regular expression that occurred; when it occurs again, it gets a number (its anchor). */
struct met {
  uint32_t number;
  bool written;
};

struct writer {
  yaml_emitter_t emitter;
  struct yaml_quick *quick; /* used instead of libyaml; NULL: not used */
  struct arena *arena;
  struct buf *out;
  bool quote_colons;
  bool as_ruby;
  bool state;          /* symbols and times as in an agent's state files */
  size_t folded_above; /* longer texts, in characters, are folded; 0: none */
  bool ok;
  uint32_t depth;
  struct ptrmap met; /* as_ruby: what may be shared -> struct met * */
  uint32_t numbers;
  const struct regex *word; /* matches a text that begins with a letter; NULL until needed */
};

static int append(void *ctx, unsigned char *bytes, size_t n)
{
  buf_append(((struct writer *)ctx)->out, (const char *)bytes, n);
  return 1;
}

/* `made`: whether the event was created; the emitter then owns it. */
static void emit(struct writer *w, yaml_event_t *event, int made)
{
  w->ok = w->ok && made != 0 && yaml_emitter_emit(&w->emitter, event) != 0;
}

static void scalar(struct writer *w, const char *tag, str text, bool plain, bool quoted, yaml_scalar_style_t style)
{
  yaml_event_t e;
  if (w->quick != NULL) {
    w->quick->undecided = w->quick->undecided || (tag != NULL && !plain);
    yaml_quick_scalar(w->quick, text, plain, quoted, style);
    w->ok = w->ok && !w->quick->undecided;
    return;
  }
  emit(w, &e,
       yaml_scalar_event_initialize(&e, NULL, (const yaml_char_t *)tag, (const yaml_char_t *)text.p, (int)text.n, plain,
                                    quoted, style));
}

/* --- texts --- */

/* Whether Psych would not read the plain text as a string. */
static bool reads_as_other(struct writer *w, str s)
{
  value v;
  bool is_symbol, too_big;
  if (s.n == 0 || yaml_time_of(s.p[0] == '-' ? str_from(s, 1) : s) != YAML_NO_TIME) return true;
  if (!yaml_scalar(w->arena, s, &v, &is_symbol, &too_big) || is_symbol || v.kind != V_STRING) return true;
  if (s.p[0] != '0') return false;
  for (size_t i = 1; i < s.n; i++) { /* 08 is an invalid octal number */
    if (s.p[i] == '8' || s.p[i] == '9') return true;
    if (s.p[i] < '0' || s.p[i] > '7') return false;
  }
  return false;
}

/* Whether a text whose first character is not ASCII begins with a letter, a mark or a digit (Ruby's \w). */
static bool begins_with_word(struct writer *w, str s)
{
  str error;
  if (w->word == NULL) w->word = regex_compile(w->arena, STR("\\A[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}]"), &error);
  return w->word == NULL || regex_search(w->word, s, 0, NULL) == REGEX_MATCH;
}

/* Psych quotes texts that begin with another character, unless they contain a double quote. */
static bool begins_odd(struct writer *w, str s)
{
  const unsigned char first = (unsigned char)s.p[0];
  const bool odd = first < 0x80 ? !ascii_is_word(first) : !begins_with_word(w, s);
  return odd && str_index(s, '"', 1) == SIZE_MAX;
}

/* The order of the tests is Psych's (visit_String). */
static void write_text(struct writer *w, str s)
{
  const size_t line = str_index(s, '\n', 0);
  const bool ends_empty = line != SIZE_MAX && str_eqz(str_from(s, line), "\n\n");
  if (utf8_invalid_at(s) != SIZE_MAX) {
    scalar(w, "!binary", base64_encode(w->arena, s, false, 0), false, false, YAML_LITERAL_SCALAR_STYLE);
  } else if (w->quote_colons && str_index(s, ':', 0) != SIZE_MAX) {
    scalar(w, NULL, s, false, true, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
  } else if (line != SIZE_MAX && line + 1 < s.n && !ends_empty) {
    scalar(w, NULL, s, true, true, YAML_LITERAL_SCALAR_STYLE);
  } else if (str_eq(s, STR("<<"))) {
    scalar(w, "tag:yaml.org,2002:str", s, false, false, YAML_SINGLE_QUOTED_SCALAR_STYLE);
  } else if (w->folded_above > 0 && utf8_count(s) > w->folded_above && !ends_empty) {
    scalar(w, NULL, s, true, true, YAML_FOLDED_SCALAR_STYLE);
  } else if (str_eq(s, STR("y")) || str_eq(s, STR("n")) || ends_empty || (s.n > 0 && begins_odd(w, s))) {
    scalar(w, NULL, s, true, true, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
  } else {
    scalar(w, NULL, s, true, true, reads_as_other(w, s) ? YAML_SINGLE_QUOTED_SCALAR_STYLE : YAML_PLAIN_SCALAR_STYLE);
  }
}

/* --- other values --- */

static void write(struct writer *w, value v, const char *tag);

static bool may_be_shared(value v) { return v.kind == V_ARRAY || v.kind == V_HASH || v.kind == V_REGEX; }

/* Checked instead of failing by longjmp, since the emitter must be released first. */
static bool is_too_deep(uint32_t depth)
{
  deadline_step();
  return depth > NESTING_LEVELS || stack_low();
}

/* A first pass over the value: what occurs a second time gets the next number. */
static void find_shared(struct writer *w, value v)
{
  const void *p = v.kind == V_ARRAY ? (const void *)v.array : v.kind == V_HASH ? (const void *)v.hash : v.regex;
  if (p == &array_empty || p == &hash_empty) return;
  struct met *m = ptrmap_get(&w->met, p);
  if (m != NULL) {
    if (m->number == 0) m->number = ++w->numbers;
    return;
  }
  ptrmap_put(&w->met, p, ARENA_NEW(w->arena, struct met));
  if (is_too_deep(++w->depth)) {
    w->ok = false;
    return;
  }
  for (uint32_t i = 0; w->ok && v.kind == V_ARRAY && i < v.array->n; i++) {
    if (may_be_shared(v.array->items[i])) find_shared(w, v.array->items[i]);
  }
  for (uint32_t i = 0; w->ok && v.kind == V_HASH && i < v.hash->n; i++) {
    value key = v.hash->entries[i].key, item = v.hash->entries[i].value;
    if (may_be_shared(key)) find_shared(w, key);
    if (may_be_shared(item)) find_shared(w, item);
  }
  w->depth--;
}

/* Writes an alias and returns true if the value was written before. Otherwise *anchor is the anchor of a value
 * that occurs several times, NULL for all others. */
static bool write_alias(struct writer *w, const void *p, const yaml_char_t **anchor)
{
  struct met *m = w->as_ruby ? ptrmap_get(&w->met, p) : NULL;
  *anchor = NULL;
  if (m == NULL || m->number == 0) return false;
  *anchor = (const yaml_char_t *)arena_printf(w->arena, "%u", m->number).p;
  yaml_event_t e;
  if (m->written) emit(w, &e, yaml_alias_event_initialize(&e, *anchor));
  if (m->written) return true;
  m->written = true;
  return false;
}

static void write_hash_quickly(struct writer *w, const struct hash *h)
{
  struct yaml_quick *q = w->quick;
  if (h->n == 0) {
    yaml_quick_empty(q, "{}");
    return;
  }
  const int before = yaml_quick_collection(q, true);
  for (uint32_t i = 0; w->ok && i < h->n; i++) {
    yaml_quick_key(q);
    write(w, h->entries[i].key, NULL);
    yaml_quick_value(q);
    if (w->ok) write(w, h->entries[i].value, NULL);
  }
  yaml_quick_collection_end(q, before);
}

static void write_array_quickly(struct writer *w, const struct array *a)
{
  struct yaml_quick *q = w->quick;
  if (a->n == 0) {
    yaml_quick_empty(q, "[]");
    return;
  }
  const int before = yaml_quick_collection(q, false);
  for (uint32_t i = 0; w->ok && i < a->n; i++) {
    yaml_quick_item(q);
    write(w, a->items[i], NULL);
  }
  yaml_quick_collection_end(q, before);
}

static void write_hash(struct writer *w, const struct hash *h, const char *tag)
{
  yaml_event_t e;
  const yaml_char_t *anchor;
  if (w->quick != NULL) {
    write_hash_quickly(w, h);
    return;
  }
  if (write_alias(w, h, &anchor)) return;
  emit(
    w, &e,
    yaml_mapping_start_event_initialize(&e, anchor, (const yaml_char_t *)tag, tag == NULL, YAML_BLOCK_MAPPING_STYLE));
  for (uint32_t i = 0; w->ok && i < h->n; i++) {
    write(w, h->entries[i].key, NULL);
    write(w, h->entries[i].value, NULL);
  }
  if (w->ok) emit(w, &e, yaml_mapping_end_event_initialize(&e));
}

static void write_array(struct writer *w, const struct array *a)
{
  yaml_event_t e;
  const yaml_char_t *anchor;
  if (w->quick != NULL) {
    write_array_quickly(w, a);
    return;
  }
  if (write_alias(w, a, &anchor)) return;
  emit(w, &e, yaml_sequence_start_event_initialize(&e, anchor, NULL, true, YAML_BLOCK_SEQUENCE_STYLE));
  for (uint32_t i = 0; w->ok && i < a->n; i++) write(w, a->items[i], NULL);
  if (w->ok) emit(w, &e, yaml_sequence_end_event_initialize(&e));
}

static void write_plain(struct writer *w, value v)
{
  struct buf text = BUF_IN(w->arena);
  if (v.kind == V_BOOL) buf_z(&text, v.boolean ? "true" : "false");
  else if (v.kind == V_INT) buf_int(&text, v.integer);
  else if (v.kind == V_FLOAT && v.number != v.number) buf_z(&text, ".nan");
  else if (v.kind == V_FLOAT && v.number - v.number != 0) buf_z(&text, v.number > 0 ? ".inf" : "-.inf");
  else if (v.kind == V_FLOAT) value_render_float(&text, v.number);
  /* undef is written as an empty text; the tag prevents that the emitter quotes it. */
  scalar(w, v.kind == V_UNDEF ? "tag:yaml.org,2002:null" : NULL, buf_view(&text), true, false, YAML_ANY_SCALAR_STYLE);
}

static void write_regex(struct writer *w, value v)
{
  yaml_event_t e;
  const yaml_char_t *anchor;
  if (write_alias(w, v.regex, &anchor)) return;
  const str text = value_to_str(w->arena, v);
  emit(w, &e,
       yaml_scalar_event_initialize(&e, anchor, (const yaml_char_t *)"!ruby/regexp", (const yaml_char_t *)text.p,
                                    (int)text.n, false, false, YAML_ANY_SCALAR_STYLE));
}

/* Symbols as ":name", times in the local zone: "2026-11-22 19:00:57.182461960 +00:00". Agents read their state
 * files back with Ruby's YAML. */
static bool write_state(struct writer *w, value v)
{
  struct buf text = BUF_IN(w->arena);
  if (value_is_symbol(v)) {
    const bool empty = v.runtime->text.n == 0; /* ":" would be a string */
    buf_str(&text, empty ? STR_EMPTY : STR(":"));
    buf_str(&text, v.runtime->text);
    scalar(w, empty ? "!ruby/symbol" : NULL, buf_view(&text), !empty, false, YAML_ANY_SCALAR_STYLE);
  } else if (v.kind == V_TIMESTAMP) {
    const time_t seconds = (time_t)v.integer;
    struct tm tm;
    char day[40], zone[8];
    localtime_r(&seconds, &tm);
    strftime(day, sizeof day, "%Y-%m-%d %H:%M:%S", &tm);
    strftime(zone, sizeof zone, "%z", &tm);
    buf_printf(&text, "%s.%09u %.3s:%s", day, v.length, zone, zone + 3);
    scalar(w, NULL, buf_view(&text), true, false, YAML_ANY_SCALAR_STYLE);
  } else {
    return false;
  }
  return true;
}

/* Writes what Ruby writes with a tag or as a symbol. False: the value is written as text. */
static bool write_special(struct writer *w, value v)
{
  if (w->state && write_state(w, v)) return true;
  if (!w->as_ruby || (v.kind != V_DEFAULT && v.kind != V_REGEX)) return false;
  if (v.kind == V_DEFAULT) scalar(w, NULL, STR(":default"), true, false, YAML_ANY_SCALAR_STYLE);
  else write_regex(w, v);
  return true;
}

static void write(struct writer *w, value v, const char *tag)
{
  if (!w->ok || is_too_deep(++w->depth)) {
    w->ok = false;
    return;
  }
  switch (v.kind) {
  case V_UNDEF:
  case V_BOOL:
  case V_INT:
  case V_FLOAT: write_plain(w, v); break;
  case V_STRING: write_text(w, value_text(v)); break;
  case V_ARRAY: write_array(w, v.array); break;
  case V_HASH: write_hash(w, v.hash, tag); break;
  default:
    if (!write_special(w, v)) write_text(w, value_to_str(w->arena, v));
    break;
  }
  w->depth--;
}

/* Writes all events of a document with the emitter, whose layout the caller has set, and releases it. */
static bool write_document(struct writer *w, value v, const char *tag, yaml_version_directive_t *version)
{
  yaml_event_t e;
  yaml_emitter_set_output(&w->emitter, append, w);
  yaml_emitter_set_unicode(&w->emitter, 1);
  emit(w, &e, yaml_stream_start_event_initialize(&e, YAML_UTF8_ENCODING));
  emit(w, &e, yaml_document_start_event_initialize(&e, version, NULL, NULL, 0));
  write(w, v, tag);
  if (w->ok) emit(w, &e, yaml_document_end_event_initialize(&e, 1));
  if (w->ok) emit(w, &e, yaml_stream_end_event_initialize(&e));
  yaml_emitter_delete(&w->emitter);
  return w->ok;
}

/* Uses libyaml's default layout, in which most documents can be written without libyaml. */
static bool write_default(struct writer *w, value v, const char *tag)
{
  const struct writer before = *w;
  const size_t length = w->out->n;
  const bool some = (v.kind == V_HASH && v.hash->n > 0) || (v.kind == V_ARRAY && v.array->n > 0 && tag == NULL);
  struct yaml_quick quick = {.undecided = true};
  if (some) {
    yaml_quick_begin(&quick, w->out, tag);
    w->quick = &quick;
    write(w, v, NULL);
    yaml_quick_end(&quick);
    if (!quick.undecided) return w->ok;
  }
  *w = before;
  w->out->n = length;
  return yaml_emitter_initialize(&w->emitter) && write_document(w, v, tag, NULL);
}

bool value_write_yaml(struct arena *a, struct buf *out, value v, const char *tag, bool quote_colons)
{
  struct writer w = {.arena = a, .out = out, .quote_colons = quote_colons, .ok = true};
  return write_default(&w, v, tag);
}

bool value_write_yaml_state(struct arena *a, struct buf *out, value v)
{
  struct writer w = {.arena = a, .out = out, .state = true, .ok = true};
  return write_default(&w, v, NULL);
}

bool value_write_yaml_as_ruby(struct arena *a, struct buf *out, value v, const struct yaml_layout *layout)
{
  struct writer w = {.arena = a, .out = out, .as_ruby = true, .ok = true};
  yaml_version_directive_t version = {1, 1};
  w.folded_above = layout->line_width > 0 ? (size_t)layout->line_width : 0;
  ptrmap_init(&w.met, a);
  if (v.kind == V_ARRAY || v.kind == V_HASH) find_shared(&w, v);
  w.depth = 0;
  if (!w.ok || !yaml_emitter_initialize(&w.emitter)) return false;
  if (layout->indentation > 0) yaml_emitter_set_indent(&w.emitter, layout->indentation);
  if (layout->line_width != 0) yaml_emitter_set_width(&w.emitter, layout->line_width);
  yaml_emitter_set_canonical(&w.emitter, layout->canonical);
  return write_document(&w, v, NULL, layout->header ? &version : NULL);
}
