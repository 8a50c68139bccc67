/* The resource type `mount`: mounted file systems, and their entries in fstab. */
#include "agent/providers/parsed/mount.h"
#include "agent/ral/munge.h"

extern const struct ral_provider ral_provider_mount_parsed;
static const struct ral_provider *const providers[] = {&ral_provider_mount_parsed, NULL};

/* For blockdevice, fstype, options. */
static bool validate_word(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  const str text = ral_to_s(r->ral->arena, v);
  if (ral_has_space(text)) return ral_fail(r->ral, "%s must not contain whitespace: %.*s", a->name, STR_FMT(text));
  if (strcmp(a->name, "blockdevice") == 0) return true;
  if (v.kind != V_STRING && v.kind != V_HASH) return ral_no_method_to_validate(r->ral, a->name, v, "empty?", NULL);
  if (text.n > 0) return true;
  return ral_fail(r->ral, "%s must not be an empty string", a->name);
}

static bool munge_name(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  if (v->kind != V_STRING) return ral_no_method(r, a, *v, "gsub", NULL);
  str text = ral_text(*v);
  while (text.n > 1 && text.p[text.n - 1] == '/') text.n--;
  *v = value_str(text);
  return true;
}

static bool munge_atboot(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  const str text = ral_to_s(r->ral->arena, *v);
  const bool yes = str_caseeq(text, STR("true")) || str_caseeq(text, STR("yes"));
  if (!yes && !str_caseeq(text, STR("false")) && !str_caseeq(text, STR("no"))) {
    return ral_munging_failed(r, a, *v, "expected a boolean value");
  }
  *v = ral_symbol(r->ral->arena, yes ? STR("yes") : STR("no"));
  return true;
}

static value zero_when_managed(struct ral_resource *r) { return ral_is_managed(r) ? value_int(0) : VALUE_UNDEF; }

/* --- ensure --- */

static bool insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  const value should = ral_should(r, a);
  *in = ral_equal(is, should);
  if (ral_is(should, "defined") && (ral_is(is, "mounted") || ral_is(is, "unmounted"))) *in = true;
  return true;
}

static bool change(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out)
{
  const value should = ral_should(r, a);
  if (ral_is(is, "absent")) buf_z(out, "defined 'ensure' as ");
  else if (ral_is(should, "absent")) buf_z(out, "undefined 'ensure' from ");
  else buf_z(out, "ensure changed ");
  if (!ral_is(is, "absent")) ral_show_value(out, is);
  if (!ral_is(is, "absent") && !ral_is(should, "absent")) buf_z(out, " to ");
  if (!ral_is(should, "absent")) ral_show_value(out, should);
  return true;
}

static bool flush(struct ral_resource *r) { return r->provider->flush(r); }

/* Sets the other properties together with `ensure`, because after a change of `ensure` they are not compared
 * separately. */
static bool sync_others(struct ral_resource *r)
{
  uint32_t changed = 0;
  for (const struct ral_attribute *a = r->type->attributes; a->name != NULL; a++) {
    value is;
    bool in = true;
    if (!(a->flags & RAL_PROPERTY) || strcmp(a->name, "ensure") == 0 || ral_should(r, a).kind == V_UNDEF) continue;
    if (!r->provider->get(r, a, &is) || !ral_insync(r, a, is, &in)) return false;
    if (in) continue;
    if (!ral_sync(r, a)) return false;
    changed++;
  }
  return changed == 0 || flush(r);
}

static bool set_unmounted(struct ral_resource *r, value is)
{
  if (ral_is(is, "ghost")) {
    mount_create(r);
    return flush(r) && mount_unmount(r);
  }
  if (ral_is(is, "absent")) {
    mount_create(r);
    return true;
  }
  if (ral_is(is, "mounted")) return mount_unmount(r) && sync_others(r);
  return ral_fail(r->ral, "Unexpected change from %.*s to unmounted", STR_FMT(ral_text(is)));
}

static bool sync_ensure(struct ral_resource *r, const struct ral_attribute *a)
{
  const value should = ral_should(r, a);
  value is;
  if (!r->provider->get(r, a, &is)) return false;
  if (ral_is(should, "unmounted")) return set_unmounted(r, is);
  const bool mounted = ral_is(is, "mounted") || ral_is(is, "ghost");
  if (ral_is(should, "absent")) {
    if (mounted && !mount_unmount(r)) return false;
    if (!ral_is(is, "ghost")) mount_destroy(r);
    return true;
  }
  if (ral_is(should, "defined") || ral_is(is, "absent") || ral_is(is, "ghost")) mount_create(r);
  if (ral_is(should, "defined")) return true;
  if (!sync_others(r)) return false;
  if (!mounted) mount_needed(r);
  return true;
}

static bool refresh(struct ral_resource *r)
{
  if (str_eqz(ral_value_text(r, "fstype"), "swap") || !mount_is_mounted(r)) return true;
  return mount_remount(r);
}

static const struct ral_word states[] = {{.name = "defined"},
                                         {.name = "present", .alias_of = "defined"},
                                         {.name = "unmounted"},
                                         {.name = "absent", .event = "mount_deleted"},
                                         {.name = "mounted", .event = "mount_mounted"},
                                         {0}};
static const char *const dumps[] = {"(0|1)", NULL};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR, .munge = munge_name},
  {.name = "provider"},
  {.name = "ensure", .flags = RAL_PROPERTY, .words = states, .insync = insync, .sync = sync_ensure, .change = change},
  {.name = "device", .flags = RAL_PROPERTY},
  {.name = "blockdevice", .flags = RAL_PROPERTY, .validate = validate_word},
  {.name = "fstype", .flags = RAL_PROPERTY, .validate = validate_word},
  {.name = "options", .flags = RAL_PROPERTY, .validate = validate_word},
  {.name = "pass", .flags = RAL_PROPERTY, .fallback = zero_when_managed},
  {.name = "atboot", .flags = RAL_PROPERTY, .validate = ral_validate_any, .munge = munge_atboot},
  {.name = "dump", .flags = RAL_PROPERTY, .patterns = dumps, .fallback = zero_when_managed},
  {.name = "target", .flags = RAL_PROPERTY, .fallback_value = RAL_TEXT_INIT("/etc/fstab")},
  {.name = "remounts", .words = ral_true_false_words, .fallback_value = RAL_WORD_INIT(true)},
  {0}};

const struct ral_type ral_type_mount = {.name = "mount",
                                        .flags = RAL_SELF_REFRESH,
                                        .attributes = attributes,
                                        .providers = providers,
                                        .refresh = refresh,
                                        .undo = {RAL_UNDO_VALUES}};
