/* The table of termini, and the settings that choose among them. */
#include "base/map.h"
#include "indirector/internal.h"
#include "indirector/puppetdb/terminus.h"
#include "indirector/store/store.h"

static const struct terminus *const node_termini[] = {&terminus_exec,          &terminus_json,
                                                      &terminus_ldap,          &terminus_memory,
                                                      &terminus_msgpack,       &terminus_plain,
                                                      &terminus_puppetdb,      &terminus_rest,
                                                      &terminus_store_configs, &terminus_write_only_yaml,
                                                      &terminus_yaml,          NULL};
static const struct terminus *const facts_termini[] = {
  &terminus_facter,         &terminus_json, &terminus_memory,        &terminus_network_device, &terminus_puppetdb,
  &terminus_puppetdb_apply, &terminus_rest, &terminus_store_configs, &terminus_yaml,           NULL};
static const struct terminus *const catalog_termini[] = {
  &terminus_compiler, &terminus_json,          &terminus_msgpack, &terminus_puppetdb,
  &terminus_rest,     &terminus_store_configs, &terminus_yaml,    NULL};
static const struct terminus *const report_termini[] = {
  &terminus_report_json, &terminus_msgpack, &terminus_report_processor, &terminus_rest, &terminus_report_yaml, NULL};
static const struct terminus *const resource_termini[] = {&terminus_puppetdb, &terminus_ral, &terminus_store_configs,
                                                          NULL};
static const struct terminus *const file_termini[] = {&terminus_file, &terminus_file_server, &terminus_rest,
                                                      &terminus_selector, NULL};

/* The settings that choose; SETTING_COUNT: no such setting. */
static const struct {
  enum setting_id terminus, cache;
  const char *fallback;
  const struct terminus *const *termini;
} table[IND_COUNT] = {
  [IND_NODE] = {SETTING_node_terminus, SETTING_node_cache_terminus, NULL, node_termini},
  [IND_FACTS] = {SETTING_facts_terminus, SETTING_COUNT, NULL, facts_termini},
  [IND_CATALOG] = {SETTING_catalog_terminus, SETTING_catalog_cache_terminus, NULL, catalog_termini},
  [IND_REPORT] = {SETTING_COUNT, SETTING_COUNT, "processor", report_termini},
  [IND_RESOURCE] = {SETTING_COUNT, SETTING_COUNT, "ral", resource_termini},
  [IND_FILE_CONTENT] = {SETTING_COUNT, SETTING_COUNT, "selector", file_termini},
  [IND_FILE_METADATA] = {SETTING_COUNT, SETTING_COUNT, "selector", file_termini},
};

const struct terminus *indirection_terminus(enum indirection what, str name)
{
  for (const struct terminus *const *t = table[what].termini; *t != NULL; t++) {
    if (str_eqz(name, (*t)->name)) return *t;
  }
  return NULL;
}

/* --- choosing --- */

static bool choose(struct indirector *in, enum indirection what, str name, const struct terminus **out, str *error)
{
  *out = indirection_terminus(what, name);
  if (*out != NULL) return true;
  *error = arena_printf(in->arena, "Could not find terminus %.*s for indirection %s", STR_FMT(name),
                        indirection_name(what));
  return false;
}

static bool choose_by_setting(struct indirector *in, enum indirection what, enum setting_id id, const char *fallback,
                              const struct terminus **out, str *error)
{
  const str name = id != SETTING_COUNT ? settings_str(in->settings, id) : str_of(fallback != NULL ? fallback : "");
  *out = NULL;
  return name.n == 0 || choose(in, what, name, out, error);
}

/* With storeconfigs, copies catalogs and facts into the store, and searches resources there. */
static void choose_store(struct indirector *in)
{
  if (!settings_bool(in->settings, SETTING_storeconfigs)) return;
  if (!settings_is_set(in->settings, SETTING_catalog_cache_terminus)) {
    in->routes[IND_CATALOG].cache = &terminus_store_configs;
  }
  in->routes[IND_FACTS].cache = &terminus_store_configs;
  in->routes[IND_RESOURCE].terminus = &terminus_store_configs;
}

bool indirector_set_terminus(struct indirector *in, enum indirection what, str name, str *error)
{
  const struct terminus *found;
  if (choose(in, what, name, &found, error)) {
    in->routes[what].terminus = found;
    return true;
  }
  struct buf out = BUF_IN(in->arena);
  buf_printf(&out, "Could not set '%s' terminus to '%.*s' (%.*s); valid terminus types are ", indirection_name(what),
             STR_FMT(name), STR_FMT(*error));
  for (const struct terminus *const *t = table[what].termini; *t != NULL; t++) {
    buf_printf(&out, "%s%s", t == table[what].termini ? "" : ", ", (*t)->name);
  }
  *error = buf_view(&out);
  return false;
}

struct indirector *indirector_new(struct arena *a, struct settings *settings, const struct host *host,
                                  const struct ind_hooks *hooks, const char *application, str *error)
{
  struct indirector *in = ARENA_NEW(a, struct indirector);
  in->arena = a;
  in->settings = settings;
  in->host = host;
  if (hooks != NULL) in->hooks = *hooks;
  strmap_init(&in->warned, a);
  for (int i = 0; i < IND_COUNT; i++) {
    strmap_init(&in->memory[i], a);
    struct ind_route *route = &in->routes[i];
    if (!choose_by_setting(in, (enum indirection)i, table[i].terminus, table[i].fallback, &route->terminus, error) ||
        !choose_by_setting(in, (enum indirection)i, table[i].cache, NULL, &route->cache, error)) {
      return NULL;
    }
  }
  choose_store(in);
  return routes_read(in, application, error) ? in : NULL;
}

void indirector_free(struct indirector *in)
{
  if (in == NULL) return;
  store_close(in->store);
  in->store = NULL;
  puppetdb_free(in->puppetdb);
  in->puppetdb = NULL;
}

bool terminus_keeps_exported(const struct terminus *t)
{
  return t == &terminus_store_configs || t == &terminus_puppetdb;
}
