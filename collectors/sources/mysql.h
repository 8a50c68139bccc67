/* A MySQL or MariaDB server, with the objects of mysql.def. */
#ifndef COLLECTORS_SOURCES_MYSQL_H
#define COLLECTORS_SOURCES_MYSQL_H

#include "collectors/sources/source.h"

#define MYSQL_ROOT "1.3.6.1.4.1.20267.200.1"
extern const struct source_kind source_kind_mysql;

/* Which of the objects myState... (MYSQL_STAT_) counts a process of the process list in that state. */
uint32_t mysql_process_state(str state);

/* What an error of libmariadb (CR_) or of a server means: a STATS_SOURCESTATE_. `message` is that of the library, which
 * has the errno of a failed connection at its end: "... (111)". `waited`: for as long as the timeout. */
uint32_t mysql_error_state(unsigned error, const char *message, bool waited);

#endif
