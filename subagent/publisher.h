/* The objects of this process, published through the master agent with Net-SNMP's agent library.
 *
 * The library opens the session, reads and writes PDUs, passes requests to subagent/handler.c and tries again when the
 * master agent is away. Its blocking operations are replaced here by requests without waiting: registering the
 * subtrees (which also shows whether one is refused), the sysORTable entry, pinging a silent master agent,
 * notifications. Only Open is the library's own: it waits for its answer, at most PUBLISHER_WAIT_US.
 *
 *   IDLE --connected--> OPENING --answer--> REGISTERING --answer--> ANNOUNCING --answer--> UP
 *     ^                                          |                                         |
 *     +------------ connection refused, lost, silent for too long ------------------------+
 *
 * The library's state is global: one publisher per process, created once and freed once. The library is prevented from
 * reading configuration, MIBs and the locale, from writing files, and from using signals.
 *
 * The caller owns the loop: publisher_wait sleeps, publisher_turn does the pending work. */
#ifndef FICELLE_SUBAGENT_PUBLISHER_H
#define FICELLE_SUBAGENT_PUBLISHER_H

#include "subagent/address.h"
#include "subagent/notifier.h"
#include "subagent/objects.h"

enum { PUBLISHER_WAIT_US = 300000 };

enum publisher_event {
  PUBLISHER_UP,        /* open, registered, announced; the detail is empty */
  PUBLISHER_DOWN,      /* an open or opening session was lost; the detail says why */
  PUBLISHER_NO_MASTER, /* an attempt to connect failed; the detail is the system's reason */
  PUBLISHER_REFUSED,   /* the master agent refused the session or all subtrees; the detail is its error's name */
  PUBLISHER_NO_CAPS,   /* it refused the sysORTable entry; the detail is the error's name */
  PUBLISHER_NO_TREE,   /* it refused one subtree of several; the detail is its root and the error's name */
};

/* A subtree and its objects. Subtrees must not overlap. */
struct publisher_tree {
  struct oid root;
  struct objects objects;
};

/* Copied, except for the callbacks' contexts. */
struct publisher_options {
  struct master_address address;
  const struct publisher_tree *trees; /* see publisher_set_trees */
  size_t tree_count;
  const char *capability; /* text of the sysORTable entry */
  const char *context;    /* "" is the default context */
  unsigned ping_s;        /* silence after which the master agent is pinged; three of these intervals end the session */
};

struct publisher;

struct publisher *publisher_new(const struct publisher_options *options,
                                void (*event)(void *ctx, enum publisher_event event, const char *detail), void *ctx);
/* Closes the session (waiting at most PUBLISHER_WAIT_US for the answer) and shuts the library down. */
void publisher_free(struct publisher *p);
/* Changes the options: ends the connection; the next one uses the new options. */
void publisher_configure(struct publisher *p, const struct publisher_options *options);
/* Publishes these subtrees from now on, in the same session: registers the new ones, unregisters those that are
 * missing, and leaves the others alone. The first root is the identifier of the sysORTable entry. The contexts of
 * subtrees that are missing are no longer used when this returns. */
void publisher_set_trees(struct publisher *p, const struct publisher_tree *trees, size_t n);

/* Sleeps until there is something to do, `fd` (-1: none) can be read, or the monotonic time is `until_us`. True when
 * `fd` can be read. Wakes up early without harm. */
bool publisher_wait(struct publisher *p, int fd, int64_t until_us);
/* Does the pending work. */
void publisher_turn(struct publisher *p);

bool publisher_is_up(const struct publisher *p);
/* The master agent's sysUpTime, in hundredths of a second, as its last answer to us gave it, and when that came. False
 * before the first of the current session. */
bool publisher_master_uptime(const struct publisher *p, uint32_t *ticks, int64_t *at_us);
uint64_t publisher_requests(const struct publisher *p); /* answered */
uint32_t publisher_session_number(const struct publisher *p);

/* Sends a notification, or keeps it while there is no session, until the master agent has acknowledged it. False: the
 * queue is full, it is dropped. Sequence numbers, to see gaps by, are the caller's business, as one of its objects.
 * It is sent again when the session ended before its acknowledgement came; a master agent that was killed just then,
 * or hung for three times the ping interval, may so pass it on twice. */
bool publisher_notify(struct publisher *p, const struct notification *what);
const struct notifier *publisher_notifier(const struct publisher *p); /* its counts */

#endif
