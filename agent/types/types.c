/* The list is made from types.def, so a type is added in one place. */
#include "agent/types/types.h"

#define TYPE(name) extern const struct ral_type ral_type_##name;
#include "agent/types/types.def"
#undef TYPE

const struct ral_type *const ral_types[] = {
#define TYPE(name) &ral_type_##name,
#include "agent/types/types.def"
#undef TYPE
  NULL};
