/* A MySQL or MariaDB server, with the objects of mysql.def. */
#ifndef COLLECTORS_SOURCES_MYSQL_H
#define COLLECTORS_SOURCES_MYSQL_H

#include "collectors/sources/source.h"

#define MYSQL_ROOT "1.3.6.1.4.1.20267.200.1"
extern const struct source_kind source_kind_mysql;

/* The object myState... (MYSQL_STAT_) that counts processes in this state of the process list. */
uint32_t mysql_process_state(str state);

/* The STATS_SOURCESTATE_ for an error of libmariadb (CR_) or of a server. `message` is that of the library, which ends
 * with the errno of a failed connection: "... (111)". `waited`: until the timeout. */
uint32_t mysql_error_state(unsigned error, const char *message, bool waited);

#endif
