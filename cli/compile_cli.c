/* What commands that compile share: the node, its facts, its environment, the settings. */
#include "cli/compile_cli.h"

#include <stdint.h>

#include "agent/facts/facts.h"
#include "base/hostname.h"
#include "base/log.h"
#include "base/utf8.h"
#include "compiler/node/settings_values.h"

LOG_CATEGORY(log_compile, "compiler.compile");

/* The Puppet whose language and catalogs these follow. */
#define PUPPET_VERSION "8.11.0"

void compile_cli_log(void *ctx, enum compile_log_level level, str source, str message, str place)
{
  (void)ctx;
  /* The levels are the logger's, under the compiler's names. */
  struct buf text = BUF_HEAP, from = BUF_HEAP;
  buf_str(&text, message);
  buf_str(&text, place);
  buf_str(&from, source);
  log_emit(&(struct log_event){.level = (enum log_level)level, .category = &log_compile,
                               .source = source.n > 0 ? from.p : NULL, .message = text.n > 0 ? text.p : "",
                               .message_len = text.n});
  buf_free(&text);
  buf_free(&from);
}

/* --- facts --- */

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
    for (const struct fact *e = f->first; e != NULL; e = e->next)
      hash_put_str(h, a, e->key, fact_value(a, e));
    return value_hash(h);
  }
  return VALUE_UNDEF;
}

static bool find_facts(struct compile_cli *job, const char *facts_file, str *error)
{
  if (facts_file != NULL) {
    return node_read_facts(job->arena, &job->host, str_of(facts_file), &job->facts, error);
  }
  str known = arena_printf(job->arena, "%s/facts/%.*s.yaml",
                           settings_strz(job->cli->settings, SETTING_yamldir), STR_FMT(job->node));
  if (job->host.stat(NULL, known).kind == HOST_FILE) {
    return node_read_facts(job->arena, &job->host, known, &job->facts, error);
  }
  const char *dirs[] = {settings_strz(job->cli->settings, SETTING_pluginfactdest), NULL};
  const struct facts_options options = {.external_dirs = dirs};
  job->facts = fact_value(job->arena, facts_collect(job->arena, &options, NULL)).hash;
  return true;
}

static str networking_fact(const struct fact *facts, const char *path)
{
  const struct fact *f = fact_dig(facts, str_of(path));
  return f != NULL && f->kind == FACT_STRING ? f->string : STR_EMPTY;
}

void compile_cli_node(struct compile_cli *job, struct node_data *out)
{
  const struct fact *facts = facts_networking(job->arena);
  const struct server_identity server = {.version = STR(PUPPET_VERSION),
                                         .name = str_of(host_names()->fqdn),
                                         .ip = networking_fact(facts, "networking.ip"),
                                         .ip6 = networking_fact(facts, "networking.ip6")};
  if (server.ip.n == 0 && server.ip6.n == 0) {
    log_warning(&log_compile, "Could not retrieve either serverip or serverip6 fact");
  }
  node_make(job->arena, job->node, job->facts, STR("local"), job->environment.name, &server, out);
}

/* --- settings --- */

static enum severity strictness(struct settings *s)
{
  static const enum severity of[] = {SEVERITY_IGNORE, SEVERITY_WARNING, SEVERITY_ERROR};
  return of[settings_enum(s, SETTING_strict)];
}

static size_t memory_limit(struct settings *s)
{
  const int64_t mib = settings_int(s, SETTING_compile_memory_limit), most = SIZE_MAX / 2 / (1024 * 1024);
  return mib <= 0 ? 0 : (size_t)(mib < most ? mib : most) * 1024 * 1024;
}

struct compile_settings compile_cli_settings(struct compile_cli *job)
{
  struct settings *s = job->cli->settings;
  const struct environment_options *env = &job->environment;
  return (struct compile_settings){
      .strict = strictness(s),
      .strict_variables = settings_bool(s, SETTING_strict_variables),
      .tasks = settings_bool(s, SETTING_tasks),
      .freeze_main = settings_bool(s, SETTING_freeze_main),
      .rich_data = settings_bool(s, SETTING_rich_data),
      .storeconfigs = settings_bool(s, SETTING_storeconfigs),
      .memory_limit_bytes = memory_limit(s),
      .server_version = STR(PUPPET_VERSION),
      .values = settings_values(job->arena, s, env->name, env->manifest, env->modulepath, env->nmodulepath)};
}

/* --- beginning and end --- */

bool compile_cli_begin(struct compile_cli *job, struct cli *cli, const char *node)
{
  *job = (struct compile_cli){.cli = cli, .arena = arena_new(), .facts = &hash_empty};
  job->host = host_real(compile_cli_log, NULL);
  const str name = node != NULL ? str_of(node) : settings_str(cli->settings, SETTING_certname);
  job->node = arena_str(job->arena, name);
  if (utf8_invalid_at(job->node) == SIZE_MAX && job->node.n > 0) return true;
  cli_error("The name of the node is not valid");
  compile_cli_end(job);
  return false;
}

/* Settings that would change the node and are not acted on: better no catalog than another one. */
static bool node_settings_supported(struct compile_cli *job, str *error)
{
  struct settings *s = job->cli->settings;
  if (!str_eqz(settings_str(s, SETTING_node_terminus), "plain")) {
    *error = arena_printf(job->arena, "not supported: the setting node_terminus '%s'; nodes are plain",
                          settings_strz(s, SETTING_node_terminus));
    return false;
  }
  if (settings_str(s, SETTING_trusted_external_command).n > 0) {
    *error = STR("not supported: the setting trusted_external_command");
    return false;
  }
  return true;
}

bool compile_cli_load(struct compile_cli *job, const char *facts_file, str *error)
{
  if (!node_settings_supported(job, error)) {
    return false;
  }
  str name = arena_str(job->arena, settings_str(job->cli->settings, SETTING_environment));
  return environment_read_conf(job->arena, &job->host, job->cli->settings, name, &job->environment, error) &&
         find_facts(job, facts_file, error);
}

void compile_cli_end(struct compile_cli *job)
{
  arena_free(job->arena);
  job->arena = NULL;
}
