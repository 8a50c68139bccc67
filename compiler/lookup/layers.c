/* The layers: global, environment, module. The first two have at most one provider, and so has each module; a provider
 * is found at its first use in a compilation. The configurations that a layer accepts, and older settings that name a
 * provider, are those of Puppet, with its warnings. */
#include "compiler/lookup/internal.h"

static struct provider *provider_new(struct lookup_call *call, enum layer layer, str config_path, str module)
{
  struct provider *p = ARENA_NEW(call->c->arena, struct provider);
  *p = (struct provider){.layer = layer, .config_path = config_path, .module_name = module};
  return p;
}

/* Returns "directory/name". Every module of a catalog needs two of these, so it avoids the printf family. */
static str file_in(struct lookup_call *call, str directory, str name)
{
  struct buf out = BUF_IN(call->c->arena);
  buf_str(&out, directory);
  buf_char(&out, '/');
  buf_str(&out, name);
  return buf_view(&out);
}

static str config_in(struct lookup_call *call, str directory) { return file_in(call, directory, STR("hiera.yaml")); }

static bool is_there(struct lookup_call *call, str path)
{
  return environment_file(call->c->environment, path)->stat.kind != HOST_NOTHING;
}

/* --- global --- */

static struct provider *global_provider(struct lookup_call *call)
{
  struct lookup *state = call->state;
  const str path = call->c->environment->options.hiera_config;
  if (state->global == NULL && path.n > 0) state->global = provider_new(call, LAYER_GLOBAL, path, (str){NULL, 0});
  return state->global;
}

/* Rules of hiera_hash() and hiera_array(): the former requires a hash, and neither accepts a key with dots. */
static void check_hiera_function(struct lookup_call *call, const struct lookup_key *key, const struct merge *m, value v)
{
  if (!call->asked.hiera_function) return;
  if (m->kind == MERGE_HASH || m->kind >= MERGE_DEEP) lookup_assert_type(call, "value", type_simple(T_HASH), v);
  if (key->n > 0 && (m->kind == MERGE_HASH || m->kind == MERGE_UNIQUE)) {
    lookup_fail(call, FAILED_IN_LOOKUP,
                "Resolution type :%s is illegal when accessing values using dotted keys. Offending key was '%.*s'",
                m->kind == MERGE_HASH ? "hash" : "array", STR_FMT(key->text));
  }
}

/* A configuration of version 3: other variables are visible (as_hiera), and it sets how hiera_hash() merges. */
static bool lookup_version_3(struct lookup_call *call, struct provider *p, const struct lookup_key *key,
                             const struct merge *merge, value *out)
{
  struct lookup_call own = *call;
  struct merge m = *merge;
  own.variables.as_hiera = true;
  /* Without a configuration of version 5 in the environment, nested lookups remain in the global layer. */
  own.asked.global_only = call->asked.global_only || !lookup_has_environment(call);
  call->state->current = &own;
  if (call->asked.hiera_function && m.kind == MERGE_HASH && p->config->merge.kind != MERGE_DEFAULT)
    m = p->config->merge;
  const bool found = provider_lookup(&own, p, key, &m, out);
  if (found) check_hiera_function(&own, key, &m, *out);
  call->state->current = call;
  return found;
}

struct global_step {
  struct lookup_call *call;
  struct provider *provider;
  const struct lookup_key *key;
  const struct merge *merge;
  value *out;
  bool found;
};

static void search_global(struct context *context, void *arg)
{
  (void)context;
  struct global_step *s = arg;
  struct provider *p = s->provider;
  struct name_link link;
  lookup_enter(s->call, &link, s->key->text, false);
  const struct hiera_config *config = provider_config(s->call, p);
  if (config->version == 4) lookup_fail_issue(s->call, config, 0, ISSUE_HIERA_UNSUPPORTED_VERSION_IN_GLOBAL);
  s->found = config->version == 3 ? lookup_version_3(s->call, p, s->key, s->merge, s->out)
                                  : provider_lookup(s->call, p, s->key, s->merge, s->out);
  lookup_leave(s->call);
}

/* Whether the global layer has no data, the usual case. A key that is already being looked up still reaches
 * lookup_enter, since the global layer is the first to report a recursion. */
static bool is_void(const struct lookup_call *call, const struct provider *p, str key)
{
  for (const struct name_link *l = call->names; l != NULL; l = l->outer) {
    if (!l->variable && str_eq(l->name, key)) return false;
  }
  return call->explain == NULL && p->resolved && p->entries.n == 0 && p->dependencies.n == 0 && p->config->version == 5;
}

bool lookup_global(struct lookup_call *call, const struct lookup_key *key, const struct merge *merge, value *out)
{
  struct context *context = &call->c->context;
  struct provider *p = global_provider(call);
  if (p == NULL || is_void(call, p, key->text)) return false;
  struct global_step s = {call, p, key, merge, out, false};
  const struct lookup_mark mark = lookup_mark(call);
  if (context_protect(context, search_global, &s)) return s.found;
  lookup_restore(&mark);
  const struct failure *f = &context->failure;
  /* Puppet wraps errors of the global layer in another error, except errors about the configuration, which have a
   * code. */
  const bool has_code = f->origin == FAILED_IN_LOOKUP && f->issue != ISSUE_NONE;
  if (has_code || !failure_is_catchable(f, RESCUE_PUPPET_ERROR)) fail_again(context);
  lookup_fail(call, FAILED_IN_PUPPET, "Lookup of key '%.*s' failed: %.*s", STR_FMT(call->top_key),
              STR_FMT(context_message(context)));
}

/* --- environment --- */

/* Whether a configuration may be used in a layer other than the global one. */
static bool accept_version(struct lookup_call *call, struct provider *p)
{
  const bool module = p->layer == LAYER_MODULE;
  if (provider_config(call, p)->version > 3) return true;
  if (call->c->settings->strict == SEVERITY_ERROR) {
    const str where = module ? STR("a module") : STR("an environment");
    lookup_fail_issue(call, p->config, 0, ISSUE_HIERA_VERSION_3_NOT_GLOBAL, STR_FMT(where));
  }
  str message = arena_printf(call->c->arena, "hiera.yaml version 3 found at %s was ignored",
                             module ? "module root" : "the environment root");
  lookup_warn_once(call, LOOKUP_OTHER, p->config->path, message, p->config->path);
  return false;
}

/* Returns the provider for the hiera.yaml of a directory; NULL if the file is missing or the layer does not accept it.
 */
static struct provider *provider_by_file(struct lookup_call *call, enum layer layer, str directory, str module)
{
  if (directory.n == 0 || !is_there(call, config_in(call, directory))) return NULL;
  struct provider *p = provider_new(call, layer, config_in(call, directory), module);
  return accept_version(call, p) ? p : NULL;
}

/* Returns the provider that an older environment or module sets (metadata.json, environment.conf). `p`: that of its
 * hiera.yaml, or NULL; `function`: the function that returns the data. */
static struct provider *provider_by_setting(struct lookup_call *call, enum layer layer, str directory, str module,
                                            str setting, str function, struct provider *p)
{
  if (str_eqz(setting, "none")) return NULL;
  const bool by_function = str_eqz(setting, "function");
  if (!by_function && !str_eqz(setting, "hiera")) {
    lookup_fail(call, FAILED_IN_PUPPET, "Environment '%.*s', cannot find %s_data_provider '%.*s'",
                STR_FMT(call->c->environment->options.name), layer == LAYER_MODULE ? "module" : "environment",
                STR_FMT(setting));
  }
  if (p == NULL || by_function) p = provider_new(call, layer, config_in(call, directory), module);
  if (by_function) p->config = hiera_config_of_function(call, directory, function);
  return p;
}

/* environment.conf of older environments sets the data provider. */
static struct provider *environment_by_setting(struct lookup_call *call, str directory, struct provider *p)
{
  struct arena *a = call->c->arena;
  const str setting = call->c->environment->options.data_provider;
  const str conf = arena_printf(a, "%.*s/environment.conf", STR_FMT(directory));
  const bool current = p != NULL && p->config->version >= 5;
  if (setting.n == 0 || directory.n == 0) return p;
  if (call->c->settings->strict != SEVERITY_IGNORE) {
    str text = arena_printf(a, "Defining environment_data_provider='%.*s' in environment.conf is deprecated%s",
                            STR_FMT(setting),
                            current     ? ""
                            : p == NULL ? ". A 'hiera.yaml' file should be used instead"
                                        : ".");
    lookup_warn_once(call, LOOKUP_DEPRECATED, STR("environment.conf#data_provider"), text, conf);
    if (current && !str_eqz(setting, "hiera")) {
      text = arena_printf(a, "The environment_data_provider='%.*s' setting is ignored since '%.*s' version >= 5",
                          STR_FMT(setting), STR_FMT(p->config->path));
      lookup_warn_once(call, LOOKUP_DEPRECATED, STR("environment.conf#data_provider_overridden"), text, conf);
    }
  }
  return current ? p
                 : provider_by_setting(call, LAYER_ENVIRONMENT, directory, (str){NULL, 0}, setting,
                                       STR("environment::data"), p);
}

static struct provider *lookup_environment_provider(struct lookup_call *call)
{
  struct lookup *state = call->state;
  if (state->environment_known) return state->environment;
  const str directory = call->c->environment->options.path;
  struct provider *p = provider_by_file(call, LAYER_ENVIRONMENT, directory, (str){NULL, 0});
  p = environment_by_setting(call, directory, p);
  state->environment_known = true;
  state->environment = p;
  return p;
}

bool lookup_has_environment(struct lookup_call *call)
{
  struct provider *p = lookup_environment_provider(call);
  return p != NULL && provider_config(call, p)->version >= 5;
}

/* Calls a provider, after a check for endless recursion. */
static bool checked_lookup(struct lookup_call *call, struct provider *p, const struct lookup_key *key,
                           const struct merge *merge, value *out)
{
  struct name_link link;
  lookup_enter(call, &link, key->text, false);
  const bool found = provider_lookup(call, p, key, merge, out);
  lookup_leave(call);
  return found;
}

bool lookup_in_environment(struct lookup_call *call, const struct lookup_key *key, const struct merge *merge,
                           value *out)
{
  struct provider *p = lookup_environment_provider(call);
  return p != NULL && checked_lookup(call, p, key, merge, out);
}

/* --- modules --- */

static str read_setting(struct lookup_call *call, str file)
{
  const struct host *host = call->c->environment->host;
  struct arena *a = call->c->environment->generation;
  str text, error;
  value v;
  if (environment_file(call->c->environment, file)->stat.kind != HOST_FILE) return STR_EMPTY;
  if (!host->read_file(host->ctx, a, file, &text, &error) || !value_read_json(a, text, &v, &error)) return STR_EMPTY;
  const value *setting = v.kind == V_HASH ? hash_get_str(v.hash, STR("data_provider")) : NULL;
  return value_text_or_empty(value_or_undef(setting));
}

static str data_provider_setting(struct lookup_call *call, str file)
{
  struct arena *a = call->c->environment->generation;
  struct strmap *known = &lookup_store(call->c->environment)->settings;
  str *setting = strmap_get(known, file);
  if (setting == NULL) {
    setting = ARENA_NEW(a, str);
    *setting = read_setting(call, file);
    strmap_put(known, arena_str(a, file), setting);
  }
  return *setting;
}

static void warn_setting(struct lookup_call *call, str module, str file, str setting, const struct provider *p,
                         bool ignored)
{
  if (call->c->settings->strict == SEVERITY_IGNORE) return;
  struct buf out = BUF_IN(call->c->arena);
  buf_printf(&out, "Defining \"data_provider\": \"%.*s\" in metadata.json is deprecated.", STR_FMT(setting));
  if (ignored) buf_z(&out, " It is ignored since a 'hiera.yaml' with version >= 5 is present");
  else if (p == NULL) buf_z(&out, " A 'hiera.yaml' file should be used instead");
  str key = arena_printf(call->c->arena, "metadata.json#data_provider-%.*s", STR_FMT(module));
  lookup_warn_once(call, LOOKUP_DEPRECATED, key, buf_view(&out), file);
}

static struct provider *module_provider_new(struct lookup_call *call, str module, str directory)
{
  const str file = file_in(call, directory, STR("metadata.json"));
  const str setting = data_provider_setting(call, file);
  struct provider *p = provider_by_file(call, LAYER_MODULE, directory, module);
  if (setting.n == 0) return p;
  const bool ignored = p != NULL && p->config->version >= 5;
  warn_setting(call, module, file, setting, p, ignored);
  if (ignored) return p;
  const str function = arena_printf(call->c->arena, "%.*s::data", STR_FMT(module));
  return provider_by_setting(call, LAYER_MODULE, directory, module, setting, function, p);
}

struct provider *lookup_module_provider(struct lookup_call *call, struct lookup_module *m)
{
  if (!m->provider_known) {
    const str directory = environment_module(call->c, m->name);
    m->provider = directory.n > 0 ? module_provider_new(call, m->name, directory) : NULL;
    m->provider_known = true;
  }
  return m->provider;
}

bool lookup_in_module(struct lookup_call *call, const struct lookup_key *key, const struct merge *merge, value *out)
{
  if (call->module_name.p == NULL) return false;
  struct provider *p = lookup_module_provider(call, lookup_module_of(call, call->module_name));
  if (p != NULL) return checked_lookup(call, p, key, merge, out);
  struct explain_node *node = explain_push(call->explain, EXPLAIN_MODULE, call->module_name);
  if (node != NULL) {
    const bool there = environment_module(call->c, call->module_name).n > 0;
    node->event = there ? EVENT_MODULE_PROVIDER_NOT_FOUND : EVENT_MODULE_NOT_FOUND;
  }
  explain_pop(call->explain);
  return false;
}
