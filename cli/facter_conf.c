/* facter.conf: HOCON with the sections global, facts and fact-groups. The section cli is ignored: it is about messages,
 * which the command line and the settings control here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "cli/compile_cli.h"
#include "cli/host_facts.h"

static void say(enum log_level level, str text)
{
  log_emit(&(struct log_event){
    .level = level, .category = &log_facts, .source = "Facter", .message = text.p, .message_len = text.n});
}

static const char *usual_place(void)
{
  static const char *const places[] = {"/etc/facter/facter.conf", "/etc/puppetlabs/facter/facter.conf"};
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
    if (access(places[i], R_OK) == 0) return places[i];
  return NULL;
}

/* NULL: missing or invalid. */
static const struct hash *load(struct arena *a, const char *path)
{
  const struct host host = compile_cli_host();
  str text, error;
  value v;
  if (!path) path = usual_place();
  if (!path || access(path, R_OK) != 0) return NULL;
  if (host.read_file(host.ctx, a, str_of(path), &text, &error) &&
      value_read_hocon(a, text, host.variable, host.ctx, &v, &error))
    return v.kind == V_HASH ? v.hash : NULL;
  /* the reader does not know the name of the file */
  if (str_starts(error, STR("String:")))
    error = arena_printf(a, "%s%.*s", path, STR_FMT(str_from(error, strlen("String"))));
  say(LOG_LEVEL_WARNING,
      arena_printf(a, "Facter failed to read config file %s with the following error: %.*s", path, STR_FMT(error)));
  return NULL;
}

static const value *entry(const struct hash *h, const char *key) { return h ? hash_get_str(h, str_of(key)) : NULL; }

static const struct hash *section(const struct hash *h, const char *key)
{
  const value *v = entry(h, key);
  return v && v->kind == V_HASH ? v->hash : NULL;
}

static bool flag(const struct hash *h, const char *key)
{
  const value *v = entry(h, key);
  return v && ((v->kind == V_BOOL && v->boolean) || (v->kind == V_STRING && str_eqz(value_text(*v), "true")));
}

/* A list of texts, or a single one; NULL: missing. */
static const char **texts(struct arena *a, const value *v)
{
  if (!v || (v->kind != V_STRING && v->kind != V_ARRAY)) return NULL;
  const uint32_t n = v->kind == V_ARRAY ? v->array->n : 1;
  const value *items = v->kind == V_ARRAY ? v->array->items : v;
  const char **out = arena_zalloc(a, (n + 1) * sizeof *out);
  for (uint32_t i = 0, k = 0; i < n; i++)
    if (items[i].kind == V_STRING) out[k++] = arena_strz(a, value_text(items[i]));
  return out;
}

/* The facts of a group in facter.conf, else of Facter's group; NULL: unknown group. */
static const char **group(struct arena *a, const struct hash *groups, const char *name)
{
  const value *own = entry(groups, name);
  const char *words = own ? NULL : facts_group(name);
  if (!words) return texts(a, own);
  const char **out = arena_zalloc(a, (strlen(words) / 2 + 2) * sizeof *out);
  for (size_t k = 0; *words; k++) {
    size_t n = strcspn(words, " ");
    out[k] = arena_strz(a, str_n(words, n));
    words += n + (words[n] == ' ');
  }
  return out;
}

/* Replaces groups in the list by their facts. "legacy" is kept: it means all legacy facts. */
static const char **taken_apart(struct arena *a, const struct hash *groups, const char **list)
{
  size_t n = 0;
  for (const char **b = list; b && *b; b++) {
    const char **facts = group(a, groups, *b);
    for (n++; facts && *facts; facts++) n++;
  }
  const char **out = arena_zalloc(a, (n + 1) * sizeof *out);
  n = 0;
  for (const char **b = list; b && *b; b++) {
    const char **facts = strcmp(*b, "legacy") == 0 ? NULL : group(a, groups, *b);
    if (!facts) out[n++] = *b;
    for (; facts && *facts; facts++) out[n++] = *facts;
  }
  return out;
}

/* Parses "30 days" or "1 hour", with a blank; without a unit it is milliseconds. -1 with a message. */
static int64_t seconds_of(struct arena *a, str text)
{
  static const struct {
    const char *unit;
    double seconds;
  } units[] = {
    {"ns", 1e-9},
    {"nanos", 1e-9},
    {"nanoseconds", 1e-9},
    {"us", 1e-6},
    {"micros", 1e-6},
    {"microseconds", 1e-6},
    {"", 1e-3},
    {"ms", 1e-3},
    {"milis", 1e-3},
    {"milliseconds", 1e-3},
    {"s", 1},
    {"seconds", 1},
    {"m", 60},
    {"minutes", 60},
    {"h", 3600},
    {"hours", 3600},
    {"d", 86400},
    {"days", 86400},
  };
  const size_t blank = str_index(text, ' ', 0);
  str unit = blank == SIZE_MAX ? STR_EMPTY : str_from(text, blank + 1);
  if (unit.n > 2 && unit.p[unit.n - 1] != 's') unit = arena_printf(a, "%.*ss", STR_FMT(unit));
  for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
    if (str_eqz(unit, units[i].unit)) {
      const double seconds = strtod(arena_strz(a, str_sub(text, 0, blank)), NULL) * units[i].seconds;
      return seconds > 0 && seconds < 1e15 ? (int64_t)seconds : 0;
    }
  say(LOG_LEVEL_ERR, arena_printf(a,
                                  "Could not parse time unit %.*s (try ns, nanos, nanoseconds, us, micros, "
                                  "microseconds, ms, milis, milliseconds, s, seconds, m, minutes, h, hours, d, days)",
                                  STR_FMT(unit)));
  return -1;
}

static void add_ttl(struct arena *a, struct facter_conf *out, const char *name, int64_t seconds)
{
  for (size_t i = 0; i < out->ttl_count; i++)
    if (strcmp(out->ttls[i].name, name) == 0) {
      if (out->ttls[i].seconds < seconds) out->ttls[i].seconds = seconds;
      return;
    }
  out->ttls = arena_regrow(a, out->ttls, out->ttl_count * sizeof *out->ttls, (out->ttl_count + 1) * sizeof *out->ttls);
  out->ttls[out->ttl_count++] = (struct facts_ttl){name, seconds};
}

static void add_ttls(struct arena *a, const struct hash *groups, const struct hash *one, struct facter_conf *out)
{
  for (uint32_t i = 0; i < one->n; i++) {
    const value key = one->entries[i].key, v = one->entries[i].value;
    if (key.kind != V_STRING || v.kind != V_STRING) continue;
    const int64_t seconds = seconds_of(a, value_text(v));
    const char *name = arena_strz(a, value_text(key)), **facts = group(a, groups, name);
    if (seconds < 0) continue;
    if (!facts) add_ttl(a, out, name, seconds);
    for (; facts && *facts; facts++) add_ttl(a, out, *facts, seconds);
  }
}

void facter_conf_read(struct arena *a, const char *path, struct facter_conf *out)
{
  static const char *none[] = {NULL};
  const struct hash *conf = load(a, path), *global = section(conf, "global"), *facts = section(conf, "facts"),
                    *groups = section(conf, "fact-groups");
  const value *ttls = entry(facts, "ttls");
  *out = (struct facter_conf){.blocked = none};
  if (!conf) return;
  out->blocked = taken_apart(a, groups, texts(a, entry(facts, "blocklist")));
  for (uint32_t i = 0; ttls && ttls->kind == V_ARRAY && i < ttls->array->n; i++)
    if (ttls->array->items[i].kind == V_HASH) add_ttls(a, groups, ttls->array->items[i].hash, out);
  out->custom_dirs = texts(a, entry(global, "custom-dir"));
  out->external_dirs = texts(a, entry(global, "external-dir"));
  out->no_custom = flag(global, "no-custom-facts");
  out->no_external = flag(global, "no-external-facts");
  out->no_ruby = flag(global, "no-ruby");
  out->show_legacy = flag(global, "show-legacy");
  out->dots = flag(global, "force-dot-resolution");
}

static void print_group(struct buf *out, const char *name, const char **facts)
{
  buf_printf(out, "%s\n", name);
  for (; facts && *facts; facts++) buf_printf(out, "- %s\n", *facts);
}

void facter_conf_print_groups(struct arena *a, const char *path, struct buf *out)
{
  const struct hash *groups = section(load(a, path), "fact-groups");
  const char *name, *facts;
  for (size_t i = 0; facts_group_at(i, &name, &facts); i++) print_group(out, name, group(a, groups, name));
  for (uint32_t i = 0; groups && i < groups->n; i++) {
    const value key = groups->entries[i].key, v = groups->entries[i].value;
    if (key.kind == V_STRING && !facts_group(arena_strz(a, value_text(key))))
      print_group(out, arena_strz(a, value_text(key)), texts(a, &v));
  }
}
