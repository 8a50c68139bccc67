/* The kinds of sources, in the order of kinds.def. */
#include <string.h>

#include "collectors/sources/source.h"

#define SOURCE_KIND(name) extern const struct source_kind source_kind_##name;
#include "collectors/sources/kinds.def"
#undef SOURCE_KIND

const struct source_kind *const source_kinds[] = {
#define SOURCE_KIND(name) &source_kind_##name,
#include "collectors/sources/kinds.def"
#undef SOURCE_KIND
  NULL,
};
const size_t source_kind_count = sizeof source_kinds / sizeof source_kinds[0] - 1;

const struct source_kind *source_kind_find(const char *name)
{
  for (size_t i = 0; i < source_kind_count; i++) {
    if (strcmp(source_kinds[i]->name, name) == 0) return source_kinds[i];
  }
  return NULL;
}
