/* The server and `ficelle apply` start this program for the processors in the setting `reports` that are not their own
 * (indirector/report_ruby.c): Ruby runs in a process that has a time limit and ends, and nothing else. */
#include "cli/report_process.h"

#include <unistd.h>

#include "base/file.h"
#include "base/json_write.h"
#include "base/log.h"
#include "cli/module_call.h"
#include "compiler/environment/environment.h"
#include "compiler/ruby/ruby.h"

enum { MAX_REPORT = 256 << 20 };

/* Prints messages as lines of JSON, at once: they must not be lost when the process is killed. */
static void log_json(void *ctx, struct log_category *category, enum compile_log_level level, str source, str message,
                     str place)
{
  struct buf out = BUF_HEAP, text = BUF_HEAP;
  struct json_writer w;
  (void)ctx, (void)category;
  buf_str(&text, message);
  buf_str(&text, place);
  json_init(&w, &out, false);
  json_begin_object(&w);
  json_kstr(&w, STR("level"), str_of(log_level_name((enum log_level)level)));
  if (source.n > 0) json_kstr(&w, STR("source"), source);
  json_kstr(&w, STR("message"), buf_view(&text));
  json_end_object(&w);
  buf_char(&out, '\n');
  file_write_all(STDOUT_FILENO, buf_view(&out));
  buf_free(&out);
  buf_free(&text);
}

/* The file of the first processor that a module has, for the error without the plug-in; empty: none. */
static str file_of(struct module_call *x, int argc, char **argv)
{
  const value libs = environment_ruby_path(&x->c);
  for (int i = 1; i < argc; i++) {
    for (uint32_t k = 0; k < libs.array->n; k++) {
      const str path = arena_printf(x->job.arena, "%.*s/puppet/reports/%s.rb",
                                    STR_FMT(value_text(libs.array->items[k])), argv[i]);
      if (x->job.host.stat(x->job.host.ctx, path).kind == HOST_FILE) return path;
    }
  }
  return STR_EMPTY;
}

static bool call(struct module_call *x, const char *mode, int argc, char **argv, str report)
{
  struct valuevec names = {0};
  for (int i = 1; i < argc; i++) valuevec_push(&names, x->job.arena, value_str(str_of(argv[i])));
  const value args[] = {valuevec_array(&names, x->job.arena), value_str(report), value_str(str_of(mode))};
  const str file = file_of(x, argc, argv);
  if (file.n == 0 && !ruby_installed()) {
    for (int i = 1; i < argc; i++)
      compile_log(&x->c, CLOG_WARNING, STR_EMPTY, arena_printf(x->job.arena, "No report named '%s'", argv[i]));
    return true;
  }
  return module_call_ruby(x, "process_report", args, 3, STR("the report processor"), file, NULL);
}

static int process(struct cli *cli, bool json, const char *mode, int argc, char **argv, str report)
{
  struct module_call x = {.status = 1};
  if (!compile_cli_begin(&x.job, cli, NULL)) return 1;
  if (json) x.job.host.log = log_json;
  ruby_keep_compiled(settings_strz(cli->settings, SETTING_statedir));
  if (!module_call_prepare(&x, cli)) {
    x.status = cli_error("Could not find environment '%s'", settings_strz(cli->settings, SETTING_environment));
  } else {
    x.status = 0;
    if (!call(&x, mode, argc, argv, report)) {
      compile_log(&x.c, CLOG_ERR, STR_EMPTY,
                  arena_printf(x.job.arena, "Report processor failed: %.*s", STR_FMT(x.error)));
    }
    module_call_end(&x);
  }
  compile_cli_end(&x.job);
  return cli_finish(x.status);
}

int report_process(struct cli *cli, int argc, char **argv)
{
  bool json = false;
  const char *mode = "server";
  const struct cli_option options[] = {
    {"json", 0, CLI_FLAG, &json, NULL, "print messages as lines of JSON"},
    {"run-mode", 0, CLI_STRING, &mode, "MODE", "use this section of puppet.conf: server (the default), user, agent"}};
  const struct cli_usage usage = {
    "ficelle report process [--json] [--run-mode MODE] NAME…",
    "Runs report processors that modules have in Ruby (lib/puppet/reports/NAME.rb) on a report, which it\n"
    "reads from standard input as JSON. The server and ficelle apply run it for the processors in the\n"
    "setting reports that are not their own. Failures of processors are only logged.",
    options, CLI_COUNT(options), SETTINGS_SERVER};
  enum settings_mode wanted;
  struct buf text = BUF_HEAP;
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) return status;
  if (argc < 2) return cli_error("report process needs the name of a processor");
  if (!settings_mode_parse(str_of(mode), &wanted)) return cli_error("Invalid run mode '%s'", mode);
  settings_set_mode(cli->settings, wanted);
  const int reason = file_read_fd(STDIN_FILENO, MAX_REPORT, &text);
  status = reason == 0 ? process(cli, json, mode, argc, argv, buf_view(&text))
                       : cli_error("Could not read the report: %s", file_reason(reason));
  buf_free(&text);
  return status;
}
