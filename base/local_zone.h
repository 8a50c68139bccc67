/* The time zone of this host, as TZ and /etc/localtime have it. */
#ifndef FICELLE_BASE_LOCAL_ZONE_H
#define FICELLE_BASE_LOCAL_ZONE_H

/* Seconds east of UTC, now. */
long local_zone_offset(void);

#endif
