/* Checks texts that say what they are: @(TAG:json). Known are json, base64, pp and epp; of a+b+json the
 * longest known tail counts; an unknown syntax is not checked. */
#ifndef FICELLE_SYNTAX_EXTERNAL_SYNTAX_H
#define FICELLE_SYNTAX_EXTERNAL_SYNTAX_H

#include "compiler/syntax/parse.h"

struct external_problem {
  /* EXTERNAL_…: arguments are the syntax and the message; EXTERNAL_SYNTAX_NAME: the message */
  enum issue issue;
  str message;
};

/* True when the text is good. The options are those for pp and epp texts. */
bool external_syntax_check(struct arena *a, str text, str syntax, const struct parse_options *o,
                           struct external_problem *problem);

#endif
