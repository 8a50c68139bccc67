/* The resource type `ssh_authorized_key`: keys that may log in as a user. */
#include "agent/providers/accounts/accounts.h"
#include "agent/ral/munge.h"
#include "compiler/values/ruby_format.h"

extern const struct ral_provider ral_provider_authorized_keys;
static const struct ral_provider *const providers[] = {&ral_provider_authorized_keys, NULL};

static bool validate_key(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  const str key = ral_text(v);
  if (!ral_need_text(r->ral, v)) return false;
  return !ral_has_space(key) || ral_fail(r->ral, "Key must not contain whitespace: %.*s", STR_FMT(key));
}

/* The default is the user's own file. */
static value should_target(const struct ral_resource *r, const struct ral_attribute *a)
{
  const struct array *given = r->settings[a - r->type->attributes].value.array;
  if (given->n > 0 && !ral_is(given->items[0], "absent")) return given->items[0];
  const value user = ral_value(r, "user");
  const struct account_user *u = user.kind != V_UNDEF ? account_user(r->ral, ral_to_s(r->ral->arena, user)) : NULL;
  if (u != NULL) return value_str(arena_printf(r->ral->arena, "%.*s/.ssh/authorized_keys", STR_FMT(u->home)));
  if (user.kind != V_UNDEF) ral_log_run(r->ral, LOG_LEVEL_DEBUG, "The required user is not yet present on the system");
  return VALUE_UNDEF;
}

static bool insync_target(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  *in = value_same(is, should_target(r, a));
  return true;
}

/* A word, or word="value". */
static bool validate_option(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  if (ral_is(v, "absent")) return true;
  const str s = ral_to_s(r->ral->arena, v);
  size_t at = 0;
  while (at < s.n && (ascii_is_word((unsigned char)s.p[at]) || s.p[at] == '-')) at++;
  const bool word = at > 0 && v.kind == V_STRING;
  if (word && at == s.n) return true;
  if (word && at + 2 < s.n && s.p[at] == '=' && s.p[at + 1] == '"' && s.p[s.n - 1] == '"') return true;
  return ral_fail(r->ral,
                  "Option %.*s is not valid. A single option must either be of the form 'option' or "
                  "'option=\"value\"'. Multiple options must be provided as an array",
                  STR_FMT(s));
}

static bool validate(struct ral_resource *r)
{
  const struct array *target = ral_setting(r, "target")->value.array;
  if (target->n > 0 && !ral_is(target->items[0], "absent")) return true;
  return ral_setting(r, "user")->set || ral_fail(r->ral, "Attribute 'user' or 'target' is mandatory");
}

static const struct ral_word kinds[] = {{.name = "ssh-dss"},
                                        {.name = "ssh-rsa"},
                                        {.name = "ecdsa-sha2-nistp256"},
                                        {.name = "ecdsa-sha2-nistp384"},
                                        {.name = "ecdsa-sha2-nistp521"},
                                        {.name = "ssh-ed25519"},
                                        {.name = "sk-ecdsa-sha2-nistp256@openssh.com"},
                                        {.name = "sk-ssh-ed25519@openssh.com"},
                                        {.name = "ssh-rsa-cert-v01@openssh.com"},
                                        {.name = "ssh-ed25519-cert-v01@openssh.com"},
                                        {.name = "ssh-dss-cert-v01@openssh.com"},
                                        {.name = "ecdsa-sha2-nistp256-cert-v01@openssh.com"},
                                        {.name = "ecdsa-sha2-nistp384-cert-v01@openssh.com"},
                                        {.name = "ecdsa-sha2-nistp521-cert-v01@openssh.com"},
                                        {.name = "dsa", .alias_of = "ssh-dss"},
                                        {.name = "ed25519", .alias_of = "ssh-ed25519"},
                                        {.name = "rsa", .alias_of = "ssh-rsa"},
                                        {.name = "ecdsa-sk", .alias_of = "sk-ecdsa-sha2-nistp256@openssh.com"},
                                        {.name = "ed25519-sk", .alias_of = "sk-ssh-ed25519@openssh.com"},
                                        {0}};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = ral_ensure_words, .fallback = ral_fallback_present},
  {.name = "type", .flags = RAL_PROPERTY, .words = kinds},
  {.name = "key", .flags = RAL_PROPERTY, .validate = validate_key},
  {.name = "user", .flags = RAL_PROPERTY},
  {.name = "target",
   .flags = RAL_PROPERTY,
   .fallback_value = RAL_WORD_INIT(absent),
   .should = should_target,
   .insync = insync_target},
  {.name = "options",
   .flags = RAL_PROPERTY | RAL_ALL,
   .validate = validate_option,
   .fallback_value = RAL_WORD_INIT(absent)},
  {.name = "drop_privileges", .flags = RAL_BOOLEAN, .words = ral_boolean_words, .fallback_value = RAL_WORD_INIT(true)},
  {0}};

const struct ral_type ral_type_ssh_authorized_key = {.name = "ssh_authorized_key",
                                                     .attributes = attributes,
                                                     .providers = providers,
                                                     .validate = validate,
                                                     .undo = {RAL_UNDO_VALUES}};
