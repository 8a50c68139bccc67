/* What the functions of the module stdlib share. */
#ifndef FICELLE_FUNCTIONS_STDLIB_H
#define FICELLE_FUNCTIONS_STDLIB_H

#include "compiler/functions/fn_ruby.h"

/* The first argument; fails when there is none. */
value stdlib_first(struct fn_call *call);
/* The same, which must be an array or a text. */
value stdlib_first_sequence(struct fn_call *call);
/* An array or hash without what is undef in it. */
value stdlib_without_undef(struct fn_call *call, value from);
/* What str2bool() and num2bool() make of a value, for functions that ask them. */
bool stdlib_str2bool(struct fn_call *call, value v);
bool stdlib_num2bool(struct fn_call *call, value v);
/* Bodies of functions: the row's `change`, applied to a text or to the texts in an array; what the row's `inner` makes
 * of the arguments without the Sensitive in the first one, which is sensitive then. */
fn_body stdlib_each_text, stdlib_rewrapped;
/* grep(), and the two forms of reject(): the row has the name of Ruby's method. */
fn_body stdlib_matching;
/* Sets of characters as Ruby's tr, count and squeeze write them: "a-c", "^a-c", a backslash takes the meaning
 * away. */
struct character_set {
  bool all, negated;
  uint32_t n;
  struct character_range {
    uint32_t from, to;
  } * ranges;
};
struct character_set stdlib_character_set(struct fn_call *call, str text);
bool character_set_has(const struct character_set *s, uint32_t character);
/* How many characters of the text are in the set. */
int64_t stdlib_count_characters(struct fn_call *call, str text, str set);
/* Whether a line of the text has digits only, and at least one: %r{^\d+$}. */
bool stdlib_has_digit_line(str s);
/* Returns the directory of a module; fails if the module does not exist. */
str stdlib_module(struct fn_call *call, str name);
/* A warning of a function of the older kind. */
void stdlib_warning(struct fn_call *call, str message);

#endif
