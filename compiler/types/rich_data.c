/* Reads rich data back from JSON (see rich_data.h): a hash with __ptype becomes a value of that type, and a LocalRef (a
 * JSONPath such as $['a'][0]) becomes the same value as the part it refers to. Each part is converted once and
 * remembered by its address, so shared parts remain shared, and a part that contains itself is detected. */
#include <assert.h>

#include "base/map.h"
#include "compiler/types/object.h"
#include "compiler/types/rich_data.h"
#include "compiler/types/type_data.h"
#include "compiler/types/type_rich.h"
#include "compiler/values/ruby_text.h"

struct reader {
  struct context *c;
  const struct type_resolver *resolver;
  bool allow_unresolved;
  value root;
  struct ptrmap done; /* array or hash of the data -> struct part * */
};
/* A part that is in `done` but not ready is being converted. */
struct part {
  bool ready;
  value v;
};

static value convert(struct reader *r, value data);

#define FAIL(r, ...) fail_error((r)->c, FAILURE_EVALUATION, __VA_ARGS__)

/* --- references --- */

_Noreturn static void bad_path(struct reader *r, str path)
{
  FAIL(r, "Unable to parse jsonpath \"%.*s\"", STR_FMT(path));
}

/* A quoted key; \' and \\ (between double quotes also \") are escapes. */
static str quoted_key(struct reader *r, str path, size_t *at)
{
  char quote = path.p[(*at)++];
  struct buf out = BUF_IN(r->c->arena);
  for (; *at < path.n && path.p[*at] != quote; ++*at) {
    if (path.p[*at] == '\\' && *at + 1 < path.n && (path.p[*at + 1] == quote || path.p[*at + 1] == '\\')) ++*at;
    buf_char(&out, path.p[*at]);
  }
  if (*at >= path.n) bad_path(r, path);
  ++*at;
  return buf_view(&out);
}

/* Reads one step, "[0]" or "['key']". */
static value read_step(struct reader *r, str path, size_t *at)
{
  value key;
  if (path.p[*at] != '[' || ++*at >= path.n) bad_path(r, path);
  if (path.p[*at] == '\'' || path.p[*at] == '"') {
    key = value_str(quoted_key(r, path, at));
  } else {
    int64_t n = 0;
    size_t from = *at;
    /* Stops before the number overflows; no array is that long. */
    for (; *at < path.n && ascii_is_digit((unsigned char)path.p[*at]) && n < UINT32_MAX; ++*at) {
      n = n * 10 + (path.p[*at] - '0');
    }
    if (*at == from) bad_path(r, path);
    key = value_int(n);
  }
  if (*at >= path.n || path.p[(*at)++] != ']') bad_path(r, path);
  return key;
}

/* Takes one step into the data. Paths follow the value, not its encoding: a hash with keys that are not strings is
 * stored as a flat list of keys and values, in which the step finds its key. */
static value take_step(value at, value key)
{
  if (at.kind == V_ARRAY) {
    return key.kind == V_INT && key.integer < at.array->n ? at.array->items[key.integer] : VALUE_UNDEF;
  }
  if (at.kind != V_HASH) return VALUE_UNDEF;
  value name = hash_member(at.hash, "__ptype"), pairs = hash_member(at.hash, "__pvalue");
  bool odd = name.kind == V_STRING && str_eqz(value_text(name), "Hash") && pairs.kind == V_ARRAY;
  for (uint32_t i = 0; odd && i + 1 < pairs.array->n; i += 2) {
    if (value_same(pairs.array->items[i], key)) return pairs.array->items[i + 1];
  }
  return value_or_undef(hash_get(at.hash, key));
}

static value convert_reference(struct reader *r, value path)
{
  if (path.kind != V_STRING || path.length == 0 || path.text[0] != '$') {
    bad_path(r, value_text_or_empty(path));
  }
  value found = r->root;
  str text = value_text(path);
  for (size_t at = 1; at < text.n;) found = take_step(found, read_step(r, text, &at));
  return convert(r, found);
}

/* --- types by name --- */

static value convert_hash(struct reader *r, const struct hash *h)
{
  value pairs = hash_member(h, "__pvalue");
  if (pairs.kind != V_ARRAY) FAIL(r, "Cannot create a Hash from a value that is no list of keys and values");
  struct hash *out = hash_new(r->c->arena, pairs.array->n / 2);
  for (uint32_t i = 0; i + 1 < pairs.array->n; i += 2) {
    value key = convert(r, pairs.array->items[i]);
    hash_put(out, r->c->arena, key, convert(r, pairs.array->items[i + 1]));
  }
  return value_hash(out);
}

/* Converts the entries; `named`: without __ptype, since the others are attributes. */
static const struct hash *convert_entries(struct reader *r, const struct hash *h, bool named)
{
  struct hash *out = hash_new(r->c->arena, h->n);
  for (uint32_t i = 0; i < h->n; i++) {
    if (named && h->entries[i].key.kind == V_STRING && str_eqz(value_text(h->entries[i].key), "__ptype")) continue;
    hash_put(out, r->c->arena, h->entries[i].key, convert(r, h->entries[i].value));
  }
  return out;
}

static value make_object(struct reader *r, const struct type *t, const struct hash *attributes)
{
  /* Pcore::…Type describes a type. */
  if (type_is_meta(t)) return value_type(type_from_data(r->c, t, attributes));
  str label = object_type_label(t);
  type_assert(r->c, arena_printf(r->c->arena, "%.*s initializer", STR_FMT(label)), object_type_struct(t),
              value_hash(attributes));
  if (t->object.def->in_ruby && r->resolver != NULL && r->resolver->instance != NULL)
    return r->resolver->instance(r->resolver->ctx, t, attributes);
  return object_from_hash(r->c->arena, t, attributes);
}

/* The kinds of values that are made from a text, by the kind of their type. */
static const enum value_kind text_kinds[T_KIND_COUNT] = {
  [T_REGEXP] = V_REGEX,  [T_TIMESTAMP] = V_TIMESTAMP,       [T_TIMESPAN] = V_TIMESPAN,
  [T_SEMVER] = V_SEMVER, [T_SEMVER_RANGE] = V_SEMVER_RANGE, [T_BINARY] = V_BINARY,
  [T_URI] = V_URI,
};

static value from_text(struct reader *r, const struct type *t, str text)
{
  if (text_kinds[t->kind] != V_UNDEF) return type_rich_value(r->c, text_kinds[t->kind], value_str(text));
  if (t->kind == T_TYPE) return value_type(type_from_text(r->c, r->resolver, text));
  if (t->kind == T_STRING) return value_str(text);
  str name = type_to_text(r->c->arena, t);
  FAIL(r, "Cannot create a %.*s from a String", STR_FMT(name));
}

/* The value is either in __pvalue, or its attributes are the other members of the hash. */
static value of_type(struct reader *r, const struct type *t, const struct hash *h)
{
  const value *v = hash_get_str(h, STR("__pvalue"));
  t = type_resolved(t);
  if (t->kind == T_OBJECT && t->object.def != NULL) {
    if (v == NULL) return make_object(r, t, convert_entries(r, h, true));
    if (v->kind == V_HASH) return make_object(r, t, convert_entries(r, v->hash, false));
  }
  if (v != NULL && v->kind == V_STRING) return from_text(r, t, value_text(*v));
  str name = type_name(t), class = v == NULL ? STR("Hash") : str_of(ruby_class(*v));
  FAIL(r, "Cannot create a %.*s from a %.*s", STR_FMT(name), STR_FMT(class));
}

static value convert_typed(struct reader *r, value data, value name)
{
  const struct type *t;
  if (name.kind == V_HASH) {
    value made = convert(r, name);
    if (made.kind == V_TYPE) return of_type(r, made.type, data.hash);
    if (r->allow_unresolved) return data;
    FAIL(r, "Unable to deserialize type from %.*s", STR_FMT(value_to_str(r->c->arena, made)));
  }
  t = type_from_text(r->c, r->resolver, value_text(name));
  if (t->kind != T_REFERENCE) return of_type(r, t, data.hash);
  if (r->allow_unresolved) return data;
  FAIL(r, "No implementation mapping found for Puppet Type %.*s", STR_FMT(value_text(name)));
}

/* These five names have their own encoding. */
static value convert_named(struct reader *r, value data, value name)
{
  if (name.kind == V_STRING) {
    str text = value_text(name);
    if (str_eqz(text, "Hash")) return convert_hash(r, data.hash);
    if (str_eqz(text, "Default")) return VALUE_DEFAULT;
    if (str_eqz(text, "Symbol")) return hash_member(data.hash, "__pvalue");
    if (str_eqz(text, "LocalRef")) return convert_reference(r, hash_member(data.hash, "__pvalue"));
    if (str_eqz(text, "Sensitive")) {
      return value_sensitive(r->c->arena, convert(r, hash_member(data.hash, "__pvalue")));
    }
  }
  return convert_typed(r, data, name);
}

/* --- plain --- */

static value convert_container(struct reader *r, value data)
{
  if (data.kind == V_HASH) {
    value name = hash_member(data.hash, "__ptype");
    if (name.kind == V_STRING || name.kind == V_HASH) return convert_named(r, data, name);
    return value_hash(convert_entries(r, data.hash, false));
  }
  struct array *out = array_new(r->c->arena, data.array->n);
  for (uint32_t i = 0; i < out->n; i++) out->items[i] = convert(r, data.array->items[i]);
  return value_array(out);
}

static value convert(struct reader *r, value data)
{
  if (data.kind != V_HASH && data.kind != V_ARRAY) return data;
  /* Only containers are remembered: scalars are copied for free and have no address. */
  void **slot = ptrmap_slot(&r->done, data.kind == V_HASH ? (const void *)data.hash : data.array, NULL);
  struct part *part = *slot;
  if (part != NULL) {
    if (!part->ready) FAIL(r, "The data contains itself");
    return part->v;
  }
  *slot = part = ARENA_NEW(r->c->arena, struct part);
  context_enter(r->c);
  part->v = convert_container(r, data);
  context_leave(r->c);
  part->ready = true;
  return part->v;
}

value value_from_rich_data(struct context *c, const struct type_resolver *r, value data, bool allow_unresolved)
{
  assert(c != NULL);
  struct reader reader = {.c = c, .resolver = r, .allow_unresolved = allow_unresolved, .root = data};
  ptrmap_init(&reader.done, c->arena);
  return convert(&reader, data);
}
