/* Names of syntax nodes in messages, with an article: "an 'unless' Statement". */
#include "compiler/syntax/label.h"

/* "%" stands for the node's operator, word or syntax. NULL: the kind has no label of its own. The mixture of upper
 * and lower case is Puppet's. */
static const char *const labels[AST_KIND_COUNT] = {
  [AST_NOP] = "Nop Expression",
  [AST_PARENTHESIZED] = "Parenthesized Expression",
  [AST_NOT] = "'not' expression",
  [AST_UNARY_MINUS] = "Unary Minus",
  [AST_UNFOLD] = "Unfold",
  [AST_ASSIGNMENT] = "'%' expression",
  [AST_ARITHMETIC] = "'%' expression",
  [AST_RELATIONSHIP] = "'%' expression",
  [AST_ACCESS] = "'[]' expression",
  [AST_COMPARISON] = "'%' expression",
  [AST_MATCH] = "'%' expression",
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
  [AST_ATTRIBUTE_OPERATION] = "'%' expression",
  [AST_ATTRIBUTES_OPERATION] = "Object",
  [AST_COLLECT] = "Collect Query",
  [AST_PARAMETER] = "Parameter Definition",
  [AST_FUNCTION_DEFINITION] = "Function Definition",
  [AST_PLAN_DEFINITION] = "Plan Definition",
  [AST_RESOURCE_TYPE_DEFINITION] = "'define' expression",
  [AST_HOST_CLASS_DEFINITION] = "Host Class Definition",
  [AST_NODE_DEFINITION] = "Node Definition",
  [AST_TYPE_ALIAS] = "Type Alias",
  [AST_TYPE_MAPPING] = "Type Mapping",
  [AST_TYPE_DEFINITION] = "Type Definition",
  [AST_HEREDOC] = "'@(%)' expression",
  [AST_LAMBDA] = "Lambda",
  [AST_APPLY] = "'apply' expression",
  [AST_IF] = "'if' statement",
  [AST_UNLESS] = "'unless' Statement",
  [AST_CALL_FUNCTION] = "Object",
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
  [AST_RESERVED_WORD] = "Reserved Word '%'",
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

static str detail(const ast *node)
{
  if (node->kind == AST_RESERVED_WORD) return AST_AS(ast_name, node)->value;
  if (node->kind != AST_HEREDOC) return str_of(ast_op_text(node->op));
  str syntax = AST_AS(ast_heredoc, node)->syntax;
  return syntax.p != NULL ? syntax : STR_EMPTY;
}

str ast_label(struct arena *a, const ast *node)
{
  if (node == NULL) return STR("Undef Value");
  /* Puppet labels a collector by its query. */
  if (node->kind == AST_COLLECT) node = AST_AS(ast_collect, node)->query;
  if (labels[node->kind] == NULL) return str_of(ast_kind_name(node->kind));
  str label = str_of(labels[node->kind]);
  size_t at = str_index(label, '%', 0);
  if (at == SIZE_MAX) return label;
  str inner = detail(node);
  return arena_printf(a, "%.*s%.*s%s", (int)at, label.p, STR_FMT(inner), label.p + at + 1);
}

/* "an" before a, e, i, o, u and y. A quote in front is skipped. */
static bool takes_an(str label)
{
  const size_t at = label.n > 1 && (label.p[0] == '\'' || label.p[0] == '"') ? 1 : 0;
  return label.n > 0 && label.p[at] != '\0' && strchr("aeiouy", ascii_lower((unsigned char)label.p[at])) != NULL;
}

str label_article(struct arena *a, str label)
{
  return arena_printf(a, "%s %.*s", takes_an(label) ? "an" : "a", STR_FMT(label));
}

str label_article_upper(struct arena *a, str label)
{
  return arena_printf(a, "%s %.*s", takes_an(label) ? "An" : "A", STR_FMT(label));
}

str ast_a_an(struct arena *a, const ast *node) { return label_article(a, ast_label(a, node)); }
str ast_A_An(struct arena *a, const ast *node) { return label_article_upper(a, ast_label(a, node)); }
