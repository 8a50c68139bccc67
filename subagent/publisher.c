/* The session with the master agent on Net-SNMP's library, without waiting: registers subtrees, pings, sends
 * notifications and checks every answer. */
#include "subagent/publisher.h"

#include <net-snmp/net-snmp-config.h>
#include <net-snmp/net-snmp-includes.h>
#include <net-snmp/agent/net-snmp-agent-includes.h>
#include <net-snmp/agent/agent_callbacks.h>
#include <net-snmp/library/large_fd_set.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "subagent/handler.h"
#include "subagent/transport.h"

/* Of RFC 2741: the library knows these PDUs, but no header it installs names them. */
enum {
  AGENTX_VERSION_1 = 0xc1,
  AGENTX_REGISTER = 3,
  AGENTX_UNREGISTER = 4,
  AGENTX_NOTIFY = 12,
  AGENTX_PING = 13,
  AGENTX_ADD_AGENT_CAPS = 16,
  AGENTX_REMOVE_AGENT_CAPS = 17,
  AGENTX_NON_DEFAULT_CONTEXT = 0x08,
  AGENTX_DEFAULT_PRIORITY = 127,
};

#define SECOND_US INT64_C(1000000)
/* Between two attempts to connect: a refused connect costs microseconds, and the library counts in seconds. */
static const int retry_s = 1;
/* The library's own ping blocks until its answer. Ours does not, so the library's is disabled. */
static const int never_s = 10 * 365 * 86400;
/* An unanswered request: the master agent hangs. */
static const int64_t answer_timeout_us = 10 * SECOND_US;
/* Another subagent holds the subtree: this will not change soon. */
static const int64_t refused_retry_us = 10 * SECOND_US;
static const int ping_misses = 3;
/* How long nobody may have asked for a subtree before it is unregistered. snmpd crashes if it waits for our answer to a
 * GETNEXT of a subtree at that moment: it then goes on from the subtree, whose memory it has freed (Net-SNMP 5.9). */
static const int64_t unasked_us = 10 * SECOND_US;

enum state { IDLE, OPENING, REGISTERING, REFUSED, ANNOUNCING, UP };

enum tree_state { TREE_NEW, TREE_ASKED, TREE_REGISTERED, TREE_REFUSED };

struct subtree {
  struct oid root;
  struct handler handler;
  netsnmp_handler_registration *registration;
  enum tree_state state;
  bool told; /* that it is refused */
  /* Of one that is gone: */
  uintptr_t generation; /* of the session in which it is registered */
  uint64_t requests;    /* answered until */
  int64_t asked_us;     /* this moment */
};

struct publisher {
  struct publisher_options options;
  char *capability, *context;
  struct subtree **trees;
  size_t tree_count;
  struct subtree **gone; /* empty, but still registered */
  size_t gone_count;
  bool unregistering;   /* one of them, and the answer has not come */
  int64_t gone_us;      /* when to look at them again */
  uintptr_t asked;      /* number of the last Register: answers to earlier ones are ignored */
  struct oid announced; /* in sysORTable; n 0: nothing */
  uint64_t requests;    /* answered by subtrees that are gone */
  void (*event)(void *ctx, enum publisher_event event, const char *detail);
  void *ctx;
  enum state state;
  netsnmp_session *session; /* the library's; NULL while there is none */
  uintptr_t generation;     /* of the session: answers to an older one are ignored */
  int64_t retry_us;         /* when to register again what was refused */
  int64_t opened_us, pinged_us;
  uint32_t master_ticks;
  int64_t master_ticks_us;
  bool have_ticks;
  struct notifier *notifier;
  netsnmp_large_fd_set read_set, write_set;
  int ready; /* descriptors, of the last wait */
};

/* The library frees the arguments of its callbacks, so the publisher is global. */
static struct publisher *the_publisher;

static const char *error_name(long error)
{
  static char other[32];
  switch (error) {
  case 256: return "openFailed";
  case 257: return "notOpen";
  case 261: return "unknownAgentCaps";
  case 262: return "unsupportedContext";
  case 263: return "duplicateRegistration";
  case 264: return "unknownRegistration";
  case 266: return "parseError";
  case 267: return "requestDenied";
  case 268: return "processingError";
  default: snprintf(other, sizeof other, "error %ld", error); return other;
  }
}

/* ---- the log */

/* Most of the library's log messages are redundant: its callbacks report the same events. */
static int on_library_log(int major, int minor, void *arg, void *client)
{
  (void)major;
  (void)minor;
  (void)client;
  const struct snmp_log_message *m = arg;
  const size_t n = strcspn(m->msg, "\n");
  if (m->priority <= LOG_ERR) log_warning(&log_agentx, "Net-SNMP: %.*s", (int)n, m->msg);
  else log_debug(&log_agentx, "Net-SNMP: %.*s", (int)n, m->msg);
  return SNMPERR_SUCCESS;
}

/* ---- non-blocking requests to the master agent */

static bool ask(struct publisher *p, netsnmp_pdu *pdu, int64_t timeout_us, netsnmp_callback answer, uintptr_t magic)
{
  if (pdu == NULL) return false;
  pdu->version = AGENTX_VERSION_1;
  pdu->sessid = p->session->sessid;
  p->session->timeout = (long)timeout_us;
  if (p->context[0] != '\0') {
    pdu->flags |= AGENTX_NON_DEFAULT_CONTEXT;
    pdu->community = (u_char *)strdup(p->context);
    pdu->community_len = strlen(p->context);
  }
  if (snmp_async_send(p->session, pdu, answer, (void *)magic) != 0) return true;
  snmp_free_pdu(pdu);
  return false;
}

static void copy_oid(const struct oid *from, oid *ids)
{
  for (uint32_t i = 0; i < from->n; i++) ids[i] = from->id[i];
}

/* True when the callback has the master agent's answer to a request of the current session. */
static bool is_answer(struct publisher *p, int op, const netsnmp_pdu *pdu, bool current)
{
  if (!current || op != NETSNMP_CALLBACK_OP_RECEIVED_MESSAGE) return false;
  p->master_ticks = (uint32_t)pdu->time;
  p->master_ticks_us = clock_us(CLOCK_MONOTONIC);
  p->have_ticks = true;
  return true;
}

static void go_up(struct publisher *p)
{
  p->state = UP;
  p->event(p->ctx, PUBLISHER_UP, "");
}

/* The answer to a request after which there is nothing to do. */
static int on_done(int op, netsnmp_session *session, int reqid, netsnmp_pdu *pdu, void *magic)
{
  (void)session;
  (void)reqid;
  struct publisher *p = the_publisher;
  const bool current = p->generation == (uintptr_t)magic;
  if (!is_answer(p, op, pdu, current)) {
    if (current) transport_break("the master agent does not answer");
  } else if (pdu->errstat != 0) {
    log_debug(&log_agentx, "the master agent refused an Unregister or RemoveAgentCaps: %s", error_name(pdu->errstat));
  }
  return 1;
}

static int on_announced(int op, netsnmp_session *session, int reqid, netsnmp_pdu *pdu, void *magic)
{
  (void)session;
  (void)reqid;
  struct publisher *p = the_publisher;
  const bool current = p->generation == (uintptr_t)magic && (p->state == ANNOUNCING || p->state == UP);
  if (is_answer(p, op, pdu, current)) {
    if (pdu->errstat != 0) p->event(p->ctx, PUBLISHER_NO_CAPS, error_name(pdu->errstat));
    if (p->state == ANNOUNCING) go_up(p);
  } else if (current) {
    transport_break("the master agent does not answer");
  }
  return 1;
}

/* Sends a request whose only variable is an identifier, with or without a text. */
static void ask_about(struct publisher *p, int command, const struct oid *id, const char *text, netsnmp_callback answer,
                      uintptr_t magic)
{
  oid ids[OID_MAX];
  copy_oid(id, ids);
  netsnmp_pdu *pdu = snmp_pdu_create(command);
  if (pdu != NULL) {
    pdu->time = 0; /* of Register: the master agent's own timeout for our answers */
    pdu->priority = AGENTX_DEFAULT_PRIORITY;
    snmp_pdu_add_variable(pdu, ids, id->n, text == NULL ? ASN_NULL : ASN_OCTET_STR, text,
                          text == NULL ? 0 : strlen(text));
  }
  if (!ask(p, pdu, answer_timeout_us, answer, magic)) transport_break("no request can be sent");
}

static bool must_announce(const struct publisher *p)
{
  if (p->tree_count == 0) return p->announced.n != 0;
  return p->announced.n == 0 || oid_cmp(&p->announced, &p->trees[0]->root) != 0;
}

/* Makes the root of the first subtree the identifier in sysORTable. */
static void announce(struct publisher *p)
{
  if (p->announced.n != 0) ask_about(p, AGENTX_REMOVE_AGENT_CAPS, &p->announced, NULL, on_done, p->generation);
  p->announced.n = 0;
  if (p->tree_count == 0) return;
  oid_copy(&p->announced, &p->trees[0]->root);
  ask_about(p, AGENTX_ADD_AGENT_CAPS, &p->announced, p->capability, on_announced, p->generation);
}

static struct subtree *tree_in(const struct publisher *p, enum tree_state state)
{
  for (size_t i = 0; i < p->tree_count; i++) {
    if (p->trees[i]->state == state) return p->trees[i];
  }
  return NULL;
}

/* A refused subtree does not affect the others. */
static void tree_refused(struct publisher *p, struct subtree *t, const char *error)
{
  struct buf detail = BUF_HEAP;
  oid_print(&t->root, &detail);
  buf_printf(&detail, ": %s", error);
  t->state = TREE_REFUSED;
  p->retry_us = clock_us(CLOCK_MONOTONIC) + refused_retry_us;
  if (p->tree_count > 1 && !t->told) p->event(p->ctx, PUBLISHER_NO_TREE, detail.p);
  t->told = true;
  buf_free(&detail);
}

static void proceed(struct publisher *p, const char *refusal);

static int on_registered(int op, netsnmp_session *session, int reqid, netsnmp_pdu *pdu, void *magic)
{
  (void)session;
  (void)reqid;
  struct publisher *p = the_publisher;
  struct subtree *t = p->session != NULL && p->asked == (uintptr_t)magic ? tree_in(p, TREE_ASKED) : NULL;
  if (!is_answer(p, op, pdu, t != NULL)) {
    if (t != NULL) transport_break("the master agent does not answer");
    return 1;
  }
  if (pdu->errstat != 0) {
    tree_refused(p, t, error_name(pdu->errstat));
  } else {
    t->state = TREE_REGISTERED;
    t->told = false;
  }
  proceed(p, error_name(pdu->errstat));
  return 1;
}

static void register_tree(struct publisher *p, struct subtree *t)
{
  struct buf root = BUF_HEAP;
  oid_print(&t->root, &root);
  log_debug(&log_agentx, "session %ld is open, registering the subtree %s%s%s", p->session->sessid, root.p,
            p->context[0] != '\0' ? " in the context " : "", p->context);
  buf_free(&root);
  t->state = TREE_ASKED;
  ask_about(p, AGENTX_REGISTER, &t->root, NULL, on_registered, ++p->asked);
}

/* The next step on the way to UP, and in UP after a change of the subtrees. Registers subtrees one after the other,
 * because hundreds at once would delay other requests. */
static void proceed(struct publisher *p, const char *refusal)
{
  if (tree_in(p, TREE_ASKED) != NULL) return;
  struct subtree *fresh = tree_in(p, TREE_NEW);
  if (fresh != NULL) {
    register_tree(p, fresh);
  } else if (p->state == UP) {
    if (must_announce(p)) announce(p);
  } else if (p->state == REGISTERING && p->tree_count == 0) {
    go_up(p); /* a session without subtrees so far */
  } else if (p->state == REGISTERING && tree_in(p, TREE_REGISTERED) != NULL) {
    log_debug(&log_agentx, "the subtrees are registered, adding the sysORTable entry");
    p->state = ANNOUNCING;
    announce(p);
  } else if (p->state == REGISTERING) {
    p->state = REFUSED;
    p->event(p->ctx, PUBLISHER_REFUSED, refusal);
  }
}

/* Registers refused subtrees again; a new session registers all. */
static void register_again(struct publisher *p, bool all)
{
  for (size_t i = 0; i < p->tree_count; i++) {
    if (all || p->trees[i]->state == TREE_REFUSED) p->trees[i]->state = TREE_NEW;
  }
  if (p->state != UP) p->state = REGISTERING;
  proceed(p, "");
}

static int on_pong(int op, netsnmp_session *session, int reqid, netsnmp_pdu *pdu, void *magic)
{
  (void)session;
  (void)reqid;
  struct publisher *p = the_publisher;
  if (is_answer(p, op, pdu, p->generation == (uintptr_t)magic) && pdu->errstat != 0)
    transport_break(error_name(pdu->errstat)); /* it no longer knows our session */
  return 1;
}

/* ---- notifications */

static int on_notified(int op, netsnmp_session *session, int reqid, netsnmp_pdu *pdu, void *magic)
{
  (void)session;
  (void)reqid;
  struct publisher *p = the_publisher;
  const uint32_t number = (uint32_t)(uintptr_t)magic;
  /* Unanswered notifications are sent again in the next session, by on_stopped. */
  if (!is_answer(p, op, pdu, p->session != NULL)) return 1;
  if (pdu->errstat == 0) {
    notifier_taken(p->notifier, number);
  } else {
    log_warning(&log_agentx, "the master agent refused a notification: %s", error_name(pdu->errstat));
    notifier_refused(p->notifier, number);
  }
  return 1;
}

static void notify_one(struct publisher *p, const struct notification *what, uint32_t number)
{
  static const oid trap_oid[] = {1, 3, 6, 1, 6, 3, 1, 1, 4, 1, 0};
  oid ids[OID_MAX];
  netsnmp_pdu *pdu = snmp_pdu_create(AGENTX_NOTIFY);
  if (pdu != NULL) {
    copy_oid(&what->id, ids);
    snmp_pdu_add_variable(pdu, trap_oid, OID_LENGTH(trap_oid), ASN_OBJECT_ID, ids, what->id.n * sizeof ids[0]);
  }
  for (size_t i = 0; pdu != NULL && i < what->n; i++) {
    copy_oid(&what->objects[i].name, ids);
    netsnmp_variable_list *var = snmp_add_null_var(pdu, ids, what->objects[i].name.n);
    if (var != NULL) handler_give_value(var, &what->objects[i].value);
  }
  if (!ask(p, pdu, never_s * SECOND_US, on_notified, number)) notifier_refused(p->notifier, number);
}

static void send_notifications(struct publisher *p, int64_t now)
{
  const struct notification *what;
  uint32_t number;
  while (p->state == UP && (what = notifier_next(p->notifier, now, &number)) != NULL) notify_one(p, what, number);
}

bool publisher_notify(struct publisher *p, const struct notification *what) { return notifier_add(p->notifier, what); }

const struct notifier *publisher_notifier(const struct publisher *p) { return p->notifier; }

/* ---- the session's life */

static void set_ping_interval(int seconds)
{
  netsnmp_ds_set_int(NETSNMP_DS_APPLICATION_ID, NETSNMP_DS_AGENT_AGENTX_PING_INTERVAL, seconds);
}

/* Called for a new session: limits the wait for the library's only blocking request, without a retry. */
static int on_session_init(int major, int minor, void *arg, void *client)
{
  (void)major;
  (void)minor;
  (void)client;
  netsnmp_session *session = arg;
  session->timeout = PUBLISHER_WAIT_US;
  session->retries = 0;
  return SNMPERR_SUCCESS;
}

static void mark_attached(const struct publisher *p, const struct oid *root)
{
  oid ids[OID_MAX];
  copy_oid(root, ids);
  netsnmp_subtree *subtree = netsnmp_subtree_find(ids, root->n, NULL, p->context[0] == '\0' ? NULL : p->context);
  if (subtree != NULL) subtree->flags |= SUBTREE_ATTACHED;
}

/* Called when Open was answered; the library then registers all registrations marked as not attached. */
static int on_started(int major, int minor, void *arg, void *client)
{
  (void)major;
  (void)minor;
  (void)client;
  struct publisher *p = the_publisher;
  for (size_t i = 0; i < p->tree_count; i++) mark_attached(p, &p->trees[i]->root);
  for (size_t i = 0; i < p->gone_count; i++) mark_attached(p, &p->gone[i]->root);
  p->unregistering = false;
  p->announced.n = 0;
  /* Each connection that failed during opening has left an alarm that would retry for ever. */
  snmp_alarm_unregister_all();
  set_ping_interval(never_s); /* for the alarm that is set next; publisher_turn sets it back */
  p->session = arg;
  p->generation++;
  p->opened_us = p->pinged_us = clock_us(CLOCK_MONOTONIC);
  register_again(p, true);
  return SNMPERR_SUCCESS;
}

static void on_ended(struct publisher *p, const char *reason)
{
  const enum state was = p->state;
  p->state = IDLE;
  p->session = NULL;
  p->generation++;
  p->have_ticks = false;
  notifier_session_ended(p->notifier);
  if (was != IDLE) p->event(p->ctx, PUBLISHER_DOWN, reason);
}

/* Called when the connection ended; the library then sets the alarm for the next attempt. */
static int on_stopped(int major, int minor, void *arg, void *client)
{
  (void)major;
  (void)minor;
  (void)arg;
  (void)client;
  snmp_alarm_unregister_all();
  on_ended(the_publisher, transport_reason());
  return SNMPERR_SUCCESS;
}

static void on_transport(void *ctx, enum transport_event event)
{
  struct publisher *p = ctx;
  switch (event) {
  case TRANSPORT_NO_MASTER:
    log_debug(&log_agentx, "no connection: %s; the next attempt comes in %d s", transport_reason(), retry_s);
    p->event(p->ctx, PUBLISHER_NO_MASTER, transport_reason());
    break;
  case TRANSPORT_OPENED:
    log_debug(&log_agentx, "connected, opening a session");
    p->opened_us = clock_us(CLOCK_MONOTONIC);
    p->state = OPENING;
    break;
  case TRANSPORT_CLOSED:
    /* The library does not report this: Open was refused, or not answered in time. */
    if (p->state == OPENING && transport_heard_us() > p->opened_us) {
      p->state = IDLE;
      p->event(p->ctx, PUBLISHER_REFUSED, "it did not open a session");
    } else if (p->state != IDLE) {
      on_ended(p, "the master agent does not answer");
    }
    break;
  }
}

/* ---- registration */

static struct subtree *new_tree(struct publisher *p, const struct publisher_tree *from)
{
  struct subtree *t = xcalloc(1, sizeof *t);
  oid_copy(&t->root, &from->root);
  t->handler.objects = from->objects;
  t->registration = handler_registration(&t->handler, &t->root, p->context);
  /* Without its callback, with which the library would register it at the master agent, and wait for the answer. */
  if (t->registration == NULL || netsnmp_register_handler_nocallback(t->registration) != MIB_REGISTERED_OK) {
    t->registration = NULL;
    log_error(&log_agentx, "REGISTRATION_FAILED", NULL, "the library does not register a root");
  }
  return t;
}

static void get_nothing(void *ctx, const struct oid *name, struct mib_value *value)
{
  (void)ctx;
  (void)name;
  value->type = MIB_NO_SUCH_OBJECT;
}

static bool next_nothing(void *ctx, const struct oid *start, bool include, struct oid *name, struct mib_value *value)
{
  (void)ctx;
  (void)start;
  (void)include;
  (void)name;
  (void)value;
  return false;
}

/* Frees a subtree, in the library and here. */
static void drop_tree(struct publisher *p, struct subtree *t)
{
  /* The library has no variant without a callback. Its callback, which would unregister the subtree at the master agent
   * and wait for the answer, ignores sessions of other protocols. */
  const long version = p->session != NULL ? p->session->version : 0;
  if (p->session != NULL) p->session->version = SNMP_VERSION_2c;
  if (t->registration != NULL) netsnmp_unregister_handler(t->registration);
  if (p->session != NULL) p->session->version = version;
  p->requests += t->handler.requests;
  free(t);
}

static int on_unregistered(int op, netsnmp_session *session, int reqid, netsnmp_pdu *pdu, void *magic)
{
  if (the_publisher->generation == (uintptr_t)magic) the_publisher->unregistering = false;
  return on_done(op, session, reqid, pdu, magic);
}

/* Whether an empty subtree is still registered: a new session begins without it. */
static bool is_registered(const struct publisher *p, const struct subtree *t)
{
  return p->session != NULL && t->generation == p->generation;
}

/* Empties a registered subtree, and unregisters it later. */
static void leave(struct publisher *p, struct subtree *t)
{
  t->handler.objects = (struct objects){.get = get_nothing, .next = next_nothing};
  t->generation = p->generation;
  t->requests = t->handler.requests;
  t->asked_us = clock_us(CLOCK_MONOTONIC);
  p->gone = xrealloc(p->gone, (p->gone_count + 1) * sizeof(struct subtree *));
  p->gone[p->gone_count++] = t;
  if (p->gone_count == 1) p->gone_us = t->asked_us + unasked_us;
}

static void remove_gone(struct publisher *p, size_t i, bool unregister)
{
  struct subtree *t = p->gone[i];
  memmove(&p->gone[i], &p->gone[i + 1], (--p->gone_count - i) * sizeof(struct subtree *));
  if (unregister) ask_about(p, AGENTX_UNREGISTER, &t->root, NULL, on_unregistered, p->generation);
  drop_tree(p, t);
}

/* Unregisters the next subtree for which nobody has asked for a while: one at a time, so that the master agent is not
 * busy with hundreds when a request comes. */
static void look_at_gone(struct publisher *p, int64_t now)
{
  for (size_t i = p->gone_count; i-- > 0;) {
    if (!is_registered(p, p->gone[i])) remove_gone(p, i, false);
  }
  if (p->session == NULL || p->unregistering || now < p->gone_us) return;
  p->gone_us = INT64_MAX;
  for (size_t i = 0; i < p->gone_count; i++) {
    struct subtree *t = p->gone[i];
    if (t->requests != t->handler.requests) {
      t->requests = t->handler.requests;
      t->asked_us = now;
    }
    if (now - t->asked_us >= unasked_us) {
      p->unregistering = true;
      p->gone_us = now;
      remove_gone(p, i, true);
      return;
    }
    if (t->asked_us + unasked_us < p->gone_us) p->gone_us = t->asked_us + unasked_us;
  }
}

static bool overlap(const struct oid *a, const struct oid *b) { return oid_starts(a, b) || oid_starts(b, a); }

/* Returns the empty subtree that is still registered with this root, to be used again, or NULL if there is none.
 * Unregisters other empty subtrees that overlap the root. */
static struct subtree *take_gone(struct publisher *p, const struct oid *root)
{
  struct subtree *t = NULL;
  for (size_t i = p->gone_count; i-- > 0;) {
    if (!overlap(&p->gone[i]->root, root)) continue;
    if (oid_cmp(&p->gone[i]->root, root) == 0 && is_registered(p, p->gone[i])) {
      t = p->gone[i];
      memmove(&p->gone[i], &p->gone[i + 1], (--p->gone_count - i) * sizeof(struct subtree *));
    } else {
      remove_gone(p, i, is_registered(p, p->gone[i]));
    }
  }
  return t;
}

static void drop_trees(struct publisher *p)
{
  while (p->gone_count > 0) remove_gone(p, p->gone_count - 1, false);
  for (size_t i = 0; i < p->tree_count; i++) drop_tree(p, p->trees[i]);
  free(p->trees);
  p->trees = NULL;
  p->tree_count = 0;
}

/* Subtrees mostly keep their order, so both searches begin at *from, after the one that was found last. */
static bool has_root(const struct publisher_tree *trees, size_t n, const struct oid *root, size_t *from)
{
  for (size_t k = 0; k < n; k++) {
    const size_t i = (*from + k) % n;
    if (oid_cmp(&trees[i].root, root) != 0) continue;
    *from = i + 1;
    return true;
  }
  return false;
}

/* Removes the subtree with that root from the list and returns it; NULL: the list has none. */
static struct subtree *take_tree(struct publisher *p, const struct oid *root, size_t *from)
{
  for (size_t k = 0; k < p->tree_count; k++) {
    const size_t i = (*from + k) % p->tree_count;
    struct subtree *t = p->trees[i];
    if (t == NULL || oid_cmp(&t->root, root) != 0) continue;
    p->trees[i] = NULL;
    *from = i + 1;
    return t;
  }
  return NULL;
}

void publisher_set_trees(struct publisher *p, const struct publisher_tree *trees, size_t n)
{
  struct subtree **all = xcalloc(n + 1, sizeof(struct subtree *));
  size_t kept = 0, from = 0;
  /* Those that go come first, because a new one may overlap one of them. */
  for (size_t i = 0; i < p->tree_count; i++) {
    struct subtree *t = p->trees[i];
    if (has_root(trees, n, &t->root, &from)) {
      p->trees[kept++] = t;
      continue;
    }
    if (p->session != NULL && t->state == TREE_REGISTERED) {
      leave(p, t);
      continue;
    }
    if (p->session != NULL && t->state == TREE_ASKED)
      ask_about(p, AGENTX_UNREGISTER, &t->root, NULL, on_done, p->generation);
    drop_tree(p, t);
  }
  p->tree_count = kept;
  from = 0;
  for (size_t i = 0; i < n; i++) {
    all[i] = take_tree(p, &trees[i].root, &from);
    if (all[i] == NULL) all[i] = take_gone(p, &trees[i].root);
    if (all[i] == NULL) all[i] = new_tree(p, &trees[i]);
    else all[i]->handler.objects = trees[i].objects;
  }
  free(p->trees);
  p->trees = all;
  p->tree_count = n;
  if (p->session == NULL) return;
  if (p->state == REFUSED) p->state = REGISTERING;
  proceed(p, "");
}

static void put_options(struct publisher *p, const struct publisher_options *options)
{
  free(p->capability);
  free(p->context);
  p->options = *options;
  p->options.trees = NULL;
  p->options.capability = p->capability = xstrdup(options->capability);
  p->options.context = p->context = xstrdup(options->context);
  transport_set_address(&options->address);
  publisher_set_trees(p, options->trees, options->tree_count);
}

/* Ends the connection at once: the library reads, and finds end of file. */
static void disconnect(struct publisher *p, const char *reason)
{
  if (transport_fd() < 0) return;
  p->state = IDLE; /* intended, so no event */
  transport_break(reason);
  NETSNMP_LARGE_FD_ZERO(&p->read_set);
  NETSNMP_LARGE_FD_SET(transport_fd(), &p->read_set);
  snmp_read2(&p->read_set);
  /* The library waits a second before it connects again, which is unnecessary here. */
  struct snmp_alarm *again = sa_find_next();
  if (again != NULL) netsnmp_get_monotonic_clock(&again->t_nextM);
}

void publisher_configure(struct publisher *p, const struct publisher_options *options)
{
  disconnect(p, "the configuration changed");
  drop_trees(p);
  put_options(p, options);
}

/* ---- the library's start and end */

static void set_up_library(void)
{
  static const int yes[] = {NETSNMP_DS_LIB_DONT_READ_CONFIGS, NETSNMP_DS_LIB_DONT_PERSIST_STATE,
                            NETSNMP_DS_LIB_ALARM_DONT_USE_SIG, NETSNMP_DS_LIB_DONT_LOAD_HOST_FILES};
  setenv("MIBS", "", 1);
  setenv("MIBDIRS", "", 1);
  setenv("LC_ALL", "C", 1); /* otherwise it would load the environment's locale */
  snmp_disable_log();
  snmp_enable_calllog();
  snmp_register_callback(SNMP_CALLBACK_LIBRARY, SNMP_CALLBACK_LOGGING, on_library_log, NULL);
  netsnmp_enable_subagent();
  for (size_t i = 0; i < sizeof yes / sizeof yes[0]; i++) netsnmp_ds_set_boolean(NETSNMP_DS_LIBRARY_ID, yes[i], 1);
  /* The library would look for certificates there, which AgentX does not need. */
  set_configuration_directory("/dev/null");
  set_persistent_directory("/dev/null");
  netsnmp_ds_set_boolean(NETSNMP_DS_APPLICATION_ID, NETSNMP_DS_AGENT_NO_CONNECTION_WARNINGS, 1);
  netsnmp_ds_set_string(NETSNMP_DS_APPLICATION_ID, NETSNMP_DS_AGENT_X_SOCKET, TRANSPORT_TARGET);
}

struct publisher *publisher_new(const struct publisher_options *options,
                                void (*event)(void *ctx, enum publisher_event event, const char *detail), void *ctx)
{
  static const char name[] = "ficelle-subagent";
  struct publisher *p = the_publisher = xcalloc(1, sizeof *p);
  p->event = event;
  p->ctx = ctx;
  p->notifier = notifier_new();
  netsnmp_large_fd_set_init(&p->read_set, FD_SETSIZE);
  netsnmp_large_fd_set_init(&p->write_set, FD_SETSIZE);
  set_up_library();
  snmp_register_callback(SNMP_CALLBACK_LIBRARY, SNMP_CALLBACK_SESSION_INIT, on_session_init, NULL);
  snmp_register_callback(SNMP_CALLBACK_APPLICATION, SNMPD_CALLBACK_INDEX_START, on_started, NULL);
  snmp_register_callback(SNMP_CALLBACK_APPLICATION, SNMPD_CALLBACK_INDEX_STOP, on_stopped, NULL);
  init_agent(name);
  set_ping_interval(retry_s); /* init_agent has overwritten it, init_snmp reads it */
  put_options(p, options);
  transport_set_up(on_transport, p);
  init_snmp(name);
  set_ping_interval(retry_s);
  return p;
}

void publisher_free(struct publisher *p)
{
  if (p == NULL) return;
  p->state = IDLE;
  if (p->session != NULL) p->session->timeout = PUBLISHER_WAIT_US;
  p->session = NULL;
  snmp_shutdown("ficelle-subagent");
  transport_tear_down();
  netsnmp_large_fd_set_cleanup(&p->read_set);
  netsnmp_large_fd_set_cleanup(&p->write_set);
  notifier_free(p->notifier);
  for (size_t i = 0; i < p->tree_count; i++) free(p->trees[i]); /* the library has freed its part */
  for (size_t i = 0; i < p->gone_count; i++) free(p->gone[i]);
  free(p->trees);
  free(p->gone);
  free(p->capability);
  free(p->context);
  free(p);
  the_publisher = NULL;
}

/* ---- the loop */

static int64_t ping_due_us(const struct publisher *p)
{
  const int64_t interval = p->options.ping_s * SECOND_US, heard = transport_heard_us();
  return (heard > p->pinged_us ? heard : p->pinged_us) + interval;
}

/* Whether something was refused and nothing else is being registered. */
static bool retry_due(struct publisher *p)
{
  return (p->state == REFUSED || p->state == UP) && tree_in(p, TREE_REFUSED) != NULL && tree_in(p, TREE_ASKED) == NULL;
}

static int64_t deadline_us(struct publisher *p)
{
  if (p->state != REFUSED && p->state != UP) return INT64_MAX;
  int64_t due = retry_due(p) ? p->retry_us : INT64_MAX;
  if (p->state == UP) {
    const int64_t ping = ping_due_us(p), notification = notifier_next_us(p->notifier);
    due = ping < due ? ping : due;
    due = notification < due ? notification : due;
    if (p->gone_count > 0 && !p->unregistering && p->gone_us < due) due = p->gone_us;
  }
  return due;
}

static void look_at_silence(struct publisher *p, int64_t now)
{
  if (p->state != UP || now < ping_due_us(p)) return;
  const int64_t silence = now - transport_heard_us();
  if (silence >= ping_misses * p->options.ping_s * SECOND_US) {
    transport_break("the master agent does not answer");
    return;
  }
  log_debug(&log_agentx, "the master agent sent nothing for %lld s, pinging it", (long long)(silence / SECOND_US));
  p->pinged_us = now;
  if (!ask(p, snmp_pdu_create(AGENTX_PING), answer_timeout_us, on_pong, p->generation))
    transport_break("no request can be sent");
}

bool publisher_wait(struct publisher *p, int fd, int64_t until_us)
{
  const int master = transport_fd();
  int count = fd + 1, block = 0;
  if (deadline_us(p) < until_us) until_us = deadline_us(p);
  int64_t wait = until_us - clock_us(CLOCK_MONOTONIC);
  if (wait < 0) wait = 0;
  if (wait > 60 * SECOND_US) wait = 60 * SECOND_US;
  struct timeval timeout = {.tv_sec = wait / SECOND_US, .tv_usec = wait % SECOND_US};
  NETSNMP_LARGE_FD_ZERO(&p->read_set);
  NETSNMP_LARGE_FD_ZERO(&p->write_set);
  if (fd >= 0) NETSNMP_LARGE_FD_SET(fd, &p->read_set);
  snmp_select_info2(&count, &p->read_set, &timeout, &block);
  if (master >= 0 && !transport_wants_read()) NETSNMP_LARGE_FD_CLR(master, &p->read_set);
  if (master >= 0 && transport_wants_write()) NETSNMP_LARGE_FD_SET(master, &p->write_set);
  p->ready = netsnmp_large_fd_set_select(count, &p->read_set, &p->write_set, NULL, &timeout);
  return p->ready > 0 && fd >= 0 && NETSNMP_LARGE_FD_ISSET(fd, &p->read_set);
}

void publisher_turn(struct publisher *p)
{
  const int master = transport_fd();
  if (p->ready > 0) {
    if (master >= 0 && NETSNMP_LARGE_FD_ISSET(master, &p->write_set)) transport_flush();
    snmp_read2(&p->read_set);
  }
  p->ready = 0;
  snmp_timeout();
  run_alarms();
  set_ping_interval(retry_s); /* read when a connection ends, as the time until the next attempt */
  netsnmp_check_outstanding_agent_requests();
  const int64_t now = clock_us(CLOCK_MONOTONIC);
  if (retry_due(p) && now >= p->retry_us) register_again(p, false);
  look_at_silence(p, now);
  look_at_gone(p, now);
  send_notifications(p, now);
}

bool publisher_is_up(const struct publisher *p) { return p->state == UP; }

uint64_t publisher_requests(const struct publisher *p)
{
  uint64_t sum = p->requests;
  for (size_t i = 0; i < p->tree_count; i++) sum += p->trees[i]->handler.requests;
  for (size_t i = 0; i < p->gone_count; i++) sum += p->gone[i]->handler.requests;
  return sum;
}

bool publisher_master_uptime(const struct publisher *p, uint32_t *ticks, int64_t *at_us)
{
  *ticks = p->master_ticks;
  *at_us = p->master_ticks_us;
  return p->have_ticks;
}

uint32_t publisher_session_number(const struct publisher *p)
{
  return p->session == NULL ? 0 : (uint32_t)p->session->sessid;
}
