#include "cli/cli_stats.h"

#include "base/log.h"
#include "collectors/compile_stats.h"

/* A setting as a size of the store; what is out of its range is said and replaced by the default (0). */
static uint32_t size_setting(struct settings *settings, enum setting_id id, int64_t most)
{
  int64_t value = settings_int(settings, id);
  if (value < 1 || value > most) {
    log_warning(&log_cli_stats, "%s must be between 1 and %lld, its default is used", setting_defs[id].name,
                (long long)most);
    return 0;
  }
  return (uint32_t)value;
}

const struct observer *cli_stats_begin(struct cli_stats *stats, struct settings *settings)
{
  const char *path = settings_strz(settings, SETTING_statsfile);
  stats->store = NULL;
  if (path[0] != '\0') {
    char error[256];
    struct stats_config config = {
      .path = path,
      .rows[STATS_NODE] = size_setting(settings, SETTING_statsnodes, stats_groups[STATS_NODE].most),
      .samples[STATS_WINDOW_COMPILE] =
        size_setting(settings, SETTING_statssamples, stats_list.windows[STATS_WINDOW_COMPILE].most),
      .window_s[STATS_WINDOW_COMPILE] = size_setting(settings, SETTING_statswindow, UINT32_MAX),
    };
    stats->store = stats_open(&config, error, sizeof error);
    if (stats->store == NULL) log_debug(&log_cli_stats, "No statistics are recorded: %s", error);
  } else {
    log_debug(&log_cli_stats, "No statistics are recorded: the setting statsfile is empty");
  }
  stats->observe = observe_new(stats->store);
  return observe_observer(stats->observe);
}

void cli_stats_end(struct cli_stats *stats)
{
  observe_free(stats->observe);
  stats_close(stats->store);
  *stats = (struct cli_stats){NULL, NULL};
}

void cli_stats_from_cache(struct settings *settings, str node)
{
  struct cli_stats stats;
  cli_stats_begin(&stats, settings);
  if (stats.store != NULL) stats_record_from_cache(stats.store, node);
  cli_stats_end(&stats);
}
