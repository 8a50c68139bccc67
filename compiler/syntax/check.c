#include "compiler/syntax/parser.h"

void check_program(struct arena *a, struct ast_program *program, const struct parse_options *o, struct diag_list *diags)
{
  (void)a; (void)program; (void)o; (void)diags;
}
