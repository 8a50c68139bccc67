/* if, unless, case, selectors, and expressions rendered by EPP. */
#include "compiler/syntax/parser.h"

/* "{" [statements] "}" as one expression, or NULL. */
static ast *parse_branch(struct parser *p, struct token *close)
{
  struct token open;
  struct ast_list_of list = parse_braced(p, &open, close);
  return parser_block_or_expression(p, list, open.offset, token_end(close));
}

static ast *branch_or_nop(struct parser *p, ast *node, ast *branch)
{
  return node_adopt(p, node, branch != NULL ? branch : parser_nop(p, node->offset));
}

/* if_part = expression block { "elsif" if_part } [ "else" block ]. The word before it was read. The node begins
 * there and ends with the last part; as in Puppet, the braces of an else with a single statement are not counted. */
static ast *parse_if_part(struct parser *p, const struct token *word)
{
  struct token close, next;
  parser_enter(p);
  struct ast_if *n = NODE(p, IF, ast_if);
  n->h.offset = word->offset;
  n->test = node_adopt(p, &n->h, parse_expression(p));
  ast *then_expr = parse_branch(p, &close), *else_expr = NULL;
  uint32_t end = token_end(&close);
  next = p->tok;
  if (parser_accept(p, TOKEN_ELSIF)) else_expr = parse_if_part(p, &next);
  else if (parser_accept(p, TOKEN_ELSE)) else_expr = parse_branch(p, &close);
  if (else_expr != NULL) end = node_end(else_expr);
  node_place(&n->h, word->offset, end);
  n->then_expr = branch_or_nop(p, &n->h, then_expr);
  n->else_expr = branch_or_nop(p, &n->h, else_expr);
  parser_leave(p);
  return &n->h;
}

ast *parse_if(struct parser *p)
{
  struct token word = parser_expect(p, TOKEN_IF);
  return parse_if_part(p, &word);
}

ast *parse_unless(struct parser *p)
{
  struct token word = parser_expect(p, TOKEN_UNLESS), close, ignored;
  struct ast_if *n = NODE(p, UNLESS, ast_if);
  n->test = node_adopt(p, &n->h, parse_expression(p));
  ast *then_expr = parse_branch(p, &close), *else_expr = NULL;
  if (parser_accept(p, TOKEN_ELSE)) else_expr = parse_branch(p, &ignored);
  /* With an empty body the node ends with the else part, or without one with the keyword. */
  uint32_t end = then_expr != NULL ? token_end(&close) : else_expr != NULL ? node_end(else_expr) : token_end(&word);
  node_place(&n->h, word.offset, end);
  n->then_expr = branch_or_nop(p, &n->h, then_expr);
  n->else_expr = branch_or_nop(p, &n->h, else_expr);
  return &n->h;
}

/* option = expression { "," expression } ":" block */
static ast *parse_case_option(struct parser *p)
{
  struct ast_case_option *n = NODE(p, CASE_OPTION, ast_case_option);
  uint32_t base = p->nstack;
  do parser_list_push(p, parse_expression(p));
  while (parser_accept(p, TOKEN_COMMA));
  n->values = parser_adopt(p, &n->h, parser_list_take(p, base));
  struct token colon = parser_expect(p, TOKEN_COLON), close;
  struct ast_list_of list = parse_braced(p, NULL, &close);
  n->then_expr = node_adopt(p, &n->h, parser_body_block(p, list, colon.offset));
  node_place(&n->h, colon.offset, token_end(&close));
  return &n->h;
}

ast *parse_case(struct parser *p)
{
  struct token word = parser_expect(p, TOKEN_CASE);
  struct ast_case *n = NODE(p, CASE, ast_case);
  n->test = node_adopt(p, &n->h, parse_expression(p));
  parser_expect(p, TOKEN_LBRACE);
  uint32_t base = p->nstack;
  do parser_list_push(p, parse_case_option(p));
  while (!parser_at(p, TOKEN_RBRACE));
  n->options = parser_adopt(p, &n->h, parser_list_take(p, base));
  struct token close = parser_expect(p, TOKEN_RBRACE);
  node_place(&n->h, word.offset, token_end(&close));
  return &n->h;
}

/* entry = expression "=>" expression */
static ast *parse_selector_entry(struct parser *p)
{
  ast *matching = parse_expression(p);
  struct token arrow = parser_expect(p, TOKEN_FARROW);
  ast *n = node_pair(p, AST_SELECTOR_ENTRY, matching, parse_expression(p));
  place_token(n, &arrow);
  return n;
}

/* expression "?" (entry | "{" entry { "," entry } [","] "}") */
ast *parse_selector(struct parser *p, ast *left)
{
  uint32_t base = p->nstack;
  parser_expect(p, TOKEN_QMARK);
  if (parser_accept(p, TOKEN_SELBRACE)) {
    do parser_list_push(p, parse_selector_entry(p));
    while (parser_accept(p, TOKEN_COMMA) && !parser_at(p, TOKEN_RBRACE));
    parser_expect(p, TOKEN_RBRACE);
  } else {
    parser_list_push(p, parse_selector_entry(p));
  }
  struct ast_selector *n = NODE(p, SELECTOR, ast_selector);
  n->left = node_adopt(p, &n->h, left);
  n->selectors = parser_adopt(p, &n->h, parser_list_take(p, base));
  node_place(&n->h, left->offset, node_end(left));
  return &n->h;
}

/* -- <%= … %> -- */

/* After "{" in <%= … %>: a hash if it is empty or an arrow follows its first entry, otherwise statements. */
static ast *parse_rendered_brace(struct parser *p)
{
  struct token open = parser_expect(p, TOKEN_LBRACE);
  uint32_t base = p->nstack;
  if (parser_at(p, TOKEN_RBRACE)) return parser_finish_hash(p, &open, base);
  bool keyword = entry_keyword(p);
  ast *first = keyword ? parse_entry_keyword(p) : parse_assignment(p);
  if (parser_at(p, TOKEN_FARROW)) {
    parser_list_push(p, hash_pair(p, first));
    return parser_finish_hash(p, &open, base);
  }
  if (keyword) parser_unexpected(p);
  struct ast_list_of list = parse_statements_after(p, first);
  struct token close = parser_expect(p, TOKEN_RBRACE);
  if (!parser_at(p, TOKEN_EPP_END) && !parser_at(p, TOKEN_EPP_END_TRIM)) parser_unexpected(p);
  return parser_block_or_expression(p, list, open.offset, token_end(&close));
}

ast *parse_render_expression(struct parser *p)
{
  struct token start = parser_expect(p, TOKEN_RENDER_EXPR);
  ast *expr = parser_at(p, TOKEN_LBRACE) ? parse_expression_after(p, parse_rendered_brace(p)) : parse_expression(p);
  if (!parser_at(p, TOKEN_EPP_END) && !parser_at(p, TOKEN_EPP_END_TRIM)) parser_unexpected(p);
  ast *n = node_unary(p, AST_RENDER, expr);
  node_place(n, start.offset, token_end(&p->tok));
  parser_advance(p);
  return n;
}
