#include "cli/cli_stats.h"

#include "base/log.h"
#include "collectors/compile_stats.h"
#include "indirector/puppetdb/client.h"

/* A size of the store from a setting; an invalid value is reported and replaced by the default (0). */
static uint32_t size_setting(struct settings *settings, enum setting_id id, int64_t most)
{
  int64_t size = settings_int(settings, id);
  if (size < 1 || size > most) {
    log_warning(&log_cli_stats, "%s must be between 1 and %lld; using its default", setting_defs[id].name,
                (long long)most);
    return 0;
  }
  return (uint32_t)size;
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
      .samples[STATS_WINDOW_COMPILE] = size_setting(settings, SETTING_statssamples,
                                                    stats_list.windows[STATS_WINDOW_COMPILE].most),
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

void cli_stats_observed(struct cli_stats *stats)
{
  observe_free(stats->observe);
  stats->observe = NULL;
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

/* --- PuppetDB --- */

static bool put_counts(struct server_stats *s, const struct puppetdb_counts *c)
{
  server_stats_add(s, STAT_ficSplSent, c->sent);
  server_stats_add(s, STAT_ficSplRetried, c->retried);
  server_stats_add(s, STAT_ficSplDropped, c->dropped);
  server_stats_add(s, STAT_ficSplRefused, c->refused);
  server_stats_add(s, STAT_ficSplTimeSum, c->sent_us);
  return c->sent + c->retried + c->dropped + c->refused > 0;
}

bool cli_stats_sent(struct server_stats *s, struct indirector *in)
{
  if (in->puppetdb == NULL) return false;
  const struct puppetdb_counts c = puppetdb_take_counts(in->puppetdb);
  return put_counts(s, &c);
}

void cli_stats_spool(struct server_stats *s, struct indirector *in)
{
  if (in->puppetdb == NULL) return;
  const struct spool_depth depth = spool_depth(puppetdb_spool(in->puppetdb));
  server_stats_set(s, STAT_ficSplDepth, depth.commands);
  server_stats_set(s, STAT_ficSplSize, ((uint64_t)depth.bytes + 1023) / 1024);
  if (depth.commands > 0) server_stats_set(s, STAT_ficSplOldestAt, (uint64_t)depth.oldest * 1000000);
  else server_stats_forget(s, STAT_ficSplOldestAt);
}

void cli_stats_puppetdb(struct settings *settings, struct indirector *in)
{
  struct cli_stats store;
  if (in->puppetdb == NULL) return;
  cli_stats_begin(&store, settings);
  struct server_stats *s = server_stats_new(store.store);
  if (cli_stats_sent(s, in)) cli_stats_spool(s, in);
  server_stats_free(s);
  cli_stats_end(&store);
}
