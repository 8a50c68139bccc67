/* Common parts of all daemons: the log, going to the background, the pid file, signals, and notifying systemd. */
#ifndef FICELLE_BASE_SERVICE_H
#define FICELLE_BASE_SERVICE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/log.h"

struct service_log {
  const char *ident;                         /* the program's name */
  const char *destination;                   /* "": in the foreground the journal or standard error, otherwise syslog */
  const char *level, *categories, *facility; /* level and facility must be valid */
  bool foreground;
};

/* Replaces the destinations. On failure returns false with a line in `why`, and logs as far as possible. */
bool service_set_up_log(const struct service_log *log, struct buf *why);

/* Detaches from terminal, session and working directory; the first process exits with status 0. */
bool service_to_background(struct buf *why);

/* Opens and locks the file, so that a second daemon with it is rejected. -1 with a line in `why`. */
int service_open_pid_file(const char *path, const char *ident, struct buf *why);
/* False with errno. */
bool service_write_pid(int fd);

/* Blocks the signals (ended by 0) and ignores SIGPIPE. Returns a descriptor from which to read them, or -1. */
int service_open_signals(const int *signals);
/* Returns the next pending signal; 0: none. */
int service_take_signal(int fd);

/* Sends "NAME=value" lines, for example "READY=1\nSTATUS=connected": the protocol of sd_notify(3), one datagram to
 * $NOTIFY_SOCKET. Does nothing without this variable. Never blocks; errors are ignored, because the service works
 * without notifications. */
void service_notify_systemd(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
