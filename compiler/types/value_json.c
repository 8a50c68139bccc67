/* Writes values as JSON, by one of the policies of value_json.h.
 *
 * JSON_TAGGED writes what JSON lacks as an object of two members, __ptype and __pvalue: Default, Regexp, Type (its
 * text), Timestamp, Timespan, SemVer, SemVerRange, Binary, URI (text by String(value)), Float (NaN, Infinity),
 * Sensitive (the value inside), Hash (keys that are not strings: a list of pairs), Object ([name of the type,
 * attributes]). */
#include <math.h>

#include "base/deadline.h"
#include "base/check.h"
#include "compiler/types/object.h"
#include "compiler/types/type_data.h"
#include "compiler/types/value_json.h"
#include "compiler/values/binary.h"
#include "compiler/values/ruby_text.h"
#include "compiler/values/runtime.h"

/* The position in the value: a list on the stack, innermost first. */
struct step {
  str key;
  uint32_t index;
  bool is_index;
  const struct step *outer;
};

static void write(struct value_json *j, value v, const struct step *at, uint32_t depth);

static void format_path(struct buf *out, const struct step *s)
{
  if (s == NULL) return;
  format_path(out, s->outer);
  if (s->is_index) {
    buf_printf(out, "[%u]", s->index);
    return;
  }
  buf_char(out, '[');
  value_quote(out, s->key);
  buf_char(out, ']');
}

/* The text of a warning is built in the arena: the warning may become an error that leaves by longjmp, which would leak
 * memory of the heap. */
static struct buf scratch(const struct value_json *j) { return BUF_IN(j->place.arena); }

/* Reports that a value is written as a string because the policy has no other form. lossy may be NULL. */
static void report(struct value_json *j, const struct step *at, const char *what, const char *noun, str text)
{
  if (j->lossy == NULL) return;
  format_path(&j->place, at);
  struct buf out = scratch(j);
  buf_str(&out, buf_view(&j->place));
  buf_printf(&out, " contains %s%s. It will be converted to the String '%.*s'", what, noun, STR_FMT(text));
  j->lossy(j->ctx, buf_view(&out));
  buf_free(&out);
}

static void lossy_text(struct value_json *j, value v, const struct step *at, bool key, str text)
{
  const bool is_type = v.kind == V_TYPE;
  const str name = is_type ? str_of(type_kind_label(v.type)) : value_class(v);
  struct buf what = scratch(j);
  /* As in Puppet, Y counts as a vowel. */
  buf_printf(&what, "%s%s %.*s%s", key ? "a hash with " : "", strchr("AEIOUY", name.p[0]) != NULL ? "an" : "a",
             STR_FMT(name), is_type ? "-Type" : "");
  report(j, at, what.p, key ? " key" : " value", text);
  buf_free(&what);
}

/* "File[/x]", "Class[A::B]": the way catalogs name resources, with the title unquoted. False: the type is not a
 * reference. */
static bool write_reference(struct value_json *j, const struct type *t)
{
  if (t->kind != T_RESOURCE && t->kind != T_CLASS) return false;
  struct buf out = scratch(j);
  if (t->kind == T_CLASS) {
    buf_z(&out, "Class");
    if (t->class.name != NULL) {
      buf_char(&out, '[');
      type_capitalize(&out, sym_str(t->class.name));
      buf_char(&out, ']');
    }
  } else {
    if (t->resource.type_name == NULL) buf_z(&out, "Resource");
    else type_capitalize(&out, sym_str(t->resource.type_name));
    if (t->resource.has_title) buf_printf(&out, "[%.*s]", STR_FMT(t->resource.title));
  }
  json_str(j->writer, buf_view(&out));
  buf_free(&out);
  return true;
}

static void begin_typed(struct json_writer *w, const char *name)
{
  json_begin_object(w);
  json_kstr(w, STR("__ptype"), str_of(name));
}

/* Begins an object whose member __pvalue the caller writes. */
static void begin_tagged(struct json_writer *w, const char *name)
{
  begin_typed(w, name);
  json_key(w, STR("__pvalue"));
}

static void write_number(struct value_json *j, value v)
{
  struct buf out = BUF_HEAP;
  const bool tagged = j->policy == JSON_TAGGED && !isfinite(v.number);
  value_render_float(&out, v.number);
  if (tagged) begin_tagged(j->writer, "Float");
  if (isfinite(v.number)) json_raw(j->writer, buf_view(&out));
  else json_str(j->writer, buf_view(&out));
  if (tagged) json_end_object(j->writer);
  buf_free(&out);
}

/* --- containers --- */

static void write_array(struct value_json *j, const struct array *a, const struct step *at, uint32_t depth)
{
  json_begin_array(j->writer);
  for (uint32_t i = 0; i < a->n; i++) {
    struct step here = {STR_EMPTY, i, true, at};
    write(j, a->items[i], &here, depth);
  }
  json_end_array(j->writer);
}

/* A key "__ptype" would make the hash look like a tagged value. */
static bool is_plain_hash(const struct hash *h)
{
  for (uint32_t i = 0; i < h->n; i++) {
    value key = h->entries[i].key;
    if (key.kind != V_STRING || str_eq(value_text(key), STR("__ptype"))) return false;
  }
  return true;
}

/* Puppet's rich data has keys and values in one flat list, JSON_TAGGED a list of pairs. */
static void write_rich_hash(struct value_json *j, const struct hash *h, const struct step *at, uint32_t depth)
{
  const bool pairs = j->policy == JSON_TAGGED;
  begin_tagged(j->writer, "Hash");
  json_begin_array(j->writer);
  for (uint32_t i = 0; i < h->n; i++) {
    if (pairs) json_begin_array(j->writer);
    write(j, h->entries[i].key, at, depth);
    write(j, h->entries[i].value, at, depth);
    if (pairs) json_end_array(j->writer);
  }
  json_end_array(j->writer);
  json_end_object(j->writer);
}

static void write_hash(struct value_json *j, const struct hash *h, const struct step *at, uint32_t depth)
{
  if (j->policy != JSON_PLAIN && !is_plain_hash(h)) {
    write_rich_hash(j, h, at, depth);
    return;
  }
  json_begin_object(j->writer);
  for (uint32_t i = 0; i < h->n; i++) {
    const value name = h->entries[i].key;
    struct buf text = scratch(j);
    if (name.kind != V_STRING) {
      value_render(&text, name);
      lossy_text(j, name, at, true, buf_view(&text));
    }
    struct step here = {name.kind == V_STRING ? value_text(name) : buf_view(&text), 0, false, at};
    json_key(j->writer, here.key);
    write(j, h->entries[i].value, &here, depth);
    buf_free(&text);
  }
  json_end_object(j->writer);
}

/* --- types and objects: a name and attributes --- */

/* The types and objects that are being written, outermost last. One that contains itself cannot be written. */
struct inside {
  const void *what;
  const struct inside *outer;
};

/* If the type contains itself, reports it and writes null. */
static bool is_endless(struct value_json *j, const struct type *t)
{
  const struct inside *i = j->inside;
  while (i != NULL && i->what != t) i = i->outer;
  if (i == NULL) return false;
  str class = t->kind == T_ALIAS ? STR("Puppet::Pops::Types::PTypeAliasType") : STR("Puppet::Pops::Types::PObjectType");
  if (j->endless != NULL) j->endless(j->ctx, class);
  json_null(j->writer);
  return true;
}

static void write_attributes(struct value_json *j, const struct hash *h, const struct step *at, uint32_t depth)
{
  for (uint32_t i = 0; i < h->n; i++) {
    struct step here = {value_text(h->entries[i].key), 0, false, at};
    json_key(j->writer, here.key);
    write(j, h->entries[i].value, &here, depth);
  }
  json_end_object(j->writer);
}

/* JSON_TAGGED writes [name, attributes]; rich data the attributes next to __ptype, without the defaults at the end. */
static void write_fields(struct value_json *j, struct arena *a, const struct object *o, const struct step *at,
                         uint32_t depth)
{
  if (j->policy != JSON_TAGGED) {
    json_begin_object(j->writer);
    json_kstr(j->writer, STR("__ptype"), object_shown_name(o->type));
    write_attributes(j, object_arguments(a, o), at, depth);
    return;
  }
  begin_tagged(j->writer, "Object");
  json_begin_array(j->writer);
  json_str(j->writer, object_type_label(o->type));
  write(j, value_hash(object_hash(a, o)), at, depth);
  json_end_array(j->writer);
  json_end_object(j->writer);
}

/* Writes a type or an object. Temporary values are in the caller's arena, or in one of its own. */
static void write_whole(struct value_json *j, value v, const struct step *at, uint32_t depth)
{
  const bool owned = j->place.arena == NULL, is_type = v.kind == V_TYPE;
  if (is_type && is_endless(j, v.type)) return;
  struct arena *a = owned ? arena_new() : j->place.arena;
  struct inside here = {is_type ? (const void *)v.type : v.object, j->inside};
  j->inside = &here;
  if (is_type) begin_typed(j->writer, arena_strz(a, type_data_name(a, v.type)));
  if (is_type) write_attributes(j, type_data_attributes(a, v.type), at, depth);
  else write_fields(j, a, v.object, at, depth);
  j->inside = here.outer;
  if (owned) arena_free(a);
}

static void write_tagged_text(struct value_json *j, const char *name, str text)
{
  begin_tagged(j->writer, name);
  json_str(j->writer, text);
  json_end_object(j->writer);
}

/* Writes values by their text; with JSON_TAGGED also those that cannot be made from it again (iterators, lambdas), so
 * that at least their kind is known. */
static void write_by_text(struct value_json *j, value v)
{
  static const char *const names[V_KIND_COUNT] = {
    [V_TIMESTAMP] = "Timestamp",      [V_TIMESPAN] = "Timespan", [V_SEMVER] = "SemVer",
    [V_SEMVER_RANGE] = "SemVerRange", [V_BINARY] = "Binary",     [V_URI] = "URI",
  };
  static const char *const others[V_KIND_COUNT] = {
    [V_ITERATOR] = "Iterator", [V_RUNTIME] = "Runtime", [V_CLOSURE] = "Callable"};
  const char *name = names[v.kind] == NULL && j->policy == JSON_TAGGED ? others[v.kind] : names[v.kind];
  struct buf text = scratch(j);
  value_render(&text, v);
  if (name == NULL) json_str(j->writer, buf_view(&text));
  else write_tagged_text(j, name, buf_view(&text));
  buf_free(&text);
}

static void write_type_text(struct value_json *j, const struct type *t)
{
  struct buf text = scratch(j);
  type_format(&text, t);
  write_tagged_text(j, "Type", buf_view(&text));
  buf_free(&text);
}

static void write_lossy(struct value_json *j, value v, const struct step *at)
{
  struct buf text = scratch(j);
  value_render(&text, v);
  if (v.kind == V_DEFAULT) report(j, at, "the special value default", "", buf_view(&text));
  else lossy_text(j, v, at, false, buf_view(&text));
  json_str(j->writer, buf_view(&text));
  buf_free(&text);
}

static void write_odd(struct value_json *j, value v, const struct step *at, uint32_t depth)
{
  if (j->policy == JSON_PLAIN) {
    write_lossy(j, v, at);
    return;
  }
  v = runtime_as_object(v);
  if (v.kind == V_DEFAULT) {
    begin_typed(j->writer, "Default");
    json_end_object(j->writer);
  } else if (v.kind == V_REGEX) {
    write_tagged_text(j, "Regexp", v.regex->source);
  } else if (v.kind == V_TYPE && j->policy == JSON_TAGGED) {
    write_type_text(j, v.type);
  } else if (v.kind == V_TYPE || v.kind == V_OBJECT) {
    write_whole(j, v, at, depth);
  } else {
    write_by_text(j, v);
  }
}

static void write_sensitive(struct value_json *j, value v, const struct step *at, uint32_t depth)
{
  begin_tagged(j->writer, "Sensitive");
  write(j, *v.sensitive, at, depth);
  json_end_object(j->writer);
}

static void write(struct value_json *j, value v, const struct step *at, uint32_t depth)
{
  nesting_step(++depth);
  if (j->max_bytes != 0 && j->writer->out->n > j->max_bytes) j->too_large(j->ctx);
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: json_null(j->writer); break;
  case V_BOOL: json_bool(j->writer, v.boolean); break;
  case V_INT: json_int(j->writer, v.integer); break;
  case V_FLOAT: write_number(j, v); break;
  case V_STRING:
    /* A binary string from Ruby is not valid UTF-8, so it cannot be a JSON string. */
    if (v.bytes && j->policy != JSON_PLAIN) write_by_text(j, value_binary(value_text(v)));
    else json_str(j->writer, value_text(v));
    break;
  case V_ARRAY: write_array(j, v.array, at, depth); break;
  case V_HASH: write_hash(j, v.hash, at, depth); break;
  case V_SENSITIVE: write_sensitive(j, v, at, depth); break;
  case V_TYPE:
    /* Inside a type or an object, references are written as types. */
    if (j->policy == JSON_TAGGED || j->inside != NULL || !write_reference(j, v.type)) write_odd(j, v, at, depth);
    break;
  case V_DEFAULT:
  case V_REGEX:
  case V_CLOSURE:
  default: write_odd(j, v, at, depth); break;
  }
}

void value_write_json(struct json_writer *w, value v, enum json_policy policy)
{
  struct value_json j = {.writer = w, .policy = policy};
  write(&j, v, NULL, 0);
}

void value_print_json(struct buf *out, value v)
{
  struct json_writer w;
  json_init(&w, out, false);
  value_write_json(&w, v, JSON_PLAIN);
}

void value_write_json_parameter(struct value_json *j, str name, value v)
{
  assert(j->writer != NULL && j->policy <= JSON_TAGGED);
  struct step here = {name, 0, false, NULL};
  write(j, v, &here, 0);
}
