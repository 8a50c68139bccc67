/* What rich values are to the type system: a table with the type of each kind and with the check whether it is an
 * instance of one. */
#include "compiler/types/iterator.h"
#include "compiler/types/object.h"
#include "compiler/types/type_rich.h"
#include "compiler/values/runtime.h"

/* --- objects of Ruby --- */

static const struct type *type_of(const struct runtime *r) { return r->ops != NULL ? r->ops->type(r) : NULL; }

static const struct type *runtime_infer(struct arena *a, value v)
{
  /* An integer from Ruby beyond 64 bits: the language has only one kind of integer. */
  if (v.runtime->kind == RUNTIME_INTEGER) return type_simple(T_INTEGER);
  const value object = runtime_as_object(v);
  if (object.kind == V_OBJECT) return object_infer(a, object);
  const struct type *t = type_of(v.runtime);
  return t != NULL ? t : type_runtime(a, STR("ruby"), v.runtime->class_name);
}

/* Runtime['ruby', 'Name'] matches the class of the object by name only, not classes that it inherits from. An
 * object whose class implements a type of the language is of that type and of no Runtime type. */
static bool runtime_instance(const struct type *t, value v)
{
  if (v.runtime->kind == RUNTIME_INTEGER) {
    if (t->kind == T_SCALAR) fail_not_supported(context_running(), "integers beyond 64 bits");
    return false;
  }
  const value object = runtime_as_object(v);
  if (object.kind == V_OBJECT) return object_instance(t, object);
  if (t->kind != T_RUNTIME || type_of(v.runtime) != NULL) return false;
  if (t->runtime.runtime.p == NULL) return true;
  return str_eqz(t->runtime.runtime, "ruby") &&
         (t->runtime.name.p == NULL || str_eq(t->runtime.name, v.runtime->class_name));
}

/* --- all kinds --- */

static const struct typing {
  const struct type *(*infer)(struct arena *a, value v);
  bool (*instance)(const struct type *t, value v); /* of a type that is neither Any, alias, Variant nor Optional */
} typings[V_KIND_COUNT] = {
  [V_TIMESTAMP] = {type_of_time, type_instance_time},  [V_TIMESPAN] = {type_of_time, type_instance_time},
  [V_SEMVER] = {type_of_semver, type_instance_semver}, [V_SEMVER_RANGE] = {type_of_plain, type_instance_plain},
  [V_BINARY] = {type_of_plain, type_instance_plain},   [V_URI] = {type_of_uri, type_instance_uri},
  [V_ITERATOR] = {iterator_infer, iterator_instance},  [V_OBJECT] = {object_infer, object_instance},
  [V_RUNTIME] = {runtime_infer, runtime_instance},
};

const struct type *type_of_rich(struct arena *a, value v) { return typings[v.kind].infer(a, v); }
bool type_instance_rich(const struct type *t, value v) { return typings[v.kind].instance(t, v); }
