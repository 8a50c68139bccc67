/* Nodes from a directory server: an entry names classes, contains parameters, and may name a parent entry from which
 * it inherits classes and parameters. Settings and rules are those of Puppet's terminus `ldap`. */
#include <stdint.h>
#include <sys/time.h>

#include "indirector/internal.h"
#include "indirector/ldap_library.h"
#include "indirector/node.h"

enum { SECONDS = 10, MAX_PARENTS = 100, MAX_LIST = 64 };

struct entry {
  str name, parent;                 /* parent empty: none */
  struct valuevec classes, stacked; /* stacked: "name=value" */
  struct hash *parameters;
  str environment;
};

static const struct ldap_library *L; /* set by connect_server */

struct session {
  struct ind_request *r;
  LDAP *ldap;
};

static bool fail(struct session *s, const char *what, int code)
{
  ind_fail(s->r, "%s: %s", what, L->ldap_err2string(code));
  return false;
}

/* --- the connection --- */

static bool connect_server(struct session *s)
{
  struct settings *settings = s->r->in->settings;
  const char *scheme = settings_bool(settings, SETTING_ldapssl) ? "ldaps" : "ldap";
  const str uri = arena_printf(s->r->arena, "%s://%s:%lld", scheme, settings_strz(settings, SETTING_ldapserver),
                               (long long)settings_int(settings, SETTING_ldapport));
  const int version = LDAP_VERSION3;
  const struct timeval limit = {.tv_sec = SECONDS};
  const char *error;
  L = ldap_library(&error);
  if (L == NULL) {
    ind_fail(s->r, "Could not set up LDAP Connection: %s", error);
    return false;
  }
  int code = L->ldap_initialize(&s->ldap, uri.p);
  if (code != LDAP_SUCCESS) return fail(s, "Could not set up LDAP Connection", code);
  L->ldap_set_option(s->ldap, LDAP_OPT_PROTOCOL_VERSION, &version);
  L->ldap_set_option(s->ldap, LDAP_OPT_NETWORK_TIMEOUT, &limit);
  L->ldap_set_option(s->ldap, LDAP_OPT_TIMEOUT, &limit);
  L->ldap_set_option(s->ldap, LDAP_OPT_REFERRALS, LDAP_OPT_OFF);
  if (settings_bool(settings, SETTING_ldaptls) && (code = L->ldap_start_tls_s(s->ldap, NULL, NULL)) != LDAP_SUCCESS) {
    return fail(s, "Could not set up LDAP Connection", code);
  }
  const str user = settings_str(settings, SETTING_ldapuser);
  const char *password = settings_strz(settings, SETTING_ldappassword);
  struct berval secret = {.bv_val = (char *)password, .bv_len = user.n > 0 ? strlen(password) : 0};
  code = L->ldap_sasl_bind_s(s->ldap, user.n > 0 ? settings_strz(settings, SETTING_ldapuser) : NULL, LDAP_SASL_SIMPLE,
                             &secret, NULL, NULL, NULL);
  return code == LDAP_SUCCESS || fail(s, "Could not set up LDAP Connection", code);
}

/* --- one entry --- */

/* Escapes characters of a node's name that have a meaning in a filter. */
static void escape(struct buf *out, str name)
{
  for (size_t i = 0; i < name.n; i++) {
    const unsigned char c = (unsigned char)name.p[i];
    if (strchr("*()\\", c) != NULL) buf_printf(out, "\\%02x", c);
    else buf_char(out, (char)c);
  }
}

static const char *filter_for(struct session *s, str name)
{
  const str pattern = settings_str(s->r->in->settings, SETTING_ldapstring);
  struct buf out = BUF_IN(s->r->arena);
  for (size_t at = 0; at < pattern.n;) {
    if (str_starts(str_from(pattern, at), STR("%s"))) {
      escape(&out, name);
      at += 2;
    } else {
      buf_char(&out, pattern.p[at++]);
    }
  }
  return out.n > 0 ? out.p : "";
}

/* The names of a setting, separated by commas; at most MAX_LIST. */
static size_t names_of(struct session *s, enum setting_id id, char **names)
{
  const str text = settings_str(s->r->in->settings, id);
  size_t n = 0;
  for (size_t at = 0; at <= text.n && n < MAX_LIST;) {
    const size_t comma = str_index(text, ',', at);
    const str name = str_trim(str_sub(text, at, comma == SIZE_MAX ? text.n : comma - at));
    if (name.n > 0) names[n++] = arena_strz(s->r->arena, name);
    if (comma == SIZE_MAX) break;
    at = comma + 1;
  }
  return n;
}

/* The requested attributes; NULL: all attributes. */
static char **attributes(struct session *s)
{
  if (str_eqz(settings_str(s->r->in->settings, SETTING_ldapattrs), "all")) return NULL;
  char **names = arena_array(s->r->arena, 4 * MAX_LIST, sizeof *names);
  size_t n = names_of(s, SETTING_ldapclassattrs, names);
  n += names_of(s, SETTING_ldapattrs, names + n);
  n += names_of(s, SETTING_ldapparentattr, names + n);
  names[n] = NULL;
  return names;
}

static value convert(struct session *s, const struct berval *from)
{
  const str text = arena_str(s->r->arena, str_n(from->bv_val, from->bv_len));
  if (str_eqz(text, "true")) return value_bool(true);
  if (str_eqz(text, "false")) return value_bool(false);
  return value_str(text);
}

static bool is_listed(struct session *s, enum setting_id id, const char *attribute)
{
  char *names[MAX_LIST];
  const size_t n = names_of(s, id, names);
  for (size_t i = 0; i < n; i++) {
    if (str_caseeq(str_of(names[i]), str_of(attribute))) return true;
  }
  return false;
}

static void push_new(struct session *s, struct valuevec *list, value v)
{
  if (!value_among(list->items, list->n, v)) valuevec_push(list, s->r->arena, v);
}

static bool take_attribute(struct session *s, struct entry *e, LDAPMessage *message, const char *attribute)
{
  struct berval **values = L->ldap_get_values_len(s->ldap, message, attribute);
  const int n = L->ldap_count_values_len(values);
  struct valuevec all = {0};
  const bool stacked = is_listed(s, SETTING_ldapstackedattrs, attribute);
  const bool parent = is_listed(s, SETTING_ldapparentattr, attribute);
  for (int i = 0; i < n; i++) {
    const value v = value_str(arena_str(s->r->arena, str_n(values[i]->bv_val, values[i]->bv_len)));
    if (is_listed(s, SETTING_ldapclassattrs, attribute)) push_new(s, &e->classes, v);
    if (stacked) valuevec_push(&e->stacked, s->r->arena, v);
    if (parent) e->parent = value_text(v);
    valuevec_push(&all, s->r->arena, convert(s, values[i]));
  }
  L->ldap_value_free_len(values);
  if (parent && n > 1) {
    ind_fail(s->r, "Node entry %.*s specifies more than one parent", STR_FMT(e->name));
    return false;
  }
  if (!stacked && n > 0) {
    hash_put_str(e->parameters, s->r->arena, arena_str(s->r->arena, str_of(attribute)),
                 n == 1 ? all.items[0] : valuevec_array(&all, s->r->arena));
  }
  return true;
}

static value from_text(str text)
{
  if (str_eqz(text, "true")) return value_bool(true);
  return str_eqz(text, "false") ? value_bool(false) : value_str(text);
}

/* Adds "name=value" as a parameter unless it exists. */
static void unstack(struct session *s, struct hash *parameters, const struct valuevec *stacked)
{
  for (uint32_t i = 0; i < stacked->n; i++) {
    const str text = value_text(stacked->items[i]);
    const size_t equals = str_index(text, '=', 0);
    const str name = str_sub(text, 0, equals);
    if (hash_get_str(parameters, name) != NULL) continue;
    hash_put_str(parameters, s->r->arena, name,
                 equals == SIZE_MAX ? VALUE_UNDEF : from_text(str_from(text, equals + 1)));
  }
}

/* The first cn of the name, by which entries refer to each other. */
static str common_name(struct session *s, const char *dn)
{
  const str text = str_of(dn);
  for (size_t at = 0; at < text.n; at++) {
    if (!str_caseeq(str_sub(text, at, 3), STR("cn="))) continue;
    const size_t comma = str_index(text, ',', at);
    return arena_str(s->r->arena, str_trim(str_sub(text, at + 3, comma == SIZE_MAX ? text.n : comma - at - 3)));
  }
  return STR_EMPTY;
}

static bool read_entry(struct session *s, LDAPMessage *message, struct entry *e)
{
  BerElement *ber = NULL;
  char *dn = L->ldap_get_dn(s->ldap, message);
  bool ok = true;
  *e = (struct entry){.parameters = hash_new(s->r->arena, 16)};
  e->name = common_name(s, dn != NULL ? dn : "");
  hash_put_str(e->parameters, s->r->arena, STR("dn"), value_str(arena_str(s->r->arena, str_of(dn != NULL ? dn : ""))));
  L->ldap_memfree(dn);
  for (char *attribute = L->ldap_first_attribute(s->ldap, message, &ber); attribute != NULL;
       attribute = L->ldap_next_attribute(s->ldap, message, ber)) {
    ok = ok && take_attribute(s, e, message, attribute);
    L->ldap_memfree(attribute);
  }
  L->ber_free(ber, 0);
  const value *environment = hash_get_str(e->parameters, STR("environment"));
  if (environment != NULL && environment->kind == V_STRING) e->environment = value_text(*environment);
  unstack(s, e->parameters, &e->stacked);
  return ok;
}

/* Finds the last entry that matches the filter. *found is false without one. */
static bool search(struct session *s, str name, struct entry *out, bool *found)
{
  LDAPMessage *result = NULL;
  struct timeval limit = {.tv_sec = SECONDS};
  const char *base = settings_strz(s->r->in->settings, SETTING_ldapbase);
  const int code = L->ldap_search_ext_s(s->ldap, base, LDAP_SCOPE_SUBTREE, filter_for(s, name), attributes(s), 0, NULL,
                                        NULL, &limit, LDAP_NO_LIMIT, &result);
  bool ok = code == LDAP_SUCCESS || code == LDAP_NO_SUCH_OBJECT;
  *found = false;
  if (!ok) fail(s, "LDAP Search failed", code);
  for (LDAPMessage *m = ok ? L->ldap_first_entry(s->ldap, result) : NULL; ok && m != NULL;
       m = L->ldap_next_entry(s->ldap, m)) {
    ok = read_entry(s, m, out);
    *found = true;
  }
  L->ldap_msgfree(result);
  return ok;
}

/* --- parents --- */

static void inherit(struct session *s, struct entry *e, const struct entry *from)
{
  for (uint32_t i = 0; i < from->classes.n; i++) push_new(s, &e->classes, from->classes.items[i]);
  unstack(s, e->parameters, &from->stacked);
  for (uint32_t i = 0; i < from->parameters->n; i++) {
    const struct hash_entry *p = &from->parameters->entries[i];
    if (hash_get(e->parameters, p->key) == NULL) hash_put(e->parameters, s->r->arena, p->key, p->value);
  }
  if (e->environment.n == 0) e->environment = from->environment;
}

static bool merge_parents(struct session *s, struct entry *e)
{
  str seen[MAX_PARENTS], parent = e->parent;
  size_t n = 0;
  seen[n++] = e->name;
  while (parent.n > 0) {
    bool loop = n == MAX_PARENTS, found;
    struct entry above;
    for (size_t i = 0; i < n; i++) loop = loop || str_eq(seen[i], parent);
    if (loop) {
      ind_fail(s->r, "Found loop in LDAP node parents; %.*s appears twice", STR_FMT(parent));
      return false;
    }
    seen[n++] = parent;
    if (!search(s, parent, &above, &found)) return false;
    if (!found) {
      ind_fail(s->r, "Could not find parent node '%.*s'", STR_FMT(parent));
      return false;
    }
    inherit(s, e, &above);
    parent = above.parent;
  }
  return true;
}

/* Finds the entry by the node's name, by shorter forms of it, or the entry `default`. */
static bool find_entry(struct session *s, struct entry *e, bool *found)
{
  const size_t dot = str_index(s->r->key, '.', 0);
  const str names[] = {s->r->key, dot == SIZE_MAX ? STR_EMPTY : str_sub(s->r->key, 0, dot), STR("default")};
  *found = false;
  for (size_t i = 0; !*found && i < sizeof names / sizeof *names; i++) {
    if (names[i].n > 0 && !search(s, names[i], e, found)) return false;
  }
  return !*found || merge_parents(s, e);
}

static enum ind_result ldap_find(struct ind_request *r)
{
  struct session s = {.r = r};
  struct entry e;
  bool found = false;
  const bool ok = connect_server(&s) && find_entry(&s, &e, &found);
  if (s.ldap != NULL) L->ldap_unbind_ext_s(s.ldap, NULL, NULL);
  if (!ok) return IND_FAILED;
  if (!found) return IND_NOTHING;
  return node_build(r, valuevec_array(&e.classes, r->arena), value_hash(e.parameters), e.environment);
}

const struct terminus terminus_ldap = {"ldap", ldap_find, NULL, NULL, NULL};
