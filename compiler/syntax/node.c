/* Creates syntax nodes (see parser.h). Every node adopts its children, which updates the height of the tree and rejects
 * trees that are too high: functions on trees recurse without a check. */
#include "compiler/syntax/parser.h"

void node_too_high(struct parser *p) { parser_fail(p, ISSUE_NESTING_TOO_DEEP, p->tok.offset, 1, (int)p->max_height); }

struct ast_list_of parser_adopt(struct parser *p, ast *node, struct ast_list_of list)
{
  for (uint32_t i = 0; i < list.n; i++) node_adopt(p, node, list.items[i]);
  return list;
}

ast *node_unary(struct parser *p, enum ast_kind kind, ast *expr)
{
  struct ast_unary *n = node_new(p, kind, sizeof *n);
  n->expr = node_adopt(p, &n->h, expr);
  return &n->h;
}

ast *node_binary(struct parser *p, enum ast_kind kind, enum ast_op op, ast *left, ast *right)
{
  struct ast_binary *n = node_new(p, kind, sizeof *n);
  n->h.op = (uint8_t)op;
  n->left = node_adopt(p, &n->h, left);
  n->right = node_adopt(p, &n->h, right);
  return &n->h;
}

ast *node_pair(struct parser *p, enum ast_kind kind, ast *key, ast *value)
{
  struct ast_pair *n = node_new(p, kind, sizeof *n);
  n->key = node_adopt(p, &n->h, key);
  n->value = node_adopt(p, &n->h, value);
  return &n->h;
}

ast *node_list(struct parser *p, enum ast_kind kind, struct ast_list_of items)
{
  struct ast_list *n = node_new(p, kind, sizeof *n);
  n->list = parser_adopt(p, &n->h, items);
  return &n->h;
}

ast *node_string(struct parser *p, enum ast_kind kind, str value)
{
  struct ast_string *n = node_new(p, kind, sizeof *n);
  n->value = (struct ast_text){(uint32_t)value.n, value.p};
  return &n->h;
}

ast *node_name(struct parser *p, str value)
{
  struct ast_name *n = NODE(p, QUALIFIED_NAME, ast_name);
  n->symbol = sym_intern(value);
  return &n->h;
}

ast *node_reference(struct parser *p, str cased)
{
  struct ast_reference *n = NODE(p, QUALIFIED_REFERENCE, ast_reference);
  n->cased = cased.p;
  n->symbol = sym_intern_lower(cased);
  return &n->h;
}

ast *parser_access(struct parser *p, ast *left, struct ast_list_of keys)
{
  struct ast_access *n = NODE(p, ACCESS, ast_access);
  n->left = node_adopt(p, &n->h, left);
  n->keys = parser_adopt(p, &n->h, keys);
  return &n->h;
}

ast *parser_nop(struct parser *p, uint32_t offset)
{
  ast *n = node_new(p, AST_NOP, sizeof(struct ast_leaf));
  n->offset = offset;
  return n;
}

/* Returns the number of $0, $1 …; -1: another name. A name with leading zeroes is not a number. */
static int numeric_name(str name)
{
  int value = 0;
  if (name.n == 0 || name.n > 9 || (name.p[0] == '0' && name.n > 1)) return -1;
  for (size_t i = 0; i < name.n; i++) {
    if (!ascii_is_digit(name.p[i])) return -1;
    value = value * 10 + (name.p[i] - '0');
  }
  return value;
}

ast *parser_variable(struct parser *p, ast *expr)
{
  struct ast_variable *n = NODE(p, VARIABLE, ast_variable);
  n->expr = node_adopt(p, &n->h, expr);
  n->numeric = -1;
  if (expr->kind == AST_LITERAL_INTEGER) {
    int64_t value = AST_AS(ast_integer, expr)->value;
    if (value >= 0 && value <= INT32_MAX) n->numeric = (int)value;
  } else if (expr->kind == AST_QUALIFIED_NAME) {
    str name = ast_name_text(expr);
    n->name = AST_AS(ast_name, expr)->symbol;
    if (n->name->plain) return &n->h;
    const bool absolute = str_starts(name, STR("::"));
    if (absolute) {
      n->h.flags |= AST_FLAG_ABSOLUTE;
      name = str_from(name, 2);
      n->name = sym_intern(name);
    }
    if (name.n != 0 && memchr(name.p, ':', name.n) != NULL) n->h.flags |= AST_FLAG_QUALIFIED;
    n->numeric = absolute ? -1 : numeric_name(name);
  }
  return &n->h;
}
