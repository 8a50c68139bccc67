/* Any bytes as an EPP template. */
#include "compiler/syntax/report.h"
#include "compiler/syntax/tokens.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void count_token(void *ctx, const struct token_view *t) { *(size_t *)ctx += t->value.n + t->line; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  struct diag_list diags;
  struct parse_options o = {.epp = true, .strict = SEVERITY_WARNING};
  str text = {(const char *)data, size};
  struct buf out = BUF_IN(a);
  size_t tokens = 0;
  diag_list_init(&diags, a);
  struct ast_program *program = parse_text(a, STR("fuzz.epp"), text, &o, &diags);
  if (program != NULL) pn_dump(&out, program, true);
  for (uint32_t i = 0; i < diags.n; i++) diag_text(a, &diags.items[i]);
  report_summary(a, &diags, REPORT_MAX_ERRORS);
  tokens_each(a, STR("fuzz.epp"), text, &o, &diags, count_token, &tokens);
  arena_free(a);
  return 0;
}
