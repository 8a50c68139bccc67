/* Formats of catalogs; gets catalogs from files, or compiles them. */
#include "cli/catalog_cli.h"

#include <stdio.h>
#include <string.h>

#include "cli/json_pretty.h"
#include "cli/syntax_cli.h"
#include "compiler/catalog/graph.h"

/* --- formats --- */

bool catalog_format_parse(const char *text, enum catalog_format *format)
{
  static const struct {
    const char *name;
    enum catalog_format format;
  } formats[] = {{"console", FORMAT_CONSOLE},          {"flat", FORMAT_CONSOLE}, {"json", FORMAT_JSON},
                 {"rich_data_json", FORMAT_RICH_JSON}, {"yaml", FORMAT_YAML},    {"dot", FORMAT_DOT}};
  static const char *const others[] = {"s", "binary", "msgpack", "rich_data_msgpack"};
  *format = FORMAT_CONSOLE;
  if (text == NULL) return true;
  for (size_t i = 0; i < CLI_COUNT(formats); i++) {
    if (strcmp(text, formats[i].name) != 0) continue;
    *format = formats[i].format;
    return true;
  }
  for (size_t i = 0; i < CLI_COUNT(others); i++) {
    if (strcmp(text, others[i]) == 0) return cli_error("not supported: --render-as %s", text), false;
  }
  cli_error("Could not parse application options: I don't know how to render '%s'", text);
  return false;
}

static bool convert(struct arena *a, str json, enum catalog_format format, struct buf *out, str *error)
{
  struct catalog_doc doc;
  value v;
  if (format == FORMAT_DOT) {
    if (!catalog_read(a, json, &doc, error)) return false;
    catalog_write_dot(a, out, &doc);
    return true;
  }
  if (!value_read_json(a, json, &v, error)) return false;
  if (value_write_yaml(a, out, v, "!ruby/object:Puppet::Resource::Catalog", false)) return true;
  *error = STR("It is nested too deeply for YAML");
  return false;
}

static void put_text(void *ctx, const char *text, size_t n)
{
  (void)ctx;
  fwrite(text, 1, n, stdout);
}

int catalog_print(struct arena *a, str json, enum catalog_format format)
{
  struct buf out = BUF_IN(a);
  str error;
  fflush(stderr);
  if (format == FORMAT_YAML || format == FORMAT_DOT) {
    if (!convert(a, json, format, &out, &error)) return cli_error("%.*s", STR_FMT(error));
    json = buf_view(&out);
  }
  if (format == FORMAT_CONSOLE) json_reformat(json, put_text, NULL);
  else fwrite(json.p, 1, json.n, stdout);
  if (json.n == 0 || json.p[json.n - 1] != '\n') putchar('\n');
  return 0;
}

/* --- catalogs --- */

bool catalog_read_file(struct arena *a, const char *path, struct catalog_doc *out, str *error)
{
  str text, why;
  if (!syntax_read_named(a, path, &text, &why)) {
    *error = arena_printf(a, "Could not read %s: %.*s", path, STR_FMT(why));
    return false;
  }
  if (catalog_read(a, text, out, &why)) return true;
  *error = arena_printf(a, "Could not read the catalog in %s: %.*s", strcmp(path, "-") == 0 ? "standard input" : path,
                        STR_FMT(why));
  return false;
}

static bool compile_doc(struct compile_cli *job, struct arena *a, const char *facts, struct catalog_doc *out)
{
  str error;
  struct node_data node;
  if (!compile_cli_load(job, facts, &error)) return cli_error("%.*s", STR_FMT(error)), false;
  compile_cli_node(job, &node);
  struct compile_settings settings = compile_cli_settings(job);
  settings.write_json = settings.drop_exported = true;
  struct environment *env = environment_new(&job->environment, &job->host);
  struct compile_result r = compile(env, &node, &settings, &job->host, NULL);
  bool ok = r.ok;
  if (!ok) cli_error("%.*s", STR_FMT(compile_failure_text(a, &r, job->node)));
  else if (!(ok = catalog_read(a, r.json, out, &error))) cli_error("%.*s", STR_FMT(error));
  compile_result_free(&r);
  environment_free(env);
  return ok;
}

bool catalog_get(struct cli *cli, struct arena *a, const char *operand, const char *facts, struct catalog_doc *out)
{
  str error;
  if (operand != NULL && (strcmp(operand, "-") == 0 || syntax_exists(operand))) {
    return catalog_read_file(a, operand, out, &error) || (cli_error("%.*s", STR_FMT(error)), false);
  }
  struct compile_cli job;
  if (!compile_cli_begin(&job, cli, operand)) return false;
  const bool ok = compile_doc(&job, a, facts, out);
  compile_cli_end(&job);
  return ok;
}
