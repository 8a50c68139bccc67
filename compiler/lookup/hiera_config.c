/* hiera.yaml: reads it, its versions, and finds the lines for messages. A configuration is read once per generation of
 * the environment; missing keys get Puppet's defaults for its version, so that all other code finds them. */
#include "compiler/lookup/internal.h"
#include "base/check.h"

/* --- places --- */

uint32_t hiera_config_line(struct lookup_call *call, const struct hiera_config *config, str pattern, uint32_t from)
{
  assert(config != NULL && from > 0);
  str error;
  const struct regex *re = regex_compile(call->c->arena, pattern, &error);
  uint32_t line = 0;
  for (str rest = config->text; re != NULL && rest.n > 0;) {
    str text = str_cut(&rest, '\n');
    text = str_cut(&text, '#'); /* Puppet searches up to the first #, even one in quotes */
    if (++line >= from && regex_search(re, text, 0, NULL) == REGEX_MATCH) return line;
  }
  return 0;
}

/* --- content --- */

/* As in Puppet, sets keys that are missing, undef or false. */
static void put_defaults(struct hash *all, struct arena *a, int version)
{
  static const char *const defaults[] = {
    [3] = "{\"version\": 3, \"backends\": [\"yaml\"], \"hierarchy\": [\"nodes/%{::trusted.certname}\", \"common\"],"
          " \"merge_behavior\": \"native\", \"deep_merge_options\": {}}",
    [4] = "{\"datadir\": \"data\", \"hierarchy\": [{\"name\": \"common\", \"backend\": \"yaml\"}]}",
    [5] = "{\"defaults\": {\"datadir\": \"data\", \"data_hash\": \"yaml_data\"},"
          " \"hierarchy\": [{\"name\": \"Common\", \"path\": \"common.yaml\"}]}"};
  value v;
  str error;
  const bool read = value_read_json(a, str_of(defaults[version]), &v, &error);
  assert(read);
  for (uint32_t i = 0; read && i < v.hash->n; i++) {
    const struct hash_entry *e = &v.hash->entries[i];
    const value *there = hash_get(all, e->key);
    if (there == NULL || !value_truthy(*there)) hash_put(all, a, e->key, e->value);
  }
}

/* Like Ruby's to_i: the number at the beginning of a string. The default version is 3. */
static int64_t version_of(const struct hash *all)
{
  const value *v = hash_get_str(all, STR("version"));
  if (v == NULL || !value_truthy(*v)) return 3;
  if (v->kind == V_INT) return v->integer;
  if (v->kind == V_FLOAT) return v->number > -1e9 && v->number < 1e9 ? (int64_t)v->number : 0;
  int64_t n = 0;
  for (uint32_t i = 0; v->kind == V_STRING && i < v->length && i < 9 && ascii_is_digit(v->text[i]); i++)
    n = n * 10 + (v->text[i] - '0');
  return n;
}

static struct hiera_config *config_new(struct lookup_call *call, str path, str root)
{
  struct hiera_config *config = ARENA_NEW(call->c->environment->generation, struct hiera_config);
  config->path = path;
  config->root = root;
  config->text = STR_EMPTY;
  return config;
}

static const struct array *array_at(const struct hash *all, const char *key)
{
  const value v = hash_member(all, key);
  return v.kind == V_ARRAY ? v.array : NULL;
}

static void complete(struct lookup_call *call, struct hiera_config *config, const struct hash *read, int version)
{
  struct arena *a = call->c->environment->generation;
  struct hash *all = hash_copy(a, read, 6);
  put_defaults(all, a, version);
  config->version = version;
  config->all = all;
  config->hierarchy = array_at(all, "hierarchy");
  config->fallback = array_at(all, "default_hierarchy");
}

/* How hiera_hash() merges with a configuration of version 3. The priority of a deep merge is reversed
 * (reverse_deep). */
static struct merge old_merge(struct arena *a, const struct hash *all)
{
  const value *behavior = hash_get_str(all, STR("merge_behavior")),
              *options = hash_get_str(all, STR("deep_merge_options"));
  const bool deeper = behavior->kind == V_STRING && str_eqz(value_text(*behavior), "deeper");
  const bool deep = behavior->kind == V_STRING && str_eqz(value_text(*behavior), "deep");
  if (!deep && !deeper) return merge_default;
  struct hash *own = hash_new(a, 4);
  hash_put_str(own, a, STR("strategy"), value_str(deep ? STR("reverse_deep") : STR("unconstrained_deep")));
  if (options->kind == V_HASH) hash_put_all(own, a, options->hash);
  return (struct merge){.kind = deep ? MERGE_REVERSE_DEEP : MERGE_UNCONSTRAINED_DEEP,
                        .options = own->n > 1 ? own : NULL};
}

/* Removes the last part of a path: "/a/b/c" -> "/a/b". */
static str parent_of(str path)
{
  size_t at = path.n;
  while (at > 0 && path.p[at - 1] != '/') at--;
  return at <= 1 ? str_sub(path, 0, at) : str_sub(path, 0, at - 1);
}

/* Returns the hash of the file; a file without a hash is an empty configuration of version 3. */
static const struct hash *read_hash(struct lookup_call *call, struct hiera_config *config)
{
  struct compilation *c = call->c;
  struct arena *a = c->environment->generation;
  const struct host *host = c->environment->host;
  value v;
  str error;
  if (!host->read_file(host->ctx, a, config->path, &config->text, &error))
    lookup_fail_unreadable(call, config->path, error);
  if (!value_read_yaml_safely(a, config->text, config->path, &v, &error))
    lookup_fail(call, FAILED_IN_PUPPET, "%.*s", STR_FMT(error));
  if (v.kind == V_HASH) return v.hash;
  str message = arena_printf(c->arena,
                             "%.*s: File exists but does not contain a valid YAML hash. Falling back to Hiera "
                             "version 3 default config",
                             STR_FMT(config->path));
  compile_log(c, CLOG_WARNING, STR_EMPTY, message);
  return &hash_empty;
}

static void warn_old(struct lookup_call *call, const struct hiera_config *config)
{
  if (config->version == 5 || call->c->settings->strict == SEVERITY_IGNORE) return;
  str message = arena_printf(call->c->arena,
                             "%.*s: Use of 'hiera.yaml' version %d is deprecated. It should be converted "
                             "to version 5",
                             STR_FMT(config->path), config->version);
  lookup_warn_once(call, LOOKUP_DEPRECATED, STR("hiera.yaml"), message, config->path);
}

static struct hiera_config *read_config(struct lookup_call *call, str path, str root, enum layer layer)
{
  const uint64_t began = compile_debug_clock(call->c, &log_lookup);
  struct hiera_config *config = config_new(call, path, root);
  const struct hash *read = read_hash(call, config);
  const int64_t version = version_of(read);
  if (version < 3 || version > 5) {
    str number = arena_printf(call->c->arena, "%lld", (long long)version);
    lookup_fail_issue(call, config, 0, ISSUE_HIERA_UNSUPPORTED_VERSION, STR_FMT(number));
  }
  complete(call, config, read, (int)version);
  warn_old(call, config);
  hiera_config_check(call, config, layer);
  if (config->version == 3) config->merge = old_merge(call->c->environment->generation, config->all);
  compile_debug(call->c, &log_lookup, "Read the Hiera configuration %.*s: version %d, %u levels, in %.2f ms",
                STR_FMT(path), config->version, config->hierarchy != NULL ? config->hierarchy->n : 0,
                compile_debug_ms(call->c, began));
  return config;
}

const struct hiera_config *hiera_config_load(struct lookup_call *call, str path, enum layer layer)
{
  struct lookup_store *store = lookup_store(call->c->environment);
  struct hiera_config *config = strmap_get(&store->configs, path);
  /* Read in an earlier compilation: the warning is logged in this one, too. */
  if (config != NULL) {
    warn_old(call, config);
    return config;
  }
  struct environment_file *f = environment_file(call->c->environment, path);
  const str root = parent_of(f->path);
  if (f->stat.kind == HOST_NOTHING) {
    config = config_new(call, STR_EMPTY, root);
    complete(call, config, &hash_empty, 5);
  } else {
    config = read_config(call, f->path, root, layer);
  }
  strmap_put(&store->configs, f->path, config);
  return config;
}

const struct hiera_config *hiera_config_of_function(struct lookup_call *call, str root, str function_name)
{
  struct arena *a = call->c->environment->generation;
  if (call->c->settings->strict != SEVERITY_IGNORE) {
    str message = arena_printf(call->c->arena,
                               "Using of legacy data provider function '%.*s'. Please convert to a "
                               "'data_hash' function",
                               STR_FMT(function_name));
    lookup_warn_once(call, LOOKUP_DEPRECATED, STR("legacy_provider_function"), message, STR_EMPTY);
  }
  struct hash *entry = hash_new(a, 2), *all = hash_new(a, 3);
  hash_put_str(entry, a, STR("name"), value_str(arena_printf(a, "Legacy function '%.*s'", STR_FMT(function_name))));
  hash_put_str(entry, a, STR("v4_data_hash"), value_str(arena_str(a, function_name)));
  const value item = value_hash(entry);
  hash_put_str(all, a, STR("version"), value_int(5));
  hash_put_str(all, a, STR("hierarchy"), array_of(a, &item, 1));
  struct hiera_config *config = config_new(call, STR_EMPTY, root);
  complete(call, config, all, 5);
  return config;
}
