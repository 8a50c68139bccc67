/* Common parts of all daemons: the log, going to the background, the pid file, signals, and notifying systemd. */
#ifndef FICELLE_BASE_SERVICE_H
#define FICELLE_BASE_SERVICE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/log.h"

struct service_log {
  const char *ident;                         /* the program's name */
  const char *destination;                   /* "": in the foreground the journal or standard error, else syslog */
  const char *level, *categories, *facility; /* level and facility are valid */
  bool foreground;
};

/* Replaces the destinations. False with a line in `why`; the log then continues as far as possible. */
bool service_set_up_log(const struct service_log *log, struct buf *why);

/* Leaves terminal, session and working directory; the first process ends with status 0. */
bool service_to_background(struct buf *why);

/* Opens and locks the file, so that a second daemon with the same one is refused. -1 with a line in `why`. */
int service_open_pid_file(const char *path, const char *ident, struct buf *why);
/* False with errno. */
bool service_write_pid(int fd);

/* Blocks the signals, ends with 0, and SIGPIPE is ignored: a descriptor to read them from, or -1. */
int service_open_signals(const int *signals);
/* The next one that is pending, 0 for none. */
int service_take_signal(int fd);

/* Sends "NAME=value" lines, for example "READY=1\nSTATUS=connected": sd_notify(3)'s protocol, one datagram to
 * $NOTIFY_SOCKET. It is a dozen lines, so no library is linked for it. Without the variable nothing happens. Never
 * blocks; errors are ignored, because the service works without notifications. */
void service_notify_systemd(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
