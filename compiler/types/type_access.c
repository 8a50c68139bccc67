/* Type[args] as an expression. The table at the end has a function for each kind of type that takes parameters: it
 * checks the arguments and makes the type. Errors are Puppet's issues, reported at the argument that causes them.
 * Puppet's checks are not uniform (which label a message uses, whether it blames the argument or the whole
 * access), and neither are these. Class[] and Resource[] are in type_reference.c; types in text and in
 * declarations are checked by type_parse.c first, which has other messages. */
#include <assert.h>
#include <math.h>

#include "compiler/types/object_type.h"
#include "compiler/types/type_set.h"
#include "compiler/types/type_access.h"
#include "compiler/types/type_rich.h"
#include "compiler/values/ruby_text.h"

/* An access without a node (a type read from text) is reported at the caller's place. */
const ast *access_key(const struct access *x, uint32_t i)
{
  if (x->node == NULL || x->node->kind != AST_ACCESS) return x->node;
  struct ast_list_of keys = AST_AS(ast_access, x->node)->keys;
  return i < keys.n ? keys.items[i] : x->node;
}

/* The class of a value for messages: that of a type is "String-Type". */
static str class_label(struct arena *a, value v)
{
  if (v.kind == V_TYPE) return arena_printf(a, "%s-Type", type_kind_name(v.type->kind));
  return value_class(v);
}

str access_type_of(struct arena *a, value v)
{
  if (v.kind == V_UNDEF) return STR("Undef");
  if (v.kind == V_DEFAULT) return STR("Default");
  return value_to_str(a, value_type(type_generalize(a, type_infer(a, v))));
}

static const char *arguments(uint32_t n) { return n == 1 ? "argument" : "arguments"; }

_Noreturn void access_arity(const struct access *x, const ast *blamed, str base, int min, int64_t max)
{
  int n = (int)x->n;
  /* Three forms: "at least", "between … and …", and an exact number. */
  if (max < 0) fail_issue(x->c, blamed, ISSUE_BAD_TYPE_SLICE_ARITY_MIN, STR_FMT(base), min, n);
  if (max != 0 && max != min) {
    fail_issue(x->c, blamed, ISSUE_BAD_TYPE_SLICE_ARITY_RANGE, STR_FMT(base), min, (int)max, n);
  }
  str noun = str_of(arguments((uint32_t)min));
  fail_issue(x->c, blamed, ISSUE_BAD_TYPE_SLICE_ARITY, STR_FMT(base), min, STR_FMT(noun), n);
}

str access_base_label(const struct access *x)
{
  return label_article_upper(x->c->arena, label_of_value(x->c->arena, value_type(x->base)));
}

static str base_name(const struct access *x)
{
  return arena_printf(x->c->arena, "%s-Type", type_kind_name(x->base->kind));
}

_Noreturn void access_bad_specialization(const struct access *x, uint32_t i, str message)
{
  str label = label_article(x->c->arena, label_of_value(x->c->arena, value_type(x->base)));
  fail_issue(x->c, access_key(x, i), ISSUE_BAD_TYPE_SPECIALIZATION, STR_FMT(label), STR_FMT(message));
}

_Noreturn static void bad_key(const struct access *x, uint32_t i, const char *expected)
{
  str actual = access_type_of(x->c->arena, x->args[i]);
  access_bad_specialization(
    x, i, arena_printf(x->c->arena, "Cannot use %.*s where %s is expected", STR_FMT(actual), expected));
}

_Noreturn void access_not_a_type(const struct access *x, uint32_t i)
{
  str base = base_name(x), actual = value_class(x->args[i]);
  fail_issue(x->c, access_key(x, i), ISSUE_BAD_TYPE_SLICE_TYPE, STR_FMT(base), STR_FMT(actual));
}

void access_blame(const struct access *x)
{
  if (x->node != NULL) x->c->node = x->node;
}

_Noreturn void access_error(const struct access *x, str text)
{
  access_blame(x);
  fail_error(x->c, FAILURE_EVALUATION, "%.*s", STR_FMT(text));
}

static const type *type_arg(const struct access *x, uint32_t i)
{
  if (x->args[i].kind != V_TYPE) access_not_a_type(x, i);
  return x->args[i].type;
}

static void check_count(const struct access *x, uint32_t min, uint32_t max)
{
  if (x->n >= min && x->n <= max) return;
  access_arity(x, x->node, access_base_label(x), 1, max == UINT32_MAX ? -1 : (int64_t)max);
}

/* --- ranges --- */

static bool is_bound(value v) { return v.kind == V_INT || v.kind == V_DEFAULT; }

static struct type_range make_range(const struct access *x, value from, value to)
{
  struct type_range r = {from.kind == V_INT ? from.integer : TYPE_MIN, to.kind == V_INT ? to.integer : TYPE_MAX};
  if (r.from > r.to) {
    /* Puppet's message lacks the closing parenthesis too. */
    access_error(x, arena_printf(x->c->arena, "'from' must be less or equal to 'to'. Got (%lld, %lld",
                                 (long long)r.from, (long long)r.to));
  }
  return r;
}

/* The size in the arguments from `at` on: one Integer type, or one or two bounds. */
static struct type_range size_args(const struct access *x, uint32_t at)
{
  uint32_t n = x->n - at;
  /* An Integer type stands for its range; a single bound is the lower one. */
  if (n == 1 && x->args[at].kind == V_TYPE && x->args[at].type->kind == T_INTEGER) return x->args[at].type->range;
  for (uint32_t i = at; i < x->n; i++) {
    if (is_bound(x->args[i])) continue;
    str actual = label_article(x->c->arena, class_label(x->c->arena, x->args[i]));
    fail_issue(x->c, access_key(x, i), ISSUE_BAD_COLLECTION_SLICE_TYPE, STR_FMT(actual));
  }
  return make_range(x, x->args[at], n == 2 ? x->args[at + 1] : VALUE_DEFAULT);
}

/* One or two bounds, of Float also floats. */
static void check_bounds(const struct access *x, bool floats, enum issue bad_arity, enum issue bad_type)
{
  if (x->n < 1 || x->n > 2) fail_issue(x->c, x->node, bad_arity, (int)x->n);
  for (uint32_t i = 0; i < x->n; i++) {
    if (is_bound(x->args[i]) || (floats && x->args[i].kind == V_FLOAT)) continue;
    str actual = value_class(x->args[i]);
    fail_issue(x->c, access_key(x, i), bad_type, STR_FMT(actual));
  }
}

static const type *access_integer(const struct access *x)
{
  check_bounds(x, false, ISSUE_BAD_INTEGER_SLICE_ARITY, ISSUE_BAD_INTEGER_SLICE_TYPE);
  struct type_range r = make_range(x, x->args[0], x->n == 2 ? x->args[1] : VALUE_DEFAULT);
  return type_integer(x->c->arena, r.from, r.to);
}

static double float_bound(value v, double open)
{
  return v.kind == V_FLOAT ? v.number : v.kind == V_INT ? (double)v.integer : open;
}

static const type *access_float(const struct access *x)
{
  check_bounds(x, true, ISSUE_BAD_FLOAT_SLICE_ARITY, ISSUE_BAD_FLOAT_SLICE_TYPE);
  double from = float_bound(x->args[0], -HUGE_VAL), to = x->n == 2 ? float_bound(x->args[1], HUGE_VAL) : HUGE_VAL;
  if (from > to) {
    struct buf text = BUF_IN(x->c->arena);
    buf_z(&text, "'from' must be less or equal to 'to'. Got (");
    value_render_float(&text, from);
    buf_z(&text, ", ");
    value_render_float(&text, to);
    access_error(x, buf_view(&text));
  }
  return type_float(x->c->arena, from, to);
}

/* --- strings --- */

static const type *access_string(const struct access *x)
{
  if (x->n < 1 || x->n > 2) fail_issue(x->c, x->node, ISSUE_BAD_STRING_SLICE_ARITY, (int)x->n);
  return type_string_sized(x->c->arena, size_args(x, 0));
}

static const type *access_enum(const struct access *given)
{
  struct access x = *given;
  bool ignore_case = false;
  /* A Boolean at the end says whether case is ignored. */
  if (x.n > 0 && x.args[x.n - 1].kind == V_BOOL) ignore_case = x.args[--x.n].boolean;
  check_count(&x, 1, UINT32_MAX);
  str *values = arena_array(x.c->arena, x.n, sizeof *values);
  for (uint32_t i = 0; i < x.n; i++) {
    if (x.args[i].kind != V_STRING) bad_key(&x, i, "String");
    values[i] = value_text(x.args[i]);
  }
  return type_enum(x.c->arena, values, x.n, ignore_case);
}

static const type *access_pattern(const struct access *x)
{
  check_count(x, 1, UINT32_MAX);
  struct ptrvec found = {0};
  for (uint32_t i = 0; i < x->n; i++) {
    value v = x->args[i];
    if (v.kind == V_STRING || v.kind == V_REGEX) {
      access_blame(x);
      ptrvec_push(&found, x->c->arena, (void *)type_rich_value(x->c, V_REGEX, v).regex);
    } else if (v.kind == V_TYPE && (v.type->kind == T_PATTERN || v.type->kind == T_REGEXP)) {
      for (uint32_t j = 0; j < v.type->pattern.n; j++) {
        ptrvec_push(&found, x->c->arena, (void *)v.type->pattern.items[j]);
      }
    } else {
      bad_key(x, i, "String or Regexp or Pattern-Type or Regexp-Type");
    }
  }
  return type_pattern(x->c->arena, (const struct regex *const *)found.items, found.n);
}

static const type *access_regexp(const struct access *x)
{
  if (x->n != 1) access_arity(x, x->n == 0 ? x->node : access_key(x, 1), access_base_label(x), 1, 0);
  value v = x->args[0];
  if (v.kind != V_STRING && v.kind != V_REGEX) bad_key(x, 0, "String or Regexp");
  access_blame(x);
  return type_regexp(x->c->arena, type_rich_value(x->c, V_REGEX, v).regex);
}

static const type *access_boolean(const struct access *x)
{
  check_count(x, 1, 1);
  if (x->args[0].kind != V_BOOL) bad_key(x, 0, "TrueClass or FalseClass");
  return type_boolean(x->args[0].boolean);
}

/* --- collections --- */

static const type *access_collection(const struct access *x)
{
  if (x->n < 1 || x->n > 2) access_arity(x, x->node, base_name(x), 1, 2);
  return type_collection(x->c->arena, size_args(x, 0));
}

static const type *access_array(const struct access *x)
{
  if (x->n < 1 || x->n > 3) access_arity(x, x->node, base_name(x), 1, 3);
  bool typed = x->args[0].kind == V_TYPE;
  /* A single argument must be a type: Array[1] is an error here, though Array[1, 2] gives a size alone. */
  if (x->n == 1) return type_array(x->c->arena, type_arg(x, 0), NULL);
  if (x->n == 3 && !typed) access_not_a_type(x, 0);
  struct type_range size = size_args(x, typed ? 1 : 0);
  return type_array(x->c->arena, typed ? x->args[0].type : NULL, &size);
}

static const type *access_hash(const struct access *x)
{
  /* Hash[1, 2] is a size alone. Puppet accepts it only for two integers, not for `default`. */
  if (x->n == 2 && x->args[0].kind == V_INT && x->args[1].kind == V_INT) {
    struct type_range size = make_range(x, x->args[0], x->args[1]);
    return type_hash(x->c->arena, NULL, NULL, &size);
  }
  for (uint32_t i = 0; i < x->n && i < 2; i++) type_arg(x, i);
  if (x->n < 2 || x->n > 4) access_arity(x, x->node, base_name(x), 2, 4);
  if (x->n == 2) return type_hash(x->c->arena, x->args[0].type, x->args[1].type, NULL);
  struct type_range size = size_args(x, 2);
  return type_hash(x->c->arena, x->args[0].type, x->args[1].type, &size);
}

/* The text 'default' counts as the keyword, as Puppet compares both. */
static bool is_size_arg(value v)
{
  return is_bound(v) || (v.kind == V_STRING && str_eq(value_text(v), STR("default")));
}

/* Takes one or two bounds off the end of the arguments. */
static bool take_size(struct access *x, struct type_range *size)
{
  if (x->n == 0 || !is_size_arg(x->args[x->n - 1])) return false;
  value to = VALUE_DEFAULT, from = x->args[x->n - 1];
  uint32_t used = 1;
  if (x->n > 1 && is_size_arg(x->args[x->n - 2])) {
    to = from;
    from = x->args[x->n - 2];
    used = 2;
  }
  *size = make_range(x, from, to);
  x->n -= used;
  return true;
}

static const type **type_args(const struct access *x)
{
  const type **types = arena_array(x->c->arena, x->n, sizeof *types);
  for (uint32_t i = 0; i < x->n; i++) {
    if (x->args[i].kind != V_TYPE) bad_key(x, i, "Any-Type");
    types[i] = x->args[i].type;
  }
  return types;
}

static const type *access_tuple(const struct access *given)
{
  struct access x = *given;
  struct type_range size;
  bool sized = take_size(&x, &size);
  check_count(&x, 1, UINT32_MAX);
  return type_tuple(x.c->arena, type_args(&x), x.n, sized ? &size : NULL);
}

static const type *access_variant(const struct access *x)
{
  check_count(x, 1, UINT32_MAX);
  return type_variant(x->c->arena, type_args(x), x->n);
}

/* Reads a key of a Struct: a string, or a type of exactly one string, possibly in Optional or NotUndef. A plain string
 * is optional when its value may be undef. Sets *error and returns false if it is not a key. */
static bool struct_key(const struct access *x, value key, struct type_struct_entry *e, str *error)
{
  struct arena *a = x->c->arena;
  if (key.kind == V_STRING) {
    e->key = value_text(key);
    e->optional_key = type_accepts_undef(e->value);
    *error = STR("Struct element key cannot be an empty String");
    return e->key.n != 0;
  }
  const type *t = key.kind == V_TYPE ? key.type : NULL, *text = t;
  if (t != NULL && (t->kind == T_OPTIONAL || t->kind == T_NOT_UNDEF)) text = t->inner;
  else if (t == NULL || (t->kind != T_STRING && t->kind != T_ENUM)) {
    str name = value_class(key);
    *error = arena_printf(a, "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: %.*s",
                          STR_FMT(name));
    return false;
  }
  e->optional_key = t->kind == T_OPTIONAL;
  e->not_undef_key = t->kind == T_NOT_UNDEF;
  if (text != NULL && text->kind == T_ENUM && text->enumeration.n == 1 && text == t) {
    e->key = text->enumeration.values[0];
  } else if (text != NULL && type_is_literal_string(text)) {
    e->key = text->string.text;
  } else {
    struct buf out = BUF_IN(a);
    buf_z(&out, "Unable to extract a non-empty literal string from Struct member key type ");
    type_format(&out, t->kind == T_NOT_UNDEF && t->inner != NULL ? t->inner : t);
    *error = buf_view(&out);
    return false;
  }
  return true;
}

static const type *access_struct(const struct access *x)
{
  check_count(x, 1, 1);
  if (x->args[0].kind != V_HASH) bad_key(x, 0, "Hash");
  const struct hash *h = x->args[0].hash;
  struct type_struct_entry *entries = arena_array(x->c->arena, h->n, sizeof *entries);
  for (uint32_t i = 0; i < h->n; i++) {
    value item = h->entries[i].value;
    str error;
    if (item.kind == V_TYPE) entries[i].value = item.type;
    /* Puppet's TypeFactory takes a string for the name of a Ruby class, and any other value for its own type. */
    else if (item.kind == V_STRING) entries[i].value = type_runtime(x->c->arena, STR("ruby"), value_text(item));
    else entries[i].value = type_generalize(x->c->arena, type_infer(x->c->arena, item));
    if (!struct_key(x, h->entries[i].key, &entries[i], &error)) access_error(x, error);
  }
  return type_struct(x->c->arena, entries, h->n);
}

/* --- types that hold a type --- */

static const type *access_inner(const struct access *x)
{
  enum type_kind kind = x->base->kind;
  if (x->n != 1) access_arity(x, x->node, base_name(x), 1, 0);
  value v = x->args[0];
  /* Optional['a'] is the Optional of this literal string. */
  if (kind == T_OPTIONAL && v.kind == V_STRING) {
    return type_optional(x->c->arena, type_literal_string(x->c->arena, value_text(v)));
  }
  const type *inner = type_arg(x, 0);
  return kind == T_SENSITIVE ? type_sensitive(x->c->arena, inner) : type_with_inner(x->c->arena, kind, inner);
}

static const type *access_not_undef(const struct access *x)
{
  if (x->n > 1) access_arity(x, x->node, base_name(x), 0, 1);
  if (x->n == 0) return type_simple(T_NOT_UNDEF);
  value v = x->args[0];
  if (v.kind == V_STRING) return type_not_undef(x->c->arena, type_literal_string(x->c->arena, value_text(v)));
  if (v.kind != V_TYPE) {
    str base = base_name(x), actual = value_class(v);
    fail_issue(x->c, access_key(x, 0), ISSUE_BAD_NOT_UNDEF_SLICE_TYPE, STR_FMT(base), STR_FMT(actual));
  }
  return type_not_undef(x->c->arena, v.type);
}

static const type *access_callable(const struct access *given)
{
  struct access x = *given;
  const type *result = NULL, *block = NULL;
  /* Callable[[params…], result]. */
  if (x.n > 0 && x.args[0].kind == V_ARRAY) {
    if (x.n != 2) access_arity(&x, x.node, access_base_label(&x), 2, 2);
    if (x.args[1].kind != V_TYPE) bad_key(&x, 1, "Any-Type");
    result = x.args[1].type;
    x.n = x.args[0].array->n;
    x.args = x.args[0].array->items;
  }
  if (x.n > 0 && x.args[x.n - 1].kind == V_TYPE && type_is_callable(x.args[x.n - 1].type)) block = x.args[--x.n].type;
  struct type_range size;
  bool sized = take_size(&x, &size);
  const type **types = arena_array(x.c->arena, x.n + 1, sizeof *types);
  for (uint32_t i = 0; i < x.n; i++) {
    types[i] = x.args[i].kind == V_TYPE     ? x.args[i].type
               : x.args[i].kind == V_STRING ? type_runtime(x.c->arena, STR("ruby"), value_text(x.args[i]))
                                            : type_generalize(x.c->arena, type_infer(x.c->arena, x.args[i]));
  }
  uint32_t n = x.n;
  /* Callable[1, 2]: a size without types accepts arguments of any kind, which Unit stands for. */
  if (n == 0 && sized && size.to > 0) types[n++] = type_simple(T_UNIT);
  return type_callable(x.c->arena, types, n, sized ? &size : NULL, block, result);
}

static const type *access_object(const struct access *x)
{
  access_blame(x);
  /* Of a named object type, the arguments are values for its type parameters; of Object, one is a definition {…}. */
  if (x->base->object.def != NULL && x->base->object.def->name.n != 0) {
    return object_type_extend(x->c, x->base, x->args, x->n);
  }
  if (x->n != 1) access_arity(x, x->node, base_name(x), 1, 0);
  return object_type_make(x->c, x->args[0]);
}

/* A TypeSet in an expression cannot declare types: names in its definition could not be resolved before it exists. */
static const type *access_type_set(const struct access *x)
{
  if (x->n != 1) access_arity(x, x->node, base_name(x), 1, 0);
  access_blame(x);
  if (x->args[0].kind == V_HASH && x->args[0].hash->n == 0) return type_simple(T_TYPE_SET);
  const value *name = x->args[0].kind == V_HASH ? hash_get_str(x->args[0].hash, STR("name")) : NULL;
  type *t = type_set_new(x->c->arena, value_text_or_empty(value_or_undef(name)));
  type_set_define(x->c, t, x->args[0]);
  return t;
}

static const type *access_init(const struct access *x)
{
  if (x->n == 0) {
    str base = base_name(x), actual = STR("NilClass");
    fail_issue(x->c, x->node, ISSUE_BAD_TYPE_SLICE_TYPE, STR_FMT(base), STR_FMT(actual));
  }
  return type_init(x->c, type_arg(x, 0), x->args + 1, x->n - 1);
}

static const type *access_runtime(const struct access *x)
{
  /* The message says 1 to 2, but Puppet accepts only 2. */
  if (x->n != 2) access_arity(x, x->node, access_base_label(x), 1, 2);
  for (uint32_t i = 0; i < 2; i++) {
    if (x->args[i].kind != V_STRING) bad_key(x, i, "String or String");
  }
  access_blame(x);
  type_assert(x->c, STR("Runtime 'name_or_pattern'"), type_static("Variant[String[1], Tuple[Regexp, String[1]]]"),
              x->args[1]);
  return type_runtime(x->c->arena, value_text(x->args[0]), value_text(x->args[1]));
}

/* --- the table --- */

/* Kinds without a function take no parameters. */
static const type *(*const table[T_KIND_COUNT])(const struct access *x) = {
#define X(kind, name, access, ...) [T_##kind] = access,
#include "compiler/types/type.def"
#undef X
};

/* Whether arrays in the arguments stay as they are. */
static bool takes_arrays(enum type_kind kind) { return kind == T_STRUCT || kind == T_CALLABLE || kind == T_INIT; }

static bool has_array(const value *args, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++) {
    if (args[i].kind == V_ARRAY) return true;
  }
  return false;
}

void access_flatten(struct access *x)
{
  if (!has_array(x->args, x->n)) return;
  struct valuevec flat = value_flat(x->c, x->args, x->n);
  x->args = flat.items;
  x->n = flat.n;
}

_Noreturn static void not_accessible(const struct access *x)
{
  struct arena *a = x->c->arena;
  struct buf out = BUF_IN(a);
  type_format_detailed(&out, x->base);
  buf_z(&out, "-Type");
  str label = label_article(a, buf_view(&out)), op = STR("[]");
  const ast *left = x->node != NULL && x->node->kind == AST_ACCESS ? AST_AS(ast_access, x->node)->left : x->node;
  fail_issue(x->c, left, ISSUE_OPERATOR_NOT_APPLICABLE, STR_FMT(op), STR_FMT(label));
}

value type_access(struct context *c, const struct type_resolver *r, const ast *node, const type *base,
                  const value *args, uint32_t n)
{
  assert(base != NULL && (args != NULL || n == 0));
  struct access x = {c, r, node, base, args, n};
  if (base->kind == T_RESOURCE) return access_resource(&x);
  if (base->kind == T_CLASS) return access_class(&x);
  if (base->kind == T_REFERENCE) {
    str name = base->reference.name;
    fail_issue(c, node, ISSUE_UNKNOWN_RESOURCE_TYPE, STR_FMT(name));
  }
  if (table[base->kind] == NULL) not_accessible(&x);
  if (!takes_arrays(base->kind)) access_flatten(&x);
  return value_type(table[base->kind](&x));
}
