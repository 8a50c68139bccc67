#include "cli/edit_library.h"

#include "base/library.h"

static const struct library_name names[] = {
#define X(name) {#name, offsetof(struct edit_library, name)},
  EDIT_NAMES(X)
#undef X
};

const struct edit_library *edit_library(void)
{
  static struct edit_library library;
  if (library.el_init == NULL) library_load("libedit.so.2", names, sizeof names / sizeof names[0], &library);
  return &library;
}
