/* Fills the table of functions at the first call. */
#include "agent/providers/augeas/library.h"

#include "base/library.h"

static const char file[] = "libaugeas.so.0";

/* In the order of struct augeas_library. */
/* clang-format off */
#define NAMES(X)                                                                                                       \
  X(aug_init) X(aug_close) X(aug_get) X(aug_set) X(aug_setm) X(aug_insert) X(aug_rm) X(aug_mv) X(aug_cp) X(aug_rename)  \
  X(aug_match) X(aug_save) X(aug_load) X(aug_defvar) X(aug_defnode)
/* clang-format on */

bool augeas_library_there(void) { return library_is_there(file); }

const struct augeas_library *augeas_library(void)
{
  static struct augeas_library library;
  if (library.aug_init == NULL) library_load(file, NAMES(LIBRARY_NAME), &library);
  return &library;
}
