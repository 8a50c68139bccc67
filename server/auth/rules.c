/* Reads the rules from the section `authorization`. */
#include <stdarg.h>
#include <stdlib.h>

#include "compiler/values/value.h"
#include "server/auth/internal.h"

struct reading {
  struct auth *auth;
  struct buf *why;
  const char *place; /* "FILE:LINE" of the rule */
  str rule;          /* its name, or empty */
};

static bool fail(struct reading *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool fail(struct reading *r, const char *fmt, ...)
{
  va_list ap;
  buf_printf(r->why, "%s: ", r->place);
  if (r->rule.n > 0) buf_printf(r->why, "rule '%.*s': ", STR_FMT(r->rule));
  va_start(ap, fmt);
  buf_vprintf(r->why, fmt, ap);
  va_end(ap);
  buf_char(r->why, '\n');
  return false;
}

static const value *get(const struct hash *h, const char *key) { return hash_get_str(h, str_of(key)); }

/* Reports keys that are not in `known`. */
static bool check_keys(struct reading *r, const struct hash *h, const char *const *known, const char *where)
{
  bool good = true;
  for (uint32_t i = 0; i < h->n; i++) {
    const str key = value_text(h->entries[i].key);
    const char *const *k = known;
    while (*k != NULL && !str_eqz(key, *k)) k++;
    if (*k == NULL) good = fail(r, "unknown setting '%.*s' in %s", STR_FMT(key), where);
  }
  return good;
}

/* --- allow and deny --- */

/* One label of a host name such as "web1.example.com". */
static bool is_label(str s, bool inner_dash_first)
{
  for (size_t i = 0; i < s.n; i++)
    if (!ascii_is_word(s.p[i]) && !(s.p[i] == '-' && (i > 0 || inner_dash_first))) return false;
  return s.n > 0;
}

static bool is_domain(str s)
{
  for (size_t at = 0; at <= s.n;) {
    size_t dot = str_index(s, '.', at);
    if (dot == SIZE_MAX) dot = s.n;
    if (!is_label(str_sub(s, at, dot - at), dot == s.n)) return false;
    at = dot + 1;
  }
  return s.n > 0;
}

static bool has_reference(str s)
{
  for (size_t i = 0; i + 1 < s.n; i++)
    if (s.p[i] == '$' && ascii_is_digit(s.p[i + 1])) return true;
  return false;
}

static bool is_opaque(str s)
{
  for (size_t i = 0; i < s.n; i++)
    if (!ascii_is_word(s.p[i]) && (i == 0 || (s.p[i] != '-' && s.p[i] != '.' && s.p[i] != '@'))) return false;
  return s.n > 0;
}

bool entry_read(struct arena *a, str text, struct entry *out, str *error)
{
  out->text = text;
  if (str_eqz(text, "*")) {
    out->kind = ENTRY_ALL;
  } else if (is_domain(text) || is_opaque(text)) {
    out->kind = ENTRY_NAME;
  } else if (str_starts(text, STR("*.")) && is_domain(str_from(text, 2))) {
    out->kind = ENTRY_BELOW;
    out->text = str_from(text, 1);
  } else if (has_reference(text)) {
    out->kind = ENTRY_REFERENCES;
  } else if (text.n >= 2 && text.p[0] == '/' && text.p[text.n - 1] == '/') {
    out->kind = ENTRY_REGEX;
    out->text = str_sub(text, 1, text.n - 2);
    out->regex = regex_compile(a, out->text, error);
    return out->regex != NULL;
  } else {
    *error = arena_printf(a, "invalid domain value: %.*s", STR_FMT(text));
    return false;
  }
  return true;
}

static bool is_texts(value v)
{
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++)
    if (v.array->items[i].kind != V_STRING) return false;
  return v.kind == V_STRING || v.kind == V_ARRAY;
}

static bool read_extensions(struct reading *r, value v, struct entry *out)
{
  if (v.kind != V_HASH) return fail(r, "'extensions' must be a section");
  for (uint32_t i = 0; i < v.hash->n; i++) {
    const struct hash_entry *e = &v.hash->entries[i];
    if (e->value.kind == V_HASH && str_eqz(value_text(e->key), "subject-alt-name")) continue;
    if (!is_texts(e->value))
      return fail(r, "extension '%.*s' must be a string or a list of strings", STR_FMT(value_text(e->key)));
  }
  out->kind = ENTRY_EXTENSIONS;
  out->extensions = v.hash;
  return true;
}

static bool read_entry(struct reading *r, value v, struct entry *out)
{
  static const char *const known[] = {"certname", "extensions", "rbac", NULL};
  str error;
  if (v.kind == V_HASH) {
    if (!check_keys(r, v.hash, known, "allow or deny")) return false;
    const value *name = get(v.hash, "certname"), *extensions = get(v.hash, "extensions");
    if (get(v.hash, "rbac") != NULL) return fail(r, "not supported: rbac");
    if ((name != NULL) == (extensions != NULL))
      return fail(r, "an entry must have exactly one of 'certname' and 'extensions'");
    if (extensions != NULL) return read_extensions(r, *extensions, out);
    v = *name;
  }
  if (v.kind != V_STRING) return fail(r, "'allow' and 'deny' must be strings, sections, or lists of these");
  return entry_read(r->auth->arena, value_text(v), out, &error) || fail(r, "%.*s", STR_FMT(error));
}

static bool read_entries(struct reading *r, const value *v, bool allow, struct rule *out)
{
  const uint32_t n = v == NULL ? 0 : v->kind == V_ARRAY ? v->array->n : 1;
  struct entry *all = arena_array(r->auth->arena, out->nentries + n, sizeof *all);
  if (out->nentries > 0) memcpy(all, out->entries, out->nentries * sizeof *all);
  for (uint32_t i = 0; i < n; i++) {
    struct entry *e = &all[out->nentries + i];
    e->allow = allow;
    if (!read_entry(r, v->kind == V_ARRAY ? v->array->items[i] : *v, e)) return false;
  }
  out->entries = all;
  out->nentries += n;
  return true;
}

/* Reports a $N for which the expression of the path has no group. */
static bool check_references(struct reading *r, const struct rule *rule)
{
  for (uint32_t i = 0; i < rule->nentries; i++) {
    const str s = rule->entries[i].text;
    if (rule->entries[i].kind != ENTRY_REFERENCES) continue;
    for (size_t at = 0; at + 1 < s.n; at++) {
      if (s.p[at] != '$' || !ascii_is_digit(s.p[at + 1])) continue;
      const int group = atoi(s.p + at + 1), groups = rule->regex == NULL ? 0 : rule->regex->groups;
      if (group < 1 || group > groups)
        return fail(r, "'%.*s' refers to a group that the path does not have", STR_FMT(s));
    }
  }
  return true;
}

/* --- match-request --- */

static bool read_method(struct reading *r, value v, unsigned *out)
{
  static const struct {
    const char *name;
    unsigned method;
  } methods[] = {
    {"get", METHOD_GET}, {"head", METHOD_HEAD}, {"post", METHOD_POST}, {"put", METHOD_PUT}, {"delete", METHOD_DELETE}};
  for (size_t i = 0; v.kind == V_STRING && i < sizeof methods / sizeof *methods; i++) {
    if (!str_caseeq(value_text(v), str_of(methods[i].name))) continue;
    *out |= methods[i].method;
    return true;
  }
  return fail(r, "'method' must be one or more of 'delete', 'get', 'head', 'post', 'put'");
}

static bool read_methods(struct reading *r, const value *v, struct rule *out)
{
  if (v == NULL) return true;
  if (v->kind != V_ARRAY) return read_method(r, *v, &out->methods);
  for (uint32_t i = 0; i < v->array->n; i++)
    if (!read_method(r, v->array->items[i], &out->methods)) return false;
  return v->array->n > 0 || fail(r, "'method' is an empty list");
}

static bool read_parameters(struct reading *r, const value *v, struct rule *out)
{
  if (v == NULL) return true;
  if (v->kind != V_HASH) return fail(r, "'query-params' must be a section");
  struct rule_parameter *all = arena_array(r->auth->arena, v->hash->n, sizeof *all);
  for (uint32_t i = 0; i < v->hash->n; i++) {
    const value name = v->hash->entries[i].key, values = v->hash->entries[i].value;
    if (!is_texts(values))
      return fail(r, "query parameter '%.*s' must be a string or a list of strings", STR_FMT(value_text(name)));
    const uint32_t n = values.kind == V_ARRAY ? values.array->n : 1;
    str *texts = arena_array(r->auth->arena, n, sizeof *texts);
    for (uint32_t k = 0; k < n; k++) texts[k] = value_text(values.kind == V_ARRAY ? values.array->items[k] : values);
    all[i] = (struct rule_parameter){value_text(name), texts, n};
  }
  out->parameters = all;
  out->nparameters = v->hash->n;
  return true;
}

static bool read_match(struct reading *r, const value *v, struct rule *out)
{
  static const char *const known[] = {"path", "type", "method", "query-params", NULL};
  str error;
  if (v == NULL || v->kind != V_HASH) return fail(r, "'match-request' is missing");
  const value *path = get(v->hash, "path"), *type = get(v->hash, "type");
  if (!check_keys(r, v->hash, known, "match-request")) return false;
  if (path == NULL || path->kind != V_STRING) return fail(r, "'path' must be a string");
  if (type == NULL || type->kind != V_STRING) return fail(r, "'type' must be 'path' or 'regex'");
  out->path = value_text(*path);
  if (str_caseeq(value_text(*type), STR("regex"))) {
    out->regex = regex_compile(r->auth->arena, out->path, &error);
    if (out->regex == NULL) return fail(r, "'path' is not a valid regular expression: %.*s", STR_FMT(error));
  } else if (!str_caseeq(value_text(*type), STR("path"))) {
    return fail(r, "'type' must be 'path' or 'regex'");
  }
  return read_methods(r, get(v->hash, "method"), out) && read_parameters(r, get(v->hash, "query-params"), out);
}

/* --- rules --- */

static bool read_rule(struct reading *r, const struct hash *h, struct rule *out)
{
  static const char *const known[] = {"match-request", "allow", "deny", "allow-unauthenticated",
                                      "sort-order",    "name",  NULL};
  const value *name = get(h, "name"), *order = get(h, "sort-order"), *open = get(h, "allow-unauthenticated");
  const value *allow = get(h, "allow"), *deny = get(h, "deny");
  if (name == NULL || name->kind != V_STRING || name->length == 0) return fail(r, "a rule must have a 'name'");
  r->rule = out->name = value_text(*name);
  if (!check_keys(r, h, known, "a rule")) return false;
  if (order == NULL || order->kind != V_INT || order->integer < 1 || order->integer > 999)
    return fail(r, "'sort-order' must be a number from 1 to 999");
  out->order = order->integer;
  if (open != NULL && open->kind != V_BOOL) return fail(r, "'allow-unauthenticated' must be true or false");
  out->unauthenticated = open != NULL && open->boolean;
  if (out->unauthenticated && (allow != NULL || deny != NULL))
    return fail(r, "a rule with 'allow-unauthenticated' cannot have 'allow' or 'deny'");
  if (!out->unauthenticated && allow == NULL && deny == NULL) return fail(r, "a rule must have 'allow' or 'deny'");
  return read_match(r, get(h, "match-request"), out) && read_entries(r, deny, false, out) &&
         read_entries(r, allow, true, out) && check_references(r, out);
}

static int by_order(const void *a, const void *b)
{
  const struct rule *x = a, *y = b;
  if (x->order != y->order) return x->order < y->order ? -1 : 1;
  return str_cmp(x->name, y->name);
}

static bool check_names(struct reading *r)
{
  for (uint32_t i = 0; i < r->auth->nrules; i++)
    for (uint32_t k = 0; k < i; k++)
      if (str_eq(r->auth->rules[i].name, r->auth->rules[k].name)) {
        r->rule = r->auth->rules[i].name;
        return fail(r, "duplicate rule name");
      }
  return true;
}

static void read_rules(struct reading *r, const struct server_config *c, const struct array *rules)
{
  struct auth *auth = r->auth;
  auth->rules = arena_array(auth->arena, rules->n, sizeof *auth->rules);
  for (uint32_t i = 0; i < rules->n; i++) {
    r->rule = STR_EMPTY;
    r->place = arena_printf(auth->arena, "%.*s:%u", STR_FMT(c->authorization_file), config_rule_line(c, i)).p;
    if (rules->items[i].kind != V_HASH) fail(r, "a rule must be a section");
    else if (read_rule(r, rules->items[i].hash, &auth->rules[auth->nrules])) auth->nrules++;
  }
  if (r->why->n == 0) check_names(r);
  if (auth->nrules > 0) qsort(auth->rules, auth->nrules, sizeof *auth->rules, by_order);
}

static void read_section(struct reading *r, const struct server_config *c)
{
  static const char *const known[] = {"version", "allow-header-cert-info", "rules", NULL};
  const struct hash *h = c->authorization;
  const value *version = get(h, "version"), *headers = get(h, "allow-header-cert-info"), *rules = get(h, "rules");
  r->place = arena_printf(r->auth->arena, "%.*s", STR_FMT(c->authorization_file)).p;
  check_keys(r, h, known, "authorization");
  if (headers != NULL && headers->kind != V_BOOL) fail(r, "'allow-header-cert-info' must be true or false");
  r->auth->headers = value_is_true(value_or_undef(headers));
  if (version == NULL || version->kind != V_INT || version->integer != 1) fail(r, "'version' must be 1");
  if (rules == NULL || rules->kind != V_ARRAY) fail(r, "'rules' must be a list");
  else read_rules(r, c, rules->array);
}

/* --- the default rules --- */

enum default_who { ANYBODY, NOBODY, NODES, ITSELF, CLI };
enum default_type { PATH, REGEX };

static const struct default_rule {
  const char *name;
  enum default_type type;
  const char *path;
  unsigned methods;
  enum default_who who;
} default_rules[] = {
#define RULE(name_, type_, path_, methods_, who_) {name_, type_, path_, methods_, who_},
#include "server/auth/default.def"
#undef RULE
};

static void default_entry(struct arena *a, enum default_who who, struct rule *out)
{
  struct entry *e = ARENA_NEW(a, struct entry);
  out->unauthenticated = who == ANYBODY;
  if (who == ANYBODY) return;
  out->entries = e;
  out->nentries = 1;
  *e = (struct entry){.allow = who != NOBODY, .kind = ENTRY_ALL, .text = STR("*")};
  if (who == ITSELF) *e = (struct entry){.allow = true, .kind = ENTRY_REFERENCES, .text = STR("$1")};
  if (who != CLI) return;
  struct hash *extensions = hash_new(a, 1);
  hash_put_str(extensions, a, STR("pp_cli_auth"), value_str(STR("true")));
  e->kind = ENTRY_EXTENSIONS;
  e->extensions = extensions;
}

static void use_defaults(struct auth *auth)
{
  const uint32_t n = sizeof default_rules / sizeof *default_rules;
  auth->rules = arena_array(auth->arena, n, sizeof *auth->rules);
  auth->nrules = n;
  for (uint32_t i = 0; i < n; i++) {
    const struct default_rule *d = &default_rules[i];
    struct rule *rule = &auth->rules[i];
    str error;
    *rule = (struct rule){.name = str_of(d->name), .path = str_of(d->path), .methods = d->methods};
    rule->order = i + 1 == n ? 999 : 500;
    if (d->type == REGEX) rule->regex = regex_compile(auth->arena, rule->path, &error);
    default_entry(auth->arena, d->who, rule);
  }
  qsort(auth->rules, n, sizeof *auth->rules, by_order);
}

struct auth *auth_new(const struct server_config *c, const struct pki_oids *oids, struct buf *why)
{
  struct arena *a = arena_new();
  struct auth *auth = ARENA_NEW(a, struct auth);
  const size_t before = why->n;
  *auth = (struct auth){.arena = a, .oids = oids};
  struct reading r = {.auth = auth, .why = why};
  if (c->authorization == NULL) use_defaults(auth);
  else read_section(&r, c);
  if (why->n == before) return auth;
  auth_free(auth);
  return NULL;
}

void auth_free(struct auth *auth)
{
  if (auth != NULL) arena_free(auth->arena);
}
