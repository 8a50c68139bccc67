/* `ficelle report show`: the report of the last run, for people. */
#include <errno.h>
#include <stdio.h>

#include "agent/report/show.h"
#include "base/file.h"
#include "cli/cli.h"

cli_fn cmd_report;

enum { MAX_REPORT = 256 << 20 };

static int show(struct cli *cli, int argc, char **argv)
{
  bool json = false;
  const struct cli_option options[] = {{"json", 0, CLI_FLAG, &json, NULL, "print JSON"}};
  const struct cli_usage usage = {
      "ficelle report show [--json] [FILE]",
      "Prints what the last run changed, what failed and why, which resources took long, and sums of\n"
      "each resource type: from $lastrunreport, or from another report in YAML. Unchanged resources are\n"
      "in a report only without exclude_unchanged_resources.", options, CLI_COUNT(options), SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  struct buf text = BUF_HEAP, out = BUF_HEAP;
  struct shown_report rep;
  str error;
  if (status != CLI_GO) return status;
  if (argc > 2) return cli_error("report show takes one file, got %d", argc - 1);
  const char *file = argc > 1 ? argv[1] : settings_strz(cli->settings, SETTING_lastrunreport);
  const int reason = file_read(file, MAX_REPORT, &text);
  if (reason == ENOENT) return cli_error("There is no report %s: nothing was applied yet, or reports are off", file);
  if (reason != 0) return cli_error("Could not read report %s: %s", file, file_reason(reason));
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
      {"show", show, "Print what the last run did."},
      {NULL, NULL, NULL},
  };
  return cli_action(cli, actions, argc, argv);
}
