/* Values as `ficelle evaluate` prints them. What JSON lacks is an object of two members, __ptype and
 * __pvalue: Default, Regexp, Type (its text), Timestamp, Timespan, SemVer, SemVerRange, Binary, URI (text by
 * String(value)), Float (NaN, Infinity), Sensitive (the value inside), Hash (keys that are not strings: a
 * list of pairs), Object ([name of the type, attributes]). */
#include <math.h>

#include "base/deadline.h"
#include "base/json_write.h"
#include "compiler/values/binary.h"
#include "compiler/values/object.h"
#include "compiler/values/runtime.h"

enum { MAX_DEPTH = 2000 };

static void write(struct json_writer *w, value v, uint32_t depth);

static void begin(struct json_writer *w, const char *name)
{
  json_begin_object(w);
  json_kstr(w, STR("__ptype"), str_of(name));
  json_key(w, STR("__pvalue"));
}

static void write_text(struct json_writer *w, const char *name, value v)
{
  struct buf text = BUF_HEAP;
  if (v.kind == V_REGEX) buf_str(&text, v.regex->source);
  else if (v.kind == V_TYPE) type_format(&text, v.type);
  else value_render(&text, v);
  begin(w, name);
  json_str(w, buf_view(&text));
  json_end_object(w);
  buf_free(&text);
}

static void write_number(struct json_writer *w, value v)
{
  if (!isfinite(v.number)) {
    write_text(w, "Float", v);
    return;
  }
  struct buf text = BUF_HEAP;
  value_render_float(&text, v.number);
  json_raw(w, buf_view(&text));
  buf_free(&text);
}

static bool keys_are_text(const struct hash *h)
{
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->entries[i].key.kind != V_STRING) return false;
  }
  return hash_get_str(h, STR("__ptype")) == NULL;
}

static void write_hash(struct json_writer *w, const struct hash *h, uint32_t depth)
{
  if (keys_are_text(h)) {
    json_begin_object(w);
    for (uint32_t i = 0; i < h->n; i++) {
      json_key(w, value_text(h->entries[i].key));
      write(w, h->entries[i].value, depth);
    }
    json_end_object(w);
    return;
  }
  begin(w, "Hash");
  json_begin_array(w);
  for (uint32_t i = 0; i < h->n; i++) {
    json_begin_array(w);
    write(w, h->entries[i].key, depth);
    write(w, h->entries[i].value, depth);
    json_end_array(w);
  }
  json_end_array(w);
  json_end_object(w);
}

static void write_array(struct json_writer *w, const struct array *a, uint32_t depth)
{
  json_begin_array(w);
  for (uint32_t i = 0; i < a->n; i++) write(w, a->items[i], depth);
  json_end_array(w);
}

static void write_object(struct json_writer *w, const struct object *o, uint32_t depth)
{
  struct arena *scratch = arena_new();
  begin(w, "Object");
  json_begin_array(w);
  json_str(w, object_type_label(o->type));
  write(w, value_hash(object_hash(scratch, o)), depth);
  json_end_array(w);
  json_end_object(w);
  arena_free(scratch);
}

static void write(struct json_writer *w, value v, uint32_t depth)
{
  static const char *const rich[V_KIND_COUNT] = {
      [V_TIMESTAMP] = "Timestamp",      [V_TIMESPAN] = "Timespan", [V_SEMVER] = "SemVer",
      [V_SEMVER_RANGE] = "SemVerRange", [V_BINARY] = "Binary",     [V_URI] = "URI",
      [V_ITERATOR] = "Iterator",        [V_RUNTIME] = "Runtime",
  };
  if (deadline_too_deep(++depth, MAX_DEPTH)) {
    json_str(w, STR("..."));
    return;
  }
  v = runtime_as_object(v);
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: json_null(w); break;
  case V_BOOL: json_bool(w, v.boolean); break;
  case V_INT: json_int(w, v.integer); break;
  case V_FLOAT: write_number(w, v); break;
  case V_STRING:
    if (v.bytes) write_text(w, "Binary", value_binary(value_text(v)));
    else json_str(w, value_text(v));
    break;
  case V_ARRAY: write_array(w, v.array, depth); break;
  case V_HASH: write_hash(w, v.hash, depth); break;
  case V_REGEX: write_text(w, "Regexp", v); break;
  case V_TYPE: write_text(w, "Type", v); break;
  case V_CLOSURE: write_text(w, "Callable", v); break;
  case V_DEFAULT:
    json_begin_object(w);
    json_kstr(w, STR("__ptype"), STR("Default"));
    json_end_object(w);
    break;
  case V_SENSITIVE:
    begin(w, "Sensitive");
    write(w, *v.sensitive, depth);
    json_end_object(w);
    break;
  case V_OBJECT: write_object(w, v.object, depth); break;
  default: write_text(w, rich[v.kind], v); break;
  }
}

void value_write_tagged(struct json_writer *w, value v)
{
  write(w, v, 0);
}
