/* The alarms as objects of FICELLE-MIB: rows of ficAlarmTable and scalars of ficNotify for the view, SET for the
 * publisher, notifications for the master agent. */
#ifndef FICELLE_SUBAGENT_ALARM_OBJECTS_H
#define FICELLE_SUBAGENT_ALARM_OBJECTS_H

#include "subagent/alarm/alarm_daemon.h"
#include "subagent/objects.h"
#include "subagent/publisher.h"
#include "subagent/view.h"

struct alarm_objects {
  struct alarm_daemon daemon;
  struct publisher *publisher; /* NULL: notifications cannot be sent yet */
  struct oid root;
  struct view_own own;          /* for view_set_own */
  struct alarm_changes changes; /* of the SET on its way */
  size_t steps;                 /* objects of the SET that are not released yet */
  bool made;                    /* its changes are made and saved */
  uint32_t settled; /* sequence number of the last notification that is known to have arrived or been lost */
  uint32_t handed;  /* of the last one passed on */
  uint64_t lost;    /* as last counted by the publisher */
};

/* The writable objects, for struct objects; its functions' ctx is a struct alarm_objects. */
extern const struct writable alarm_writable[];
extern const size_t alarm_writable_count;

/* `o` must not move afterwards. */
void alarm_objects_start(struct alarm_objects *o, const struct stats_reader *reader, const char *config_file,
                         const char *state_dir);
void alarm_objects_stop(struct alarm_objects *o);
/* Call after each refresh of the reader: finds out which notifications have arrived, then evaluates the alarms. */
void alarm_objects_refresh(struct alarm_objects *o);

#endif
