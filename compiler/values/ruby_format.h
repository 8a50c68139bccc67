/* Ruby's Kernel#format, the base of sprintf() and of the formats of String(…). */
#ifndef FICELLE_VALUES_RUBY_FORMAT_H
#define FICELLE_VALUES_RUBY_FORMAT_H

#include "compiler/values/context.h"

/* Appends `format` with its arguments. The keys of a hash of named arguments are strings. Fails (fail_error) with
 * Ruby's messages: "too few arguments", "malformed format string - %y" … A width or precision is at most INT32_MAX; the
 * memory limit of the arena bounds the output. */
void ruby_format(struct context *c, struct buf *out, str format, const value *args, uint32_t n);

/* The name of a value in messages of conversions: "nil", "true", otherwise its Ruby class. */
const char *ruby_conversion_name(value v);

#endif
