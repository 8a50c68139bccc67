/* The list of types, and those that do nothing by themselves. */
#include "agent/ral/ral.h"
#include "agent/ruby/bridge.h"

#define TYPE(name) extern const struct ral_type ral_type_##name;
#include "agent/types/types.def"
#undef TYPE

const struct ral_type *const ral_types[] = {
#define TYPE(name) &ral_type_##name,
#include "agent/types/types.def"
#undef TYPE
  NULL};

extern const struct ral_type ral_type_component;

const struct ral_type *ral_type_find(str name)
{
  for (const struct ral_type *const *t = ral_types; *t != NULL; t++) {
    if (str_eqz(name, (*t)->name)) return *t;
  }
  return NULL;
}

const struct ral_type *ral_type_get(struct ral *ral, str name)
{
  const struct ral_type *t = ral_type_find(name);
  const bool ruby = t != NULL && t->module != NULL && !settings_bool(ral->settings, SETTING_native_providers);
  if (t != NULL && !ruby) return t;
  return ral->ruby != NULL ? ral_ruby_type(ral, name) : NULL;
}

/* Classes and defined types. */
const struct ral_type ral_type_component = {.name = "component", .flags = RAL_CONTAINER};
const struct ral_type ral_type_stage = {.name = "stage", .flags = RAL_CONTAINER};
/* The beginning and the end of a container. */
const struct ral_type ral_type_whit = {.name = "whit", .flags = RAL_WHIT};
