/* Resolves a configuration to entries with locations, with the variables of the calling scope. */
#include "compiler/lookup/internal.h"
#include "base/check.h"
#include "compiler/values/ruby_format.h"

struct resolving {
  struct lookup_call *call;
  struct provider *provider;
  const struct hiera_config *config;
  struct entry *entries;
  uint32_t n;
};

static str text_at(const struct hash *h, const char *key)
{
  const value v = hash_member(h, key);
  return v.kind == V_STRING ? value_text(v) : (str){NULL, 0};
}

static const struct hash *hash_at(const struct hash *h, const char *key)
{
  const value v = hash_member(h, key);
  return v.kind == V_HASH ? v.hash : NULL;
}

/* Fails if another entry has that name, with " First defined at (line: N)" and the line of the second; both may be
 * unknown. `before`: a regular expression for the text before the name in the file. */
static void check_double(struct resolving *r, enum issue issue, str name, const char *before)
{
  uint32_t i = 0;
  while (i < r->n && !str_eq(r->entries[i].name, name)) i++;
  if (i == r->n) return;
  const str pattern = arena_printf(r->call->c->arena, "%s%.*s(?:[^\\w]|$)", before, STR_FMT(name));
  uint32_t first = hiera_config_line(r->call, r->config, pattern, 1), line = 0;
  if (first > 0) line = hiera_config_line(r->call, r->config, pattern, first + 1);
  if (line == 0) {
    line = first;
    first = 0;
  }
  str where = first > 0 ? arena_printf(r->call->c->arena, " First defined at (line: %u)", first) : STR_EMPTY;
  lookup_fail_issue(r->call, r->config, line, issue, STR_FMT(name), STR_FMT(where));
}

static void check_name(struct resolving *r, str name)
{
  check_double(r, ISSUE_HIERA_HIERARCHY_NAME_MULTIPLY_DEFINED, name, "\\s+name:\\s+['\"]?");
}

/* A function of that name is built in only if hiera.yaml uses it under its own key. */
static enum builtin builtin_of(enum entry_kind kind, str function)
{
  static const struct {
    const char *name;
    bool hash;
  } known[BUILTIN_COUNT] = {
#define BUILTIN_HASH(symbol, function, parser, about) [BUILTIN_##symbol] = {#function, true},
#define BUILTIN_KEY(symbol, function, parser, about) [BUILTIN_##symbol] = {#function, false},
#include "compiler/lookup/builtin.def"
#undef BUILTIN_HASH
#undef BUILTIN_KEY
  };
  const bool hash = kind == ENTRY_DATA_HASH || kind == ENTRY_V3_DATA_HASH;
  const bool key = kind == ENTRY_LOOKUP_KEY || kind == ENTRY_V3_LOOKUP_KEY;
  for (int i = BUILTIN_NONE + 1; i < BUILTIN_COUNT; i++) {
    if (str_eqz(function, known[i].name) && (known[i].hash ? hash : key)) return (enum builtin)i;
  }
  return BUILTIN_NONE;
}

static struct entry *entry_at(struct resolving *r, str name, enum entry_kind kind, str function)
{
  struct entry *e = &r->entries[r->n];
  *e = (struct entry){.provider = r->provider,
                      .name = name,
                      .kind = kind,
                      .function_name = function,
                      .builtin = builtin_of(kind, function),
                      .options = &hash_empty};
  e->alone.entry = e;
  return e;
}

_Noreturn static void fail_hiera3(struct resolving *r)
{
  lookup_fail(r->call, FAILED_IN_LOOKUP, "Hiera 3 is not installed");
}

/* --- version 5 --- */

static const struct {
  const char *key;
  int kind;
} kinds[] = {{"data_hash", ENTRY_DATA_HASH},
             {"lookup_key", ENTRY_LOOKUP_KEY},
             {"data_dig", ENTRY_DATA_DIG},
             {"hiera3_backend", -1},
             {"v4_data_hash", ENTRY_V4_DATA_HASH}};

static str function_of(const struct hash *said, const struct hash *defaults, int *kind)
{
  for (int pass = 0; pass < 2; pass++) {
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
      const str name = text_at(pass == 0 ? said : defaults, kinds[i].key);
      if (name.p == NULL) continue;
      *kind = kinds[i].kind;
      return name;
    }
  }
  return STR_EMPTY;
}

static str datadir_of(struct arena *a, const struct hiera_config *config, const struct hash *said)
{
  str datadir = text_at(said, "datadir");
  if (datadir.p == NULL) datadir = text_at(hash_at(config->all, "defaults"), "datadir");
  return hiera_path_plus(a, config->root, datadir.p != NULL ? datadir : STR("data"));
}

enum builtin hiera_file_format(struct lookup_call *call, const struct hiera_config *config, const struct hash *said,
                               str *datadir)
{
  int kind = ENTRY_DATA_HASH;
  const str function = function_of(said, hash_at(config->all, "defaults"), &kind);
  *datadir = datadir_of(call->c->arena, config, said);
  return kind < 0 ? BUILTIN_NONE : builtin_of((enum entry_kind)kind, function);
}

static void resolve_entry_v5(struct resolving *r, const struct hash *said, const struct hash *defaults)
{
  struct lookup_call *call = r->call;
  struct arena *a = call->c->arena;
  const str name = text_at(said, "name");
  check_name(r, name);
  int kind = ENTRY_DATA_HASH;
  const str function = function_of(said, defaults, &kind);
  const str datadir = lookup_interpolate_text(call, datadir_of(a, r->config, said), false);
  struct entry *e = entry_at(r, name, kind < 0 ? ENTRY_DATA_DIG : (enum entry_kind)kind, function);
  const bool by_default = r->config->path.n == 0;
  hiera_places(call, e, said, datadir, by_default);
  if (by_default && e->located && e->n == 0) return;
  const struct hash *options = hash_at(said, "options");
  if (options == NULL) options = hash_at(defaults, "options");
  if (options != NULL) e->options = lookup_interpolate(call, value_hash(options), false).hash;
  if (kind < 0) fail_hiera3(r);
  r->n++;
}

static void resolve_v5(struct resolving *r, const struct array *hierarchy)
{
  const struct hash *defaults = hash_at(r->config->all, "defaults");
  for (uint32_t i = 0; i < hierarchy->n; i++) resolve_entry_v5(r, hierarchy->items[i].hash, defaults);
}

/* --- version 4 --- */

static void resolve_entry_v4(struct resolving *r, const struct hash *said)
{
  struct lookup_call *call = r->call;
  struct arena *a = call->c->arena;
  const str name = text_at(said, "name"), backend = text_at(said, "backend");
  check_name(r, name);
  str datadir = text_at(said, "datadir");
  if (datadir.p == NULL) datadir = text_at(r->config->all, "datadir");
  const value *paths = hash_get_str(said, STR("paths")), *path = hash_get_str(said, STR("path"));
  const value own = path != NULL ? *path : value_str(name);
  if (!str_among(backend, "json yaml hocon")) {
    str pattern = arena_printf(a, "[^\\w]%.*s(?:[^\\w]|$)", STR_FMT(backend));
    lookup_fail_issue(call, r->config, hiera_config_line(call, r->config, pattern, 1),
                      ISSUE_HIERA_NO_PROVIDER_FOR_BACKEND, STR_FMT(backend));
  }
  str function = arena_printf(a, "%.*s_data", STR_FMT(backend));
  str extension = str_eqz(backend, "hocon") ? STR(".conf") : arena_printf(a, ".%.*s", STR_FMT(backend));
  struct entry *e = entry_at(r, name, ENTRY_DATA_HASH, function);
  e->located = true;
  e->locations = hiera_resolve_paths(call, e, hiera_path_plus(a, r->config->root, datadir),
                                     paths != NULL && paths->kind == V_ARRAY ? *paths : own, r->config->path.n == 0,
                                     extension, &e->n);
  r->n++;
}

/* --- version 3 --- */

static const struct hash *backend_options(struct resolving *r, str backend)
{
  const struct hash *said = hash_at(r->config->all, arena_strz(r->call->c->arena, backend));
  return said == NULL ? &hash_empty : lookup_interpolate(r->call, value_hash(said), false).hash;
}

/* The type does not check the options of a back end. */
static str datadir_v3(struct resolving *r, const struct hash *options)
{
  const value *v = hash_get_str(options, STR("datadir"));
  if (v != NULL && value_truthy(*v) && v->kind != V_STRING)
    lookup_fail(r->call, FAILED_IN_RUBY, "no implicit conversion of %s into String", ruby_conversion_name(*v));
  return text_at(options, "datadir");
}

static str extension_v3(struct resolving *r, const struct hash *options)
{
  const value *v = hash_get_str(options, STR("extension"));
  return v == NULL || v->kind == V_UNDEF ? (str){NULL, 0} : value_to_str(r->call->c->arena, *v);
}

static void resolve_entry_v3(struct resolving *r, str backend, value hierarchy)
{
  struct lookup_call *call = r->call;
  struct arena *a = call->c->arena;
  check_double(r, ISSUE_HIERA_BACKEND_MULTIPLY_DEFINED, backend, "[^\\w]");
  const struct hash *options = backend_options(r, backend);
  str datadir = datadir_v3(r, options), extension = extension_v3(r, options);
  if (datadir.p == NULL) {
    str usual = arena_printf(a, "%.*s/environments/%%{::environment}/hieradata",
                             STR_FMT(call->c->environment->options.codedir));
    datadir = lookup_interpolate_text(call, usual, false);
  }
  if (extension.p == NULL) extension = str_eqz(backend, "hocon") ? STR("conf") : backend;
  const bool eyaml = str_eqz(backend, "eyaml");
  if (!eyaml && !str_among(backend, "yaml json hocon")) fail_hiera3(r);
  str function = eyaml ? STR("eyaml_lookup_key") : arena_printf(a, "%.*s_data", STR_FMT(backend));
  struct entry *e = entry_at(r, backend, eyaml ? ENTRY_V3_LOOKUP_KEY : ENTRY_V3_DATA_HASH, function);
  e->datadir = datadir;
  if (eyaml) {
    struct hash *own = hash_new(a, options->n);
    for (uint32_t i = 0; i < options->n; i++) {
      if (!str_eqz(value_to_str(a, options->entries[i].key), "datadir"))
        hash_put(own, a, options->entries[i].key, options->entries[i].value);
    }
    e->options = own;
  }
  e->located = true;
  e->locations = hiera_resolve_paths(call, e, datadir, hierarchy, r->config->path.n == 0,
                                     arena_printf(a, ".%.*s", STR_FMT(extension)), &e->n);
  r->n++;
}

static void resolve_v3(struct resolving *r)
{
  r->call->variables.as_hiera = true;
  const struct value_list backends = value_list_of(hash_get_str(r->config->all, STR("backends")));
  for (uint32_t i = 0; i < backends.n; i++)
    resolve_entry_v3(r, value_text(backends.items[i]), *hash_get_str(r->config->all, STR("hierarchy")));
}

/* --- all --- */

static uint32_t most_entries(const struct hiera_config *config)
{
  const value *backends = hash_get_str(config->all, STR("backends"));
  const uint32_t n = config->hierarchy != NULL ? config->hierarchy->n : 0;
  const uint32_t fallback = config->fallback != NULL ? config->fallback->n : 0;
  const uint32_t old = backends != NULL && backends->kind == V_ARRAY ? backends->array->n : 1;
  return n > fallback ? n + old : fallback + old;
}

static struct entry_list resolve_hierarchy(struct lookup_call *call, struct provider *p, const struct array *hierarchy)
{
  struct resolving r = {.call = call, .provider = p, .config = p->config};
  r.entries = arena_array(call->c->arena, most_entries(p->config), sizeof *r.entries);
  if (p->config->version == 5) resolve_v5(&r, hierarchy);
  else if (p->config->version == 3) resolve_v3(&r);
  else
    for (uint32_t i = 0; i < hierarchy->n; i++) resolve_entry_v4(&r, hierarchy->items[i].hash);
  return (struct entry_list){r.entries, r.n};
}

void hiera_resolve(struct lookup_call *call, struct provider *p)
{
  assert(p->config != NULL);
  struct lookup_call own;
  struct dependency_list collected = {0};
  lookup_call_begin(&own, call->c, call->scope);
  own.variables.collected = &collected;
  own.config = p->config;
  own.checks = call->checks;
  /* It is not part of the explanation. */
  own.explain = NULL;
  own.names = NULL;
  own.variables.as_hiera = call->variables.as_hiera;
  p->resolved = false;
  p->fallback = (struct entry_list){0};
  p->entries = resolve_hierarchy(&own, p, p->config->hierarchy);
  if (p->config->fallback != NULL) p->fallback = resolve_hierarchy(&own, p, p->config->fallback);
  p->dependencies = collected;
  p->resolved = true;
}
