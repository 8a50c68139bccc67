/* Writes values as bytes: the core's side of wire.h. wire_read.c reads them. */
#include "compiler/ruby/wire.h"

#include <assert.h>

#include "compiler/evaluator/eval.h"
#include "compiler/ruby/internal.h"
#include "compiler/types/iterator.h"
#include "compiler/types/object.h"
#include "compiler/values/binary.h"
#include "compiler/values/runtime.h"
#include "compiler/values/semver.h"
#include "compiler/values/semver_range.h"
#include "compiler/values/uri.h"

_Static_assert(sizeof(value) == sizeof((struct wire_handle){0}.value), "a value is two words");

/* With copies, a value that occurs in many places is written each time, so a small value can become a huge message. */
static const size_t COPIES_MAX_BYTES = (size_t)1 << 30;

/* --- writing --- */

static void put_u32(struct buf *out, uint32_t n) { buf_append(out, (const char *)&n, sizeof n); }

/* Writes a tag and its operand in one step, since this is most of the work of a message. */
static void put_tagged(struct buf *out, enum wire_tag tag, const void *p, size_t n)
{
  char bytes[1 + sizeof(uint64_t)];
  assert(n <= sizeof bytes - 1);
  bytes[0] = (char)tag;
  memcpy(bytes + 1, p, n);
  buf_append(out, bytes, 1 + n);
}

static void put_tagged_text(struct buf *out, enum wire_tag tag, str s)
{
  const uint32_t n = (uint32_t)s.n;
  put_tagged(out, tag, &n, sizeof n);
  buf_str(out, s);
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

/* A type that was the value of an attribute (a reference such as File[/x]) is a Puppet::Resource in Ruby. */
static void put_type(struct compilation *c, struct buf *out, value v)
{
  const struct type *t = v.type;
  if (!t->as_resource || (t->kind != T_RESOURCE && t->kind != T_CLASS)) {
    put_handle(c, out, v, arena_printf(c->arena, "type %s", type_kind_label(t)));
    return;
  }
  const bool class = t->kind == T_CLASS;
  const symbol *name = class ? t->class.name : t->resource.type_name;
  const value parts[] = {value_str(class          ? STR("class")
                                   : name == NULL ? STR_EMPTY
                                                  : sym_str(name)),
                         value_str(!class         ? t->resource.title
                                   : name == NULL ? STR_EMPTY
                                                  : sym_str(name))};
  put_rich(out, "Resource");
  wire_write(c, out, array_of(c->arena, parts, 2));
}

static void put_runtime(struct compilation *c, struct buf *out, value v)
{
  if (v.runtime->kind == RUNTIME_INTEGER || v.runtime->kind == RUNTIME_SYMBOL) {
    put_rich(out, v.runtime->kind == RUNTIME_INTEGER ? "Integer" : "Symbol");
    buf_char(out, WIRE_STRING);
    put_text(out, v.runtime->text);
    return;
  }
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

/* An object that Ruby made is already there: its number is enough. */
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

/* --- values that occur several times --- */

static bool copies;

void wire_begin(struct compilation *c, struct buf *out, bool with_copies)
{
  assert(c->arena != NULL);
  buf_clear(out);
  wire_seen_begin();
  twins_begin(c);
  copies = with_copies;
}

/* The address that identifies a rich value; NULL: its kind has no identity, so each occurrence is written. */
static const void *identity(value v)
{
  switch ((enum value_kind)v.kind) {
  case V_REGEX: return v.regex;
  case V_TYPE: return v.type;
  case V_SENSITIVE: return v.sensitive;
  default: return NULL;
  }
}

/* If the message already has the value, writes only its offset. Returns whether it did. */
static bool put_same(struct buf *out, value v)
{
  size_t before;
  const void *p = identity(v);
  if (p == NULL || !wire_seen(p, out->n, &before)) return false;
  const uint64_t place = before;
  assert(before < out->n);
  out->p[before] = (char)((unsigned char)out->p[before] | WIRE_AGAIN);
  buf_char(out, WIRE_SAME);
  buf_append(out, (const char *)&place, sizeof place);
  return true;
}

static bool is_container(value v) { return v.kind == V_ARRAY || v.kind == V_HASH; }

/* If Ruby knows the value, writes only its number. Returns whether it did. */
static bool put_twin(struct compilation *c, struct buf *out, value v)
{
  uint32_t number;
  if (copies && is_container(v)) return false;
  const bool known = twin_number(c, v, &number);
  if (!known && !twin_add(c, v, &number)) return false;
  put_tagged(out, known ? WIRE_TWIN : WIRE_NEW, &number, sizeof number);
  return known;
}

static void put_value(struct compilation *c, struct buf *out, value v);

/* Writes a container as its number or as a tree, or a rich value as its offset, if possible. */
static bool put_short(struct compilation *c, struct buf *out, value v)
{
  return (!copies && is_container(v) && wire_put_tree(c, out, v)) || put_twin(c, out, v) || put_same(out, v);
}

void wire_write(struct compilation *c, struct buf *out, value v)
{
  context_enter(&c->context);
  if (copies && out->n > COPIES_MAX_BYTES) fail_limit(&c->context, LIMIT_MEMORY);
  if (value_is_simple(v) || !put_short(c, out, v)) put_value(c, out, v);
  context_leave(&c->context);
}

static void put_value(struct compilation *c, struct buf *out, value v)
{
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: buf_char(out, WIRE_UNDEF); break;
  case V_DEFAULT: buf_char(out, WIRE_DEFAULT); break;
  case V_BOOL: buf_char(out, v.boolean ? WIRE_TRUE : WIRE_FALSE); break;
  case V_INT: put_tagged(out, WIRE_INT, &v.integer, sizeof v.integer); break;
  case V_FLOAT: put_tagged(out, WIRE_FLOAT, &v.number, sizeof v.number); break;
  case V_STRING: put_tagged_text(out, v.bytes ? WIRE_BYTES : WIRE_STRING, value_text(v)); break;
  case V_ARRAY:
    put_tagged(out, WIRE_ARRAY, &v.array->n, sizeof v.array->n);
    for (uint32_t i = 0; i < v.array->n; i++) wire_write(c, out, v.array->items[i]);
    break;
  case V_HASH:
    put_tagged(out, WIRE_HASH, &v.hash->n, sizeof v.hash->n);
    for (uint32_t i = 0; i < v.hash->n; i++) {
      wire_write(c, out, v.hash->entries[i].key);
      wire_write(c, out, v.hash->entries[i].value);
    }
    break;
  default: put_other(c, out, v); break;
  }
}
