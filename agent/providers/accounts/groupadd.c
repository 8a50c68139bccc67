/* Manages groups with groupadd, groupmod and groupdel. */
#include "agent/providers/accounts/accounts.h"
#include "agent/ral/munge.h"
#include "agent/system/command.h"

static const char *const commands[] = {"groupadd", "groupdel", "groupmod", NULL};

static bool get(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  if (!ral_need_text_as_name(r)) return false;
  const struct account_group *g = account_group(r->ral, ral_value_text(r, "name"));
  *is = RAL_WORD(absent);
  if (g == NULL) return true;
  if (strcmp(a->name, "ensure") == 0) *is = RAL_WORD(present);
  else if (strcmp(a->name, "gid") == 0) *is = value_int(g->gid);
  return true;
}

static const char *number(struct ral *ral, value v) { return arena_strz(ral->arena, ral_to_s(ral->arena, v)); }

static bool create(struct ral_resource *r, const char *name)
{
  struct ral *ral = r->ral;
  const char *argv[8];
  size_t n = 0;
  const value gid = ral_value(r, "gid");
  if (account_group(ral, str_of(name)) != NULL) {
    ral_log(r, LOG_LEVEL_INFO, "already exists");
    return true;
  }
  argv[n++] = "groupadd";
  if (gid.kind != V_UNDEF && !ral_is(gid, "absent")) {
    argv[n++] = "-g";
    argv[n++] = number(ral, gid);
  }
  if (ral_flag(r, "allowdupe")) argv[n++] = "-o";
  if (ral_flag(r, "system")) argv[n++] = "-r";
  argv[n++] = name;
  argv[n] = NULL;
  if (command_must(ral, argv, NULL)) return true;
  const str why = ral->error;
  return ral_fail(ral, "Could not create group %s: %.*s", name, STR_FMT(why));
}

static bool destroy(struct ral_resource *r, const char *name)
{
  struct ral *ral = r->ral;
  if (account_group(ral, str_of(name)) == NULL) {
    ral_log(r, LOG_LEVEL_INFO, "already absent");
    return true;
  }
  if (command_must(ral, (const char *const[]){"groupdel", name, NULL}, NULL)) return true;
  const str why = ral->error;
  return ral_fail(ral, "Could not delete group %s: %.*s", name, STR_FMT(why));
}

static bool set(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  struct ral *ral = r->ral;
  const char *name = arena_strz(ral->arena, ral_value_text(r, "name"));
  if (strcmp(a->name, "ensure") == 0) return ral_is(should, "absent") ? destroy(r, name) : create(r, name);
  if (ral_is(should, "absent")) return ral_fail(ral, "GID cannot be deleted");
  if (should.kind != V_INT) {
    return ral_fail(ral, "Invalid value %.*s: GID must be an integer", STR_FMT(ral_to_s(ral->arena, should)));
  }
  const char *argv[6] = {"groupmod", "-g", number(ral, should)};
  size_t n = 3;
  if (ral_flag(r, "allowdupe")) argv[n++] = "-o";
  argv[n++] = name;
  argv[n] = NULL;
  if (command_must(ral, argv, NULL)) return true;
  const str why = ral->error;
  return ral_fail(ral, "Could not set gid on group[%s]: %.*s", name, STR_FMT(why));
}

const struct ral_provider ral_provider_groupadd = {.name = "groupadd",
                                                   .features = "system_groups",
                                                   .commands = commands,
                                                   .instances = account_group_names,
                                                   .get = get,
                                                   .set = set};
