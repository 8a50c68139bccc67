/* Resources, defaults and overrides; virtual and exported forms; collectors. All begin with an expression followed by
 * "{"; the kind of the expression, and whether a title follows, decide which one it is. */
#include "compiler/syntax/parser.h"

/* -- attributes -- */

static bool is_attribute_word(enum token_kind kind)
{
  return kind == TOKEN_NAME || (token_is_keyword(kind) && kind != TOKEN_BOOLEAN);
}

static bool starts_attribute(const struct parser *p)
{
  return is_attribute_word(p->tok.kind) || parser_at(p, TOKEN_TIMES);
}

/* attribute = (NAME | keyword) ("=>" | "+>") expression | "*" "=>" expression */
static ast *parse_attribute(struct parser *p)
{
  struct token name = p->tok;
  parser_advance(p);
  if (name.kind == TOKEN_TIMES) {
    parser_expect(p, TOKEN_FARROW);
    ast *n = node_unary(p, AST_ATTRIBUTES_OPERATION, parse_expression(p));
    node_place(n, name.offset, node_end(AST_AS(ast_unary, n)->expr));
    return n;
  }
  if (!parser_at(p, TOKEN_FARROW) && !parser_at(p, TOKEN_PARROW)) parser_unexpected(p);
  struct ast_attribute *n = NODE(p, ATTRIBUTE_OPERATION, ast_attribute);
  n->h.op = parser_at(p, TOKEN_FARROW) ? OP_SET : OP_ADD_TO;
  n->name = sym_intern(name.value);
  parser_advance(p);
  n->value = node_adopt(p, &n->h, parse_expression(p));
  node_place(&n->h, name.offset, node_end(n->value));
  return &n->h;
}

/* attributes = [attribute] { "," attribute } [","]. As in Puppet, the list may begin with a comma. */
static struct ast_list_of parse_attributes(struct parser *p)
{
  uint32_t base = p->nstack;
  if (starts_attribute(p)) parser_list_push(p, parse_attribute(p));
  while (parser_accept(p, TOKEN_COMMA)) {
    if (!starts_attribute(p)) break;
    parser_list_push(p, parse_attribute(p));
  }
  return parser_list_take(p, base);
}

/* After "{": whether attributes follow without a title. A name or keyword may also begin a title; the token after it
 * decides. */
static bool at_attributes(struct parser *p)
{
  if (parser_at(p, TOKEN_RBRACE) || parser_at(p, TOKEN_COMMA)) return true;
  if (!starts_attribute(p)) return false;
  if (is_attribute_word(p->tok.kind) && !token_starts_expression(p->tok.kind)) return true;
  enum token_kind next = parser_peek(p)->kind;
  return next == TOKEN_FARROW || (next == TOKEN_PARROW && !parser_at(p, TOKEN_TIMES));
}

/* -- resources with titles -- */

/* body = expression ":" attributes */
static ast *parse_resource_body(struct parser *p)
{
  struct ast_resource_body *n = NODE(p, RESOURCE_BODY, ast_resource_body);
  n->title = node_adopt(p, &n->h, parse_expression(p));
  parser_expect(p, TOKEN_COLON);
  n->operations = parser_adopt(p, &n->h, parse_attributes(p));
  return &n->h;
}

/* body { ";" body } [";"] "}". Bodies have the place of the resource, as in Puppet. */
static ast *parse_bodies(struct parser *p, ast *type, uint32_t offset)
{
  uint32_t base = p->nstack;
  do parser_list_push(p, parse_resource_body(p));
  while (parser_accept(p, TOKEN_SEMIC) && !parser_at(p, TOKEN_RBRACE));
  struct token close = parser_expect(p, TOKEN_RBRACE);
  struct ast_resource *n = NODE(p, RESOURCE, ast_resource);
  n->type_name = node_adopt(p, &n->h, type);
  n->bodies = parser_adopt(p, &n->h, parser_list_take(p, base));
  for (uint32_t i = 0; i < n->bodies.n; i++) n->bodies.items[i]->offset = offset;
  node_place(&n->h, offset, token_end(&close));
  return &n->h;
}

static ast *parse_class_resource(struct parser *p)
{
  struct token word = parser_expect(p, TOKEN_CLASS);
  parser_expect(p, TOKEN_LBRACE);
  ast *type = node_name(p, word.value);
  type->offset = word.offset;
  return parse_bodies(p, type, word.offset);
}

/* -- without: defaults, overrides, calls -- */

static ast *parse_untitled(struct parser *p, ast *left, const struct token *open)
{
  struct ast_list_of operations = parse_attributes(p);
  struct token close = parser_expect(p, TOKEN_RBRACE);
  ast *node;
  if (left->kind == AST_QUALIFIED_NAME) {
    node = transform_resource_without_title(p, left, operations, open, &close);
    if (node == NULL) parser_fail(p, ISSUE_RESOURCE_BODY_WITHOUT_TITLE, open->offset, open->length);
  } else if (left->kind == AST_QUALIFIED_REFERENCE || left->kind == AST_ACCESS) {
    struct ast_resource_operations *n = node_new(
      p, left->kind == AST_ACCESS ? AST_RESOURCE_OVERRIDE : AST_RESOURCE_DEFAULTS, sizeof *n);
    n->target = node_adopt(p, &n->h, left);
    n->operations = parser_adopt(p, &n->h, operations);
    node = &n->h;
  } else {
    parser_fail(p, ISSUE_NOT_A_RESOURCE_EXPRESSION, left->offset, left->length);
  }
  node_place(node, left->offset, token_end(&close));
  return node;
}

/* At "{": parses all bodies that follow. */
static ast *parse_resource_tail(struct parser *p, ast *left)
{
  parser_enter(p);
  while (parser_at(p, TOKEN_LBRACE)) {
    struct token open = p->tok;
    parser_advance(p);
    left = at_attributes(p) ? parse_untitled(p, left, &open) : parse_bodies(p, left, left->offset);
  }
  parser_leave(p);
  return left;
}

/* -- virtual and exported -- */

/* @ and @@ */
static ast *parse_virtual(struct parser *p)
{
  struct token sign = p->tok;
  bool exported = parser_at(p, TOKEN_ATAT), plain;
  parser_advance(p);
  parser_enter(p);
  ast *n = parse_resource(p, &plain);
  parser_leave(p);
  if (n->kind != AST_RESOURCE && n->kind != AST_RESOURCE_DEFAULTS && n->kind != AST_RESOURCE_OVERRIDE)
    parser_fail(p, exported ? ISSUE_EXPORTED_NOT_RESOURCE : ISSUE_VIRTUAL_NOT_RESOURCE, sign.offset, sign.length);
  n->form = exported ? FORM_EXPORTED : FORM_VIRTUAL;
  node_place(n, sign.offset, node_end(n));
  if (n->kind == AST_RESOURCE) {
    struct ast_list_of bodies = AST_AS(ast_resource, n)->bodies;
    for (uint32_t i = 0; i < bodies.n; i++) bodies.items[i]->offset = sign.offset;
  }
  return n;
}

/* resource = ("@" | "@@") resource | "class" "{" bodies "}" | expression { "{" … "}" } */
ast *parse_resource(struct parser *p, bool *plain)
{
  *plain = false;
  if (parser_at(p, TOKEN_AT) || parser_at(p, TOKEN_ATAT)) return parse_virtual(p);
  ast *left;
  if (parser_at(p, TOKEN_CLASS) && parser_peek(p)->kind == TOKEN_LBRACE) {
    left = parse_class_resource(p);
  } else {
    left = parse_expression(p);
    *plain = true;
  }
  if (!parser_at(p, TOKEN_LBRACE)) return left;
  *plain = false;
  return parse_resource_tail(p, left);
}

/* -- collectors -- */

/* expression ("<|" [query] "|>" | "<<|" [query] "|>>") [ "{" attributes "}" ] */
ast *parse_collect(struct parser *p, ast *left)
{
  struct token open = p->tok;
  bool exported = parser_at(p, TOKEN_LLCOLLECT);
  enum token_kind closing = exported ? TOKEN_RRCOLLECT : TOKEN_RCOLLECT;
  parser_advance(p);
  ast *expr = parser_at(p, closing) ? NULL : parse_expression(p);
  struct token close = parser_expect(p, closing);
  struct ast_collect *n = NODE(p, COLLECT, ast_collect);
  n->type_expr = node_adopt(p, &n->h, left);
  ast *query = node_unary(p, exported ? AST_EXPORTED_QUERY : AST_VIRTUAL_QUERY, expr);
  node_place(query, open.offset, token_end(&close));
  n->query = node_adopt(p, &n->h, query);
  if (parser_accept(p, TOKEN_LBRACE)) {
    n->operations = parser_adopt(p, &n->h, parse_attributes(p));
    close = parser_expect(p, TOKEN_RBRACE);
  }
  node_place(&n->h, left->offset, token_end(&close));
  return &n->h;
}
