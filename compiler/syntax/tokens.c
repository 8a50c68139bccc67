/* Lists the tokens of a text with their places, for tests and tools. Errors are raised by longjmp, as in the parser. */
#include "compiler/syntax/tokens.h"

#include "base/utf8.h"
#include "compiler/syntax/parser.h"

struct token_run {
  struct lex_context cx;
  struct lexer lx;
  jmp_buf fail;
};

static bool run(struct token_run *r, str text, bool epp, void (*fn)(void *ctx, const struct token_view *t), void *ctx)
{
  if (setjmp(r->fail) != 0) return false;
  r->cx.fail = &r->fail;
  lexer_init(&r->lx, &r->cx, text);
  size_t bad = utf8_invalid_at(text);
  if (bad != SIZE_MAX) lex_fail(&r->lx, ISSUE_INVALID_UTF8, (uint32_t)bad);
  if (epp) lexer_begin_epp(&r->lx);
  struct token t;
  do {
    lexer_next(&r->lx, &t);
    uint32_t offset = sub_file_offset(t.sub, t.offset);
    fn(ctx, &(struct token_view){token_name(t.kind), t.value, source_line(r->cx.source, offset),
                                 source_column(r->cx.source, offset), offset, t.length});
  } while (t.kind != TOKEN_EOF);
  return true;
}

bool tokens_each(struct arena *a, str file, str text, const struct parse_options *o, struct diag_list *diags,
                 void (*fn)(void *ctx, const struct token_view *t), void *ctx)
{
  struct token_run *r = ARENA_NEW(a, struct token_run);
  if (text.n > MAX_SOURCE_BYTES) {
    diag_add(diags, ISSUE_SOURCE_TOO_LARGE, SEVERITY_ERROR, source_new(a, file, STR_EMPTY), 0, 0,
             (int)(MAX_SOURCE_BYTES >> 20));
    return false;
  }
  r->cx = (struct lex_context){.arena = a,
                               .source = source_new(a, file, text),
                               .diags = diags,
                               .tasks = o->tasks,
                               .max_depth = o->max_depth != 0 ? o->max_depth : DEFAULT_MAX_DEPTH};
  return run(r, text, o->epp, fn, ctx);
}
