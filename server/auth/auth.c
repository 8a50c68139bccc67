/* Matches a request against the rules, and applies the first matching rule. */

#include "compiler/values/value.h"
#include "pki/pki.h"
#include "server/auth/internal.h"

static bool path_fits(const struct rule *rule, str path, struct regex_match *groups)
{
  groups->n = 0;
  if (rule->regex == NULL) return str_starts(path, rule->path);
  return regex_search(rule->regex, path, 0, groups) == REGEX_MATCH;
}

/* Whether one value of the request's parameter is among the rule's values. */
static bool parameter_fits(const struct rule_parameter *p, const struct request *r)
{
  for (size_t i = 0; i < r->nparameters; i++) {
    if (!str_eq(r->parameters[i].name, p->name)) continue;
    for (uint32_t k = 0; k < p->nvalues; k++)
      if (str_eq(r->parameters[i].value, p->values[k])) return true;
  }
  return false;
}

static bool rule_fits(const struct rule *rule, const struct request *r, struct regex_match *groups)
{
  if (rule->methods != 0 && (rule->methods & r->method) == 0) return false;
  for (uint32_t i = 0; i < rule->nparameters; i++)
    if (!parameter_fits(&rule->parameters[i], r)) return false;
  return path_fits(rule, r->path, groups);
}

/* --- who --- */

/* Replaces $1 … by the groups of the path's match. */
static str fill_references(struct arena *a, str text, str path, const struct regex_match *groups)
{
  struct buf out = BUF_IN(a);
  for (size_t i = 0; i < text.n; i++) {
    if (text.p[i] != '$' || i + 1 >= text.n || !ascii_is_digit(text.p[i + 1])) {
      buf_char(&out, text.p[i]);
      continue;
    }
    int group = 0;
    while (i + 1 < text.n && ascii_is_digit(text.p[i + 1]) && group < 1000) group = group * 10 + (text.p[++i] - '0');
    if (group < groups->n && groups->at[group].begin >= 0)
      buf_append(&out, path.p + groups->at[group].begin, (size_t)(groups->at[group].end - groups->at[group].begin));
  }
  return buf_view(&out);
}

static bool name_fits(const struct entry *e, str name)
{
  switch (e->kind) {
  case ENTRY_ALL: return true;
  case ENTRY_NAME: return str_caseeq(e->text, name);
  case ENTRY_BELOW: return name.n > e->text.n && str_caseeq(str_from(name, name.n - e->text.n), e->text);
  case ENTRY_REGEX: return regex_search(e->regex, name, 0, NULL) == REGEX_MATCH;
  default: return false;
  }
}

static bool is_one_of(value wanted, str text)
{
  if (wanted.kind == V_STRING) return str_eq(value_text(wanted), text);
  for (uint32_t i = 0; wanted.kind == V_ARRAY && i < wanted.array->n; i++)
    if (str_eq(value_text(wanted.array->items[i]), text)) return true;
  return false;
}

/* subject-alt-name: {dns-name: …, ip: …}: one matching name of one kind is enough. */
static bool alt_names_fit(value wanted, const struct peer *peer)
{
  static const struct {
    const char *key, *prefix;
  } kinds[] = {{"dns-name", "DNS:"}, {"ip", "IP:"}, {"rfc822-name", "email:"}, {"uri", "URI:"}};
  for (size_t k = 0; wanted.kind == V_HASH && k < sizeof kinds / sizeof *kinds; k++) {
    const value *v = hash_get_str(wanted.hash, str_of(kinds[k].key));
    const str prefix = str_of(kinds[k].prefix);
    for (size_t i = 0; v != NULL && i < peer->nalt_names; i++)
      if (str_starts(peer->alt_names[i], prefix) && is_one_of(*v, str_from(peer->alt_names[i], prefix.n))) return true;
  }
  return false;
}

/* Whether the certificate has all of the extensions, each with one of the values. */
static bool extensions_fit(const struct auth *auth, const struct hash *wanted, const struct peer *peer)
{
  for (uint32_t i = 0; i < wanted->n; i++) {
    const struct hash_entry *e = &wanted->entries[i];
    const str key = value_text(e->key), name = pki_oid_name(auth->oids, key);
    if (str_eqz(name, "subject-alt-name") || str_eqz(key, PKI_OID_ALT_NAMES)) {
      if (!alt_names_fit(e->value, peer)) return false;
      continue;
    }
    const value *there = peer->extensions == NULL ? NULL : hash_get_str(peer->extensions, name);
    if (there == NULL || there->kind != V_STRING || !is_one_of(e->value, value_text(*there))) return false;
  }
  return wanted->n > 0;
}

static bool entry_fits(const struct auth *auth, const struct entry *e, const struct request *r,
                       const struct regex_match *groups)
{
  struct entry filled;
  str error;
  if (e->kind == ENTRY_EXTENSIONS) return extensions_fit(auth, e->extensions, &r->peer);
  if (e->kind == ENTRY_REFERENCES) {
    filled = *e;
    const str text = fill_references(r->arena, e->text, r->path, groups);
    /* The client chose this part of the path, so it must be a name, never a pattern. */
    if (!entry_read(r->arena, text, &filled, &error) || filled.kind != ENTRY_NAME) return false;
    e = &filled;
  }
  if (name_fits(e, r->peer.certname)) return true;
  for (size_t i = 0; i < r->peer.nalt_names; i++)
    if (str_starts(r->peer.alt_names[i], STR("DNS:")) && name_fits(e, str_from(r->peer.alt_names[i], 4))) return true;
  return false;
}

bool auth_allows(const struct auth *auth, const struct request *r, str *name)
{
  struct regex_match groups;
  *name = STR_EMPTY;
  for (uint32_t i = 0; i < auth->nrules; i++) {
    const struct rule *rule = &auth->rules[i];
    if (!rule_fits(rule, r, &groups)) continue;
    *name = rule->name;
    if (rule->unauthenticated) return true;
    if (!r->peer.authenticated) return false;
    for (uint32_t k = 0; k < rule->nentries; k++)
      if (entry_fits(auth, &rule->entries[k], r, &groups)) return rule->entries[k].allow;
    return false;
  }
  return false;
}
