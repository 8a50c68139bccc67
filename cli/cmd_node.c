/* `ficelle node`: prints what is stored about nodes, and deletes it. */
#include <stdint.h>
#include <stdio.h>

#include "base/log.h"
#include "cli/indirect_cli.h"
#include "cli/inventory_cli.h"
#include "cli/node_status.h"
#include "indirector/store/store.h"

cli_fn cmd_node;

static int node_find(struct cli *cli, int argc, char **argv) { return indirect_find(cli, IND_NODE, argc, argv, NULL); }

/* --- clean --- */

static bool forget(struct compile_cli *job, enum indirection what, const char *terminus, const char *said)
{
  struct ind_request r = compile_cli_request(job, what);
  struct ind_route *route = &job->indirector->routes[what];
  *route = (struct ind_route){.terminus = indirection_terminus(what, str_of(terminus))};
  if (indirector_destroy(&r) == IND_FAILED) {
    cli_error("%.*s", STR_FMT(r.error));
    return false;
  }
  log_info(&log_node, "%.*s's %s removed", STR_FMT(job->node), said);
  return true;
}

/* Deletes the node from the embedded store, if there is one. */
static bool purge_node(struct compile_cli *job)
{
  bool found;
  str error;
  if (!indirector_purge(job->indirector, job->arena, job->node, &found, &error))
    return cli_error("%.*s", STR_FMT(error)) == 0;
  if (found) log_info(&log_node, "%.*s's data in the store removed", STR_FMT(job->node));
  return true;
}

static bool clean_node(struct compile_cli *job)
{
  log_info(&log_node, "Not managing %.*s certs as this host is not a CA", STR_FMT(job->node));
  return forget(job, IND_FACTS, "yaml", "facts") && forget(job, IND_NODE, "yaml", "cached node") &&
         forget(job, IND_REPORT, "processor", "reports") && purge_node(job);
}

static bool deactivate_node(struct compile_cli *job)
{
  struct ind_request r = compile_cli_request(job, IND_NODE);
  job->indirector->routes[IND_NODE] = (struct ind_route){
    .terminus = indirection_terminus(IND_NODE, STR("store_configs"))};
  const enum ind_result done = indirector_destroy(&r);
  if (done == IND_FAILED) {
    cli_error("%.*s", STR_FMT(r.error));
  } else if (done == IND_NOTHING) {
    cli_error("The store has no active node '%.*s'", STR_FMT(job->node));
  } else if (r.result.json.n > 0) {
    printf("Submitted 'deactivate node' for %.*s with UUID %.*s\n", STR_FMT(job->node), STR_FMT(r.result.json));
  } else {
    log_notice(&log_node, "Deactivated node '%.*s'", STR_FMT(job->node));
  }
  return done == IND_OK;
}

static int each_node(struct cli *cli, const struct cli_usage *usage, const char *action, int argc, char **argv,
                     bool (*run)(struct compile_cli *))
{
  struct compile_cli job;
  str error;
  int status = cli_begin(cli, usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc < 2) {
    cli_error("At least one node should be passed");
    return cli_error("Try 'ficelle help node %s' for usage", action);
  }
  for (int i = 1; i < argc; i++) {
    if (!compile_cli_begin(&job, cli, argv[i])) return 1;
    bool ok = compile_cli_indirector(&job, &error);
    if (!ok) cli_error("%.*s", STR_FMT(error));
    ok = ok && run(&job);
    compile_cli_end(&job);
    if (!ok) return 1;
  }
  return 0;
}

static int node_clean(struct cli *cli, int argc, char **argv)
{
  static const struct cli_usage usage = {
    "ficelle node clean NODE ...",
    "Removes the stored data of nodes: cached facts, cached node objects, reports, and their data in\n"
    "the embedded store (storeconfigs_backend = sqlite). Certificates are not removed.",
    NULL, 0, SETTINGS_SERVER};
  return each_node(cli, &usage, "clean", argc, argv, clean_node);
}

static int node_deactivate(struct cli *cli, int argc, char **argv)
{
  static const struct cli_usage usage = {
    "ficelle node deactivate NODE ...",
    "With storeconfigs, the resources that the nodes export are no longer collected until their next\n"
    "catalog is compiled.",
    NULL, 0, SETTINGS_SERVER};
  return each_node(cli, &usage, "deactivate", argc, argv, deactivate_node);
}

static int node_status_action(struct cli *cli, int argc, char **argv)
{
  static const struct cli_usage usage = {
    "ficelle node status NODE ...",
    "Prints whether nodes are active, and when their last catalogs and facts were stored in PuppetDB or\n"
    "in the embedded store (setting storeconfigs_backend).",
    NULL, 0, SETTINGS_SERVER};
  return each_node(cli, &usage, "status", argc, argv, node_status);
}

int cmd_node(struct cli *cli, int argc, char **argv)
{
  static const struct cli_command actions[] = {
    {"clean", node_clean, "Remove the stored data of nodes."},
    {"deactivate", node_deactivate, "Stop collecting what nodes export."},
    {"find", node_find, "Print the data of a node."},
    {"list", inventory_node_list, "Print the nodes of the inventory, and how their last runs were."},
    {"show", inventory_node_show, "Print the data of a node in the inventory."},
    {"status", node_status_action, "Print whether nodes are active, and when they were last heard of."},
    {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
