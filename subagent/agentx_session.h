/* One AgentX session with a master agent, as a state machine that never waits.
 *
 * The caller owns the loop: it polls the descriptor for the events wanted, calls _ready when they come and
 * _tick when the deadline has passed. Nothing here blocks, sleeps or reads a clock (`now_us`, monotonic
 * microseconds, comes from the caller), so that a master that hangs costs the daemon nothing and tests need
 * no time.
 *
 *   WAITING --deadline--> CONNECTING --> OPENING --> REGISTERING --> ANNOUNCING --> UP
 *      ^                                                                             |
 *      +-------- connection refused, lost, timed out, protocol error ----------------+
 *
 * REGISTERING claims the whole subtree with one Register PDU (one round trip brings everything back after a
 * restart of the master), ANNOUNCING adds the sysORTable entry. The library of Net-SNMP is not used: its
 * subagent part opens, registers and pings synchronously, so that a stopped master stops the subagent for
 * seconds.
 *
 * Requests are answered from a `struct agentx_source` in the call that read them. SET is refused:
 * notWritable. */
#ifndef FICELLE_SUBAGENT_AGENTX_SESSION_H
#define FICELLE_SUBAGENT_AGENTX_SESSION_H

#include "subagent/agentx_address.h"
#include "subagent/agentx_pdu.h"

struct agentx_session;

struct agentx_source {
  void *ctx;
  /* The value at exactly `name`; its type is NO_SUCH_OBJECT or NO_SUCH_INSTANCE when there is none. */
  void (*get)(void *ctx, const struct oid *name, struct agentx_value *v);
  /* The first instance after `start` (at or after it, if `include`) and, when `end` has sub-identifiers,
   * before `end`. False when there is none. */
  bool (*next)(void *ctx, const struct oid *start, bool include, const struct oid *end, struct oid *name,
               struct agentx_value *v);
};

enum agentx_event {
  AGENTX_EVENT_UP,        /* open, registered, announced; the detail is empty */
  AGENTX_EVENT_DOWN,      /* an open or opening session was lost; the detail says why */
  AGENTX_EVENT_NO_MASTER, /* an attempt to connect failed; the detail is the system's reason */
  AGENTX_EVENT_REFUSED,   /* the master refused Open or Register; the detail is its error's name */
  AGENTX_EVENT_NO_CAPS, /* the session is up, but without sysORTable entry; the detail is the error's name */
};

struct agentx_options {
  struct agentx_address address;
  struct oid region;       /* subtree registered, and identifier of the sysORTable entry */
  const char *description; /* of the session */
  const char *capability;  /* text of the sysORTable entry */
  const char *context;     /* "" is the default context */
  unsigned ping_s;         /* silence after which the master is pinged; three of them end the session */
  void (*event)(void *ctx, enum agentx_event event, const char *detail);
  void *event_ctx;
};

/* Copies the options and their strings. Starts WAITING with the deadline passed. */
struct agentx_session *agentx_session_new(const struct agentx_options *options,
                                          const struct agentx_source *source);
/* Drops the connection, if any, without a word; NULL is fine. */
void agentx_session_free(struct agentx_session *s);
/* Tells the master that we go; at most one attempt to send, so it cannot block. */
void agentx_session_close(struct agentx_session *s);

int agentx_session_fd(const struct agentx_session *s);       /* -1: none */
short agentx_session_events(const struct agentx_session *s); /* POLLIN, POLLOUT */
int64_t agentx_session_deadline_us(const struct agentx_session *s);
void agentx_session_ready(struct agentx_session *s, short revents, int64_t now_us);
void agentx_session_tick(struct agentx_session *s, int64_t now_us);

bool agentx_session_is_up(const struct agentx_session *s);
/* The master's sysUpTime, in hundredths of a second, as its last Response gave it, and when that came. False
 * before the first Response of the current connection. */
bool agentx_session_master_uptime(const struct agentx_session *s, uint32_t *ticks, int64_t *at_us);
uint64_t agentx_session_requests(const struct agentx_session *s); /* answered since _new */
/* The number that the master gave the session. */
uint32_t agentx_session_number(const struct agentx_session *s);

/* Takes a connected stream in place of connecting: for tests. */
void agentx_session_attach(struct agentx_session *s, int fd, int64_t now_us);

#endif
