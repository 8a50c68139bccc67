/* Kernel#format of Ruby: what sprintf() and the formats of String(…) are made of. */
#ifndef FICELLE_VALUES_RUBY_FORMAT_H
#define FICELLE_VALUES_RUBY_FORMAT_H

#include "compiler/values/context.h"

/* Appends `format` with its arguments in place. Keys of a hash of named arguments are strings. Fails
 * (fail_error) with Ruby's messages: "too few arguments", "malformed format string - %y" … A width or
 * precision is at most INT32_MAX; the memory limit of the arena bounds what comes out. */
void ruby_format(struct context *c, struct buf *out, str format, const value *args, uint32_t n);

/* How messages of conversions name a value: "nil", "true", else its Ruby class. */
const char *ruby_conversion_name(value v);

#endif
