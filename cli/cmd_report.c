/* `ficelle report show`: prints the report of the last run, or another one. */
#include <errno.h>

#include "agent/report/show.h"
#include "base/file.h"
#include "cli/cli.h"
#include "cli/inventory_cli.h"
#include "cli/report_process.h"

cli_fn cmd_report;

enum { MAX_REPORT = 256 << 20 };

static bool read_file(const char *file, struct buf *text)
{
  const int reason = file_read(file, MAX_REPORT, text);
  if (reason == 0) return true;
  if (reason == ENOENT) cli_error("Report %s does not exist: nothing was applied yet, or reports are disabled", file);
  else cli_error("Could not read report %s: %s", file, file_reason(reason));
  return false;
}

/* Reads a report from the inventory. */
static bool read_stored(struct cli *cli, const char *hash, struct buf *text)
{
  struct compile_cli job;
  str error;
  if (!compile_cli_begin(&job, cli, NULL)) return false;
  if (compile_cli_indirector(&job, &error)) buf_str(text, inventory_report(&job, str_of(hash)));
  else cli_error("%.*s", STR_FMT(error));
  compile_cli_end(&job);
  return text->n > 0;
}

static int show(struct cli *cli, int argc, char **argv)
{
  bool json = false;
  const struct cli_option options[] = {{"json", 0, CLI_FLAG, &json, NULL, "print JSON"}};
  /* The setting storeconfigs_backend belongs to the server. */
  const struct cli_usage usage = {
    "ficelle report show [--json] [FILE|HASH]",
    "Prints what the last run changed, what failed and why, which resources took long, and sums of each\n"
    "resource type. Reads $lastrunreport, another report in YAML, or a report of the inventory, given\n"
    "by the hash that `report list` prints (eight digits are enough). A report has unchanged resources\n"
    "only without exclude_unchanged_resources.",
    options, CLI_COUNT(options), argc > 1 && inventory_is_hash(argv[argc - 1]) ? SETTINGS_SERVER : SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  struct buf text = BUF_HEAP, out = BUF_HEAP;
  struct shown_report rep;
  str error;
  if (status != CLI_GO) return status;
  if (argc > 2) return cli_error("report show takes one report, got %d", argc - 1);
  const char *file = argc > 1 ? argv[1] : settings_strz(cli->settings, SETTING_lastrunreport);
  if (!(argc > 1 && inventory_is_hash(file) ? read_stored(cli, file, &text) : read_file(file, &text))) {
    buf_free(&text);
    return 1;
  }
  struct arena *a = arena_new();
  status = 0;
  if (!report_show_read(a, buf_view(&text), &rep, &error)) {
    status = cli_error("Could not read report %s: %.*s", file, STR_FMT(error));
  } else {
    if (json) report_show_json(&rep, &out);
    else report_show_text(&rep, &out);
    cli_print(&out);
  }
  arena_free(a);
  buf_free(&text);
  buf_free(&out);
  return cli_finish(status);
}

int cmd_report(struct cli *cli, int argc, char **argv)
{
  static const struct cli_command actions[] = {
    {"diff", inventory_report_diff, "Print the differences between two reports of the inventory."},
    {"list", inventory_report_list, "Print the last reports of the inventory."},
    {"process", report_process, "Run report processors of modules on a report."},
    {"show", show, "Print the report of the last run, or another one."},
    {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
