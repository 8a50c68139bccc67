/* Types from text and from declarations (parameters, aliases). Only literals, names and Type[…] are allowed and
 * nothing is evaluated. The text has its own small reader, declarations a walk over their syntax tree; both end in
 * specify(), which checks the parameters with the messages of Puppet's TypeParser and then makes the type as an
 * access would (type_access.c). type_alias_resolve() at the end gives an alias its target. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "base/check.h"
#include "compiler/types/object_type.h"
#include "compiler/types/type_access.h"

struct specification {
  struct context *c;
  const struct type_resolver *r;
  str name; /* as written: "Array" */
  const value *args;
  uint32_t n;
  str text; /* the whole of it, for messages */
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

/* How many parameters a kind takes, and their forms. One letter per parameter: T a type, R a bound (an integer or
 * default), S a size (a bound or an Integer type), N a type or a string, H a hash, B a Boolean. Alternatives are
 * separated by blanks. An empty text means that the parameters are checked elsewhere. max 255: any number. */
struct shape {
  uint8_t min, max;
  const char *required, *forms;
};
static const struct shape shapes[T_KIND_COUNT] = {
  [T_ARRAY] = {1, 3, "1 to 3", "T TS RR TRR"},
  [T_HASH] = {2, 4, "2 to 4", "TT RR TTS TTRR"},
  [T_COLLECTION] = {1, 2, "1 to 2", "S RR"},
  [T_STRING] = {1, 2, "1 to 2", "S RR"},
  [T_CLASS] = {1, 1, "1", ""},
  [T_RESOURCE] = {1, 2, "1 or 2", ""},
  [T_REGEXP] = {1, 1, "1", ""},
  [T_ENUM] = {1, 255, "1 or more", ""},
  [T_PATTERN] = {1, 255, "1 or more", ""},
  [T_VARIANT] = {1, 255, "1 or more", ""},
  [T_TUPLE] = {1, 255, "1 or more", ""},
  [T_CALLABLE] = {0, 255, "", ""},
  [T_STRUCT] = {1, 1, "1", "H"},
  [T_BOOLEAN] = {1, 1, "1", "B"},
  [T_INTEGER] = {1, 2, "1 or 2", "R RR"},
  [T_FLOAT] = {1, 2, "1 or 2", ""},
  [T_OPTIONAL] = {1, 1, "1", "N"},
  [T_NOT_UNDEF] = {0, 1, "0 to 1", "N"},
  [T_TYPE] = {1, 1, "1", "T"},
  [T_SENSITIVE] = {0, 1, "0 to 1", "T"},
  [T_ITERABLE] = {1, 1, "1", "T"},
  [T_ITERATOR] = {1, 1, "1", "T"},
  [T_OBJECT] = {1, 1, "1", ""},
  [T_TYPE_SET] = {1, 1, "1", ""},
  [T_INIT] = {0, 255, "", ""},
  [T_RUNTIME] = {2, 2, "2", ""},
  [T_TIMESTAMP] = {0, 2, "0 to 2", ""},
  [T_TIMESPAN] = {0, 2, "0 to 2", ""},
  [T_SEMVER] = {1, 255, "1 or more", ""},
  [T_URI] = {1, 1, "1", ""},
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

/* Compares the arguments with one form and moves on to the next one. */
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

/* Tuple with nothing but a size: Puppet ignores the size here. */
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
  value name = s->args[1];
  type *t = type_copy(s->c->arena, type_runtime(s->c->arena, value_text(s->args[0]), (str){NULL, 0}));
  if (name.kind == V_STRING) {
    t->runtime.name = value_text(name);
  } else {
    t->runtime.pattern = name.array->items[0].regex;
    t->runtime.replacement = value_text(name.array->items[1]);
  }
  return t;
}

/* Types for which type_access() has its own message that they take no parameters. */
static bool has_own_words(const type *t)
{
  switch ((enum type_kind)t->kind) {
  case T_RUNTIME:
  case T_INIT:
  case T_OBJECT:
  case T_TYPE_SET:
  case T_REFERENCE:
  case T_UNIT: return true;
  default: return false;
  }
}

static const type *specify(const struct specification *s)
{
  const type *base = type_named(s->c, s->r, s->name);
  /* An unknown type keeps the whole text, for the message when it is used. */
  if (base->kind == T_REFERENCE && !str_caseeq(s->name, STR("TypeReference"))) {
    return type_reference(s->c->arena, s->text);
  }
  if (base->kind == T_RESOURCE && base->resource.type_name != NULL) return specify_reference(s, base);
  if (base->kind == T_OBJECT && base->object.def != NULL) return object_type_extend(s->c, base, s->args, s->n);
  const struct shape *shape = &shapes[base->kind];
  if (base->kind == T_ALIAS || base == type_data()) not_parameterized(s);
  if (shape->required == NULL) {
    if (has_own_words(base)) type_access(s->c, s->r, NULL, base, s->args, s->n);
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
  /* Puppet ignores a parameter of URI that is neither text nor hash. */
  if (s->n == 0 || (base->kind == T_URI && s->args[0].kind != V_STRING && s->args[0].kind != V_HASH)) return base;
  value v = type_access(s->c, s->r, NULL, base, s->args, s->n);
  if (v.kind != V_TYPE) invalid(s->c, s->text);
  return v.type;
}

/* --- from text --- */

struct reader {
  struct context *c;
  const struct type_resolver *r;
  str text;
  size_t at;
};

_Noreturn static void reject(struct reader *in) { invalid(in->c, in->text); }

static int peek(struct reader *in)
{
  while (in->at < in->text.n && ascii_is_space((unsigned char)in->text.p[in->at])) in->at++;
  return in->at < in->text.n ? (unsigned char)in->text.p[in->at] : -1;
}

static bool accept(struct reader *in, char c)
{
  if (peek(in) != c) return false;
  in->at++;
  return true;
}

static value read_value(struct reader *in);

/* Values up to `close`; a trailing comma is allowed. */
static void read_list(struct reader *in, char close, struct valuevec *out)
{
  while (!accept(in, close)) {
    valuevec_push(out, in->c->arena, read_value(in));
    if (accept(in, ',')) continue;
    if (!accept(in, close)) reject(in);
    return;
  }
}

static value read_hash(struct reader *in)
{
  struct hash *h = hash_new(in->c->arena, 4);
  while (!accept(in, '}')) {
    value key = read_value(in);
    if (!accept(in, '=') || !accept(in, '>')) reject(in);
    hash_put(h, in->c->arena, key, read_value(in));
    if (accept(in, ',')) continue;
    if (!accept(in, '}')) reject(in);
    break;
  }
  return value_hash(h);
}

/* Quoted text; the only escapes are of the quote and of the backslash. */
static str read_quoted(struct reader *in, char quote)
{
  struct buf out = BUF_IN(in->c->arena);
  for (in->at++; in->at < in->text.n; in->at++) {
    char c = in->text.p[in->at];
    if (c == quote) {
      in->at++;
      return buf_view(&out);
    }
    if (c == '\\' && in->at + 1 < in->text.n && (in->text.p[in->at + 1] == quote || in->text.p[in->at + 1] == '\\')) {
      c = in->text.p[++in->at];
    }
    buf_char(&out, c);
  }
  reject(in);
}

static value read_regex(struct reader *in)
{
  struct buf out = BUF_IN(in->c->arena);
  for (in->at++; in->at < in->text.n && in->text.p[in->at] != '/'; in->at++) {
    if (in->text.p[in->at] == '\\' && in->at + 1 < in->text.n) {
      if (in->text.p[in->at + 1] != '/') buf_char(&out, '\\');
      in->at++;
    }
    buf_char(&out, in->text.p[in->at]);
  }
  if (in->at++ >= in->text.n) reject(in);
  str error;
  const struct regex *re = regex_compile(in->c->arena, buf_view(&out), &error);
  if (re == NULL) fail_error(in->c, FAILURE_EVALUATION, "%.*s", STR_FMT(error));
  return value_regex(re);
}

static value read_number(struct reader *in)
{
  size_t from = in->at;
  bool real = false;
  if (in->text.p[in->at] == '-') in->at++;
  for (; in->at < in->text.n; in->at++) {
    char c = in->text.p[in->at];
    if (c == '.' || c == 'e' || c == 'E') real = true;
    else if (!ascii_is_digit((unsigned char)c) && c != '_' && c != '+' && c != '-') break;
  }
  char *text = arena_strz(in->c->arena, str_sub(in->text, from, in->at - from)), *end;
  errno = 0;
  value v = real ? value_float(strtod(text, &end)) : value_int(strtoll(text, &end, 10));
  if (errno != 0 || *end != '\0' || end == text) reject(in);
  return v;
}

static str read_name(struct reader *in)
{
  size_t from = in->at;
  while (in->at < in->text.n) {
    if (ascii_is_word((unsigned char)in->text.p[in->at])) in->at++;
    else if (str_starts(str_from(in->text, in->at), STR("::"))) in->at += 2;
    else break;
  }
  return str_sub(in->text, from, in->at - from);
}

/* A name that begins with a capital letter is a type; any other is a keyword or a plain string. */
static value read_word(struct reader *in)
{
  size_t from = in->at;
  str name = read_name(in);
  if (name.n == 0) reject(in);
  str bare = str_starts(name, STR("::")) ? str_from(name, 2) : name;
  if (bare.n == 0 || !ascii_is_upper((unsigned char)bare.p[0])) {
    if (str_eq(name, STR("default"))) return VALUE_DEFAULT;
    if (str_eq(name, STR("undef"))) return VALUE_UNDEF;
    if (str_eq(name, STR("true"))) return value_bool(true);
    if (str_eq(name, STR("false"))) return value_bool(false);
    return value_str(name);
  }
  if (peek(in) != '[') return value_type(type_named(in->c, in->r, name));
  in->at++;
  struct valuevec args = {0};
  read_list(in, ']', &args);
  struct specification s = {in->c, in->r, name, args.items, args.n, str_sub(in->text, from, in->at - from)};
  return value_type(specify(&s));
}

static value read_value(struct reader *in)
{
  context_enter(in->c);
  int c = peek(in);
  value v;
  if (c == '\'' || c == '"') {
    v = value_str(read_quoted(in, (char)c));
  } else if (c == '/') {
    v = read_regex(in);
  } else if (c == '-' || ascii_is_digit(c)) {
    v = read_number(in);
  } else if (c == '{') {
    in->at++;
    v = read_hash(in);
  } else if (c == '[') {
    struct valuevec items = {0};
    in->at++;
    read_list(in, ']', &items);
    v = valuevec_array(&items, in->c->arena);
  } else {
    v = read_word(in);
  }
  context_leave(in->c);
  return v;
}

value type_parse_value(struct context *c, const struct type_resolver *r, str text)
{
  struct reader in = {c, r, arena_str(c->arena, text), 0};
  value v = read_value(&in);
  if (peek(&in) != -1) reject(&in);
  return v;
}

const type *type_parse(struct context *c, const struct type_resolver *r, str text)
{
  value v = type_parse_value(c, r, text);
  if (v.kind != V_TYPE) invalid(c, text);
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

/* Widens the extent to a node and all below it: as in Puppet, the place of a node need not enclose its parts. The
 * height of a tree is bounded by the parser. */
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
  str name = AST_AS(ast_reference, access->left)->cased;
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
  case AST_QUALIFIED_REFERENCE: return value_type(type_named(w->c, w->r, AST_AS(ast_reference, node)->cased));
  case AST_ACCESS: return walk_access(w, node);
  case AST_QUALIFIED_NAME: return value_str(AST_AS(ast_name, node)->value);
  case AST_LITERAL_STRING: return value_str(AST_AS(ast_string, node)->value);
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
 * counts as real: the one that is resolved last finds the circle. `budget` bounds the work, since nested aliases
 * can be reached in exponentially many ways; when it is used up, the type counts as real. */
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
