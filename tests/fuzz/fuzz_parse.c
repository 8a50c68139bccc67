/* Any bytes as a manifest: parse, validate, dump in both formats, find the place of every diagnostic, list the tokens.
 * The first byte selects the settings. */
#include "compiler/syntax/report.h"
#include "compiler/syntax/tokens.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void count_token(void *ctx, const struct token_view *t) { *(size_t *)ctx += t->value.n + t->line; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size < 1) return 0;
  struct arena *a = arena_new();
  struct diag_list diags;
  struct parse_options o = {.tasks = data[0] & 1, .skip_validation = data[0] & 2, .strict = SEVERITY_ERROR};
  str text = {(const char *)data + 1, size - 1};
  struct buf out = BUF_IN(a);
  size_t tokens = 0;
  diag_list_init(&diags, a);
  struct ast_program *program = parse_text(a, STR("fuzz.pp"), text, &o, &diags);
  if (program != NULL) {
    pn_dump(&out, program, (data[0] & 4) != 0);
    pn_dump_json(&out, program, false);
  }
  for (uint32_t i = 0; i < diags.n; i++) {
    diag_text(a, &diags.items[i]);
    source_line_text(diags.items[i].source, source_line(diags.items[i].source, diags.items[i].offset));
  }
  report_summary(a, &diags, REPORT_MAX_ERRORS);
  tokens_each(a, STR("fuzz.pp"), text, &o, &diags, count_token, &tokens);
  arena_free(a);
  return 0;
}
