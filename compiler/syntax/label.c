/* Names of syntax nodes in messages, with an article: "an 'unless' Statement". */
#include "compiler/syntax/label.h"

static const char *const labels[AST_KIND_COUNT] = {
#define X(kind, suffix, payload, evaluation, name, label) [AST_##kind] = label,
#include "compiler/syntax/ast.def"
#undef X
};

static str detail(const ast *node)
{
  if (node->kind == AST_RESERVED_WORD) return ast_name_text(node);
  if (node->kind != AST_HEREDOC) return str_of(ast_op_text(node->op));
  str syntax = AST_AS(ast_heredoc, node)->syntax;
  return syntax.p != NULL ? syntax : STR_EMPTY;
}

str ast_label(struct arena *a, const ast *node)
{
  if (node == NULL) return STR("Undef Value");
  /* Puppet labels a collector by its query. */
  if (node->kind == AST_COLLECT) node = AST_AS(ast_collect, node)->query;
  str label = str_of(labels[node->kind]);
  size_t at = str_index(label, '%', 0);
  if (at == SIZE_MAX) return label;
  str inner = detail(node);
  return arena_printf(a, "%.*s%.*s%s", (int)at, label.p, STR_FMT(inner), label.p + at + 1);
}

/* "an" before a, e, i, o, u and y. A leading quote is skipped. */
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
