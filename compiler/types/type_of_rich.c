/* The types of rich values: a table with the type of each kind and the check whether a value is an instance of a
 * type. */
#include "compiler/types/iterator.h"
#include "compiler/types/object.h"
#include "compiler/types/type_rich.h"
#include "compiler/values/runtime.h"

/* --- Ruby objects --- */

static const struct type *type_of(const struct runtime *r) { return r->ops != NULL ? r->ops->type(r) : NULL; }

/* Ruby's classes and modules are types. */
static bool is_module(const struct runtime *r)
{
  return r->ops != NULL && (str_eqz(r->class_name, "Class") || str_eqz(r->class_name, "Module"));
}

static const struct type *runtime_infer(struct arena *a, value v)
{
  /* An integer from Ruby beyond 64 bits: the language has only one kind of integer. */
  if (v.runtime->kind == RUNTIME_INTEGER) return type_simple(T_INTEGER);
  const value object = runtime_as_object(v);
  if (object.kind == V_OBJECT) return object_infer(a, object);
  if (is_module(v.runtime)) return type_of_type(a, type_runtime(a, STR("ruby"), v.runtime->ops->text(v.runtime)));
  const struct type *t = type_of(v.runtime);
  return t != NULL ? t : type_runtime(a, STR("ruby"), v.runtime->class_name);
}

/* Runtime['ruby', 'Name'] matches the class of the object by name only, not classes that it inherits from. An object
 * whose class implements a type of the language is an instance of that type, not of a Runtime type. */
static bool runtime_instance(const struct type *t, value v)
{
  if (v.runtime->kind == RUNTIME_INTEGER) {
    if (t->kind == T_SCALAR) fail_not_supported(context_running(), "integers beyond 64 bits");
    return false;
  }
  const value object = runtime_as_object(v);
  if (object.kind == V_OBJECT) return object_instance(t, object);
  if (is_module(v.runtime)) return type_assignable(t, runtime_infer(context_running()->arena, v));
  if (t->kind != T_RUNTIME || type_of(v.runtime) != NULL) return false;
  if (t->runtime.runtime.p == NULL) return true;
  return str_eqz(t->runtime.runtime, "ruby") &&
         (t->runtime.name.p == NULL || str_eq(t->runtime.name, v.runtime->class_name));
}

/* --- all kinds --- */

static const struct typing {
  enum type_kind kind; /* of all its types; T_ANY: several kinds */
  bool is_scalar;
  const struct type *(*infer)(struct arena *a, value v); /* NULL: the type has no parameters */
  /* For a type of that kind, NULL: always true; or for a type that is not Any, alias, Variant or Optional. */
  bool (*instance)(const struct type *t, value v);
} typings[V_KIND_COUNT] = {
  [V_TIMESTAMP] = {T_TIMESTAMP, true, type_of_time, type_instance_time},
  [V_TIMESPAN] = {T_TIMESPAN, true, type_of_time, type_instance_time},
  [V_SEMVER] = {T_SEMVER, true, NULL, type_instance_semver}, /* infer_set() gives it a range */
  [V_SEMVER_RANGE] = {T_SEMVER_RANGE, true, NULL, NULL},
  [V_BINARY] = {T_BINARY, false, NULL, NULL},
  [V_URI] = {T_URI, false, type_of_uri, type_instance_uri},
  [V_ITERATOR] = {T_ANY, false, iterator_infer, iterator_instance},
  [V_OBJECT] = {T_ANY, false, object_infer, object_instance},
  [V_RUNTIME] = {T_ANY, false, runtime_infer, runtime_instance},
};

const struct type *type_of_rich(struct arena *a, value v)
{
  const struct typing *row = &typings[v.kind];
  return row->infer != NULL ? row->infer(a, v) : type_simple(row->kind);
}

bool type_instance_rich(const struct type *t, value v)
{
  const struct typing *row = &typings[v.kind];
  if (row->kind == T_ANY) return row->instance(t, v);
  if (t->kind != row->kind) return row->is_scalar && t->kind == T_SCALAR;
  return row->instance == NULL || row->instance(t, v);
}
