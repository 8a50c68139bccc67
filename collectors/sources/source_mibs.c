/* The list is made from source_mibs.def. */
#include "collectors/sources/source_mibs.h"

#define SOURCE_MIB(kind_, list_, root_, module_) extern const struct stats_list list_;
#include "collectors/sources/source_mibs.def"
#undef SOURCE_MIB

const struct source_mib source_mibs[] = {
#define SOURCE_MIB(kind_, list_, root_, module_) {kind_, &list_, root_, module_},
#include "collectors/sources/source_mibs.def"
#undef SOURCE_MIB
  {NULL, NULL, NULL, NULL},
};

const struct source_mib *source_mib_find(str kind)
{
  for (const struct source_mib *m = source_mibs; m->kind != NULL; m++) {
    if (str_eqz(kind, m->kind)) {
      return m;
    }
  }
  return NULL;
}
