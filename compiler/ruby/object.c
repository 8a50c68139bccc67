/* Instances of Object types with Ruby code. The real object is in Ruby; the core has a proxy and asks Ruby for
 * attributes, functions, comparison and text. */
#include "compiler/types/object.h"

#include <assert.h>

#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/values/runtime.h"

/* --- classes that implement types --- */

void ruby_map_class(struct compilation *c, str class_name, str type_name)
{
  str *name = ARENA_NEW(c->arena, str);
  *name = arena_str(c->arena, type_name);
  strmap_put(&ruby_state(c)->classes, arena_str(c->arena, class_name), name);
}

static const struct type *type_of_class(struct compilation *c, str class_name)
{
  const str *name = strmap_get(&ruby_state(c)->classes, class_name);
  return name == NULL ? NULL : type_resolved(type_named(CTX(c), &c->resolver, *name));
}

/* --- operations of an object --- */

static value self_of(const struct object *o) { return (value){.kind = V_OBJECT, .object = o}; }

static value type_name_of(const struct object *o) { return value_str(object_type_label(o->type)); }

static const value *foreign_attribute(const struct object *o, str name)
{
  struct compilation *c = o->foreign->owner;
  value *v = ARENA_NEW(c->arena, value);
  *v = ruby_object_send(c, NULL, o, name, NULL, 0, VALUE_UNDEF);
  return v;
}

static const struct hash *ask_hash(const struct object *o, const char *entry)
{
  struct compilation *c = o->foreign->owner;
  const value args[] = {self_of(o), type_name_of(o)};
  const value v = ruby_call(c, NULL, entry, args, 2, VALUE_UNDEF);
  if (v.kind == V_HASH) return v.hash;
  const str label = object_type_label(o->type);
  fail_error(CTX(c), FAILURE_EVALUATION, "An object of the type %.*s must describe its attributes by a Hash",
             STR_FMT(label));
}

static const struct hash *foreign_init_hash(const struct object *o) { return ask_hash(o, "object_init_hash"); }
static const struct hash *foreign_arguments(const struct object *o) { return ask_hash(o, "object_arguments"); }

static bool ask_same(struct compilation *c, value a, value b)
{
  const value args[] = {a, b};
  return value_truthy(ruby_call(c, NULL, "object_same", args, 2, VALUE_UNDEF));
}

static uint64_t ask_hash_code(struct compilation *c, value self)
{
  const value v = ruby_call(c, NULL, "object_hash", &self, 1, VALUE_UNDEF);
  return v.kind == V_INT ? (uint64_t)v.integer : 0;
}

static str ask_text(struct compilation *c, value self, str otherwise)
{
  const value v = ruby_call(c, NULL, "text_of", &self, 1, VALUE_UNDEF);
  return v.kind == V_STRING ? value_text(v) : otherwise;
}

static bool foreign_same(const struct object *a, const struct object *b)
{
  return ask_same(a->foreign->owner, self_of(a), self_of(b));
}

static uint64_t foreign_hash(const struct object *o) { return ask_hash_code(o->foreign->owner, self_of(o)); }

static str foreign_text(const struct object *o)
{
  return ask_text(o->foreign->owner, self_of(o), o->foreign->class_name);
}

static const struct object_foreign_ops ops = {
  .attribute = foreign_attribute,
  .init_hash = foreign_init_hash,
  .arguments = foreign_arguments,
  .same = foreign_same,
  .hash = foreign_hash,
  .text = foreign_text,
};

static value object_make(struct compilation *c, const struct type *t, uint32_t number, bool by_class, str class_name)
{
  assert(t->kind == T_OBJECT && t->object.def != NULL);
  struct object_foreign *f = ARENA_NEW(c->arena, struct object_foreign);
  *f = (struct object_foreign){&ops, c, number, by_class, class_name};
  return object_new_foreign(c->arena, t, f);
}

value ruby_object(struct compilation *c, const struct type *t, uint32_t number, str class_name)
{
  const value v = object_make(c, t, number, false, class_name);
  struct ptrvec *known = &ruby_state(c)->objects;
  while (known->n <= number) ptrvec_push(known, c->arena, NULL);
  known->items[number] = (void *)v.object;
  return v;
}

/* --- objects known by their class --- */

static str runtime_text(const struct runtime *r) { return ask_text(r->owner, value_runtime(r), r->class_name); }
static uint64_t runtime_hash_code(const struct runtime *r) { return ask_hash_code(r->owner, value_runtime(r)); }

static bool runtime_is_same(const struct runtime *a, const struct runtime *b)
{
  return a->number == b->number || ask_same(a->owner, value_runtime(a), value_runtime(b));
}

static const struct type *runtime_type(const struct runtime *r) { return type_of_class(r->owner, r->class_name); }

static const struct object *runtime_object(const struct runtime *r)
{
  const struct type *t = runtime_type(r);
  if (t == NULL || t->kind != T_OBJECT || t->object.def == NULL) return NULL;
  return object_make(r->owner, t, r->number, true, r->class_name).object;
}

value ruby_runtime(struct compilation *c, uint32_t number, str class_name)
{
  static const struct runtime_ops runtime_ops = {runtime_text, runtime_is_same, runtime_hash_code, runtime_type,
                                                 runtime_object};
  struct runtime *r = ARENA_NEW(c->arena, struct runtime);
  *r = (struct runtime){
    .kind = RUNTIME_RUBY, .class_name = class_name, .number = number, .ops = &runtime_ops, .owner = c};
  return value_runtime(r);
}

value ruby_object_send(struct compilation *c, struct scope *s, const struct object *o, str name, const value *args,
                       uint32_t n, value block)
{
  value *all = arena_array(c->arena, (size_t)n + 2, sizeof *all);
  all[0] = self_of(o);
  all[1] = value_str(name);
  if (n > 0) memcpy(all + 2, args, n * sizeof *all);
  return ruby_call(c, s, "object_send", all, n + 2, block);
}

/* --- constructors --- */

static struct signature by_arguments(struct compilation *c, const struct type *t, value names, int64_t required)
{
  const struct object_type *def = t->object.def;
  const uint32_t n = names.kind == V_ARRAY ? names.array->n : 0;
  const struct type **types = arena_array(c->arena, n, sizeof *types);
  struct signature s = {.names = arena_array(c->arena, n, sizeof *s.names), .types = {types, n}};
  for (uint32_t i = 0; i < n; i++) {
    const value name = names.array->items[i];
    const uint32_t at = name.kind == V_STRING ? object_type_field(def, value_text(name)) : UINT32_MAX;
    s.names[i] = value_text_or_empty(name);
    types[i] = at != UINT32_MAX ? def->fields[at]->type : type_simple(T_ANY);
  }
  s.required = (uint32_t)(required < 0 || required > n ? n : required);
  return s;
}

static struct signature by_hash(struct compilation *c, const struct type *t)
{
  const struct type **only = arena_array(c->arena, 1, sizeof *only);
  str *name = arena_array(c->arena, 1, sizeof *name);
  *only = object_type_struct(t);
  *name = STR("hash");
  return (struct signature){.names = name, .types = {only, 1}, .required = 1};
}

static const value *told(value description, const char *name)
{
  static const value none = VALUE_UNDEF;
  const value *v = description.kind == V_HASH ? hash_get_str(description.hash, str_of(name)) : NULL;
  return v != NULL ? v : &none;
}

const struct signature *ruby_object_constructors(struct compilation *c, const struct type *t, uint32_t *n)
{
  struct object_type *def = (struct object_type *)t->object.def;
  if (def->constructors == NULL) {
    const str label = object_type_label(t);
    ruby_need(c, arena_printf(c->arena, "the class of the type %.*s", STR_FMT(label)), STR("RubyMethod"));
    const value name = value_str(label);
    const value d = ruby_call(c, NULL, "object_constructor", &name, 1, VALUE_UNDEF);
    struct signature *s = arena_array(c->arena, 2, sizeof *s);
    const value required = *told(d, "required");
    s[0] = by_hash(c, t);
    s[1] = by_arguments(c, t, *told(d, "names"), required.kind == V_INT ? required.integer : 0);
    def->no_hash_constructor = !value_truthy(*told(d, "by_hash"));
    def->constructors = s;
  }
  *n = def->no_hash_constructor ? 1 : 2;
  return def->constructors + def->no_hash_constructor;
}

value ruby_object_new(struct compilation *c, const struct type *t, uint32_t constructor, const value *args, uint32_t n)
{
  assert(constructor < 2u - t->object.def->no_hash_constructor && (n == 0 || args != NULL));
  const bool hash = constructor == 0 && !t->object.def->no_hash_constructor;
  value *all = arena_array(c->arena, (size_t)n + 1, sizeof *all);
  all[0] = value_str(object_type_label(t));
  if (n > 0) memcpy(all + 1, args, n * sizeof *all);
  return ruby_call(c, NULL, hash ? "object_from_hash" : "object_new", all, n + 1, VALUE_UNDEF);
}
