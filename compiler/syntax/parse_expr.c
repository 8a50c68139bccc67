/* Expressions, parsed by precedence (a Pratt parser): a table with the function for each token that begins an
 * expression, a table of infix operators with their precedence, and the loop over both. */
#include "compiler/syntax/parser.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* From loosest to tightest, after the grammar's table. All binary operators are left associative. Unlike in other
 * languages, "in" and =~ bind tighter than *, == tighter than <, and ? is between comparison and "and". */
enum precedence {
  P_NONE,
  P_OR,
  P_AND,
  P_SELECT,
  P_COMPARE,
  P_EQUAL,
  P_SHIFT,
  P_ADD,
  P_MULTIPLY,
  P_MATCH,
  P_IN,
  P_MINUS,
  P_SPLAT,
  P_NOT,
  P_POSTFIX
};

typedef ast *prefix_fn(struct parser *p);
typedef ast *infix_fn(struct parser *p, ast *left);

static ast *parse_above(struct parser *p, enum precedence minimum);

/* -- literals -- */

static ast *parse_number(struct parser *p)
{
  struct token t = p->tok;
  str s = t.value;
  char small[64], *z = s.n < sizeof small ? memcpy(small, s.p, s.n) : arena_strz(p->cx.arena, s);
  z[s.n] = '\0';
  bool hex = s.n > 1 && (s.p[1] == 'x' || s.p[1] == 'X');
  ast *node;
  if (!hex && strpbrk(z, ".eE") != NULL) {
    struct ast_float *f = NODE(p, LITERAL_FLOAT, ast_float);
    f->value = strtod(z, NULL);
    /* In Puppet, zero with an exponent ("0.0e1") and numbers that are too large have no value. */
    bool zero_with_exponent = strspn(z, "0.") == strcspn(z, "eE") && strpbrk(z, "eE") != NULL;
    if (isinf(f->value) || zero_with_exponent) {
      struct diag_list *diags = p->cx.diags;
      diag_add(diags, ISSUE_NUMBER_WITHOUT_VALUE, SEVERITY_ERROR, p->cx.source, sub_file_offset(t.sub, t.offset),
               t.length, STR_FMT(s));
      diags->items[diags->n - 1].place = PLACE_NONE;
      longjmp(*p->cx.fail, 1);
    }
    node = &f->h;
  } else {
    struct ast_integer *i = NODE(p, LITERAL_INTEGER, ast_integer);
    i->radix = hex ? 16 : s.n > 1 && s.p[0] == '0' ? 8 : 10;
    errno = 0;
    i->value = strtoll(z, NULL, i->radix);
    if (errno == ERANGE) {
      str *digits = ARENA_NEW(p->cx.arena, str);
      *digits = s;
      i->overflow = digits;
    }
    node = &i->h;
  }
  return token_node(p, node);
}

static ast *parse_boolean(struct parser *p)
{
  struct ast_boolean *n = NODE(p, LITERAL_BOOLEAN, ast_boolean);
  n->value = p->tok.value.p[0] == 't';
  return token_node(p, &n->h);
}

ast *parse_leaf(struct parser *p)
{
  return token_node(
    p, node_new(p, parser_at(p, TOKEN_UNDEF) ? AST_LITERAL_UNDEF : AST_LITERAL_DEFAULT, sizeof(struct ast_leaf)));
}

static ast *parse_name(struct parser *p) { return token_node(p, node_name(p, p->tok.value)); }

static ast *parse_reserved(struct parser *p)
{
  struct ast_name *n = NODE(p, RESERVED_WORD, ast_name);
  n->symbol = sym_intern(p->tok.value);
  return token_node(p, &n->h);
}

static ast *parse_variable(struct parser *p)
{
  struct token t = p->tok;
  ast *name = node_name(p, t.value);
  name->offset = t.offset + 1;
  name->length = t.length - 1;
  return token_node(p, parser_variable(p, name));
}

ast *parse_regex(struct parser *p)
{
  struct token t = parser_expect(p, TOKEN_REGEX);
  struct ast_regex *n = NODE(p, LITERAL_REGULAR_EXPRESSION, ast_regex);
  n->pattern = t.value;
  n->regex = t.data;
  place_token(&n->h, &t);
  return &n->h;
}

static ast *parse_render_string(struct parser *p)
{
  return token_node(p, node_string(p, AST_RENDER_STRING, p->tok.value));
}

/* -- strings -- */

static ast *literal_token(struct parser *p) { return token_node(p, node_string(p, AST_LITERAL_STRING, p->tok.value)); }

/* DQPRE text { DQMID text } DQPOST; the node omits empty pieces. */
static ast *parse_interpolated(struct parser *p)
{
  uint32_t base = p->nstack, start = p->tok.offset;
  parser_enter(p);
  for (;;) {
    bool last = parser_at(p, TOKEN_DQPOST);
    uint32_t end = token_end(&p->tok);
    if (p->tok.value.n != 0) parser_list_push(p, literal_token(p));
    else parser_advance(p);
    if (last) {
      ast *n = node_list(p, AST_CONCATENATED_STRING, parser_list_take(p, base));
      node_place(n, start, end);
      parser_leave(p);
      return n;
    }
    ast *text = node_unary(p, AST_TEXT, transform_interpolation(p, parse_assignment(p), start));
    text->offset = start;
    parser_list_push(p, text);
    if (!parser_at(p, TOKEN_DQMID) && !parser_at(p, TOKEN_DQPOST)) parser_unexpected(p);
  }
}

static ast *parse_heredoc(struct parser *p)
{
  struct token head = parser_expect(p, TOKEN_HEREDOC);
  struct token where = parser_expect(p, TOKEN_SUBLOCATE);
  struct ast_heredoc *n = NODE(p, HEREDOC, ast_heredoc);
  if (head.value.n != 0) n->syntax = head.value;
  ast *text = parse_quoted(p);
  transform_sublocate(text, where.data);
  n->text_expr = node_adopt(p, &n->h, text);
  place_token(&n->h, &head);
  return &n->h;
}

ast *parse_quoted(struct parser *p)
{
  if (parser_at(p, TOKEN_STRING) || parser_at(p, TOKEN_WORD)) return literal_token(p);
  if (parser_at(p, TOKEN_DQPRE)) return parse_interpolated(p);
  if (parser_at(p, TOKEN_HEREDOC)) return parse_heredoc(p);
  parser_unexpected(p);
}

/* -- arrays, hashes, arguments -- */

/* Whether "type" or "function" is a plain word here, as a key or value of a hash, and not the beginning of a
 * definition. */
bool entry_keyword(struct parser *p)
{
  if (parser_at(p, TOKEN_TYPE)) {
    enum token_kind next = parser_peek(p)->kind;
    return next != TOKEN_LPAREN && next != TOKEN_CLASSREF;
  }
  if (!parser_at(p, TOKEN_FUNCTION)) return false;
  enum token_kind next = parser_peek(p)->kind;
  return next != TOKEN_NAME && next != TOKEN_WORD && next != TOKEN_CLASSREF && next != TOKEN_CLASS &&
         next != TOKEN_STRING;
}

ast *parse_entry_keyword(struct parser *p) { return literal_token(p); }

/* hash_entry = assignment | "type" | "function" */
static ast *parse_hash_entry(struct parser *p)
{
  return entry_keyword(p) ? parse_entry_keyword(p) : parse_assignment(p);
}

ast *hash_pair(struct parser *p, ast *key)
{
  struct token arrow = parser_expect(p, TOKEN_FARROW);
  ast *pair = node_pair(p, AST_KEYED_ENTRY, key, parse_hash_entry(p));
  place_token(pair, &arrow);
  return pair;
}

ast *parser_finish_hash(struct parser *p, const struct token *open, uint32_t base)
{
  while (parser_accept(p, TOKEN_COMMA)) {
    if (parser_at(p, TOKEN_RBRACE)) break;
    parser_list_push(p, hash_pair(p, parse_hash_entry(p)));
  }
  struct token close = parser_expect(p, TOKEN_RBRACE);
  ast *hash = node_list(p, AST_LITERAL_HASH, parser_list_take(p, base));
  node_place(hash, open->offset, token_end(&close));
  return hash;
}

ast *parse_hash(struct parser *p)
{
  struct token open = parser_expect(p, TOKEN_LBRACE);
  uint32_t base = p->nstack;
  if (!parser_at(p, TOKEN_RBRACE)) parser_list_push(p, hash_pair(p, parse_hash_entry(p)));
  return parser_finish_hash(p, &open, base);
}

/* Merges adjacent pairs among arguments into one hash. *pairs is the number of those on the stack. */
static void collect_pairs(struct parser *p, uint32_t *pairs, const ast *first)
{
  if (*pairs == 0) return;
  ast *hash = node_list(p, AST_LITERAL_HASH, parser_list_take(p, p->nstack - *pairs));
  hash->offset = first->offset;
  hash->length = first->length;
  parser_list_push(p, hash);
  *pairs = 0;
}

struct ast_list_of parse_arguments(struct parser *p, enum argument_kind kind, enum token_kind close)
{
  uint32_t base = p->nstack, pairs = 0;
  const ast *first_pair = NULL;
  /* Puppet's grammar differs in where a trailing comma is allowed, and where only plain expressions are. */
  bool comma_may_end = kind != ARGUMENTS_METHOD && kind != ARGUMENTS_TYPE;
  bool only_plain = kind == ARGUMENTS_ACCESS || kind == ARGUMENTS_TYPE;
  do {
    if (parser_at(p, close) && p->nstack > base && comma_may_end) break;
    bool keyword = entry_keyword(p), plain = true;
    ast *arg = keyword ? parse_entry_keyword(p) : parse_assignment_plain(p, &plain);
    if (parser_at(p, TOKEN_FARROW)) {
      ast *pair = hash_pair(p, arg);
      if (pairs++ == 0) first_pair = pair;
      parser_list_push(p, pair);
      continue;
    }
    if ((keyword && kind != ARGUMENTS_ARRAY) || (!plain && only_plain)) parser_unexpected(p);
    collect_pairs(p, &pairs, first_pair);
    parser_list_push(p, arg);
  } while (parser_accept(p, TOKEN_COMMA));
  collect_pairs(p, &pairs, first_pair);
  return parser_list_take(p, base);
}

ast *parse_array(struct parser *p)
{
  struct token open = p->tok;
  struct ast_list_of items = {0};
  parser_advance(p);
  if (!parser_at(p, TOKEN_RBRACK)) items = parse_arguments(p, ARGUMENTS_ARRAY, TOKEN_RBRACK);
  struct token close = parser_expect(p, TOKEN_RBRACK);
  ast *array = node_list(p, AST_LITERAL_LIST, items);
  node_place(array, open.offset, token_end(&close));
  return array;
}

static ast *parse_parenthesized(struct parser *p)
{
  struct token open = p->tok;
  parser_advance(p);
  ast *n = node_unary(p, AST_PARENTHESIZED, parse_assignment(p));
  parser_expect(p, TOKEN_RPAREN);
  place_token(n, &open);
  return n;
}

/* -- prefix operators -- */

static ast *parse_prefix_operator(struct parser *p)
{
  struct token op = p->tok;
  enum ast_kind kind = op.kind == TOKEN_NOT ? AST_NOT : op.kind == TOKEN_MINUS ? AST_UNARY_MINUS : AST_UNFOLD;
  enum precedence operand = op.kind == TOKEN_NOT ? P_NOT : op.kind == TOKEN_MINUS ? P_MINUS : P_SPLAT;
  parser_advance(p);
  ast *n = node_unary(p, kind, parse_above(p, operand));
  place_token(n, &op);
  return n;
}

/* -- postfix: calls, access, methods -- */

static ast *call_node(struct parser *p, enum ast_kind kind, ast *functor, struct ast_list_of arguments)
{
  struct ast_call *n = node_new(p, kind, sizeof *n);
  n->h.flags = AST_FLAG_RVALUE;
  n->functor = node_adopt(p, &n->h, functor);
  n->arguments = parser_adopt(p, &n->h, arguments);
  return &n->h;
}

/* expression "(" [arguments] ")" [lambda] */
static ast *parse_call(struct parser *p, ast *functor)
{
  struct ast_list_of arguments = {0};
  parser_expect(p, TOKEN_LPAREN);
  if (!parser_at(p, TOKEN_RPAREN)) arguments = parse_arguments(p, ARGUMENTS_CALL, TOKEN_RPAREN);
  struct token close = parser_expect(p, TOKEN_RPAREN);
  ast *call = call_node(p, AST_CALL_NAMED_FUNCTION, functor, arguments);
  uint32_t end = token_end(&close);
  if (parser_at(p, TOKEN_PIPE)) {
    ast *lambda = parse_lambda(p);
    ((struct ast_call *)call)->lambda = node_adopt(p, call, lambda);
    end = node_end(lambda);
  }
  node_place(call, functor->offset, end);
  return call;
}

/* expression "." (NAME | "type") ["(" [arguments] ")"] [lambda] */
static ast *parse_method_call(struct parser *p, ast *left)
{
  struct token dot = parser_expect(p, TOKEN_DOT), name = p->tok;
  if (!parser_at(p, TOKEN_NAME) && !parser_at(p, TOKEN_TYPE)) parser_unexpected(p);
  parser_advance(p);
  ast *right = node_name(p, name.value);
  right->offset = dot.offset;
  ast *access = node_binary(p, AST_NAMED_ACCESS, OP_NONE, left, right);
  node_place(access, dot.offset, token_end(&name));
  struct ast_list_of arguments = {0};
  uint32_t start = access->offset, end = node_end(access);
  if (parser_at(p, TOKEN_LPAREN)) {
    start = p->tok.offset;
    end = token_end(&p->tok);
    parser_advance(p);
    if (!parser_at(p, TOKEN_RPAREN)) {
      arguments = parse_arguments(p, ARGUMENTS_METHOD, TOKEN_RPAREN);
      end = token_end(&p->tok);
    }
    parser_expect(p, TOKEN_RPAREN);
  }
  ast *call = call_node(p, AST_CALL_METHOD, access, arguments);
  node_place(call, start, end);
  if (parser_at(p, TOKEN_PIPE)) ((struct ast_call *)call)->lambda = node_adopt(p, call, parse_lambda(p));
  return call;
}

static ast *parse_access(struct parser *p, ast *left)
{
  parser_expect(p, TOKEN_LBRACK);
  struct ast_list_of keys = parse_arguments(p, ARGUMENTS_ACCESS, TOKEN_RBRACK);
  struct token close = parser_expect(p, TOKEN_RBRACK);
  ast *n = parser_access(p, left, keys);
  node_place(n, left->offset, token_end(&close));
  return n;
}

/* "type" begins a call, an alias or a definition. */
static ast *parse_type_word(struct parser *p)
{
  struct token word = p->tok;
  if (parser_peek(p)->kind == TOKEN_CLASSREF) return parse_type(p);
  parser_advance(p);
  if (!parser_at(p, TOKEN_LPAREN)) parser_unexpected(p);
  ast *name = node_name(p, word.value);
  place_token(name, &word);
  return parse_call(p, name);
}

/* -- tables -- */

static prefix_fn *const prefixes[TOKEN_KIND_COUNT] = {
  [TOKEN_NUMBER] = parse_number,
  [TOKEN_BOOLEAN] = parse_boolean,
  [TOKEN_UNDEF] = parse_leaf,
  [TOKEN_DEFAULT] = parse_leaf,
  [TOKEN_NAME] = parse_name,
  [TOKEN_CLASSREF] = parse_type_reference,
  [TOKEN_VARIABLE] = parse_variable,
  [TOKEN_REGEX] = parse_regex,
  [TOKEN_PRIVATE] = parse_reserved,
  [TOKEN_ATTR] = parse_reserved,
  [TOKEN_STRING] = parse_quoted,
  [TOKEN_WORD] = parse_quoted,
  [TOKEN_DQPRE] = parse_quoted,
  [TOKEN_HEREDOC] = parse_quoted,
  [TOKEN_LBRACK] = parse_array,
  [TOKEN_LISTSTART] = parse_array,
  [TOKEN_LBRACE] = parse_hash,
  [TOKEN_LPAREN] = parse_parenthesized,
  [TOKEN_WSLPAREN] = parse_parenthesized,
  [TOKEN_NOT] = parse_prefix_operator,
  [TOKEN_MINUS] = parse_prefix_operator,
  [TOKEN_TIMES] = parse_prefix_operator,
  [TOKEN_IF] = parse_if,
  [TOKEN_UNLESS] = parse_unless,
  [TOKEN_CASE] = parse_case,
  [TOKEN_CLASS] = parse_class,
  [TOKEN_DEFINE] = parse_define,
  [TOKEN_NODE] = parse_node,
  [TOKEN_FUNCTION] = parse_function,
  [TOKEN_PLAN] = parse_class,
  [TOKEN_APPLY] = parse_apply,
  [TOKEN_TYPE] = parse_type_word,
  [TOKEN_RENDER_STRING] = parse_render_string,
  [TOKEN_RENDER_EXPR] = parse_render_expression,
};

static const struct {
  uint8_t precedence, kind, op;
  infix_fn *parse;
} infixes[TOKEN_KIND_COUNT] = {
  [TOKEN_OR] = {P_OR, AST_OR, OP_NONE, NULL},
  [TOKEN_AND] = {P_AND, AST_AND, OP_NONE, NULL},
  [TOKEN_QMARK] = {P_SELECT, AST_SELECTOR, OP_NONE, parse_selector},
  [TOKEN_LESSTHAN] = {P_COMPARE, AST_COMPARISON, OP_LT, NULL},
  [TOKEN_LESSEQUAL] = {P_COMPARE, AST_COMPARISON, OP_LE, NULL},
  [TOKEN_GREATERTHAN] = {P_COMPARE, AST_COMPARISON, OP_GT, NULL},
  [TOKEN_GREATEREQUAL] = {P_COMPARE, AST_COMPARISON, OP_GE, NULL},
  [TOKEN_ISEQUAL] = {P_EQUAL, AST_COMPARISON, OP_EQ, NULL},
  [TOKEN_NOTEQUAL] = {P_EQUAL, AST_COMPARISON, OP_NE, NULL},
  [TOKEN_LSHIFT] = {P_SHIFT, AST_ARITHMETIC, OP_SHIFT_LEFT, NULL},
  [TOKEN_RSHIFT] = {P_SHIFT, AST_ARITHMETIC, OP_SHIFT_RIGHT, NULL},
  [TOKEN_PLUS] = {P_ADD, AST_ARITHMETIC, OP_ADD, NULL},
  [TOKEN_MINUS] = {P_ADD, AST_ARITHMETIC, OP_SUB, NULL},
  [TOKEN_TIMES] = {P_MULTIPLY, AST_ARITHMETIC, OP_MUL, NULL},
  [TOKEN_DIV] = {P_MULTIPLY, AST_ARITHMETIC, OP_DIV, NULL},
  [TOKEN_MODULO] = {P_MULTIPLY, AST_ARITHMETIC, OP_MOD, NULL},
  [TOKEN_MATCH] = {P_MATCH, AST_MATCH, OP_MATCH, NULL},
  [TOKEN_NOMATCH] = {P_MATCH, AST_MATCH, OP_NOT_MATCH, NULL},
  [TOKEN_IN] = {P_IN, AST_IN, OP_NONE, NULL},
  [TOKEN_LPAREN] = {P_POSTFIX, AST_CALL_NAMED_FUNCTION, OP_NONE, parse_call},
  [TOKEN_LBRACK] = {P_POSTFIX, AST_ACCESS, OP_NONE, parse_access},
  [TOKEN_DOT] = {P_POSTFIX, AST_NAMED_ACCESS, OP_NONE, parse_method_call},
  [TOKEN_LCOLLECT] = {P_POSTFIX, AST_COLLECT, OP_NONE, parse_collect},
  [TOKEN_LLCOLLECT] = {P_POSTFIX, AST_COLLECT, OP_NONE, parse_collect},
};

bool token_starts_expression(enum token_kind kind) { return prefixes[kind] != NULL; }

/* Parses the operators after `left` that bind tighter than `minimum`. */
static ast *parse_operators(struct parser *p, ast *left, enum precedence minimum)
{
  for (;;) {
    enum precedence precedence = infixes[p->tok.kind].precedence;
    if (precedence <= minimum) return left;
    if (infixes[p->tok.kind].parse != NULL) {
      left = infixes[p->tok.kind].parse(p, left);
    } else {
      const struct token op = p->tok;
      parser_advance(p);
      left = node_binary(p, infixes[op.kind].kind, infixes[op.kind].op, left, parse_above(p, precedence));
      place_token(left, &op);
    }
  }
}

static ast *parse_above(struct parser *p, enum precedence minimum)
{
  prefix_fn *prefix = prefixes[p->tok.kind];
  if (prefix == NULL) parser_unexpected(p);
  parser_enter(p);
  ast *left = parse_operators(p, prefix(p), minimum);
  parser_leave(p);
  return left;
}

ast *parse_expression(struct parser *p) { return parse_above(p, P_NONE); }

ast *parse_expression_after(struct parser *p, ast *left) { return parse_operators(p, left, P_NONE); }
