/* Finds and evaluates an apply block of a plan (Bolt). The whole plan is parsed again, because only the offset of the
 * block is known; the number of its statements detects a changed text. The rest of the plan is ignored. */
#include "compiler/evaluator/eval.h"

#include "base/check.h"
#include "compiler/environment/environment.h"
#include "compiler/scope/scope.h"
#include "compiler/types/rich_data.h"

struct block_search {
  uint32_t offset;
  const struct ast_apply *found;
};

static void search_block(void *ctx, ast *node)
{
  struct block_search *s = ctx;
  const bool there = node->offset <= s->offset && s->offset - node->offset <= node->length;
  /* The outermost block at the offset, since blocks do not nest. */
  if (node->kind == AST_APPLY && there) s->found = AST_AS(ast_apply, node);
  else if (s->found == NULL) ast_each_child(node, search_block, s);
}

/* Returns the statements as a block that can be evaluated. NULL: it is empty. */
static ast *find_block(struct compilation *c, const struct ast_program *p, const struct compile_block *b)
{
  struct block_search s = {.offset = b->offset};
  search_block(&s, p->body);
  const struct ast_list *block = s.found != NULL ? AST_AS(ast_list, s.found->body) : NULL;
  if (block == NULL || block->list.n != b->statements)
    fail_error(&c->context, FAILURE_EVALUATION, "not supported: an apply block that its text does not have");
  if (block->list.n == 0) return NULL;
  struct ast_list *copy = ARENA_NEW(c->arena, struct ast_list);
  *copy = *block;
  copy->h.kind = AST_BLOCK;
  return &copy->h;
}

void eval_apply_block(struct compilation *c, const struct compile_block *b)
{
  assert(b != NULL && b->variables != NULL && b->offset <= b->text.n);
  for (uint32_t i = 0; i < b->variables->n; i++) {
    const value v = value_from_rich_data(&c->context, &c->resolver, b->variables->entries[i].value, false);
    const symbol *name = sym_intern(value_text(b->variables->entries[i].key));
    if (scope_bound(c->top, name))
      fail_message(&c->context, FAILURE_EVALUATION,
                   arena_printf(c->arena, "Cannot reassign variable '$%s'", name->text));
    scope_set(c->top, name, v);
  }
  struct ast_program p = *environment_parse_plan(c, b->file, b->text);
  p.body = find_block(c, &p, b);
  if (p.body != NULL) eval_program(c, c->top, &p);
}
