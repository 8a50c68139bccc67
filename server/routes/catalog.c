/* POST, GET /puppet/v3/catalog/:certname, and compiling for it. */
#include "server/routes/catalog.h"

#include <assert.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/uuid.h"
#include "indirector/node.h"
#include "server/config/config.h"
#include "server/routes/code.h"
#include "server/routes/routes.h"

/* How often to compile again because the environment was deployed meanwhile. */
enum { MOST_TRIES = 5 };

/* --- saving --- */

bool catalog_save_facts(struct worker *w, struct arena *a, str certname, str environment,
                        const struct ind_object *facts, const struct hash *trusted, bool go_on, str *error)
{
  struct ind_request save = {.in = w->indirector,
                             .arena = a,
                             .indirection = IND_FACTS,
                             .key = certname,
                             .environment = environment,
                             .instance = facts,
                             .trusted = trusted,
                             .go_on = go_on};
  if (indirector_save(&save) != IND_FAILED) return true;
  *error = save.error;
  return false;
}

static enum compile_keep what_is_kept(const struct worker *w)
{
  const struct terminus *cache = w->indirector->routes[IND_CATALOG].cache;
  return cache == NULL ? KEEP_NOTHING : terminus_keeps_exported(cache) ? KEEP_ALL : KEEP_HANDED_OVER;
}

/* --- compiling --- */

struct compiling {
  struct worker *worker;
  struct request *request;
  const struct catalog_asked *asked;
  struct compile_cli job;
  struct site *site;
  struct static_catalog more;
  str environment; /* the node's */
  str code_id;
  uint64_t code_serial;
  str json;
  str error;
};

/* `json`: includes exported resources if the settings say so. */
static bool save_catalog(struct compiling *c, str json)
{
  const struct catalog_asked *asked = c->asked;
  const struct ind_object object = {.data = VALUE_UNDEF, .json = json, .handed_over = c->json};
  struct ind_request save = {.in = c->worker->indirector,
                             .arena = c->request->arena,
                             .indirection = IND_CATALOG,
                             .key = asked->certname,
                             .environment = c->environment,
                             .instance = &object,
                             .transaction_uuid = asked->transaction_uuid,
                             .job_id = asked->job_id,
                             .compiled = c->site->environment,
                             .ignore_terminus = true};
  if (json.n == 0 || indirector_save(&save) != IND_FAILED) return true;
  c->error = save.error;
  return false;
}

/* The client only needs the name of the environment. */
static str empty_catalog(struct arena *a, const struct host *host, str certname, str environment)
{
  struct buf out = BUF_IN(a);
  struct json_writer w;
  unsigned char random[UUID_BYTES];
  char uuid[UUID_SIZE];
  host->random_bytes(host->ctx, random, sizeof random);
  uuid_text(random, 4, uuid);
  json_init(&w, &out, false);
  json_begin_object(&w);
  json_key(&w, STR("tags"));
  json_begin_array(&w);
  json_end_array(&w);
  json_kstr(&w, STR("name"), certname);
  json_key(&w, STR("version"));
  json_null(&w);
  json_key(&w, STR("code_id"));
  json_null(&w);
  json_kstr(&w, STR("catalog_uuid"), str_of(uuid));
  json_kint(&w, STR("catalog_format"), 2);
  json_kstr(&w, STR("environment"), environment);
  static const char *const lists[] = {"resources", "edges", "classes"};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
    json_key(&w, str_of(lists[i]));
    json_begin_array(&w);
    json_end_array(&w);
  }
  json_end_object(&w);
  return buf_view(&out);
}

static struct compile_settings settings_of(struct compiling *c)
{
  struct compile_settings s = compile_cli_settings(&c->job);
  s.write_json = s.drop_exported = true;
  s.rich_data = c->asked->rich;
  s.code_id = c->code_id;
  s.keep = c->asked->keep ? what_is_kept(c->worker) : KEEP_NOTHING;
  if (c->more.checksum_type != NULL) s.more = &c->more.more;
  if (c->asked->block == NULL) return s;
  /* Puppet compiles code outside an environment in this way. */
  s.block = c->asked->block;
  s.strict = SEVERITY_ERROR;
  s.strict_variables = true;
  s.drop_exported = false;
  return s;
}

static void tell_compiled(const struct compiling *c, double seconds)
{
  const struct catalog_asked *asked = c->asked;
  if (asked->block != NULL) return;
  if (asked->done != NULL) {
    const str text = arena_printf(c->request->arena, "Compiled catalog for %.*s in environment %.*s %s",
                                  STR_FMT(asked->certname), STR_FMT(c->environment), asked->done);
    (asked->log != NULL ? asked->log : compile_cli_log)(NULL, &log_compile, CLOG_INFO, STR_EMPTY, text, STR_EMPTY);
    return;
  }
  log_notice(&log_compile, "Compiled %scatalog for %.*s in environment %.*s in %.2f seconds",
             c->more.checksum_type != NULL ? "static " : "", STR_FMT(asked->certname), STR_FMT(c->environment),
             seconds);
}

/* A program of the manifest may read the facts. */
static bool run_program(void *ctx, struct arena *a, struct host_program *p)
{
  ind_write_wait();
  return compile_cli_host().run_program(ctx, a, p);
}

/* Compiles once. *again: the environment was deployed meanwhile, so the catalog may mix two versions. */
static bool compile_once(struct compiling *c, bool *again)
{
  struct arena *a = c->request->arena;
  struct host host = c->job.host;
  if (c->asked->log != NULL) host.log = c->asked->log;
  if (c->asked->debugs != NULL) host.debugs = c->asked->debugs;
  host.run_program = run_program;
  struct node_data node;
  compile_cli_node(&c->job, &node);
  c->job.environment = c->site->environment->options;
  c->job.settings_values = c->site->settings;
  if (c->asked->checksum_types.p != NULL && c->site->environment->options.static_catalogs && c->code_id.n > 0 &&
      !static_catalog_begin(&c->more, c->worker, a, c->site, c->asked->checksum_types, &c->error))
    return *again = false;
  const struct compile_settings settings = settings_of(c);
  const double began = clock_seconds(CLOCK_MONOTONIC);
  struct compile_result result = compile(c->site->environment, &node, &settings, &host,
                                         environments_observer(c->worker->environments));
  bool ok = result.ok;
  *again = environments_is_stale(c->worker->environments, c->site, !ok);
  if (!ok) c->error = compile_failure_text(a, &result, c->asked->certname);
  if (ok && !*again) {
    tell_compiled(c, clock_seconds(CLOCK_MONOTONIC) - began);
    c->json = result.json;
    ok = save_catalog(c, result.stored_json);
    assert(c->request->bulk == NULL);
    c->request->bulk = compile_result_take_json(&result);
  }
  compile_result_free(&result);
  return ok;
}

static bool use_site(struct compiling *c)
{
  struct environments *all = c->worker->environments;
  environments_done(all, c->site);
  bool missing;
  const bool bare = c->asked->block != NULL;
  c->site = (bare ? environments_use_bare : environments_use)(all, c->request->arena, c->environment, &missing,
                                                              &c->error);
  if (c->site != NULL) return true;
  if (bare && missing) {
    c->error = arena_printf(c->request->arena, "No directory found for the environment '%.*s' on the path '%.*s'",
                            STR_FMT(c->environment),
                            STR_FMT(settings_str(c->worker->settings, SETTING_environmentpath)));
    return false;
  }
  c->error = arena_printf(c->request->arena, "Failed when searching for node %.*s: %.*s", STR_FMT(c->asked->certname),
                          STR_FMT(c->error));
  return false;
}

/* A catalog must not have the code_id of the previous version. */
static bool renew_code_id(struct compiling *c)
{
  if (c->code_serial == 0 || c->code_serial == c->site->serial || !str_eq(c->environment, c->asked->environment))
    return true;
  return code_id_of(c->worker, c->request->arena, c->environment, &c->code_id, &c->code_serial, &c->error);
}

static bool compile_until_stable(struct compiling *c)
{
  bool ok = false, again = true;
  for (int tries = 0; again && tries < MOST_TRIES; tries++) {
    if (!use_site(c) || !renew_code_id(c)) return false;
    ok = compile_once(c, &again);
  }
  return ok;
}

/* A node of which only the data in the request is known. */
static void make_up_node(struct compiling *c)
{
  struct compile_cli *job = &c->job;
  struct arena *a = c->request->arena;
  const value *facts = hash_get_str(c->asked->facts->data.hash, STR("values"));
  struct hash *server = hash_new(a, 1);
  hash_put_str(server, a, STR("environment"), value_str(c->asked->environment));
  environments_job(c->worker->environments, a, c->asked->certname, job);
  job->facts = facts->hash;
  job->found = (struct node_data){.name = c->asked->certname,
                                  .facts = facts->hash,
                                  .parameters = &hash_empty,
                                  .trusted = c->asked->trusted,
                                  .server_facts = server,
                                  .classes = VALUE_UNDEF};
  c->environment = c->asked->environment;
}

/* Asks the classifier for the node. */
static bool find_node(struct compiling *c)
{
  struct compile_cli *job = &c->job;
  const struct catalog_asked *asked = c->asked;
  environments_job(c->worker->environments, c->request->arena, asked->certname, job);
  job->requested = asked->environment;
  job->given_facts = asked->facts;
  job->who = &asked->who;
  if (!compile_cli_find_node(job, NULL, &c->environment, &c->error)) return false;
  if (asked->trusted != NULL) job->found.trusted = asked->trusted;
  if (asked->prefer_requested) c->environment = asked->environment;
  return true;
}

bool catalog_make(struct worker *w, struct request *r, const struct catalog_asked *asked, str *json, str *error)
{
  struct compiling c = {.worker = w,
                        .request = r,
                        .asked = asked,
                        .code_id = asked->code_id,
                        .code_serial = asked->code_serial,
                        .json = STR_EMPTY,
                        .error = STR_EMPTY};
  log_context_set("environment", arena_strz(r->arena, asked->environment));
  bool ok = true;
  if (asked->block != NULL) make_up_node(&c);
  else ok = find_node(&c);
  if (ok) {
    r->environment = c.environment;
    route_context(r); /* the classifier may have chosen another one */
  }
  if (ok && asked->check_environment && !str_eq(c.environment, asked->environment)) {
    c.json = empty_catalog(r->arena, &c.job.host, asked->certname, c.environment);
  } else {
    ok = ok && compile_until_stable(&c);
  }
  environments_done(w->environments, c.site);
  if (!ind_write_end(r->arena, &c.error)) ok = false;
  if (!ok) log_printf(&log_compile, LOG_LEVEL_ERR, "%.*s", STR_FMT(c.error));
  *json = c.json;
  *error = c.error;
  return ok;
}

/* --- /puppet/v3/catalog --- */

/* Like CGI.unescape: invalid escapes are kept. Changes the text in place, because facts are large; the request owns the
 * text of its parameters. */
static str unescape(str text)
{
  char *const out = (char *)text.p, *to = out;
  for (size_t i = 0; i < text.n; i++) {
    const int high = text.p[i] == '%' && i + 2 < text.n ? ascii_hex(text.p[i + 1]) : -1;
    const int low = high >= 0 ? ascii_hex(text.p[i + 2]) : -1;
    if (low >= 0) i += 2;
    *to++ = low >= 0 ? (char)(high << 4 | low) : text.p[i] == '+' ? ' ' : text.p[i];
  }
  *to = '\0';
  return str_n(out, (size_t)(to - out));
}

static bool not_interned(struct arena *a, str why, str *error)
{
  *error = arena_printf(a, "Could not intern from json: %.*s", STR_FMT(why));
  return false;
}

bool facts_read(struct arena *a, value data, str json, struct ind_object *out, str *error)
{
  if (data.kind != V_HASH)
    return not_interned(a,
                        data.kind == V_ARRAY ? STR("no implicit conversion of String into Integer")
                                             : STR("undefined method `delete' for nil:NilClass"),
                        error);
  const value *values = hash_get_str(data.hash, STR("values")), *name = hash_get_str(data.hash, STR("name"));
  if (values == NULL || values->kind != V_HASH)
    return not_interned(a, STR("undefined method `delete' for nil:NilClass"), error);
  for (uint32_t i = 0; i < values->hash->n; i++) {
    if (values->hash->entries[i].key.kind != V_STRING)
      return not_interned(a, STR("the name of a fact is not a string"), error);
  }
  *out = (struct ind_object){.data = data, .json = json};
  if (hash_get_str(data.hash, STR("timestamp")) != NULL && name != NULL) return true;
  *out = facts_object(a, value_text_or_empty(value_or_undef(name)), values->hash);
  return true;
}

/* Reads the facts of the form. *out stays NULL without facts. */
static bool take_facts(struct request *r, str certname, struct ind_object *room, const struct ind_object **out,
                       str *error)
{
  const str sent = route_parameter(r, "facts"), form = route_parameter(r, "facts_format");
  value data;
  str why;
  *out = NULL;
  if (sent.p == NULL) return true;
  if (form.p == NULL) {
    *error = arena_printf(r->arena, "Facts but no fact format provided for %.*s", STR_FMT(certname));
    return false;
  }
  if (!str_eqz(form, "application/json")) {
    *error = STR("Unsupported facts format");
    return false;
  }
  const str json = unescape(sent);
  if (!route_read_json(r->arena, json, &data, &why)) return not_interned(r->arena, why, error);
  if (!facts_read(r->arena, data, json, room, error)) return false;
  const value *name = hash_get_str(room->data.hash, STR("name"));
  *out = room;
  if (name->kind == V_STRING && str_eq(value_text(*name), certname)) return true;
  *error = arena_printf(r->arena,
                        "Catalog for \"%.*s\" was requested with fact definition for the wrong node (\"%.*s\").",
                        STR_FMT(certname), STR_FMT(value_to_str(r->arena, *name)));
  return false;
}

/* The requested environment or, like puppetserver, the server's own one if that does not exist. */
static bool requested_environment(struct worker *w, struct request *r, struct answer *a, str *name, bool *rich)
{
  str error;
  bool missing;
  *name = route_parameter(r, "environment");
  if (name->p == NULL || !str_is_word(*name)) {
    answer_text(r, a, 400, "The environment must be purely alphanumeric, not '%.*s'",
                STR_FMT(name->p == NULL ? STR("null") : *name));
    return false;
  }
  struct site *site = environments_use(w->environments, r->arena, *name, &missing, &error);
  if (site == NULL && !missing) {
    route_failed(r, a, error);
    return false;
  }
  if (site == NULL) *name = arena_str(r->arena, settings_str(w->settings, SETTING_environment));
  *rich = site == NULL || site->environment->options.rich_data;
  environments_done(w->environments, site);
  return true;
}

static str or_empty(str s) { return s.p != NULL ? s : STR_EMPTY; }

void route_catalog(struct worker *w, struct request *r, struct answer *a)
{
  static const enum media all[] = {MEDIA_RICH_JSON, MEDIA_JSON, MEDIA_RICH_MSGPACK, MEDIA_MSGPACK},
                          plain[] = {MEDIA_JSON, MEDIA_MSGPACK};
  struct catalog_asked asked = {
    .who = route_identity(r), .keep = true, .check_environment = route_flag(r, "check_environment")};
  struct ind_object room;
  enum media media;
  bool rich;
  str json, error;
  /* Agents tell who has compiled, also when it failed. */
  if (r->method == METHOD_POST)
    answer_header(a, "X-Puppet-Compiler-Name", arena_str(r->arena, settings_str(w->settings, SETTING_certname)));
  asked.transaction_uuid = or_empty(route_parameter(r, "transaction_uuid"));
  asked.job_id = or_empty(route_parameter(r, "job_id"));
  if (!requested_environment(w, r, a, &asked.environment, &rich) || !route_key(r, a, &asked.certname)) return;
  if (!(rich ? route_accept(r, a, all, 4, NO_FALLBACK, &media) : route_accept(r, a, plain, 2, NO_FALLBACK, &media)))
    return;
  asked.rich = media == MEDIA_RICH_JSON || media == MEDIA_RICH_MSGPACK;
  if (route_flag(r, "static_catalog")) {
    asked.checksum_types = route_parameter(r, "checksum_type");
    if (asked.checksum_types.p == NULL) asked.checksum_types = STR_EMPTY;
  }
  if (!code_id_of(w, r->arena, route_parameter(r, "environment"), &asked.code_id, &asked.code_serial, &error)) {
    answer_text(r, a, 500, "Internal Server Error: %.*s", STR_FMT(error));
    return;
  }
  const bool ok = take_facts(r, asked.certname, &room, &asked.facts, &error) &&
                  (asked.facts == NULL ||
                   catalog_save_facts(w, r->arena, asked.certname, asked.environment, asked.facts,
                                      node_trusted(r->arena, &asked.who), true, &error));
  if (!ok) {
    log_printf(&log_compile, LOG_LEVEL_ERR, "%.*s", STR_FMT(error));
    route_failed(r, a, error);
  } else if (catalog_make(w, r, &asked, &json, &error)) {
    route_respond(r, a, media, json);
  } else {
    route_failed(r, a, error);
  }
}
