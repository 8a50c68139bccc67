/* `ficelle stats`: prints the statistics store, as text or JSON. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/stats_text.h"
#include "subagent/alarm/alarm_config.h"
#include "subagent/alarm/alarm_stats.h"

cli_fn cmd_stats;

#define ROWS_SHOWN 20

struct stats_options {
  bool json;
  bool watch;
  bool all;
  double seconds;
  const char *config_file, *sources;
};

static bool parse_seconds(const char *text, double *seconds)
{
  char *end;
  *seconds = strtod(text, &end);
  return end != text && *end == '\0' && *seconds >= 0.1 && *seconds <= 86400;
}

/* Uses node_stale of the subagent's configuration, so that stale nodes are counted in the same way. Errors in that file
 * are ignored here. */
static void use_node_stale(struct stats_reader *r, const char *config_file)
{
  struct alarm_stats source;
  struct alarm_config config;
  alarm_stats_init(&source, r);
  alarm_config_read_file(&config, &source.source, config_file);
  stats_reader_set_row_stale(r, config.node_stale_s);
  alarm_config_free(&config);
}

/* Prints once. With --watch, a terminal is cleared first; otherwise each JSON object is on one line. */
static void print_once(struct stats_reader *r, const char *path, const struct stats_options *options)
{
  struct buf out = BUF_HEAP;
  stats_reader_refresh(r);
  if (options->json) {
    stats_json(r, path, !options->watch, &out);
    buf_char(&out, '\n');
  } else {
    if (options->watch && isatty(STDOUT_FILENO)) {
      buf_z(&out, "\033[H\033[2J");
    }
    stats_text(r, path, options->all ? 0 : ROWS_SHOWN, &out);
    if (options->watch && !isatty(STDOUT_FILENO)) {
      buf_char(&out, '\n');
    }
  }
  cli_print(&out);
  buf_free(&out);
}

static void sleep_seconds(double seconds)
{
  struct timespec t = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
  while (nanosleep(&t, &t) != 0) {
  }
}

int cmd_stats(struct cli *cli, int argc, char **argv)
{
  struct stats_options o = {.seconds = 2, .config_file = ALARMS_DEFAULT_FILE, .sources = STATS_SOURCES_FOLDER};
  const struct cli_option options[] = {
    {"json", 0, CLI_FLAG, &o.json, NULL, "print JSON; with --watch one object per line"},
    {"watch", 0, CLI_FLAG, &o.watch, NULL, "print again every SECONDS (default 2)"},
    {"all", 'a', CLI_FLAG, &o.all, NULL, "show all nodes and types, not only the first 20"},
    {"config-file", 0, CLI_STRING, &o.config_file, "FILE",
     "read node_stale from FILE (default " ALARMS_DEFAULT_FILE ")"},
    {"sources-dir", 0, CLI_STRING, &o.sources, "DIR",
     "directory of ficelle-collector's files (default " STATS_SOURCES_FOLDER ")"},
  };
  const struct cli_usage usage = {
    "ficelle stats [--json] [--all] [--statsfile FILE] [--sources-dir DIR] [--watch [SECONDS]]",
    "Prints how many catalogs were compiled on this host, how long it took, where the time went, and\n"
    "what failed, and the statistics of other programs that ficelle-collector polls. These are the\n"
    "numbers that ficelle-subagent publishes. Exits with 1 if there are no statistics, neither of this\n"
    "host nor of other programs.",
    options, CLI_COUNT(options), SETTINGS_USER};
  int status = cli_begin(cli, &usage, &argc, argv);
  if (status != CLI_GO) {
    return status;
  }
  if (argc > 2 || (argc == 2 && (!o.watch || !parse_seconds(argv[1], &o.seconds)))) {
    return cli_error("stats: unexpected argument '%s'; --watch takes seconds, from 0.1 to 86400", argv[argc - 1]);
  }
  const char *path = settings_strz(cli->settings, SETTING_statsfile);
  if (path[0] == '\0') {
    return cli_error("stats: the setting statsfile is empty, so nothing is counted");
  }
  const struct stats_reader_options reading = {.sources = o.sources};
  struct stats_reader *r = stats_reader_new(path, &reading);
  use_node_stale(r, o.config_file);
  for (;;) {
    print_once(r, path, &o);
    const bool some = stats_reader_state(r) <= STATS_STATE_STALE || stats_reader_rows(r, STATS_SOURCE) > 0;
    status = cli_finish(some ? 0 : 1);
    if (!o.watch || ferror(stdout)) {
      break;
    }
    sleep_seconds(o.seconds);
  }
  stats_reader_free(r);
  return status;
}
