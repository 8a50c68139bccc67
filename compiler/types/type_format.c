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

/* Aliases that are being expanded: an alias inside itself is written by its name. */
struct alias_guard {
  const type *alias;
  const struct alias_guard *outer;
};
struct formatter {
  struct buf *out;
  size_t end; /* no item begins after this length of the text; 0: no limit */
  bool expanded;
  uint32_t depth;
  const struct alias_guard *guard;
  const struct type_set *set; /* types of this set are written with their names in it; NULL: none */
  bool first;                 /* nothing follows the last bracket yet */
};

static void format(struct formatter *f, const type *t);

/* A list in brackets: begin(), item() before each item, finish(). */
static void begin(struct formatter *f, const char *bracket)
{
  buf_z(f->out, bracket);
  f->first = true;
}

static void item(struct formatter *f)
{
  if (!f->first) buf_z(f->out, ", ");
  f->first = false;
}

static void finish(struct formatter *f, const char *bracket)
{
  buf_z(f->out, bracket);
  f->first = false;
}

static void item_type(struct formatter *f, const type *t)
{
  item(f);
  format(f, t);
}

static void item_quoted(struct formatter *f, str text)
{
  item(f);
  value_quote(f->out, text);
}

static void item_regex(struct formatter *f, const struct regex *re)
{
  item(f);
  value_render_regex(f->out, re->source);
}

/* Appends "from, to"; as in Puppet, without an open upper end. */
static void format_range(struct formatter *f, struct type_range r)
{
  item(f);
  if (r.from == TYPE_MIN) buf_z(f->out, "default");
  else buf_int(f->out, r.from);
  if (r.to == TYPE_MAX) return;
  item(f);
  buf_int(f->out, r.to);
}

static void format_floats(struct formatter *f, const type *t)
{
  item(f);
  if (isinf(t->number.from) && t->number.from < 0) buf_z(f->out, "default");
  else value_render_float(f->out, t->number.from);
  if (isinf(t->number.to) && t->number.to > 0) return;
  item(f);
  value_render_float(f->out, t->number.to);
}

static void format_enum(struct formatter *f, const type *t)
{
  for (uint32_t i = 0; i < t->enumeration.n; i++) item_quoted(f, t->enumeration.values[i]);
  if (!t->enumeration.ignore_case) return;
  item(f);
  buf_z(f->out, "true");
}

/* Appends the types inside and the size if one was given. Of an empty array or hash, only the size. */
static void format_parts(struct formatter *f, const type *t)
{
  const struct type_range size = type_collection_size(t);
  const bool sized = t->kind == T_TUPLE ? t->tuple.explicit_size : t->sized;
  const bool empty = sized && t->kind != T_TUPLE && size.from == 0 && size.to == 0;
  const type *const *part;
  for (uint32_t i = 0; !empty && (part = type_part(t, i)) != NULL; i++) item_type(f, *part);
  if (sized) format_range(f, size);
}

/* A key is shown with Optional or NotUndef only where the value's type does not imply it. */
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
  begin(f, "{");
  for (uint32_t i = 0; i < t->fields.n; i++) {
    item(f);
    format_key(f, &t->fields.entries[i]);
    buf_z(f->out, " => ");
    format(f, t->fields.entries[i].value);
  }
  finish(f, "}");
}

static void format_params(struct formatter *f, const type *t)
{
  for (uint32_t i = 0; i < t->callable.params.n; i++) {
    /* Parameters have the type Unit if only their number is known (type_access.c). */
    if (t->callable.params.items[i]->kind != T_UNIT) item_type(f, t->callable.params.items[i]);
  }
  if (t->callable.params.n == 0) format_range(f, range_of(0, 0));
  else if (t->sized) format_range(f, t->callable.size);
  if (t->callable.block != NULL) item_type(f, t->callable.block);
}

static void format_callable(struct formatter *f, const type *t)
{
  if (t->callable.result == NULL) {
    format_params(f, t);
    return;
  }
  begin(f, "[");
  if (!t->callable.any) format_params(f, t);
  finish(f, "]");
  item_type(f, t->callable.result);
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

/* `guard` lists the aliases that are being expanded, outermost last. */
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

/* {key => value, …}: keys bare or as values. `format_item` NULL: format_value() of each value. */
static void format_pairs(struct formatter *f, const struct hash *h, bool bare,
                         void (*format_item)(struct formatter *f, str key, value v))
{
  begin(f, "{");
  for (uint32_t i = 0; i < h->n; i++) {
    const struct hash_entry *e = &h->entries[i];
    item(f);
    if (bare) buf_str(f->out, value_text(e->key));
    else format_value(f, e->key);
    buf_z(f->out, " => ");
    if (format_item == NULL) format_value(f, e->value);
    else format_item(f, value_text(e->key), e->value);
  }
  finish(f, "}");
}

static void format_value(struct formatter *f, value v)
{
  v = runtime_as_object(v);
  nesting_step(++f->depth);
  if (v.kind == V_TYPE) {
    format(f, v.type);
  } else if (v.kind == V_HASH) {
    format_pairs(f, v.hash, false, NULL);
  } else if (v.kind == V_ARRAY) {
    begin(f, "[");
    for (uint32_t i = 0; i < v.array->n; i++) {
      item(f);
      format_value(f, v.array->items[i]);
    }
    finish(f, "]");
  } else if (v.kind == V_OBJECT) {
    object_format_at(f->out, v.object, f->depth);
  } else {
    value_inspect(f->out, v);
  }
  f->depth--;
}

/* {type => …, kind => derived} */
static void format_feature(struct formatter *f, str key, value v)
{
  if (str_eqz(key, "kind")) buf_str(f->out, value_text(v));
  else format_value(f, v);
}

static void format_member(struct formatter *f, str key, value v)
{
  (void)key;
  if (v.kind == V_HASH) format_pairs(f, v.hash, true, format_feature);
  else format_value(f, v);
}

static void format_section(struct formatter *f, str key, value v)
{
  if (str_eqz(key, "attributes") || str_eqz(key, "functions")) format_pairs(f, v.hash, false, format_member);
  else format_value(f, v);
}

/* "Object[{name => 'A', attributes => {…}}]". Types inside it are shown by name, so that a type that refers to itself
 * ends. */
static void format_object_definition(struct formatter *f, const type *t)
{
  /* A buffer on the heap has no arena; the hash then needs one of its own. */
  struct arena *scratch = f->out->arena != NULL ? NULL : arena_new();
  /* A type set already contains the names of its types. */
  const struct hash *h = object_type_hash(scratch == NULL ? f->out->arena : scratch, t, !is_member(f->set, t));
  f->expanded = false;
  buf_z(f->out, "Object[");
  format_pairs(f, h, true, format_section);
  buf_char(f->out, ']');
  f->expanded = true;
  arena_free(scratch);
}

/* Up to two type parameters are written by position, more as a hash with their names: Puppet's rule. */
static void format_extension(struct formatter *f, const type *t)
{
  const struct object_type *o = t->object.def;
  buf_str(f->out, object_type_simple_name(t));
  begin(f, "[");
  if (o->nall_parameters > 2) format_pairs(f, t->object.params, false, NULL);
  uint32_t n = o->nall_parameters > 2 ? 0 : o->nall_parameters;
  while (n > 0 && hash_get_str(t->object.params, o->all_parameters[n - 1]->name) == NULL) n--;
  for (uint32_t i = 0; i < n; i++) {
    const value *v = hash_get_str(t->object.params, o->all_parameters[i]->name);
    item(f);
    format_value(f, v == NULL ? VALUE_DEFAULT : *v);
  }
  finish(f, "]");
}

static void format_object(struct formatter *f, const type *t)
{
  if (t->object.params != NULL) format_extension(f, t);
  else if (f->expanded) format_object_definition(f, t);
  else format_name(f, t);
}

/* --- type sets --- */

static void begin_feature(struct formatter *f, const char *name)
{
  item(f);
  buf_printf(f->out, "%s => ", name);
}

static void format_text(struct formatter *f, const char *name, str text)
{
  if (text.n == 0) return;
  begin_feature(f, name);
  value_quote(f->out, text);
}

static void format_set_types(struct formatter *f, const struct type_set *set)
{
  const struct type_set *outer = f->set;
  bool expanded = f->expanded;
  f->set = set;
  begin_feature(f, "types");
  begin(f, "{");
  for (uint32_t i = 0; i < set->nmembers; i++) {
    item(f);
    buf_printf(f->out, "%.*s => ", STR_FMT(set->members[i].name));
    f->expanded = expanded;
    format(f, set->members[i].t);
  }
  finish(f, "}");
  f->expanded = expanded;
  f->set = outer;
}

static void format_set_references(struct formatter *f, const struct type_set *set)
{
  begin_feature(f, "references");
  begin(f, "{");
  for (uint32_t i = 0; i < set->nreferences; i++) {
    const struct type_set_reference *ref = &set->references[i];
    item(f);
    buf_printf(f->out, "%.*s => ", STR_FMT(ref->alias));
    begin(f, "{");
    if (!str_eq(ref->authority, set->authority)) format_text(f, "'name_authority'", ref->authority);
    format_text(f, "'name'", ref->name);
    format_text(f, "'version_range'", ref->range->text);
    finish(f, "}");
  }
  finish(f, "}");
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
  begin(f, "TypeSet[{");
  if (set->annotations != NULL) {
    begin_feature(f, "annotations");
    format_pairs(f, set->annotations, false, NULL);
  }
  format_text(f, "pcore_uri", set->uri);
  format_text(f, "pcore_version", set->pcore_version);
  format_text(f, "name_authority", set->authority);
  format_text(f, "name", set->name);
  format_text(f, "version", set->version);
  if (set->nmembers != 0) format_set_types(f, set);
  if (set->nreferences != 0) format_set_references(f, set);
  finish(f, "}]");
}

static void format_init(struct formatter *f, const type *t)
{
  item_type(f, t->inner);
  for (uint32_t i = 0; t->init.args != NULL && i < t->init.args->n; i++) {
    item(f);
    format_value(f, t->init.args->items[i]);
  }
}

static void format_runtime(struct formatter *f, const type *t)
{
  item(f);
  buf_str(f->out, t->runtime.runtime);
  if (t->runtime.pattern == NULL) {
    item_quoted(f, t->runtime.name);
    return;
  }
  item(f);
  begin(f, "[");
  item_regex(f, t->runtime.pattern);
  item_quoted(f, t->runtime.replacement);
  finish(f, "]");
}

/* Only called if the type has parameters (has_params). */
static void format_parameters(struct formatter *f, const type *t)
{
  switch ((enum type_kind)t->kind) {
  case T_INTEGER: format_range(f, t->range); break;
  case T_STRING: format_range(f, t->string.size); break;
  case T_FLOAT: format_floats(f, t); break;
  case T_BOOLEAN: buf_z(f->out, t->boolean.value ? "true" : "false"); break;
  case T_ENUM: format_enum(f, t); break;
  case T_PATTERN:
  case T_REGEXP:
    for (uint32_t i = 0; i < t->pattern.n; i++) item_regex(f, t->pattern.items[i]);
    break;
  case T_COLLECTION:
  case T_ARRAY:
  case T_HASH:
  case T_TUPLE:
  case T_VARIANT: format_parts(f, t); break;
  case T_STRUCT: format_struct(f, t); break;
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
      begin(f, "[");
      format_parameters(f, t);
      finish(f, "]");
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

str type_to_text(struct arena *a, const type *t)
{
  struct buf out = BUF_IN(a);
  type_format(&out, t);
  return buf_view(&out);
}

void type_format_expanded(struct buf *out, const type *t)
{
  assert(out != NULL && t != NULL);
  struct formatter f = {.out = out, .expanded = true};
  format(&f, t);
}

/* Twice the length of a message, so that the message is still truncated with its usual note. */
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
