/* Shared by commands that compile: the node, its facts, its environment, the settings. */
#include "cli/compile_cli.h"

#include <stdint.h>
#include <stdio.h>

#include "base/uuid.h"
#include "base/hostname.h"
#include "base/log.h"
#include "base/utf8.h"
#include "cli/cli_stats.h"
#include "cli/host_facts.h"
#include "compiler/node/settings_values.h"
#include "indirector/node.h"

void compile_cli_log(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                     str place)
{
  (void)ctx;
  /* The compiler's levels are those of the log, under other names. */
  struct buf text = BUF_HEAP, from = BUF_HEAP;
  buf_str(&text, message);
  buf_str(&text, place);
  buf_str(&from, source);
  log_emit(&(struct log_event){.level = (enum log_level)level,
                               .category = category,
                               .source = source.n > 0 ? from.p : NULL,
                               .message = text.n > 0 ? text.p : "",
                               .message_len = text.n});
  buf_free(&text);
  buf_free(&from);
}

static bool wants_debug(void *ctx, struct log_category *category)
{
  (void)ctx;
  return log_enabled(category, LOG_LEVEL_DEBUG);
}

struct host compile_cli_host(void)
{
  struct host host = host_real(compile_cli_log, NULL);
  host.debugs = wants_debug;
  return host;
}

/* --- facts --- */

struct ind_request compile_cli_request(struct compile_cli *job, enum indirection what)
{
  return (struct ind_request){
    .in = job->indirector,
    .arena = job->arena,
    .indirection = what,
    .key = job->node,
    .environment = job->requested.n > 0 ? job->requested
                                        : arena_str(job->arena, settings_str(job->cli->settings, SETTING_environment))};
}

/* Whether a setting or routes.yaml chooses the terminus of facts. */
static bool facts_terminus_chosen(const struct compile_cli *job)
{
  return settings_is_set(job->cli->settings, SETTING_facts_terminus) ||
         !str_eqz(str_of(job->indirector->routes[IND_FACTS].terminus->name), "facter");
}

static value fact_value(struct arena *a, const struct fact *f)
{
  struct valuevec items = {0};
  struct hash *h;
  switch (f->kind) {
  case FACT_NULL: return VALUE_UNDEF;
  case FACT_BOOLEAN: return value_bool(f->boolean);
  case FACT_INTEGER: return value_int(f->integer);
  case FACT_FLOAT: return value_float(f->real);
  case FACT_STRING: return value_str(f->string);
  case FACT_ARRAY:
    for (const struct fact *e = f->first; e != NULL; e = e->next) valuevec_push(&items, a, fact_value(a, e));
    return valuevec_array(&items, a);
  case FACT_HASH:
    h = hash_new(a, f->count);
    for (const struct fact *e = f->first; e != NULL; e = e->next) hash_put_str(h, a, e->key, fact_value(a, e));
    return value_hash(h);
  }
  return VALUE_UNDEF;
}

const struct hash *compile_cli_host_facts(struct compile_cli *job, struct arena *a, enum host_facts_kinds kinds)
{
  struct settings *s = job->cli->settings;
  const struct host_facts_options options = {.no_custom = kinds != HOST_FACTS_ALL,
                                             .no_external = kinds == HOST_FACTS_OWN,
                                             .no_modules = job->remote,
                                             .announce = kinds == HOST_FACTS_ALL};
  struct fact *facts = host_facts(job->cli, a, &options);
  struct hash *all = hash_copy(a, fact_value(a, facts).hash, 3);
  if (a == job->arena && kinds == HOST_FACTS_ALL) job->own_facts = facts;
  hash_put_str(all, a, STR("clientcert"), value_str(arena_str(a, settings_str(s, SETTING_certname))));
  hash_put_str(all, a, STR("clientversion"), value_str(STR(PUPPET_VERSION)));
  hash_put_str(all, a, STR("clientnoop"), value_bool(settings_bool(s, SETTING_noop)));
  return all;
}

str compile_cli_name_in_facts(struct settings *s, const struct hash *facts, str name)
{
  const str fact = settings_str(s, SETTING_node_name_fact);
  const value *named = fact.n > 0 ? hash_get_str(facts, fact) : NULL;
  return named != NULL && named->kind == V_STRING ? value_text(*named) : name;
}

static const struct hash *facts_of_host(void *ctx, struct arena *a)
{
  return compile_cli_host_facts(ctx, a, HOST_FACTS_ALL);
}

/* Reads facts from a file and saves them like facts sent by an agent. */
static bool take_facts(struct compile_cli *job, const char *facts_file, struct ind_object *out, str *error)
{
  const struct hash *values;
  if (!node_read_facts(job->arena, &job->host, str_of(facts_file), &values, error)) return false;
  *out = facts_object(job->arena, job->node, values);
  struct ind_request save = compile_cli_request(job, IND_FACTS);
  save.instance = out;
  /* Facts cannot be saved to the terminus of this host's facts; that is no error if it is only the default. */
  save.ignore_terminus = !facts_terminus_chosen(job) || save.in->routes[IND_FACTS].terminus == NULL;
  if (indirector_save(&save) != IND_FAILED) return true;
  *error = save.error;
  return false;
}

static str networking_fact(const struct fact *facts, const char *path)
{
  const struct fact *f = fact_dig(facts, str_of(path));
  return f != NULL && f->kind == FACT_STRING ? f->string : STR_EMPTY;
}

struct server_identity compile_cli_server(struct compile_cli *job)
{
  if (job->server != NULL) return *job->server;
  const struct fact *facts = job->own_facts != NULL ? job->own_facts : facts_networking(job->arena);
  const struct server_identity server = {.version = STR(PUPPET_VERSION),
                                         .name = str_of(host_names()->fqdn),
                                         .ip = networking_fact(facts, "networking.ip"),
                                         .ip6 = networking_fact(facts, "networking.ip6")};
  if (server.ip.n == 0 && server.ip6.n == 0 && !job->compiles_nothing) {
    log_warning(&log_compile, "Could not retrieve either serverip or serverip6 fact");
  }
  return server;
}

void compile_cli_node(struct compile_cli *job, struct node_data *out)
{
  *out = job->found;
  out->facts = job->facts;
}

/* --- settings --- */

/* The severity in a setting that is one of ignore, warning, error. */
static enum severity severity_of(struct settings *s, enum setting_id id)
{
  static const enum severity of[] = {SEVERITY_IGNORE, SEVERITY_WARNING, SEVERITY_ERROR};
  return of[settings_enum(s, id)];
}

static bool warning_disabled(struct settings *s, const char *kind)
{
  str item;
  for (size_t i = 0; settings_item(s, SETTING_disable_warnings, i, &item); i++) {
    if (str_eqz(str_trim(item), kind)) return true;
  }
  return false;
}

static size_t memory_limit(struct settings *s, enum setting_id which)
{
  const int64_t mib = settings_int(s, which), most = SIZE_MAX / 2 / (1024 * 1024);
  return mib <= 0 ? 0 : (size_t)(mib < most ? mib : most) * 1024 * 1024;
}

static int64_t time_limit_ms(struct settings *s, enum setting_id id)
{
  const int64_t seconds = settings_int(s, id), most = INT64_MAX / 4000;
  return (seconds < most ? seconds : most) * 1000;
}

struct compile_settings compile_cli_settings(struct compile_cli *job)
{
  struct settings *s = job->cli->settings;
  const struct environment_options *env = &job->environment;
  return (struct compile_settings){
    .strict = severity_of(s, SETTING_strict),
    .cycles = severity_of(s, SETTING_cycles),
    .cycles_file = settings_bool(s, SETTING_graph)
                     ? arena_printf(job->arena, "%s/cycles.dot", settings_strz(s, SETTING_graphdir))
                     : STR_EMPTY,
    .strict_variables = settings_bool(s, SETTING_strict_variables),
    .without_deprecations = warning_disabled(s, "deprecations"),
    .without_undefined = warning_disabled(s, "undefined_variables"),
    .tasks = settings_bool(s, SETTING_tasks),
    .freeze_main = settings_bool(s, SETTING_freeze_main),
    .rich_data = env->rich_data,
    .storeconfigs = settings_bool(s, SETTING_storeconfigs),
    .exported = settings_bool(s, SETTING_storeconfigs) ? &job->exported : NULL,
    .queries = &job->queries,
    .memory_limit_bytes = memory_limit(s, SETTING_compile_memory_limit),
    .time_limit_ms = time_limit_ms(s, SETTING_compile_time_limit),
    .ruby_time_limit_ms = time_limit_ms(s, SETTING_ruby_time_limit),
    .ruby_memory_limit_bytes = memory_limit(s, SETTING_ruby_memory_limit),
    .without_native_functions = !settings_bool(s, SETTING_native_functions),
    .without_native_templates = !settings_bool(s, SETTING_native_templates),
    .server_version = STR(PUPPET_VERSION),
    .values = job->settings_values != NULL
                ? job->settings_values
                : settings_values(job->arena, s, env->name, env->manifest, env->modulepath, env->nmodulepath)};
}

/* --- beginning and end --- */

void compile_cli_context(struct cli *cli, str node, char transaction[UUID_SIZE])
{
  const struct host host = compile_cli_host();
  char name[256];
  unsigned char b[UUID_BYTES];
  host.random_bytes(host.ctx, b, sizeof b);
  uuid_text(b, 4, transaction);
  snprintf(name, sizeof name, "%.*s", STR_FMT(node));
  log_context_set("node", name);
  log_context_set("environment", settings_strz(cli->settings, SETTING_environment));
  log_context_set("transaction", transaction);
}

static str core_facts(void *ctx, struct arena *a)
{
  (void)ctx;
  return facts_core_json(a);
}

static bool setting_in(void *ctx, struct arena *a, str section, str name, bool written, value *out)
{
  const struct compile_cli *job = ctx;
  return settings_value_in(a, job->cli->settings, section, name, written, out);
}

bool compile_cli_begin(struct compile_cli *job, struct cli *cli, const char *node)
{
  *job = (struct compile_cli){.cli = cli, .arena = arena_new(), .facts = &hash_empty};
  job->host = compile_cli_host();
  job->host.ctx = job;
  job->host.facts = core_facts;
  job->host.setting = setting_in;
  const str name = node != NULL ? str_of(node) : settings_str(cli->settings, SETTING_certname);
  job->node = arena_str(job->arena, name);
  job->outer = ARENA_NEW(job->arena, struct log_context);
  log_context_save(job->outer);
  char transaction[UUID_SIZE];
  compile_cli_context(cli, job->node, transaction);
  job->transaction = arena_str(job->arena, str_of(transaction));
  if (utf8_invalid_at(job->node) == SIZE_MAX && job->node.n > 0) return true;
  cli_error("The name of the node is not valid");
  compile_cli_end(job);
  return false;
}

/* --- the node --- */

static bool search_exported(void *ctx, struct arena *a, str rtype, str node, const struct query *query,
                            struct exported_resource **out, uint32_t *n, str *error)
{
  struct compile_cli *job = ctx;
  struct ind_request r = compile_cli_request(job, IND_RESOURCE);
  r.arena = a;
  r.key = rtype;
  r.host = node;
  r.filter = query;
  if (indirector_search(&r) == IND_FAILED) {
    *error = r.error;
    return false;
  }
  *n = r.results.n;
  *out = arena_array(a, r.results.n + 1, sizeof **out);
  for (uint32_t i = 0; i < r.results.n; i++) {
    const struct hash *h = ((const struct ind_object *)r.results.items[i])->data.hash;
    (*out)[i] = (struct exported_resource){.certname = value_text(*hash_get_str(h, STR("certname"))),
                                           .type = rtype,
                                           .title = value_text(*hash_get_str(h, STR("title"))),
                                           .parameters = hash_get_str(h, STR("parameters"))->hash};
  }
  return true;
}

static bool ask(void *ctx, struct arena *a, value query, value *out, str *error)
{
  struct compile_cli *job = ctx;
  return indirector_query(job->indirector, a, query, out, error);
}

bool compile_cli_indirector(struct compile_cli *job, str *error)
{
  struct settings *s = job->cli->settings;
  const struct ind_hooks hooks = {.ctx = job, .host_facts = facts_of_host, .compile = job->compile};
  const char *application = settings_get_mode(s) == SETTINGS_SERVER ? "server" : job->cli->command;
  job->indirector = indirector_new(job->arena, s, &job->host, &hooks, application, error);
  job->exported = (struct exported_source){job, search_exported};
  job->queries = (struct query_source){job, ask};
  if (job->indirector == NULL) return false;
  /* By default, the stored facts of the node are preferred to those of this host. */
  str known = arena_printf(job->arena, "%s/facts/%.*s.yaml", settings_strz(s, SETTING_yamldir), STR_FMT(job->node));
  if (!facts_terminus_chosen(job) && job->host.stat(NULL, known).kind == HOST_FILE) {
    job->indirector->routes[IND_FACTS].terminus = indirection_terminus(IND_FACTS, STR("yaml"));
  }
  return true;
}

void compile_cli_only_stored_facts(struct compile_cli *job)
{
  if (!facts_terminus_chosen(job))
    job->indirector->routes[IND_FACTS].terminus = indirection_terminus(IND_FACTS, STR("yaml"));
}

/* Puppet's compiler words errors about the node, but `puppet apply` finds the node itself. */
static str node_error(const struct compile_cli *job, enum ind_result found, str reason)
{
  struct arena *a = job->arena;
  if (found == IND_NOTHING) {
    return arena_printf(
      a, job->applies ? "Could not run: Could not find node %.*s" : "Could not find node '%.*s'; cannot compile",
      STR_FMT(job->node));
  }
  if (job->applies) return arena_printf(a, "Could not run: %.*s", STR_FMT(reason));
  return arena_printf(a, "Failed when searching for node %.*s: %.*s", STR_FMT(job->node), STR_FMT(reason));
}

bool compile_cli_find_node(struct compile_cli *job, const char *facts_file, str *environment, str *error)
{
  struct ind_object facts;
  struct ind_request r = compile_cli_request(job, IND_NODE);
  const struct server_identity server = compile_cli_server(job);
  r.facts = job->given_facts;
  if (facts_file != NULL) {
    if (!take_facts(job, facts_file, &facts, error)) return false;
    r.facts = &facts;
  }
  bool there;
  const enum ind_result found = node_for_compiling(&r, &server, job->who, &job->found, environment, &there);
  if (found == IND_OK) {
    job->facts = job->found.facts;
    return true;
  }
  *error = there ? r.error : node_error(job, found, r.error);
  return false;
}

bool compile_cli_load(struct compile_cli *job, const char *facts_file, str *error)
{
  return compile_cli_indirector(job, error) && compile_cli_find(job, facts_file, error);
}

bool compile_cli_environment(struct compile_cli *job, str *error)
{
  const str name = arena_str(job->arena, settings_str(job->cli->settings, SETTING_environment));
  return environment_read_conf(job->arena, &job->host, job->cli->settings, name, &job->environment, error);
}

bool compile_cli_find(struct compile_cli *job, const char *facts_file, str *error)
{
  str environment;
  if (!compile_cli_find_node(job, facts_file, &environment, error)) return false;
  log_context_set("environment", arena_strz(job->arena, environment));
  if (str_eq(environment, job->environment.name)) return true;
  if (environment_read_conf(job->arena, &job->host, job->cli->settings, environment, &job->environment, error))
    return true;
  if (!str_eq(environment, settings_str(job->cli->settings, SETTING_environment))) {
    *error = node_error(job, IND_FAILED, *error);
  }
  return false;
}

void compile_cli_another(const struct compile_cli *job, struct arena *a, str node, struct compile_cli *out)
{
  *out = *job;
  out->arena = a;
  out->node = node;
  out->facts = &hash_empty;
  out->found = (struct node_data){0};
  out->given_facts = NULL;
  out->exported.ctx = out;
  out->queries.ctx = out;
}

int compile_cli_run(struct cli *cli, int (*run)(struct compile_cli *job, void *ctx), void *ctx)
{
  struct compile_cli job;
  str error;
  if (!compile_cli_begin(&job, cli, NULL)) return 1;
  const int status = compile_cli_indirector(&job, &error) ? run(&job, ctx) : cli_error("%.*s", STR_FMT(error));
  compile_cli_end(&job);
  return cli_finish(status);
}

void compile_cli_end(struct compile_cli *job)
{
  if (job->indirector != NULL) cli_stats_puppetdb(job->cli->settings, job->indirector);
  indirector_free(job->indirector);
  log_context_restore(job->outer);
  arena_free(job->arena);
  job->arena = NULL;
}
