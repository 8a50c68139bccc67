/* Ruby's treatment of strings: letter case in all of Unicode, inspect, numbers in strings. */
#ifndef FICELLE_VALUES_RUBY_TEXT_H
#define FICELLE_VALUES_RUBY_TEXT_H

#include "compiler/values/value.h"

str text_downcase(struct arena *a, str s);
str text_lower(struct arena *a, str s); /* ASCII letters only */
str text_upcase(struct arena *a, str s);
str text_capitalize(struct arena *a, str s); /* first letter upper, the others lower */
/* Ruby's inspect and to_s, which Puppet's messages use in string interpolation. */
void ruby_inspect(struct buf *out, value v);
void ruby_inspect_binary(struct buf *out, str bytes); /* for a string without an encoding */
void ruby_to_s(struct buf *out, value v);
str ruby_inspected(struct arena *a, value v); /* the same as a new text; to_s of a text is itself */
str ruby_text_of(struct arena *a, value v);
/* "Integer", "Hash", "NilClass": Ruby's class of a value. */
const char *ruby_class(value v);
/* The class of a value in Puppet's messages: for objects and types their own class, for lambdas "…::PuppetProc". */
str value_class(value v);
/* Converts a string to a number as arithmetic does (decimal, 0x, 0 octal, floats, surrounding blanks). Returns false if
 * it is not a number. */
bool text_number(str text, value *out);

#endif
