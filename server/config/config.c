#include "server/config/config.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/log.h"
#include "compiler/values/hocon.h"

enum config_type { BOOL, NUMBER, TEXT, LIST, OTHER };
enum config_else { NOTE, WARN, REFUSE };

struct config_row {
  const char *path;
  enum config_type type;
  size_t member;
  const char *initial;
  enum config_else what;
  const char *why;
};

static const struct config_row rows[] = {
#define READ(path_, type_, member_, initial_) \
  {.path = path_, .type = type_, .member = offsetof(struct server_config, member_), .initial = initial_},
#define ELSE(path_, what_, why_) {.path = path_, .type = OTHER, .what = what_, .why = why_},
#include "server/config/config.def"
#undef READ
#undef ELSE
};
enum { ROWS = sizeof rows / sizeof *rows };

/* The URL prefixes of the services, which are fixed. */
static const struct {
  const char *service, *prefix;
} services[] = {
  {"puppetlabs.services.ca.certificate-authority-service/certificate-authority-service", "/puppet-ca"},
  {"puppetlabs.services.master.master-service/master-service", "/puppet"},
  {"puppetlabs.services.legacy-routes.legacy-routes-service/legacy-routes-service", ""},
  {"puppetlabs.services.puppet-admin.puppet-admin-service/puppet-admin-service", "/puppet-admin-api"},
  {"puppetlabs.trapperkeeper.services.status.status-service/status-service", "/status"},
  {"puppetlabs.trapperkeeper.services.metrics.metrics-service/metrics-webservice", "/metrics"},
};

struct reading {
  struct server_config *config;
  struct buf *why;
  struct arena *arena;
  const char *file;
  struct hocon *hocon;
  struct strmap *seen; /* path -> name of the file that set it */
};

/* The line of a setting, or of its deepest section that the file as written contains. */
static uint32_t line_of(const struct reading *r, const str *path, uint32_t n)
{
  const struct hocon_node *node = r->hocon->root;
  uint32_t line = node->line;
  for (uint32_t i = 0; i < n; i++) {
    while (node->kind == HOCON_STACK && node->n > 0) node = node->items[0];
    const struct hocon_field *f = node->kind == HOCON_OBJECT ? hocon_field(node, path[i]) : NULL;
    if (f == NULL) break;
    node = f->node;
    line = node->line;
  }
  return line;
}

static void complain(struct reading *r, const str *path, uint32_t n, const char *fmt, ...)
  __attribute__((format(printf, 4, 5)));
static void complain(struct reading *r, const str *path, uint32_t n, const char *fmt, ...)
{
  va_list ap;
  buf_printf(r->why, "%s:%u: ", r->file, line_of(r, path, n));
  va_start(ap, fmt);
  buf_vprintf(r->why, fmt, ap);
  va_end(ap);
  buf_char(r->why, '\n');
}

/* --- values --- */

static bool take_number(value v, int64_t *out)
{
  if (v.kind == V_INT) *out = v.integer;
  if (v.kind != V_STRING || v.length == 0 || v.length > 18) return v.kind == V_INT;
  *out = 0;
  for (uint32_t i = 0; i < v.length; i++) {
    if (!ascii_is_digit(v.text[i])) return false;
    *out = *out * 10 + (v.text[i] - '0');
  }
  return true;
}

static bool take_bool(value v, bool *out)
{
  if (v.kind == V_BOOL) *out = v.boolean;
  if (v.kind != V_STRING) return v.kind == V_BOOL;
  *out = str_eqz(value_text(v), "true");
  return *out || str_eqz(value_text(v), "false");
}

static bool take_list(struct reading *r, value v, struct str_list *out)
{
  if (v.kind != V_ARRAY) return false;
  str *items = arena_array(r->config->arena, v.array->n, sizeof *items);
  for (uint32_t i = 0; i < v.array->n; i++) {
    if (v.array->items[i].kind != V_STRING) return false;
    items[i] = arena_str(r->config->arena, value_text(v.array->items[i]));
  }
  *out = (struct str_list){items, v.array->n};
  return true;
}

static bool take_value(struct reading *r, const struct config_row *row, value v)
{
  char *member = (char *)r->config + row->member;
  switch (row->type) {
  case BOOL: return take_bool(v, (bool *)member);
  case NUMBER: return take_number(v, (int64_t *)member) && *(int64_t *)member >= 0;
  case LIST: return take_list(r, v, (struct str_list *)member);
  case TEXT:
    if (v.kind != V_STRING || memchr(v.text, '\0', v.length) != NULL) return false;
    *(str *)member = arena_str(r->config->arena, value_text(v));
    return true;
  default: return false;
  }
}

static const char *type_name(enum config_type type)
{
  static const char *const names[] = {"true or false", "a number that is not negative", "a string", "a list of strings",
                                      ""};
  return names[type];
}

/* --- the walk --- */

static const struct config_row *find_row(str path)
{
  for (size_t i = 0; i < ROWS; i++) {
    const str row = str_of(rows[i].path);
    if (str_eq(row, path)) return &rows[i];
    if (str_ends(row, STR(".*")) && str_starts(path, str_sub(row, 0, row.n - 1))) return &rows[i];
  }
  return NULL;
}

/* Whether the path is a section of known settings. */
static bool is_section(str path)
{
  for (size_t i = 0; i < ROWS; i++) {
    const str row = str_of(rows[i].path);
    if (row.n > path.n && str_starts(row, path) && row.p[path.n] == '.') return true;
  }
  return false;
}

static void tell_without_effect(struct reading *r, const struct config_row *row, const str *path, uint32_t n, str name)
{
  if (row->what == REFUSE) {
    complain(r, path, n, "setting '%.*s': %s", STR_FMT(name), row->why);
    return;
  }
  log_printf(&log_server_config, row->what == WARN ? LOG_LEVEL_WARNING : LOG_LEVEL_INFO,
             "%s:%u: setting '%.*s' has no effect: %s", r->file, line_of(r, path, n), STR_FMT(name), row->why);
}

static void take(struct reading *r, const str *path, uint32_t n, str name, value v)
{
  const struct config_row *row = find_row(name);
  const char *before = strmap_get(r->seen, name);
  if (before != NULL) complain(r, path, n, "setting '%.*s' is also in %s", STR_FMT(name), before);
  else strmap_put(r->seen, arena_str(r->config->arena, name), arena_strz(r->config->arena, str_of(r->file)));
  if (row == NULL) complain(r, path, n, "unknown setting '%.*s'", STR_FMT(name));
  else if (row->type == OTHER) tell_without_effect(r, row, path, n, name);
  else if (!take_value(r, row, v))
    complain(r, path, n, "setting '%.*s' must be %s", STR_FMT(name), type_name(row->type));
}

enum { MOST_DEPTH = 16 };

static void walk(struct reading *r, str *path, uint32_t n, str name, const struct hash *h)
{
  for (uint32_t i = 0; i < h->n; i++) {
    const value key = h->entries[i].key, v = h->entries[i].value;
    path[n] = value_text(key);
    const str below = n == 0 ? path[0] : arena_printf(r->arena, "%.*s.%.*s", STR_FMT(name), STR_FMT(path[n]));
    if (v.kind == V_HASH && n + 1 < MOST_DEPTH && is_section(below)) walk(r, path, n + 1, below, v.hash);
    else take(r, path, n + 1, below, v);
  }
}

static void check_services(struct reading *r, value v)
{
  str path[2] = {STR("web-router-service")};
  if (v.kind != V_HASH) {
    complain(r, path, 1, "'web-router-service' must be a section");
    return;
  }
  for (uint32_t i = 0; i < v.hash->n; i++) {
    const struct hash_entry *e = &v.hash->entries[i];
    size_t k = 0;
    while (k < sizeof services / sizeof *services && !str_eqz(value_text(e->key), services[k].service)) k++;
    path[1] = value_text(e->key);
    if (k == sizeof services / sizeof *services) complain(r, path, 2, "unknown setting '%.*s'", STR_FMT(path[1]));
    else if (e->value.kind != V_STRING || !str_eqz(value_text(e->value), services[k].prefix))
      complain(r, path, 2, "not supported: '%.*s' at another path than \"%s\"", STR_FMT(path[1]), services[k].prefix);
  }
}

static void take_authorization(struct reading *r, value v)
{
  const str path[] = {STR("authorization")};
  if (v.kind != V_HASH) complain(r, path, 1, "'authorization' must be a section");
  else if (r->config->authorization != NULL)
    complain(r, path, 1, "section 'authorization' is also in %.*s", STR_FMT(r->config->authorization_file));
  else {
    const struct hocon_field *f = hocon_field(r->hocon->root, path[0]);
    r->config->authorization = v.hash;
    r->config->authorization_tree = f == NULL ? r->hocon->root : f->node;
    r->config->authorization_file = arena_str(r->config->arena, str_of(r->file));
  }
}

uint32_t config_rule_line(const struct server_config *c, uint32_t n)
{
  const struct hocon_node *tree = c->authorization_tree;
  const struct hocon_field *rules = tree->kind == HOCON_OBJECT ? hocon_field(tree, STR("rules")) : NULL;
  if (rules == NULL) return tree->line;
  return rules->node->kind == HOCON_LIST && n < rules->node->n ? rules->node->items[n]->line : rules->node->line;
}

static const char *variable(void *ctx, const char *name)
{
  (void)ctx;
  return getenv(name);
}

static void read_text(struct reading *r, str text)
{
  /* In the configuration's arena, because rules of auth.conf are kept as values. */
  struct hocon *h = r->hocon = ARENA_NEW(r->config->arena, struct hocon);
  value all;
  str path[MOST_DEPTH];
  h->arena = r->config->arena;
  h->variable = variable;
  if (!hocon_parse(h, text) || !hocon_resolve(h, &all)) {
    const str error = str_starts(h->error, STR("String: ")) ? str_from(h->error, 8) : h->error;
    buf_printf(r->why, "%s:%s%.*s\n", r->file, str_starts(h->error, STR("String: ")) ? "" : " ", STR_FMT(error));
    return;
  }
  for (uint32_t i = 0; i < all.hash->n; i++) {
    const struct hash_entry *e = &all.hash->entries[i];
    const str name = value_text(e->key);
    path[0] = name;
    if (str_eqz(name, "authorization")) take_authorization(r, e->value);
    else if (str_eqz(name, "web-router-service")) check_services(r, e->value);
    else if (e->value.kind == V_HASH && is_section(name)) walk(r, path, 1, name, e->value.hash);
    else complain(r, path, 1, "unknown setting '%.*s'", STR_FMT(name));
  }
}

/* --- files --- */

static struct server_config *config_new(struct reading *r, struct buf *why)
{
  struct arena *a = arena_new();
  struct server_config *c = ARENA_NEW(a, struct server_config);
  *r = (struct reading){.config = c, .why = why, .arena = a, .seen = ARENA_NEW(a, struct strmap)};
  c->arena = a;
  strmap_init(r->seen, a);
  for (size_t i = 0; i < ROWS; i++) {
    if (rows[i].type == OTHER || rows[i].type == LIST) continue;
    const value initial = value_str(str_of(rows[i].initial));
    if (initial.length > 0) take_value(r, &rows[i], initial);
    else if (rows[i].type == TEXT) *(str *)((char *)c + rows[i].member) = STR_EMPTY;
  }
  return c;
}

static void check(struct reading *r)
{
  struct server_config *c = r->config;
  c->has_port = strmap_find(r->seen, STR("webserver.port")) != NULL;
  c->has_ssl_port = strmap_find(r->seen, STR("webserver.ssl-port")) != NULL;
  if (c->port > 65535 || c->ssl_port > 65535) buf_printf(r->why, "%s: a port must be at most 65535\n", r->file);
  if (!str_eqz(c->client_auth, "want") && !str_eqz(c->client_auth, "need") && !str_eqz(c->client_auth, "none"))
    buf_printf(r->why, "%s: client-auth must be one of want, need, none, not '%.*s'\n", r->file,
               STR_FMT(c->client_auth));
  for (uint32_t i = 0; i < c->ssl_protocols.n; i++) {
    const str name = c->ssl_protocols.items[i];
    if (!str_eqz(name, "TLSv1.2") && !str_eqz(name, "TLSv1.3"))
      buf_printf(r->why, "%s: not supported: ssl-protocols '%.*s'\n", r->file, STR_FMT(name));
  }
}

static struct server_config *config_end(struct reading *r)
{
  if (r->why->n == 0) return r->config;
  config_free(r->config);
  return NULL;
}

struct server_config *config_read_text(str text, const char *name, struct buf *why)
{
  struct reading r;
  config_new(&r, why);
  r.file = name;
  read_text(&r, text);
  if (why->n == 0) check(&r);
  return config_end(&r);
}

static int is_conf(const struct dirent *e) { return e->d_name[0] != '.' && str_ends(str_of(e->d_name), STR(".conf")); }

struct server_config *config_read(const char *directory, struct buf *why)
{
  enum { FILE_LIMIT = 16 << 20 };
  struct reading r;
  struct dirent **names = NULL;
  config_new(&r, why);
  const int n = scandir(directory, &names, is_conf, alphasort);
  if (n < 0 && errno != ENOENT) buf_printf(why, "%s: %s\n", directory, strerror(errno));
  for (int i = 0; i < n; i++) {
    struct buf text = BUF_IN(r.arena);
    r.file = arena_printf(r.arena, "%s/%s", directory, names[i]->d_name).p;
    const int reason = file_read(r.file, FILE_LIMIT, &text);
    if (reason != 0) buf_printf(why, "%s: %s\n", r.file, file_reason(reason));
    else read_text(&r, buf_view(&text));
    free(names[i]);
  }
  free(names);
  r.file = directory;
  if (why->n == 0) check(&r);
  return config_end(&r);
}

void config_free(struct server_config *c)
{
  if (c != NULL) arena_free(c->arena);
}

void config_apply(const struct server_config *c, struct settings *s)
{
  const struct {
    enum setting_id id;
    str directory;
  } given[] = {{SETTING_codedir, c->code_dir},
               {SETTING_vardir, c->var_dir},
               {SETTING_rundir, c->run_dir},
               {SETTING_logdir, c->log_dir}};
  for (size_t i = 0; i < sizeof given / sizeof *given; i++)
    if (given[i].directory.n > 0) settings_set_default(s, given[i].id, given[i].directory);
  if (c->conf_dir.n > 0 && !str_eq(c->conf_dir, settings_str(s, SETTING_confdir)))
    log_warning(&log_server_config, "server-conf-dir is %.*s, but ficelle reads the settings from %s (confdir)",
                STR_FMT(c->conf_dir), settings_strz(s, SETTING_confdir));
}
