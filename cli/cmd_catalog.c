/* `ficelle catalog compile NODE`. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "agent/facts/facts.h"
#include "base/hostname.h"
#include "base/log.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/cli_stats.h"
#include "compiler/compile.h"
#include "compiler/node/node.h"
#include "compiler/node/settings_values.h"

cli_fn cmd_catalog;

LOG_CATEGORY(log_compile, "compiler.compile");

/* The Puppet whose language and catalogs these follow. */
#define PUPPET_VERSION "8.11.0"

struct job {
  struct cli *cli;
  struct arena *arena;
  struct host host;
  const char *facts_file, *render;
  str node;
};

static void emit(void *ctx, enum compile_log_level level, str source, str message, str place)
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

static bool find_facts(struct job *job, const struct hash **facts, str *error)
{
  if (job->facts_file != NULL) {
    return node_read_facts(job->arena, &job->host, str_of(job->facts_file), facts, error);
  }
  str known = arena_printf(job->arena, "%s/facts/%.*s.yaml",
                           settings_strz(job->cli->settings, SETTING_yamldir), STR_FMT(job->node));
  if (job->host.stat(NULL, known).kind == HOST_FILE) {
    return node_read_facts(job->arena, &job->host, known, facts, error);
  }
  const char *dirs[] = {settings_strz(job->cli->settings, SETTING_pluginfactdest), NULL};
  const struct facts_options options = {.external_dirs = dirs};
  *facts = fact_value(job->arena, facts_collect(job->arena, &options, NULL)).hash;
  return true;
}

/* --- compiling --- */

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

static struct compile_settings compile_options(struct job *job, const struct environment_options *env)
{
  struct settings *s = job->cli->settings;
  return (struct compile_settings){
      .strict = strictness(s),
      .strict_variables = settings_bool(s, SETTING_strict_variables),
      .tasks = settings_bool(s, SETTING_tasks),
      .freeze_main = settings_bool(s, SETTING_freeze_main),
      .rich_data = settings_bool(s, SETTING_rich_data),
      .storeconfigs = settings_bool(s, SETTING_storeconfigs),
      .memory_limit_bytes = memory_limit(s),
      .server_version = STR(PUPPET_VERSION),
      .values = settings_values(job->arena, s, env->name, env->manifest, env->modulepath, env->nmodulepath),
      .write_json = true,
      .pretty = job->render == NULL,
      .drop_exported = true};
}

static double seconds_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int report(const struct compile_result *r, str node, str environment, double seconds)
{
  if (!r->ok) {
    struct buf text = BUF_HEAP;
    buf_str(&text, r->failure.message);
    if (!r->serializing) buf_printf(&text, " on node %.*s", STR_FMT(node));
    emit(NULL, CLOG_ERR, STR_EMPTY, buf_view(&text), STR_EMPTY);
    buf_free(&text);
    return 1;
  }
  log_notice(&log_compile, "Compiled catalog for %.*s in environment %.*s in %.2f seconds", STR_FMT(node),
             STR_FMT(environment), seconds);
  fflush(stderr);
  fwrite(r->json.p, 1, r->json.n, stdout);
  putchar('\n');
  return 0;
}

static int compile_node(struct job *job, const struct environment_options *options, const struct hash *facts)
{
  const struct server_identity server = {.version = STR(PUPPET_VERSION), .name = str_of(host_names()->fqdn)};
  struct node_data node;
  node_make(job->arena, job->node, facts, STR("local"), options->name, &server, &node);
  const struct compile_settings settings = compile_options(job, options);
  struct environment *env = environment_new(options, &job->host);
  struct cli_stats stats;
  const struct observer *observer = cli_stats_begin(&stats, job->cli->settings);
  const double began = seconds_now();
  struct compile_result r = compile(env, &node, &settings, &job->host, observer);
  const int status = report(&r, job->node, options->name, seconds_now() - began);
  compile_result_free(&r);
  cli_stats_end(&stats);
  environment_free(env);
  return status;
}

static int run_job(struct job *job)
{
  struct environment_options options;
  const struct hash *facts;
  str error;
  str name = arena_str(job->arena, settings_str(job->cli->settings, SETTING_environment));
  if (!environment_read_conf(job->arena, &job->host, job->cli->settings, name, &options, &error) ||
      !find_facts(job, &facts, &error)) {
    return cli_error("%.*s", STR_FMT(error));
  }
  return compile_node(job, &options, facts);
}

static int catalog_compile(struct cli *cli, int argc, char **argv)
{
  struct job job = {.cli = cli};
  const struct cli_option options[] = {
      {"facts", 0, CLI_STRING, &job.facts_file, "FILE",
       "facts of the node, YAML or JSON: a hash, or as Puppet stores them"},
      {"render-as", 0, CLI_STRING, &job.render, "FORMAT", "json: the catalog on one line"},
  };
  const struct cli_usage usage = {
      "ficelle catalog compile [--facts FILE] [--render-as json] [--SETTING VALUE] [NODE]",
      "Compiles the catalog of a node and prints it as JSON. Manifests and modules are those of the "
      "environment\n"
      "(--environment, --environmentpath) unless --manifest or --modulepath say otherwise. Without --facts "
      "the\n"
      "facts are those stored for the node in $yamldir/facts, or else those of this host.",
      options, CLI_COUNT(options), SETTINGS_SERVER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  enum cli_render render = CLI_RENDER_DEFAULT;
  if (argc > 2) return cli_error("catalog compile takes one node, got %d", argc - 1);
  if (job.render != NULL && (!cli_render_parse(job.render, &render) || render != CLI_RENDER_JSON)) {
    return cli_error("not supported: --render-as %s", job.render);
  }
  job.arena = arena_new();
  job.host = host_real(emit, NULL);
  job.node = arena_str(job.arena, argc > 1 ? str_of(argv[1]) : settings_str(cli->settings, SETTING_certname));
  if (utf8_invalid_at(job.node) != SIZE_MAX || job.node.n == 0) {
    status = cli_error("The name of the node is not valid");
  } else {
    status = run_job(&job);
  }
  arena_free(job.arena);
  return cli_finish(status);
}

int cmd_catalog(struct cli *cli, int argc, char **argv)
{
  static const struct cli_command actions[] = {
      {"compile", catalog_compile, "Compile the catalog of a node."},
      {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
