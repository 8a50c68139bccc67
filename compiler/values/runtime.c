#include "compiler/values/runtime.h"

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

/* --- the row --- */

static bool runtime_same(value x, value y, uint32_t depth)
{
  (void)depth;
  const struct runtime *a = x.runtime, *b = y.runtime;
  return a == b || (a->kind == b->kind && a->number == b->number && a->pointer == b->pointer);
}

static uint64_t runtime_hash(value v, uint32_t depth)
{
  (void)depth;
  return str_hash(v.runtime->class_name) ^ v.runtime->number ^ (uintptr_t)v.runtime->pointer;
}

static void runtime_render(struct buf *out, value v)
{
  const struct runtime *r = v.runtime;
  buf_str(out, r->text != NULL ? r->text(r) : r->class_name);
}

static const struct type *runtime_infer(struct arena *a, value v)
{
  return type_runtime(a, STR("ruby"), v.runtime->class_name);
}

/* A class that inherits another is known by its own name only. */
static bool runtime_instance(const struct type *t, value v)
{
  if (t->kind != T_RUNTIME) return false;
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
  .infer = runtime_infer,
  .instance = runtime_instance,
};
