/* The resource type `selboolean`: booleans of the SELinux policy. */
#include "agent/ral/munge.h"

extern const struct ral_provider ral_provider_getsetsebool;
static const struct ral_provider *const providers[] = {&ral_provider_getsetsebool, NULL};

static const struct ral_word states[] = {
  {.name = "on"}, {.name = "off"}, {.name = "true", .alias_of = "on"}, {.name = "false", .alias_of = "off"}, {0}};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "value", .flags = RAL_PROPERTY, .words = states},
  {.name = "persistent", .words = ral_true_false_words, .fallback_value = RAL_WORD_INIT(false)},
  {0}};

const struct ral_type ral_type_selboolean = {
  .name = "selboolean", .attributes = attributes, .providers = providers, .undo = {RAL_UNDO_VALUES}};
