/* Completion at the prompt of `ficelle evaluate`. */
#ifndef FICELLE_CLI_EVALUATE_WORDS_H
#define FICELLE_CLI_EVALUATE_WORDS_H

#include "compiler/compilation/compilation.h"

struct completion {
  str insert;       /* the common prefix of all matching words, without what was typed */
  const str *words; /* sorted, without duplicates */
  uint32_t n;
};

/* Completes the word at the end of the text: after `$` a variable of top scope, else a keyword, a function (built-in or
 * defined), a data type or a resource type. Results are in the arena. */
void evaluate_complete(struct compilation *c, struct arena *a, str before, struct completion *out);

#endif
