/* Checks texts with a declared syntax: @(TAG:json). Supports json, base64, pp and epp; for a+b+json the longest known
 * suffix is used; an unknown syntax is not checked. */
#ifndef FICELLE_SYNTAX_EXTERNAL_SYNTAX_H
#define FICELLE_SYNTAX_EXTERNAL_SYNTAX_H

#include "compiler/syntax/parse.h"

struct external_problem {
  /* EXTERNAL_…: arguments are the syntax and the message; EXTERNAL_SYNTAX_NAME: the message */
  enum issue issue;
  str message;
};

/* Whether the text is valid. The options are for pp and epp texts. */
bool external_syntax_check(struct arena *a, str text, str syntax, const struct parse_options *o,
                           struct external_problem *problem);

#endif
