/* `ficelle catalog compile NODE`. */
#include <stdio.h>
#include <time.h>

#include "base/log.h"
#include "cli/cli_stats.h"
#include "cli/compile_cli.h"

cli_fn cmd_catalog;

LOG_CATEGORY(log_compile, "compiler.compile");

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
    compile_cli_log(NULL, CLOG_ERR, STR_EMPTY, buf_view(&text), STR_EMPTY);
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

static int compile_node(struct compile_cli *job, bool pretty)
{
  struct node_data node;
  compile_cli_node(job, &node);
  struct compile_settings settings = compile_cli_settings(job);
  settings.write_json = settings.drop_exported = true;
  settings.pretty = pretty;
  struct environment *env = environment_new(&job->environment, &job->host);
  struct cli_stats stats;
  const struct observer *observer = cli_stats_begin(&stats, job->cli->settings);
  const double began = seconds_now();
  struct compile_result r = compile(env, &node, &settings, &job->host, observer);
  const int status = report(&r, job->node, job->environment.name, seconds_now() - began);
  compile_result_free(&r);
  cli_stats_end(&stats);
  environment_free(env);
  return status;
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
  if (compile_cli_load(&job, facts, &error)) status = compile_node(&job, render_as == NULL);
  else status = cli_error("%.*s", STR_FMT(error));
  compile_cli_end(&job);
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
