/* `ficelle catalog select NODE TYPE`. */
#include <stdio.h>
#include <string.h>

#include "base/json_write.h"
#include "cli/catalog_cli.h"
#include "compiler/types/value_json.h"

static void print_selected(struct arena *a, const struct catalog_doc *doc, str wanted, bool json)
{
  struct buf out = BUF_IN(a);
  struct json_writer w;
  json_init(&w, &out, false);
  if (json) json_begin_array(&w);
  for (uint32_t i = 0; i < doc->n; i++) {
    if (!str_eqz(wanted, "*") && !str_caseeq(doc->items[i].type, wanted)) continue;
    if (json) value_write_json(&w, doc->raw->items[i], JSON_PLAIN);
    else buf_printf(&out, "%.*s\n", STR_FMT(doc->items[i].ref));
  }
  if (json) {
    json_end_array(&w);
    buf_char(&out, '\n');
  }
  fwrite(out.n > 0 ? out.p : "\n", 1, out.n > 0 ? out.n : 1, stdout);
}

int catalog_select(struct cli *cli, int argc, char **argv)
{
  const char *facts = NULL, *render_as = NULL;
  const struct cli_option options[] = {
    {"facts", 0, CLI_FILE, &facts, "FILE", "facts of the node"},
    {"render-as", 0, CLI_STRING, &render_as, "FORMAT", "json: the resources with their parameters"},
  };
  const struct cli_usage usage = {"ficelle catalog select [--facts FILE] [--render-as json] NODE|FILE|- TYPE",
                                  "Prints the references of the resources of one type in a catalog, or of all for '*'.",
                                  options, CLI_COUNT(options), SETTINGS_SERVER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc != 3) return cli_error("catalog select takes a node and a resource type");
  if (render_as != NULL && strcmp(render_as, "json") != 0) return cli_error("not supported: --render-as %s", render_as);
  struct arena *a = arena_new();
  struct catalog_doc doc;
  const bool ok = catalog_get(cli, a, argv[1], facts, &doc);
  if (ok) print_selected(a, &doc, str_of(argv[2]), render_as != NULL);
  arena_free(a);
  return cli_finish(ok ? 0 : 1);
}
