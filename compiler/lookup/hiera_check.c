/* Checks a configuration: its type, and the rules that a type cannot express. The types are written as in Puppet,
 * because messages show them; rules are checked in Puppet's order, since only the first violation is reported. */
#include "compiler/lookup/internal.h"

#include "base/check.h"

/* As in Puppet, the pattern of OPTIONS contains "(:?". */
#define NAME "String[1]"
#define OPTIONS "Optional[options]=>Hash[Pattern[/\\A[A-Za-z](:?[0-9A-Za-z_-]*[0-9A-Za-z])?\\z/],Data],"
#define PATHS "Array[String[1],1]"
#define HIERARCHY                                                                                         \
  "Array[Struct[{name=>" NAME "," OPTIONS "Optional[data_hash]=>" NAME ",Optional[lookup_key]=>" NAME     \
  ",Optional[hiera3_backend]=>" NAME ",Optional[v4_data_hash]=>" NAME ",Optional[data_dig]=>" NAME        \
  ",Optional[path]=>" NAME ",Optional[paths]=>" PATHS ",Optional[glob]=>" NAME ",Optional[globs]=>" PATHS \
  ",Optional[uri]=>" NAME ",Optional[uris]=>" PATHS ",Optional[mapped_paths]=>Array[String[1],3,3]"       \
  ",Optional[datadir]=>" NAME "}]]"

static const char *const type_texts[] = {
  [TYPE_LOOKUP_HASH] = "Hash[String,Data]",
  [TYPE_LOOKUP_UNIQUE] = "Variant[Scalar,Array[Data]]",
  [TYPE_LOOKUP_DATA] = "Hash[RichDataKey,RichData]",
  [TYPE_LOOKUP_V4] = "Struct[{version=>Integer[4,4],Optional[datadir]=>" NAME
                     ",Optional[hierarchy]=>Array[Struct[{backend=>" NAME ",name=>" NAME ",Optional[datadir]=>" NAME
                     ",Optional[path]=>" NAME ",Optional[paths]=>Array[String[1]]}]]}]",
  [TYPE_LOOKUP_V5] = "Struct[{version=>Integer[5,5],Optional[defaults]=>Struct[{Optional[data_hash]=>" NAME
                     ",Optional[lookup_key]=>" NAME ",Optional[data_dig]=>" NAME ",Optional[datadir]=>" NAME "," OPTIONS
                     "}],Optional[hierarchy]=>" HIERARCHY ",Optional[plan_hierarchy]=>" HIERARCHY
                     ",Optional[default_hierarchy]=>" HIERARCHY "}]",
  [TYPE_LOOKUP_RICH] = "RichData",
};

const struct type *lookup_type(struct compilation *c, enum lookup_type which)
{
  struct lookup *state = lookup_state(c);
  if (state->types[which] == NULL)
    state->types[which] = type_from_text(&c->context, &c->resolver, str_of(type_texts[which]));
  return state->types[which];
}

/* --- entries --- */

static const char *const function_keys[] = {"data_hash", "lookup_key", "data_dig", "hiera3_backend", "v4_data_hash"};
static const char *const location_keys[] = {"path", "paths", "glob", "globs", "uri", "uris", "mapped_paths"};
static const char *const reserved_options[] = {"path", "uri"};
#define COUNT(array) (sizeof(array) / sizeof(array)[0])
/* The functions in messages: without v4_data_hash, which is for older data functions and not allowed in defaults. */
#define FUNCTION_KEYS_TEXT STR("data_hash, lookup_key, data_dig, or hiera3_backend")
#define LOCATION_KEYS_TEXT STR("path, paths, glob, globs, uri, uris, or mapped_paths")

static bool has(const struct hash *h, const char *key) { return hash_get_str(h, str_of(key)) != NULL; }

static size_t count(const struct hash *h, const char *const *keys, size_t n)
{
  size_t found = 0;
  for (size_t i = 0; i < n; i++) found += has(h, keys[i]);
  return found;
}

static str name_of(const struct hash *entry) { return value_text(*hash_get_str(entry, STR("name"))); }

/* Puppet sets `path` and `uri` for data functions, so a configuration must not contain them. */
static void check_options(struct lookup_call *call, const struct hiera_config *config, const struct hash *of,
                          const struct hash *entry)
{
  const value *options = hash_get_str(of, STR("options"));
  for (size_t i = 0; options != NULL && options->kind == V_HASH && i < COUNT(reserved_options); i++) {
    const str key = str_of(reserved_options[i]);
    if (hash_get_str(options->hash, key) == NULL) continue;
    if (entry == NULL) lookup_fail_issue(call, config, 0, ISSUE_HIERA_DEFAULT_OPTION_RESERVED_BY_PUPPET, STR_FMT(key));
    lookup_fail_issue(call, config, 0, ISSUE_HIERA_OPTION_RESERVED_BY_PUPPET, STR_FMT(key), STR_FMT(name_of(entry)));
  }
}

static void check_backend(struct lookup_call *call, const struct hiera_config *config, const struct hash *entry,
                          enum layer layer)
{
  const value *v = hash_get_str(entry, STR("hiera3_backend"));
  if (v == NULL) return;
  /* Only the global layer supports backends of Hiera 3. */
  if (layer != LAYER_GLOBAL) {
    lookup_fail_issue(call, config, hiera_config_line(call, config, STR("\\s+hiera3_backend:"), 1),
                      ISSUE_HIERA_V3_BACKEND_NOT_GLOBAL);
  }
  const str name = value_text(*v);
  if (!str_among(name, "json yaml hocon")) return;
  str pattern = arena_printf(call->c->arena, "\\s+hiera3_backend:\\s*['\"]?%.*s(?:[^\\w]|$)", STR_FMT(name));
  lookup_fail_issue(call, config, hiera_config_line(call, config, pattern, 1),
                    ISSUE_HIERA_V3_BACKEND_REPLACED_BY_DATA_HASH, STR_FMT(name), STR_FMT(name));
}

static void check_entry(struct lookup_call *call, const struct hiera_config *config, const struct hash *entry,
                        const struct hash *defaults, enum layer layer)
{
  const str name = name_of(entry), keys = FUNCTION_KEYS_TEXT, places = LOCATION_KEYS_TEXT;
  /* An entry may omit its function, which defaults provide. */
  const size_t functions = count(entry, function_keys, COUNT(function_keys));
  if (functions == 0 && count(defaults, function_keys, COUNT(function_keys) - 1) == 0)
    lookup_fail_issue(call, config, 0, ISSUE_HIERA_MISSING_DATA_PROVIDER_FUNCTION, STR_FMT(keys), STR_FMT(name));
  if (functions > 1)
    lookup_fail_issue(call, config, 0, ISSUE_HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS, STR_FMT(keys), STR_FMT(name));
  check_backend(call, config, entry, layer);
  if (count(entry, location_keys, COUNT(location_keys)) > 1)
    lookup_fail_issue(call, config, 0, ISSUE_HIERA_MULTIPLE_LOCATION_SPECS, STR_FMT(places), STR_FMT(name));
  check_options(call, config, entry, entry);
}

static void check_hierarchy(struct lookup_call *call, const struct hiera_config *config, const char *key,
                            const struct hash *defaults, enum layer layer)
{
  const value *v = hash_get_str(config->all, str_of(key));
  for (uint32_t i = 0; v != NULL && i < v->array->n; i++)
    check_entry(call, config, v->array->items[i].hash, defaults, layer);
}

/* --- versions --- */

static void check_v5(struct lookup_call *call, const struct hiera_config *config, enum layer layer)
{
  /* put_defaults has added them. */
  const struct hash *defaults = hash_get_str(config->all, STR("defaults"))->hash;
  const str keys = FUNCTION_KEYS_TEXT;
  if (count(defaults, function_keys, COUNT(function_keys) - 1) > 1)
    lookup_fail_issue(call, config, 0, ISSUE_HIERA_MULTIPLE_DATA_PROVIDER_FUNCTIONS_IN_DEFAULT, STR_FMT(keys));
  check_options(call, config, defaults, NULL);
  check_hierarchy(call, config, "hierarchy", defaults, layer);
  check_hierarchy(call, config, "plan_hierarchy", defaults, layer);
  if (has(config->all, "default_hierarchy") && layer != LAYER_MODULE) {
    lookup_fail_issue(call, config, hiera_config_line(call, config, STR("(?:^|\\s+)default_hierarchy:"), 1),
                      ISSUE_HIERA_DEFAULT_HIERARCHY_NOT_IN_MODULE);
  }
  check_hierarchy(call, config, "default_hierarchy", defaults, layer);
}

static void add_backend(struct buf *out, value name)
{
  if (name.kind != V_STRING) return;
  buf_z(out, ",Optional[");
  value_quote(out, value_text(name));
  buf_z(out, "]=>Hash[String[1],Any]");
}

/* In version 3 each backend may have its own key, with its options. */
static const struct type *type_v3(struct compilation *c, const struct hash *all)
{
  struct buf out = BUF_IN(c->arena);
  buf_z(&out, "Struct[{Optional[version]=>Integer[3,3],Optional[backends]=>Variant[String[1],Array[String[1]]],"
              "Optional[logger]=>String[1],Optional[merge_behavior]=>Enum[deep,deeper,native],"
              "Optional[deep_merge_options]=>Hash[String[1],Variant[String,Boolean]],"
              "Optional[hierarchy]=>Variant[String[1],Array[String[1]]]");
  const struct value_list backends = value_list_of(hash_get_str(all, STR("backends")));
  for (uint32_t i = 0; i < backends.n; i++) add_backend(&out, backends.items[i]);
  buf_z(&out, "}]");
  return type_from_text(&c->context, &c->resolver, buf_view(&out));
}

void hiera_config_check(struct lookup_call *call, const struct hiera_config *config, enum layer layer)
{
  assert(config->version >= 3 && config->version <= 5);
  struct compilation *c = call->c;
  const struct type *t = config->version == 5   ? lookup_type(c, TYPE_LOOKUP_V5)
                         : config->version == 4 ? lookup_type(c, TYPE_LOOKUP_V4)
                                                : type_v3(c, config->all);
  str subject = arena_printf(c->arena, "The Lookup Configuration at '%.*s'", STR_FMT(config->path));
  lookup_assert_type(call, subject.p, t, value_hash(config->all));
  if (config->version == 5) check_v5(call, config, layer);
}
