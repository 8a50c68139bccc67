/* Types from texts that a user wrote (arguments of functions, code in Ruby): read by the language's own parser, so
 * all of its syntax is allowed. type_parse.c has the smaller reader for texts that Puppet writes itself. */
#include "compiler/syntax/parse.h"
#include "compiler/types/type_internal.h"

/* A syntax error has its place in the text, except for one at the end of it. */
_Noreturn static void fail_syntax(struct context *c, const struct diag_list *diags)
{
  const struct diagnostic *d = &diags->items[0];
  for (uint32_t i = 0; i < diags->n && d->severity != SEVERITY_ERROR; i++) d = &diags->items[i];
  if (d->place != PLACE_FULL) fail_error(c, FAILURE_EVALUATION, "%.*s", STR_FMT(d->message));
  fail_message(c, FAILURE_EVALUATION, diag_text(c->arena, d));
}

const type *type_from_text(struct context *c, const struct type_resolver *r, str text)
{
  enum type_kind kind = type_kind_of_name(text);
  if (kind != T_KIND_COUNT && ascii_is_upper((unsigned char)text.p[0])) return type_simple(kind);
  /* Puppet keeps this text in a table of known types, and so accepts it although Array[1] is an error elsewhere. */
  if (str_eqz(text, "Array[1]")) return type_array(c->arena, NULL, &(struct type_range){1, TYPE_MAX});
  const struct parse_options options = {.skip_validation = true, .strict = SEVERITY_IGNORE};
  struct diag_list diags;
  diag_list_init(&diags, c->arena);
  const struct ast_program *p = parse_text(c->arena, STR_EMPTY, text, &options, &diags);
  if (p == NULL) fail_syntax(c, &diags);
  return type_from_ast(c, r, text, p->body);
}
