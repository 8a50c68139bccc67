/* Finds types by name; the types that do nothing themselves. */
#include <assert.h>

#include "agent/ral/ral.h"

const struct ral_type *ral_type_in_c(const struct ral *ral, str name)
{
  assert(ral->types != NULL);
  for (const struct ral_type *const *t = ral->types; *t != NULL; t++) {
    if (str_eqz(name, (*t)->name)) return *t;
  }
  return NULL;
}

static bool is_left_to_ruby(struct ral *ral, const struct ral_type *t)
{
  if (t->module == NULL) return false;
  if (!settings_bool(ral->settings, SETTING_native_providers)) return true;
  return ral->foreign != NULL && !ral->foreign->implemented(ral, t);
}

const struct ral_type *ral_type_get(struct ral *ral, str name)
{
  const struct ral_type *t = ral_type_in_c(ral, name);
  if (t != NULL && !is_left_to_ruby(ral, t)) return t;
  return ral->foreign != NULL ? ral->foreign->type(ral, name) : NULL;
}

const struct ral_type ral_type_component = {.name = "component", .flags = RAL_CONTAINER};
const struct ral_type ral_type_stage = {.name = "stage", .flags = RAL_CONTAINER};
const struct ral_type ral_type_whit = {.name = "whit", .flags = RAL_WHIT};
