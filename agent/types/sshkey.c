/* The resource type `sshkey`: host keys in known_hosts. */
#include "agent/ral/munge.h"

extern const struct ral_provider ral_provider_known_hosts;
static const struct ral_provider *const providers[] = {&ral_provider_known_hosts, NULL};

static bool validate_alias(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  const str text = ral_text(v);
  if (!ral_need_text(r->ral, v)) return false;
  if (ral_has_space(text)) return ral_fail(r->ral, "Aliases cannot include whitespace");
  if (str_index(text, ',', 0) == SIZE_MAX) return true;
  return ral_fail(r->ral, "Aliases must be provided as an array, not a comma-separated list");
}

static bool validate_name(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  const str text = ral_text(v);
  if (!ral_need_text(r->ral, v)) return false;
  if (ral_has_space(text)) return ral_fail(r->ral, "Resourcename cannot include whitespaces");
  if (str_index(text, ',', 0) == SIZE_MAX) return true;
  return ral_fail(r->ral, "No comma in resourcename allowed. If you want to specify aliases use the host_aliases "
                          "property");
}

static value should_aliases(const struct ral_resource *r, const struct ral_attribute *a)
{
  return r->settings[a - r->type->attributes].value;
}

static bool insync_aliases(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  *in = value_same(is, should_aliases(r, a));
  return true;
}

/* The title contains the type, since a host has a key of each type. */
static str title(struct ral_resource *r)
{
  const str name = ral_value_text(r, "name"), kind = ral_value_text(r, "type");
  return arena_printf(r->ral->arena, "%.*s@%.*s", STR_FMT(name), STR_FMT(kind));
}

static const struct ral_word kinds[] = {{.name = "ssh-dss"},
                                        {.name = "ssh-ed25519"},
                                        {.name = "ssh-rsa"},
                                        {.name = "ecdsa-sha2-nistp256"},
                                        {.name = "ecdsa-sha2-nistp384"},
                                        {.name = "ecdsa-sha2-nistp521"},
                                        {.name = "sk-ecdsa-sha2-nistp256@openssh.com"},
                                        {.name = "sk-ssh-ed25519@openssh.com"},
                                        {.name = "dsa", .alias_of = "ssh-dss"},
                                        {.name = "ed25519", .alias_of = "ssh-ed25519"},
                                        {.name = "rsa", .alias_of = "ssh-rsa"},
                                        {.name = "ecdsa-sk", .alias_of = "sk-ecdsa-sha2-nistp256@openssh.com"},
                                        {.name = "ed25519-sk", .alias_of = "sk-ssh-ed25519@openssh.com"},
                                        {0}};

static const struct ral_attribute attributes[] = {
  {.name = "type", .flags = RAL_NAMEVAR, .words = kinds},
  {.name = "name", .flags = RAL_NAMEVAR, .validate = validate_name},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = ral_ensure_words, .fallback = ral_fallback_present},
  {.name = "key", .flags = RAL_PROPERTY},
  {.name = "host_aliases",
   .flags = RAL_PROPERTY | RAL_ALL,
   .validate = validate_alias,
   .should = should_aliases,
   .insync = insync_aliases},
  {.name = "target", .flags = RAL_PROPERTY, .fallback_value = RAL_TEXT_INIT("/etc/ssh/ssh_known_hosts")},
  {0}};

const struct ral_type ral_type_sshkey = {.name = "sshkey",
                                         .attributes = attributes,
                                         .providers = providers,
                                         .title = title,
                                         .undo = {RAL_UNDO_FILES, "target"}};
