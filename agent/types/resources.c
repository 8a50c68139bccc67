/* The resource type `resources`: purges resources that exist on the host but not in the catalog. */
#include <stdlib.h>

#include "agent/providers/accounts/accounts.h"
#include "agent/ral/munge.h"
#include "base/file.h"
#include "compiler/restypes/restype.h"
#include "compiler/values/ruby_text.h"

/* The case of a type's name is ignored, as in Puppet. */
static const struct ral_type *type_named(struct ral *ral, str name)
{
  ral->error = STR_EMPTY;
  return ral_type_get(ral, text_downcase(ral->arena, name));
}

static const struct ral_type *purged_type(const struct ral_resource *r)
{
  return type_named(r->ral, ral_value_text(r, "name"));
}

static bool validate_name(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  const str name = ral_to_s(r->ral->arena, v);
  if (type_named(r->ral, name) != NULL || restype_find(sym_intern(text_downcase(r->ral->arena, name))) != NULL)
    return true;
  return ral_fail(r->ral, "Could not find resource type '%.*s'", STR_FMT(name));
}

static bool validate_purge(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  const str name = ral_value_text(r, "name");
  const struct ral_type *t = purged_type(r);
  value yes = v;
  if (!ral_munge_boolean(r, a, &yes)) return false;
  if (!yes.boolean) return true;
  if (t == NULL) return ral_fail(r->ral, "not supported: resource type '%.*s'", STR_FMT(name));
  return ral_index(t, "ensure") >= 0 || ral_fail(r->ral, "Purging is only supported on types that accept 'ensure'");
}

/* --- users that are not purged --- */

/* The highest id of a system user: UID_MIN of login.defs, minus 1. */
static int64_t system_limit(struct ral *ral)
{
  struct buf text = BUF_IN(ral->arena);
  if (file_read("/etc/login.defs", 1 << 20, &text) != 0) return 499;
  const str all = buf_view(&text);
  for (str rest = all; rest.n > 0;) {
    const str line = str_trim(str_cut(&rest, '\n'));
    if (!str_starts(line, STR("UID_MIN")) || line.n < 9 || !ascii_is_space((unsigned char)line.p[7])) continue;
    const str number = str_trim(str_from(line, 8));
    if (number.n > 0 && ascii_is_digit((unsigned char)number.p[0])) {
      return strtoll(arena_strz(ral->arena, number), NULL, 10) - 1;
    }
  }
  return 499;
}

static bool munge_system(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)a;
  const str text = ral_to_s(r->ral->arena, *v);
  if (str_is_digits(text) && text.n < 18) *v = value_int(strtoll(arena_strz(r->ral->arena, text), NULL, 10));
  else if (str_eqz(text, "true")) *v = value_int(system_limit(r->ral));
  else *v = value_bool(false);
  return true;
}

static value default_system(struct ral_resource *r)
{
  return str_eqz(ral_value_text(r, "name"), "user") ? value_int(system_limit(r->ral)) : VALUE_UNDEF;
}

static bool push_uids(struct ral_resource *r, const struct ral_attribute *a, value whole, value v, struct valuevec *out)
{
  struct arena *arena = r->ral->arena;
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    if (!push_uids(r, a, whole, v.array->items[i], out)) return false;
  }
  if (v.kind == V_ARRAY) return true;
  const str text = ral_to_s(arena, v);
  if (v.kind != V_INT && v.kind != V_STRING) {
    return ral_munging_failed(r, a, whole, "Invalid value %.*s.", STR_FMT(ral_inspect(arena, v)));
  }
  if (v.kind == V_STRING && !(str_is_digits(text) && text.n < 18)) {
    return ral_munging_failed(r, a, whole, "invalid value for Integer(): \"%.*s\"", STR_FMT(text));
  }
  valuevec_push(out, arena, v.kind == V_INT ? v : value_int(strtoll(arena_strz(arena, text), NULL, 10)));
  return true;
}

static bool munge_uids(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  struct valuevec out = {0};
  if (!push_uids(r, a, *v, *v, &out)) return false;
  *v = valuevec_array(&out, r->ral->arena);
  return true;
}

static bool user_stays(const struct ral_resource *r, str name)
{
  static const char *const system[] = {"root", "nobody", "bin", "noaccess", "daemon", "sys", NULL};
  const value limit = ral_value(r, "unless_system_user"), uids = ral_value(r, "unless_uid");
  const struct account_user *u = account_user(r->ral, name);
  if (limit.kind != V_INT) return false;
  for (int i = 0; system[i] != NULL; i++) {
    if (str_eqz(name, system[i])) return true;
  }
  for (uint32_t i = 0; u != NULL && uids.kind == V_ARRAY && i < uids.array->n; i++) {
    if (uids.array->items[i].integer == u->uid) return true;
  }
  return u == NULL || u->uid <= limit.integer;
}

/* --- purging --- */

/* Puppet reads the uid, so reports contain it. */
static void audit_uid(struct ral_resource *made)
{
  struct valuevec audit = {0};
  valuevec_push(&audit, made->ral->arena, value_str(STR("uid")));
  made->audit = valuevec_array(&audit, made->ral->arena);
}

static bool can_be_absent(struct ral_resource *r, struct ral_resource *made)
{
  if (ral_set(made, "ensure", RAL_WORD(absent))) return true;
  ral_log(r, LOG_LEVEL_ERR, "The 'ensure' attribute on %.*s resources does not accept 'absent' as a value",
          STR_FMT(ral_value_text(r, "name")));
  return false;
}

static bool add(struct ral_resource *r, const struct ral_type *t, const struct ral_provider *p, str title,
                struct ral_list *out)
{
  struct ral *ral = r->ral;
  const bool users = strcmp(t->name, "user") == 0;
  if (ral_find(ral, t->name, title) != NULL || (users && user_stays(r, title))) return true;
  struct ral_resource *made = ral_resource_new(ral, t, title);
  made->provider = p;
  made->purging = true;
  if (!ral_set_title(made) || !ral_finish(made)) return false;
  if (!can_be_absent(r, made)) return true;
  const bool watched = users && ral_value(r, "unless_system_user").kind == V_INT;
  ral_copy_metaparameters(made, r);
  if (watched) audit_uid(made);
  if (t->listed != NULL && !t->listed(made)) return false;
  ral_list_add(out, made);
  return true;
}

/* Lists the resources of a type that makes them itself (types in Ruby). */
static bool generate_from(struct ral_resource *r, const struct ral_type *t, struct ral_list *out)
{
  struct ral_list all = {.arena = r->ral->arena};
  if (!t->instances(r->ral, t, &all)) return false;
  for (uint32_t i = 0; i < all.n; i++) {
    struct ral_resource *made = all.items[i];
    if (ral_find(r->ral, t->name, made->title) != NULL) continue;
    if (!can_be_absent(r, made)) continue;
    made->purging = true;
    ral_copy_metaparameters(made, r);
    ral_list_add(out, made);
  }
  return true;
}

static bool generate(struct ral_resource *r, struct ral_list *out)
{
  const struct ral_type *t = purged_type(r);
  if (!ral_flag(r, "purge") || t == NULL) return true;
  if (t->instances != NULL) return generate_from(r, t, out);
  const struct ral_provider **p = ral_listing_providers(r->ral, t);
  if (p == NULL) return false;
  struct strmap seen; /* the first provider that lists a name is the one that removes it */
  strmap_init(&seen, r->ral->arena);
  for (; *p != NULL; p++) {
    struct valuevec names = {0};
    if (!(*p)->instances(r->ral, &names)) return false;
    for (uint32_t i = 0; i < names.n; i++) {
      const str name = value_text(names.items[i]);
      bool first;
      strmap_slot(&seen, name, &first);
      if (first && !add(r, t, *p, name, out)) return false;
    }
  }
  return true;
}

static const struct ral_word limits[] = {{.name = "true"}, {.name = "false"}, {0}};
static const char *const numbers[] = {"^\\d+$", NULL};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR, .validate = validate_name},
  {.name = "purge", .validate = validate_purge, .munge = ral_munge_boolean, .fallback_value = RAL_WORD_INIT(false)},
  {.name = "unless_system_user",
   .words = limits,
   .patterns = numbers,
   .munge = munge_system,
   .fallback = default_system},
  {.name = "unless_uid", .validate = ral_validate_any, .munge = munge_uids},
  {0}};

const struct ral_type ral_type_resources = {.name = "resources", .attributes = attributes, .generate = generate};
