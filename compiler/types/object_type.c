/* Object types: their members and fields, their type parameters (X[1, 'a']), equality, and the hash that defines
 * them. */
#include "compiler/types/object_type.h"

#include <assert.h>

#include "compiler/types/type_internal.h"

str object_type_label(const type *t)
{
  assert(t->kind == T_OBJECT);
  return t->object.def == NULL || t->object.def->name.n == 0 ? STR("Object") : t->object.def->name;
}

str object_type_simple_name(const type *t)
{
  str label = object_type_label(t);
  for (size_t i = label.n; i > 0; i--) {
    if (label.p[i - 1] == ':') return str_from(label, i);
  }
  return label;
}

const type *object_type_parent(const type *t)
{
  if (t->kind != T_OBJECT || t->object.def == NULL || t->object.def->parent == NULL) return NULL;
  const type *parent = type_resolved(t->object.def->parent);
  return parent->kind == T_OBJECT && parent->object.def != NULL ? parent : NULL;
}

const char *const object_attribute_kinds[] = {"", "constant", "derived", "given_or_derived", "reference"};

const struct object_member *object_members_find(const struct object_members *list, str name)
{
  for (uint32_t i = 0; i < list->n; i++) {
    if (str_eq(list->items[i].name, name)) return &list->items[i];
  }
  return NULL;
}

const struct object_member *object_type_member(const type *t, str name)
{
  const struct object_member *m = NULL;
  t = type_resolved(t);
  if (t->kind != T_OBJECT || t->object.def == NULL) return NULL;
  for (; t != NULL && m == NULL; t = object_type_parent(t)) {
    m = object_members_find(&t->object.def->attributes, name);
    if (m == NULL) m = object_members_find(&t->object.def->functions, name);
  }
  return m;
}

uint32_t object_type_field(const struct object_type *o, str name)
{
  for (uint32_t i = 0; i < o->nfields; i++) {
    if (str_eq(o->fields[i]->name, name)) return i;
  }
  return UINT32_MAX;
}

/* Made at the first use, in the arena of the type, as it outlives the caller's. */
const type *object_type_struct(const type *t)
{
  assert(t->kind == T_OBJECT && t->object.def != NULL);
  struct object_type *o = (struct object_type *)t->object.def;
  if (o->fields_struct != NULL) return o->fields_struct;
  struct type_struct_entry *entries = arena_array(o->arena, o->nfields, sizeof *entries);
  for (uint32_t i = 0; i < o->nfields; i++) {
    const struct object_member *m = o->fields[i];
    entries[i] = (struct type_struct_entry){
      .key = m->name, .value = m->type, .optional_key = m->has_value || type_accepts_undef(m->type)};
  }
  return o->fields_struct = type_struct(o->arena, entries, o->nfields);
}

const uint32_t *object_type_positions(const type *t)
{
  assert(t->kind == T_OBJECT && t->object.def != NULL);
  struct object_type *o = (struct object_type *)t->object.def;
  if (o->positions != NULL) return o->positions;
  const type *fields = object_type_struct(t);
  uint32_t *order = arena_array(o->arena, o->nfields, sizeof *order), n = 0;
  /* Puppet wants positional arguments without a default before those with one, in declared order otherwise. */
  for (int optional = 0; optional < 2; optional++) {
    for (uint32_t i = 0; i < o->nfields; i++) {
      if (fields->fields.entries[i].optional_key == optional) order[n++] = i;
    }
  }
  return o->positions = order;
}

/* --- type parameters --- */

static void add_parameter(struct context *c, struct hash *out, const struct object_member *p, value v)
{
  /* `default` leaves a parameter open. */
  if (v.kind == V_DEFAULT) return;
  type_assert(c, object_member_label(c->arena, p), p->type, v);
  hash_put_str(out, c->arena, p->name, v);
}

static const struct object_member *known_parameter(struct context *c, const type *base, value name)
{
  const struct object_type *o = base->object.def;
  str text = value_to_str(c->arena, name), label = object_type_label(base);
  for (uint32_t i = 0; i < o->nall_parameters; i++) {
    if (str_eq(o->all_parameters[i]->name, text)) return o->all_parameters[i];
  }
  fail_error(c, FAILURE_EVALUATION, "'%.*s' is not a known type parameter for %.*s-Type", STR_FMT(text),
             STR_FMT(label));
}

const type *object_type_extend(struct context *c, const type *base, const value *args, uint32_t n)
{
  const struct object_type *o = base->object.def;
  str label = object_type_label(base);
  if (o->nall_parameters == 0) {
    fail_error(c, FAILURE_EVALUATION, "The %.*s-Type cannot be parameterized using []", STR_FMT(label));
  }
  struct hash *params = hash_new(c->arena, o->nall_parameters);
  /* One hash names the parameters, unless the first of them takes a hash. */
  if (n == 1 && args[0].kind == V_HASH && !type_instance(o->all_parameters[0]->type, args[0])) {
    for (uint32_t i = 0; i < args[0].hash->n; i++) {
      const struct hash_entry *e = &args[0].hash->entries[i];
      add_parameter(c, params, known_parameter(c, base, e->key), e->value);
    }
  } else {
    for (uint32_t i = 0; i < o->nall_parameters && i < n; i++) add_parameter(c, params, o->all_parameters[i], args[i]);
  }
  if (params->n == 0) {
    fail_error(c, FAILURE_EVALUATION, "The %.*s-Type cannot be parameterized using an empty parameter list",
               STR_FMT(label));
  }
  type *t = type_copy(c->arena, base);
  t->has_params = true;
  t->object.params = params;
  return t;
}

bool type_option_matches(value actual, value wanted)
{
  switch ((enum value_kind)wanted.kind) {
  case V_DEFAULT: return true;
  case V_TYPE:
    return type_instance(wanted.type, actual) || (actual.kind == V_TYPE && type_assignable(wanted.type, actual.type));
  case V_REGEX:
    return actual.kind == V_STRING && regex_search(wanted.regex, value_text(actual), 0, NULL) == REGEX_MATCH;
  case V_ARRAY:
    if (actual.kind != V_ARRAY || actual.array->n != wanted.array->n) return false;
    for (uint32_t i = 0; i < wanted.array->n; i++) {
      if (!type_option_matches(actual.array->items[i], wanted.array->items[i])) return false;
    }
    return true;
  default: return value_equal(actual, wanted);
  }
}

bool object_type_params_fit(const type *t, const value *(*actual)(const void *from, str name), const void *from)
{
  const struct hash *params = t->object.params;
  for (uint32_t i = 0; params != NULL && i < params->n; i++) {
    const value *v = actual(from, value_text(params->entries[i].key));
    if (v == NULL || !type_option_matches(*v, params->entries[i].value)) return false;
  }
  return true;
}

/* --- equality --- */

static bool member_equal(const struct object_member *a, const struct object_member *b)
{
  return str_eq(a->name, b->name) && a->kind == b->kind && a->final == b->final && a->override == b->override &&
         a->has_value == b->has_value && type_equal(a->type, b->type) &&
         (!a->has_value || value_same(a->value, b->value));
}

static bool members_equal(const struct object_members *a, const struct object_members *b)
{
  if (a->n != b->n) return false;
  for (uint32_t i = 0; i < a->n; i++) {
    if (!member_equal(&a->items[i], &b->items[i])) return false;
  }
  return true;
}

static bool equality_same(const struct object_type *a, const struct object_type *b)
{
  if (a->has_equality != b->has_equality || a->nequality != b->nequality) return false;
  for (uint32_t i = 0; i < a->nequality; i++) {
    if (!str_eq(a->equality[i], b->equality[i])) return false;
  }
  return true;
}

static bool definition_equal(const struct object_type *a, const struct object_type *b)
{
  if (a == b) return true;
  if (a == NULL || b == NULL || !str_eq(a->name, b->name)) return false;
  if ((a->parent == NULL) != (b->parent == NULL)) return false;
  return (a->parent == NULL || type_equal(a->parent, b->parent)) && members_equal(&a->parameters, &b->parameters) &&
         members_equal(&a->attributes, &b->attributes) && members_equal(&a->functions, &b->functions) &&
         equality_same(a, b) && value_same(a->checks, b->checks);
}

bool object_type_equal(const type *a, const type *b)
{
  assert(a->kind == T_OBJECT && b->kind == T_OBJECT);
  if ((a->object.params == NULL) != (b->object.params == NULL)) return false;
  if (a->object.params != NULL && !value_same(value_hash(a->object.params), value_hash(b->object.params))) return false;
  return definition_equal(a->object.def, b->object.def);
}

/* --- the hash that defines the type --- */

static value member_spec(struct arena *a, const struct object_member *m)
{
  struct hash *h = hash_new(a, 4);
  /* object_define.c added the Optional around a type parameter. */
  const type *t = m->what == MEMBER_TYPE_PARAMETER ? m->type->inner : m->type;
  hash_put_str(h, a, STR("type"), value_type(t != NULL ? t : type_simple(T_ANY)));
  if (m->final && m->kind != ATTRIBUTE_CONSTANT) hash_put_str(h, a, STR("final"), value_bool(true));
  if (m->override) hash_put_str(h, a, STR("override"), value_bool(true));
  if (m->annotations != NULL) hash_put_str(h, a, STR("annotations"), value_hash(m->annotations));
  if (m->kind != ATTRIBUTE_PLAIN) hash_put_str(h, a, STR("kind"), value_str(str_of(object_attribute_kinds[m->kind])));
  bool no_value = m->what == MEMBER_TYPE_PARAMETER && m->value.kind == V_UNDEF;
  if (m->has_value && !no_value) hash_put_str(h, a, STR("value"), m->value);
  /* A member that has only a type is written as the type. */
  return h->n == 1 ? h->entries[0].value : value_hash(h);
}

/* Whether a constant is written in `constants`, by its value: its declared type is the one that it would get there.
 * Others are written as attributes. */
static bool is_plain_constant(struct arena *a, const struct object_member *m)
{
  return m->kind == ATTRIBUTE_CONSTANT && type_equal(m->type, type_generalize(a, type_infer(a, m->value)));
}

static void put_members(struct arena *a, struct hash *out, const char *key, const struct object_members *list,
                        bool constants)
{
  struct hash *h = hash_new(a, list->n);
  for (uint32_t i = 0; i < list->n; i++) {
    const struct object_member *m = &list->items[i];
    if (is_plain_constant(a, m) != constants) continue;
    hash_put_str(h, a, m->name, constants ? m->value : member_spec(a, m));
  }
  if (h->n != 0) hash_put_str(out, a, str_of(key), value_hash(h));
}

/* In the order in which Puppet writes the features. */
const struct hash *object_type_hash(struct arena *a, const type *t, bool named)
{
  const struct object_type *o = t->object.def;
  struct hash *h = hash_new(a, 8);
  if (o == NULL) return h;
  if (o->annotations != NULL) hash_put_str(h, a, STR("annotations"), value_hash(o->annotations));
  if (named && o->name.n != 0) hash_put_str(h, a, STR("name"), value_str(o->name));
  if (o->parent != NULL) hash_put_str(h, a, STR("parent"), value_type(o->parent));
  put_members(a, h, "type_parameters", &o->parameters, false);
  put_members(a, h, "attributes", &o->attributes, false);
  put_members(a, h, "constants", &o->attributes, true);
  put_members(a, h, "functions", &o->functions, false);
  if (o->has_equality) hash_put_str(h, a, STR("equality"), array_of_texts(a, o->equality, o->nequality));
  if (o->checks.kind != V_UNDEF) hash_put_str(h, a, STR("checks"), o->checks);
  return h;
}
