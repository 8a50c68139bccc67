/* Fills the table of functions at the first call; RTLD_LOCAL in library_load() hides its names from libruby. */
#include "base/onig_library.h"

#include "base/library.h"

const struct onig_library *onig_library(void)
{
  static struct onig_library library;
  if (library.onig_new == NULL) library_load("libonig.so.5", ONIG_NAMES(LIBRARY_NAME), &library);
  return &library;
}
