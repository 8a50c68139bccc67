/* Operations of Ruby on values, which results and messages of functions show. */
#ifndef FICELLE_FUNCTIONS_FN_RUBY_H
#define FICELLE_FUNCTIONS_FN_RUBY_H

#include "compiler/functions/fn.h"
#include "compiler/values/ruby_format.h"
#include "compiler/values/ruby_string.h"
#include "compiler/values/ruby_text.h"

/* Ruby's to_s and inspect, in the arena. */
str fn_to_s(struct fn_call *call, value v);
str fn_inspect(struct fn_call *call, value v);
/* Ruby's to_i of a string: the digits at the beginning, with single underscores between them. Fails if the number needs
 * more than 64 bits. */
int64_t fn_text_to_i(struct fn_call *call, str s);
/* Ruby's to_i of a float; fails if it is not finite or needs more than 64 bits. */
int64_t fn_float_to_i(struct fn_call *call, double d);
/* Ruby's to_i of a value; fails for values without it. */
int64_t fn_to_i(struct fn_call *call, value v);
/* Raises Ruby's error for a number that is not finite: "NaN", "Infinity" or "-Infinity". */
_Noreturn void fn_not_finite(struct fn_call *call, double d);
/* "undefined method `name' for <inspect>:<class>" */
_Noreturn void fn_no_method(struct fn_call *call, const char *name, value v);
/* "no implicit conversion of <class> into <wanted>" */
_Noreturn void fn_no_conversion(struct fn_call *call, value v, const char *wanted);
/* An implicit conversion to a string: fails for other values. */
str fn_string(struct fn_call *call, value v);
/* Regexp.new of a value; fails as Ruby does. */
const struct regex *fn_regex(struct fn_call *call, value source);
/* Array#join: nested arrays are joined with the same text between, and an empty one is an empty text. */
void fn_join(struct fn_call *call, struct buf *out, const value *items, uint32_t n, str between);
/* Joins the elements, which are strings, if `model` is a string; otherwise returns them as an array. */
value fn_like(struct fn_call *call, value model, const struct array *items);
/* Iterates over the lines of a text as ^ and $ see them: an empty text has one line, and no line follows the last line
 * break. *at begins with 0. */
bool fn_next_line(str text, size_t *at, str *line);
/* Logs what Puppet logs when it tests whether a value is an absolute path and the value is not a string. */
void fn_warn_of_path(struct fn_call *call, value v);

#endif
