#include "cli/edit_library.h"

#include "base/library.h"

const struct edit_library *edit_library(void)
{
  static struct edit_library library;
  if (library.el_init == NULL) library_load("libedit.so.2", EDIT_NAMES(LIBRARY_NAME), &library);
  return &library;
}
