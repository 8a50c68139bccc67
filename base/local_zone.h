/* The time zone of this host, from TZ and /etc/localtime. */
#ifndef FICELLE_BASE_LOCAL_ZONE_H
#define FICELLE_BASE_LOCAL_ZONE_H

/* The current offset in seconds east of UTC. */
long local_zone_offset(void);

#endif
