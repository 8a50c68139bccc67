/* Fills the table of functions at the first call; RTLD_LOCAL in library_load() hides its names from libruby. */
#include "base/onig_library.h"

#include "base/library.h"

static const struct library_name names[] = {
#define X(name) {#name, offsetof(struct onig_library, name)},
  ONIG_NAMES(X)
#undef X
};

const struct onig_library *onig_library(void)
{
  static struct onig_library library;
  if (library.onig_new == NULL) library_load("libonig.so.5", names, sizeof names / sizeof names[0], &library);
  return &library;
}
