/* Snapshots of another host, queried over SNMP with Net-SNMP's library. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "monitor/snmp_library.h"
#include "monitor/source.h"
#include "monitor/varbind.h"
#include "subagent/oid_root.h"

enum {
  IN_ONE_GET = 40, /* varbinds */
  COLUMNS_AT_ONCE = 8,
  IN_ONE_BULK = 120,     /* varbinds */
  VARBINDS_MAX = 2000000 /* of one table */
};

struct snmp_source {
  struct monitor_source source;
  const struct snmp_library *l;
  netsnmp_session options;
  void *session; /* NULL: not open */
  struct oid root;
  struct oid state; /* of the instance ficStatsState.0 */
  char *peer;
  /* For the present look. */
  struct snapshot *s;
  struct varbind_context context;
  bool state_seen; /* the agent has the state of the store */
  struct buf *why;
};

static const struct oid sys_uptime = {9, {1, 3, 6, 1, 2, 1, 1, 3, 0}};

/* --- answers --- */

static bool copy_name(const oid *ids, size_t n, struct oid *to)
{
  if (n > OID_MAX) return false;
  to->n = (uint32_t)n;
  for (size_t i = 0; i < n; i++) to->id[i] = (uint32_t)ids[i];
  return true;
}

/* Octets are borrowed from the answer; those of an identifier are put into `scratch`. */
static bool read_varbind(const netsnmp_variable_list *v, struct varbind *to, struct oid *scratch)
{
  *to = (struct varbind){.type = VARBIND_NONE};
  if (!copy_name(v->name, v->name_length, &to->name)) return false;
  switch (v->type) {
  case ASN_INTEGER:
    to->type = VARBIND_INTEGER;
    to->number = *v->val.integer;
    break;
  case ASN_GAUGE:
  case ASN_COUNTER:
    to->type = VARBIND_UNSIGNED;
    to->number = (int64_t)((u_long)*v->val.integer & 0xffffffffu);
    break;
  case ASN_TIMETICKS:
    to->type = VARBIND_TICKS;
    to->number = (int64_t)((u_long)*v->val.integer & 0xffffffffu);
    break;
  case ASN_COUNTER64:
    to->type = VARBIND_COUNTER64;
    to->number = (int64_t)((uint64_t)(v->val.counter64->high & 0xffffffffu) << 32 |
                           (v->val.counter64->low & 0xffffffffu));
    break;
  case ASN_OCTET_STR:
    to->type = VARBIND_OCTETS;
    to->bytes = v->val_len == 0 ? STR_EMPTY : str_n((const char *)v->val.string, v->val_len);
    break;
  case ASN_OBJECT_ID:
    if (copy_name(v->val.objid, v->val_len / sizeof(oid), scratch)) {
      to->type = VARBIND_OID;
      to->bytes = str_n((const char *)scratch->id, scratch->n * sizeof scratch->id[0]);
    }
    break;
  default: break;
  }
  return true;
}

/* --- requests --- */

static enum source_look failed(struct snmp_source *source, int error)
{
  switch (error) {
  case SNMPERR_TIMEOUT: buf_printf(source->why, "%s does not answer", source->peer); return SOURCE_NO_ANSWER;
  case SNMPERR_UNKNOWN_USER_NAME:
  case SNMPERR_AUTHENTICATION_FAILURE:
  case SNMPERR_UNSUPPORTED_SEC_LEVEL:
  case SNMPERR_DECRYPTION_ERR:
    buf_printf(source->why, "%s refuses: %s", source->peer, source->l->snmp_api_errstring(error));
    return SOURCE_REFUSED;
  default: buf_printf(source->why, "%s: %s", source->peer, source->l->snmp_api_errstring(error)); return SOURCE_FAILED;
  }
}

static enum source_look open_session(struct snmp_source *source)
{
  int system_error, error;
  char *text = NULL;
  if (source->session != NULL) return SOURCE_LOOKED;
  netsnmp_session options = source->options;
  source->session = source->l->snmp_sess_open(&options);
  if (source->session != NULL) return SOURCE_LOOKED;
  source->l->snmp_error(&options, &system_error, &error, &text);
  free(text);
  return failed(source, error);
}

static netsnmp_pdu *new_request(struct snmp_source *source, int command)
{
  netsnmp_pdu *pdu = source->l->snmp_pdu_create(command);
  if (pdu == NULL) abort();
  return pdu;
}

static void add_name(struct snmp_source *source, netsnmp_pdu *pdu, const struct oid *name)
{
  oid ids[OID_MAX];
  for (uint32_t i = 0; i < name->n; i++) ids[i] = name->id[i];
  source->l->snmp_add_null_var(pdu, ids, name->n);
}

/* Sends the request and frees it. The caller handles an error in the answer. */
static enum source_look ask(struct snmp_source *source, netsnmp_pdu *pdu, netsnmp_pdu **answer)
{
  int system_error, error;
  char *text = NULL;
  *answer = NULL;
  const int status = source->l->snmp_sess_synch_response(source->session, pdu, answer);
  if (status == STAT_SUCCESS && *answer != NULL) return SOURCE_LOOKED;
  source->l->snmp_sess_error(source->session, &system_error, &error, &text);
  free(text);
  if (*answer != NULL) source->l->snmp_free_pdu(*answer);
  *answer = NULL;
  return failed(source, status == STAT_TIMEOUT ? SNMPERR_TIMEOUT : error);
}

static enum source_look error_answered(struct snmp_source *source, const netsnmp_pdu *answer)
{
  buf_printf(source->why, "%s answers: %s", source->peer, source->l->snmp_errstring((int)answer->errstat));
  return answer->errstat == SNMP_ERR_AUTHORIZATIONERROR || answer->errstat == SNMP_ERR_NOACCESS ? SOURCE_REFUSED
                                                                                                : SOURCE_FAILED;
}

/* --- single objects --- */

static void take_uptime(struct snmp_source *source, const struct varbind *v)
{
  if (v->type != VARBIND_TICKS || oid_cmp(&v->name, &sys_uptime) != 0) return;
  source->context.has_uptime = true;
  source->context.uptime = (uint32_t)v->number;
}

static void take_state(struct snmp_source *source, const struct varbind *v)
{
  source->state_seen = source->state_seen || (v->type == VARBIND_INTEGER && oid_cmp(&v->name, &source->state) == 0);
}

/* Asks for up to IN_ONE_GET names. Skips objects that the agent lacks; version 1 reports these one at a time. */
static enum source_look get(struct snmp_source *source, const struct oid *names, size_t n)
{
  netsnmp_pdu *pdu = new_request(source, SNMP_MSG_GET), *answer;
  enum source_look result = SOURCE_LOOKED;
  struct oid scratch;
  size_t hint = 0;
  for (size_t i = 0; i < n; i++) add_name(source, pdu, &names[i]);
  for (;;) {
    result = ask(source, pdu, &answer);
    if (result != SOURCE_LOOKED) return result;
    if (answer->errstat != SNMP_ERR_NOSUCHNAME) break;
    pdu = source->l->snmp_fix_pdu(answer, SNMP_MSG_GET);
    source->l->snmp_free_pdu(answer);
    if (pdu == NULL) return SOURCE_LOOKED; /* the agent has none of them */
  }
  if (answer->errstat != SNMP_ERR_NOERROR) result = error_answered(source, answer);
  for (const netsnmp_variable_list *v = answer->variables; result == SOURCE_LOOKED && v != NULL; v = v->next_variable) {
    struct varbind read;
    if (!read_varbind(v, &read, &scratch)) continue;
    take_uptime(source, &read);
    take_state(source, &read);
    varbind_put(source->s, &source->context, &read, &hint);
  }
  source->l->snmp_free_pdu(answer);
  return result;
}

/* Collects names, and sends a request when there are enough. */
struct batch {
  struct oid name[IN_ONE_GET];
  size_t n;
};

static enum source_look flush(struct snmp_source *source, struct batch *b)
{
  const enum source_look result = b->n == 0 ? SOURCE_LOOKED : get(source, b->name, b->n);
  b->n = 0;
  return result;
}

static enum source_look get_group(struct snmp_source *source, uint32_t group, struct batch *b)
{
  const struct stats_group_info *g = &stats_groups[group];
  const char *only = snapshot_only_row(source->s, group);
  enum source_look result = SOURCE_LOOKED;
  for (size_t i = g->first; result == SOURCE_LOOKED && i < g->first + g->count; i++) {
    const uint32_t id = (uint32_t)i;
    if (!snapshot_wants(source->s, id)) continue;
    struct oid *name = &b->name[b->n];
    oid_copy(name, &source->root);
    if (!(only != NULL ? varbind_instance(id, str_of(only), name) : varbind_column(id, name))) continue;
    if (++b->n == IN_ONE_GET) result = flush(source, b);
  }
  return result;
}

/* --- tables --- */

struct column {
  struct oid name; /* of the column */
  struct oid last; /* the last instance, at first the column itself */
  size_t hint;
  bool ended;
};

/* One answer: its varbinds belong to the columns in turn. False: the agent does not proceed. */
static bool take_rows(struct snmp_source *source, const netsnmp_pdu *answer, struct column **column, size_t n)
{
  struct varbind read;
  struct oid scratch;
  size_t at = 0;
  for (const netsnmp_variable_list *v = answer->variables; v != NULL; v = v->next_variable, at = (at + 1) % n) {
    struct column *c = column[at];
    if (c->ended) continue;
    if (!read_varbind(v, &read, &scratch) || v->type == SNMP_ENDOFMIBVIEW || !oid_starts(&read.name, &c->name)) {
      c->ended = true;
      continue;
    }
    if (oid_cmp(&read.name, &c->last) <= 0) {
      buf_printf(source->why, "%s answers in the wrong order", source->peer);
      return false;
    }
    oid_copy(&c->last, &read.name);
    if (varbind_put(source->s, &source->context, &read, &c->hint)) c->hint++;
  }
  return true;
}

/* Requests the next rows of all columns that have not ended. */
static enum source_look next_rows(struct snmp_source *source, struct column **column, size_t n, long *repetitions,
                                  size_t *varbinds)
{
  const bool bulk = source->options.version != SNMP_VERSION_1;
  netsnmp_pdu *pdu = new_request(source, bulk ? SNMP_MSG_GETBULK : SNMP_MSG_GETNEXT), *answer;
  if (bulk) {
    pdu->non_repeaters = 0;
    pdu->max_repetitions = *repetitions;
  }
  for (size_t i = 0; i < n; i++) add_name(source, pdu, &column[i]->last);
  enum source_look result = ask(source, pdu, &answer);
  if (result != SOURCE_LOOKED) return result;
  if (answer->errstat == SNMP_ERR_TOOBIG && *repetitions > 1) {
    *repetitions /= 2;
  } else if (answer->errstat == SNMP_ERR_NOSUCHNAME) { /* version 1: a column is at the end of the MIB */
    if (answer->errindex >= 1 && (size_t)answer->errindex <= n) column[answer->errindex - 1]->ended = true;
    else result = error_answered(source, answer);
  } else if (answer->errstat != SNMP_ERR_NOERROR) {
    result = error_answered(source, answer);
  } else if (answer->variables == NULL) {
    buf_printf(source->why, "%s sends empty answers", source->peer);
    result = SOURCE_FAILED;
  } else if (!take_rows(source, answer, column, n)) {
    result = SOURCE_FAILED;
  }
  for (const netsnmp_variable_list *v = answer->variables; v != NULL; v = v->next_variable) ++*varbinds;
  source->l->snmp_free_pdu(answer);
  return result;
}

static enum source_look walk(struct snmp_source *source, struct column *columns, size_t n)
{
  struct column *open[COLUMNS_AT_ONCE];
  size_t varbinds = 0;
  long repetitions = IN_ONE_BULK / (long)n;
  for (;;) {
    size_t left = 0;
    for (size_t i = 0; i < n; i++)
      if (!columns[i].ended) open[left++] = &columns[i];
    if (left == 0) return SOURCE_LOOKED;
    if (varbinds > VARBINDS_MAX) {
      buf_printf(source->why, "%s answers without end", source->peer);
      return SOURCE_FAILED;
    }
    const enum source_look result = next_rows(source, open, left, &repetitions, &varbinds);
    if (result != SOURCE_LOOKED) return result;
  }
}

static enum source_look walk_group(struct snmp_source *source, uint32_t group)
{
  const struct stats_group_info *g = &stats_groups[group];
  struct column columns[COLUMNS_AT_ONCE];
  size_t n = 0;
  enum source_look result = SOURCE_LOOKED;
  for (size_t i = g->first; result == SOURCE_LOOKED && i < g->first + g->count; i++) {
    if (snapshot_wants(source->s, (uint32_t)i)) {
      struct column *c = &columns[n];
      oid_copy(&c->name, &source->root);
      if (!varbind_column((uint32_t)i, &c->name)) continue;
      oid_copy(&c->last, &c->name);
      c->ended = false;
      c->hint = 0;
      n++;
    }
    if (n == COLUMNS_AT_ONCE || (n > 0 && i + 1 == g->first + g->count)) {
      result = walk(source, columns, n);
      n = 0;
    }
  }
  return result;
}

/* --- a look --- */

static bool is_listed(const struct snapshot *s, uint32_t group)
{
  return snapshot_wants_group(s, group) && !snapshot_skips(s, group);
}

/* Checks for the state of the store, which exists whenever the subagent runs. */
static enum source_look is_there(struct snmp_source *source)
{
  const struct oid names[] = {sys_uptime, source->state};
  source->state_seen = false;
  const enum source_look result = get(source, names, 2);
  if (result != SOURCE_LOOKED || source->state_seen) return result;
  buf_printf(source->why, "%s has no objects of ficelle: no subagent is connected, or its view hides them",
             source->peer);
  return SOURCE_NO_AGENT;
}

static enum source_look look_through(struct snmp_source *source)
{
  struct batch *b = xcalloc(1, sizeof *b);
  enum source_look result = SOURCE_LOOKED;
  for (uint32_t g = 0; result == SOURCE_LOOKED && g < STATS_GROUPS; g++)
    if (is_listed(source->s, g) && (!stats_is_table(&stats_groups[g]) || snapshot_only_row(source->s, g) != NULL))
      result = get_group(source, g, b);
  if (result == SOURCE_LOOKED) result = flush(source, b);
  free(b);
  for (uint32_t g = 0; result == SOURCE_LOOKED && g < STATS_GROUPS; g++)
    if (is_listed(source->s, g) && stats_is_table(&stats_groups[g]) && snapshot_only_row(source->s, g) == NULL)
      result = walk_group(source, g);
  return result;
}

static enum source_look look(struct monitor_source *base, struct snapshot *s, struct buf *why)
{
  struct snmp_source *source = (struct snmp_source *)base;
  source->s = s;
  source->why = why;
  source->context = (struct varbind_context){.root = &source->root, .now_us = clock_us(CLOCK_REALTIME)};
  enum source_look result = open_session(source);
  if (result == SOURCE_LOOKED) result = is_there(source);
  if (result != SOURCE_LOOKED) return result;
  snapshot_clear(s);
  snapshot_set_time(s, source->context.now_us);
  return look_through(source);
}

static const char *reason(struct monitor_source *base, uint32_t group)
{
  (void)base;
  (void)group;
  return "";
}

/* --- opening --- */

static void free_snmp(struct monitor_source *base)
{
  struct snmp_source *source = (struct snmp_source *)base;
  if (source->session != NULL) source->l->snmp_sess_close(source->session);
  free(source->peer);
  free(source);
}

/* Derives a key from a password; false if that is impossible. */
static bool make_key(const struct snmp_source *source, const oid *protocol, size_t protocol_n, const char *password,
                     u_char *key, size_t *key_n)
{
  if (strlen(password) < USM_LENGTH_P_MIN) return false; /* the library would print an error */
  return source->l->generate_Ku(protocol, (u_int)protocol_n, (const u_char *)password, strlen(password), key, key_n) ==
         SNMPERR_SUCCESS;
}

static bool set_level(netsnmp_session *o, const char *level, const struct monitor_target *t, struct buf *why)
{
  static const char *const levels[] = {[SNMP_SEC_LEVEL_NOAUTH] = "noAuthNoPriv",
                                       [SNMP_SEC_LEVEL_AUTHNOPRIV] = "authNoPriv",
                                       [SNMP_SEC_LEVEL_AUTHPRIV] = "authPriv"};
  if (level == NULL)
    level = levels[t->priv_password != NULL   ? SNMP_SEC_LEVEL_AUTHPRIV
                   : t->auth_password != NULL ? SNMP_SEC_LEVEL_AUTHNOPRIV
                                              : SNMP_SEC_LEVEL_NOAUTH];
  for (int i = SNMP_SEC_LEVEL_NOAUTH; i <= SNMP_SEC_LEVEL_AUTHPRIV; i++) {
    if (str_caseeq(str_of(level), str_of(levels[i]))) {
      o->securityLevel = i;
      return true;
    }
  }
  buf_printf(why, "unknown security level '%s': must be noAuthNoPriv, authNoPriv or authPriv", level);
  return false;
}

/* The protocols for authentication and privacy, and the keys of the passwords. */
static bool set_user(struct snmp_source *source, const struct monitor_target *t, struct buf *why)
{
  netsnmp_session *o = &source->options;
  const char *auth = t->auth_protocol != NULL ? t->auth_protocol : "SHA",
             *priv = t->priv_protocol != NULL ? t->priv_protocol : "AES";
  const int auth_type = source->l->usm_lookup_auth_type(auth), priv_type = source->l->usm_lookup_priv_type(priv);
  if (auth_type < 0 || priv_type < 0) {
    buf_printf(why, "unknown protocol '%s' for %s", auth_type < 0 ? auth : priv,
               auth_type < 0 ? "authentication" : "privacy");
    return false;
  }
  o->securityModel = USM_SEC_MODEL_NUMBER;
  o->securityName = (char *)t->user;
  o->securityNameLen = t->user != NULL ? strlen(t->user) : 0;
  if (t->user != NULL && !set_level(o, t->level, t, why)) return false;
  if (t->user == NULL && t->level != NULL && !set_level(o, t->level, t, why)) return false;
  if (t->auth_protocol != NULL || t->auth_password != NULL)
    o->securityAuthProto = source->l->sc_get_auth_oid(auth_type, &o->securityAuthProtoLen);
  if (t->priv_protocol != NULL || t->priv_password != NULL)
    o->securityPrivProto = source->l->sc_get_priv_oid(priv_type, &o->securityPrivProtoLen);
  o->securityAuthKeyLen = t->auth_password != NULL ? sizeof o->securityAuthKey : 0;
  o->securityPrivKeyLen = t->priv_password != NULL ? sizeof o->securityPrivKey : 0;
  size_t hash_n;
  const oid *hash = source->l->sc_get_auth_oid(auth_type, &hash_n);
  if ((t->auth_password != NULL &&
       !make_key(source, hash, hash_n, t->auth_password, o->securityAuthKey, &o->securityAuthKeyLen)) ||
      (t->priv_password != NULL &&
       !make_key(source, hash, hash_n, t->priv_password, o->securityPrivKey, &o->securityPrivKeyLen))) {
    buf_z(why, "a password of SNMPv3 must have at least 8 characters");
    return false;
  }
  return true;
}

static bool set_version(struct snmp_source *source, const struct monitor_target *t, struct buf *why)
{
  static const struct {
    const char *name;
    long number;
  } versions[] = {{"1", SNMP_VERSION_1}, {"2c", SNMP_VERSION_2c}, {"2", SNMP_VERSION_2c}, {"3", SNMP_VERSION_3}};
  const char *name = t->version != NULL ? t->version : t->user != NULL ? "3" : "2c";
  for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++) {
    if (strcmp(name, versions[i].name) == 0) {
      source->options.version = versions[i].number;
      return true;
    }
  }
  buf_printf(why, "unknown SNMP version '%s': must be 1, 2c or 3", name);
  return false;
}

static bool set_options(struct snmp_source *source, const struct monitor_target *t, struct buf *why)
{
  netsnmp_session *o = &source->options;
  struct buf peer = BUF_HEAP;
  buf_z(&peer, t->host);
  if (t->port != NULL) buf_printf(&peer, ":%s", t->port);
  source->peer = peer.p;
  source->l->snmp_sess_init(o);
  o->peername = source->peer;
  o->timeout = (long)(t->timeout_ms == 0 ? 1000 : t->timeout_ms) * 1000;
  o->retries = t->retries < 0 ? 1 : t->retries;
  if (*t->host == '\0') {
    buf_z(why, "the host's name is empty"); /* the library would query this host */
    return false;
  }
  if (!set_version(source, t, why)) return false;
  if (t->context != NULL) {
    o->contextName = (char *)t->context;
    o->contextNameLen = strlen(t->context);
  }
  if (o->version == SNMP_VERSION_3) return set_user(source, t, why);
  if (t->community != NULL) {
    o->community = (u_char *)t->community;
    o->community_len = strlen(t->community);
  }
  return true;
}

static bool set_root(struct snmp_source *source, const char *text, struct buf *why)
{
  if (oid_parse(text, &source->root) && source->root.n >= 2 && source->root.n <= OID_ROOT_MAX) {
    oid_copy(&source->state, &source->root);
    return varbind_column(STAT_ficStatsState, &source->state);
  }
  buf_printf(why, "invalid root '%s': must be 2 to %d numbers separated by dots", text, OID_ROOT_MAX);
  return false;
}

struct monitor_source *monitor_open_snmp(const struct monitor_target *target, struct buf *why)
{
  const char *missing = NULL;
  const struct snmp_library *l = snmp_library(&missing);
  if (l == NULL) {
    buf_z(why, missing);
    return NULL;
  }
  struct snmp_source *source = xcalloc(1, sizeof *source);
  source->l = l;
  source->source = (struct monitor_source){look, reason, NULL, free_snmp};
  if (!set_root(source, target->oid_root != NULL ? target->oid_root : FICELLE_OID_ROOT, why) ||
      !set_options(source, target, why)) {
    free_snmp(&source->source);
    return NULL;
  }
  return &source->source;
}
