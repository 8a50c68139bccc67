/* Ficelle::Core: Object types, for their classes in Ruby, and the interfaces of data types. */
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/ruby/ruby.h"
#include "compiler/types/object.h"

static void put(struct compilation *c, struct hash *h, const char *name, value v)
{
  hash_put_str(h, c->arena, str_of(name), v);
}

/* The attributes of a member's annotation RubyMethod; undef: none. */
static value code_of(const struct object_member *m)
{
  const value *v = m->annotations == NULL
                     ? NULL
                     : hash_get(m->annotations, value_type(object_type_builtin(STR("RubyMethod"))));
  return v != NULL ? *v : VALUE_UNDEF;
}

static value describe_member(struct compilation *c, const struct type *t, const struct object_member *m)
{
  struct hash *h = hash_new(c->arena, 8);
  const uint32_t at = object_type_field(t->object.def, m->name);
  put(c, h, "name", value_str(m->name));
  put(c, h, "label", value_str(object_member_label(c->arena, m)));
  put(c, h, "container", value_str(object_type_label(m->container)));
  put(c, h, "own", value_bool(m->container->object.def == t->object.def));
  put(c, h, "type", value_type(m->type));
  put(c, h, "has_value", value_bool(m->has_value));
  put(c, h, "value", m->value);
  put(c, h, "code", code_of(m));
  if (at != UINT32_MAX) put(c, h, "optional", value_bool(object_type_struct(t)->fields.entries[at].optional_key));
  return value_hash(h);
}

/* Its own members of that kind; kind < 0: all. */
static value own_members(struct compilation *c, const struct type *t, const struct object_members *list, int kind)
{
  struct valuevec out = {0};
  for (uint32_t i = 0; i < list->n; i++) {
    if (kind >= 0 && list->items[i].kind != kind) continue;
    valuevec_push(&out, c->arena, describe_member(c, t, &list->items[i]));
  }
  return valuevec_array(&out, c->arena);
}

static value fields_of(struct compilation *c, const struct type *t)
{
  const struct object_type *def = t->object.def;
  struct array *a = array_new(c->arena, def->nfields);
  for (uint32_t i = 0; i < def->nfields; i++) a->items[i] = describe_member(c, t, def->fields[i]);
  return value_array(a);
}

static value equality_of(struct compilation *c, const struct object_type *def)
{
  return def->has_equality ? array_of_texts(c->arena, def->equality, def->nequality) : VALUE_UNDEF;
}

/* Argument: name. Returns the parts of an Object type from which its class is made. */
static value object_type_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const str name = ruby_arg_text(a, 0);
  const struct type *t = type_resolved(type_named(CTX(c), &c->resolver, name));
  if (t->kind != T_OBJECT || t->object.def == NULL) {
    fail_error(CTX(c), FAILURE_EVALUATION, "unknown Object type %.*s", STR_FMT(name));
  }
  const struct object_type *def = t->object.def;
  const struct type *parent = object_type_parent(t);
  struct hash *h = hash_new(c->arena, 10);
  put(c, h, "name", value_str(def->name));
  put(c, h, "type", value_type(t));
  put(c, h, "parent", parent == NULL ? VALUE_UNDEF : value_str(object_type_label(parent)));
  put(c, h, "fields", fields_of(c, t));
  put(c, h, "constants", own_members(c, t, &def->attributes, ATTRIBUTE_CONSTANT));
  put(c, h, "derived", own_members(c, t, &def->attributes, ATTRIBUTE_DERIVED));
  put(c, h, "functions", own_members(c, t, &def->functions, -1));
  put(c, h, "equality", equality_of(c, def));
  put(c, h, "compares_class",
      value_bool(def->equality_include_type && (parent == NULL || !parent->object.def->equality_include_type)));
  put(c, h, "init_hash_type", value_type(object_type_struct(t)));
  return value_hash(h);
}

/* Arguments: name, interface. Fails if the name of a data type is invalid, or its interface cannot be parsed. */
static value check_datatype_row(const struct ruby_args *a)
{
  struct compilation *c = a->c;
  const str interface = ruby_arg_text(a, 1);
  object_type_check_name(CTX(c), value_str(ruby_arg_text(a, 0)));
  environment_parse_interface(c, c->arena, interface);
  return VALUE_UNDEF;
}

const struct ruby_row core_object_rows[] = {
  {"object_type", object_type_row},
  {"check_datatype", check_datatype_row},
  {0},
};
