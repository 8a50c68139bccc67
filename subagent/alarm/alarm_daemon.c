/* Only this part reads the clocks; the others get the time as an argument, so that tests can set it. */
#include "subagent/alarm/alarm_daemon.h"

#include "base/clock.h"

static struct alarms_now now(void)
{
  return (struct alarms_now){(uint64_t)clock_us(CLOCK_MONOTONIC), (uint64_t)clock_us(CLOCK_REALTIME)};
}

void alarm_daemon_start(struct alarm_daemon *d, const struct stats_reader *reader, const char *config_file,
                        const char *state_dir, const struct notice_sink *sink)
{
  d->sink = *sink;
  alarm_stats_init(&d->stats, reader);
  const struct alarms_options o = {config_file, state_dir, &d->stats.source, &d->sink};
  d->alarms = alarms_new(&o, now());
}

void alarm_daemon_stop(struct alarm_daemon *d)
{
  if (d->alarms == NULL) return;
  alarms_save(d->alarms, now());
  alarms_free(d->alarms);
  d->alarms = NULL;
}

void alarm_daemon_set_reader(struct alarm_daemon *d, const struct stats_reader *reader)
{
  d->stats.reader = reader;
  if (d->alarms != NULL) alarms_source_changed(d->alarms);
}

void alarm_daemon_configure(struct alarm_daemon *d, const char *config_file)
{
  alarms_configure(d->alarms, config_file, now());
}

void alarm_daemon_refresh(struct alarm_daemon *d) { alarms_refresh(d->alarms, now()); }
