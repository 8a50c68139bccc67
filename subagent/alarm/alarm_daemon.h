/* The alarms inside the subagent's process: over the statistics reader, with the system's clocks. */
#ifndef FICELLE_SUBAGENT_ALARM_DAEMON_H
#define FICELLE_SUBAGENT_ALARM_DAEMON_H

#include "subagent/alarm/alarm_stats.h"
#include "subagent/alarm/alarms.h"

struct alarm_daemon {
  struct alarms *alarms;
  struct alarm_stats stats;
  struct notice_sink sink;
};

/* `d` must not move afterwards. The reader is borrowed. `sink`: who takes notifications; copied. */
void alarm_daemon_start(struct alarm_daemon *d, const struct stats_reader *reader, const char *config_file,
                        const char *state_dir, const struct notice_sink *sink);
/* Saves and ends. */
void alarm_daemon_stop(struct alarm_daemon *d);
/* Another statistics file. */
void alarm_daemon_set_reader(struct alarm_daemon *d, const struct stats_reader *reader);
/* Reads the configuration again. */
void alarm_daemon_configure(struct alarm_daemon *d, const char *config_file);
/* After each refresh of the reader. */
void alarm_daemon_refresh(struct alarm_daemon *d);

#endif
