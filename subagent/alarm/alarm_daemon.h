/* The alarms inside the subagent's process: using the statistics reader and the system's clocks. */
#ifndef FICELLE_SUBAGENT_ALARM_DAEMON_H
#define FICELLE_SUBAGENT_ALARM_DAEMON_H

#include "subagent/alarm/alarm_stats.h"
#include "subagent/alarm/alarms.h"

struct alarm_daemon {
  struct alarms *alarms;
  struct alarm_stats stats;
  struct notice_sink sink;
};

/* `d` must not move afterwards. Borrows the reader. `sink` receives notifications; copied. */
void alarm_daemon_start(struct alarm_daemon *d, const struct stats_reader *reader, const char *config_file,
                        const char *state_dir, const struct notice_sink *sink);
/* Saves the state and frees the alarms. */
void alarm_daemon_stop(struct alarm_daemon *d);
/* Uses another statistics file. */
void alarm_daemon_set_reader(struct alarm_daemon *d, const struct stats_reader *reader);
/* Reads the configuration again. */
void alarm_daemon_configure(struct alarm_daemon *d, const char *config_file);
/* Call after each refresh of the reader. */
void alarm_daemon_refresh(struct alarm_daemon *d);

#endif
