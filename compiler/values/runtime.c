#include "compiler/values/runtime.h"

#include "compiler/values/context.h"
#include "compiler/values/object.h"

value value_runtime_of(struct arena *a, enum runtime_kind kind, const char *class_name, void *pointer)
{
  struct runtime *r = ARENA_NEW(a, struct runtime);
  r->kind = kind;
  r->class_name = str_of(class_name);
  r->pointer = pointer;
  return value_runtime(r);
}

void *runtime_pointer(value v, enum runtime_kind kind)
{
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

static const struct type *type_of(const struct runtime *r)
{
  return r->ops != NULL ? r->ops->type(r) : NULL;
}

value runtime_as_object(value v)
{
  if (v.kind != V_RUNTIME) return v;
  struct runtime *r = (struct runtime *)v.runtime;
  const struct type *t = r->object == NULL ? type_of(r) : NULL;
  if (t != NULL && t->kind == T_OBJECT && t->object.def != NULL) r->object = r->ops->object(r, t);
  return r->object != NULL ? (value){.kind = V_OBJECT, .object = r->object} : v;
}

static bool runtime_same(value x, value y, uint32_t depth)
{
  (void)depth;
  const struct runtime *a = x.runtime, *b = y.runtime;
  if (a == b) return true;
  if (a->ops != NULL && b->ops != NULL) return a->ops->same(a, b);
  return a->kind == b->kind && a->number == b->number && a->pointer == b->pointer && str_eq(a->text, b->text);
}

static uint64_t runtime_hash(value v, uint32_t depth)
{
  (void)depth;
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

static const struct type *runtime_infer(struct arena *a, value v)
{
  if (v.runtime->kind == RUNTIME_INTEGER) return type_simple(T_INTEGER);
  const value object = runtime_as_object(v);
  if (object.kind == V_OBJECT) return object_kind.infer(a, object);
  const struct type *t = type_of(v.runtime);
  return t != NULL ? t : type_runtime(a, STR("ruby"), v.runtime->class_name);
}

/* A class that inherits another is known by its own name only; one that stands for a type is of that type only. */
static bool runtime_instance(const struct type *t, value v)
{
  if (v.runtime->kind == RUNTIME_INTEGER) {
    if (t->kind == T_SCALAR) fail_not_supported(context_running(), "integers beyond 64 bits");
    return false;
  }
  const value object = runtime_as_object(v);
  if (object.kind == V_OBJECT) return object_kind.instance(t, object);
  if (t->kind != T_RUNTIME || type_of(v.runtime) != NULL) return false;
  if (t->runtime.runtime.p == NULL) return true;
  return str_eqz(t->runtime.runtime, "ruby") &&
         (t->runtime.name.p == NULL || str_eq(t->runtime.name, v.runtime->class_name));
}

const struct rich_kind runtime_rich_kind = {
  .ruby_class = "Object",
  .label = "Runtime",
  .same = runtime_same,
  .hash = runtime_hash,
  .render = runtime_render,
  .inspect = runtime_inspect,
  .infer = runtime_infer,
  .instance = runtime_instance,
};
