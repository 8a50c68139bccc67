/* The objects of this process, published through the master agent: Net-SNMP's agent library, set up and kept in check.
 *
 * The library opens the session, reads and writes PDUs, hands requests to subagent/handler.c and tries again when the
 * master agent is away. What it would do synchronously is done here with requests that nobody waits for: registering
 * the subtrees (which tells us also when one is refused), the sysORTable entry, asking a silent master agent whether it
 * is alive, notifications. Only Open is the library's own: it waits for its answer, at most PUBLISHER_WAIT_US.
 *
 *   IDLE --connected--> OPENING --answer--> REGISTERING --answer--> ANNOUNCING --answer--> UP
 *     ^                                          |                                         |
 *     +------------ connection refused, lost, silent for too long ------------------------+
 *
 * The library's state is global: one publisher in a process, made once, freed once. The library is kept from reading
 * configuration, MIBs and the locale, from writing files, and from using signals.
 *
 * The caller owns the loop: publisher_wait sleeps, publisher_turn does what there is to do. */
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
  PUBLISHER_NO_CAPS,   /* it takes no sysORTable entry; the detail is the error's name */
  PUBLISHER_NO_TREE,   /* it refuses one subtree of several; the detail is its root and the error's name */
};

/* A subtree, and what is in it. None may lie inside of another. */
struct publisher_tree {
  struct oid root;
  struct objects objects;
};

/* Everything is copied but the callbacks' contexts. */
struct publisher_options {
  struct master_address address;
  const struct publisher_tree *trees; /* the first root is the identifier of the sysORTable entry */
  size_t tree_count;
  const char *capability; /* text of the sysORTable entry */
  const char *context;    /* "" is the default context */
  unsigned ping_s;        /* silence after which the master agent is pinged; three of them end the session */
};

struct publisher;

struct publisher *publisher_new(const struct publisher_options *options,
                                void (*event)(void *ctx, enum publisher_event event, const char *detail), void *ctx);
/* Tells the master agent that we go (waiting at most PUBLISHER_WAIT_US for its answer) and ends the library. */
void publisher_free(struct publisher *p);
/* Begins anew with other options: the connection is ended, and the next one uses them. */
void publisher_configure(struct publisher *p, const struct publisher_options *options);

/* Sleeps until there is something to do, `fd` (-1: none) can be read, or the monotonic time is `until_us`. True when
 * `fd` can be read. Wakes up early without harm. */
bool publisher_wait(struct publisher *p, int fd, int64_t until_us);
/* Does what there is to do. */
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
