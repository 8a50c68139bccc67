/* Termini that store each object in a file: yaml, json, write_only_yaml. Paths, names and contents are Puppet's, so
 * Puppet can read these files, and ficelle can read Puppet's. */
#include <fnmatch.h>

#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "indirector/internal.h"
#include "indirector/node.h"

enum { FILE_MODE = 0660 };
enum format { FORMAT_YAML, FORMAT_JSON };

/* The Ruby class of an indirection's objects, which is the tag of a YAML document. */
static const char *const models[IND_COUNT] = {[IND_NODE] = "Puppet::Node",
                                              [IND_FACTS] = "Puppet::Node::Facts",
                                              [IND_CATALOG] = "Puppet::Resource::Catalog",
                                              [IND_REPORT] = "Puppet::Transaction::Report"};

static str directory_of(struct ind_request *r, enum format format)
{
  struct settings *s = r->in->settings;
  const bool server = settings_get_mode(s) == SETTINGS_SERVER;
  static const enum setting_id ids[2][2] = {{SETTING_clientyamldir, SETTING_yamldir},
                                            {SETTING_client_datadir, SETTING_server_datadir}};
  return arena_printf(r->arena, "%s/%s", settings_strz(s, ids[format][server]), indirection_name(r->indirection));
}

static const char *extension(enum format format) { return format == FORMAT_YAML ? ".yaml" : ".json"; }

static bool path_of(struct ind_request *r, enum format format, str *path)
{
  ind_write_wait();
  if (!name_is_safe(r->key)) {
    struct buf shown = BUF_IN(r->arena);
    json_quote(&shown, r->key);
    ind_log(r->in, CLOG_CRIT,
            arena_printf(r->arena, "directory traversal detected in %s::%s: %.*s", models[r->indirection],
                         format == FORMAT_YAML ? "Yaml" : "Json", STR_FMT(buf_view(&shown))));
    ind_fail(r, "invalid key");
    return false;
  }
  *path = arena_printf(r->arena, "%.*s/%.*s%s", STR_FMT(directory_of(r, format)), STR_FMT(r->key), extension(format));
  return true;
}

static const char *format_label(enum format format) { return format == FORMAT_YAML ? "YAML" : "JSON"; }

static enum ind_result unreadable(struct ind_request *r, enum format format, str why)
{
  return ind_fail(r, "Could not parse %s data for %s %.*s: %.*s", format_label(format),
                  indirection_name(r->indirection), STR_FMT(r->key), STR_FMT(why));
}

/* In old files the values of the facts include the time. */
static value normalized(struct ind_request *r, value data)
{
  const value values = value_member(data, "values"), stamp = value_member(values, "_timestamp");
  if (r->indirection != IND_FACTS || stamp.kind == V_UNDEF) return data;
  struct hash *kept = hash_new(r->arena, values.hash->n), *all = hash_copy(r->arena, data.hash, 1);
  for (uint32_t i = 0; i < values.hash->n; i++) {
    const struct hash_entry *e = &values.hash->entries[i];
    if (!str_eqz(value_text(e->key), "_timestamp")) hash_put(kept, r->arena, e->key, e->value);
  }
  hash_put_str(all, r->arena, STR("values"), value_hash(kept));
  hash_put_str(all, r->arena, STR("timestamp"), stamp);
  return value_hash(all);
}

/* Checks the hash against the form of the indirection's objects. Returns the error, or NULL. */
static const char *wrong_shape(enum indirection what, value data)
{
  if (data.kind != V_HASH) return "it is not a hash";
  if (what == IND_CATALOG || what == IND_REPORT) return NULL;
  if (value_member(data, "name").kind != V_STRING) return "it has no name";
  const value inner = value_member(data, what == IND_FACTS ? "values" : "parameters");
  if (inner.kind == V_UNDEF && what == IND_NODE) return NULL;
  if (inner.kind != V_HASH) return what == IND_FACTS ? "its values are not a hash" : "its parameters are not a hash";
  for (uint32_t i = 0; i < inner.hash->n; i++) {
    if (inner.hash->entries[i].key.kind != V_STRING) return "a name in it is not a string";
  }
  return NULL;
}

static enum ind_result read_object(struct ind_request *r, enum format format, str path, struct ind_object *out)
{
  const struct host *host = r->in->host;
  str text, why;
  *out = (struct ind_object){.data = VALUE_UNDEF};
  if (host->stat(host->ctx, path).kind == HOST_NOTHING) return IND_NOTHING;
  if (!host->read_file(host->ctx, r->arena, path, &text, &why)) {
    return ind_fail(r, "Could not read %s data for %s %.*s: %.*s", format_label(format),
                    indirection_name(r->indirection), STR_FMT(r->key), STR_FMT(why));
  }
  if (format == FORMAT_YAML ? !value_read_yaml(r->arena, text, &out->data, &why)
                            : !value_read_json(r->arena, text, &out->data, &why)) {
    return unreadable(r, format, why);
  }
  const char *wrong = wrong_shape(r->indirection, out->data);
  if (wrong != NULL) return unreadable(r, format, str_of(wrong));
  out->data = normalized(r, out->data);
  if (format == FORMAT_JSON) out->json = text;
  return IND_OK;
}

static enum ind_result find_file(struct ind_request *r, enum format format)
{
  str path;
  return path_of(r, format, &path) ? read_object(r, format, path, &r->result) : IND_FAILED;
}

static enum ind_result save_file(struct ind_request *r, enum format format)
{
  struct ind_object object = *r->instance;
  struct buf out = BUF_IN(r->arena);
  str path, why;
  if (!path_of(r, format, &path)) return IND_FAILED;
  if (format == FORMAT_YAML || object.json.n == 0) {
    if (ind_data(r, &object) == IND_FAILED) return IND_FAILED;
    object.data = node_whole(r->arena, &object);
  }
  if (format == FORMAT_JSON && object.json.n == 0) {
    struct json_writer w;
    json_init(&w, &out, false);
    value_write_json(&w, object.data, JSON_RICH);
  } else if (format == FORMAT_YAML) {
    const str tag = arena_printf(r->arena, "!ruby/object:%s", models[r->indirection]);
    if (!value_write_yaml(r->arena, &out, object.data, tag.p, false))
      return ind_fail(r, "It is nested too deep for YAML");
  }
  const str text = out.n > 0 ? buf_view(&out) : object.json;
  if (r->go_on) {
    ind_write_begin(path, text, FILE_MODE,
                    arena_printf(r->arena, "%s %.*s", indirection_name(r->indirection), STR_FMT(r->key)));
    return IND_OK;
  }
  if (file_replace(r->arena, path, text, FILE_MODE, &why)) return IND_OK;
  return ind_fail(r, "Could not save %s %.*s: %.*s", indirection_name(r->indirection), STR_FMT(r->key), STR_FMT(why));
}

static enum ind_result destroy_file(struct ind_request *r, enum format format)
{
  str path, why;
  bool missing;
  if (!path_of(r, format, &path)) return IND_FAILED;
  if (file_remove(r->arena, path, &missing, &why)) return IND_OK;
  if (missing) return IND_NOTHING;
  return ind_fail(r, "Could not destroy %s %.*s: %.*s", indirection_name(r->indirection), STR_FMT(r->key),
                  STR_FMT(why));
}

/* The key is a pattern of names: "*", "web*". */
static enum ind_result search_files(struct ind_request *r, enum format format)
{
  const struct host *host = r->in->host;
  const str directory = directory_of(r, format), ending = str_of(extension(format));
  const char *pattern = arena_strz(r->arena, r->key);
  str *names;
  uint32_t n;
  ind_write_wait();
  if (!host->list_directory(host->ctx, r->arena, directory, &names, &n)) return IND_NOTHING;
  for (uint32_t i = 0; i < n; i++) {
    if (!str_ends(names[i], ending)) continue;
    const char *name = arena_strz(r->arena, str_sub(names[i], 0, names[i].n - ending.n));
    if (fnmatch(pattern, name, FNM_PERIOD) != 0) continue;
    struct ind_object *o = ARENA_NEW(r->arena, struct ind_object);
    const str path = arena_printf(r->arena, "%.*s/%.*s", STR_FMT(directory), STR_FMT(names[i]));
    const enum ind_result read = read_object(r, format, path, o);
    if (read == IND_FAILED) return IND_FAILED;
    if (read == IND_OK) ptrvec_push(&r->results, r->arena, o);
  }
  return IND_OK;
}

static enum ind_result yaml_find(struct ind_request *r) { return find_file(r, FORMAT_YAML); }
static enum ind_result yaml_search(struct ind_request *r) { return search_files(r, FORMAT_YAML); }
static enum ind_result yaml_save(struct ind_request *r) { return save_file(r, FORMAT_YAML); }
static enum ind_result yaml_destroy(struct ind_request *r) { return destroy_file(r, FORMAT_YAML); }
static enum ind_result json_find(struct ind_request *r) { return find_file(r, FORMAT_JSON); }
static enum ind_result json_search(struct ind_request *r) { return search_files(r, FORMAT_JSON); }
static enum ind_result json_save(struct ind_request *r) { return save_file(r, FORMAT_JSON); }
static enum ind_result json_destroy(struct ind_request *r) { return destroy_file(r, FORMAT_JSON); }
static enum ind_result find_nothing(struct ind_request *r)
{
  (void)r;
  return IND_NOTHING;
}

const struct terminus terminus_yaml = {"yaml", yaml_find, yaml_search, yaml_save, yaml_destroy};
const struct terminus terminus_json = {"json", json_find, json_search, json_save, json_destroy};
const struct terminus terminus_write_only_yaml = {"write_only_yaml", find_nothing, find_nothing, yaml_save,
                                                  yaml_destroy};
