#include "cli/indirect_cli.h"

#include <stdint.h>
#include <stdio.h>

#include "base/json_write.h"
#include "compiler/types/value_json.h"
#include "indirector/node.h"

static const struct {
  const char *tag, *synopsis, *description;
} faces[IND_COUNT] = {
  [IND_NODE] = {"!ruby/object:Puppet::Node", "ficelle node find [--terminus TERMINUS] [--render-as json|yaml] [NODE]",
                "Prints the data of a node: its environment, the classes and parameters of the\n"
                "classifier (setting node_terminus, or --terminus), and its facts."},
  [IND_FACTS] = {"!ruby/object:Puppet::Node::Facts",
                 "ficelle facts find [--terminus TERMINUS] [--render-as json|yaml] [NODE]",
                 "Prints the facts of a node as they are stored (setting facts_terminus, or --terminus).\n"
                 "The terminus facter gives those of this host, whatever the name."},
  [IND_CATALOG] = {"!ruby/object:Puppet::Resource::Catalog",
                   "ficelle catalog find [--terminus TERMINUS] [--render-as json|yaml] [NODE]",
                   "Prints the catalog of a node: compiled, or as it is stored (setting catalog_terminus,\n"
                   "or --terminus)."},
};

static const value *get(value v, const char *name)
{
  return v.kind == V_HASH ? hash_get_str(v.hash, str_of(name)) : NULL;
}

/* --- printing --- */

/* Prints an object as JSON (indented by default), or as YAML in the form of Puppet's files. */
static int indirect_print(struct compile_cli *job, enum indirection what, const struct ind_object *o,
                          enum cli_render render)
{
  const str json = o->handed_over.n > 0 ? o->handed_over : o->json;
  struct buf out = BUF_IN(job->arena);
  value data = o->handed_over.n > 0 ? VALUE_UNDEF : o->data;
  str error;
  fflush(stderr);
  if (render == CLI_RENDER_JSON && json.n > 0) {
    buf_str(&out, json);
  } else {
    if (data.kind != V_HASH && !value_read_json(job->arena, json, &data, &error)) {
      return cli_error("%.*s", STR_FMT(error));
    }
    struct json_writer w;
    json_init(&w, &out, render == CLI_RENDER_DEFAULT);
    if (render != CLI_RENDER_YAML) value_write_json(&w, data, JSON_PLAIN);
    else if (!value_write_yaml(job->arena, &out, data, faces[what].tag, what == IND_FACTS)) {
      return cli_error("It is nested too deeply for YAML");
    }
  }
  cli_print(&out);
  if (out.n == 0 || out.p[out.n - 1] != '\n') putchar('\n');
  return 0;
}

/* --- finding objects --- */

/* Whether the environment exists. */
static bool environment_exists(struct compile_cli *job, const struct ind_object *node, str *error)
{
  const value *name = get(node->data, "environment");
  return name == NULL || name->kind != V_STRING ||
         environment_read_conf(job->arena, &job->host, job->cli->settings, value_text(*name), &job->environment, error);
}

static int find(struct compile_cli *job, enum indirection what, const char *terminus, enum cli_render render)
{
  str error;
  if (!compile_cli_indirector(job, &error)) return cli_error("%.*s", STR_FMT(error));
  if (terminus != NULL && !indirector_set_terminus(job->indirector, what, str_of(terminus), &error)) {
    return cli_error("%.*s", STR_FMT(error));
  }
  struct ind_request r = compile_cli_request(job, what);
  enum ind_result found = indirector_find(&r);
  if (found == IND_OK && what == IND_NODE && !environment_exists(job, &r.result, &r.error)) found = IND_FAILED;
  if (found == IND_FAILED) {
    return cli_error("Could not call 'find' on '%s': %.*s", indirection_name(what), STR_FMT(r.error));
  }
  if (found == IND_OK) r.result.data = node_whole(job->arena, &r.result);
  return found == IND_OK ? indirect_print(job, what, &r.result, render) : 0;
}

int indirect_find(struct cli *cli, enum indirection what, int argc, char **argv,
                  enum ind_result (*compiler)(void *job, struct ind_request *r))
{
  struct compile_cli job;
  const char *terminus = NULL, *render_as = NULL;
  const struct cli_option options[] = {
    {"terminus", 0, CLI_STRING, &terminus, "TERMINUS", "the terminus to query"},
    {"render-as", 0, CLI_STRING, &render_as, "FORMAT", "json (on one line) or yaml"},
  };
  const struct cli_usage usage = {faces[what].synopsis, faces[what].description, options, CLI_COUNT(options),
                                  SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  enum cli_render render = CLI_RENDER_DEFAULT;
  if (argc > 2) return cli_error("%s find takes one name, got %d", indirection_name(what), argc - 1);
  if (render_as != NULL && !cli_render_parse(render_as, &render)) {
    return cli_error("I don't know how to render '%s'", render_as);
  }
  if (!compile_cli_begin(&job, cli, argc > 1 ? argv[1] : NULL)) return 1;
  job.compile = compiler;
  status = find(&job, what, terminus, render);
  compile_cli_end(&job);
  return cli_finish(status);
}
