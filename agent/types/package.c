/* The resource type `package`. The providers are in agent/providers/package. */
#include <stdlib.h>
#include <sys/stat.h>

#include "agent/providers/package/package.h"
#include "agent/ral/munge.h"
#include "compiler/values/ruby_text.h"

static const struct ral_provider *const providers[] = {&package_apt,  &package_dpkg, &package_gem, &package_pip,
                                                       &package_pip2, &package_pip3, &package_rpm, &package_yum,
                                                       &package_dnf,  &package_tdnf, NULL};

/* --- options --- */

/* Puts a value with blanks in quotes. Fails as Puppet does for values that are not strings: it calls include?(' ') on
 * each. */
static bool quote(struct ral_resource *r, const struct ral_attribute *a, value all, value *v)
{
  struct arena *arena = r->ral->arena;
  struct buf out = BUF_IN(arena);
  if (v->kind == V_ARRAY || v->kind == V_HASH) return true;
  if (v->kind != V_STRING)
    return ral_munging_failed(r, a, all, "undefined method `include?' for %.*s:%s", STR_FMT(ral_inspect(arena, *v)),
                              ruby_class(*v));
  const str text = value_text(*v);
  if (str_index(text, ' ', 0) == SIZE_MAX) return true;
  buf_char(&out, '"');
  for (size_t i = 0; i < text.n; i++) {
    if (text.p[i] == '"') buf_char(&out, '\\');
    buf_char(&out, text.p[i]);
  }
  buf_char(&out, '"');
  *v = value_str(buf_view(&out));
  return true;
}

static bool quote_pairs(struct ral_resource *r, const struct ral_attribute *a, value all, value *v)
{
  struct hash *h = hash_new(r->ral->arena, v->hash->n);
  for (uint32_t i = 0; i < v->hash->n; i++) {
    value key = v->hash->entries[i].key, text = v->hash->entries[i].value;
    if (!quote(r, a, all, &key) || !quote(r, a, all, &text)) return false;
    hash_put(h, r->ral->arena, key, text);
  }
  *v = value_hash(h);
  return true;
}

static bool munge_options(struct ral_resource *r, const struct ral_attribute *a, value *v)
{
  struct valuevec out = {0};
  for (uint32_t i = 0; i < (v->kind == V_ARRAY ? v->array->n : 1); i++) {
    value item = v->kind == V_ARRAY ? v->array->items[i] : *v;
    if (item.kind != V_STRING && item.kind != V_HASH)
      return ral_fail(r->ral, "Expected either a string or hash of options");
    if (!(item.kind == V_HASH ? quote_pairs : quote)(r, a, *v, &item)) return false;
    valuevec_push(&out, r->ral->arena, item);
  }
  *v = valuevec_array(&out, r->ral->arena);
  return true;
}

/* --- ensure --- */

static bool read_ensure(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  (void)a;
  if (!package_read(r)) return false;
  *is = package_of(r)->ensure;
  return true;
}

static bool is_gone(value is) { return ral_is(is, "absent") || ral_is(is, "purged"); }

static bool is_version(value is, value version)
{
  if (is.kind == V_ARRAY && value_among(is.array->items, is.array->n, version)) return true;
  return value_same(is, version);
}

static bool is_latest(struct ral_resource *r, value is, bool *in)
{
  struct package *p = package_of(r);
  *in = false;
  if (is_gone(is)) return true;
  if (p->latest.kind == V_UNDEF && !package_provider(r)->latest(r, &p->latest)) {
    const str why = r->ral->error;
    return ral_fail(r->ral, "Could not get latest version: %.*s", STR_FMT(why));
  }
  *in = is_version(is, p->latest) || ral_is(is, "present");
  if (!*in) {
    struct buf is_text = BUF_IN(r->ral->arena), latest = BUF_IN(r->ral->arena);
    ruby_inspect(&is_text, is);
    ruby_inspect(&latest, p->latest);
    ral_log_attribute(
      r, &r->type->attributes[ral_index(r->type, "ensure")], LOG_LEVEL_DEBUG,
      arena_printf(r->ral->arena, "%s %s is installed, latest is %s", package_name(r), is_text.p, latest.p));
  }
  return true;
}

/* The first wanted value that is a version decides, whether it matches or not. */
static bool insync(struct ral_resource *r, const struct ral_attribute *a, value is, bool *in)
{
  const struct array *should = r->settings[a - r->type->attributes].value.array;
  *in = false;
  for (uint32_t i = 0; i < should->n && !*in; i++) {
    const value want = should->items[i];
    if (ral_is(want, "present")) {
      *in = !is_gone(is) && !ral_is(is, "disabled");
    } else if (ral_is(want, "latest")) {
      if (!is_latest(r, is, in)) return false;
    } else if (ral_is(want, "absent")) {
      *in = is_gone(is);
    } else if (is_version(is, want)) {
      *in = true;
    } else if (!ral_is(want, "purged") && package_provider(r)->fits != NULL) {
      *in = package_provider(r)->fits(r, is);
      return true;
    }
  }
  return true;
}

static bool sync_ensure(struct ral_resource *r, const struct ral_attribute *a)
{
  const struct package_provider *p = package_provider(r);
  const value should = ral_should(r, a);
  bool ok;
  if (ral_is(should, "present")) ok = p->install(r);
  else if (ral_is(should, "absent")) ok = p->uninstall(r);
  else if (ral_is(should, "purged")) ok = p->purge(r);
  else {
    if (ral_is(should, "latest") ? p->update(r) : p->install(r)) return true;
    const str why = r->ral->error;
    return ral_fail(r->ral, "Could not update: %.*s", STR_FMT(why));
  }
  return ok || ral_fail_setting(r, a->name, ral_text(should));
}

static void show_ensure(struct ral_resource *r, value v, struct buf *out)
{
  const struct package *p = package_of(r);
  ral_show_value(out, ral_is(v, "latest") && p->latest.kind != V_UNDEF ? p->latest : v);
}

static bool change_ensure(struct ral_resource *r, const struct ral_attribute *a, value is, struct buf *out)
{
  const value should = ral_should(r, a);
  if (ral_is(should, "purged")) buf_z(out, "purged");
  else if (is_gone(is) && !ral_is(should, "absent")) buf_z(out, "created");
  else return false;
  return true;
}

/* --- mark --- */

static bool read_mark(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  (void)a;
  if (!package_read(r)) return false;
  *is = package_of(r)->mark;
  return true;
}

static bool sync_mark(struct ral_resource *r, const struct ral_attribute *a)
{
  return package_provider(r)->hold(r, ral_is(ral_should(r, a), "hold"));
}

/* --- the type --- */

static bool present(const struct ral_resource *r, const value *current)
{
  return !is_gone(current[ral_index(r->type, "ensure")]);
}

static bool validate_name(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a;
  return v.kind == V_STRING || ral_fail(r->ral, "Name must be a String not %s", ruby_class(v));
}

static bool wants_disabled(const struct ral_resource *r) { return ral_is(ral_value(r, "ensure"), "disabled"); }

static bool validate_flavor(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  (void)a, (void)v;
  return !wants_disabled(r) || ral_fail(r->ral, "Cannot have both `ensure => disabled` and `flavor`");
}

static bool validate_enable_only(struct ral_resource *r, const struct ral_attribute *a, value v)
{
  const str text = ral_to_s(r->ral->arena, v);
  (void)a;
  if (str_eqz(text, "true") && ral_setting(r, "flavor")->set) {
    return ral_fail(r->ral, "Cannot have both `enable_only => true` and `flavor`");
  }
  return !wants_disabled(r) || ral_fail(r->ral, "Cannot have both `ensure => disabled` and `enable_only => true`");
}

/* apt and maintainers' scripts must not ask questions: like Puppet, sets this for all programs of a run with
 * packages. */
static void ask_nothing(void)
{
  setenv("DEBIAN_FRONTEND", "noninteractive", 1);
  setenv("APT_LISTBUGS_FRONTEND", "none", 1);
  setenv("APT_LISTCHANGES_FRONTEND", "none", 1);
}

static bool validate(struct ral_resource *r)
{
  const value ensure = ral_value(r, "ensure");
  ask_nothing();
  if (!ral_setting(r, "mark")->set || !is_gone(ensure)) return true;
  return ral_fail(r->ral, "You cannot use \"mark\" property while \"ensure\" is one of [\"absent\", \"purged\"]");
}

/* Puppet looks at these when it looks for the files that the package requires. */
static bool related(struct ral_resource *r)
{
  static const char *const files[] = {"responsefile", "adminfile"};
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    const value v = ral_value(r, files[i]);
    if (v.kind == V_STRING && v.length == 0)
      return ral_fail(r->ral, "No set of title patterns matched the title \"\".");
  }
  const value source = ral_value(r, "source");
  if (source.kind != V_UNDEF) (void)ral_is_absolute(r, source); /* warns of a value that is no text */
  return true;
}

static bool refresh(struct ral_resource *r)
{
  const value ensure = ral_value(r, "ensure");
  const bool wanted = ral_flag(r, "reinstall_on_refresh") && !is_gone(ensure);
  if (!wanted || !ral_provider_has(r->provider, "reinstallable") || r->provider->refresh == NULL) return true;
  return r->provider->refresh(r);
}

static value virtual_by_provider(struct ral_resource *r)
{
  const struct package_provider *p = r->provider != NULL ? r->provider->family : NULL;
  return value_bool(p == NULL || p->allow_virtual == NULL || p->allow_virtual());
}

static const struct ral_word states[] = {{"present", NULL, NULL, "package_installed"},
                                         {"absent", NULL, NULL, "package_removed"},
                                         {"purged", NULL, "purgeable", "package_purged"},
                                         {"disabled", NULL, "disableable"},
                                         {"installed", "present"},
                                         {"latest", NULL, "upgradeable"},
                                         {NULL}};
static const char *const anything[] = {".", NULL};
static const struct ral_word marks[] = {{"hold"}, {"none"}, {NULL}};
static const struct ral_word keeping[] = {{"keep"}, {"replace"}, {NULL}};
static const struct ral_word true_or_false[] = {{"true"}, {"false"}, {NULL}};
static const struct ral_word yes_or_no[] = {{"true"}, {"false"}, {"yes"}, {"no"}, {NULL}};

static const struct ral_attribute attributes[] = {
  {.name = "name", .flags = RAL_NAMEVAR, .validate = validate_name},
  {.name = "provider"},
  {.name = "command", .features = "targetable", .fallback_value = RAL_WORD_INIT(default)},
  {.name = "ensure",
   .flags = RAL_PROPERTY,
   .words = states,
   .patterns = anything,
   .pattern_features = "versionable",
   .fallback_value = RAL_TEXT_INIT("installed"),
   .retrieve = read_ensure,
   .insync = insync,
   .sync = sync_ensure,
   .show = show_ensure,
   .change = change_ensure},
  {.name = "package_settings", .flags = RAL_PROPERTY, .features = "package_settings"},
  {.name = "flavor", .flags = RAL_PROPERTY, .features = "supports_flavors", .validate = validate_flavor},
  {.name = "mark",
   .flags = RAL_PROPERTY,
   .features = "holdable",
   .words = marks,
   .retrieve = read_mark,
   .sync = sync_mark},
  {.name = "source"},
  {.name = "instance"},
  {.name = "status"},
  {.name = "adminfile"},
  {.name = "responsefile"},
  {.name = "configfiles", .words = keeping, .fallback_value = RAL_TEXT_INIT("keep")},
  {.name = "category"},
  {.name = "platform"},
  {.name = "root"},
  {.name = "vendor"},
  {.name = "description"},
  {.name = "allowcdrom", .words = true_or_false},
  {.name = "enable_only",
   .validate = validate_enable_only,
   .munge = ral_munge_boolean,
   .fallback_value = RAL_TEXT_INIT("false")},
  {.name = "install_only",
   .flags = RAL_BOOLEAN,
   .words = yes_or_no,
   .features = "install_only",
   .fallback_value = RAL_TEXT_INIT("false")},
  {.name = "install_options", .features = "install_options", .validate = ral_validate_any, .munge = munge_options},
  {.name = "uninstall_options", .features = "uninstall_options", .validate = ral_validate_any, .munge = munge_options},
  {.name = "allow_virtual",
   .flags = RAL_BOOLEAN,
   .words = yes_or_no,
   .features = "virtual_packages",
   .fallback = virtual_by_provider},
  {.name = "reinstall_on_refresh", .words = true_or_false, .fallback_value = RAL_TEXT_INIT("false")},
  {0}};

const struct ral_type ral_type_package = {
  .name = "package",
  .attributes = attributes,
  .providers = providers,
  .validate = validate,
  .related = related,
  .present = present,
  .refresh = refresh,
  .undo = {RAL_UNDO_VALUES, .lost = "packages that were installed or removed with it"}};
