/* Values as bytes and back: the core's side of wire.h. */
#include "compiler/ruby/wire.h"

#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/values/binary.h"
#include "compiler/values/iterator.h"
#include "compiler/values/object.h"
#include "compiler/values/runtime.h"
#include "compiler/values/semver.h"
#include "compiler/values/semver_range.h"
#include "compiler/values/uri.h"

_Static_assert(sizeof(value) == sizeof((struct wire_handle){0}.value), "a value is two words");

/* --- writing --- */

static void put_u32(struct buf *out, uint32_t n)
{
  buf_append(out, (const char *)&n, sizeof n);
}

static void put_text(struct buf *out, str s)
{
  put_u32(out, (uint32_t)s.n);
  buf_str(out, s);
}

static void put_rich(struct buf *out, const char *name)
{
  buf_char(out, WIRE_RICH);
  put_text(out, str_of(name));
}

static void put_rendered(struct compilation *c, struct buf *out, const char *name, value v)
{
  put_rich(out, name);
  buf_char(out, WIRE_STRING);
  put_text(out, value_to_str(c->arena, v));
}

static void put_time(struct buf *out, const char *name, value v)
{
  const int64_t nanoseconds = v.length;
  put_rich(out, name);
  buf_char(out, WIRE_ARRAY);
  put_u32(out, 2);
  buf_char(out, WIRE_INT);
  buf_append(out, (const char *)&v.integer, sizeof v.integer);
  buf_char(out, WIRE_INT);
  buf_append(out, (const char *)&nanoseconds, sizeof nanoseconds);
}

static void put_handle(struct compilation *c, struct buf *out, value v, str class_name)
{
  struct wire_handle h = {.serial = ruby_state(c)->serial};
  memcpy(h.value, &v, sizeof v);
  buf_char(out, WIRE_HANDLE);
  buf_append(out, (const char *)&h, sizeof h);
  put_text(out, class_name);
}

/* What went through an attribute is a resource to Ruby, not a type. */
static void put_type(struct compilation *c, struct buf *out, value v)
{
  const struct type *t = v.type;
  if (!t->as_resource || (t->kind != T_RESOURCE && t->kind != T_CLASS)) {
    put_handle(c, out, v, arena_printf(c->arena, "type %s", type_kind_label(t)));
    return;
  }
  const bool class = t->kind == T_CLASS;
  const symbol *name = class ? t->class.name : t->resource.type_name;
  const value parts[] = {value_str(class ? STR("class") : name == NULL ? STR_EMPTY : sym_str(name)),
                         value_str(!class ? t->resource.title : name == NULL ? STR_EMPTY : sym_str(name))};
  put_rich(out, "Resource");
  wire_write(c, out, array_of(c->arena, parts, 2));
}

static void put_runtime(struct compilation *c, struct buf *out, value v)
{
  if (v.runtime->kind != RUNTIME_RUBY) {
    put_handle(c, out, v, v.runtime->class_name);
    return;
  }
  buf_char(out, WIRE_RUNTIME);
  put_u32(out, v.runtime->number);
}

static void put_closure(struct compilation *c, struct buf *out, value v)
{
  if (v.closure->ruby == NULL) {
    put_handle(c, out, v, STR("closure"));
    return;
  }
  put_rich(out, "Block");
  put_runtime(c, out, value_runtime(v.closure->ruby));
}

/* One whose state is Ruby's is there already. */
static void put_object(struct compilation *c, struct buf *out, value v)
{
  const struct object_foreign *f = v.object->foreign;
  if (f == NULL) {
    put_handle(c, out, v, arena_printf(c->arena, "object %.*s", STR_FMT(rich_class(v))));
  } else if (f->by_class) {
    buf_char(out, WIRE_RUNTIME);
    put_u32(out, f->number);
  } else {
    put_rich(out, "Object");
    wire_write(c, out, value_int(f->number));
  }
}

static void put_other(struct compilation *c, struct buf *out, value v)
{
  switch ((enum value_kind)v.kind) {
  case V_REGEX:
    put_rich(out, "Regexp");
    buf_char(out, WIRE_STRING);
    put_text(out, v.regex->source);
    break;
  case V_TYPE: put_type(c, out, v); break;
  case V_SENSITIVE:
    put_rich(out, "Sensitive");
    wire_write(c, out, *v.sensitive);
    break;
  case V_CLOSURE: put_closure(c, out, v); break;
  case V_ITERATOR: put_handle(c, out, v, STR("iterator")); break;
  case V_OBJECT: put_object(c, out, v); break;
  case V_TIMESTAMP: put_time(out, "Timestamp", v); break;
  case V_TIMESPAN: put_time(out, "Timespan", v); break;
  case V_SEMVER: put_rendered(c, out, "SemVer", v); break;
  case V_SEMVER_RANGE: put_rendered(c, out, "SemVerRange", v); break;
  case V_URI: put_rendered(c, out, "URI", v); break;
  case V_BINARY:
    put_rich(out, "Binary");
    buf_char(out, WIRE_STRING);
    put_text(out, binary_bytes(v));
    break;
  default: put_runtime(c, out, v); break;
  }
}

void wire_write(struct compilation *c, struct buf *out, value v)
{
  context_enter(&c->context);
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: buf_char(out, WIRE_UNDEF); break;
  case V_DEFAULT: buf_char(out, WIRE_DEFAULT); break;
  case V_BOOL: buf_char(out, v.boolean ? WIRE_TRUE : WIRE_FALSE); break;
  case V_INT:
    buf_char(out, WIRE_INT);
    buf_append(out, (const char *)&v.integer, sizeof v.integer);
    break;
  case V_FLOAT:
    buf_char(out, WIRE_FLOAT);
    buf_append(out, (const char *)&v.number, sizeof v.number);
    break;
  case V_STRING:
    buf_char(out, WIRE_STRING);
    put_text(out, value_text(v));
    break;
  case V_ARRAY:
    buf_char(out, WIRE_ARRAY);
    put_u32(out, v.array->n);
    for (uint32_t i = 0; i < v.array->n; i++) wire_write(c, out, v.array->items[i]);
    break;
  case V_HASH:
    buf_char(out, WIRE_HASH);
    put_u32(out, v.hash->n);
    for (uint32_t i = 0; i < v.hash->n; i++) {
      wire_write(c, out, v.hash->entries[i].key);
      wire_write(c, out, v.hash->entries[i].value);
    }
    break;
  default: put_other(c, out, v); break;
  }
  context_leave(&c->context);
}

/* --- reading --- */

_Noreturn static void damaged(struct compilation *c)
{
  fail_error(&c->context, FAILURE_EVALUATION, "The Ruby plug-in gave something that is no value");
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

/* Every element takes a byte at least. */
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

static value take_hash(struct compilation *c, struct wire_reader *r)
{
  const uint32_t n = take_count(c, r);
  struct hash *h = hash_new(c->arena, n);
  for (uint32_t i = 0; i < n; i++) {
    const value key = wire_read(c, r);
    hash_put(h, c->arena, key, wire_read(c, r));
  }
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

/* What is left is read from a copy: types may be loaded next, by calls that give something else in its place. */
static void keep_rest(struct compilation *c, struct wire_reader *r)
{
  if (r->kept) return;
  const str rest = arena_str(c->arena, str_n(r->at, (size_t)(r->end - r->at)));
  *r = (struct wire_reader){rest.p, rest.p + rest.n, true};
}

static value take_runtime(struct compilation *c, struct wire_reader *r)
{
  const uint32_t number = take_u32(c, r);
  return ruby_runtime(c, number, take_text(c, r));
}

/* --- rich values: by name, from what they are made of --- */

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

static value make_sensitive(struct compilation *c, value from)
{
  return value_sensitive(c->arena, from);
}

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

/* [type, title] */
static value make_resource(struct compilation *c, value from)
{
  if (from.kind != V_ARRAY || from.array->n != 2) damaged(c);
  const str name = text_of(c, from.array->items[0]), title = text_of(c, from.array->items[1]);
  if (str_caseeq(name, STR("class"))) return eval_as_attribute(c, value_type(type_class(c->arena, sym_intern(title))));
  return eval_as_attribute(c, value_type(type_resource(c->arena, sym_intern(name), title)));
}

/* [its number in Ruby, name of the type, name of the class] */
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
    refused(c, arena_printf(c->arena, "An object of Ruby is of the type %.*s, which is no Object type", STR_FMT(name)));
  }
  return ruby_object(c, t, (uint32_t)number, class_name);
}

static value take_rich(struct compilation *c, struct wire_reader *r)
{
  static const struct { const char *name; make_fn *make; } makers[] = {
    {"Regexp", make_regexp},       {"Sensitive", make_sensitive},         {"Timestamp", make_timestamp},
    {"Timespan", make_timespan},   {"SemVer", make_semver},               {"SemVerRange", make_semver_range},
    {"URI", make_uri},             {"Binary", make_binary},               {"Type", make_type},
    {"Resource", make_resource},   {"Block", ruby_block_make},        {"Object", make_object},
  };
  const str name = take_text(c, r);
  const value from = wire_read(c, r);
  if (str_eqz(name, "Type") || str_eqz(name, "Object")) keep_rest(c, r);
  for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
    if (str_eqz(name, makers[i].name)) return makers[i].make(c, from);
  }
  damaged(c);
}

value wire_read(struct compilation *c, struct wire_reader *r)
{
  value v = VALUE_UNDEF;
  char tag;
  context_enter(&c->context);
  take(c, r, &tag, 1);
  switch ((enum wire_tag)tag) {
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
  case WIRE_ARRAY: v = take_array(c, r); break;
  case WIRE_HASH: v = take_hash(c, r); break;
  case WIRE_RICH: v = take_rich(c, r); break;
  case WIRE_HANDLE: v = take_handle(c, r); break;
  case WIRE_RUNTIME: v = take_runtime(c, r); break;
  default: damaged(c);
  }
  context_leave(&c->context);
  return v;
}
