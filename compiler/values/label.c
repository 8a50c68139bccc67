/* What error messages call nodes. */
#include "compiler/values/context.h"

/* Fixed names by kind; NULL: made from the node (node_label). */
static const char *const node_labels[AST_KIND_COUNT] = {
  [AST_NOP] = "Nop Expression",
  [AST_PARENTHESIZED] = "Parenthesized Expression",
  [AST_NOT] = "'not' expression",
  [AST_UNARY_MINUS] = "Unary Minus",
  [AST_UNFOLD] = "Unfold",
  [AST_ACCESS] = "'[]' expression",
  [AST_IN] = "'in' expression",
  [AST_AND] = "'and' expression",
  [AST_OR] = "'or' expression",
  [AST_NAMED_ACCESS] = "'.' expression",
  [AST_LITERAL_LIST] = "Array Expression",
  [AST_KEYED_ENTRY] = "Hash Entry",
  [AST_LITERAL_HASH] = "Hash Expression",
  [AST_BLOCK] = "Block Expression",
  [AST_APPLY_BLOCK] = "Apply Block Expression",
  [AST_CASE_OPTION] = "Case Option",
  [AST_CASE] = "'case' statement",
  [AST_EXPORTED_QUERY] = "Exported Query",
  [AST_VIRTUAL_QUERY] = "Virtual Query",
  [AST_PARAMETER] = "Parameter Definition",
  [AST_FUNCTION_DEFINITION] = "Function Definition",
  [AST_PLAN_DEFINITION] = "Plan Definition",
  [AST_RESOURCE_TYPE_DEFINITION] = "'define' expression",
  [AST_HOST_CLASS_DEFINITION] = "Host Class Definition",
  [AST_NODE_DEFINITION] = "Node Definition",
  [AST_TYPE_ALIAS] = "Type Alias",
  [AST_TYPE_MAPPING] = "Type Mapping",
  [AST_TYPE_DEFINITION] = "Type Definition",
  [AST_LAMBDA] = "Lambda",
  [AST_APPLY] = "'apply' expression",
  [AST_IF] = "'if' statement",
  [AST_UNLESS] = "'unless' Statement",
  [AST_CALL_NAMED_FUNCTION] = "Function Call",
  [AST_CALL_METHOD] = "Method call",
  [AST_LITERAL_REGULAR_EXPRESSION] = "Regular Expression",
  [AST_LITERAL_STRING] = "String",
  [AST_LITERAL_INTEGER] = "Literal Integer",
  [AST_LITERAL_FLOAT] = "Literal Float",
  [AST_LITERAL_UNDEF] = "'undef' expression",
  [AST_LITERAL_DEFAULT] = "'default' expression",
  [AST_LITERAL_BOOLEAN] = "Boolean",
  [AST_TEXT] = "Expression in Interpolated String",
  [AST_CONCATENATED_STRING] = "Double Quoted String",
  [AST_QUALIFIED_NAME] = "Name",
  [AST_QUALIFIED_REFERENCE] = "Type-Name",
  [AST_VARIABLE] = "Variable",
  [AST_EPP] = "Epp Template",
  [AST_RENDER_STRING] = "Epp Text",
  [AST_RENDER] = "Epp Interpolated Expression",
  [AST_RESOURCE_BODY] = "Resource Instance Definition",
  [AST_RESOURCE] = "Resource Statement",
  [AST_RESOURCE_DEFAULTS] = "Resource Defaults Expression",
  [AST_RESOURCE_OVERRIDE] = "Resource Override",
  [AST_SELECTOR_ENTRY] = "Selector Option",
  [AST_SELECTOR] = "Selector Expression",
};

static str operator_label(struct arena *a, const char *op) { return arena_printf(a, "'%s' expression", op); }

str label_of_node(struct arena *a, const ast *node)
{
  const char *fixed = node_labels[node->kind];
  if (fixed != NULL) return str_of(fixed);
  switch ((enum ast_kind)node->kind) {
  case AST_ASSIGNMENT:
  case AST_ARITHMETIC:
  case AST_RELATIONSHIP:
  case AST_COMPARISON:
  case AST_MATCH:
  case AST_ATTRIBUTE_OPERATION: return operator_label(a, ast_op_text(node->op));
  case AST_COLLECT: {
    const ast *query = AST_AS(ast_collect, node)->query;
    return label_of_node(a, query);
  }
  case AST_HEREDOC: {
    str syntax = AST_AS(ast_heredoc, node)->syntax;
    return arena_printf(a, "'@(%.*s)' expression", STR_FMT(syntax));
  }
  case AST_RESERVED_WORD: return arena_printf(a, "Reserved Word '%.*s'", STR_FMT(AST_AS(ast_name, node)->value));
  default: return str_of(ast_kind_name(node->kind));
  }
}

/* "an" before a, e, i, o, u, y; a quote in front is not looked at. */
static bool takes_an(str label)
{
  size_t at = label.n > 1 && (label.p[0] == '\'' || label.p[0] == '"') ? 1 : 0;
  return label.n > 0 && strchr("aeiouy", ascii_lower((unsigned char)label.p[at])) != NULL;
}

str label_article(struct arena *a, str label)
{
  return arena_printf(a, "%s %.*s", takes_an(label) ? "an" : "a", STR_FMT(label));
}

str label_article_upper(struct arena *a, str label)
{
  return arena_printf(a, "%s %.*s", takes_an(label) ? "An" : "A", STR_FMT(label));
}
