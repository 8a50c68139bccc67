/* Definitions of object types: from the hash in Object[{…}] to members. The checks, their order and their texts are
 * Puppet's, so that of several mistakes the same one is reported. An attribute, function or type parameter is checked
 * against what it overrides, then added; collect() finally merges them with the inherited ones. */

#include "compiler/types/object_type.h"
#include "base/check.h"
#include "compiler/types/type_internal.h"

static const char initializer_text[] = OBJECT_STRUCT;
static const char attribute_text[] =
  "Struct[{type => Type, Optional[final] => Boolean, Optional[override] => Boolean, "
  "Optional[kind] => Enum[constant, derived, given_or_derived, reference], value => Any, " ANNOTATIONS "}]";
static const char function_text[] =
  "Struct[{type => Type[Callable], Optional[final] => Boolean, Optional[override] => Boolean, " ANNOTATIONS "}]";

struct definer {
  struct context *c;
  type *self;
  struct object_type *def;
  const struct object_type *parent; /* NULL: no parent with members */
};

static bool flag(const struct hash *h, const char *name)
{
  value v = hash_member(h, name);
  return value_is_true(v);
}

static const struct hash *features(const struct hash *h, const char *name)
{
  value v = hash_member(h, name);
  return v.kind == V_HASH ? v.hash : &hash_empty;
}

static const struct hash *annotations_of(const struct hash *h)
{
  value v = hash_member(h, "annotations");
  return v.kind == V_HASH ? v.hash : NULL;
}

static const char *what_name(const struct object_member *m)
{
  static const char *const names[] = {"attribute", "function", "type_parameter"};
  return names[m->what];
}

str object_member_label(struct arena *a, const struct object_member *m)
{
  str label = object_type_label(m->container);
  return arena_printf(a, "%s %.*s[%.*s]", what_name(m), STR_FMT(label), STR_FMT(m->name));
}

static str label(struct definer *d, const struct object_member *m) { return object_member_label(d->c->arena, m); }

#define FAIL(d, ...) fail_error((d)->c, FAILURE_EVALUATION, __VA_ARGS__)

/* --- members --- */

/* Checks the rules for redefining an inherited member: the same kind of member, not final (constants may override
 * constants), override => true, and a type that the inherited one accepts. */
static void check_override(struct definer *d, const struct object_member *m, const struct object_member *inherited)
{
  str mine = label(d, m);
  if (inherited == NULL) {
    if (!m->override) return;
    FAIL(d, "expected %.*s to override an inherited %s, but no such %s was found", STR_FMT(mine), what_name(m),
         what_name(m));
  }
  str theirs = label(d, inherited);
  bool constants = m->kind == ATTRIBUTE_CONSTANT && inherited->kind == ATTRIBUTE_CONSTANT;
  if (m->what != inherited->what) FAIL(d, "%.*s attempts to override %.*s", STR_FMT(mine), STR_FMT(theirs));
  if (inherited->final && !constants) {
    FAIL(d, "%.*s attempts to override final %.*s", STR_FMT(mine), STR_FMT(theirs));
  }
  if (!m->override) {
    FAIL(d, "%.*s attempts to override %.*s without having override => true", STR_FMT(mine), STR_FMT(theirs));
  }
  if (!type_assignable(inherited->type, m->type)) {
    FAIL(d, "%.*s attempts to override %.*s with a type that does not match", STR_FMT(mine), STR_FMT(theirs));
  }
}

static uint8_t attribute_kind(value v)
{
  for (uint8_t i = 1; v.kind == V_STRING && i <= ATTRIBUTE_REFERENCE; i++) {
    if (str_eqz(value_text(v), object_attribute_kinds[i])) return i;
  }
  return ATTRIBUTE_PLAIN;
}

static void set_value(struct definer *d, struct object_member *m, const value *v)
{
  str mine = label(d, m);
  if (v == NULL) {
    if (m->kind == ATTRIBUTE_CONSTANT) FAIL(d, "%.*s of kind 'constant' requires a value", STR_FMT(mine));
    return;
  }
  if (m->kind == ATTRIBUTE_DERIVED || m->kind == ATTRIBUTE_GIVEN_OR_DERIVED) {
    FAIL(d, "%.*s of kind '%s' cannot be combined with an attribute value", STR_FMT(mine),
         object_attribute_kinds[m->kind]);
  }
  /* `default` says "no value here" and fits every type. */
  if (v->kind != V_DEFAULT) {
    type_assert(d->c, arena_printf(d->c->arena, "%.*s value", STR_FMT(mine)), m->type, *v);
  }
  m->has_value = true;
  m->value = *v;
}

/* Reads what attributes and functions have in common. */
static void read_common(struct object_member *m, const struct hash *h)
{
  m->type = hash_member(h, "type").type;
  m->final = flag(h, "final");
  m->override = flag(h, "override");
  m->annotations = annotations_of(h);
}

static void read_attribute(struct definer *d, struct object_member *m, const struct hash *h)
{
  str mine = label(d, m);
  type_assert(d->c, arena_printf(d->c->arena, "initializer for %.*s", STR_FMT(mine)), type_static(attribute_text),
              value_hash(h));
  /* These two names mark rich data in JSON (rich_data.c), which attributes would be confused with. */
  if (str_eqz(m->name, "__ptype") || str_eqz(m->name, "__pvalue")) {
    FAIL(d, "The attribute '%.*s' is reserved and cannot be used", STR_FMT(m->name));
  }
  read_common(m, h);
  m->kind = attribute_kind(hash_member(h, "kind"));
  if (m->kind == ATTRIBUTE_CONSTANT) {
    /* Constants are always final; final => false is an error. */
    if (hash_member(h, "final").kind == V_BOOL && !m->final) {
      FAIL(d, "%.*s of kind 'constant' cannot be combined with final => false", STR_FMT(mine));
    }
    m->final = true;
  }
  set_value(d, m, hash_get_str(h, STR("value")));
}

static struct object_member member_new(struct definer *d, enum member_kind what, value name)
{
  return (struct object_member){.name = value_text(name), .container = d->self, .what = (uint8_t)what};
}

static const struct object_member *inherited_member(struct definer *d, str name)
{
  return d->parent == NULL ? NULL : object_type_member(d->def->parent, name);
}

static struct object_member make_attribute(struct definer *d, value name, value spec)
{
  struct object_member m = member_new(d, MEMBER_ATTRIBUTE, name);
  if (spec.kind == V_HASH) {
    read_attribute(d, &m, spec.hash);
  } else {
    type_assert(d->c, label(d, &m), type_simple(T_TYPE), spec);
    struct hash *h = hash_new(d->c->arena, 2);
    hash_put_str(h, d->c->arena, STR("type"), spec);
    /* `a => Optional[T]` is short for an attribute whose default is undef; with the long form it is not. */
    if (spec.type->kind == T_OPTIONAL) hash_put_str(h, d->c->arena, STR("value"), VALUE_UNDEF);
    read_attribute(d, &m, h);
  }
  check_override(d, &m, inherited_member(d, m.name));
  return m;
}

/* A constant given in `constants` has a generalized type (Integer, not Integer[1, 1]): otherwise only the same
 * value could override it. It overrides silently, without override => true. */
static struct object_member make_constant(struct definer *d, value name, value v)
{
  struct object_member m = member_new(d, MEMBER_ATTRIBUTE, name);
  m.type = type_generalize(d->c->arena, type_infer(d->c->arena, v));
  m.kind = ATTRIBUTE_CONSTANT;
  m.final = m.has_value = true;
  m.value = v;
  const struct object_member *inherited = inherited_member(d, m.name);
  m.override = inherited != NULL;
  check_override(d, &m, inherited);
  return m;
}

static void define_attributes(struct definer *d, const struct hash *h)
{
  const struct hash *attributes = features(h, "attributes"), *constants = features(h, "constants");
  struct object_members *out = &d->def->attributes;
  for (uint32_t i = 0; i < constants->n; i++) {
    str name = value_text(constants->entries[i].key), self = object_type_label(d->self);
    if (hash_get_str(attributes, name) == NULL) continue;
    FAIL(d, "attribute %.*s[%.*s] is defined as both a constant and an attribute", STR_FMT(self), STR_FMT(name));
  }
  struct object_member *items = arena_array(d->c->arena, (size_t)attributes->n + constants->n, sizeof *items);
  uint32_t n = 0;
  for (uint32_t i = 0; i < attributes->n; i++) {
    items[n++] = make_attribute(d, attributes->entries[i].key, attributes->entries[i].value);
  }
  for (uint32_t i = 0; i < constants->n; i++) {
    items[n++] = make_constant(d, constants->entries[i].key, constants->entries[i].value);
  }
  *out = (struct object_members){items, n};
}

static void read_function(struct definer *d, struct object_member *m, const struct hash *h)
{
  type_assert(d->c, arena_printf(d->c->arena, "initializer for function '%.*s'", STR_FMT(m->name)),
              type_static(function_text), value_hash(h));
  read_common(m, h);
}

/* Called after the attributes, since a function must not have the name of one. */
static void define_functions(struct definer *d, const struct hash *h)
{
  const struct hash *functions = features(h, "functions");
  struct object_member *items = arena_array(d->c->arena, functions->n, sizeof *items);
  for (uint32_t i = 0; i < functions->n; i++) {
    struct object_member m = member_new(d, MEMBER_FUNCTION, functions->entries[i].key);
    value spec = functions->entries[i].value;
    if (spec.kind == V_HASH) {
      read_function(d, &m, spec.hash);
    } else {
      type_assert(d->c, label(d, &m), type_static("Type[Callable]"), spec);
      m.type = spec.type;
    }
    if (object_members_find(&d->def->attributes, m.name) != NULL) {
      str mine = label(d, &m);
      FAIL(d, "%.*s conflicts with attribute with the same name", STR_FMT(mine));
    }
    check_override(d, &m, inherited_member(d, m.name));
    items[i] = m;
  }
  d->def->functions = (struct object_members){items, functions->n};
}

/* --- type parameters --- */

static const struct object_member *inherited_parameter(struct definer *d, str name)
{
  for (uint32_t i = 0; d->parent != NULL && i < d->parent->nall_parameters; i++) {
    if (str_eq(d->parent->all_parameters[i]->name, name)) return d->parent->all_parameters[i];
  }
  return NULL;
}

static void define_parameters(struct definer *d, const struct hash *h)
{
  const struct hash *parameters = features(h, "type_parameters");
  struct object_member *items = arena_array(d->c->arena, parameters->n, sizeof *items);
  for (uint32_t i = 0; i < parameters->n; i++) {
    struct object_member m = member_new(d, MEMBER_TYPE_PARAMETER, parameters->entries[i].key);
    value spec = parameters->entries[i].value, t = spec;
    if (spec.kind == V_HASH) {
      t = hash_member(spec.hash, "type");
      const value *v = hash_get_str(spec.hash, STR("value"));
      if (v != NULL) m.value = *v;
      m.has_value = v != NULL;
    }
    type_assert(d->c, label(d, &m), type_simple(T_TYPE), t);
    /* Type parameters can always be left out, so their types become Optional. */
    m.type = t.type->kind == T_OPTIONAL ? t.type : type_optional(d->c->arena, t.type);
    check_override(d, &m, inherited_parameter(d, m.name));
    items[i] = m;
  }
  d->def->parameters = (struct object_members){items, parameters->n};
}

/* --- equality --- */

/* Whether the type or a parent already compares this attribute. Without `equality`, a type compares all but
 * constants. */
static bool in_equality(const type *t, str name)
{
  for (; t != NULL; t = object_type_parent(t)) {
    const struct object_type *o = t->object.def;
    if (!o->has_equality) {
      const struct object_member *m = object_members_find(&o->attributes, name);
      if (m != NULL && m->kind != ATTRIBUTE_CONSTANT) return true;
    }
    for (uint32_t i = 0; o->has_equality && i < o->nequality; i++) {
      if (str_eq(o->equality[i], name)) return true;
    }
  }
  return false;
}

static void check_equality(struct definer *d, str name)
{
  const struct object_member *m = inherited_member(d, name);
  str self = object_type_label(d->self);
  if (m == NULL) {
    m = object_members_find(&d->def->attributes, name);
    if (m == NULL) m = object_members_find(&d->def->functions, name);
  } else if (m->what == MEMBER_ATTRIBUTE && in_equality(object_type_parent(d->self), name)) {
    const type *t = object_type_parent(d->self);
    /* The message names the topmost type that has the attribute in its equality. */
    for (const type *p; (p = object_type_parent(t)) != NULL && in_equality(p, name);) t = p;
    str including = object_type_label(t), theirs = label(d, m);
    FAIL(d, "%.*s equality is referencing %.*s which is included in equality of %.*s", STR_FMT(self), STR_FMT(theirs),
         STR_FMT(including));
  }
  if (m == NULL) {
    FAIL(d, "%.*s equality is referencing non existent attribute '%.*s'", STR_FMT(self), STR_FMT(name));
  }
  str theirs = label(d, m);
  if (m->what != MEMBER_ATTRIBUTE) {
    FAIL(d, "%.*s equality is referencing %.*s. Only attribute references are allowed", STR_FMT(self), STR_FMT(theirs));
  }
  if (m->kind == ATTRIBUTE_CONSTANT) {
    FAIL(d, "%.*s equality is referencing constant %.*s. Reference to constant is not allowed in equality",
         STR_FMT(self), STR_FMT(theirs));
  }
}

static void define_equality(struct definer *d, const struct hash *h)
{
  value include = hash_member(h, "equality_include_type"), names = hash_member(h, "equality");
  struct object_type *o = d->def;
  /* The type is compared unless the definition says false. */
  o->equality_include_type = include.kind != V_BOOL || include.boolean;
  if (names.kind == V_UNDEF) return;
  const struct value_list all = value_list_of(&names);
  if (all.n != 0 && !o->equality_include_type) {
    FAIL(d, "equality_include_type = false cannot be combined with non empty equality specification");
  }
  str *equality = arena_array(d->c->arena, all.n, sizeof *equality);
  for (uint32_t i = 0; i < all.n; i++) {
    equality[i] = value_text(all.items[i]);
    check_equality(d, equality[i]);
  }
  o->has_equality = true;
  o->equality = equality;
  o->nequality = all.n;
}

/* --- all --- */

static void define_parent(struct definer *d, value parent)
{
  if (parent.kind != V_TYPE) return;
  /* Set before the check for a cycle, which follows the parents from here. */
  d->def->parent = parent.type;
  for (const type *t = parent.type; t != NULL; t = object_type_parent(t)) {
    str self = object_type_label(d->self);
    if (t == d->self) FAIL(d, "The Object type '%.*s' inherits from itself", STR_FMT(self));
    if (t->kind != T_OBJECT) break;
  }
  const type *t = type_resolved(parent.type);
  if (t->kind == T_REFERENCE) FAIL(d, "reference to unresolved type '%.*s'", STR_FMT(t->reference.name));
  if (t->kind == T_OBJECT) d->parent = t->object.def;
}

/* Index of the member with that name; n if there is none. */
static uint32_t place_of(const struct object_member *const *list, uint32_t n, str name)
{
  uint32_t at = 0;
  while (at < n && !str_eq(list[at]->name, name)) at++;
  return at;
}

/* Collects the fields of an instance: the inherited ones in their order, each replaced by the one that overrides it,
 * then new ones. A constant or derived attribute that overrides a field removes it. Then the same for type
 * parameters. */
static void collect(struct definer *d)
{
  struct object_type *o = d->def;
  uint32_t inherited = d->parent == NULL ? 0 : d->parent->nfields, n = inherited;
  o->fields = arena_array(d->c->arena, (size_t)n + o->attributes.n, sizeof *o->fields);
  if (n != 0) memcpy(o->fields, d->parent->fields, n * sizeof *o->fields);
  for (uint32_t i = 0; i < o->attributes.n; i++) {
    const struct object_member *m = &o->attributes.items[i];
    uint32_t at = place_of(o->fields, n, m->name);
    if (m->kind != ATTRIBUTE_CONSTANT && m->kind != ATTRIBUTE_DERIVED) {
      o->fields[at] = m;
      n += at == n;
    } else if (at < n) {
      memmove(o->fields + at, o->fields + at + 1, (n - at - 1) * sizeof *o->fields);
      n--;
    }
  }
  o->nfields = n;
  n = d->parent == NULL ? 0 : d->parent->nall_parameters;
  o->all_parameters = arena_array(d->c->arena, (size_t)n + o->parameters.n, sizeof *o->all_parameters);
  if (n != 0) memcpy(o->all_parameters, d->parent->all_parameters, n * sizeof *o->all_parameters);
  for (uint32_t i = 0; i < o->parameters.n; i++) {
    uint32_t at = place_of(o->all_parameters, n, o->parameters.items[i].name);
    o->all_parameters[at] = &o->parameters.items[i];
    n += at == n;
  }
  o->nall_parameters = n;
}

/* The annotation RubyMethod says that a member is implemented in Ruby, so instances must live there. */
static bool has_ruby_method(const struct object_members *list)
{
  for (uint32_t i = 0; i < list->n; i++) {
    const struct hash *h = list->items[i].annotations;
    if (h != NULL && hash_get(h, value_type(object_type_builtin(STR("RubyMethod")))) != NULL) return true;
  }
  return false;
}

type *object_type_new(struct arena *a, str name)
{
  struct object_type *o = ARENA_NEW(a, struct object_type);
  o->name = arena_str(a, name);
  o->equality_include_type = true;
  o->arena = a;
  type *t = type_copy(a, type_simple(T_OBJECT));
  t->object.def = o;
  return t;
}

void object_type_define(struct context *c, type *t, value definition)
{
  assert(t->kind == T_OBJECT && t->object.def != NULL);
  struct object_type *o = (struct object_type *)t->object.def;
  struct definer d = {.c = c, .self = t, .def = o};
  type_assert(c, STR("object initializer"), type_static(initializer_text), definition);
  const struct hash *h = definition.hash;
  value name = hash_member(h, "name");
  /* The name of the alias that declares the type has priority over the one in the hash. */
  if (o->name.n == 0 && name.kind == V_STRING) o->name = value_text(name);
  /* The order matters: each step needs the members that the one before it made. */
  define_parent(&d, hash_member(h, "parent"));
  define_parameters(&d, h);
  define_attributes(&d, h);
  define_functions(&d, h);
  define_equality(&d, h);
  o->checks = hash_member(h, "checks");
  o->annotations = annotations_of(h);
  collect(&d);
  o->in_ruby = o->in_ruby || (d.parent != NULL && d.parent->in_ruby) || has_ruby_method(&o->attributes) ||
               has_ruby_method(&o->functions);
  o->defined = true;
}

void object_type_check_name(struct context *c, value name)
{
  type_assert(c, STR("object name"), type_static(TYPE_NAME), name);
}

const type *object_type_make(struct context *c, value definition)
{
  if (definition.kind != V_HASH) {
    object_type_check_name(c, definition);
    return object_type_new(c->arena, value_text(definition));
  }
  type *t = object_type_new(c->arena, STR_EMPTY);
  object_type_define(c, t, definition);
  return t;
}
