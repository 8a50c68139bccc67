/* The resource type `mailalias`. */
#include "agent/ral/munge.h"

extern const struct ral_provider ral_provider_aliases;
static const struct ral_provider *const providers[] = {&ral_provider_aliases, NULL};

/* An empty list is no value. */
static bool is_given(const struct ral_resource *r, const char *name)
{
  const value v = ral_value(r, name);
  return v.kind != V_UNDEF && (v.kind != V_ARRAY || v.array->n > 0);
}

static bool validate(struct ral_resource *r)
{
  if (!is_given(r, "recipient") || !is_given(r, "file")) return true;
  return ral_fail(r->ral, "You cannot specify both a recipient and a file");
}

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = ral_ensure_words, .fallback = ral_fallback_present},
  {.name = "recipient", .flags = RAL_PROPERTY | RAL_ALL},
  {.name = "file", .flags = RAL_PROPERTY, .validate = ral_validate_path},
  {.name = "target", .flags = RAL_PROPERTY, .fallback_value = RAL_TEXT_INIT("/etc/aliases")},
  {0}};

const struct ral_type ral_type_mailalias = {.name = "mailalias",
                                            .attributes = attributes,
                                            .providers = providers,
                                            .validate = validate,
                                            .undo = {RAL_UNDO_FILES, "target"}};
