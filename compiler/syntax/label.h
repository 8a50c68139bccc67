/* Puppet's labels of nodes in errors: "Function Call", "Resource Statement", "'+' expression" …; with their article.
 * label_of_value (types/type.h) returns those of values. */
#ifndef FICELLE_SYNTAX_LABEL_H
#define FICELLE_SYNTAX_LABEL_H

#include "compiler/syntax/ast.h"

str ast_label(struct arena *a, const ast *node);     /* NULL: "Undef Value" */
str ast_a_an(struct arena *a, const ast *node);      /* "an 'if' statement" */
str ast_A_An(struct arena *a, const ast *node);      /* "An 'if' statement" */
str label_article(struct arena *a, str label);       /* "a String", "an Integer", "a 'x'" */
str label_article_upper(struct arena *a, str label); /* "A String", "An Integer" */

#endif
