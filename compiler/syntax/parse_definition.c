/* Definitions: classes, defines, functions, plans, nodes, type aliases; parameters and lambdas; whole EPP templates.
 * Definitions are also collected in a list for environments, in the order of their ends. */
#include "base/array.h"
#include "compiler/syntax/parser.h"

/* -- names -- */

/* classname = NAME | WORD | CLASSREF. The keyword class and quoted names have their own messages. */
static struct token parse_class_name(struct parser *p)
{
  if (parser_at(p, TOKEN_CLASS)) parser_fail(p, ISSUE_CLASS_KEYWORD_AS_NAME, p->tok.offset, p->tok.length);
  if (parser_at(p, TOKEN_STRING)) parser_fail(p, ISSUE_QUOTED_NAME, p->tok.offset, p->tok.length);
  if (!parser_at(p, TOKEN_NAME) && !parser_at(p, TOKEN_WORD) && !parser_at(p, TOKEN_CLASSREF)) parser_unexpected(p);
  struct token t = p->tok;
  parser_advance(p);
  return t;
}

/* Prefixes the name with the enclosing classes: a class inside class a is a::b. */
static str qualified(struct parser *p, str name)
{
  if (p->nnamespaces == 0) return name;
  struct buf b = BUF_IN(p->cx.arena);
  for (uint32_t i = 0; i < p->nnamespaces; i++) {
    buf_str(&b, p->namespaces[i]);
    buf_z(&b, "::");
  }
  buf_str(&b, name);
  str s = buf_finish(&b);
  return str_starts(s, STR("::")) ? str_from(s, 2) : s;
}

static void push_namespace(struct parser *p, str name)
{
  ARENA_ROOM(p->cx.arena, p->namespaces, p->nnamespaces, p->namespaces_cap, 1);
  p->namespaces[p->nnamespaces++] = name;
}

static ast *add_definition(struct parser *p, ast *node)
{
  ARENA_ROOM(p->cx.arena, p->definitions, p->ndefinitions, p->definitions_cap, 8);
  return p->definitions[p->ndefinitions++] = node;
}

/* -- parameters -- */

ast *parse_type_reference(struct parser *p)
{
  struct token t = parser_expect(p, TOKEN_CLASSREF);
  ast *n = node_reference(p, t.value);
  place_token(n, &t);
  return n;
}

/* type ["[" arguments "]"]; here Puppet's grammar allows no comma before the "]". */
static ast *parse_parameter_type(struct parser *p)
{
  ast *type = parse_type_reference(p);
  if (!parser_accept(p, TOKEN_LBRACK)) return type;
  ast *n = parser_access(p, type, parse_arguments(p, ARGUMENTS_TYPE, TOKEN_RBRACK));
  struct token close = parser_expect(p, TOKEN_RBRACK);
  node_place(n, type->offset, token_end(&close));
  return n;
}

/* parameter = [type] ["*"] VARIABLE ["=" expression] */
static ast *parse_parameter(struct parser *p)
{
  struct ast_parameter *n = NODE(p, PARAMETER, ast_parameter);
  if (parser_at(p, TOKEN_CLASSREF)) n->type_expr = node_adopt(p, &n->h, parse_parameter_type(p));
  if (parser_accept(p, TOKEN_TIMES)) n->h.flags = AST_FLAG_CAPTURES_REST;
  struct token name = parser_expect(p, TOKEN_VARIABLE);
  n->name = sym_intern(name.value);
  if (parser_accept(p, TOKEN_EQUALS)) n->value = node_adopt(p, &n->h, parse_expression(p));
  place_token(&n->h, &name);
  return &n->h;
}

static bool starts_parameter(const struct parser *p)
{
  return parser_at(p, TOKEN_VARIABLE) || parser_at(p, TOKEN_CLASSREF) || parser_at(p, TOKEN_TIMES);
}

/* at least one */
static struct ast_list_of parse_parameters(struct parser *p)
{
  uint32_t base = p->nstack;
  do parser_list_push(p, parse_parameter(p));
  while (parser_accept(p, TOKEN_COMMA) && starts_parameter(p));
  return parser_list_take(p, base);
}

/* [ "(" [parameters] ")" ] */
static struct ast_list_of parse_parameter_list(struct parser *p)
{
  struct ast_list_of list = {0};
  if (!parser_at(p, TOKEN_LPAREN) && !parser_at(p, TOKEN_WSLPAREN)) return list;
  parser_advance(p);
  if (!parser_at(p, TOKEN_RPAREN)) list = parse_parameters(p);
  parser_expect(p, TOKEN_RPAREN);
  return list;
}

/* [ ">>" type ] */
static ast *parse_return_type(struct parser *p)
{
  return parser_accept(p, TOKEN_RSHIFT) ? parse_parameter_type(p) : NULL;
}

/* The block "{" [statements] "}" that ends the node. */
static ast *parse_body(struct parser *p, ast *node, uint32_t offset)
{
  struct token close;
  struct ast_list_of statements = parse_braced(p, NULL, &close);
  node_place(node, offset, token_end(&close));
  return node_adopt(p, node, parser_body_block(p, statements, offset));
}

/* lambda = "|" [parameters] "|" [">>" type] "{" [statements] "}" */
ast *parse_lambda(struct parser *p)
{
  struct token open = parser_expect(p, TOKEN_PIPE);
  struct ast_lambda *n = NODE(p, LAMBDA, ast_lambda);
  if (!parser_at(p, TOKEN_PIPE)) n->parameters = parser_adopt(p, &n->h, parse_parameters(p));
  parser_expect(p, TOKEN_PIPE);
  n->return_type = node_adopt(p, &n->h, parse_return_type(p));
  n->body = parse_body(p, &n->h, open.offset);
  return &n->h;
}

/* -- classes, defines, functions, plans -- */

/* Parses the body and finishes the node. */
static ast *finish_definition(struct parser *p, struct ast_definition *n, const struct token *word)
{
  n->body = parse_body(p, &n->h, word->offset);
  n->program = p->program;
  return add_definition(p, &n->h);
}

ast *parse_define(struct parser *p)
{
  struct token word = parser_expect(p, TOKEN_DEFINE), name = parse_class_name(p);
  struct ast_definition *n = NODE(p, RESOURCE_TYPE_DEFINITION, ast_definition);
  n->parameters = parser_adopt(p, &n->h, parse_parameter_list(p));
  n->name = qualified(p, name.value);
  return finish_definition(p, n, &word);
}

ast *parse_class(struct parser *p)
{
  const bool plan = parser_at(p, TOKEN_PLAN);
  struct token word = parser_expect(p, plan ? TOKEN_PLAN : TOKEN_CLASS), name = parse_class_name(p);
  struct ast_definition *n = node_new(p, plan ? AST_PLAN_DEFINITION : AST_HOST_CLASS_DEFINITION, sizeof *n);
  n->name = qualified(p, name.value);
  push_namespace(p, name.value);
  n->parameters = parser_adopt(p, &n->h, parse_parameter_list(p));
  if (!plan && parser_accept(p, TOKEN_INHERITS)) {
    n->parent_class = p->tok.value;
    if (parser_at(p, TOKEN_DEFAULT)) parser_advance(p);
    else parse_class_name(p);
  }
  ast *node = finish_definition(p, n, &word);
  p->nnamespaces--;
  return node;
}

ast *parse_function(struct parser *p)
{
  struct token word = parser_expect(p, TOKEN_FUNCTION), name = parse_class_name(p);
  struct ast_definition *n = NODE(p, FUNCTION_DEFINITION, ast_definition);
  /* Functions do not belong to classes, so the name stays as written. */
  n->name = name.value;
  n->parameters = parser_adopt(p, &n->h, parse_parameter_list(p));
  n->return_type = node_adopt(p, &n->h, parse_return_type(p));
  return finish_definition(p, n, &word);
}

/* apply = "apply" "(" arguments ")" "{" [statements] "}" */
ast *parse_apply(struct parser *p)
{
  struct token word = parser_expect(p, TOKEN_APPLY), close;
  struct ast_apply *n = NODE(p, APPLY, ast_apply);
  parser_expect(p, TOKEN_LPAREN);
  n->arguments = parser_adopt(p, &n->h, parse_arguments(p, ARGUMENTS_CALL, TOKEN_RPAREN));
  parser_expect(p, TOKEN_RPAREN);
  ast *block = node_list(p, AST_APPLY_BLOCK, parse_braced(p, NULL, &close));
  block->offset = word.offset;
  n->body = node_adopt(p, &n->h, block);
  node_place(&n->h, word.offset, token_end(&close));
  return &n->h;
}

/* -- nodes -- */

/* dotted name = (NAME | NUMBER) { "." (NAME | NUMBER) } */
static ast *parse_dotted_name(struct parser *p)
{
  struct buf b = BUF_IN(p->cx.arena);
  uint32_t start = p->tok.offset, end;
  do {
    if (!parser_at(p, TOKEN_NAME) && !parser_at(p, TOKEN_NUMBER)) parser_unexpected(p);
    if (b.n != 0) buf_char(&b, '.');
    buf_str(&b, p->tok.value);
    end = token_end(&p->tok);
    parser_advance(p);
  } while (parser_accept(p, TOKEN_DOT));
  ast *n = node_string(p, AST_LITERAL_STRING, buf_view(&b));
  node_place(n, start, end);
  return n;
}

static bool starts_hostname(const struct parser *p)
{
  switch (p->tok.kind) {
  case TOKEN_NAME:
  case TOKEN_NUMBER:
  case TOKEN_STRING:
  case TOKEN_WORD:
  case TOKEN_DQPRE:
  case TOKEN_HEREDOC:
  case TOKEN_DEFAULT:
  case TOKEN_REGEX: return true;
  default: return false;
  }
}

static ast *parse_hostname(struct parser *p)
{
  if (parser_at(p, TOKEN_NAME) || parser_at(p, TOKEN_NUMBER)) return parse_dotted_name(p);
  if (parser_at(p, TOKEN_REGEX)) return parse_regex(p);
  return parser_at(p, TOKEN_DEFAULT) ? parse_leaf(p) : parse_quoted(p);
}

/* node = "node" hostname { "," hostname } [","] ["inherits" hostname] "{" [statements] "}" */
ast *parse_node(struct parser *p)
{
  struct token word = parser_expect(p, TOKEN_NODE);
  struct ast_node *n = NODE(p, NODE_DEFINITION, ast_node);
  uint32_t base = p->nstack;
  do parser_list_push(p, parse_hostname(p));
  while (parser_accept(p, TOKEN_COMMA) && starts_hostname(p));
  n->host_matches = parser_adopt(p, &n->h, parser_list_take(p, base));
  if (parser_accept(p, TOKEN_INHERITS)) n->parent = node_adopt(p, &n->h, parse_hostname(p));
  n->body = parse_body(p, &n->h, word.offset);
  n->program = p->program;
  return add_definition(p, &n->h);
}

/* -- type aliases -- */

/* A node that the parser adds has the place of the alias and no length. */
static ast *unplaced(ast *n, uint32_t offset)
{
  n->offset = offset;
  return n;
}

static ast *object_type(struct parser *p, ast *reference, ast *hash, uint32_t offset)
{
  struct ast_list_of keys = {1, arena_alloc(p->cx.arena, sizeof(ast *))};
  keys.items[0] = hash;
  return unplaced(parser_access(p, reference, keys), offset);
}

/* Bar { … } means Object[{ …, parent => Bar }]. */
static ast *inheriting_type(struct parser *p, ast *parent, ast *hash, uint32_t offset)
{
  str name = ast_cased_text(parent);
  if (str_eq(name, STR("Object")) || str_eq(name, STR("TypeSet"))) return object_type(p, parent, hash, offset);
  struct ast_list *h = (struct ast_list *)hash;
  ast **entries = arena_array(p->cx.arena, h->list.n + 1, sizeof *entries);
  if (h->list.n != 0) memcpy(entries, h->list.items, h->list.n * sizeof *entries);
  ast *key = unplaced(node_name(p, STR("parent")), hash->offset);
  ast *pair = unplaced(node_pair(p, AST_KEYED_ENTRY, key, parent), hash->offset);
  entries[h->list.n++] = node_adopt(p, hash, pair);
  h->list.items = entries;
  return object_type(p, unplaced(node_reference(p, STR("Object")), offset), hash, offset);
}

/* Parses the part after the "=" and sets *end to the end of the alias. */
static ast *parse_aliased(struct parser *p, const ast *left, uint32_t *end)
{
  uint32_t offset = left->offset;
  *end = node_end(left); /* remains for arrays and accesses, as in Puppet */
  if (parser_at(p, TOKEN_LBRACK) || parser_at(p, TOKEN_LISTSTART)) return parse_array(p);
  if (parser_at(p, TOKEN_LBRACE)) {
    ast *hash = parse_hash(p);
    *end = node_end(hash);
    if (left->kind == AST_ACCESS) return hash;
    return object_type(p, unplaced(node_reference(p, STR("Object")), offset), hash, offset);
  }
  ast *type = parse_type_reference(p);
  if (parser_at(p, TOKEN_LBRACE)) {
    ast *hash = parse_hash(p);
    *end = node_end(hash);
    if (left->kind == AST_ACCESS) return unplaced(node_pair(p, AST_KEYED_ENTRY, type, hash), offset);
    return inheriting_type(p, type, hash, offset);
  }
  if (parser_at(p, TOKEN_LBRACK)) {
    parser_advance(p);
    ast *n = unplaced(parser_access(p, type, parse_arguments(p, ARGUMENTS_ACCESS, TOKEN_RBRACK)), offset);
    parser_expect(p, TOKEN_RBRACK);
    return n;
  }
  *end = node_end(type);
  return type;
}

/* type CLASSREF ["inherits" CLASSREF] "{" [statements] "}". The grammar accepts it, but validation rejects it. */
static ast *parse_type_definition(struct parser *p, const struct token *word, str name)
{
  struct ast_type_alias *n = NODE(p, TYPE_DEFINITION, ast_type_alias);
  n->name = name;
  if (parser_accept(p, TOKEN_INHERITS)) n->parent = parser_expect(p, TOKEN_CLASSREF).value;
  n->type_expr = parse_body(p, &n->h, word->offset);
  n->program = p->program;
  return add_definition(p, &n->h);
}

ast *parse_type(struct parser *p)
{
  struct token word = parser_expect(p, TOKEN_TYPE);
  str name = p->tok.value;
  enum token_kind next = parser_peek(p)->kind;
  if (next == TOKEN_LBRACE || next == TOKEN_INHERITS) {
    parser_advance(p);
    return parse_type_definition(p, &word, name);
  }
  ast *left = parse_parameter_type(p);
  parser_expect(p, TOKEN_EQUALS);
  uint32_t end;
  ast *right = parse_aliased(p, left, &end), *node;
  if (left->kind == AST_ACCESS) {
    node = node_pair(p, AST_TYPE_MAPPING, left, right);
  } else {
    struct ast_type_alias *n = NODE(p, TYPE_ALIAS, ast_type_alias);
    n->name = name;
    n->type_expr = node_adopt(p, &n->h, right);
    n->program = p->program;
    node = &n->h;
  }
  node_place(node, left->offset, end);
  return add_definition(p, node);
}

/* -- EPP: a lambda around the template, its parameters those between bars after the first tag -- */

ast *parse_epp(struct parser *p)
{
  struct token start = parser_expect(p, TOKEN_EPP_START);
  struct ast_lambda *lambda = NODE(p, LAMBDA, ast_lambda);
  struct ast_epp *epp = NODE(p, EPP, ast_epp);
  if (parser_accept(p, TOKEN_PIPE)) {
    epp->h.flags = AST_FLAG_PARAMETERS_SPECIFIED;
    if (!parser_at(p, TOKEN_PIPE)) lambda->parameters = parser_adopt(p, &lambda->h, parse_parameters(p));
    parser_expect(p, TOKEN_PIPE);
  }
  struct ast_list_of list = {0};
  if (!parser_at(p, TOKEN_EOF)) list = parse_statements(p);
  epp->body = node_adopt(p, &epp->h, parser_body_block(p, list, start.offset));
  lambda->body = node_adopt(p, &lambda->h, &epp->h);
  place_token(&lambda->h, &start);
  return &lambda->h;
}
