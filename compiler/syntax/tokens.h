/* Prints the tokens of the lexer (`ficelle parser tokens`). */
#ifndef FICELLE_SYNTAX_TOKENS_H
#define FICELLE_SYNTAX_TOKENS_H

#include "compiler/syntax/parse.h"

struct token_view {
  const char *kind; /* "NAME", "LBRACE" … */
  str value;        /* for the parser: escapes replaced, without quotes */
  uint32_t line, column;
  uint32_t offset, length; /* bytes */
};

/* Calls fn for each token, including the end (kind "EOF"). Returns false if the text cannot be lexed to its end; the
 * error is then in diags. */
bool tokens_each(struct arena *a, str file, str text, const struct parse_options *o, struct diag_list *diags,
                 void (*fn)(void *ctx, const struct token_view *t), void *ctx);

#endif
