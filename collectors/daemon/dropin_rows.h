/* The rows of dropin.h, each in its own file. */
#ifndef COLLECTORS_DAEMON_DROPIN_ROWS_H
#define COLLECTORS_DAEMON_DROPIN_ROWS_H

#include "collectors/daemon/dropin.h"

extern const struct dropin dropin_redis;
extern const struct dropin dropin_mysql;

#endif
