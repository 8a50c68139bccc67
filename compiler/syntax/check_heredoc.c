/* Checks the text of a heredoc with a syntax, such as @(END:json). */
#include "compiler/syntax/check.h"

#include "compiler/syntax/external_syntax.h"

/* Drops the issues found so far: in Puppet, the first text with bad syntax ends the validation. */
static void give_up(struct checker *c)
{
  c->diags->n = c->before.n;
  c->diags->errors = c->before.errors;
  c->diags->warnings = c->before.warnings;
  c->diags->deprecations = c->before.deprecations;
  c->stopped = true;
}

/* Only the text of heredocs without interpolation is known before evaluation. */
void check_heredoc(struct checker *c, const ast *node)
{
  const struct ast_heredoc *n = AST_AS(ast_heredoc, node);
  struct external_problem problem;
  if (n->syntax.p == NULL || n->text_expr->kind != AST_LITERAL_STRING) return;
  if (external_syntax_check(c->a, ast_string_text(n->text_expr), n->syntax, c->o, &problem)) return;
  give_up(c);
  if (problem.issue == ISSUE_EXTERNAL_SYNTAX_NAME) {
    check_issue(c, problem.issue, n->text_expr, STR_FMT(problem.message));
    c->diags->items[c->diags->n - 1].place = PLACE_NONE;
  } else {
    check_issue(c, problem.issue, n->text_expr, STR_FMT(n->syntax), STR_FMT(problem.message));
  }
}
