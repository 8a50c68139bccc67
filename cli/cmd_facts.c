/* `ficelle facts [show] [NAME ...]`, `ficelle facts find`. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/facts/facts.h"
#include "base/arena.h"
#include "base/log.h"
#include "cli/indirect_cli.h"

cli_fn cmd_facts;

struct show {
  struct cli_list external;
  const char *render;
  bool value_only;
};

/* The named facts, under the names as they were asked for; an unknown one is left empty. */
static struct fact *select_facts(struct arena *a, struct fact *all, char **names, int count)
{
  struct fact *chosen = fact_new(a, FACT_HASH);
  for (int i = 0; i < count; i++) {
    struct fact *found = fact_dig(all, str_of(names[i]));
    struct fact *slot = fact_put(a, chosen, names[i], FACT_STRING);
    str key = slot->key;
    struct fact *next = slot->next;
    if (found)
      *slot = *found;
    else
      slot->string = STR_EMPTY;
    slot->key = key;
    slot->next = next;
  }
  fact_sort(chosen);
  return chosen;
}

/* Just the value, a text without quotes, null as an empty line. */
static void print_value(const struct fact *f, struct buf *out)
{
  if (f->kind == FACT_STRING || f->kind == FACT_NULL) {
    buf_str(out, f->kind == FACT_NULL ? STR_EMPTY : f->string);
    buf_char(out, '\n');
  } else {
    fact_print_json(f, true, out);
  }
}

static void external_dirs(struct cli *cli, struct show *show, const char **dirs)
{
  static char home[4096];
  size_t n = 0;
  if (show->external.count > 0) {
    for (; n < show->external.count; n++)
      dirs[n] = show->external.item[n];
  } else {
    dirs[n++] = settings_strz(cli->settings, SETTING_pluginfactdest);
    dirs[n++] = "/etc/puppetlabs/facter/facts.d";
    dirs[n++] = "/etc/facter/facts.d";
    if (geteuid() != 0 && getenv("HOME")) {
      snprintf(home, sizeof home, "%s/.facter/facts.d", getenv("HOME"));
      dirs[n++] = home;
    }
  }
  dirs[n] = NULL;
}

static int show_facts(struct cli *cli, struct show *show, char **names, int count)
{
  const char *dirs[CLI_COUNT(show->external.item) + 1];
  struct buf out = BUF_HEAP;
  enum cli_render render = CLI_RENDER_DEFAULT;
  if (show->render && !cli_render_parse(show->render, &render))
    return cli_error("I don't know how to render '%s'", show->render);
  if (show->value_only && count != 1) {
    LOG_CATEGORY(log_facts, "facts");
    log_warning(&log_facts, "Incorrect use of --value-only argument; it can only be used when querying for a "
                            "single fact!");
    show->value_only = false;
  }
  external_dirs(cli, show, dirs);
  struct arena *a = arena_new();
  const struct facts_options options = {.external_dirs = dirs};
  struct fact *facts = facts_collect(a, &options, NULL);
  if (count > 0)
    facts = select_facts(a, facts, names, count);
  if (show->value_only)
    print_value(facts->first, &out);
  else if (render == CLI_RENDER_YAML)
    fact_print_yaml(facts, &out);
  else
    fact_print_json(facts, render == CLI_RENDER_DEFAULT, &out);
  cli_print(&out);
  buf_free(&out);
  arena_free(a);
  return cli_finish(0);
}

static int facts_find(struct cli *cli, int argc, char **argv)
{
  cli->action = "find";
  return indirect_find(cli, IND_FACTS, argc, argv, NULL);
}

static int facts_upload(struct cli *cli, int argc, char **argv)
{
  static const struct cli_usage usage = {
      "ficelle facts upload", "Sends the facts of this host to the server.", NULL, 0, SETTINGS_AGENT};
  cli->action = "upload";
  const int status = cli_begin(cli, &usage, &argc, argv);
  return status != CLI_GO ? status : cli_error("not supported: facts upload (the terminus rest)");
}

int cmd_facts(struct cli *cli, int argc, char **argv)
{
  if (argc > 1 && strcmp(argv[1], "find") == 0) return facts_find(cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "upload") == 0) return facts_upload(cli, argc - 1, argv + 1);
  struct show show = {{{NULL}, 0}, NULL, false};
  const struct cli_option options[] = {
      {"external-dir", 0, CLI_LIST, &show.external, "DIR",
       "external facts from here, in place of the usual places; may be given again"},
      {"render-as", 0, CLI_STRING, &show.render, "FORMAT", "json on one line, or yaml"},
      {"value-only", 0, CLI_FLAG, &show.value_only, NULL, "print only the value of the one fact asked for"},
  };
  const struct cli_usage usage = {
      "ficelle facts [show] [NAME ...]\n"
      "       ficelle facts find [NODE]",
      "Prints the facts of this host, or those named. A name may lead into a fact:\n"
      "os.release.major.",
      options, CLI_COUNT(options), SETTINGS_AGENT};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO)
    return status;
  int first = argc > 1 && strcmp(argv[1], "show") == 0 ? 2 : 1;
  return show_facts(cli, &show, argv + first, argc - first);
}
