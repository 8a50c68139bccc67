/* `ficelle evaluate`: prints the value of the last expression of a text. */
#include <stdio.h>
#include <unistd.h>

#include "cli/compile_cli.h"
#include "cli/evaluate_prompt.h"
#include "cli/syntax_cli.h"
#include "compiler/environment/environment.h"
#include "compiler/evaluator/eval.h"
#include "compiler/types/value_json.h"

cli_fn cmd_evaluate;

struct evaluate {
  struct compile_cli job;
  const char *source; /* a text from the command line; NULL: read the file */
  const char *file;   /* "-": standard input */
  bool prompt;        /* read texts from a terminal */
  struct buf out;
};

static void evaluate_text(struct compilation *c, void *arg)
{
  struct evaluate *e = arg;
  struct settings *settings = e->job.cli->settings;
  str text = e->source != NULL ? str_of(e->source) : STR_EMPTY, error;
  if (e->source == NULL && !syntax_read_named(c->arena, e->file, &text, &error)) {
    fail_message(&c->context, FAILURE_MISSING,
                 arena_printf(c->arena, "Could not read %s: %.*s", e->file, STR_FMT(error)));
  }
  const str name = e->source != NULL || str_eqz(str_of(e->file), "-") ? STR_EMPTY : str_of(e->file);
  struct parse_options o = syntax_options(c->arena, settings);
  struct diag_list diags;
  diag_list_init(&diags, c->arena);
  struct ast_program *p = parse_text(c->arena, name, text, &o, &diags);
  syntax_tell(c->arena, settings, &diags);
  if (p == NULL) fail_message(&c->context, FAILURE_SYNTAX, syntax_error_text(c->arena, settings, &diags));
  environment_define(c, p);
  struct json_writer w;
  json_init(&w, &e->out, false);
  const unsigned long replaced = json_replaced();
  value_write_json(&w, eval_program(c, c->top, p), JSON_TAGGED);
  if (json_replaced() != replaced)
    fail_message(&c->context, FAILURE_EVALUATION, STR("source sequence is illegal/malformed utf-8"));
}

static int run(struct evaluate *e)
{
  struct compile_cli *job = &e->job;
  struct node_data node;
  compile_cli_node(job, &node);
  const struct compile_settings settings = compile_cli_settings(job);
  struct environment *env = environment_new(&job->environment, &job->host);
  struct compile_result r = e->prompt ? compile_then(env, &node, &settings, &job->host, evaluate_prompt, job)
                                      : compile_then(env, &node, &settings, &job->host, evaluate_text, e);
  const int status = r.ok ? 0 : cli_error("%.*s", STR_FMT(r.message));
  compile_result_free(&r);
  environment_free(env);
  if (status == 0 && !e->prompt) {
    cli_print(&e->out);
    putchar('\n');
  }
  return status;
}

int cmd_evaluate(struct cli *cli, int argc, char **argv)
{
  struct evaluate e = {.out = BUF_HEAP};
  const char *facts = NULL, *node = NULL;
  const struct cli_option options[] = {
    {"facts", 0, CLI_FILE, &facts, "FILE", "facts of the node, YAML or JSON"},
    {"node", 0, CLI_STRING, &node, "NODE", "name of the node (default: this host)"},
    {"e", 'e', CLI_STRING, &e.source, "SOURCE", "evaluate this text"},
  };
  const struct cli_usage usage = {
    "ficelle evaluate [--facts FILE] [--node NODE] [--manifest FILE] [-e SOURCE | FILE]",
    "Evaluates Puppet code in top scope and prints the value of its last expression as one line of\n"
    "JSON. Values that JSON does not have are {\"__ptype\": NAME, \"__pvalue\": TEXT}. With --manifest\n"
    "that manifest is compiled first; otherwise none is. Without code, on a terminal, the command shows\n"
    "a prompt; :help prints help there.",
    options, CLI_COUNT(options), SETTINGS_SERVER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc > 2) return cli_error("evaluate takes one file, got %d", argc - 1);
  if (argc > 1 && e.source != NULL) return cli_error("evaluate takes a file or -e, not both");
  e.file = argc > 1 ? argv[1] : "-";
  e.prompt = argc < 2 && e.source == NULL && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
  if (!compile_cli_begin(&e.job, cli, node)) return 1;
  str error;
  if (!compile_cli_load(&e.job, facts, &error)) {
    status = cli_error("%.*s", STR_FMT(error));
  } else {
    if (!settings_is_set(cli->settings, SETTING_manifest)) {
      e.job.environment.manifest = STR_EMPTY;
    }
    status = run(&e);
  }
  buf_free(&e.out);
  compile_cli_end(&e.job);
  return cli_finish(status);
}
