/* Providers in Ruby that modules have for types in C: functions like those of any provider, which call the object in
 * Ruby. `kinds` lists the types that support this: those whose providers have few functions. */
#include "agent/providers/package/package.h"
#include "agent/providers/service/service.h"
#include "agent/ruby/internal.h"

struct ruby_provider {
  struct ral_provider provider; /* first member */
  const char *type;
};

static const struct ruby_provider *ruby_provider(const struct ral_provider *p)
{
  return (const struct ruby_provider *)p;
}

/* Calls provider.METHOD(*args) for a resource. */
static bool call(struct ral_resource *r, const char *method, const value *args, uint32_t n, value *out)
{
  const value all[] = {value_str(str_of(r->provider->name)), value_str(str_of(method)),
                       value_array(n > 0 ? array_of(r->ral->arena, args, n).array : array_new(r->ral->arena, 0))};
  return ruby_ask(r, "provider_call", all, 3, out);
}

static bool tell(struct ral_resource *r, const char *method) { return call(r, method, NULL, 0, NULL); }

/* --- packages --- */

static value member(value hash, const char *name)
{
  for (uint32_t i = 0; hash.kind == V_HASH && i < hash.hash->n; i++) {
    if (str_eqz(ral_text(hash.hash->entries[i].key), name)) return hash.hash->entries[i].value;
  }
  return VALUE_UNDEF;
}

static bool package_query(struct ral_resource *r, struct package *p)
{
  value properties;
  if (!call(r, "properties", NULL, 0, &properties)) return false;
  const value ensure = member(properties, "ensure"), mark = member(properties, "mark");
  if (ensure.kind != V_UNDEF) p->ensure = ensure;
  p->mark = mark;
  return true;
}

static bool package_install(struct ral_resource *r) { return tell(r, "install"); }
static bool package_update(struct ral_resource *r) { return tell(r, "update"); }
static bool package_uninstall(struct ral_resource *r) { return tell(r, "uninstall"); }
static bool package_purge(struct ral_resource *r) { return tell(r, "purge"); }
static bool package_hold(struct ral_resource *r, bool hold) { return tell(r, hold ? "hold" : "unhold"); }
static bool package_latest(struct ral_resource *r, value *version) { return call(r, "latest", NULL, 0, version); }

static bool package_fits(struct ral_resource *r, value is)
{
  value in;
  return ruby_ask(r, "provider_insync", (const value[]){value_str(str_of(r->provider->name)), is}, 2, &in) &&
         value_truthy(in);
}

static bool package_flush(struct ral_resource *r)
{
  package_of(r)->known = false;
  return ruby_ask(r, "provider_flush", (const value[]){value_str(str_of(r->provider->name))}, 1, NULL);
}

static bool package_reinstall(struct ral_resource *r) { return tell(r, "reinstall"); }

static const struct package_provider packages = {.query = package_query,
                                                 .install = package_install,
                                                 .update = package_update,
                                                 .uninstall = package_uninstall,
                                                 .purge = package_purge,
                                                 .hold = package_hold,
                                                 .latest = package_latest,
                                                 .fits = package_fits};

/* --- services --- */

static bool service_status(struct ral_resource *r, bool *running)
{
  value is;
  if (!call(r, "status", NULL, 0, &is)) return false;
  *running = ral_is(is, "running") || str_eqz(ral_text(is), "running");
  return true;
}

static bool service_start(struct ral_resource *r) { return tell(r, "start"); }
static bool service_stop(struct ral_resource *r) { return tell(r, "stop"); }
static bool service_restart(struct ral_resource *r) { return tell(r, "restart"); }
static bool service_enable(struct ral_resource *r) { return tell(r, "enable"); }
static bool service_disable(struct ral_resource *r) { return tell(r, "disable"); }
static bool service_mask(struct ral_resource *r) { return tell(r, "mask"); }
static bool service_manual(struct ral_resource *r) { return tell(r, "manual_start"); }
static bool service_delayed(struct ral_resource *r) { return tell(r, "delayed_start"); }

static bool service_enabled(struct ral_resource *r, value *is)
{
  if (!call(r, "enabled?", NULL, 0, is)) return false;
  if (is->kind == V_BOOL) *is = is->boolean ? RAL_WORD(true) : RAL_WORD(false);
  return true;
}

static const struct service_provider services = {.status = service_status,
                                                 .start = service_start,
                                                 .stop = service_stop,
                                                 .restart = service_restart,
                                                 .enabled = service_enabled,
                                                 .enable = service_enable,
                                                 .disable = service_disable,
                                                 .mask = service_mask,
                                                 .manual_start = service_manual,
                                                 .delayed_start = service_delayed};

/* --- users and groups --- */

static bool is_ensure(const struct ral_attribute *a) { return strcmp(a->name, "ensure") == 0; }

static bool get(struct ral_resource *r, const struct ral_attribute *a, value *is)
{
  value exists;
  if (!is_ensure(a)) return call(r, a->name, NULL, 0, is);
  if (!call(r, "exists?", NULL, 0, &exists)) return false;
  *is = value_truthy(exists) ? RAL_WORD(present) : RAL_WORD(absent);
  return true;
}

static bool set(struct ral_resource *r, const struct ral_attribute *a, value should)
{
  if (is_ensure(a)) return tell(r, ral_is(should, "absent") ? "delete" : "create");
  return call(r, arena_printf(r->ral->arena, "%s=", a->name).p, &should, 1, NULL);
}

static bool flush(struct ral_resource *r)
{
  return ruby_ask(r, "provider_flush", (const value[]){value_str(str_of(r->provider->name))}, 1, NULL);
}

/* --- making providers --- */

static const struct kind {
  const char *type;
  struct ral_provider functions;
} kinds[] = {
  {"package", {.flush = package_flush, .refresh = package_reinstall, .family = &packages}},
  {"service", {.flush = flush, .family = &services}},
  {"user", {.get = get, .set = set, .flush = flush}},
  {"group", {.get = get, .set = set, .flush = flush}},
};

static bool suitable(struct ral *ral, const struct ral_provider *p)
{
  const value args[] = {value_str(str_of(ruby_provider(p)->type)), value_str(str_of(p->name))};
  value works;
  if (ruby_do(ral, "provider_suitable", args, 2, &works)) return value_truthy(works);
  ral_log_run(ral, LOG_LEVEL_ERR, "%.*s", STR_FMT(ral->error));
  return false;
}

static bool prefetch(struct ral *ral, struct ral_resource **resources, uint32_t n)
{
  struct array *numbers = array_new(ral->arena, n);
  for (uint32_t i = 0; i < n; i++) numbers->items[i] = value_int(ruby_number(resources[i]));
  const value args[] = {value_str(str_of(resources[0]->type->name)), value_str(str_of(resources[0]->provider->name)),
                        value_array(numbers)};
  return ruby_do(ral, "provider_prefetch", args, 3, NULL);
}

static const char *joined(struct arena *a, value names)
{
  struct buf out = BUF_IN(a);
  for (uint32_t i = 0; names.kind == V_ARRAY && i < names.array->n; i++) {
    if (i > 0) buf_char(&out, ' ');
    buf_str(&out, ral_text(names.array->items[i]));
  }
  return arena_strz(a, buf_view(&out));
}

/* Reads [features, whether it can prefetch, its specificity as the default of this host (0: not a default)]. */
static const struct ral_provider *make(struct ral *ral, const struct kind *kind, str name, value described)
{
  struct ruby_provider *p = ARENA_NEW(ral->arena, struct ruby_provider);
  const value *facts = described.array->items;
  p->type = kind->type;
  p->provider = kind->functions;
  p->provider.name = arena_strz(ral->arena, name);
  p->provider.suitable = suitable;
  p->provider.features = joined(ral->arena, facts[0]);
  p->provider.prefetch = value_truthy(facts[1]) ? prefetch : NULL;
  p->provider.specificity = facts[2].kind == V_INT ? (int)facts[2].integer : 0;
  return &p->provider;
}

static const struct kind *kind_of(const struct ral_type *t)
{
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (strcmp(kinds[i].type, t->name) == 0) return &kinds[i];
  }
  return NULL;
}

static const struct ral_provider *find(struct ral *ral, const struct kind *kind, str name, str file)
{
  const str key = arena_printf(ral->arena, "%s/%.*s", kind->type, STR_FMT(name));
  const struct ral_provider *known = strmap_get(&ral->ruby->providers, key);
  if (known != NULL) return known;
  const str what = arena_printf(ral->arena, "provider '%.*s' of %s", STR_FMT(name), kind->type);
  const value args[] = {value_str(str_of(kind->type)), value_str(name)};
  value described;
  if (!ruby_is_there(ral, what, file)) return NULL;
  if (!ruby_do(ral, "provider", args, 2, &described) || described.kind != V_ARRAY || described.array->n != 3)
    return NULL;
  known = make(ral, kind, name, described);
  strmap_put(&ral->ruby->providers, key, (void *)(uintptr_t)known);
  return known;
}

const struct ral_provider *ral_ruby_provider(struct ral *ral, const struct ral_type *t, str name)
{
  if (ral->ruby == NULL || memchr(name.p, '/', name.n) != NULL) return NULL;
  const str file = ruby_find_file(ral, arena_printf(ral->arena, "puppet/provider/%s/%.*s.rb", t->name, STR_FMT(name)));
  if (file.n == 0) return NULL;
  const struct kind *kind = kind_of(t);
  if (kind != NULL) return find(ral, kind, name, file);
  ral_fail(ral, "not supported: provider '%.*s' of %s, which is written in Ruby", STR_FMT(name), t->name);
  return NULL;
}

/* --- the default of this host --- */

/* The providers of a type that declare themselves a default, each once. Whether a provider works may change during a
 * run. */
static const struct ptrvec *defaults_of(struct ral *ral, const struct kind *kind)
{
  struct ral_ruby *ruby = ral->ruby;
  bool made;
  ruby_begin(ruby);
  void **slot = strmap_slot(&ruby->defaults, str_of(kind->type), &made);
  if (!made) return *slot;
  struct ptrvec *found = ARENA_NEW(ral->arena, struct ptrvec);
  *slot = found;
  struct ptrvec files = {0};
  ruby_list_files(ral, arena_printf(ral->arena, "puppet/provider/%s", kind->type), STR("defaultfor"), &files);
  for (uint32_t i = 0; i < files.n; i++) {
    const struct module_file *f = files.items[i];
    const struct ral_provider *p = find(ral, kind, f->name, f->path);
    if (p == NULL)
      ral_log_run(ral, LOG_LEVEL_WARNING, "Could not load provider %.*s: %.*s", STR_FMT(f->path), STR_FMT(ral->error));
    else if (p->specificity > 0) ptrvec_push(found, ral->arena, (void *)(uintptr_t)p);
  }
  return found;
}

const struct ral_provider *ral_ruby_default_provider(struct ral *ral, const struct ral_type *t, int least)
{
  const struct kind *kind = kind_of(t);
  const struct ral_provider *best = NULL;
  if (ral->ruby == NULL || kind == NULL) return NULL;
  const struct ptrvec *all = defaults_of(ral, kind);
  for (uint32_t i = 0; i < all->n; i++) {
    const struct ral_provider *p = all->items[i];
    if (p->specificity <= least || !ral_provider_suitable(ral, p)) continue;
    best = p;
    least = p->specificity;
  }
  return best;
}
