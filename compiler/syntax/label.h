/* What messages call a node: "Host Class Definition", with an article "a Host Class Definition". */
#ifndef FICELLE_SYNTAX_LABEL_H
#define FICELLE_SYNTAX_LABEL_H

#include "compiler/syntax/ast.h"

str ast_label(struct arena *a, const ast *node); /* NULL: "Undef Value" */
str ast_a_an(struct arena *a, const ast *node);  /* "an 'if' statement" */
str ast_A_An(struct arena *a, const ast *node);  /* "An 'if' statement" */

#endif
