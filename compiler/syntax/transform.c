/* Changes that Puppet makes after parsing, since the grammar cannot express them: calls without parentheses (`include
 * a, b`), variables without $ in ${…}, resources without a title, and places in the text of heredocs. */
#include "compiler/syntax/parser.h"

/* -- statement calls -- */

static bool parser_name_is_statement(str name)
{
  /* The only functions that can be called without parentheses. */
  return str_among(name,
                   "require realize include contain tag debug info notice warning err fail import break next return");
}

static ast *statement_call(struct parser *p, ast *name, ast *argument)
{
  struct ast_call *n = NODE(p, CALL_NAMED_FUNCTION, ast_call);
  if (argument->kind == AST_COMMA_LIST) {
    n->arguments = ((struct comma_list *)argument)->items;
  } else {
    n->arguments = (struct ast_list_of){1, arena_alloc(p->cx.arena, sizeof(ast *))};
    n->arguments.items[0] = argument;
  }
  n->functor = node_adopt(p, &n->h, name);
  parser_adopt(p, &n->h, n->arguments);
  node_place(&n->h, name->offset, node_end(n->arguments.items[n->arguments.n - 1]));
  return &n->h;
}

_Noreturn static void refuse_arguments(struct parser *p, const ast *previous, const struct comma_list *list)
{
  const struct token *comma = &list->comma;
  if (previous != NULL && previous->kind == AST_QUALIFIED_NAME)
    parser_fail(p, ISSUE_ARGUMENTS_TO_NON_STATEMENT, comma->offset, comma->length, STR_FMT(ast_name_text(previous)));
  parser_fail(p, ISSUE_ILLEGAL_ARGUMENT_LIST, comma->offset, comma->length);
}

void transform_calls(struct parser *p, struct ast_list_of *list)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    ast *expr = list->items[i], *previous = n > 0 ? list->items[n - 1] : NULL;
    if (previous != NULL && previous->kind == AST_QUALIFIED_NAME && parser_name_is_statement(ast_name_text(previous))) {
      list->items[n - 1] = statement_call(p, previous, expr);
    } else if (expr->kind == AST_COMMA_LIST) {
      refuse_arguments(p, previous, (const struct comma_list *)expr);
    } else {
      /* A call that is a statement does not need a value. */
      if (expr->kind == AST_CALL_NAMED_FUNCTION) expr->flags &= (uint8_t)~AST_FLAG_RVALUE;
      list->items[n++] = expr;
    }
  }
  list->n = n;
}

ast *transform_resource_without_title(struct parser *p, ast *left, struct ast_list_of operations,
                                      const struct token *open, const struct token *close)
{
  uint32_t base = p->nstack;
  for (uint32_t i = 0; i < operations.n; i++) {
    ast *op = operations.items[i], *key, *value = NULL;
    if (op->op == OP_ADD_TO) return NULL;
    if (op->kind == AST_ATTRIBUTE_OPERATION) {
      key = node_string(p, AST_LITERAL_STRING, sym_str(AST_AS(ast_attribute, op)->name));
      key->offset = open->offset;
      value = AST_AS(ast_attribute, op)->value;
    } else {
      key = parser_nop(p, open->offset);
    }
    ast *pair = node_pair(p, AST_KEYED_ENTRY, key, value);
    pair->offset = open->offset;
    parser_list_push(p, pair);
  }
  ast *hash = node_list(p, AST_LITERAL_HASH, parser_list_take(p, base));
  node_place(hash, open->offset, token_end(close));
  if (parser_name_is_statement(ast_name_text(left))) return statement_call(p, left, hash);
  struct ast_list_of both = {2, arena_alloc(p->cx.arena, 2 * sizeof(ast *))};
  both.items[0] = left;
  both.items[1] = hash;
  return node_list(p, AST_BLOCK, both);
}

/* -- interpolation -- */

/* Whether the left end of an access or call chain may be the name of a variable. */
static bool rewriteable(const ast *n)
{
  switch (n->kind) {
  case AST_ACCESS:
  case AST_QUALIFIED_NAME:
  case AST_NAMED_ACCESS:
  case AST_CALL_METHOD: return true;
  case AST_LITERAL_INTEGER: return AST_AS(ast_integer, n)->radix == 10;
  default: return false;
  }
}

static ast *rewrite_left(struct parser *p, ast *owner, ast *left)
{
  return rewriteable(left) ? transform_interpolation(p, left, owner->offset) : left;
}

ast *transform_interpolation(struct parser *p, ast *expr, uint32_t offset)
{
  switch (expr->kind) {
  case AST_QUALIFIED_NAME:
  case AST_LITERAL_INTEGER: {
    ast *variable = parser_variable(p, expr);
    variable->offset = offset;
    return variable;
  }
  case AST_ACCESS: {
    struct ast_access *n = (struct ast_access *)expr;
    n->left = node_adopt(p, expr, rewrite_left(p, expr, n->left));
    return expr;
  }
  case AST_NAMED_ACCESS: {
    struct ast_binary *n = (struct ast_binary *)expr;
    n->left = node_adopt(p, expr, rewrite_left(p, expr, n->left));
    return expr;
  }
  case AST_CALL_METHOD: {
    struct ast_call *n = (struct ast_call *)expr;
    n->functor = node_adopt(p, expr, rewrite_left(p, expr, n->functor));
    return expr;
  }
  default: return expr;
  }
}

/* -- heredocs -- */

static void sublocate_child(void *sub, ast *node) { transform_sublocate(node, sub); }

void transform_sublocate(ast *tree, const struct sublocator *sub)
{
  sub_locate(sub, &tree->offset, &tree->length);
  ast_each_child(tree, sublocate_child, (void *)(uintptr_t)sub);
}
