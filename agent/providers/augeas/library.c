/* Fills the table of functions at the first call. */
#include "agent/providers/augeas/library.h"

#include "base/library.h"

static const char file[] = "libaugeas.so.0";

#define NAME(name)                               \
  {                                              \
#name, offsetof(struct augeas_library, name) \
  }
static const struct library_name names[] = {NAME(aug_init), NAME(aug_close),  NAME(aug_get),    NAME(aug_set),
                                            NAME(aug_setm), NAME(aug_insert), NAME(aug_rm),     NAME(aug_mv),
                                            NAME(aug_cp),   NAME(aug_rename), NAME(aug_match),  NAME(aug_save),
                                            NAME(aug_load), NAME(aug_defvar), NAME(aug_defnode)};
#undef NAME

bool augeas_library_there(void) { return library_is_there(file); }

const struct augeas_library *augeas_library(void)
{
  static struct augeas_library library;
  if (library.aug_init == NULL) library_load(file, names, sizeof names / sizeof names[0], &library);
  return &library;
}
