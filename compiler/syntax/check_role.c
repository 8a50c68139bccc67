/* Checks whether a node may be used as a value, a side of a relationship, a query, a target of an assignment, or a host
 * name. */
#include "compiler/syntax/check.h"

/* Returns the operand of nodes that have the role of their operand: those that Puppet derives from UnaryExpression,
 * except the variable. */
static const ast *unary_operand(const ast *n)
{
  switch (n->kind) {
  case AST_PARENTHESIZED:
  case AST_NOT:
  case AST_UNARY_MINUS:
  case AST_UNFOLD:
  case AST_TEXT:
  case AST_RENDER: return AST_AS(ast_unary, n)->expr;
  default: return NULL;
  }
}

void check_rvalue(struct checker *c, const ast *node)
{
  for (const ast *inner; (inner = unary_operand(node)) != NULL;) node = inner;
  if (node->kind == AST_COLLECT || ast_is_definition(node)) check_issue(c, ISSUE_NOT_RVALUE, node, A_AN_UC(node));
}

void check_relation(struct checker *c, const ast *node)
{
  if (node->kind != AST_COLLECT && node->kind != AST_RELATIONSHIP) check_rvalue(c, node);
}

void check_query(struct checker *c, const ast *node)
{
  switch (node->kind) {
  case AST_COMPARISON:
    if (node->op == OP_EQ || node->op == OP_NE) return;
    break;
  case AST_AND:
  case AST_OR:
    check_query(c, AST_AS(ast_binary, node)->left);
    check_query(c, AST_AS(ast_binary, node)->right);
    return;
  case AST_PARENTHESIZED: check_query(c, AST_AS(ast_unary, node)->expr); return;
  case AST_VARIABLE:
  case AST_QUALIFIED_NAME:
  case AST_LITERAL_INTEGER:
  case AST_LITERAL_FLOAT:
  case AST_LITERAL_STRING:
  case AST_RENDER_STRING:
  case AST_LITERAL_BOOLEAN: return;
  default: break;
  }
  check_issue(c, ISSUE_ILLEGAL_QUERY_EXPRESSION, node, A_AN_UC(node));
}

static void assign_variable(struct checker *c, const ast *node)
{
  const ast *expr = AST_AS(ast_variable, node)->expr;
  /* A plain name has neither a namespace nor a number. */
  if (expr->kind != AST_QUALIFIED_NAME || AST_AS(ast_name, expr)->symbol->plain) return;
  str name = ast_name_text(expr);
  if (check_is_numeric_variable_name(name)) check_issue(c, ISSUE_ILLEGAL_NUMERIC_ASSIGNMENT, node, STR_FMT(name));
  if (name.n != 0 && memchr(name.p, ':', name.n) != NULL)
    check_issue(c, ISSUE_CROSS_SCOPE_ASSIGNMENT, node, STR_FMT(name));
}

void check_assign(struct checker *c, const ast *node)
{
  switch (node->kind) {
  case AST_VARIABLE: assign_variable(c, node); break;
  case AST_ACCESS: check_issue(c, ISSUE_ILLEGAL_INDEXED_ASSIGNMENT, node); break;
  case AST_LITERAL_LIST: {
    struct ast_list_of list = AST_AS(ast_list, node)->list;
    for (uint32_t i = 0; i < list.n; i++) check_assign(c, list.items[i]);
    break;
  }
  default: check_issue(c, ISSUE_ILLEGAL_ASSIGNMENT, node, A_AN(node));
  }
}

/* -- host names -- */

static void hostname_text(struct checker *c, const ast *node, str s)
{
  for (size_t i = 0; i < s.n; i++) {
    if (ascii_is_word(s.p[i]) || s.p[i] == '-' || s.p[i] == '.') continue;
    check_issue(c, ISSUE_ILLEGAL_HOSTNAME_CHARS, node, STR_FMT(s));
    return;
  }
}

void check_hostname(struct checker *c, const ast *node, const ast *definition)
{
  switch (node->kind) {
  case AST_LITERAL_STRING: hostname_text(c, node, ast_string_text(node)); break;
  case AST_LITERAL_DEFAULT:
  case AST_LITERAL_REGULAR_EXPRESSION: break;
  case AST_CONCATENATED_STRING: {
    struct ast_list_of segments = AST_AS(ast_list, node)->list;
    uint32_t i = 0;
    while (i < segments.n && segments.items[i]->kind != AST_TEXT) i++;
    check_issue(c, ISSUE_ILLEGAL_HOSTNAME_INTERPOLATION,
                i < segments.n ? AST_AS(ast_unary, segments.items[i])->expr : node);
    break;
  }
  default: check_issue(c, ISSUE_ILLEGAL_EXPRESSION, node, A_AN_UC(node), STR_FMT(STR("hostname")), A_AN(definition));
  }
}

/* -- expressions without effect -- */

static bool all_idem(struct ast_list_of list)
{
  for (uint32_t i = 0; i < list.n; i++)
    if (!check_is_idem(list.items[i])) return false;
  return true;
}

/* "Idem": an expression without effect, which is useless as a statement. Kinds that are not listed may have an
 * effect. */
bool check_is_idem(const ast *node)
{
  if (node == NULL) return true;
  switch (node->kind) {
  case AST_NOP:
  case AST_LITERAL_REGULAR_EXPRESSION:
  case AST_LITERAL_STRING:
  case AST_LITERAL_INTEGER:
  case AST_LITERAL_FLOAT:
  case AST_LITERAL_UNDEF:
  case AST_LITERAL_DEFAULT:
  case AST_LITERAL_BOOLEAN:
  case AST_QUALIFIED_NAME:
  case AST_RESERVED_WORD:
  case AST_QUALIFIED_REFERENCE:
  case AST_LITERAL_LIST:
  case AST_LITERAL_HASH:
  case AST_ACCESS:
  case AST_ARITHMETIC:
  case AST_COMPARISON:
  case AST_IN:
  case AST_AND:
  case AST_OR:
  case AST_NAMED_ACCESS:
  case AST_NOT:
  case AST_UNARY_MINUS:
  case AST_UNFOLD:
  case AST_TEXT:
  case AST_VARIABLE:
  case AST_CONCATENATED_STRING:
  case AST_HEREDOC:
  case AST_SELECTOR: return true;
  case AST_PARENTHESIZED: return check_is_idem(AST_AS(ast_unary, node)->expr);
  case AST_BLOCK:
  case AST_APPLY_BLOCK: return all_idem(AST_AS(ast_list, node)->list);
  case AST_IF:
  case AST_UNLESS: {
    const struct ast_if *n = AST_AS(ast_if, node);
    return check_is_idem(n->test) && check_is_idem(n->then_expr) && check_is_idem(n->else_expr);
  }
  case AST_CASE: {
    const struct ast_case *n = AST_AS(ast_case, node);
    return check_is_idem(n->test) && all_idem(n->options);
  }
  case AST_CASE_OPTION: {
    const struct ast_case_option *n = AST_AS(ast_case_option, node);
    return all_idem(n->values) && check_is_idem(n->then_expr);
  }
  default: return false;
  }
}

const ast *check_ends_with_idem(const ast *body)
{
  if (body == NULL) return NULL;
  if (body->kind == AST_BLOCK) {
    struct ast_list_of list = AST_AS(ast_list, body)->list;
    body = list.items[list.n - 1];
  }
  return check_is_idem(body) ? body : NULL;
}

bool check_without_title(const struct checker *c, const ast *node)
{
  if (c->o->tasks || node->kind != AST_BLOCK) return false;
  struct ast_list_of list = AST_AS(ast_list, node)->list;
  return list.n == 2 && list.items[0]->kind == AST_QUALIFIED_NAME && list.items[1]->kind == AST_LITERAL_HASH;
}

bool check_in_apply(const struct checker *c)
{
  for (uint32_t i = 0; i < c->depth; i++)
    if (c->path[i]->kind == AST_APPLY_BLOCK) return true;
  return false;
}
