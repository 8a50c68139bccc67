/* Types as text, the way Puppet's TypeFormatter writes them. Three forms: plain (names only), expanded (an alias
 * with what it stands for, "A = Integer"; an object type with its definition), and detailed (expanded, for
 * messages: it stops when the text is longer than a message can be). Inside a TypeSet, types are named relative to
 * it. */
#include <assert.h>
#include <math.h>

#include "base/deadline.h"
#include "compiler/types/object.h"
#include "compiler/types/object_type.h"
#include "compiler/types/type_internal.h"
#include "compiler/types/type_rich.h"
#include "compiler/types/type_set.h"
#include "compiler/values/runtime.h"
#include "compiler/values/semver_range.h"

/* Aliases being written in full: one that occurs in itself is written by its name the second time. */
struct alias_guard {
  const type *alias;
  const struct alias_guard *outer;
};
struct formatter {
  struct buf *out;
  size_t end; /* nothing is begun where the text is longer; 0: however long it is */
  bool expanded;
  uint32_t depth;
  const struct alias_guard *guard;
  const struct type_set *set; /* whose types are named as in it; NULL: none */
};

static void format(struct formatter *f, const type *t);

static void separate(struct formatter *f, uint32_t i)
{
  if (i != 0) buf_z(f->out, ", ");
}

static void format_list(struct formatter *f, struct type_list list)
{
  for (uint32_t i = 0; i < list.n; i++) {
    separate(f, i);
    format(f, list.items[i]);
  }
}

/* "from, to" with open ends as Puppet shows them: an open upper end is left out. */
static void format_range(struct formatter *f, struct type_range r)
{
  if (r.from == TYPE_MIN) buf_z(f->out, "default");
  else buf_int(f->out, r.from);
  if (r.to == TYPE_MAX) return;
  buf_z(f->out, ", ");
  buf_int(f->out, r.to);
}

static void format_floats(struct formatter *f, const type *t)
{
  if (isinf(t->number.from)) buf_z(f->out, "default");
  else value_render_float(f->out, t->number.from);
  if (isinf(t->number.to)) return;
  buf_z(f->out, ", ");
  value_render_float(f->out, t->number.to);
}

static void format_enum(struct formatter *f, const type *t)
{
  for (uint32_t i = 0; i < t->enumeration.n; i++) {
    separate(f, i);
    value_quote(f->out, t->enumeration.values[i]);
  }
  if (t->enumeration.ignore_case) buf_z(f->out, ", true");
}

static void format_patterns(struct formatter *f, const type *t)
{
  for (uint32_t i = 0; i < t->pattern.n; i++) {
    separate(f, i);
    value_render_regex(f->out, t->pattern.items[i]->source);
  }
}

static void format_array(struct formatter *f, const type *t)
{
  /* The empty array has no element type; its size says all. */
  if (t->sized && t->array.size.from == 0 && t->array.size.to == 0) {
    buf_z(f->out, "0, 0");
    return;
  }
  format(f, t->array.element);
  if (!t->sized) return;
  buf_z(f->out, ", ");
  format_range(f, t->array.size);
}

static void format_hash(struct formatter *f, const type *t)
{
  if (t->sized && t->hash.size.from == 0 && t->hash.size.to == 0) {
    buf_z(f->out, "0, 0");
    return;
  }
  format(f, t->hash.key);
  buf_z(f->out, ", ");
  format(f, t->hash.value);
  if (!t->sized) return;
  buf_z(f->out, ", ");
  format_range(f, t->hash.size);
}

static void format_tuple(struct formatter *f, const type *t)
{
  format_list(f, t->tuple.types);
  if (!t->tuple.explicit_size) return;
  buf_z(f->out, ", ");
  format_range(f, t->tuple.size);
}

/* A key is shown with Optional or NotUndef only where the value's type does not say the same already. */
static void format_key(struct formatter *f, const struct type_struct_entry *e)
{
  bool undef = type_accepts_undef(e->value);
  const char *wrap = e->optional_key ? (undef ? NULL : "Optional[") : (undef ? "NotUndef[" : NULL);
  if (wrap != NULL) buf_z(f->out, wrap);
  value_quote(f->out, e->key);
  if (wrap != NULL) buf_char(f->out, ']');
}

static void format_struct(struct formatter *f, const type *t)
{
  buf_char(f->out, '{');
  for (uint32_t i = 0; i < t->fields.n; i++) {
    separate(f, i);
    format_key(f, &t->fields.entries[i]);
    buf_z(f->out, " => ");
    format(f, t->fields.entries[i].value);
  }
  buf_char(f->out, '}');
}

static void format_params(struct formatter *f, const type *t)
{
  uint32_t shown = 0;
  for (uint32_t i = 0; i < t->callable.params.n; i++) {
    /* Unit stands for parameters of which only the number is given (type_access.c). */
    if (t->callable.params.items[i]->kind == T_UNIT) continue;
    separate(f, shown++);
    format(f, t->callable.params.items[i]);
  }
  if (t->callable.params.n == 0) {
    separate(f, shown++);
    buf_z(f->out, "0, 0");
  } else if (t->sized) {
    separate(f, shown++);
    format_range(f, t->callable.size);
  }
  if (t->callable.block != NULL) {
    separate(f, shown);
    format(f, t->callable.block);
  }
}

static void format_callable(struct formatter *f, const type *t)
{
  if (t->callable.result == NULL) {
    format_params(f, t);
    return;
  }
  buf_char(f->out, '[');
  if (!t->callable.any) format_params(f, t);
  buf_z(f->out, "], ");
  format(f, t->callable.result);
}

static void format_inner(struct formatter *f, const type *t)
{
  /* Optional['a'] is how Puppet writes the Optional of a literal string. */
  bool literal = (t->kind == T_OPTIONAL || t->kind == T_NOT_UNDEF) && type_is_literal_string(t->inner);
  if (literal) value_quote(f->out, t->inner->string.text);
  else format(f, t->inner);
}

static void format_resource(struct formatter *f, const type *t)
{
  if (t->resource.type_name == NULL) {
    buf_z(f->out, "Resource");
    return;
  }
  type_capitalize(f->out, sym_str(t->resource.type_name));
  if (!t->resource.has_title) return;
  buf_char(f->out, '[');
  value_quote(f->out, t->resource.title);
  buf_char(f->out, ']');
}

static bool is_member(const struct type_set *set, const type *t)
{
  for (uint32_t i = 0; set != NULL && i < set->nmembers; i++) {
    if (set->members[i].t == t) return true;
  }
  return false;
}

static void format_name(struct formatter *f, const type *t)
{
  if (f->set == NULL || !type_set_format_name(f->out, f->set, t)) buf_str(f->out, type_name(t));
}

/* `guard` lists the aliases being written in full, outermost last. */
static void format_alias(struct formatter *f, const type *t)
{
  if (f->set != NULL) {
    if (f->expanded && is_member(f->set, t) && t->alias.target != NULL) format(f, t->alias.target);
    else format_name(f, t);
    return;
  }
  buf_str(f->out, t->alias.name);
  /* Built-in aliases (Data, RichData) are well known and shown by name only. */
  if (!f->expanded || t->alias.hidden || t->alias.target == NULL) return;
  for (const struct alias_guard *g = f->guard; g != NULL; g = g->outer) {
    if (g->alias == t) return;
  }
  const struct alias_guard *outer = f->guard;
  struct alias_guard here = {t, outer};
  f->guard = &here;
  buf_z(f->out, " = ");
  format(f, t->alias.target);
  f->guard = outer;
}

/* --- values and object types --- */

static void format_value(struct formatter *f, value v);

static void format_hash_value(struct formatter *f, const struct hash *h)
{
  buf_char(f->out, '{');
  for (uint32_t i = 0; i < h->n; i++) {
    separate(f, i);
    format_value(f, h->entries[i].key);
    buf_z(f->out, " => ");
    format_value(f, h->entries[i].value);
  }
  buf_char(f->out, '}');
}

static void format_value(struct formatter *f, value v)
{
  v = runtime_as_object(v);
  nesting_step(++f->depth);
  if (v.kind == V_TYPE) {
    format(f, v.type);
  } else if (v.kind == V_HASH) {
    format_hash_value(f, v.hash);
  } else if (v.kind == V_ARRAY) {
    buf_char(f->out, '[');
    for (uint32_t i = 0; i < v.array->n; i++) {
      separate(f, i);
      format_value(f, v.array->items[i]);
    }
    buf_char(f->out, ']');
  } else if (v.kind == V_OBJECT) {
    object_format_at(f->out, v.object, f->depth);
  } else {
    value_inspect(f->out, v);
  }
  f->depth--;
}

/* {type => …, kind => derived}: the names of features are bare. */
static void format_features(struct formatter *f, const struct hash *h)
{
  buf_char(f->out, '{');
  for (uint32_t i = 0; i < h->n; i++) {
    str key = value_text(h->entries[i].key);
    separate(f, i);
    buf_str(f->out, key);
    buf_z(f->out, " => ");
    if (str_eqz(key, "kind")) buf_str(f->out, value_text(h->entries[i].value));
    else format_value(f, h->entries[i].value);
  }
  buf_char(f->out, '}');
}

static void format_members(struct formatter *f, const struct hash *h)
{
  buf_char(f->out, '{');
  for (uint32_t i = 0; i < h->n; i++) {
    separate(f, i);
    value_quote(f->out, value_text(h->entries[i].key));
    buf_z(f->out, " => ");
    if (h->entries[i].value.kind == V_HASH) format_features(f, h->entries[i].value.hash);
    else format_value(f, h->entries[i].value);
  }
  buf_char(f->out, '}');
}

/* "Object[{name => 'A', attributes => {…}}]". Types inside it are shown by name, or a type that refers to itself
 * would never end. */
static void format_object_definition(struct formatter *f, const type *t)
{
  /* A buffer on the heap has no arena; the hash then needs one of its own. */
  struct arena *scratch = f->out->arena != NULL ? NULL : arena_new();
  const struct hash *h = object_type_hash(scratch == NULL ? f->out->arena : scratch, t);
  /* A type set already contains the names of its types. */
  bool member = is_member(f->set, t);
  uint32_t shown = 0;
  f->expanded = false;
  buf_z(f->out, "Object[{");
  for (uint32_t i = 0; i < h->n; i++) {
    str key = value_text(h->entries[i].key);
    if (member && str_eqz(key, "name")) continue;
    separate(f, shown++);
    buf_str(f->out, key);
    buf_z(f->out, " => ");
    if (str_eqz(key, "attributes") || str_eqz(key, "functions")) format_members(f, h->entries[i].value.hash);
    else format_value(f, h->entries[i].value);
  }
  buf_z(f->out, "}]");
  f->expanded = true;
  arena_free(scratch);
}

/* Up to two type parameters are written by position, more as a hash with their names: Puppet's rule. */
static void format_extension(struct formatter *f, const type *t)
{
  const struct object_type *o = t->object.def;
  buf_str(f->out, object_type_simple_name(t));
  buf_char(f->out, '[');
  if (o->nall_parameters > 2) format_hash_value(f, t->object.params);
  uint32_t n = o->nall_parameters > 2 ? 0 : o->nall_parameters;
  while (n > 0 && hash_get_str(t->object.params, o->all_parameters[n - 1]->name) == NULL) n--;
  for (uint32_t i = 0; i < n; i++) {
    const value *v = hash_get_str(t->object.params, o->all_parameters[i]->name);
    separate(f, i);
    format_value(f, v == NULL ? VALUE_DEFAULT : *v);
  }
  buf_char(f->out, ']');
}

static void format_object(struct formatter *f, const type *t)
{
  if (t->object.params != NULL) format_extension(f, t);
  else if (f->expanded) format_object_definition(f, t);
  else format_name(f, t);
}

/* --- type sets --- */

static void format_feature(struct formatter *f, uint32_t *shown, const char *name, str text)
{
  if (text.n == 0) return;
  separate(f, (*shown)++);
  buf_printf(f->out, "%s => ", name);
  value_quote(f->out, text);
}

static void format_set_types(struct formatter *f, const struct type_set *set)
{
  const struct type_set *outer = f->set;
  bool expanded = f->expanded;
  f->set = set;
  buf_z(f->out, ", types => {");
  for (uint32_t i = 0; i < set->nmembers; i++) {
    separate(f, i);
    buf_str(f->out, set->members[i].name);
    buf_z(f->out, " => ");
    f->expanded = expanded;
    format(f, set->members[i].t);
  }
  buf_char(f->out, '}');
  f->expanded = expanded;
  f->set = outer;
}

static void format_set_references(struct formatter *f, const struct type_set *set)
{
  buf_z(f->out, ", references => {");
  for (uint32_t i = 0; i < set->nreferences; i++) {
    const struct type_set_reference *ref = &set->references[i];
    separate(f, i);
    buf_printf(f->out, "%.*s => {", STR_FMT(ref->alias));
    if (!str_eq(ref->authority, set->authority)) {
      buf_z(f->out, "'name_authority' => ");
      value_quote(f->out, ref->authority);
      buf_z(f->out, ", ");
    }
    buf_z(f->out, "'name' => ");
    value_quote(f->out, ref->name);
    buf_z(f->out, ", 'version_range' => ");
    value_quote(f->out, ref->range->text);
    buf_char(f->out, '}');
  }
  buf_char(f->out, '}');
}

static void format_type_set(struct formatter *f, const type *t)
{
  /* TypeSet without parameters prints as Puppet's default type set. */
  static const struct type_set any = {
    .name = {"DefaultTypeSet", 14},
    .authority = {"http://puppet.com/2016.1/runtime", 32},
    .uri = {"http://puppet.com/2016.1/pcore", 30},
    .pcore_version = {"1.0.0", 5},
    .version = {"0.0.0", 5},
  };
  const struct type_set *set = t->set == NULL ? &any : t->set;
  uint32_t shown = 0;
  buf_z(f->out, "TypeSet[{");
  if (set->annotations != NULL) {
    separate(f, shown++);
    buf_z(f->out, "annotations => ");
    format_hash_value(f, set->annotations);
  }
  format_feature(f, &shown, "pcore_uri", set->uri);
  format_feature(f, &shown, "pcore_version", set->pcore_version);
  format_feature(f, &shown, "name_authority", set->authority);
  format_feature(f, &shown, "name", set->name);
  format_feature(f, &shown, "version", set->version);
  if (set->nmembers != 0) format_set_types(f, set);
  if (set->nreferences != 0) format_set_references(f, set);
  buf_z(f->out, "}]");
}

static void format_init(struct formatter *f, const type *t)
{
  format(f, t->inner);
  for (uint32_t i = 0; t->init.args != NULL && i < t->init.args->n; i++) {
    buf_z(f->out, ", ");
    format_value(f, t->init.args->items[i]);
  }
}

static void format_runtime(struct formatter *f, const type *t)
{
  buf_str(f->out, t->runtime.runtime);
  buf_z(f->out, ", ");
  if (t->runtime.pattern == NULL) {
    value_quote(f->out, t->runtime.name);
    return;
  }
  buf_char(f->out, '[');
  value_render_regex(f->out, t->runtime.pattern->source);
  buf_z(f->out, ", ");
  value_quote(f->out, t->runtime.replacement);
  buf_char(f->out, ']');
}

/* Only called if the type has parameters (has_params). */
static void format_parameters(struct formatter *f, const type *t)
{
  switch ((enum type_kind)t->kind) {
  case T_INTEGER:
  case T_COLLECTION: format_range(f, t->range); break;
  case T_STRING: format_range(f, t->string.size); break;
  case T_FLOAT: format_floats(f, t); break;
  case T_BOOLEAN: buf_z(f->out, t->boolean.value ? "true" : "false"); break;
  case T_ENUM: format_enum(f, t); break;
  case T_PATTERN:
  case T_REGEXP: format_patterns(f, t); break;
  case T_ARRAY: format_array(f, t); break;
  case T_HASH: format_hash(f, t); break;
  case T_TUPLE: format_tuple(f, t); break;
  case T_STRUCT: format_struct(f, t); break;
  case T_VARIANT: format_list(f, t->variants); break;
  case T_CALLABLE: format_callable(f, t); break;
  case T_CLASS: buf_str(f->out, sym_str(t->class.name)); break;
  case T_REFERENCE: value_quote(f->out, t->reference.name); break;
  case T_INIT: format_init(f, t); break;
  case T_RUNTIME: format_runtime(f, t); break;
  case T_TIMESTAMP:
  case T_TIMESPAN:
  case T_SEMVER:
  case T_URI: type_rich_format(f->out, t); break;
  default: format_inner(f, t); break;
  }
}

static void format(struct formatter *f, const type *t)
{
  nesting_step(++f->depth);
  if (f->end != 0 && f->out->n >= f->end) {
    buf_z(f->out, "...");
  } else if (t->kind == T_ALIAS) {
    format_alias(f, t);
  } else if (t->kind == T_OBJECT) {
    format_object(f, t);
  } else if (t->kind == T_TYPE_SET) {
    format_type_set(f, t);
  } else if (t->kind == T_RESOURCE) {
    format_resource(f, t);
  } else {
    buf_str(f->out, type_name(t));
    if (t->has_params) {
      buf_char(f->out, '[');
      format_parameters(f, t);
      buf_char(f->out, ']');
    }
  }
  f->depth--;
}

void type_format(struct buf *out, const type *t)
{
  assert(out != NULL && t != NULL);
  struct formatter f = {.out = out};
  format(&f, t);
}

void type_format_expanded(struct buf *out, const type *t)
{
  assert(out != NULL && t != NULL);
  struct formatter f = {.out = out, .expanded = true};
  format(&f, t);
}

/* Twice the length of a message, so that the message is cut off with its usual note, not in silence. */
static size_t message_end(const struct buf *out) { return out->n + 2 * MESSAGE_BYTES; }

void type_format_detailed(struct buf *out, const type *t)
{
  struct formatter f = {.out = out, .expanded = true, .end = message_end(out)};
  format(&f, t);
}

void type_format_value(struct buf *out, value v, uint32_t depth)
{
  struct formatter f = {.out = out, .depth = depth};
  format_value(&f, v);
}

/* The name, and one level of the inner type: "Optional[Integer]". Messages use it when parameters do not matter. */
void type_format_short(struct buf *out, const type *t)
{
  buf_str(out, type_name(t));
  if (!type_has_inner(t) || t->inner == NULL || t->inner->kind == T_ANY) return;
  buf_char(out, '[');
  buf_str(out, type_name(t->inner));
  buf_char(out, ']');
}
