/* What stdlib's checks of values share, and its warnings of deprecated functions. */
#ifndef FICELLE_FUNCTIONS_STDLIB_CHECKS_H
#define FICELLE_FUNCTIONS_STDLIB_CHECKS_H

#include "compiler/functions/stdlib/stdlib.h"

/* Whether an expression, a literal, matches anywhere in the text; fails when it backtracks without end. What it is
 * compiled to stays. */
bool stdlib_matches(const char *source, str text);

/* stdlib's function `deprecation`: warns once per key, fails or does nothing, depending on the setting `strict`; with
 * `always` it always warns. Returns the warning, or undef. */
value stdlib_deprecated(struct fn_call *call, str key, str message, bool always);
/* The variant of the older API that functions of the older API call, with stdlib_replaced_by(): it warns if the
 * environment variable STDLIB_LOG_DEPRECATIONS is set so. */
void stdlib_deprecated_old(struct fn_call *call, const char *key, int indent, const char *replacement);
/* "This method is deprecated, please use …, with REPLACEMENT. …": what both say of most functions. The line
 * break in it is followed by `indent` blanks. */
str stdlib_replaced_by(struct fn_call *call, int indent, const char *replacement);

/* Reads a variable that should exist. If it does not, returns undef with a single warning, or fails, depending on
 * `strict`.
 */
value stdlib_expected_variable(struct fn_call *call, str name);

/* Whether a text is how Ruby prints the number that it begins with. */
enum plain_number { NO_PLAIN_NUMBER, PLAIN_INTEGER, PLAIN_FLOAT };
enum plain_number stdlib_plain_number(str text);

/* The part of an is_… function that is of the older kind. */
bool stdlib_is(struct fn_call *call, const char *name, const value *args, uint32_t n);
/* The test of an is_… function alone. */
bool stdlib_passes(struct fn_call *call, const char *is, value v);

/* The part of a validate_… function that is of the older kind: true, or false with the text of Puppet's parse
 * error in *why. Other errors of Ruby fail. call->args are what it is given. */
typedef bool stdlib_check(struct fn_call *call, str *why);
/* Sets *why; always false. */
bool stdlib_invalid(struct fn_call *call, str *why, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Checks that do not fit into the table. */
stdlib_check stdlib_check_integer, stdlib_check_numeric, stdlib_check_slength;

#endif
