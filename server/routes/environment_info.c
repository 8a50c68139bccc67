/* GET /puppet/v3/environments, /environment_modules, /environment_transports: lists environments and what they
 * contain. */
#include "base/digest.h"
#include "compiler/ruby/ruby.h"
#include "compiler/types/value_json.h"
#include "server/config/config.h"
#include "server/routes/modules.h"
#include "server/routes/routes.h"

/* The environment for puppetserver's own routes, whose errors are plain text. NULL after an answer. */
struct site *route_own_site(struct worker *w, struct request *r, struct answer *a)
{
  const str name = route_parameter(r, "environment");
  bool missing;
  str error;
  if (name.p == NULL || name.n == 0) {
    answer_text(r, a, 400, "An environment parameter must be specified");
    return NULL;
  }
  if (!str_is_word(name)) {
    answer_text(r, a, 400, "The environment must be purely alphanumeric, not '%.*s'", STR_FMT(name));
    return NULL;
  }
  r->environment = name;
  struct site *site = environments_use(w->environments, r->arena, name, &missing, &error);
  if (site != NULL) return site;
  if (missing) route_plain(r, a, 404, "Could not find environment '%.*s'", STR_FMT(name));
  else answer_text(r, a, 500, "Internal Server Error: %.*s", STR_FMT(error));
  return NULL;
}

void route_tagged(struct worker *w, struct request *r, struct answer *a, str json)
{
  str tag;
  answer_json(a, 200, json);
  if (!w->config->class_cache || !digest_hex(r->arena, "sha256", json, &tag)) return;
  a->content_type = "application/json";
  answer_header(a, "ETag", tag);
  if (!str_eq(request_header(r, "If-None-Match"), tag)) return;
  a->status = 304;
  a->content_type = NULL;
  a->body = STR_EMPTY;
}

/* --- environments --- */

static void put_settings(struct json_writer *w, const struct environment_options *o)
{
  json_begin_object(w);
  json_key(w, STR("settings"));
  json_begin_object(w);
  json_key(w, STR("modulepath"));
  json_begin_array(w);
  for (uint32_t i = 0; i < o->nmodulepath; i++) json_str(w, o->modulepath[i]);
  json_end_array(w);
  json_kstr(w, STR("manifest"), o->manifest.n > 0 ? o->manifest : STR("no_manifest"));
  json_key(w, STR("environment_timeout"));
  if (o->timeout_s < 0) json_str(w, STR("unlimited"));
  else json_int(w, o->timeout_s);
  json_kstr(w, STR("config_version"), o->config_version);
  json_end_object(w);
  json_end_object(w);
}

static void put_search_paths(struct worker *w, struct arena *a, struct json_writer *out)
{
  str path;
  json_key(out, STR("search_paths"));
  json_begin_array(out);
  for (size_t i = 0; settings_item(w->settings, SETTING_environmentpath, i, &path); i++)
    json_str(out, arena_printf(a, "file://%.*s", STR_FMT(path)));
  json_str(out, STR("data:text/plain,internal"));
  json_end_array(out);
}

void route_environments(struct worker *w, struct request *r, struct answer *a)
{
  struct buf text = BUF_IN(r->arena);
  struct json_writer out;
  str *names, error;
  const uint32_t n = environments_list(w->environments, r->arena, &names);
  json_init(&out, &text, false);
  json_begin_object(&out);
  put_search_paths(w, r->arena, &out);
  json_key(&out, STR("environments"));
  json_begin_object(&out);
  for (uint32_t i = 0; i < n; i++) {
    struct site *site = environments_use(w->environments, r->arena, names[i], NULL, &error);
    if (site == NULL) {
      route_failed(r, a, error);
      return;
    }
    json_key(&out, names[i]);
    put_settings(&out, &site->environment->options);
    environments_done(w->environments, site);
  }
  json_end_object(&out);
  json_end_object(&out);
  answer_json(a, 200, buf_view(&text));
}

/* --- modules --- */

/* Name and version, from metadata.json ("author/name"); without it, the directory's name and null. */
static void put_module(struct json_writer *w, struct arena *a, const struct listed_module *m)
{
  const struct host host = compile_cli_host();
  str text, why, name = m->name;
  value all = VALUE_UNDEF;
  if (host.read_file(host.ctx, a, arena_printf(a, "%.*s/metadata.json", STR_FMT(m->directory)), &text, &why))
    (void)!value_read_json(a, text, &all, &why);
  const value *forge = all.kind == V_HASH ? hash_get_str(all.hash, STR("name")) : NULL,
              *version = all.kind == V_HASH ? hash_get_str(all.hash, STR("version")) : NULL;
  if (forge != NULL && forge->kind == V_STRING) {
    char *p = arena_strz(a, value_text(*forge));
    name = str_of(p);
    for (; *p != '\0'; p++) *p = *p == '-' ? '/' : *p;
  }
  json_begin_object(w);
  json_kstr(w, STR("name"), name);
  json_key(w, STR("version"));
  if (version != NULL && version->kind == V_STRING) json_str(w, value_text(*version));
  else json_null(w);
  json_end_object(w);
}

static void put_modules(struct json_writer *w, struct arena *a, const struct site *site)
{
  struct listed_module *modules;
  const uint32_t n = modules_list(a, &site->environment->options, &modules);
  json_begin_object(w);
  json_key(w, STR("modules"));
  json_begin_array(w);
  for (uint32_t i = 0; i < n; i++) put_module(w, a, &modules[i]);
  json_end_array(w);
  json_kstr(w, STR("name"), site->name);
  json_end_object(w);
}

static void put_all_modules(struct worker *w, struct request *r, struct json_writer *out)
{
  str *names, error;
  const uint32_t n = environments_list(w->environments, r->arena, &names);
  json_begin_array(out);
  for (uint32_t i = 0; i < n; i++) {
    struct site *site = environments_use(w->environments, r->arena, names[i], NULL, &error);
    if (site == NULL) continue; /* an error in its environment.conf is reported when the environment is requested */
    put_modules(out, r->arena, site);
    environments_done(w->environments, site);
  }
  json_end_array(out);
}

void route_environment_modules(struct worker *w, struct request *r, struct answer *a)
{
  struct buf text = BUF_IN(r->arena);
  struct json_writer out;
  json_init(&out, &text, false);
  if (route_parameter(r, "environment").p == NULL) {
    put_all_modules(w, r, &out);
  } else {
    struct site *site = route_own_site(w, r, a);
    if (site == NULL) return;
    put_modules(&out, r->arena, site);
    environments_done(w->environments, site);
  }
  answer_json(a, 200, buf_view(&text));
}

/* --- transports --- */

/* Transports are Ruby code that registers itself when it is loaded. The file of the first one; empty when the
 * environment has none. */
static str first_transport(struct arena *a, const struct site *site)
{
  const struct host host = compile_cli_host();
  struct listed_module *modules;
  const uint32_t n = modules_list(a, &site->environment->options, &modules);
  for (uint32_t i = 0; i < n; i++) {
    str *names;
    uint32_t files;
    const str directory = arena_printf(a, "%.*s/lib/puppet/transport/schema", STR_FMT(modules[i].directory));
    if (!host.list_directory(host.ctx, a, directory, &names, &files)) continue;
    for (uint32_t k = 0; k < files; k++)
      if (str_ends(names[k], STR(".rb"))) return arena_printf(a, "%.*s/%.*s", STR_FMT(directory), STR_FMT(names[k]));
  }
  return STR_EMPTY;
}

struct transports {
  str file;
  struct json_writer *out;
};

static void put_transports(struct compilation *c, void *arg)
{
  const struct transports *t = arg;
  ruby_need(c, STR("a transport"), t->file);
  value_write_json(t->out, ruby_call(c, NULL, "load_transports", NULL, 0, VALUE_UNDEF), JSON_PLAIN);
}

/* Has Ruby load the transports. False with the reason. */
static bool read_transports(struct worker *w, struct request *r, struct site *site, str file, struct json_writer *out,
                            str *error)
{
  const str nobody = settings_str(w->settings, SETTING_certname);
  struct compile_cli job;
  struct transports all = {file, out};
  environments_job(w->environments, r->arena, nobody, &job);
  job.environment = site->environment->options;
  job.settings_values = site->settings;
  const struct compile_settings settings = compile_cli_settings(&job);
  const struct node_data node = {.name = nobody,
                                 .facts = &hash_empty,
                                 .parameters = &hash_empty,
                                 .trusted = &hash_empty,
                                 .server_facts = &hash_empty,
                                 .classes = VALUE_UNDEF};
  struct compile_result result = compile_apart(site->environment, &node, &settings, &job.host, put_transports, &all);
  const bool ok = result.ok;
  if (!ok) *error = arena_str(r->arena, result.message);
  compile_result_free(&result);
  return ok;
}

void route_environment_transports(struct worker *w, struct request *r, struct answer *a)
{
  struct buf text = BUF_IN(r->arena);
  struct json_writer out;
  str error;
  struct site *asked = route_own_site(w, r, a);
  if (asked == NULL) return;
  const str file = first_transport(r->arena, asked);
  struct site *site = environments_use_bare(w->environments, r->arena, asked->name, NULL, &error);
  json_init(&out, &text, false);
  json_begin_object(&out);
  json_kstr(&out, STR("name"), asked->name);
  json_key(&out, STR("transports"));
  bool ok = true;
  if (file.n > 0) {
    ok = site != NULL && read_transports(w, r, site, file, &out, &error);
  } else {
    json_begin_array(&out);
    json_end_array(&out);
  }
  json_end_object(&out);
  if (ok) route_tagged(w, r, a, buf_view(&text));
  else answer_text(r, a, 500, "Internal Server Error: %.*s", STR_FMT(error));
  environments_done(w->environments, site);
  environments_done(w->environments, asked);
}
