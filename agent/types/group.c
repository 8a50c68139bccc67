/* The resource type `group`. On Linux it manages members only if libuser is installed. */
#include "agent/providers/accounts/accounts.h"
#include "agent/ral/munge.h"

extern const struct ral_provider ral_provider_groupadd;
static const struct ral_provider *const providers[] = {&ral_provider_groupadd, NULL};

static bool munge_gid(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  if (v->kind != V_STRING) return true;
  const value given = *v;
  if (!ral_munge_id(r, a, v)) return false;
  return v->kind == V_INT || ral_fail(r->ral, "Invalid GID %.*s", STR_FMT(value_text(given)));
}

static value minimum(struct ral_resource *r) { return ral_symbol(r->ral->arena, STR("minimum")); }

/* As in Puppet, these two parameters are ignored unless libuser is installed. */
static bool validate(struct ral_resource *r)
{
  if (!account_has_libuser()) return true;
  const struct hash *params = r->item != NULL ? r->item->params : NULL;
  if (params != NULL && hash_get_str(params, STR("members")) != NULL) {
    return ral_fail(r->ral, "not supported: attribute members of group, with libuser");
  }
  const value *forced = params != NULL ? hash_get_str(params, STR("forcelocal")) : NULL;
  if (forced == NULL || !str_eqz(ral_to_s(r->ral->arena, *forced), "true")) return true;
  return ral_fail(r->ral, "not supported: attribute forcelocal of group, with libuser");
}

static const struct ral_word memberships[] = {{.name = "inclusive"}, {.name = "minimum"}, {0}};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = ral_ensure_words, .fallback_value = RAL_WORD_INIT(present)},
  {.name = "gid", .flags = RAL_PROPERTY, .munge = munge_gid},
  {.name = "members", .flags = RAL_PROPERTY | RAL_ALL, .features = "manages_members"},
  {.name = "attributes", .flags = RAL_PROPERTY, .features = "manages_aix_lam"},
  {.name = "auth_membership", .flags = RAL_BOOLEAN, .words = ral_boolean_words, .fallback_value = RAL_WORD_INIT(false)},
  {.name = "allowdupe", .flags = RAL_BOOLEAN, .words = ral_boolean_words, .fallback_value = RAL_WORD_INIT(false)},
  {.name = "ia_load_module", .features = "manages_aix_lam"},
  {.name = "attribute_membership", .words = memberships, .fallback = minimum},
  {.name = "system", .flags = RAL_BOOLEAN, .words = ral_boolean_words, .fallback_value = RAL_WORD_INIT(false)},
  {.name = "forcelocal",
   .flags = RAL_BOOLEAN,
   .words = ral_boolean_words,
   .features = "manages_local_users_and_groups"},
  {0}};

const struct ral_type ral_type_group = {
  .name = "group", .attributes = attributes, .providers = providers, .validate = validate, .undo = {RAL_UNDO_VALUES}};
