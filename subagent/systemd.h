/* What a service tells systemd: sd_notify(3)'s protocol, one datagram to $NOTIFY_SOCKET. It is a dozen lines,
 * so no library is linked for it. Without the variable nothing happens. */
#ifndef FICELLE_SUBAGENT_SYSTEMD_H
#define FICELLE_SUBAGENT_SYSTEMD_H

/* Sends "NAME=value" lines, for example "READY=1\nSTATUS=connected". Never blocks; failures are nobody's
 * business. */
void notify_systemd(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
