/* `ficelle catalog compile NODE`, `ficelle catalog find NODE`. */
#include <stdio.h>
#include <time.h>

#include "base/log.h"
#include "cli/cli_stats.h"
#include "cli/indirect_cli.h"

cli_fn cmd_catalog;

LOG_CATEGORY(log_compile, "compiler.compile");

static double seconds_now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* One compilation of the job, with all that lasts as long as its result. */
struct compiling {
  struct environment *environment;
  struct cli_stats stats;
  struct compile_settings settings;
  struct node_data node;
  struct compile_result result;
};

static bool begin_compiling(struct compile_cli *job, struct compiling *c, bool pretty)
{
  compile_cli_node(job, &c->node);
  c->settings = compile_cli_settings(job);
  c->settings.write_json = c->settings.drop_exported = true;
  c->settings.keep_exported = job->indirector->routes[IND_CATALOG].cache != NULL;
  c->settings.pretty = pretty;
  c->environment = environment_new(&job->environment, &job->host);
  const struct observer *observer = cli_stats_begin(&c->stats, job->cli->settings);
  const double began = seconds_now();
  c->result = compile(c->environment, &c->node, &c->settings, &job->host, observer);
  if (c->result.ok) {
    log_notice(&log_compile, "Compiled catalog for %.*s in environment %.*s in %.2f seconds", STR_FMT(job->node),
               STR_FMT(job->environment.name), seconds_now() - began);
  }
  return c->result.ok;
}

static void end_compiling(struct compiling *c)
{
  compile_result_free(&c->result);
  cli_stats_end(&c->stats);
  environment_free(c->environment);
}

static str failure_text(struct compile_cli *job, const struct compile_result *r)
{
  if (r->serializing) return arena_str(job->arena, r->failure.message);
  return arena_printf(job->arena, "%.*s on node %.*s", STR_FMT(r->failure.message), STR_FMT(job->node));
}

/* --- the cache --- */

/* Keeps a copy where the settings say. */
static bool keep(struct compile_cli *job, str json)
{
  const struct ind_object object = {.data = VALUE_UNDEF, .json = json};
  struct ind_request r = compile_cli_request(job, IND_CATALOG);
  r.instance = &object;
  r.environment = job->environment.name;
  r.ignore_terminus = true;
  if (json.n == 0 || indirector_save(&r) != IND_FAILED) return true;
  cli_error("%.*s", STR_FMT(r.error));
  return false;
}

/* The catalog of an earlier time in place of the one that could not be made; false: there is none, or it is not wanted.
 * What storeconfigs stores is for collecting. */
static bool serve(struct compile_cli *job, enum cli_render render)
{
  const struct terminus *cache = job->indirector != NULL ? job->indirector->routes[IND_CATALOG].cache : NULL;
  if (cache == NULL || str_eqz(str_of(cache->name), "store_configs") ||
      !settings_bool(job->cli->settings, SETTING_usecacheonfailure)) {
    return false;
  }
  struct ind_request r = compile_cli_request(job, IND_CATALOG);
  r.ignore_terminus = true;
  if (indirector_find(&r) != IND_OK || !indirect_drop_exported(job->arena, &r.result, &r.error)) return false;
  const value *from = r.result.data.kind == V_HASH ? hash_get_str(r.result.data.hash, STR("environment")) : NULL;
  const str environment = from != NULL && from->kind == V_STRING ? value_text(*from) : r.environment;
  log_notice(&log_compile, "Using cached catalog from environment '%.*s'", STR_FMT(environment));
  cli_stats_from_cache(job->cli->settings);
  return indirect_print(job, IND_CATALOG, &r.result, render) == 0;
}

/* --- compile --- */

static int compile_node(struct compile_cli *job, enum cli_render render)
{
  struct compiling c;
  int status = 1;
  if (!begin_compiling(job, &c, render == CLI_RENDER_DEFAULT)) {
    compile_cli_log(NULL, CLOG_ERR, STR_EMPTY, failure_text(job, &c.result), STR_EMPTY);
  } else if (keep(job, c.result.stored_json)) {
    fflush(stderr);
    fwrite(c.result.json.p, 1, c.result.json.n, stdout);
    putchar('\n');
    status = 0;
  }
  const bool failed = !c.result.ok;
  end_compiling(&c);
  return failed && serve(job, render) ? 0 : status;
}

/* As the terminus `compiler`. */
static enum ind_result compile_request(void *ctx, struct ind_request *r)
{
  struct compile_cli *job = ctx;
  struct compiling c;
  if (!compile_cli_find(job, NULL, &r->error)) return IND_FAILED;
  const bool ok = begin_compiling(job, &c, false);
  if (!ok) r->error = failure_text(job, &c.result);
  const str text = c.result.stored_json.n > 0 ? c.result.stored_json : c.result.json;
  if (ok) r->result = (struct ind_object){.data = VALUE_UNDEF, .json = arena_str(r->arena, text)};
  end_compiling(&c);
  return ok ? IND_OK : IND_FAILED;
}

static int find_catalog(struct cli *cli, int argc, char **argv)
{
  return indirect_find(cli, IND_CATALOG, argc, argv, compile_request);
}

static int catalog_compile(struct cli *cli, int argc, char **argv)
{
  struct compile_cli job;
  const char *facts = NULL, *render_as = NULL;
  const struct cli_option options[] = {
      {"facts", 0, CLI_STRING, &facts, "FILE",
       "facts of the node, YAML or JSON: a hash, or as Puppet stores them"},
      {"render-as", 0, CLI_STRING, &render_as, "FORMAT", "json: the catalog on one line"},
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
  if (render_as != NULL && (!cli_render_parse(render_as, &render) || render != CLI_RENDER_JSON)) {
    return cli_error("not supported: --render-as %s", render_as);
  }
  if (!compile_cli_begin(&job, cli, argc > 1 ? argv[1] : NULL)) return 1;
  str error;
  if (compile_cli_load(&job, facts, &error)) {
    status = compile_node(&job, render);
  } else {
    status = cli_error("%.*s", STR_FMT(error));
    if (serve(&job, render)) status = 0;
  }
  compile_cli_end(&job);
  return cli_finish(status);
}

int cmd_catalog(struct cli *cli, int argc, char **argv)
{
  static const struct cli_command actions[] = {
      {"compile", catalog_compile, "Compile the catalog of a node."},
      {"find", find_catalog, "Print the catalog of a node, compiled or stored."},
      {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
