/* The resource type `selmodule`: modules of the SELinux policy. */
#include "agent/ral/munge.h"

extern const struct ral_provider ral_provider_semodule;
static const struct ral_provider *const providers[] = {&ral_provider_semodule, NULL};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = ral_ensure_words},
  {.name = "syncversion", .flags = RAL_PROPERTY, .words = ral_true_false_words},
  {.name = "selmoduledir", .fallback_value = RAL_TEXT_INIT("/usr/share/selinux/targeted")},
  {.name = "selmodulepath"},
  {0}};

const struct ral_type ral_type_selmodule = {.name = "selmodule",
                                            .attributes = attributes,
                                            .providers = providers,
                                            .undo = {.lost = "the loaded policy module was not saved"}};
