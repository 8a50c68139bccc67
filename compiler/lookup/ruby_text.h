/* Ruby's way of writing values, where Puppet's messages and texts show them so. */
#ifndef FICELLE_LOOKUP_RUBY_TEXT_H
#define FICELLE_LOOKUP_RUBY_TEXT_H

#include "compiler/values/value.h"

void ruby_inspect(struct buf *out, value v);
/* to_s, as a substitution in a text takes it. */
void ruby_to_s(struct buf *out, value v);
const char *ruby_class(value v);

#endif
