/* Values that exist only in Ruby (objects, symbols, integers beyond 64 bits): prints, compares and hashes them with the
 * functions of the Ruby plug-in (ops). Symbols and large integers are used by their text, without Ruby. */
#include "compiler/values/runtime.h"

#include "base/check.h"

value value_runtime_of(struct arena *a, enum runtime_kind kind, const char *class_name, void *pointer)
{
  assert(class_name != NULL);
  struct runtime *r = ARENA_NEW(a, struct runtime);
  r->kind = kind;
  r->class_name = str_of(class_name);
  r->pointer = pointer;
  return value_runtime(r);
}

void *runtime_pointer(value v, enum runtime_kind kind)
{
  assert_hot(kind <= RUNTIME_SYMBOL);
  return v.kind == V_RUNTIME && v.runtime->kind == kind ? v.runtime->pointer : NULL;
}

value value_runtime_integer(struct arena *a, str decimal, str hex)
{
  struct runtime *r = ARENA_NEW(a, struct runtime);
  r->kind = RUNTIME_INTEGER;
  r->class_name = STR("Integer");
  r->text = decimal;
  r->hex = hex;
  return value_runtime(r);
}

value value_runtime_symbol(struct arena *a, str text)
{
  value v = value_runtime_of(a, RUNTIME_SYMBOL, "Symbol", NULL);
  ((struct runtime *)v.runtime)->text = text;
  return v;
}

/* --- the row --- */

value runtime_as_object(value v)
{
  if (v.kind != V_RUNTIME) return v;
  struct runtime *r = (struct runtime *)v.runtime;
  /* The object of the language that represents this Ruby object, which is cached. */
  if (r->object == NULL && r->ops != NULL) r->object = r->ops->object(r);
  return r->object != NULL ? (value){.kind = V_OBJECT, .object = r->object} : v;
}

static bool runtime_same(value x, value y)
{
  const struct runtime *a = x.runtime, *b = y.runtime;
  if (a == b) return true;
  if (a->ops != NULL && b->ops != NULL) return a->ops->same(a, b);
  return a->kind == b->kind && a->number == b->number && a->pointer == b->pointer && str_eq(a->text, b->text);
}

static uint64_t runtime_hash(value v)
{
  if (v.runtime->ops != NULL) return v.runtime->ops->hash(v.runtime);
  if (v.runtime->kind == RUNTIME_INTEGER || v.runtime->kind == RUNTIME_SYMBOL) return str_hash(v.runtime->text);
  return str_hash(v.runtime->class_name) ^ v.runtime->number ^ (uintptr_t)v.runtime->pointer;
}

static str text_of(value v)
{
  const struct runtime *r = v.runtime;
  if (r->kind == RUNTIME_INTEGER || r->kind == RUNTIME_SYMBOL) return r->text;
  return r->ops != NULL ? r->ops->text(r) : r->class_name;
}

static void runtime_render(struct buf *out, value v) { buf_str(out, text_of(v)); }

static void runtime_inspect(struct buf *out, value v)
{
  if (v.runtime->kind == RUNTIME_INTEGER) buf_str(out, v.runtime->text);
  else value_quote(out, text_of(v));
}

static str runtime_class(value v) { return v.runtime->class_name; }

const struct rich_kind runtime_rich_kind = {
  .ruby_class = "Object",
  .label = "Runtime",
  .class_name = runtime_class,
  .same = runtime_same,
  .hash = runtime_hash,
  .render = runtime_render,
  .inspect = runtime_inspect,
};
