/* Keys of a source are kept until its kind is known, because the kind defines the valid keys. Values are checked and
 * stored as text; readers convert them (source_number, source_flag). */
#include "collectors/sources/source_config.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>

#include "base/file.h"
#include "base/log.h"
#include "base/oid.h"
#include "collectors/keyfile.h"

enum {
  FILE_MAX = 4 * 1024 * 1024,
  MISTAKES_MAX = 100,
  VALUE_MAX = 4096,
  ROOT_LEAST = 2,
  ROOT_MOST = 23,
  DAY_S = 86400
};

const struct source_setting collector_settings[COLLECTOR_SETTINGS + 1] = {
#define COLLECTOR_SETTING(name_, letter_, syntax_, default_, min_, max_, argument_, help_) \
  {#name_, syntax_, default_, min_, max_, help_},
#include "collectors/sources/collector.def"
  {.name = NULL},
};

const struct source_setting source_common_settings[SOURCE_COMMON_KEYS + 1] = {
  {"kind", SOURCE_TEXT, "", 0, 0, "The kind of source. Required."},
  {"enabled", SOURCE_FLAG, "true", 0, 0, "Whether to poll it."},
  {"interval", SOURCE_SECONDS, "", 1, DAY_S, "Time from one poll to the next."},
  {"timeout", SOURCE_SECONDS, "", 1, 600, "A poll that takes longer is abandoned."},
  {"stale_after", SOURCE_SECONDS, "", 1, 366 * DAY_S,
   "How long its values are kept after the last successful poll. By default at least three intervals."},
  {"oid", SOURCE_TEXT, "", 0, 0, "Where its own MIB is published, for a kind that has one."},
  {.name = NULL},
};

/* --- values ---------------------------------------------------------------------------------------------- */

/* Index of a key, or -1. */
static int setting_find(const struct source_setting *settings, str key)
{
  for (int i = 0; settings[i].name != NULL; i++) {
    if (str_eqz(key, settings[i].name)) return i;
  }
  return -1;
}

/* Parses digits, for a time followed by a unit. */
static bool number_parse(str value, bool is_time, uint64_t *number)
{
  static const struct {
    char letter;
    uint64_t seconds;
  } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', DAY_S}};
  uint64_t n = 0, scale = 1;
  size_t i = 0;
  for (; i < value.n && ascii_is_digit(value.p[i]); i++) {
    if (n > (UINT64_MAX - 9) / 10) return false;
    n = n * 10 + (uint64_t)(value.p[i] - '0');
  }
  const str unit = str_trim(str_from(value, i));
  for (size_t u = 0; is_time && unit.n == 1 && u < sizeof units / sizeof units[0]; u++) {
    if (unit.p[0] == units[u].letter) scale = units[u].seconds;
  }
  const bool has_unit = unit.n > 0 && is_time && (scale > 1 || str_eqz(unit, "s"));
  *number = n > UINT64_MAX / scale ? UINT64_MAX : n * scale;
  return i > 0 && (unit.n == 0 || has_unit);
}

static bool is_text(str value)
{
  bool good = value.n <= VALUE_MAX;
  for (size_t i = 0; i < value.n; i++) good = good && (unsigned char)value.p[i] >= ' ' && value.p[i] != 0x7f;
  return good;
}

/* The value in its stored form; NULL with a reason. */
static const char *setting_parse(struct arena *arena, const struct source_setting *s, str value, struct buf *why)
{
  uint64_t number;
  switch (s->syntax) {
  case SOURCE_TEXT:
    if (is_text(value)) return arena_strz(arena, value);
    buf_printf(why, "%s: expected at most %d bytes without control characters", s->name, VALUE_MAX);
    return NULL;
  case SOURCE_FLAG:
    if (str_caseeq(value, STR("true")) || str_caseeq(value, STR("yes")) || str_eqz(value, "1")) return "true";
    if (str_caseeq(value, STR("false")) || str_caseeq(value, STR("no")) || str_eqz(value, "0")) return "false";
    buf_printf(why, "%s: expected true or false", s->name);
    return NULL;
  case SOURCE_NUMBER:
  case SOURCE_SECONDS:
    if (number_parse(value, s->syntax == SOURCE_SECONDS, &number) && number >= s->min && number <= s->max)
      return arena_printf(arena, "%llu", (unsigned long long)number).p;
    if (s->syntax == SOURCE_NUMBER) buf_printf(why, "%s: expected a whole number", s->name);
    else buf_printf(why, "%s: expected a number of seconds, or one with s, m, h or d,", s->name);
    buf_printf(why, " from %llu to %llu", (unsigned long long)s->min, (unsigned long long)s->max);
    return NULL;
  }
  return NULL;
}

static const char *value_of(const struct source_config *config, const char *key)
{
  const int i = setting_find(config->kind->settings, str_of(key));
  if (i >= 0) return config->values[i];
  log_error(&log_collector, NULL, NULL, "sources of kind %s have no setting \"%s\"", config->kind->name, key);
  abort();
}

const char *source_text(const struct source_config *config, const char *key) { return value_of(config, key); }

uint64_t source_number(const struct source_config *config, const char *key)
{
  return strtoull(value_of(config, key), NULL, 10);
}

bool source_flag(const struct source_config *config, const char *key)
{
  return strcmp(value_of(config, key), "true") == 0;
}

/* --- the collector's own settings ------------------------------------------------------------------------ */

static bool collector_check(enum collector_setting which, const char *value, struct buf *why)
{
  enum log_level level;
  switch (which) {
  case COLLECTOR_sources_dir:
    if (*value == '/') return true;
    buf_z(why, "sources_dir: expected an absolute path");
    return false;
  case COLLECTOR_pid_file:
    if (*value == '/' || *value == '\0') return true;
    buf_z(why, "pid_file: expected an absolute path");
    return false;
  case COLLECTOR_log_level:
    if (log_level_parse(value, strlen(value), &level)) return true;
    buf_z(why, "log_level: expected debug, info, notice, warning, err, alert, emerg or crit");
    return false;
  case COLLECTOR_syslog_facility:
    if (log_set_facility(value)) return true;
    buf_printf(why, "syslog_facility: unknown facility \"%s\"", value);
    return false;
  default: return true;
  }
}

bool source_set_collector(struct source_set *set, enum collector_setting which, str value, struct buf *why)
{
  const char *parsed = setting_parse(set->arena, &collector_settings[which], value, why);
  if (parsed == NULL || !collector_check(which, parsed, why)) return false;
  set->collector[which] = parsed;
  return true;
}

uint64_t source_set_number(const struct source_set *set, enum collector_setting which)
{
  return strtoull(set->collector[which], NULL, 10);
}

/* --- sources --------------------------------------------------------------------------------------------- */

struct source_set *source_set_new(const struct source_kind *const *kinds, size_t kind_count)
{
  struct arena *arena = arena_new();
  struct source_set *set = ARENA_NEW(arena, struct source_set);
  *set = (struct source_set){.arena = arena, .kinds = kinds, .kind_count = kind_count, .mistakes = BUF_IN(arena)};
  strmap_init(&set->by_name, arena);
  for (size_t i = 0; i < COLLECTOR_SETTINGS; i++) set->collector[i] = collector_settings[i].initial;
  return set;
}

void source_set_free(struct source_set *set)
{
  if (set != NULL) arena_free(set->arena);
}

const struct source_entry *source_set_find(const struct source_set *set, const char *name)
{
  return strmap_get(&set->by_name, str_of(name));
}

static const struct source_kind *kind_find(const struct source_set *set, str name)
{
  for (size_t i = 0; i < set->kind_count; i++) {
    if (str_eqz(name, set->kinds[i]->name)) return set->kinds[i];
  }
  return NULL;
}

/* "sources" would have the file of all sources. */
static bool name_valid(str name)
{
  bool good = name.n >= 1 && name.n <= SOURCE_NAME_MAX && name.p[0] != '.' && name.p[0] != '-' &&
              !str_eqz(name, "sources");
  for (size_t i = 0; i < name.n; i++) good = good && (ascii_is_word(name.p[i]) || name.p[i] == '-' || name.p[i] == '.');
  return good;
}

/* Adds a source with nothing but a name; NULL with a reason. */
static struct source_entry *add_entry(struct source_set *set, str name, struct buf *why)
{
  if (!name_valid(name)) {
    buf_printf(why,
               "expected a name of 1 to %d letters, digits, \"-\", \"_\" and \".\", which begins with a letter, a "
               "digit or \"_\" and is not \"sources\"",
               SOURCE_NAME_MAX);
    return NULL;
  }
  const struct source_entry *other = strmap_get(&set->by_name, name);
  if (other != NULL && other->file[0] != '\0') {
    buf_printf(why, "source \"%s\" is already defined in %s:%u", other->config.name, other->file, other->line);
    return NULL;
  }
  if (other != NULL || set->count >= SOURCES_MAX) {
    if (other != NULL) buf_printf(why, "duplicate source \"%s\"", other->config.name);
    else buf_printf(why, "expected at most %d sources", SOURCES_MAX);
    return NULL;
  }
  struct source_entry *e = ARENA_NEW(set->arena, struct source_entry);
  e->config.name = arena_strz(set->arena, name);
  e->config.root = e->kind_name = e->file = "";
  e->enabled = true;
  if (set->count == set->room) {
    const size_t room = set->room * 2 + 16;
    set->entries = arena_regrow(set->arena, set->entries, set->room * sizeof *set->entries,
                                room * sizeof *set->entries);
    set->room = room;
  }
  set->entries[set->count++] = e;
  strmap_put(&set->by_name, str_of(e->config.name), e);
  return e;
}

static void use_kind(struct source_set *set, struct source_entry *e, const struct source_kind *kind)
{
  size_t n = 0;
  while (kind->settings[n].name != NULL) n++;
  e->config.kind = kind;
  e->kind_name = kind->name;
  e->common[SOURCE_KEY_kind] = kind->name;
  e->config.values = arena_array(set->arena, n + 1, sizeof *e->config.values);
}

struct source_entry *source_set_add(struct source_set *set, str name, const struct source_kind *kind, struct buf *why)
{
  struct source_entry *e = add_entry(set, name, why);
  if (e != NULL) use_kind(set, e, kind);
  return e;
}

static bool oid_check(const char *text, struct buf *why)
{
  struct oid parsed;
  if (oid_parse(text, &parsed) && parsed.n >= ROOT_LEAST && parsed.n <= ROOT_MOST) return true;
  buf_printf(why, "oid: expected %d to %d numbers with dots between them", ROOT_LEAST, ROOT_MOST);
  return false;
}

/* Reports a key that is neither common nor of the kind. */
static void unknown_setting(const struct source_entry *e, str key, struct buf *why)
{
  buf_printf(why, "unknown setting '%.*s'; known settings are", STR_FMT(str_sub(key, 0, 60)));
  for (int i = 0; i < SOURCE_COMMON_KEYS; i++)
    if (i != SOURCE_KEY_oid || e->config.kind->list != NULL) buf_printf(why, " %s,", source_common_settings[i].name);
  for (const struct source_setting *s = e->config.kind->settings; s->name != NULL; s++)
    buf_printf(why, " %s,", s->name);
  why->p[why->n - 1] = '\0';
  why->n--;
}

/* The same as source_set_key; *at_key: the error is in the key, not in its value. */
static bool set_key(struct source_set *set, struct source_entry *e, str key, str value, bool *at_key, struct buf *why)
{
  const struct source_setting *settings = e->config.kind->settings;
  const int common = setting_find(source_common_settings, key), own = setting_find(settings, key);
  const struct source_setting *s = own >= 0 ? &settings[own] : common >= 0 ? &source_common_settings[common] : NULL;
  if (s == NULL || (own < 0 && common == SOURCE_KEY_oid && e->config.kind->list == NULL)) {
    unknown_setting(e, key, why);
    *at_key = true;
    return false;
  }
  const char **at = own >= 0 ? &e->config.values[own] : &e->common[common];
  const char *parsed = setting_parse(set->arena, s, value, why);
  if (parsed == NULL || (own < 0 && common == SOURCE_KEY_oid && !oid_check(parsed, why))) return false;
  if (*at != NULL) {
    buf_printf(why, "%s: expected once in a section", s->name);
    *at_key = true;
    return false;
  }
  *at = parsed;
  return true;
}

bool source_set_key(struct source_set *set, struct source_entry *e, str key, str value, struct buf *why)
{
  bool at_key;
  return set_key(set, e, key, value, &at_key, why);
}

static uint32_t seconds_of(const struct source_entry *e, enum source_common key, uint32_t fallback)
{
  return e->common[key] != NULL ? (uint32_t)strtoul(e->common[key], NULL, 10) : fallback;
}

static uint32_t at_least(uint32_t a, uint64_t b) { return a >= b ? a : b > UINT32_MAX ? UINT32_MAX : (uint32_t)b; }

static void keep_mistake(struct source_set *set, struct source_entry *e, const char *text)
{
  if (e->mistake == NULL) e->mistake = arena_strz(set->arena, str_of(text));
}

bool source_set_finish(struct source_set *set, struct source_entry *e, struct buf *why)
{
  struct source_config *c = &e->config;
  const struct source_kind *kind = c->kind;
  for (size_t i = 0; kind->settings[i].name != NULL; i++)
    if (c->values[i] == NULL) c->values[i] = kind->settings[i].initial;
  e->enabled = e->common[SOURCE_KEY_enabled] == NULL || strcmp(e->common[SOURCE_KEY_enabled], "true") == 0;
  c->interval_s = seconds_of(e, SOURCE_KEY_interval, kind->interval_s);
  c->timeout_s = seconds_of(e, SOURCE_KEY_timeout, kind->timeout_s);
  c->stale_s = seconds_of(e, SOURCE_KEY_stale_after, at_least(kind->stale_s, 3 * (uint64_t)c->interval_s));
  c->root = e->common[SOURCE_KEY_oid] != NULL ? e->common[SOURCE_KEY_oid] : kind->root != NULL ? kind->root : "";
  if (c->root[0] == '.') c->root++;
  const size_t before = why->n;
  bool good = true;
  if (c->stale_s < c->interval_s) {
    buf_z(why, "stale_after: expected at least the interval");
    good = false;
  } else if (kind->check != NULL) {
    good = kind->check(c, why);
  }
  if (!good) keep_mistake(set, e, why->n > before ? why->p + before : "invalid combination of settings");
  return good;
}

static bool same_text(const char *a, const char *b) { return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0); }

bool source_entry_same(const struct source_entry *a, const struct source_entry *b)
{
  const struct source_config *x = &a->config, *y = &b->config;
  if (x->kind != y->kind || a->enabled != b->enabled || !same_text(a->kind_name, b->kind_name) ||
      !same_text(a->mistake, b->mistake) || x->interval_s != y->interval_s || x->timeout_s != y->timeout_s ||
      x->stale_s != y->stale_s || strcmp(x->root, y->root) != 0)
    return false;
  for (size_t i = 0; x->kind != NULL && x->kind->settings[i].name != NULL; i++)
    if (!same_text(x->values[i], y->values[i])) return false;
  return true;
}

static bool is_published(const struct source_entry *e)
{
  return e->mistake == NULL && e->enabled && e->config.root[0] != '\0';
}

/* The name of the source whose oid is the beginning of this one; NULL without one. */
static const char *around(const struct strmap *roots, str root)
{
  const char *name = NULL;
  for (size_t i = 0; i < root.n && name == NULL; i++) {
    if (root.p[i] == '.') name = strmap_get(roots, str_sub(root, 0, i));
  }
  return name;
}

void source_set_clashes(const struct source_set *set, struct buf *lines)
{
  struct arena *arena = arena_new();
  struct strmap roots;
  size_t n = 0;
  strmap_init(&roots, arena);
  for (size_t i = 0; i < set->count; i++) {
    const struct source_entry *e = set->entries[i];
    bool made = false;
    if (!is_published(e)) continue;
    void **first = strmap_slot(&roots, str_of(e->config.root), &made);
    if (made) *first = (void *)(uintptr_t)e->config.name;
    else if (n++ < 10)
      buf_printf(lines, "source \"%s\" has the same oid %s as \"%s\"; give it another oid\n", e->config.name,
                 e->config.root, (const char *)*first);
  }
  for (size_t i = 0; i < set->count; i++) {
    const struct source_config *c = &set->entries[i]->config;
    const char *outer = is_published(set->entries[i]) ? around(&roots, str_of(c->root)) : NULL;
    if (outer != NULL && n++ < 10)
      buf_printf(lines, "source \"%s\" has the oid %s inside of that of \"%s\"; give it another oid\n", c->name,
                 c->root, outer);
  }
  if (n > 10) buf_printf(lines, "%zu more sources have the oid of another one\n", n - 10);
  arena_free(arena);
}

/* --- texts ----------------------------------------------------------------------------------------------- */

/* A key of a source, kept until its kind is known. */
struct pending {
  str key, value;
  struct keyfile_line line;
  struct pending *next;
};

struct reading {
  struct source_set *set;
  const char *name; /* of the file */
  bool main;
  enum { IN_NOTHING, IN_SOURCE, IN_COLLECTOR, IN_BAD } in;
  struct source_entry *source;
  struct pending *first, **last; /* keys of the source */
  bool seen_collector;
  unsigned given; /* keys of [collector], as bits */
};

static void mistake_at(struct reading *r, unsigned line, size_t column, const char *why)
{
  struct source_set *set = r->set;
  const str one = arena_printf(set->arena, "%s:%u:%zu: %s", r->name, line, column, why);
  if (r->in == IN_SOURCE) {
    /* The first error is reported. */
    if (r->source->mistake == NULL) r->source->mistake = one.p;
  } else {
    set->broken = set->broken || r->in == IN_COLLECTOR;
  }
  if (set->mistake_count++ < MISTAKES_MAX) {
    buf_str(&set->mistakes, one);
    buf_char(&set->mistakes, '\n');
  }
}

static void mistake(struct reading *r, const struct keyfile_line *line, str part, const char *why)
{
  mistake_at(r, line->number, keyfile_column(line, part), why);
}

static const struct pending *pending_kind(const struct reading *r)
{
  for (const struct pending *p = r->first; p != NULL; p = p->next)
    if (str_eqz(p->key, "kind")) return p;
  return NULL;
}

static bool end_kind(struct reading *r, struct buf *why)
{
  struct source_entry *e = r->source;
  const struct pending *kind = pending_kind(r);
  if (kind == NULL) {
    buf_printf(why, "source \"%s\": expected a key kind", e->config.name);
    mistake_at(r, e->line, 1, why->p);
    return false;
  }
  const struct source_kind *found = kind_find(r->set, kind->value);
  e->kind_name = arena_strz(r->set->arena, str_sub(kind->value, 0, SOURCE_NAME_MAX));
  if (found != NULL) {
    use_kind(r->set, e, found);
    e->common[SOURCE_KEY_kind] = NULL; /* to be set by the key */
    return true;
  }
  buf_z(why, "kind: expected one of");
  for (size_t i = 0; i < r->set->kind_count; i++) buf_printf(why, "%s %s", i == 0 ? "" : ",", r->set->kinds[i]->name);
  mistake(r, &kind->line, kind->value, why->p);
  return false;
}

static void end_source(struct reading *r)
{
  struct buf why = BUF_IN(r->set->arena);
  if (!end_kind(r, &why)) return;
  for (const struct pending *p = r->first; p != NULL; p = p->next) {
    bool at_key = false;
    buf_clear(&why);
    if (set_key(r->set, r->source, p->key, p->value, &at_key, &why)) continue;
    mistake(r, &p->line, at_key ? p->key : p->value, why.p);
  }
  buf_clear(&why);
  /* A setting that is missing because of an error is not reported as a second error. */
  if (r->source->mistake != NULL || source_set_finish(r->set, r->source, &why)) return;
  r->source->mistake = NULL; /* again, with the place */
  mistake_at(r, r->source->line, 1, why.n > 0 ? why.p : "invalid combination of settings");
}

static void end_section(struct reading *r)
{
  if (r->in == IN_SOURCE) end_source(r);
  r->in = IN_BAD;
  r->first = NULL;
  r->last = &r->first;
}

static void open_section(struct reading *r, const struct keyfile_line *line)
{
  struct buf why = BUF_IN(r->set->arena);
  end_section(r);
  if (line->kind == KEYFILE_BAD_SECTION) {
    mistake(r, line, line->name, line->why);
  } else if (str_eqz(line->name, "collector")) {
    r->in = IN_COLLECTOR;
    if (!r->main) mistake(r, line, line->name, "[collector]: expected in the main file only");
    else if (r->seen_collector) mistake(r, line, line->name, "expected each section once");
    r->seen_collector = true;
  } else {
    r->source = add_entry(r->set, line->name, &why);
    if (r->source == NULL) {
      mistake(r, line, line->name, why.p);
      return;
    }
    r->in = IN_SOURCE;
    r->source->file = r->name;
    r->source->line = line->number;
  }
}

static void read_collector_key(struct reading *r, const struct keyfile_line *line)
{
  struct buf why = BUF_IN(r->set->arena);
  const int which = setting_find(collector_settings, line->name);
  if (which < 0) {
    buf_printf(&why, "unknown setting '%.*s' of the collector", STR_FMT(str_sub(line->name, 0, 60)));
    mistake(r, line, line->name, why.p);
  } else if ((r->given & 1u << which) != 0) {
    mistake(r, line, line->name, "expected once in a section");
  } else if (!source_set_collector(r->set, (enum collector_setting)which, line->value, &why)) {
    mistake(r, line, line->value, why.p);
  } else {
    r->given |= 1u << which;
  }
}

static bool read_line(void *ctx, const struct keyfile_line *line)
{
  struct reading *r = ctx;
  if (line->kind == KEYFILE_SECTION || line->kind == KEYFILE_BAD_SECTION) {
    open_section(r, line);
  } else if (line->kind == KEYFILE_BAD) {
    mistake(r, line, line->name, line->why);
  } else if (r->in == IN_NOTHING) {
    mistake(r, line, line->name, "expected a section \"[name]\" before the first key");
  } else if (r->in == IN_COLLECTOR) {
    read_collector_key(r, line);
  } else if (r->in == IN_SOURCE) {
    struct pending *p = ARENA_NEW(r->set->arena, struct pending);
    *p = (struct pending){.key = line->name, .value = line->value, .line = *line};
    *r->last = p;
    r->last = &p->next;
  }
  return true;
}

void source_set_read_text(struct source_set *set, str text, const char *name, bool main)
{
  struct reading r = {.set = set, .name = arena_strz(set->arena, str_of(name)), .main = main};
  r.last = &r.first;
  keyfile_read(text, read_line, &r);
  end_section(&r);
}

/* --- files ----------------------------------------------------------------------------------------------- */

static void read_one(struct source_set *set, const char *path, bool main, bool must_exist)
{
  struct buf text = BUF_HEAP;
  const int kept = must_exist ? file_keep(path, FILE_MAX) : 0, /* the user named it */
    reason = kept != 0 ? kept : file_read(path, FILE_MAX, &text);
  if (reason == 0) {
    source_set_read_text(set, buf_view(&text), path, main);
  } else if (reason != ENOENT || must_exist) {
    set->mistake_count++;
    set->broken = true;
    if (reason == EFBIG) buf_printf(&set->mistakes, "%s: expected at most %d bytes\n", path, FILE_MAX);
    else buf_printf(&set->mistakes, "%s: %s\n", path, file_reason(reason));
  }
  buf_free(&text);
}

/* The pattern of the folder's files, with characters of patterns escaped:
 * /etc/ficelle/collector.conf has /etc/ficelle/collector.d/<name>.conf. */
static str folder_pattern(struct source_set *set, const char *path)
{
  struct buf pattern = BUF_IN(set->arena);
  str stem = str_of(path);
  if (str_ends(stem, STR(".conf"))) stem.n -= 5;
  for (size_t i = 0; i < stem.n; i++) {
    if (strchr("*?[\\", stem.p[i]) != NULL) buf_char(&pattern, '\\');
    buf_char(&pattern, stem.p[i]);
  }
  buf_z(&pattern, ".d/*.conf");
  return buf_finish(&pattern);
}

void source_set_read_file(struct source_set *set, const char *path, bool must_exist)
{
  glob_t found;
  read_one(set, path, true, must_exist);
  const int result = glob(folder_pattern(set, path).p, 0, NULL, &found);
  if (result == 0) {
    for (size_t i = 0; i < found.gl_pathc; i++) read_one(set, found.gl_pathv[i], false, false);
    globfree(&found);
  }
}
