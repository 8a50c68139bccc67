/* `ficelle puppetdb`: queries PuppetDB or the embedded store, and sends waiting commands. */
#include <stdio.h>
#include <time.h>

#include "base/json_write.h"
#include "cli/compile_cli.h"
#include "compiler/types/value_json.h"
#include "indirector/puppetdb/client.h"

cli_fn cmd_puppetdb;

/* --- query --- */

static int query(struct compile_cli *job, void *arg)
{
  const str text = str_trim(str_of(arg));
  value q = value_str(text), rows;
  struct buf out = BUF_IN(job->arena);
  struct json_writer w;
  str error;
  if (text.n > 0 && text.p[0] == '[' && !value_read_json(job->arena, text, &q, &error)) {
    return cli_error("Invalid query: %.*s", STR_FMT(error));
  }
  if (!indirector_query(job->indirector, job->arena, q, &rows, &error)) return cli_error("%.*s", STR_FMT(error));
  json_init(&w, &out, true);
  value_write_json(&w, rows, JSON_PLAIN);
  buf_char(&out, '\n');
  cli_print(&out);
  return 0;
}

static int puppetdb_query_action(struct cli *cli, int argc, char **argv)
{
  static const struct cli_usage usage = {
    "ficelle puppetdb query QUERY",
    "Prints the answer to a query as JSON. A query is in PQL, for example 'nodes[certname] { }', or an\n"
    "AST if it begins with [. It is sent to the back end in the setting storeconfigs_backend: PuppetDB\n"
    "as configured in puppetdb.conf, or the embedded store.",
    NULL, 0, SETTINGS_SERVER};
  const int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc != 2) return cli_error("puppetdb query takes one query, got %d", argc - 1);
  return compile_cli_run(cli, query, argv[1]);
}

/* --- status, send --- */

static void print_text(struct buf *out, const struct puppetdb *p)
{
  const struct puppetdb_conf *conf = puppetdb_conf_of(p);
  const struct spool *spool = puppetdb_spool(p);
  const struct spool_depth depth = spool_depth(spool);
  for (uint32_t i = 0; i < conf->nurls; i++) {
    buf_printf(out, "%s: %.*s\n", i < conf->nservers ? "Server" : "Server for commands only",
               STR_FMT(conf->urls[i].text));
  }
  if (spool->limit == 0) buf_printf(out, "Spool: none (soft_write_failure is false, or spool_size is 0)\n");
  else buf_printf(out, "Spool: %.*s, at most %lld bytes\n", STR_FMT(spool->directory), (long long)spool->limit);
  buf_printf(out, "Waiting commands: %u, %lld bytes\n", depth.commands, (long long)depth.bytes);
  if (depth.commands == 0) return;
  char text[32];
  struct tm tm;
  const time_t oldest = (time_t)depth.oldest;
  strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", localtime_r(&oldest, &tm));
  buf_printf(out, "Oldest command: %s\n", text);
}

static void print_json(struct buf *out, const struct puppetdb *p)
{
  const struct puppetdb_conf *conf = puppetdb_conf_of(p);
  const struct spool *spool = puppetdb_spool(p);
  const struct spool_depth depth = spool_depth(spool);
  struct json_writer w;
  json_init(&w, out, true);
  json_begin_object(&w);
  json_key(&w, STR("server_urls"));
  json_begin_array(&w);
  for (uint32_t i = 0; i < conf->nurls; i++) json_str(&w, conf->urls[i].text);
  json_end_array(&w);
  json_kstr(&w, STR("spool_directory"), spool->directory);
  json_kint(&w, STR("spool_limit"), spool->limit);
  json_kuint(&w, STR("spool_commands"), depth.commands);
  json_kint(&w, STR("spool_bytes"), depth.bytes);
  json_kint(&w, STR("spool_oldest"), depth.oldest);
  json_end_object(&w);
  buf_char(out, '\n');
}

static int status_of(struct compile_cli *job, void *arg)
{
  const enum cli_render *render = arg;
  struct buf out = BUF_IN(job->arena);
  str error;
  const struct puppetdb *p = puppetdb_of(job->indirector, &error);
  if (p == NULL) return 1; /* the error was logged */
  if (*render == CLI_RENDER_JSON) print_json(&out, p);
  else print_text(&out, p);
  cli_print(&out);
  return 0;
}

static int puppetdb_status(struct cli *cli, int argc, char **argv)
{
  const char *render_as = NULL;
  enum cli_render render = CLI_RENDER_DEFAULT;
  const struct cli_option options[] = {
    {"render-as", 0, CLI_STRING, &render_as, "FORMAT", "json"},
  };
  const struct cli_usage usage = {"ficelle puppetdb status [--render-as json]",
                                  "Prints the PuppetDBs in puppetdb.conf, and how many commands wait in the spool.",
                                  options, CLI_COUNT(options), SETTINGS_SERVER};
  const int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc != 1) return cli_error("puppetdb status takes no arguments, got %d", argc - 1);
  if (render_as != NULL && (!cli_render_parse(render_as, &render) || render == CLI_RENDER_YAML)) {
    return cli_error("I don't know how to render '%s'", render_as);
  }
  return compile_cli_run(cli, status_of, &render);
}

static int send_all(struct compile_cli *job, void *arg)
{
  (void)arg;
  str error;
  struct puppetdb *p = puppetdb_of(job->indirector, &error);
  if (p == NULL) return 1;
  const uint32_t sent = puppetdb_send_spooled(p, 0), left = spool_depth(puppetdb_spool(p)).commands;
  printf("Sent %u commands, %u are left\n", sent, left);
  return left > 0;
}

static int puppetdb_send(struct cli *cli, int argc, char **argv)
{
  static const struct cli_usage usage = {
    "ficelle puppetdb send",
    "Sends the commands that wait in the spool to PuppetDB, the oldest first. Each command that PuppetDB takes\n"
    "has some of them sent, too; this sends all of them. Exit status 1: some are left.",
    NULL, 0, SETTINGS_SERVER};
  const int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc != 1) return cli_error("puppetdb send takes no arguments, got %d", argc - 1);
  return compile_cli_run(cli, send_all, NULL);
}

int cmd_puppetdb(struct cli *cli, int argc, char **argv)
{
  static const struct cli_command actions[] = {
    {"query", puppetdb_query_action, "Print the answer to a query."},
    {"send", puppetdb_send, "Send the waiting commands."},
    {"status", puppetdb_status, "Print the number of waiting commands."},
    {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
