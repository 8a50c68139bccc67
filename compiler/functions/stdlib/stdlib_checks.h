/* Shared by stdlib's checks of values and its warnings of deprecated functions. */
#ifndef FICELLE_FUNCTIONS_STDLIB_CHECKS_H
#define FICELLE_FUNCTIONS_STDLIB_CHECKS_H

#include "compiler/functions/stdlib/stdlib.h"

/* Whether a literal regular expression matches anywhere in the text; fails if it backtracks too long. The compiled
 * expression is cached. */
bool stdlib_matches(const char *source, str text);

/* stdlib's function `deprecation`: warns once per key, fails or does nothing, depending on the setting `strict`; with
 * `always` it always warns. Returns the warning, or undef. */
value stdlib_deprecated(struct fn_call *call, str key, str message, bool always);
/* The variant for functions of the older API, with stdlib_replaced_by(): it depends on the environment variable
 * STDLIB_LOG_DEPRECATIONS. */
void stdlib_deprecated_old(struct fn_call *call, const char *key, int indent, const char *replacement);
/* Returns "This method is deprecated, please use …, with REPLACEMENT. …", which both variants say. `indent` blanks
 * follow the line break in it. */
str stdlib_replaced_by(struct fn_call *call, int indent, const char *replacement);

/* Whether a text is a number in the form in which Ruby prints it. */
enum plain_number { NO_PLAIN_NUMBER, PLAIN_INTEGER, PLAIN_FLOAT };
enum plain_number stdlib_plain_number(str text);

/* Calls an is_… function of the older API. */
bool stdlib_is(struct fn_call *call, const char *name, const value *args, uint32_t n);
/* Whether the test of an is_… function accepts a value. */
bool stdlib_passes(struct fn_call *call, const char *is, value v);

/* A validate_… function of the older API: returns true, or false with the text of Puppet's parse error in *why. Other
 * Ruby errors fail. call->args are its arguments. */
typedef bool stdlib_check(struct fn_call *call, str *why);
/* Sets *why; returns false. */
bool stdlib_invalid(struct fn_call *call, str *why, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

/* Checks that do not fit into the table. */
stdlib_check stdlib_check_integer, stdlib_check_numeric, stdlib_check_slength;

#endif
