/* What the functions of the module stdlib share: Ruby's ways with values, which their results and messages
 * show. */
#ifndef FICELLE_FUNCTIONS_STDLIB_H
#define FICELLE_FUNCTIONS_STDLIB_H

#include "compiler/functions/fn.h"
#include "compiler/values/ruby_format.h"
#include "compiler/values/ruby_text.h"

/* fn_row.module of all of them. */
#define STDLIB "stdlib"

/* Ruby's `==`: 1 equals 1.0, also deep inside; texts are compared exactly. */
bool ruby_equal(struct fn_call *call, value a, value b);
/* What an argument that was left out or is nil has for a test such as `if args[1]`. */
static inline value stdlib_arg(const struct fn_call *call, uint32_t i)
{
  return i < call->n ? call->args[i] : VALUE_UNDEF;
}
/* Ruby's to_s and inspect, in the arena. */
str stdlib_to_s(struct fn_call *call, value v);
str stdlib_inspect(struct fn_call *call, value v);
/* Ruby's to_i of a text: the digits it begins with, single underscores between them passed over. Fails when
 * there are more than 64 bits. */
int64_t stdlib_text_to_i(struct fn_call *call, str s);
/* Ruby's to_i of a float; fails if it is not a number or has more than 64 bits. */
int64_t stdlib_float_to_i(struct fn_call *call, double d);
/* Ruby's to_f of a text: the number it begins with, or 0. */
double stdlib_text_to_f(str s);
/* Ruby's to_i of a value; fails for what has none. */
int64_t stdlib_to_i(struct fn_call *call, value v);
/* "undefined method `name' for <inspect>:<class>" */
_Noreturn void stdlib_no_method(struct fn_call *call, const char *name, value v);
/* "no implicit conversion of <class> into <wanted>" */
_Noreturn void stdlib_no_conversion(struct fn_call *call, value v, const char *wanted);
/* An implicit conversion to a text: the text, or failing. */
str stdlib_string(struct fn_call *call, value v);
/* What str2bool() and num2bool() make of a value, for functions that ask them. */
bool stdlib_str2bool(struct fn_call *call, value v);
bool stdlib_num2bool(struct fn_call *call, value v);
/* Regexp.new of a value; failing as Ruby does. */
const struct regex *stdlib_regex(struct fn_call *call, value source);
/* Whether it matches somewhere; fails when the search takes too many steps. */
bool stdlib_matches(const struct regex *re, str subject, struct regex_match *m);
/* The characters of a text, each as a text; an invalid byte counts as one. */
const struct array *stdlib_characters(struct fn_call *call, str text);
/* A change of a text, applied to the argument or to the texts in an array; fails for anything else. */
value stdlib_each_text(struct fn_call *call, str (*change)(struct arena *a, str s));
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
/* Calls `write` without the Sensitive in its first argument; what it gives is sensitive then. */
value stdlib_rewrapped(struct fn_call *call, value (*write)(struct fn_call *call));
/* A warning of a function of the older kind. */
void stdlib_warning(struct fn_call *call, str message);

#endif
