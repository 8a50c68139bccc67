/* Reports the diagnostics of a run by Puppet's rules: a single error is the message; several are logged one by one and
 * summarized; warnings and deprecations are logged up to a maximum of each. */
#ifndef FICELLE_SYNTAX_REPORT_H
#define FICELLE_SYNTAX_REPORT_H

#include "compiler/syntax/diag.h"

/* The defaults of Puppet's settings max_errors, max_warnings and max_deprecations. */
enum { REPORT_MAX_ERRORS = 10, REPORT_MAX_WARNINGS = 10, REPORT_MAX_DEPRECATIONS = 10 };

/* Whether it is a warning of the lexer: Puppet logs these at once, without a maximum, and does not count them. */
bool report_at_once(const struct diagnostic *d);

/* Returns the text of the exception: the error with its place if it is the only one (or max_errors is at most 1),
 * otherwise "Language validation logged 3 errors, and 1 warnings. Giving up". Requires at least one error. */
str report_summary(struct arena *a, const struct diag_list *diags, uint32_t max_errors);

#endif
