/* `ficelle facts [show] [NAME ...]`, `ficelle facts find`, `ficelle facts upload`. */
#include <string.h>

#include "base/arena.h"
#include "base/log.h"
#include "cli/host_facts.h"
#include "cli/indirect_cli.h"
#include "cli/server_facts.h"

cli_fn cmd_facts;

struct show {
  struct host_facts_options facts;
  const char *render;
  bool value_only, json, yaml, strict, groups;
};

/* Selects the named facts and keeps the given names; an unknown fact is omitted. */
static struct fact *select_facts(struct arena *a, struct fact *all, char **names, int count)
{
  struct fact *chosen = fact_new(a, FACT_HASH);
  for (int i = 0; i < count; i++) {
    struct fact *found = fact_dig(all, str_of(names[i]));
    struct fact *slot = fact_put(a, chosen, names[i], FACT_STRING);
    str key = slot->key;
    struct fact *next = slot->next;
    if (found) *slot = *found;
    else slot->string = STR_EMPTY;
    slot->key = key;
    slot->next = next;
  }
  fact_sort(chosen);
  return chosen;
}

/* Prints only the value: a text without quotes, null as an empty line. */
static void print_value(const struct fact *f, struct buf *out)
{
  if (f->kind == FACT_STRING || f->kind == FACT_NULL) {
    buf_str(out, f->kind == FACT_NULL ? STR_EMPTY : f->string);
    buf_char(out, '\n');
  } else {
    fact_print_json(f, true, out);
  }
}

static bool read_render(const struct show *show, enum cli_render *render)
{
  *render = show->yaml ? CLI_RENDER_YAML : CLI_RENDER_DEFAULT;
  if (!show->render || strcmp(show->render, "console") == 0) return true;
  return cli_render_parse(show->render, render);
}

/* With --strict: prints an error for each unknown fact; returns the exit status. */
static int missing(const struct show *show, const struct fact *all)
{
  int status = 0;
  for (int i = 0; show->strict && i < show->facts.count; i++) {
    if (fact_dig(all, str_of(show->facts.names[i]))) continue;
    struct buf text = BUF_HEAP;
    buf_printf(&text, "fact \"%s\" does not exist.", show->facts.names[i]);
    log_emit(&(struct log_event){
      .level = LOG_LEVEL_ERR, .category = &log_facts, .source = "Facter", .message = text.p, .message_len = text.n});
    buf_free(&text);
    status = 1;
  }
  return status;
}

static int print_groups(const struct show *show)
{
  struct arena *a = arena_new();
  struct buf out = BUF_IN(a);
  facter_conf_print_groups(a, show->facts.config, &out);
  cli_print(&out);
  arena_free(a);
  return cli_finish(0);
}

static int show_facts(struct cli *cli, struct show *show)
{
  struct buf out = BUF_HEAP;
  enum cli_render render;
  if (!read_render(show, &render)) return cli_error("I don't know how to render '%s'", show->render);
  if (show->value_only && show->facts.count != 1) {
    log_warning(&log_facts, "Incorrect use of --value-only argument; it can only be used when querying for a "
                            "single fact!");
    show->value_only = false;
  }
  struct arena *a = arena_new();
  struct fact *facts = host_facts(cli, a, &show->facts);
  const int status = missing(show, facts);
  if (show->facts.count > 0) facts = select_facts(a, facts, show->facts.names, show->facts.count);
  if (show->value_only) print_value(facts->first, &out);
  else if (render == CLI_RENDER_YAML) fact_print_yaml(facts, &out);
  else fact_print_json(facts, render == CLI_RENDER_DEFAULT, &out);
  cli_print(&out);
  buf_free(&out);
  arena_free(a);
  return cli_finish(status);
}

static int facts_find(struct cli *cli, int argc, char **argv)
{
  cli->action = "find";
  return indirect_find(cli, IND_FACTS, argc, argv, NULL);
}

/* Sends the facts under the name that node_name_value or node_name_fact gives. Returns the exit status. */
static int upload(struct compile_cli *job, struct session *session)
{
  struct arena *a = job->arena;
  struct settings *s = job->cli->settings;
  struct http_answer answer;
  struct session_error error;
  const struct hash *facts = compile_cli_host_facts(job, a, HOST_FACTS_ALL);
  const str node = compile_cli_name_in_facts(s, facts, job->node);
  if (!server_facts_put(session, a, node, settings_str(s, SETTING_environment), facts, &answer, &error)) {
    return cli_error("%.*s", STR_FMT(session_error_text(a, &error)));
  }
  log_notice(&log_facts, "Uploading facts for '%.*s' to '%.*s'", STR_FMT(node),
             STR_FMT(session->servers[SESSION_PUPPET].host));
  return answer.status / 100 == 2 ? 0 : cli_error("%.*s", STR_FMT(answer.reason));
}

static int facts_upload(struct cli *cli, int argc, char **argv)
{
  static const struct cli_usage usage = {
    "ficelle facts upload", "Sends the facts of this host to the server (PUT /puppet/v3/facts), which must allow it.",
    NULL, 0, SETTINGS_AGENT};
  struct compile_cli job;
  struct session session;
  cli->action = "upload";
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  const str name = settings_str(cli->settings, SETTING_node_name_value);
  if (!compile_cli_begin(&job, cli, name.p)) return 1;
  session_begin(&session, cli->settings, NULL);
  session.tls_of_settings = true;
  status = upload(&job, &session);
  session_end(&session);
  compile_cli_end(&job);
  return cli_finish(status);
}

int cmd_facts(struct cli *cli, int argc, char **argv)
{
  if (argc > 1 && strcmp(argv[1], "find") == 0) return facts_find(cli, argc - 1, argv + 1);
  if (argc > 1 && strcmp(argv[1], "upload") == 0) return facts_upload(cli, argc - 1, argv + 1);
  struct show show = {.render = NULL};
  struct host_facts_options *facts = &show.facts;
  const struct cli_option options[] = {
    {"config-file", 'c', CLI_FILE, &facts->config, "FILE", "facter.conf to read"},
    {"custom-dir", 0, CLI_LIST, &facts->custom_dirs, "DIR", "additional directory of custom facts; may be repeated"},
    {"external-dir", 0, CLI_LIST, &facts->external_dirs, "DIR",
     "additional directory of external facts; may be repeated"},
    {"no-custom-facts", 0, CLI_FLAG, &facts->no_custom, NULL, "skip custom facts"},
    {"no-external-facts", 0, CLI_FLAG, &facts->no_external, NULL, "skip external facts"},
    {"no-ruby", 0, CLI_FLAG, &facts->no_ruby, NULL, "do not use Ruby: skips the fact ruby, too"},
    {"no-block", 0, CLI_FLAG, &facts->no_block, NULL, "include the facts that facter.conf blocks"},
    {"no-cache", 0, CLI_FLAG, &facts->no_cache, NULL, "neither read nor write the cache"},
    {"show-legacy", 0, CLI_FLAG, &facts->show_legacy, NULL, "include legacy facts"},
    {"timing", 't', CLI_FLAG, &facts->timing, NULL, "print how long each fact took"},
    {"list-block-groups", 0, CLI_FLAG, &show.groups, NULL, "print the groups that facter.conf may block"},
    {"list-cache-groups", 0, CLI_FLAG, &show.groups, NULL, "print the groups that facter.conf may give a ttl"},
    {"json", 'j', CLI_FLAG, &show.json, NULL, "print JSON (default)"},
    {"yaml", 'y', CLI_FLAG, &show.yaml, NULL, "print YAML"},
    {"render-as", 0, CLI_STRING, &show.render, "FORMAT", "json (on one line), yaml or console"},
    {"strict", 0, CLI_FLAG, &show.strict, NULL, "an unknown fact is an error"},
    {"value-only", 0, CLI_FLAG, &show.value_only, NULL, "print only the value of the given fact"},
  };
  const struct cli_usage usage = {
    "ficelle facts [show] [NAME ...]\n"
    "       ficelle facts find [NODE]\n"
    "       ficelle facts upload",
    "Prints the facts of this host, or those named. A name may address a part of a fact:\n"
    "os.release.major. Facts in Ruby, of modules and --custom-dir, need the package ficelle-ruby;\n"
    "--no-custom-facts skips them.",
    options, CLI_COUNT(options), SETTINGS_AGENT};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (show.json && show.yaml) return cli_error("--json and --yaml options conflict: please specify only one.");
  if (show.groups) return print_groups(&show);
  int first = argc > 1 && strcmp(argv[1], "show") == 0 ? 2 : 1;
  char transaction[UUID_SIZE];
  compile_cli_context(cli, settings_str(cli->settings, SETTING_certname), transaction);
  facts->names = argv + first;
  facts->count = argc - first;
  facts->trace = settings_bool(cli->settings, SETTING_trace);
  return show_facts(cli, &show);
}
