/* Notifications for the master agent: a bounded queue, independent of the protocol.
 *
 * A notification stays queued until the master agent has acknowledged it. A few are on their way at a time, at most
 * NOTIFIER_PER_SECOND a second with bursts of NOTIFIER_BURST, so that a storm of them neither fills the connection nor
 * the buffers of who receives them. When the session ends, those on their way are sent again: the master agent may
 * have died before it read them. The queue is bounded; what finds no room is dropped and counted. */
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

/* Copies the notification. False when the queue is full: it is dropped. */
bool notifier_add(struct notifier *n, const struct notification *what);

/* The oldest notification that may be sent now, with its number; NULL when there is none. It counts as on its way and
 * is borrowed until the next call. */
const struct notification *notifier_next(struct notifier *n, int64_t now_us, uint32_t *number);
/* When notifier_next is worth calling again; INT64_MAX: not before something else happens. */
int64_t notifier_next_us(const struct notifier *n);
/* The master agent has taken the one with this number. */
void notifier_taken(struct notifier *n, uint32_t number);
/* The master agent refused it: it is dropped. */
void notifier_refused(struct notifier *n, uint32_t number);
/* The session ended: what was on its way waits again, in its old order. */
void notifier_session_ended(struct notifier *n);

size_t notifier_waiting(const struct notifier *n);   /* queued and not yet acknowledged */
uint64_t notifier_sent(const struct notifier *n);    /* acknowledged */
uint64_t notifier_dropped(const struct notifier *n); /* for want of room, or refused */

#endif
