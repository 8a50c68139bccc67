/* Notifications for the master agent: a bounded queue, independent of the protocol.
 *
 * A notification remains queued until the master agent has acknowledged it. A few are in flight at a time, at most
 * NOTIFIER_PER_SECOND per second with bursts of NOTIFIER_BURST, so that many of them fill neither the connection nor
 * the receivers' buffers. When the session ends, those in flight are sent again, because the master agent may not have
 * read them. The queue is limited; further notifications are dropped and counted. */
#ifndef FICELLE_SUBAGENT_NOTIFIER_H
#define FICELLE_SUBAGENT_NOTIFIER_H

#include "subagent/mib_value.h"

enum { NOTIFIER_CAPACITY = 1024, NOTIFIER_ON_THEIR_WAY = 16, NOTIFIER_PER_SECOND = 200, NOTIFIER_BURST = 32 };

struct notification_object {
  struct oid name;
  struct mib_value value;
};

struct notification {
  struct oid id; /* the value of snmpTrapOID.0 */
  const struct notification_object *objects;
  size_t n;
};

struct notifier;

struct notifier *notifier_new(void);
void notifier_free(struct notifier *n); /* NULL is fine */

/* Copies the notification. False when the queue is full; then it is dropped. */
bool notifier_add(struct notifier *n, const struct notification *what);

/* The oldest notification that may be sent now, with its number; NULL without one. It then counts as in flight, and is
 * borrowed until the next call. */
const struct notification *notifier_next(struct notifier *n, int64_t now_us, uint32_t *number);
/* When to call notifier_next again; INT64_MAX: after another event. */
int64_t notifier_next_us(const struct notifier *n);
/* The master agent has accepted the one with this number. */
void notifier_taken(struct notifier *n, uint32_t number);
/* The master agent has refused it; drops it. */
void notifier_refused(struct notifier *n, uint32_t number);
/* The session ended: queues those in flight again, in their old order. */
void notifier_session_ended(struct notifier *n);

size_t notifier_waiting(const struct notifier *n);   /* queued and not yet acknowledged */
uint64_t notifier_sent(const struct notifier *n);    /* acknowledged */
uint64_t notifier_dropped(const struct notifier *n); /* queue full, or refused */

#endif
