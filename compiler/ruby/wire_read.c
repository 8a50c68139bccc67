/* Reads values from bytes: the core's side of wire.h. The bytes come from the plug-in and are checked: damaged ones
 * fail. */
#include "compiler/ruby/wire.h"

#include <assert.h>

#include "compiler/evaluator/eval.h"
#include "compiler/ruby/internal.h"
#include "compiler/types/object.h"
#include "compiler/values/binary.h"
#include "compiler/values/runtime.h"
#include "compiler/values/semver.h"
#include "compiler/values/semver_range.h"
#include "compiler/values/uri.h"

_Noreturn static void damaged(struct compilation *c)
{
  fail_error(&c->context, FAILURE_EVALUATION, "The Ruby plug-in returned something that is not a value");
}

static void take(struct compilation *c, struct wire_reader *r, void *out, size_t n)
{
  if ((size_t)(r->end - r->at) < n) damaged(c);
  memcpy(out, r->at, n);
  r->at += n;
}

static uint32_t take_u32(struct compilation *c, struct wire_reader *r)
{
  uint32_t n;
  take(c, r, &n, sizeof n);
  return n;
}

static str take_text(struct compilation *c, struct wire_reader *r)
{
  const uint32_t n = take_u32(c, r);
  if ((size_t)(r->end - r->at) < n) damaged(c);
  const str s = arena_str(c->arena, str_n(r->at, n));
  r->at += n;
  return s;
}

/* Reads a number of elements. Each needs at least a byte, so a number larger than the remaining bytes is damaged; it is
 * rejected before memory is allocated for it. */
static uint32_t take_count(struct compilation *c, struct wire_reader *r)
{
  const uint32_t n = take_u32(c, r);
  if ((size_t)(r->end - r->at) < n) damaged(c);
  return n;
}

static value take_array(struct compilation *c, struct wire_reader *r)
{
  const uint32_t n = take_count(c, r);
  struct array *a = array_new(c->arena, n);
  for (uint32_t i = 0; i < n; i++) a->items[i] = wire_read(c, r);
  return value_array(a);
}

/* Copies the rest of the message. Reading it may call Ruby (to load types or compare objects), which would overwrite
 * its buffer. */
static void make_own(struct compilation *c, struct wire_reader *r)
{
  if (r->own) return;
  const size_t n = (size_t)(r->end - r->begin), at = (size_t)(r->at - r->begin);
  const str bytes = arena_str(c->arena, str_n(r->begin, n));
  r->own = true;
  r->begin = bytes.p;
  r->at = bytes.p + at;
  r->end = bytes.p + n;
}

static value take_hash(struct compilation *c, struct wire_reader *r)
{
  const uint32_t n = take_count(c, r);
  struct hash *h = hash_new(c->arena, n);
  for (uint32_t i = 0; i < n; i++) {
    const value key = wire_read(c, r), v = wire_read(c, r);
    if (!value_is_simple(key)) make_own(c, r);
    hash_put(h, c->arena, key, v);
  }
  return value_hash(h);
}

/* Reads a value; without the work for nested values if it is a string, as most are. */
static inline value take_part(struct compilation *c, struct wire_reader *r)
{
  if (r->at == r->end || (unsigned char)*r->at != WIRE_STRING) return wire_read(c, r);
  r->at++;
  return value_str(take_text(c, r));
}

static struct hash_entry take_plain_entry(struct compilation *c, struct wire_reader *r)
{
  char tag;
  take(c, r, &tag, 1);
  if ((enum wire_tag)tag != WIRE_STRING) damaged(c);
  const value key = value_str(take_text(c, r));
  return (struct hash_entry){key, take_part(c, r)};
}

/* The keys are from a hash of Ruby and therefore different, so they need not be compared. */
static value take_plain_hash(struct compilation *c, struct wire_reader *r)
{
  const uint32_t n = take_count(c, r);
  struct hash *h = hash_new(c->arena, n);
  for (uint32_t i = 0; i < n; i++) h->entries[i] = take_plain_entry(c, r);
  hash_fill(h, c->arena, n);
  return value_hash(h);
}

static value take_like(struct compilation *c, struct wire_reader *r)
{
  value like;
  if (!twin_find(c, take_u32(c, r), &like) || like.kind != V_HASH) damaged(c);
  const uint32_t n = take_u32(c, r);
  if (n > like.hash->n && n - like.hash->n > (size_t)(r->end - r->at)) damaged(c);
  struct hash *h = hash_new(c->arena, n);
  for (uint32_t i = 0; i < n;) {
    const uint32_t from = take_u32(c, r), same = take_u32(c, r), own = take_u32(c, r);
    if (from > like.hash->n || same > like.hash->n - from || same > n - i || own > n - i - same || same + own == 0)
      damaged(c);
    if (same > 0) memcpy(&h->entries[i], &like.hash->entries[from], same * sizeof *h->entries);
    for (uint32_t k = 0; k < own; k++) h->entries[i + same + k] = take_plain_entry(c, r);
    i += same + own;
  }
  hash_fill(h, c->arena, n);
  return value_hash(h);
}

static value take_handle(struct compilation *c, struct wire_reader *r)
{
  struct wire_handle h;
  value v;
  take(c, r, &h, sizeof h);
  if (h.serial != 0 && h.serial != ruby_state(c)->serial) {
    fail_error(&c->context, FAILURE_EVALUATION, "Code in Ruby uses a value of a compilation that is over");
  }
  memcpy(&v, h.value, sizeof v);
  return v;
}

static value take_runtime(struct compilation *c, struct wire_reader *r)
{
  const uint32_t number = take_u32(c, r);
  return ruby_runtime(c, number, take_text(c, r));
}

/* --- values that occur several times --- */

static void *place_key(size_t place) { return (void *)(uintptr_t)(place + 1); }

static void remember(struct compilation *c, struct wire_reader *r, size_t place, value v)
{
  if (r->again == NULL) {
    r->again = ARENA_NEW(c->arena, struct ptrmap);
    ptrmap_init(r->again, c->arena);
  }
  value *kept = ARENA_NEW(c->arena, value);
  *kept = v;
  ptrmap_put(r->again, place_key(place), kept);
}

/* A value that occurs again. If the first one is not complete, it contains itself, which fails. */
static value take_same(struct compilation *c, struct wire_reader *r)
{
  const size_t here = (size_t)(r->at - r->begin);
  uint64_t place;
  take(c, r, &place, sizeof place);
  if (place >= here) damaged(c);
  const value *v = r->again == NULL ? NULL : ptrmap_get(r->again, place_key((size_t)place));
  if (v == NULL) fail_error(&c->context, FAILURE_EVALUATION, "A value that contains itself comes from Ruby");
  return *v;
}

/* --- twins --- */

static value take_new(struct compilation *c, struct wire_reader *r)
{
  const uint32_t number = take_u32(c, r);
  const value v = wire_read(c, r);
  if (v.kind != V_ARRAY && v.kind != V_HASH) damaged(c);
  twin_put(c, number, v);
  return v;
}

/* A known twin. If it is still being read, it contains itself, which fails. */
static value take_twin(struct compilation *c, struct wire_reader *r)
{
  value v;
  if (!twin_find(c, take_u32(c, r), &v)) {
    fail_error(&c->context, FAILURE_EVALUATION, "A value that contains itself comes from Ruby");
  }
  return v;
}

struct wire_reader wire_reader_of(struct compilation *c, struct ruby_bytes message)
{
  assert(message.p != NULL || message.n == 0);
  struct wire_reader r = {.at = message.p, .end = message.p + message.n, .begin = message.p};
  if (message.n == 0 || *r.at != WIRE_CHANGED) return r;
  r.at++;
  for (uint32_t n = take_u32(c, &r); n > 0; n--) {
    const uint32_t number = take_u32(c, &r);
    const value contents = wire_read(c, &r);
    if (contents.kind != V_ARRAY && contents.kind != V_HASH) damaged(c);
    twin_change(c, number, contents);
  }
  return r;
}

/* --- rich values: by name, from the value inside --- */

typedef value make_fn(struct compilation *c, value from);

_Noreturn static void refused(struct compilation *c, str why)
{
  fail_error(&c->context, FAILURE_EVALUATION, "%.*s", STR_FMT(why));
}

static str text_of(struct compilation *c, value v)
{
  if (v.kind != V_STRING) damaged(c);
  return value_text(v);
}

static value make_regexp(struct compilation *c, value from)
{
  str why;
  const struct regex *re = regex_compile(c->arena, text_of(c, from), &why);
  if (re == NULL) refused(c, why);
  return value_regex(re);
}

static value make_sensitive(struct compilation *c, value from) { return value_sensitive(c->arena, from); }

static value make_time(struct compilation *c, value from, enum value_kind kind)
{
  if (from.kind != V_ARRAY || from.array->n != 2) damaged(c);
  const value seconds = from.array->items[0], nanoseconds = from.array->items[1];
  if (seconds.kind != V_INT || nanoseconds.kind != V_INT || nanoseconds.integer < 0 ||
      nanoseconds.integer > 999999999) {
    damaged(c);
  }
  return (value){.kind = kind, .length = (uint32_t)nanoseconds.integer, .integer = seconds.integer};
}

static value make_timestamp(struct compilation *c, value from) { return make_time(c, from, V_TIMESTAMP); }
static value make_timespan(struct compilation *c, value from) { return make_time(c, from, V_TIMESPAN); }

static value make_semver(struct compilation *c, value from)
{
  str why;
  const struct semver *v = semver_parse(c->arena, text_of(c, from), &why);
  if (v == NULL) refused(c, why);
  return value_semver(v);
}

static value make_semver_range(struct compilation *c, value from)
{
  str why;
  const struct semver_range *v = semver_range_parse(c->arena, text_of(c, from), &why);
  if (v == NULL) refused(c, why);
  return value_semver_range(v);
}

static value make_uri(struct compilation *c, value from)
{
  str why;
  const struct uri *u = uri_parse(c->arena, text_of(c, from), &why);
  if (u == NULL) refused(c, why);
  return value_uri(u);
}

static value make_binary(struct compilation *c, value from) { return value_binary(text_of(c, from)); }

static value make_type(struct compilation *c, value from)
{
  return value_type(type_from_text(&c->context, &c->resolver, text_of(c, from)));
}

static value make_symbol(struct compilation *c, value from) { return value_runtime_symbol(c->arena, text_of(c, from)); }

/* An integer beyond 64 bits is [decimal, hexadecimal]. The core stores it as text, and cannot calculate with it. */
static value make_integer(struct compilation *c, value from)
{
  if (from.kind != V_ARRAY || from.array->n != 2) damaged(c);
  const str decimal = text_of(c, from.array->items[0]), hex = text_of(c, from.array->items[1]);
  if (decimal.n == 0 || hex.n == 0) damaged(c);
  return value_runtime_integer(c->arena, decimal, hex);
}

/* Argument: [type, title]. */
static value make_resource(struct compilation *c, value from)
{
  if (from.kind != V_ARRAY || from.array->n != 2) damaged(c);
  const str name = text_of(c, from.array->items[0]), title = text_of(c, from.array->items[1]);
  if (str_caseeq(name, STR("class"))) return eval_as_attribute(c, value_type(type_class(c->arena, sym_intern(title))));
  return eval_as_attribute(c, value_type(type_resource(c->arena, sym_intern(name), title)));
}

/* Argument: [number in Ruby, name of the type, name of the class]. */
static value make_object(struct compilation *c, value from)
{
  if (from.kind != V_ARRAY || from.array->n != 3 || from.array->items[0].kind != V_INT) damaged(c);
  const int64_t number = from.array->items[0].integer;
  const str name = text_of(c, from.array->items[1]), class_name = text_of(c, from.array->items[2]);
  const struct ptrvec *known = &ruby_state(c)->objects;
  if (number < 0 || number >= UINT32_MAX) damaged(c);
  if (number < known->n && known->items[number] != NULL) {
    return (value){.kind = V_OBJECT, .object = known->items[number]};
  }
  const struct type *t = type_resolved(type_named(&c->context, &c->resolver, name));
  if (t->kind != T_OBJECT || t->object.def == NULL) {
    refused(
      c, arena_printf(c->arena, "An object of Ruby is of the type %.*s, which is not an Object type", STR_FMT(name)));
  }
  return ruby_object(c, t, (uint32_t)number, class_name);
}

static value take_rich(struct compilation *c, struct wire_reader *r)
{
  static const struct {
    const char *name;
    make_fn *make;
    bool asks;
  } makers[] = {
    {"Regexp", make_regexp, false},     {"Sensitive", make_sensitive, false}, {"Timestamp", make_timestamp, false},
    {"Timespan", make_timespan, false}, {"SemVer", make_semver, false},       {"SemVerRange", make_semver_range, false},
    {"URI", make_uri, false},           {"Binary", make_binary, false},       {"Type", make_type, true},
    {"Resource", make_resource, true},  {"Block", ruby_block_make, false},    {"Object", make_object, true},
    {"Integer", make_integer, false},   {"Symbol", make_symbol, false},
  };
  const str name = take_text(c, r);
  const value from = wire_read(c, r);
  for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
    if (!str_eqz(name, makers[i].name)) continue;
    if (makers[i].asks) make_own(c, r);
    return makers[i].make(c, from);
  }
  damaged(c);
}

static value take_value(struct compilation *c, struct wire_reader *r, enum wire_tag tag)
{
  value v = VALUE_UNDEF;
  switch (tag) {
  case WIRE_UNDEF: break;
  case WIRE_DEFAULT: v = VALUE_DEFAULT; break;
  case WIRE_TRUE: v = value_bool(true); break;
  case WIRE_FALSE: v = value_bool(false); break;
  case WIRE_INT:
    v = value_int(0);
    take(c, r, &v.integer, sizeof v.integer);
    break;
  case WIRE_FLOAT:
    v = value_float(0);
    take(c, r, &v.number, sizeof v.number);
    break;
  case WIRE_STRING: v = value_str(take_text(c, r)); break;
  case WIRE_BYTES: v = value_str_bytes(take_text(c, r)); break;
  case WIRE_ARRAY: v = take_array(c, r); break;
  case WIRE_HASH: v = take_hash(c, r); break;
  case WIRE_PLAIN_HASH: v = take_plain_hash(c, r); break;
  case WIRE_LIKE: v = take_like(c, r); break;
  case WIRE_RICH: v = take_rich(c, r); break;
  case WIRE_HANDLE: v = take_handle(c, r); break;
  case WIRE_RUNTIME: v = take_runtime(c, r); break;
  case WIRE_SAME: v = take_same(c, r); break;
  case WIRE_NEW: v = take_new(c, r); break;
  case WIRE_TWIN: v = take_twin(c, r); break;
  default: damaged(c);
  }
  return v;
}

value wire_read(struct compilation *c, struct wire_reader *r)
{
  unsigned char tag;
  context_enter(&c->context);
  const size_t place = (size_t)(r->at - r->begin);
  take(c, r, &tag, 1);
  const value v = take_value(c, r, (enum wire_tag)(tag & ~WIRE_AGAIN));
  if ((tag & WIRE_AGAIN) != 0) remember(c, r, place, v);
  context_leave(&c->context);
  return v;
}
