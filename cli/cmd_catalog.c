/* `ficelle catalog compile NODE`, `ficelle catalog find NODE`; the other actions have their own files. */

#include "base/clock.h"
#include "base/log.h"
#include "cli/catalog_cli.h"
#include "cli/cli_stats.h"
#include "cli/indirect_cli.h"
#include "compiler/types/value_json.h"

cli_fn cmd_catalog;

/* One compilation of the job, and everything that must live as long as its result. */
struct compiling {
  struct environment *environment;
  struct cli_stats stats;
  struct compile_settings settings;
  struct node_data node;
  struct compile_result result;
};

static bool begin_compiling(struct compile_cli *job, struct compiling *c, enum catalog_format format)
{
  compile_cli_node(job, &c->node);
  c->settings = compile_cli_settings(job);
  c->settings.write_json = c->settings.drop_exported = true;
  const struct terminus *cache = job->indirector->routes[IND_CATALOG].cache;
  c->settings.keep = cache == NULL ? KEEP_NOTHING : terminus_keeps_exported(cache) ? KEEP_ALL : KEEP_HANDED_OVER;
  if (format == FORMAT_RICH_JSON) c->settings.rich_data = true;
  c->environment = environment_new(&job->environment, &job->host);
  const struct observer *observer = cli_stats_begin(&c->stats, job->cli->settings);
  const double began = clock_seconds(CLOCK_MONOTONIC);
  c->result = compile(c->environment, &c->node, &c->settings, &job->host, observer);
  if (c->result.ok) {
    log_notice(&log_compile, "Compiled catalog for %.*s in environment %.*s in %.2f seconds", STR_FMT(job->node),
               STR_FMT(job->environment.name), clock_seconds(CLOCK_MONOTONIC) - began);
  }
  return c->result.ok;
}

static void end_compiling(struct compiling *c)
{
  compile_result_free(&c->result);
  cli_stats_end(&c->stats);
  environment_free(c->environment);
}

/* --- the cache --- */

/* Stores a copy as the settings require. */
static bool keep(struct compile_cli *job, const struct environment *environment, const struct compile_result *result)
{
  const str json = result->stored_json;
  const struct ind_object object = {.data = VALUE_UNDEF, .json = json, .handed_over = result->json};
  struct ind_request r = compile_cli_request(job, IND_CATALOG);
  r.instance = &object;
  r.environment = job->environment.name;
  r.compiled = environment;
  r.ignore_terminus = true;
  if (json.n == 0 || indirector_save(&r) != IND_FAILED) return true;
  cli_error("%.*s", STR_FMT(r.error));
  return false;
}

/* Prints the cached catalog if compiling failed; false if no catalog is cached or the settings forbid its use. Catalogs
 * stored by storeconfigs are only for collecting. */
static bool serve(struct compile_cli *job, enum catalog_format format)
{
  const struct terminus *cache = job->indirector != NULL ? job->indirector->routes[IND_CATALOG].cache : NULL;
  if (cache == NULL || terminus_keeps_exported(cache) ||
      !settings_bool(job->cli->settings, SETTING_usecacheonfailure)) {
    return false;
  }
  struct ind_request r = compile_cli_request(job, IND_CATALOG);
  r.ignore_terminus = true;
  if (indirector_find(&r) != IND_OK) return false;
  const value *from = r.result.data.kind == V_HASH ? hash_get_str(r.result.data.hash, STR("environment")) : NULL;
  const str environment = from != NULL && from->kind == V_STRING ? value_text(*from) : r.environment;
  log_notice(&log_compile, "Using cached catalog from environment '%.*s'", STR_FMT(environment));
  cli_stats_from_cache(job->cli->settings, job->node);
  struct buf out = BUF_IN(job->arena);
  struct json_writer w;
  value data = r.result.data;
  if (data.kind != V_HASH && !value_read_json(job->arena, r.result.json, &data, &r.error)) return false;
  json_init(&w, &out, false);
  value_write_json(&w, data, JSON_PLAIN);
  return catalog_print(job->arena, buf_view(&out), format) == 0;
}

/* --- compile --- */

struct output {
  enum catalog_format format;
  const char *image; /* format for graphs; NULL: none */
};

static bool write_graphs(struct compile_cli *job, const struct compiling *c, const struct output *o)
{
  struct catalog_doc doc;
  str error;
  if (!settings_bool(job->cli->settings, SETTING_graph) || c->result.catalog == NULL) return true;
  const str cycles = c->result.catalog->relations.cycles_dot;
  if (!c->result.ok) return cycles.n == 0 || catalog_write_graphs(job->cli, NULL, cycles, o->image);
  if (catalog_read(job->arena, c->result.json, &doc, &error)) {
    return catalog_write_graphs(job->cli, &doc, cycles, o->image);
  }
  cli_error("%.*s", STR_FMT(error));
  return false;
}

static int compile_node(struct compile_cli *job, const struct output *o)
{
  struct compiling c;
  int status = 1;
  if (!begin_compiling(job, &c, o->format)) {
    compile_cli_log(NULL, &log_compile, CLOG_ERR, STR_EMPTY, compile_failure_text(job->arena, &c.result, job->node),
                    STR_EMPTY);
    write_graphs(job, &c, o);
  } else if (keep(job, c.environment, &c.result) && write_graphs(job, &c, o)) {
    status = catalog_print(job->arena, c.result.json, o->format);
  }
  const bool failed = !c.result.ok;
  end_compiling(&c);
  return failed && serve(job, o->format) ? 0 : status;
}

/* Implements the terminus `compiler`. */
static enum ind_result compile_request(void *ctx, struct ind_request *r)
{
  struct compile_cli *job = ctx;
  struct compiling c;
  if (!compile_cli_find(job, NULL, &r->error)) return IND_FAILED;
  const bool ok = begin_compiling(job, &c, FORMAT_JSON);
  if (!ok) r->error = compile_failure_text(job->arena, &c.result, job->node);
  const str json = arena_str(r->arena, c.result.json);
  const str stored = c.result.stored_json.n > 0 ? arena_str(r->arena, c.result.stored_json) : json;
  if (ok) r->result = (struct ind_object){.data = VALUE_UNDEF, .json = stored, .handed_over = json};
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
  struct output output = {0};
  const char *facts = NULL, *render_as = NULL;
  const struct cli_option options[] = {
    {"facts", 0, CLI_FILE, &facts, "FILE", "facts of the node, YAML or JSON: a hash, or as Puppet stores them"},
    {"render-as", 0, CLI_STRING, &render_as, "FORMAT", "json, rich_data_json, yaml or dot"},
    {"graph-format", 0, CLI_STRING, &output.image, "FORMAT", "with --graph: pictures, too (svg, png …), by graphviz"},
  };
  const struct cli_usage usage = {
    "ficelle catalog compile [--facts FILE] [--render-as FORMAT] [--graph] [--SETTING VALUE] [NODE]",
    "Compiles the catalog of a node and prints it as JSON, or in another format. Manifests and modules\n"
    "are those of the environment (--environment, --environmentpath), unless --manifest or --modulepath\n"
    "are given. Without --facts the facts are those stored for the node in $yamldir/facts, otherwise\n"
    "those of this host. --graph writes DOT files into $graphdir.",
    options, CLI_COUNT(options), SETTINGS_SERVER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc > 2) return cli_error("catalog compile takes one node, got %d", argc - 1);
  if (!catalog_format_parse(render_as, &output.format)) return 1;
  if (!compile_cli_begin(&job, cli, argc > 1 ? argv[1] : NULL)) return 1;
  str error;
  if (compile_cli_load(&job, facts, &error)) {
    status = compile_node(&job, &output);
  } else {
    status = cli_error("%.*s", STR_FMT(error));
    if (serve(&job, output.format)) status = 0;
  }
  compile_cli_end(&job);
  return cli_finish(status);
}

int cmd_catalog(struct cli *cli, int argc, char **argv)
{
  static const struct cli_command actions[] = {
    {"compile", catalog_compile, "Compile the catalog of a node."},
    {"diff", catalog_diff, "Print the differences between two catalogs, or between those of two code directories."},
    {"find", find_catalog, "Print the catalog of a node, compiled or stored."},
    {"graph", catalog_graph, "Print a graph of a catalog."},
    {"select", catalog_select, "List the resources of one type in a catalog."},
    {"why", catalog_why, "Print where a resource and its values come from."},
    {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
