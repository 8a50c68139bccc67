/* How a run's diagnostics are told, after Puppet's rules: one error is the message; several are logged one by
 * one and summed up; warnings and deprecations are logged up to a number each. */
#ifndef FICELLE_SYNTAX_REPORT_H
#define FICELLE_SYNTAX_REPORT_H

#include "compiler/syntax/diag.h"

/* Puppet's settings max_errors, max_warnings and max_deprecations have this default. */
enum { REPORT_MAX_ERRORS = 10, REPORT_MAX_WARNINGS = 10, REPORT_MAX_DEPRECATIONS = 10 };

/* The text of the exception: the error with its place when it is the only one (or max_errors is at most 1),
 * or "Language validation logged 3 errors, and 1 warnings. Giving up". Only when there are errors. */
str report_summary(struct arena *a, const struct diag_list *diags, uint32_t max_errors);

#endif
