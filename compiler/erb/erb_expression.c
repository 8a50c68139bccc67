/* Parses expressions: operators by their precedence, operands, calls, literals and assignments. As in Ruby, the token
 * after the name and the blanks around it decide whether `a b` is a call with an argument (begins_argument); where
 * Ruby's rule is more subtle, the template is rejected. */
#include "compiler/erb/erb_parse.h"

/* --- operators --- */

struct binary_operator {
  const char *text;
  uint8_t level; /* higher binds tighter */
  bool right;    /* associative to the right */
};

static const struct binary_operator binary_operators[] = {
  {"||", 1, false}, {"&&", 2, false}, {"<=>", 3, false}, {"==", 3, false}, {"===", 3, false}, {"!=", 3, false},
  {"=~", 3, false}, {"!~", 3, false}, {"<", 4, false},   {"<=", 4, false}, {">", 4, false},   {">=", 4, false},
  {"|", 5, false},  {"&", 6, false},  {"<<", 7, false},  {"+", 8, false},  {"-", 8, false},   {"*", 9, false},
  {"/", 9, false},  {"%", 9, false},  {"**", 11, true},  {NULL, 0, false},
};
enum { LEVEL_COMPARE = 3, LEVEL_MINUS = 10 };

static const struct binary_operator *current_operator(const struct erb_parser *p)
{
  if (p->token.kind != TK_OPERATOR) return NULL;
  for (const struct binary_operator *o = binary_operators; o->text != NULL; o++) {
    if (str_eqz(p->token.text, o->text)) return o;
  }
  return NULL;
}

static struct erb_node *two(struct erb_parser *p, enum erb_node_kind kind, struct erb_node *a, struct erb_node *b)
{
  struct erb_node *n = erb_node(p, kind);
  n->a = a;
  n->b = b;
  n->line = a->line;
  return n;
}

static struct erb_node *negated(struct erb_parser *p, struct erb_node *a) { return two(p, N_NOT, a, NULL); }

static struct erb_node *binary(struct erb_parser *p, str op, struct erb_node *a, struct erb_node *b)
{
  if (str_eqz(op, "||")) return two(p, N_OR, a, b);
  if (str_eqz(op, "&&")) return two(p, N_AND, a, b);
  if (str_eqz(op, "==")) return two(p, N_EQUAL, a, b);
  if (str_eqz(op, "!=")) return negated(p, two(p, N_EQUAL, a, b));
  if (str_eqz(op, "=~")) return two(p, N_MATCH, a, b);
  if (str_eqz(op, "!~")) return negated(p, two(p, N_MATCH, a, b));
  struct erb_list args = {0};
  erb_list_add(p, &args, b);
  struct erb_node *n = erb_node_call(p, a, op, &args);
  n->line = a->line;
  return n;
}

static struct erb_node *unary(struct erb_parser *p);

static struct erb_node *operators(struct erb_parser *p, unsigned level)
{
  struct erb_node *left = erb_enter(p) ? unary(p) : erb_node(p, N_NIL);
  const struct binary_operator *o;
  while ((o = current_operator(p)) != NULL && o->level >= level && !erb_refused(p)) {
    str op = p->token.text;
    if (op.n == 2 && str_eqz(op, "**") && (left->kind == N_INT || left->kind == N_FLOAT) &&
        (left->kind == N_INT ? left->integer < 0 : left->number < 0)) {
      erb_refuse(p, "the power of a negative number");
    }
    erb_next(p);
    erb_skip_newlines(p);
    p->no_command++;
    left = binary(p, op, left, operators(p, o->right ? o->level : o->level + 1));
    p->no_command--;
    const struct binary_operator *next = current_operator(p);
    if (o->level == LEVEL_COMPARE && next != NULL && next->level == LEVEL_COMPARE)
      erb_refuse(p, "a chain of comparisons");
  }
  p->depth--;
  return left;
}

/* --- assignments --- */

/* Whether the expression can be evaluated twice with the same result. */
static bool is_plain(const struct erb_node *n)
{
  switch (n->kind) {
  case N_LOCAL:
  case N_IVAR:
  case N_STRING:
  case N_SYMBOL:
  case N_INT:
  case N_SCOPE:
  case N_NIL: return true;
  case N_CALL:
    if (!str_eqz(n->text, "[]") || n->a == NULL || !is_plain(n->a)) return false;
    for (uint32_t i = 0; i < n->n; i++) {
      if (!is_plain(n->items[i])) return false;
    }
    return true;
  default: return false;
  }
}

static struct erb_node *assign(struct erb_parser *p, struct erb_node *to, struct erb_node *v)
{
  if (to->kind == N_CALL) {
    struct erb_node *n = two(p, N_INDEX_SET, to->a, v);
    n->items = to->items;
    n->n = to->n;
    n->methods = erb_methods_named(STR("[]="), false);
    return n;
  }
  struct erb_node *n = two(p, to->kind == N_LOCAL ? N_LOCAL_SET : N_IVAR_SET, v, NULL);
  n->slot = to->slot;
  return n;
}

/* The operator of a compound assignment ("+" of "+="); empty for other tokens. */
static str operation_of(const struct erb_parser *p)
{
  static const char *const all[] = {"+=", "-=", "*=", "/=", "%=", "||=", "&&=", "<<=", "**=", "|=", "&="};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (erb_is_op(p, all[i])) return str_n(all[i], strlen(all[i]) - 1);
  }
  return STR_EMPTY;
}

static struct erb_node *hidden(struct erb_parser *p, uint32_t slot)
{
  struct erb_node *n = erb_node(p, N_LOCAL);
  n->slot = slot;
  return n;
}

/* For a compound assignment such as f(x)[g] += 1: object and index are evaluated once, into two nameless locals.
 * Returns the element a[b] of these. */
static struct erb_node *once(struct erb_parser *p, struct erb_node *to, struct erb_list *before)
{
  const uint32_t object = p->nslots++, index = p->nslots++;
  struct erb_list indices = {0};
  if (to->n != 1 || to->items[0]->kind == N_SPLAT) erb_refuse(p, "an assignment to several elements");
  if (erb_refused(p)) return to;
  erb_list_add(p, before, assign(p, hidden(p, object), to->a));
  erb_list_add(p, before, assign(p, hidden(p, index), to->items[0]));
  erb_list_add(p, &indices, hidden(p, index));
  struct erb_node *n = erb_node_call(p, hidden(p, object), STR("[]"), &indices);
  n->line = to->line;
  return n;
}

static struct erb_node *assignment(struct erb_parser *p, struct erb_node *to)
{
  str op = operation_of(p);
  if (op.n > 0 && !is_plain(to)) {
    struct erb_list all = {0};
    struct erb_node *at = once(p, to, &all);
    if (!erb_refused(p)) erb_list_add(p, &all, assignment(p, at));
    return erb_node_list(p, N_SEQUENCE, &all);
  }
  erb_next(p);
  erb_skip_newlines(p);
  struct erb_node *v = erb_expression(p);
  if (op.n == 0) return assign(p, to, v);
  if (str_eqz(op, "||") || str_eqz(op, "&&")) return binary(p, op, to, assign(p, to, v));
  return assign(p, to, binary(p, op, to, v));
}

static bool is_assignable(const struct erb_node *n)
{
  return n->kind == N_LOCAL || n->kind == N_IVAR ||
         (n->kind == N_CALL && n->a != NULL && n->block == NULL && !n->flag && str_eqz(n->text, "[]"));
}

static struct erb_node *unary(struct erb_parser *p)
{
  if (erb_is_op(p, "!")) {
    erb_next(p);
    struct erb_node *n = erb_enter(p) ? negated(p, unary(p)) : erb_node(p, N_NIL);
    p->depth--;
    return n;
  }
  if (erb_is_op(p, "-")) {
    if (!p->token.tight) erb_refuse(p, "a blank behind '-'");
    erb_next(p);
    return erb_node_call(p, operators(p, LEVEL_MINUS), STR("-@"), NULL);
  }
  struct erb_node *n = erb_operand(p);
  return is_assignable(n) && (erb_is_op(p, "=") || operation_of(p).n > 0) ? assignment(p, n) : n;
}

static struct erb_node *range(struct erb_parser *p)
{
  struct erb_node *left = operators(p, 1);
  if (!erb_is_op(p, "..") && !erb_is_op(p, "...")) return left;
  struct erb_node *n = erb_node(p, N_RANGE);
  n->flag = erb_is_op(p, "...");
  erb_next(p);
  n->a = left;
  n->b = operators(p, 1);
  return n;
}

struct erb_node *erb_expression(struct erb_parser *p)
{
  struct erb_node *n = erb_enter(p) ? range(p) : erb_node(p, N_NIL);
  if (erb_is_op(p, "?")) {
    struct erb_node *choice = two(p, N_IF, n, NULL);
    erb_next(p);
    erb_skip_newlines(p);
    p->no_command++;
    choice->b = erb_expression(p);
    erb_skip_newlines(p);
    erb_want(p, TK_OPERATOR, ":");
    erb_skip_newlines(p);
    choice->c = erb_expression(p);
    p->no_command--;
    n = choice;
  }
  p->depth--;
  return n;
}

/* --- arguments, and literals with elements --- */

/* Parses the pairs of a hash from the first key up to `close`. NULL: up to the last pair. */
struct erb_node *erb_hash_rest(struct erb_parser *p, const char *close)
{
  struct erb_list l = {0};
  struct erb_node *hash = erb_node(p, N_HASH);
  while (close == NULL || !erb_is_op(p, close)) {
    struct erb_node *key;
    if (p->token.kind == TK_LABEL) {
      key = erb_node(p, N_SYMBOL);
      key->symbol = sym_intern(p->token.text);
      erb_next(p);
    } else {
      key = erb_expression(p);
      erb_want(p, TK_OPERATOR, "=>");
    }
    erb_skip_newlines(p);
    erb_list_add(p, &l, key);
    erb_list_add(p, &l, erb_expression(p));
    if (close != NULL) erb_skip_newlines(p);
    if (erb_refused(p) || !erb_take(p, TK_OPERATOR, ",")) break;
    if (close != NULL) erb_skip_newlines(p);
  }
  erb_node_items(hash, &l);
  return hash;
}

static struct erb_node *argument(struct erb_parser *p)
{
  if (erb_is_op(p, "*")) {
    struct erb_node *n = erb_node(p, N_SPLAT);
    erb_next(p);
    n->a = erb_expression(p);
    return n;
  }
  if (p->token.kind == TK_LABEL) return erb_hash_rest(p, NULL);
  struct erb_node *n = erb_expression(p);
  if (!erb_is_op(p, "=>")) return n;
  struct erb_node *hash = erb_node(p, N_HASH);
  struct erb_list l = {0};
  erb_next(p);
  erb_list_add(p, &l, n);
  erb_list_add(p, &l, erb_expression(p));
  if (erb_take(p, TK_OPERATOR, ",")) {
    struct erb_node *rest = erb_hash_rest(p, NULL);
    for (uint32_t i = 0; i < rest->n; i++) erb_list_add(p, &l, rest->items[i]);
  }
  erb_node_items(hash, &l);
  return hash;
}

/* Parses &:name at the end of the arguments. */
static struct erb_block *block_argument(struct erb_parser *p)
{
  erb_next(p);
  struct erb_block *b = ARENA_NEW(p->arena, struct erb_block);
  if (p->token.kind != TK_SYMBOL) {
    erb_refuse(p, "a block given by '&'");
    return b;
  }
  b->method = sym_intern(p->token.text);
  b->methods = erb_methods_named(p->token.text, false);
  erb_next(p);
  return b;
}

/* Parses arguments up to and including `close`. */
static void arguments(struct erb_parser *p, const char *close, struct erb_list *out, struct erb_block **block)
{
  uint32_t no_do = p->no_do;
  p->no_do = 0;
  p->no_command++;
  erb_skip_newlines(p);
  while (!erb_is_op(p, close) && !erb_refused(p)) {
    if (erb_is_op(p, "&") && block != NULL) {
      *block = block_argument(p);
      break;
    }
    erb_list_add(p, out, argument(p));
    erb_skip_newlines(p);
    if (!erb_take(p, TK_OPERATOR, ",")) break;
    erb_skip_newlines(p);
  }
  erb_skip_newlines(p);
  p->no_command--;
  p->no_do = no_do;
  erb_want(p, TK_OPERATOR, close);
}

/* Whether the current token begins the first argument of a call without parentheses. */
static bool begins_argument(const struct erb_parser *p)
{
  switch (p->token.kind) {
  case TK_STRING:
  case TK_DSTRING:
  case TK_NAME:
  case TK_CONST:
  case TK_IVAR:
  case TK_GROUP: return true;
  case TK_INT:
  case TK_FLOAT:
  case TK_WORDS:
  case TK_SYMBOL:
  case TK_LABEL: return p->token.blank;
  case TK_OPERATOR: return p->token.blank && (erb_is_op(p, "[") || (erb_is_op(p, "!") && p->token.tight));
  case TK_KEYWORD: return erb_is_word(p, "nil") || erb_is_word(p, "true") || erb_is_word(p, "false");
  default: return false;
  }
}

static void command_arguments(struct erb_parser *p, struct erb_list *out)
{
  p->no_do++;
  do {
    erb_skip_newlines(p);
    erb_list_add(p, out, argument(p));
  } while (erb_take(p, TK_OPERATOR, ","));
  p->no_do--;
}

/* Parses a call after its name: its arguments and its block. */
static struct erb_node *call(struct erb_parser *p, struct erb_node *receiver, str name, bool safe, uint32_t line)
{
  struct erb_list args = {0};
  struct erb_block *block = NULL;
  if (erb_is_op(p, "(")) {
    if (p->token.blank) erb_refuse(p, "a blank before '('");
    erb_next(p);
    arguments(p, ")", &args, &block);
  } else if (begins_argument(p)) {
    if (p->no_command > 0) erb_refuse(p, "arguments of '%.*s' without parentheses", STR_FMT(name));
    command_arguments(p, &args);
  }
  struct erb_node *n = erb_node_call(p, receiver, name, &args);
  n->line = line;
  n->flag = safe;
  n->block = block;
  if (n->block == NULL) n->block = erb_block(p);
  return n;
}

static struct erb_node *member(struct erb_parser *p, struct erb_node *receiver)
{
  bool safe = erb_is_op(p, "&.");
  erb_next(p);
  if (p->token.kind != TK_NAME && p->token.kind != TK_CONST) {
    erb_refuse(p, "the syntax behind '.'");
    return receiver;
  }
  str name = p->token.text;
  uint32_t line = p->token.line;
  erb_next(p);
  if (erb_is_op(p, "=") || operation_of(p).n > 0) erb_refuse(p, "an assignment to '%.*s'", STR_FMT(name));
  if (receiver->kind == N_CALL && receiver->a != NULL && receiver->n == 0 && receiver->block == NULL) {
    /* Two methods that are one, connected by an enumerator: each_with_index.map. */
    str both = arena_printf(p->arena, "%.*s.%.*s", STR_FMT(receiver->text), STR_FMT(name));
    if (erb_methods_named(both, false) != NULL) return call(p, receiver->a, both, safe, line);
  }
  return call(p, receiver, name, safe, line);
}

/* Parses "[…]" after an operand. */
static struct erb_node *index_of(struct erb_parser *p, struct erb_node *receiver)
{
  struct erb_list args = {0};
  erb_next(p);
  arguments(p, "]", &args, NULL);
  return erb_node_call(p, receiver, STR("[]"), &args);
}

/* --- operands --- */

static struct erb_node *simple(struct erb_parser *p, enum erb_node_kind kind)
{
  struct erb_node *n = erb_node(p, kind);
  if (kind == N_INT || kind == N_GROUP) n->integer = p->token.integer;
  else if (kind == N_FLOAT) n->number = p->token.number;
  else if (kind == N_STRING) n->text = p->token.text;
  else if (kind == N_SYMBOL) n->symbol = sym_intern(p->token.text);
  erb_next(p);
  return n;
}

static struct erb_node *words(struct erb_parser *p)
{
  struct erb_list l = {0};
  str s = p->token.text;
  for (size_t i = 0; i < s.n;) {
    size_t from = i;
    while (i < s.n && !ascii_is_space(s.p[i])) i++;
    if (i > from) {
      struct erb_node *n = erb_node(p, N_STRING);
      n->text = str_sub(s, from, i - from);
      erb_list_add(p, &l, n);
    }
    i += i < s.n;
  }
  erb_next(p);
  return erb_node_list(p, N_ARRAY, &l);
}

static struct erb_node *name(struct erb_parser *p)
{
  str text = p->token.text;
  uint32_t line = p->token.line, slot = erb_variable(p, text);
  bool is_scope = str_eqz(text, "scope");
  erb_next(p);
  if (slot == UINT32_MAX && (erb_is_op(p, "=") || operation_of(p).n > 0)) slot = erb_declare(p, text);
  if (slot != UINT32_MAX && !(erb_is_op(p, "(") && !p->token.blank)) {
    struct erb_node *n = erb_node(p, N_LOCAL);
    n->slot = slot;
    n->line = line;
    return n;
  }
  if (is_scope && !erb_is_op(p, "(")) return erb_node(p, N_SCOPE);
  return call(p, NULL, text, false, line);
}

static struct erb_node *constant(struct erb_parser *p)
{
  str text = p->token.text;
  uint32_t line = p->token.line;
  enum erb_class class = erb_class_named(text);
  erb_next(p);
  if (erb_is_op(p, "(") && !p->token.blank) return call(p, NULL, text, false, line);
  struct erb_node *n = erb_node(p, N_CONST);
  while (erb_is_op(p, "::")) {
    class = ERB_CLASSES;
    erb_next(p);
    if (p->token.kind != TK_CONST) erb_refuse(p, "the constant '%.*s'", STR_FMT(text));
    text = arena_printf(p->arena, "%.*s::%.*s", STR_FMT(text), STR_FMT(p->token.text));
    erb_next(p);
  }
  if (begins_argument(p)) erb_refuse(p, "the constant '%.*s'", STR_FMT(text));
  n->line = line;
  n->text = text;
  n->slot = class;
  return n;
}

static struct erb_node *bracketed(struct erb_parser *p)
{
  struct erb_list l = {0};
  struct erb_node *n = erb_node(p, N_ARRAY);
  erb_next(p);
  arguments(p, "]", &l, NULL);
  erb_node_items(n, &l);
  return n;
}

static struct erb_node *enclosed(struct erb_parser *p, bool hash)
{
  uint32_t no_do = p->no_do, no_command = p->no_command;
  p->no_do = 0;
  p->no_command = hash;
  erb_next(p);
  if (hash) erb_skip_newlines(p);
  struct erb_node *n = hash ? erb_hash_rest(p, "}") : erb_statements(p);
  p->no_do = no_do;
  p->no_command = no_command;
  erb_want(p, TK_OPERATOR, hash ? "}" : ")");
  return n;
}

static struct erb_node *defined(struct erb_parser *p)
{
  erb_next(p);
  bool parentheses = erb_take(p, TK_OPERATOR, "(");
  struct erb_node *n = p->token.kind == TK_IVAR ? erb_ivar_node(p) : erb_node(p, N_NIL);
  if (n->kind != N_IVAR) erb_refuse(p, "defined? of something other than @variable");
  n->kind = N_DEFINED;
  if (parentheses) erb_want(p, TK_OPERATOR, ")");
  return n;
}

static struct erb_node *keyword(struct erb_parser *p)
{
  struct erb_node *n = erb_control(p);
  if (n != NULL) return n;
  if (erb_is_word(p, "nil")) return simple(p, N_NIL);
  if (erb_is_word(p, "true")) return simple(p, N_TRUE);
  if (erb_is_word(p, "false")) return simple(p, N_FALSE);
  if (erb_is_word(p, "defined?")) return defined(p);
  erb_refuse(p, "the word '%.*s'", STR_FMT(p->token.text));
  return erb_node(p, N_NIL);
}

static struct erb_node *primary(struct erb_parser *p)
{
  switch (p->token.kind) {
  case TK_INT: return simple(p, N_INT);
  case TK_FLOAT: return simple(p, N_FLOAT);
  case TK_STRING: return simple(p, N_STRING);
  case TK_SYMBOL: return simple(p, N_SYMBOL);
  case TK_GROUP: return simple(p, N_GROUP);
  case TK_DSTRING:
  case TK_REGEX: return erb_pieces(p);
  case TK_WORDS: return words(p);
  case TK_NAME: return name(p);
  case TK_CONST: return constant(p);
  case TK_IVAR: return erb_ivar_node(p);
  case TK_KEYWORD: return keyword(p);
  case TK_OPERATOR:
    if (erb_is_op(p, "(")) return enclosed(p, false);
    if (erb_is_op(p, "[")) return bracketed(p);
    if (erb_is_op(p, "{")) return enclosed(p, true);
    /* fall through */
  default: erb_want(p, TK_OPERATOR, "an operand"); return erb_node(p, N_NIL);
  }
}

struct erb_node *erb_operand(struct erb_parser *p)
{
  struct erb_node *n = primary(p);
  while (!erb_refused(p)) {
    if (erb_is_op(p, ".") || erb_is_op(p, "&.")) n = member(p, n);
    else if (erb_is_op(p, "[") && (!p->token.blank || n->kind == N_LOCAL || n->kind == N_IVAR)) n = index_of(p, n);
    else break;
  }
  return n;
}
