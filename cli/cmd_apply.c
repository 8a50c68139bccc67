/* `ficelle apply [FILE | -e CODE | --catalog FILE]`: compiles the catalog of this host and applies it. */
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "cli/apply_cli.h"

cli_fn cmd_apply;

enum { MOST_PARALLEL = 256 };

static bool read_catalog(struct applying *x, str *json)
{
  const char *path = x->ctx;
  struct buf text = BUF_IN(x->job.arena);
  char *const from = arena_strz(x->job.arena, str_of(path));
  const int reason = strcmp(path, "-") == 0 ? file_read_fd(STDIN_FILENO, DATA_MAX_BYTES, &text)
                                            : file_read(from, DATA_MAX_BYTES, &text);
  if (reason != 0) {
    log_printf(&log_compile, LOG_LEVEL_ERR, "Could not run: %s @ rb_sysopen - %s", file_reason(reason), path);
    x->status = 1;
    return false;
  }
  *json = buf_view(&text);
  return true;
}

int cmd_apply(struct cli *cli, int argc, char **argv)
{
  struct applying x = {.began = clock_seconds(CLOCK_MONOTONIC)};
  const char *code = NULL, *catalog = NULL;
  bool summary = false, test = false, parseonly = false, nodes = false;
  const struct cli_option options[] = {
    {"execute", 'e', CLI_STRING, &code, "CODE", "apply this code"},
    {"catalog", 'c', CLI_FILE, &catalog, "FILE",
     "apply a catalog, as `catalog compile` prints it; - reads standard input"},
    APPLY_OPTIONS(&x.detailed, &test),
    {"write-catalog-summary", 0, CLI_FLAG, &summary, NULL,
     "write classes.txt and resources.txt into the state directory"},
    {"parseonly", 0, CLI_FLAG, &parseonly, NULL, "has been removed: use `ficelle parser validate`"},
    {"loadclasses", 'L', CLI_FLAG, &x.loadclasses, NULL,
     "declare the classes in the file of the setting classfile, too"},
    {"use-nodes", 0, CLI_FLAG, &nodes, NULL, "accepted without effect, as by Puppet: nodes are always used"},
  };
  const struct cli_usage usage = {
    "ficelle apply [--noop] [--test] [--detailed-exitcodes] [--SETTING VALUE] [-e CODE | --catalog FILE | FILE]",
    "Compiles the catalog of this host from a manifest, a directory of manifests or code, and applies\n"
    "it. Without any of these the code is read from standard input. --noop only prints what would be\n"
    "changed.",
    options, CLI_COUNT(options), SETTINGS_USER};
  if (cli->settings == NULL) cli->settings = settings_new();
  log_set_plain(true);
  settings_set_default(cli->settings, SETTING_write_catalog_summary, STR("false"));
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status == CLI_GO) status = cli_print_configs(cli);
  if (status != CLI_GO) return status;
  if (parseonly) {
    puts("--parseonly has been removed. Please use 'puppet parser validate <manifest>'");
    return cli_finish(1);
  }
  const int64_t parallel = settings_int(cli->settings, SETTING_parallel);
  if (parallel < 1 || parallel > MOST_PARALLEL) {
    return cli_finish(cli_error("parallel must be between 1 and %d, not %lld", MOST_PARALLEL, (long long)parallel));
  }
  struct buf text = BUF_HEAP, error = BUF_HEAP;
  if (summary) settings_set(cli->settings, SETTING_write_catalog_summary, STR("true"), &error);
  if (test) apply_test(&x, cli);
  if (code != NULL) {
    settings_set(cli->settings, SETTING_code, str_of(code), &error);
  } else if (argc > 1) {
    if (access(argv[1], F_OK) != 0) {
      log_printf(&log_compile, LOG_LEVEL_ERR, "Could not run: Could not find file %s", argv[1]);
      return cli_finish(1);
    }
    if (argc > 2) log_warning(&log_compile, "Only one file can be applied per run.  Skipping %s", argv[2]);
    settings_set(cli->settings, SETTING_manifest, str_of(argv[1]), &error);
  } else if (catalog == NULL) {
    const int reason = file_read_fd(STDIN_FILENO, DATA_MAX_BYTES, &text);
    if (reason != 0) return cli_error("Could not read standard input: %s", file_reason(reason));
    settings_set(cli->settings, SETTING_code, text.n > 0 ? buf_view(&text) : STR("\n"), &error);
  }
  if (!compile_cli_begin(&x.job, cli, NULL)) return 1;
  if (catalog != NULL) {
    x.given = read_catalog;
    x.detailed = false; /* as in Puppet, which ignores the option with --catalog */
    x.ctx = (void *)catalog;
  }
  status = apply_run(&x);
  compile_cli_end(&x.job);
  buf_free(&text);
  buf_free(&error);
  return cli_finish(status);
}
