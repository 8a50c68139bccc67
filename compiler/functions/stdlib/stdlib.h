/* Shared by the functions of the module stdlib. */
#ifndef FICELLE_FUNCTIONS_STDLIB_H
#define FICELLE_FUNCTIONS_STDLIB_H

#include "compiler/functions/fn_ruby.h"

/* Returns the first argument; fails without arguments. */
value stdlib_first(struct fn_call *call);
/* The same; fails if it is not an array or a string. */
value stdlib_first_sequence(struct fn_call *call);
/* Removes undef from an array or hash. */
value stdlib_without_undef(struct fn_call *call, value from);
/* What str2bool() makes of a value, for functions that ask it. */
bool stdlib_str2bool(struct fn_call *call, value v);
/* Bodies of functions. stdlib_each_text applies the row's `change` to a string or to the strings in an array.
 * stdlib_rewrapped calls the row's `inner`; if the first argument is Sensitive, it is unwrapped and the result is
 * Sensitive. */
fn_body stdlib_each_text, stdlib_rewrapped;
/* grep(), and the two forms of reject(): the row names the method of Ruby. */
fn_body stdlib_matching;
/* Returns the number of characters of the text that are in the set, as in Ruby's count: "a-c", "^a-c". */
int64_t stdlib_count_characters(struct fn_call *call, str text, str set);
/* Whether a line of the text consists of digits: %r{^\d+$}. */
bool stdlib_has_digit_line(str s);
/* Returns the directory of a module; fails if the module does not exist. */
str stdlib_module(struct fn_call *call, str name);
/* Logs a warning of a function of the older API. */
void stdlib_warning(struct fn_call *call, str message);

#endif
