/* Oniguruma, loaded at the first use with private symbols: libruby has functions of the same names, and would call
 * those of a library that the program is linked to. */
#ifndef FICELLE_BASE_ONIG_LIBRARY_H
#define FICELLE_BASE_ONIG_LIBRARY_H

#include <oniguruma.h>

/* clang-format off */
#define ONIG_NAMES(X)                                                                                         \
  X(onig_initialize) X(onig_set_retry_limit_in_match) X(onig_set_retry_limit_in_search) X(onig_free)          \
  X(onig_new) X(onig_error_code_to_str) X(onig_number_of_captures) X(onig_region_new) X(onig_search)          \
  X(onig_name_to_group_numbers) X(OnigEncodingUTF8) X(OnigSyntaxRuby)
/* clang-format on */

struct onig_library {
#define X(name) __typeof__(name) *name;
  ONIG_NAMES(X)
#undef X
};

/* Never NULL: the process ends with a message if the library is missing. */
const struct onig_library *onig_library(void);

#endif
