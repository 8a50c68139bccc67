/* The resource type `user`. */
#include <stdlib.h>
#include <unistd.h>

#include "agent/providers/accounts/accounts.h"
#include "agent/providers/parsed/keyline.h"
#include "agent/ral/munge.h"
#include "base/file.h"
#include "compiler/values/ruby_text.h"

extern const struct ral_provider ral_provider_useradd;
static const struct ral_provider *const providers[] = {&ral_provider_useradd, NULL};

/* --- gid --- */

static bool insync_gid(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  const struct array *should = r->settings[a - r->type->attributes].value.array;
  *in = false;
  for (uint32_t i = 0; i < should->n && !*in; i++) {
    const int64_t gid = account_gid(r->ral, should->items[i]);
    *in = is.kind == V_INT && gid >= 0 && gid == is.integer;
  }
  return true;
}

static bool sync_gid(struct ral_resource *r, const struct ral_attribute *a)
{
  const struct array *should = r->settings[a - r->type->attributes].value.array;
  for (uint32_t i = 0; i < should->n; i++) {
    const int64_t gid = account_gid(r->ral, should->items[i]);
    if (gid >= 0) return r->provider->set(r, a, value_int(gid));
  }
  return ral_fail(r->ral, "Could not find group(s) %.*s", STR_FMT(ral_join(r->ral->arena, should, ",")));
}

/* --- passwords and dates --- */

static bool validate_password(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  if (v.kind != V_STRING || str_index(value_text(v), ':', 0) == SIZE_MAX) return true;
  return ral_fail(r->ral, "Passwords cannot include ':'");
}

/* Puppet's own check, which replaces the check of allowed words, fails for other values. */
static bool validate_managehome(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  const str text = ral_to_s(r->ral->arena, v);
  for (const struct ral_word *w = a->words; w->name != NULL; w++) {
    if (str_eqz(text, w->name)) return true;
  }
  return ral_munging_failed(r, a, v, "expected a boolean value");
}

static bool is_integer(str s)
{
  size_t i = s.n > 0 && s.p[0] == '-';
  if (i == s.n) return false;
  i = str_digits(s, i);
  return i == s.n;
}

static bool validate_age(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  static const struct {
    const char *name, *shown;
  } texts[] = {{"password_min_age", "Password minimum age"},
               {"password_max_age", "Password maximum age"},
               {"password_warn_days", "Password warning days"}};
  const char *shown = "";
  if (is_integer(ral_to_s(r->ral->arena, v))) return true;
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (strcmp(texts[i].name, a->name) == 0) shown = texts[i].shown;
  }
  return ral_fail(r->ral, "%s must be provided as a number.", shown);
}

static bool validate_expiry(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  if (v.kind != V_STRING) {
    const bool number = v.kind == V_INT || v.kind == V_FLOAT;
    return ral_no_method_to_validate(r->ral, a->name, v, "intern", number ? "integer?" : NULL);
  }
  const str text = ral_text(v);
  bool good = text.n == 10;
  for (size_t i = 0; good && i < text.n; i++) {
    good = i == 4 || i == 7 ? text.p[i] == '-' : ascii_is_digit((unsigned char)text.p[i]);
  }
  if (good || str_eqz(text, "absent")) return true;
  return ral_fail(r->ral, "Expiry dates must be YYYY-MM-DD or the string \"absent\"");
}

/* --- groups: Puppet's list property --- */

static int by_text(const void *a, const void *b)
{
  return str_cmp(value_text(*(const value *)a), value_text(*(const value *)b));
}

static void push_once(struct valuevec *v, struct arena *a, value item)
{
  if (!value_among(v->items, v->n, item)) valuevec_push(v, a, item);
}

/* Sorted and joined with commas. With membership `minimum`, the groups that the user already has are added. */
static value should_groups(const struct ral_resource *r, const struct ral_attribute *a)
{
  struct arena *arena = r->ral->arena;
  const struct array *given = r->settings[a - r->type->attributes].value.array;
  const struct account_user *u = account_user(r->ral, ral_value_text(r, "name"));
  const bool inclusive = ral_is(ral_value(r, "membership"), "inclusive");
  const struct array *current = u != NULL && !inclusive ? account_groups_of(r->ral, u) : &array_empty;
  struct valuevec all = {0};
  for (uint32_t i = 0; i < given->n; i++) {
    if (u == NULL || inclusive) valuevec_push(&all, arena, given->items[i]);
    else push_once(&all, arena, given->items[i]);
  }
  for (uint32_t i = 0; i < current->n; i++) push_once(&all, arena, current->items[i]);
  if (all.n > 1) qsort(all.items, all.n, sizeof *all.items, by_text);
  return value_str(ral_join(arena, valuevec_array(&all, arena).array, ","));
}

static str sorted_join(struct arena *a, value list)
{
  if (list.kind != V_ARRAY) return STR_EMPTY;
  const value copy = array_of(a, list.array->items, list.array->n);
  if (copy.array->n > 1) qsort((void *)copy.array->items, copy.array->n, sizeof *copy.array->items, by_text);
  return ral_join(a, copy.array, ",");
}

static bool insync_groups(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  *in = str_eq(sorted_join(r->ral->arena, is), ral_text(should_groups(r, a)));
  return true;
}

/* Prints the present list with commas, and the wanted one in quotes. */
static void show_groups(struct ral_resource *r, value v, struct buf *out)
{
  if (v.kind == V_ARRAY) buf_str(out, ral_join(r->ral->arena, v.array, ","));
  else ral_show_value(out, v);
}

static bool change_groups(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out)
{
  const str should = ral_text(ral_should(r, a));
  if (ral_is(is, "absent")) buf_z(out, "defined 'groups' as ");
  else {
    buf_z(out, "groups changed ");
    show_groups(r, is, out);
    buf_z(out, " to ");
  }
  struct valuevec list = {0};
  for (size_t at = 0; at < should.n;) {
    size_t comma = str_index(should, ',', at);
    if (comma == SIZE_MAX) comma = should.n;
    valuevec_push(&list, r->ral->arena, value_str(str_sub(should, at, comma - at)));
    at = comma + 1;
  }
  ral_show_value(out, valuevec_array(&list, r->ral->arena));
  return true;
}

static bool validate_group(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  if (v.kind != V_STRING && v.kind != V_HASH) return ral_no_method_to_validate(r->ral, a->name, v, "include?", NULL);
  const str text = ral_text(v);
  if (v.kind == V_HASH && v.hash->n > 0) return true;
  if (text.n == 0) {
    return ral_fail(r->ral, "Group names must not be empty. If you want to specify \"no groups\" pass an empty array");
  }
  if (is_integer(text) && text.p[0] != '-') {
    return ral_fail(r->ral, "Group names must be provided, not GID numbers.");
  }
  if (str_index(text, ',', 0) == SIZE_MAX) return true;
  return ral_fail(r->ral, "Group names must be provided as an array, not a comma-separated list.");
}

/* --- purge_ssh_keys --- */

static bool is_home_path(str path)
{
  return str_starts(path, STR("/")) || str_starts(path, STR("~/")) || str_starts(path, STR("%h/"));
}

static bool validate_purge(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  struct buf shown = BUF_IN(r->ral->arena);
  const str text = ral_to_s(r->ral->arena, v);
  if (str_eqz(text, "true") || str_eqz(text, "false")) return true;
  for (uint32_t i = 0; i < (v.kind == V_ARRAY ? v.array->n : 1) && (v.kind == V_ARRAY || v.kind == V_STRING); i++) {
    const value entry = v.kind == V_ARRAY ? v.array->items[i] : v;
    if (entry.kind != V_STRING) {
      return ral_fail(r->ral, "Each entry for purge_ssh_keys must be a string, not a %s", ruby_class(entry));
    }
    if (!is_home_path(value_text(entry))) {
      return ral_fail(r->ral, "Paths to keyfiles must be absolute, not %.*s", STR_FMT(value_text(entry)));
    }
  }
  if (v.kind == V_ARRAY || v.kind == V_STRING) return true;
  ruby_inspect(&shown, v);
  return ral_fail(r->ral, "purge_ssh_keys must be true, false, or an array of file names, not %s", shown.p);
}

static str home_of(struct ral_resource *r)
{
  const value home = ral_value(r, "home");
  if (home.kind != V_UNDEF) return ral_to_s(r->ral->arena, home);
  const struct account_user *u = account_user(r->ral, ral_value_text(r, "name"));
  if (u != NULL) return u->home;
  ral_log_run(r->ral, LOG_LEVEL_DEBUG, "User '%.*s' does not exist", STR_FMT(ral_value_text(r, "name")));
  return STR_EMPTY;
}

/* Makes an array of the paths of the files. */
static bool munge_purge(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  (void)a;
  struct arena *arena = r->ral->arena;
  const str text = v->kind == V_ARRAY ? STR_EMPTY : ral_to_s(arena, *v);
  struct valuevec files = {0};
  if (str_eqz(text, "true")) {
    const str home = home_of(r);
    if (home.n > 0) {
      valuevec_push(&files, arena, value_str(arena_printf(arena, "%.*s/.ssh/authorized_keys", STR_FMT(home))));
    }
  }
  const bool named = v->kind == V_ARRAY || (v->kind == V_STRING && is_home_path(text));
  for (uint32_t i = 0; named && i < (v->kind == V_ARRAY ? v->array->n : 1); i++) {
    str path = value_text(v->kind == V_ARRAY ? v->array->items[i] : *v);
    if (path.p[0] != '/') {
      const str home = home_of(r);
      if (home.n == 0) continue;
      path = arena_printf(arena, "%.*s%.*s", STR_FMT(home), STR_FMT(str_from(path, path.p[0] == '~' ? 1 : 2)));
    }
    valuevec_push(&files, arena, value_str(path));
  }
  *v = valuevec_array(&files, arena);
  return true;
}

static bool add_key(struct ral_resource *r, str name, str file, struct ral_list *out)
{
  struct ral *ral = r->ral;
  const struct ral_type *keys = ral_type_in_c(r->ral, STR("ssh_authorized_key"));
  ral_log_run(ral, LOG_LEVEL_DEBUG, "%.*s parsed for purging Ssh_authorized_key[%.*s]", STR_FMT(r->ref), STR_FMT(name));
  if (ral_find(ral, "ssh_authorized_key", name) != NULL) return true;
  struct ral_resource *key = ral_resource_new(ral, keys, name);
  if (!ral_set(key, "name", value_str(name)) || !ral_set(key, "ensure", RAL_WORD(absent)) ||
      !ral_set(key, "user", value_str(ral_value_text(r, "name"))) || !ral_set(key, "target", value_str(file)) ||
      !ral_finish(key))
    return false;
  ral_copy_metaparameters(key, r);
  ral_list_add(out, key);
  return true;
}

static bool purge_file(struct ral_resource *r, str file, struct ral_list *out)
{
  struct ral *ral = r->ral;
  struct buf text = BUF_IN(ral->arena);
  const char *path = arena_strz(ral->arena, file);
  int unnamed = 0;
  if (access(path, R_OK) != 0 || file_read(path, 64 << 20, &text) != 0) return true;
  const str all = buf_view(&text);
  for (str rest = all; rest.n > 0;) {
    struct keyline key;
    const bool is_key = keyline_parse(str_cut(&rest, '\n'), &key);
    if (!is_key) continue;
    if (key.name.n == 0) key.name = arena_printf(ral->arena, "%.*s:unnamed-%d", STR_FMT(file), ++unnamed);
    if (!add_key(r, key.name, file, out)) return false;
  }
  return true;
}

static bool generate(struct ral_resource *r, struct ral_list *out)
{
  const value files = ral_value(r, "purge_ssh_keys");
  for (uint32_t i = 0; files.kind == V_ARRAY && i < files.array->n; i++) {
    if (!purge_file(r, value_text(files.array->items[i]), out)) return false;
  }
  return true;
}

/* --- the type --- */

static bool validate(struct ral_resource *r)
{
  const value *forced = r->item != NULL ? hash_get_str(r->item->params, STR("forcelocal")) : NULL;
  if (!account_has_libuser() || forced == NULL || !str_eqz(ral_to_s(r->ral->arena, *forced), "true")) return true;
  return ral_fail(r->ral, "not supported: attribute forcelocal of user, with libuser");
}

static value minimum(struct ral_resource *r) { return ral_symbol(r->ral->arena, STR("minimum")); }
static const struct ral_word states[] = {{.name = "present", .event = "user_created"},
                                         {.name = "absent", .event = "user_removed"},
                                         {.name = "role", .features = "manages_solaris_rbac", .event = "role_created"},
                                         {0}};
static const struct ral_word memberships[] = {{.name = "inclusive"}, {.name = "minimum"}, {0}};
static const struct ral_word no_date[] = {{.name = "absent"}, {0}};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = states, .fallback = ral_fallback_present},
  {.name = "home", .flags = RAL_PROPERTY},
  {.name = "uid", .flags = RAL_PROPERTY, .munge = ral_munge_id},
  {.name = "gid", .flags = RAL_PROPERTY, .munge = ral_munge_id, .insync = insync_gid, .sync = sync_gid},
  {.name = "comment", .flags = RAL_PROPERTY},
  {.name = "shell", .flags = RAL_PROPERTY, .features = "manages_shell"},
  {.name = "password",
   .flags = RAL_PROPERTY | RAL_SECRET,
   .validate = validate_password,
   .features = "manages_passwords"},
  {.name = "password_min_age",
   .flags = RAL_PROPERTY,
   .validate = validate_age,
   .munge = ral_munge_id,
   .features = "manages_password_age"},
  {.name = "password_max_age",
   .flags = RAL_PROPERTY,
   .validate = validate_age,
   .munge = ral_munge_id,
   .features = "manages_password_age"},
  {.name = "password_warn_days",
   .flags = RAL_PROPERTY,
   .validate = validate_age,
   .munge = ral_munge_id,
   .features = "manages_password_age"},
  {.name = "groups",
   .flags = RAL_PROPERTY,
   .validate = validate_group,
   .should = should_groups,
   .insync = insync_groups,
   .unrecorded = "undefined method `join' for nil:NilClass",
   .show = show_groups,
   .change = change_groups},
  {.name = "expiry",
   .flags = RAL_PROPERTY,
   .words = no_date,
   .validate = validate_expiry,
   .features = "manages_expiry"},
  {.name = "roles", .flags = RAL_PROPERTY, .features = "manages_roles"},
  {.name = "auths", .flags = RAL_PROPERTY, .features = "manages_solaris_rbac"},
  {.name = "profiles", .flags = RAL_PROPERTY, .features = "manages_solaris_rbac"},
  {.name = "keys", .flags = RAL_PROPERTY, .features = "manages_solaris_rbac"},
  {.name = "project", .flags = RAL_PROPERTY, .features = "manages_solaris_rbac"},
  {.name = "attributes", .flags = RAL_PROPERTY, .features = "manages_aix_lam"},
  {.name = "salt", .flags = RAL_PROPERTY, .features = "manages_password_salt"},
  {.name = "iterations", .flags = RAL_PROPERTY, .features = "manages_password_salt"},
  {.name = "loginclass", .flags = RAL_PROPERTY, .features = "manages_loginclass"},
  {.name = "membership", .words = memberships, .fallback = minimum},
  {.name = "system", .flags = RAL_BOOLEAN, .words = ral_boolean_words, .fallback_value = RAL_WORD_INIT(false)},
  {.name = "allowdupe", .flags = RAL_BOOLEAN, .words = ral_boolean_words, .fallback_value = RAL_WORD_INIT(false)},
  {.name = "managehome",
   .flags = RAL_BOOLEAN,
   .validate = validate_managehome,
   .words = ral_boolean_words,
   .fallback_value = RAL_WORD_INIT(false)},
  {.name = "role_membership", .words = memberships, .fallback = minimum},
  {.name = "auth_membership", .words = memberships, .fallback = minimum},
  {.name = "profile_membership", .words = memberships, .fallback = minimum},
  {.name = "key_membership", .words = memberships, .fallback = minimum},
  {.name = "ia_load_module", .features = "manages_aix_lam"},
  {.name = "attribute_membership", .words = memberships, .fallback = minimum},
  {.name = "forcelocal",
   .flags = RAL_BOOLEAN,
   .words = ral_boolean_words,
   .features = "manages_local_users_and_groups"},
  {.name = "purge_ssh_keys", .validate = validate_purge, .munge = munge_purge, .fallback_value = RAL_WORD_INIT(false)},
  {0}};

const struct ral_type ral_type_user = {.name = "user",
                                       .attributes = attributes,
                                       .providers = providers,
                                       .validate = validate,
                                       .generate = generate,
                                       .undo = {RAL_UNDO_VALUES, .lost = "the home directory"}};
