/* Instances of object types: creation, attributes, comparison, printing, and the type of an instance. An instance holds
 * one value per field of its type (attributes that are not constant or derived). A foreign object is in the Ruby
 * process and is used through its operations. */
#include "compiler/types/object.h"

#include "base/check.h"

value object_new(struct arena *a, const struct type *t, const value *fields, uint32_t n)
{
  assert(t->kind == T_OBJECT && t->object.def != NULL && n <= t->object.def->nfields);
  const struct object_type *def = t->object.def;
  struct object *o = arena_alloc(a, sizeof *o + (size_t)def->nfields * sizeof *o->fields);
  o->row = &object_kind;
  o->type = t;
  o->native = NULL;
  o->foreign = NULL;
  for (uint32_t i = 0; i < def->nfields; i++) {
    const struct object_member *m = def->fields[i];
    /* Attributes that are not given have their defaults. */
    o->fields[i] = i < n ? fields[i] : m->has_value ? m->value : VALUE_UNDEF;
  }
  return (value){.kind = V_OBJECT, .object = o};
}

value object_new_foreign(struct arena *a, const struct type *t, const struct object_foreign *f)
{
  assert(t->kind == T_OBJECT && f != NULL && f->ops != NULL);
  struct object *o = ARENA_NEW(a, struct object);
  o->row = &object_kind;
  o->type = t;
  o->foreign = f;
  return (value){.kind = V_OBJECT, .object = o};
}

value object_from_hash(struct arena *a, const struct type *t, const struct hash *h)
{
  const struct object_type *def = t->object.def;
  value *fields = arena_array(a, def->nfields, sizeof *fields);
  for (uint32_t i = 0; i < def->nfields; i++) {
    const struct object_member *m = def->fields[i];
    const value *v = hash_get_str(h, m->name);
    fields[i] = v != NULL ? *v : m->has_value ? m->value : VALUE_UNDEF;
  }
  return object_new(a, t, fields, def->nfields);
}

const value *object_field(const struct object *o, str name)
{
  assert(o->row == &object_kind);
  uint32_t at = object_type_field(o->type->object.def, name);
  if (at == UINT32_MAX) return NULL;
  return o->foreign != NULL ? o->foreign->ops->attribute(o, name) : &o->fields[at];
}

/* Attributes with their default value are not shown or written: the type provides them. */
static bool is_default(const struct object_member *m, value v) { return m->has_value && value_same(m->value, v); }

const struct hash *object_hash(struct arena *a, const struct object *o)
{
  const struct object_type *def = o->type->object.def;
  if (o->foreign != NULL) return o->foreign->ops->init_hash(o);
  struct hash *h = hash_new(a, def->nfields);
  for (uint32_t i = 0; i < def->nfields; i++) {
    if (!is_default(def->fields[i], o->fields[i])) hash_put_str(h, a, def->fields[i]->name, o->fields[i]);
  }
  return h;
}

const struct hash *object_arguments(struct arena *a, const struct object *o)
{
  if (o->foreign != NULL) return o->foreign->ops->arguments(o);
  const struct object_type *def = o->type->object.def;
  const uint32_t *order = object_type_positions(o->type);
  uint32_t n = def->nfields;
  while (n > 0 && is_default(def->fields[order[n - 1]], o->fields[order[n - 1]])) n--;
  struct hash *h = hash_new(a, n);
  for (uint32_t i = 0; i < n; i++) hash_put_str(h, a, def->fields[order[i]]->name, o->fields[order[i]]);
  return h;
}

/* --- the row --- */

/* Constants and derived attributes have no field (NULL); they are equal if the types are. */
static bool field_same(const struct object *a, const struct object *b, str name, uint32_t depth)
{
  const value *x = object_field(a, name), *y = object_field(b, name);
  return x == NULL || (y != NULL && value_same_at(*x, *y, depth));
}

/* Goes up the inheritance: each type compares the attributes named by its `equality`, or all that it declares. With
 * equality_include_type => false, objects of different types may be equal; they are not if nothing was compared. */
static bool object_same(value x, value y, uint32_t depth)
{
  const struct object *a = x.object, *b = y.object;
  bool compared = false;
  if (a == b) return true;
  if (a->foreign != NULL || b->foreign != NULL) {
    return a->foreign != NULL && b->foreign != NULL && a->foreign->ops->same(a, b);
  }
  for (const struct type *t = a->type; t != NULL; t = object_type_parent(t)) {
    const struct object_type *def = t->object.def;
    if (def->equality_include_type && a->type->object.def != b->type->object.def) return false;
    compared = compared || def->equality_include_type;
    uint32_t n = def->has_equality ? def->nequality : def->attributes.n;
    for (uint32_t i = 0; i < n; i++) {
      str name = def->has_equality ? def->equality[i] : def->attributes.items[i].name;
      if (!field_same(a, b, name, depth)) return false;
      compared = true;
    }
  }
  return compared;
}

/* Equal objects must have equal hash codes, and with equality_include_type => false objects of several types may be
 * equal, so all such objects get 0. */
static uint64_t object_hash_code(value v)
{
  const struct object_type *def = v.object->type->object.def;
  if (v.object->foreign != NULL) return v.object->foreign->ops->hash(v.object);
  return def->equality_include_type ? str_hash(def->name) : 0;
}

str object_shown_name(const struct type *t)
{
  return t->object.def->nall_parameters > 0 ? object_type_simple_name(t) : object_type_label(t);
}

void object_format_at(struct buf *out, const struct object *o, uint32_t depth)
{
  struct arena *a = out->arena != NULL ? out->arena : arena_new();
  buf_str(out, object_shown_name(o->type));
  buf_char(out, '(');
  type_format_value(out, value_hash(object_hash(a, o)), depth + 1);
  buf_char(out, ')');
  if (out->arena == NULL) arena_free(a);
}

static void render_at(struct buf *out, value v, uint32_t depth)
{
  const struct object *o = v.object;
  if (o->foreign != NULL) buf_str(out, o->foreign->ops->text(o));
  else object_format_at(out, o, depth);
}

static void inspect_at(struct buf *out, value v, uint32_t depth) { object_format_at(out, v.object, depth); }

static str class_name(value v)
{
  const struct object *o = v.object;
  if (o->foreign != NULL && o->foreign->class_name.n > 0) return o->foreign->class_name;
  str name = object_type_label(o->type);
  /* Error is a Ruby class of Puppet; all others are named as in the language. */
  return str_eqz(name, "Error") ? STR("Puppet::DataTypes::Error") : name;
}

/* For a type with type parameters, the type of an instance has those parameters, with the values of the attributes
 * of the same names. */
const struct type *object_infer(struct arena *a, value v)
{
  assert(v.kind == V_OBJECT && v.object->row == &object_kind);
  const struct object_type *def = v.object->type->object.def;
  if (def->nall_parameters == 0) return v.object->type;
  struct hash *params = hash_new(a, def->nall_parameters);
  for (uint32_t i = 0; i < def->nall_parameters; i++) {
    const str name = def->all_parameters[i]->name;
    hash_put_str(params, a, name, value_or_undef(object_field(v.object, name)));
  }
  struct type *t = arena_alloc(a, sizeof *t);
  *t = *v.object->type;
  t->has_params = true;
  t->object.params = params;
  return t;
}

static const value *actual_field(const void *o, str name) { return object_field(o, name); }

bool object_instance(const struct type *t, value v)
{
  if (t->kind != T_OBJECT) return type_assignable(t, v.object->type);
  /* Type parameters are compared with the attributes of the value itself, after the type without them. */
  if (t->object.params == NULL) return type_assignable(t, v.object->type);
  struct type base = *t;
  base.object.params = NULL;
  return type_assignable(&base, v.object->type) && object_type_params_fit(t, actual_field, v.object);
}

const struct rich_kind object_kind = {
  .ruby_class = "Object",
  .label = "Object",
  .hash = object_hash_code,
  .class_name = class_name,
  .same_at = object_same,
  .render_at = render_at,
  .inspect_at = inspect_at,
};
