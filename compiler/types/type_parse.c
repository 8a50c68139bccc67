/* Types from the syntax trees of declarations (parameters, aliases) and of texts. Only literals, names and Type[…] are
 * allowed and nothing is evaluated. specify() checks the parameters with the messages of Puppet's TypeParser and then
 * makes the type as an access would (type_access.c). type_alias_resolve() at the end gives an alias its target. */
#include <assert.h>

#include "compiler/syntax/parse.h"
#include "compiler/types/object_type.h"
#include "compiler/types/type_access.h"

struct specification {
  struct context *c;
  const struct type_resolver *r;
  str name; /* as written: "Array" */
  const value *args;
  uint32_t n;
  str text; /* the whole expression, for messages */
};

_Noreturn static void invalid(struct context *c, str text)
{
  fail_error(c, FAILURE_EVALUATION, "The expression <%.*s> is not a valid type specification.", STR_FMT(text));
}

_Noreturn static void wrong_count(const struct specification *s, const char *required)
{
  fail_error(s->c, FAILURE_EVALUATION, "Invalid number of type parameters specified: %.*s requires %s, %u provided",
             STR_FMT(s->name), required, s->n);
}

_Noreturn static void not_parameterized(const struct specification *s)
{
  fail_error(s->c, FAILURE_EVALUATION, "Not a parameterized type <%.*s>", STR_FMT(s->name));
}

/* The number of parameters of a kind, and their forms (type.def). */
static const struct shape {
  uint8_t min, max;
  const char *required, *forms; /* required NULL: takes no parameters */
} shapes[T_KIND_COUNT] = {
#define TAKES_NONE 0, 0, NULL, NULL
#define TAKES(min_, max_, required_, forms_) min_, max_, required_, forms_
#define X(kind, name, access, takes, ...) [T_##kind] = {takes},
#include "compiler/types/type.def"
#undef X
};

static bool fits(char letter, value v)
{
  bool bound = v.kind == V_INT || v.kind == V_DEFAULT;
  switch (letter) {
  case 'T': return v.kind == V_TYPE;
  case 'R': return bound;
  case 'S': return bound || (v.kind == V_TYPE && v.type->kind == T_INTEGER);
  case 'N': return v.kind == V_TYPE || v.kind == V_STRING;
  case 'H': return v.kind == V_HASH;
  case 'B': return v.kind == V_BOOL;
  default: return false;
  }
}

/* Compares the arguments with one form and advances to the next one. */
static bool fits_form(const char **form, const struct specification *s)
{
  const char *p = *form;
  uint32_t i = 0;
  bool ok = true;
  for (; *p != '\0' && *p != ' '; p++, i++) {
    if (ok) ok = i < s->n && fits(*p, s->args[i]);
  }
  *form = *p == ' ' ? p + 1 : p;
  return ok && i == s->n;
}

static void check_shape(const struct specification *s, const struct shape *shape)
{
  if (s->n < shape->min || (shape->max != 255 && s->n > shape->max)) wrong_count(s, shape->required);
  const char *form = shape->forms;
  if (*form == '\0' || s->n == 0) return;
  while (*form != '\0') {
    if (fits_form(&form, s)) return;
  }
  if (shape == &shapes[T_BOOLEAN]) fail_error(s->c, FAILURE_EVALUATION, "Boolean parameter must be true or false");
  invalid(s->c, s->text);
}

static void check_types(const struct specification *s)
{
  for (uint32_t i = 0; i < s->n; i++) {
    if (s->args[i].kind != V_TYPE) invalid(s->c, s->text);
  }
}

static void check_patterns(const struct specification *s)
{
  for (uint32_t i = 0; i < s->n; i++) {
    value v = s->args[i];
    if (v.kind == V_STRING || v.kind == V_REGEX) continue;
    if (v.kind == V_TYPE && (v.type->kind == T_PATTERN || v.type->kind == T_REGEXP)) continue;
    str name = type_name(type_infer(s->c->arena, v));
    fail_error(s->c, FAILURE_EVALUATION, "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got '%.*s",
               STR_FMT(name));
  }
}

/* A Tuple with only a size: Puppet ignores the size here. */
static bool is_only_size(const struct specification *s)
{
  bool size = s->n > 0 && s->n <= 2;
  for (uint32_t i = 0; i < s->n; i++) size = size && (s->args[i].kind == V_INT || s->args[i].kind == V_DEFAULT);
  return size;
}

static void check_enum(const struct specification *s)
{
  /* A Boolean at the end says whether case is ignored. */
  uint32_t n = s->args[s->n - 1].kind == V_BOOL ? s->n - 1 : s->n;
  for (uint32_t i = 0; i < n; i++) {
    if (s->args[i].kind == V_STRING) continue;
    fail_error(s->c, FAILURE_EVALUATION, "Enum parameters must be identifiers or strings");
  }
}

static const type *specify_reference(const struct specification *s, const type *base)
{
  if (s->n != 1) wrong_count(s, "1");
  if (s->args[0].kind != V_STRING) invalid(s->c, s->text);
  return type_resource(s->c->arena, base->resource.type_name, value_text(s->args[0]));
}

/* In Resource[Name] the name need not be known: an unknown one is a TypeReference, whose text is the name of a
 * resource type. */
static const type *specify_resource(const struct specification *s)
{
  value args[2] = {s->args[0], s->n > 1 ? s->args[1] : VALUE_UNDEF};
  if (args[0].kind == V_TYPE && args[0].type->kind == T_REFERENCE) args[0] = value_str(args[0].type->reference.name);
  value v = type_access(s->c, s->r, NULL, type_simple(T_RESOURCE), args, s->n);
  if (v.kind != V_TYPE) invalid(s->c, s->text);
  return v.type;
}

/* Here the name may also be a pattern with its replacement, which an expression does not allow. */
static const type *specify_runtime(const struct specification *s)
{
  type_assert(s->c, STR("Runtime 'runtime'"), type_static("String"), s->args[0]);
  type_assert(s->c, STR("Runtime 'name_or_pattern'"), type_static("Variant[String[1], Tuple[Regexp, String[1]]]"),
              s->args[1]);
  return type_runtime_of(s->c->arena, value_text(s->args[0]), s->args[1]);
}

static const type *specify(const struct specification *s)
{
  const type *base = type_named(s->c, s->r, s->name);
  /* An unknown type keeps the whole text for the message at its first use. */
  if (base->kind == T_REFERENCE && !str_caseeq(s->name, STR("TypeReference"))) {
    return type_reference(s->c->arena, s->text);
  }
  if (base->kind == T_RESOURCE && base->resource.type_name != NULL) return specify_reference(s, base);
  if (base->kind == T_OBJECT && base->object.def != NULL) return object_type_extend(s->c, base, s->args, s->n);
  const struct shape *shape = &shapes[base->kind];
  if (base->kind == T_ALIAS || base == type_data()) not_parameterized(s);
  if (shape->required == NULL) {
    /* type_access() has its own message for types that take no parameters. */
    if (type_is_among(base, KIND(RUNTIME) | KIND(INIT) | KIND(OBJECT) | KIND(TYPE_SET) | KIND(REFERENCE) | KIND(UNIT)))
      type_access(s->c, s->r, NULL, base, s->args, s->n);
    not_parameterized(s);
  }
  check_shape(s, shape);
  if (base->kind == T_ENUM) check_enum(s);
  if (base->kind == T_PATTERN) check_patterns(s);
  if (base->kind == T_TUPLE && is_only_size(s)) return type_simple(T_TUPLE);
  if (base->kind == T_INIT && (s->n == 0 || s->args[0].kind != V_TYPE)) invalid(s->c, s->text);
  if (base->kind == T_RUNTIME) return specify_runtime(s);
  if (base->kind == T_VARIANT) check_types(s);
  if (base->kind == T_RESOURCE) return specify_resource(s);
  /* Puppet ignores a parameter of URI that is neither a string nor a hash. */
  if (s->n == 0 || (base->kind == T_URI && s->args[0].kind != V_STRING && s->args[0].kind != V_HASH)) return base;
  value v = type_access(s->c, s->r, NULL, base, s->args, s->n);
  if (v.kind != V_TYPE) invalid(s->c, s->text);
  return v.type;
}

/* --- from the tree --- */

struct walker {
  struct context *c;
  const struct type_resolver *r;
  str text;
};

struct extent {
  uint32_t from, to;
};

/* Widens the range to a node and all below it: as in Puppet, the range of a node need not contain its parts. The parser
 * limits the height of a tree. */
static void extend(void *ctx, ast *node)
{
  struct extent *e = ctx;
  if (node->offset < e->from) e->from = node->offset;
  if (node->offset + node->length > e->to) e->to = node->offset + node->length;
  ast_each_child(node, extend, e);
}

static str node_text(struct walker *w, const ast *node)
{
  struct extent e = {node->offset, node->offset + node->length};
  ast_each_child(node, extend, &e);
  return str_sub(w->text, e.from, e.to - e.from);
}

static value walk(struct walker *w, const ast *node);

static value *walk_list(struct walker *w, struct ast_list_of list)
{
  value *values = arena_array(w->c->arena, list.n, sizeof *values);
  for (uint32_t i = 0; i < list.n; i++) values[i] = walk(w, list.items[i]);
  return values;
}

static value walk_hash(struct walker *w, struct ast_list_of list)
{
  struct hash *h = hash_new(w->c->arena, list.n);
  for (uint32_t i = 0; i < list.n; i++) {
    const struct ast_pair *pair = AST_AS(ast_pair, list.items[i]);
    value key = walk(w, pair->key);
    hash_put(h, w->c->arena, key, walk(w, pair->value));
  }
  return value_hash(h);
}

static value walk_access(struct walker *w, const ast *node)
{
  const struct ast_access *access = AST_AS(ast_access, node);
  value *args = walk_list(w, access->keys);
  if (access->left->kind != AST_QUALIFIED_REFERENCE) invalid(w->c, node_text(w, node));
  str name = ast_cased_text(access->left);
  struct specification s = {w->c, w->r, name, args, access->keys.n, node_text(w, node)};
  return value_type(specify(&s));
}

static value walk_minus(struct walker *w, const ast *node)
{
  value v = walk(w, AST_AS(ast_unary, node)->expr);
  if (v.kind == V_INT && v.integer != INT64_MIN) return value_int(-v.integer);
  if (v.kind == V_FLOAT) return value_float(-v.number);
  invalid(w->c, node_text(w, node));
}

static value walk_node(struct walker *w, const ast *node)
{
  switch ((enum ast_kind)node->kind) {
  case AST_QUALIFIED_REFERENCE: return value_type(type_named(w->c, w->r, ast_cased_text(node)));
  case AST_ACCESS: return walk_access(w, node);
  case AST_QUALIFIED_NAME: return value_str(ast_name_text(node));
  case AST_LITERAL_STRING: return value_str(ast_string_text(node));
  case AST_LITERAL_INTEGER: return value_int(AST_AS(ast_integer, node)->value);
  case AST_LITERAL_FLOAT: return value_float(AST_AS(ast_float, node)->value);
  case AST_LITERAL_BOOLEAN: return value_bool(AST_AS(ast_boolean, node)->value);
  case AST_LITERAL_UNDEF: return VALUE_UNDEF;
  case AST_LITERAL_DEFAULT: return VALUE_DEFAULT;
  case AST_LITERAL_REGULAR_EXPRESSION: return value_regex(AST_AS(ast_regex, node)->regex);
  case AST_HEREDOC: return walk(w, AST_AS(ast_heredoc, node)->text_expr);
  case AST_UNARY_MINUS: return walk_minus(w, node);
  case AST_LITERAL_HASH: return walk_hash(w, AST_AS(ast_list, node)->list);
  case AST_LITERAL_LIST: {
    struct ast_list_of list = AST_AS(ast_list, node)->list;
    return array_of(w->c->arena, walk_list(w, list), list.n);
  }
  default: invalid(w->c, node_text(w, node));
  }
}

static value walk(struct walker *w, const ast *node)
{
  context_enter(w->c);
  value v = walk_node(w, node);
  context_leave(w->c);
  return v;
}

value type_value_from_ast(struct context *c, const struct type_resolver *r, str text, const ast *node)
{
  struct walker w = {c, r, text};
  return walk(&w, node);
}

const type *type_from_ast(struct context *c, const struct type_resolver *r, str text, const ast *node)
{
  if (node == NULL) return type_simple(T_ANY);
  struct walker w = {c, r, text};
  value v = walk(&w, node);
  if (v.kind != V_TYPE) invalid(c, node_text(&w, node));
  return v.type;
}

/* --- from text --- */

/* A syntax error has its place in the text, except for one at the end of it. */
_Noreturn static void fail_syntax(struct context *c, const struct diag_list *diags)
{
  const struct diagnostic *d = &diags->items[0];
  for (uint32_t i = 0; i < diags->n && d->severity != SEVERITY_ERROR; i++) d = &diags->items[i];
  const enum failure_class class = d->issue == ISSUE_NESTING_TOO_DEEP ? FAILURE_LIMIT : FAILURE_EVALUATION;
  if (d->place != PLACE_FULL) fail_error(c, class, "%.*s", STR_FMT(d->message));
  fail_message(c, class, diag_text(c->arena, d));
}

/* Parses with the parser of the language, so all of its syntax is allowed. The tree lives in the arena, since strings
 * of the values point into it. */
static const ast *parse_expression(struct context *c, str text)
{
  const struct parse_options options = {.skip_validation = true, .strict = SEVERITY_IGNORE};
  struct diag_list diags;
  diag_list_init(&diags, c->arena);
  const struct ast_program *p = parse_text(c->arena, STR_EMPTY, text, &options, &diags);
  if (p == NULL) fail_syntax(c, &diags);
  if (p->body == NULL) invalid(c, text);
  return p->body;
}

value type_value_from_text(struct context *c, const struct type_resolver *r, str text)
{
  text = arena_str(c->arena, text);
  return type_value_from_ast(c, r, text, parse_expression(c, text));
}

const type *type_from_text(struct context *c, const struct type_resolver *r, str text)
{
  enum type_kind kind = type_kind_of_name(text);
  if (kind != T_KIND_COUNT && ascii_is_upper((unsigned char)text.p[0])) return type_simple(kind);
  /* Puppet keeps this text in a table of known types, and so accepts it, although Array[1] is an error elsewhere. */
  if (str_eqz(text, "Array[1]")) return type_array(c->arena, NULL, &(struct type_range){1, TYPE_MAX});
  text = arena_str(c->arena, text);
  return type_from_ast(c, r, text, parse_expression(c, text));
}

/* --- aliases --- */

type *type_alias_new(struct arena *a, str name)
{
  type *t = arena_zalloc(a, sizeof *t);
  t->row = &type_rich_kind;
  t->kind = T_ALIAS;
  t->alias.name = arena_str(a, name);
  return t;
}

/* Whether something other than aliases and Variants of them can be reached. An alias that is still being resolved
 * counts as real: the one that is resolved last detects the cycle. `budget` limits the work, since nested aliases can
 * be reached in exponentially many ways; when it is used up, the type counts as real. */
static bool is_real(const type *t, const type *self, uint32_t *budget)
{
  if (t == self) return false;
  if (*budget == 0) return true;
  --*budget;
  if (t->kind == T_ALIAS) return t->alias.target == NULL || is_real(t->alias.target, self, budget);
  if (t->kind != T_VARIANT) return true;
  for (uint32_t i = 0; i < t->variants.n; i++) {
    if (is_real(t->variants.items[i], self, budget)) return true;
  }
  return false;
}

/* Alternatives that lead only back to the alias are dropped: `type A = Variant[A, Integer]` is Integer. */
void type_alias_resolve(struct context *c, type *alias, const type *target)
{
  assert(alias->kind == T_ALIAS && target != NULL);
  uint32_t budget = 100000;
  target = type_normalize(c->arena, target);
  if (!is_real(target, alias, &budget)) {
    fail_error(c, FAILURE_EVALUATION, "Type alias '%.*s' cannot be resolved to a real type",
               STR_FMT(alias->alias.name));
  }
  if (target->kind == T_VARIANT) {
    const type **real = arena_array(c->arena, target->variants.n, sizeof *real);
    uint32_t n = 0;
    for (uint32_t i = 0; i < target->variants.n; i++) {
      if (is_real(target->variants.items[i], alias, &budget)) real[n++] = target->variants.items[i];
    }
    if (n != target->variants.n) target = type_variant(c->arena, real, n);
  }
  alias->alias.target = target;
}
