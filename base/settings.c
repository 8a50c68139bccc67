/* Values of settings. The command line has priority over the sections of puppet.conf for the mode, then come defaults.
 * References to other settings ($name) are replaced at the first use of a value, then it is converted to its type and
 * cached; any change empties the cache. A setting that is being resolved is marked (CACHE_BUSY), which finds cycles. */
#include "base/settings.h"
#include "base/check.h"

#include <limits.h>
#include <stdlib.h>

#include "base/ini.h"
#include "base/log.h"
#include "base/settings_internal.h"

const struct setting_def setting_defs[SETTING_COUNT] = {
#define SETTING(name, type, default_value, section, values, letter, use, description) \
  [SETTING_##name] = {#name, SETTING_TYPE_##type, default_value, section, values, letter, SETTING_##use, description},
#include "base/settings.def"
#undef SETTING
};

static const char *const mode_names[] = {
  [SETTINGS_MAIN] = "main", [SETTINGS_USER] = "user", [SETTINGS_AGENT] = "agent", [SETTINGS_SERVER] = "server"};

const char *settings_mode_name(enum settings_mode mode) { return mode_names[mode]; }

bool settings_mode_parse(str name, enum settings_mode *mode)
{
  for (size_t i = 0; i < sizeof mode_names / sizeof mode_names[0]; i++) {
    if (str_eqz(name, mode_names[i])) {
      *mode = (enum settings_mode)i;
      return true;
    }
  }
  if (!str_eqz(name, "master")) return false;
  *mode = SETTINGS_SERVER;
  return true;
}

bool settings_find(str name, enum setting_id *id)
{
  assert(id != NULL);
  /* 240 rows, searched some fifty times per process: linearly, but most names differ in their first byte. */
  for (int i = 0; i < SETTING_COUNT && name.n > 0; i++) {
    if (setting_defs[i].name[0] == name.p[0] && str_eqz(name, setting_defs[i].name)) {
      *id = (enum setting_id)i;
      return true;
    }
  }
  return false;
}

static void forget(struct settings *s)
{
  if (!s->has_cached) return;
  s->has_cached = false;
  arena_free(s->cache_arena);
  s->cache_arena = arena_new();
  memset(s->cache, 0, sizeof s->cache);
}

struct settings *settings_new(void)
{
  struct settings *s = xcalloc(1, sizeof *s);
  s->mode = SETTINGS_USER;
  s->arena = arena_new();
  s->cache_arena = arena_new();
  return s;
}

void settings_free(struct settings *s)
{
  if (!s) return;
  if (!s->borrowed) settings__file_free(s->file);
  arena_free(s->cache_arena);
  arena_free(s->arena);
  free(s);
}

struct settings *settings_view(const struct settings *s, enum settings_mode mode)
{
  struct settings *view = xcalloc(1, sizeof *view);
  *view = *s;
  view->mode = mode;
  view->borrowed = true;
  view->arena = arena_new();
  view->cache_arena = arena_new();
  view->has_cached = false;
  memset(view->cache, 0, sizeof view->cache);
  return view;
}

str settings_written(const struct settings *s, enum settings_mode section, enum setting_id id)
{
  static const enum settings_section sections[] = {[SETTINGS_MAIN] = SECTION_MAIN,
                                                   [SETTINGS_USER] = SECTION_USER,
                                                   [SETTINGS_AGENT] = SECTION_AGENT,
                                                   [SETTINGS_SERVER] = SECTION_SERVER};
  if (s->file == NULL) return (str){NULL, 0};
  const str own = s->file->sections[sections[section]][id];
  return own.p == NULL && section == SETTINGS_SERVER ? s->file->sections[SECTION_MASTER][id] : own;
}

void settings_set_mode(struct settings *s, enum settings_mode mode)
{
  s->mode = mode;
  forget(s);
}

enum settings_mode settings_get_mode(const struct settings *s) { return s->mode; }

bool settings_set(struct settings *s, enum setting_id id, str value, struct buf *error)
{
  assert(s != NULL && id < SETTING_COUNT && error != NULL);
  value = ini_value(value);
  if (setting_defs[id].type == SETTING_TYPE_ENUM) {
    struct buf shown = BUF_IN(s->arena);
    if (str_index(value, '$', 0) == SIZE_MAX && !settings__munge(&setting_defs[id], value, &shown, error)) return false;
  }
  s->flags[id] = arena_str(s->arena, value);
  forget(s);
  return true;
}

void settings_set_default(struct settings *s, enum setting_id id, str value)
{
  assert(s != NULL && id < SETTING_COUNT);
  s->defaults[id] = arena_str(s->arena, value);
  forget(s);
}

/* Returns the value of the command line or the file; p is NULL if neither has one. */
static str configured(const struct settings *s, enum setting_id id)
{
  if (s->flags[id].p) return s->flags[id];
  const str own = settings_written(s, s->mode, id);
  return own.p != NULL ? own : settings_written(s, SETTINGS_MAIN, id);
}

bool settings_is_set(const struct settings *s, enum setting_id id)
{
  assert(s != NULL && id < SETTING_COUNT);
  return configured(s, id).p != NULL;
}

str settings_given(const struct settings *s, enum setting_id id)
{
  return settings_is_set(s, id) ? s->flags[id] : s->defaults[id];
}

/* The maximum length after interpolation. Without it, references that repeat each other could double a value
 * without end. */
enum { VALUE_LIMIT = 64 << 10 };

/* Why a value could not be evaluated. As in Puppet, the message about a missing name also lists the settings that led
 * to it. */
enum failure { FAIL_NONE, FAIL_NAME, FAIL_VALUE };

static enum failure resolve(struct settings *s, enum setting_id id, struct buf *error);

static void wrap(struct buf *error, size_t from, const char *name)
{
  struct buf copy = BUF_HEAP;
  buf_append(&copy, error->p + from, error->n - from);
  error->n = from;
  buf_printf(error, "Error converting value for param '%s': %.*s", name, STR_FMT(buf_view(&copy)));
  buf_free(&copy);
}

static size_t name_length(str s)
{
  size_t n = 0;
  while (n < s.n && ascii_is_word((unsigned char)s.p[n])) n++;
  return n;
}

/* Whether `text` begins with $name or ${name}: returns its length and the name, or 0. */
static size_t reference_at(str text, str *name)
{
  bool brace = text.n > 1 && text.p[1] == '{';
  *name = str_sub(text, brace ? 2 : 1, SIZE_MAX);
  name->n = name_length(*name);
  if (name->n == 0) return 0;
  if (!brace) return name->n + 1;
  return name->n + 2 < text.n && text.p[name->n + 2] == '}' ? name->n + 3 : 0;
}

static enum failure append_reference(struct settings *s, str name, str whole, struct buf *out, struct buf *error)
{
  enum setting_id id;
  if (str_eqz(name, "run_mode")) {
    buf_z(out, mode_names[s->mode]);
    return FAIL_NONE;
  }
  enum failure failure = FAIL_NONE;
  if (settings_find(name, &id)) {
    failure = resolve(s, id, error);
    if (failure == FAIL_NONE && s->cache[id].state == CACHE_VALUE) {
      buf_str(out, s->cache[id].shown);
      return FAIL_NONE;
    }
  }
  if (failure == FAIL_NONE) buf_printf(error, "Could not find value for %.*s", STR_FMT(whole));
  return failure == FAIL_NONE ? FAIL_NAME : failure;
}

/* Replaces references. With `keep_environment`, $environment is not replaced, since this setting must not depend
 * on it, and *kept is set. Otherwise it becomes `environment`, or the value of the setting if that is NULL. */
static enum failure interpolate(struct settings *s, str text, const char *environment, bool keep_environment,
                                bool *kept, struct buf *out, struct buf *error)
{
  for (size_t at = 0; at < text.n;) {
    str rest = str_from(text, at), name;
    size_t len = rest.p[0] == '$' ? reference_at(rest, &name) : 0;
    if (len == 0) {
      size_t next = str_index(text, '$', at + 1);
      len = (next == SIZE_MAX ? text.n : next) - at;
      buf_append(out, rest.p, len);
    } else if (str_eqz(name, "environment") && keep_environment) {
      *kept = true;
      buf_append(out, rest.p, len);
    } else if (str_eqz(name, "environment") && environment) {
      buf_z(out, environment);
    } else {
      enum failure failure = append_reference(s, name, str_sub(rest, 0, len), out, error);
      if (failure != FAIL_NONE) return failure;
    }
    at += len;
    if (out->n > VALUE_LIMIT) {
      buf_printf(error, "The value is longer than %d bytes", VALUE_LIMIT);
      return FAIL_NAME;
    }
  }
  return FAIL_NONE;
}

bool settings_interpolate(struct settings *s, str text, const char *environment, struct buf *out, struct buf *error)
{
  bool kept;
  return interpolate(s, text, environment, false, &kept, out, error) == FAIL_NONE;
}

/* Returns the value as written, or the default. False: neither exists. */
static bool raw_value(struct settings *s, enum setting_id id, str *raw)
{
  const char *text = setting_defs[id].default_value;
  *raw = configured(s, id);
  if (!raw->p) *raw = s->defaults[id];
  if (raw->p) return true;
  if (!text) return false;
  *raw = str_of(text);
  if (text[0] == '@') {
    struct buf computed = BUF_IN(s->cache_arena);
    if (!settings__computed(s, text + 1, &computed)) return false;
    *raw = buf_view(&computed);
  }
  return true;
}

static enum failure fill(struct settings *s, enum setting_id id, str raw, struct buf *error)
{
  struct buf text = BUF_IN(s->cache_arena), shown = BUF_IN(s->cache_arena);
  size_t from = error->n;
  bool kept = false;
  enum failure failure = FAIL_NONE;
  /* Code contains many dollars that are not references. */
  if (id == SETTING_code) buf_str(&text, raw);
  else failure = interpolate(s, raw, NULL, id != SETTING_config_version, &kept, &text, error);
  if (failure == FAIL_NAME) wrap(error, from, setting_defs[id].name);
  if (failure != FAIL_NONE) return failure;
  if (kept)
    log_warning(&log_settings,
                "You cannot interpolate $environment within '%s' when using directory environments. "
                "Its value will remain %.*s.",
                setting_defs[id].name, STR_FMT(buf_view(&text)));
  if (!settings__munge(&setting_defs[id], buf_view(&text), &shown, error)) return FAIL_VALUE;
  s->cache[id] = (struct settings_cache){CACHE_VALUE, buf_view(&text), buf_view(&shown)};
  return FAIL_NONE;
}

static enum failure resolve(struct settings *s, enum setting_id id, struct buf *error)
{
  struct settings_cache *c = &s->cache[id];
  if (c->state == CACHE_VALUE || c->state == CACHE_NIL) return FAIL_NONE;
  if (c->state == CACHE_BUSY) {
    buf_printf(error, "The value of '%s' depends on itself", setting_defs[id].name);
    return FAIL_NAME;
  }
  c->state = CACHE_BUSY;
  s->has_cached = true;
  str raw;
  if (!raw_value(s, id, &raw)) {
    c->state = CACHE_NIL;
    c->text = c->shown = STR_EMPTY;
    return FAIL_NONE;
  }
  enum failure failure = fill(s, id, raw, error);
  if (failure != FAIL_NONE) c->state = CACHE_NONE;
  return failure;
}

bool settings_print(struct settings *s, enum setting_id id, struct buf *out, bool *nil, struct buf *error)
{
  if (resolve(s, id, error) != FAIL_NONE) return false;
  if (nil) *nil = s->cache[id].state == CACHE_NIL;
  buf_str(out, s->cache[id].shown);
  return true;
}

/* Whether the default is computed. It needs no check, and computing it may take time: the name of the host calls the
 * resolver. */
static bool is_computed(const struct settings *s, enum setting_id id)
{
  const char *text = setting_defs[id].default_value;
  return text && text[0] == '@' && !configured(s, id).p && !s->defaults[id].p;
}

bool settings_check(struct settings *s, struct buf *error)
{
  for (int i = 0; i < SETTING_COUNT; i++) {
    enum setting_id id = (enum setting_id)i;
    if (setting_defs[i].use != SETTING_USED || is_computed(s, id)) continue;
    if (resolve(s, id, error) != FAIL_NONE) return false;
    if (!settings__check_value(id, s->cache[id].text, error)) return false;
  }
  return true;
}

/* Returns the value, or the default if it is not valid. */
static const struct settings_cache *value_of(struct settings *s, enum setting_id id)
{
  struct buf error = BUF_HEAP;
  struct settings_cache *c = &s->cache[id];
  if (resolve(s, id, &error) != FAIL_NONE) {
    const char *text = setting_defs[id].default_value;
    if (!text || text[0] == '@' || fill(s, id, str_of(text), &error) != FAIL_NONE)
      *c = (struct settings_cache){CACHE_NIL, STR_EMPTY, STR_EMPTY};
  }
  buf_free(&error);
  return c;
}

str settings_str(struct settings *s, enum setting_id id)
{
  assert(s != NULL && id < SETTING_COUNT);
  return value_of(s, id)->shown;
}

const char *settings_strz(struct settings *s, enum setting_id id)
{
  assert(s != NULL && id < SETTING_COUNT);
  /* Buffers end in a NUL byte, and so does STR_EMPTY. */
  return value_of(s, id)->shown.p;
}

bool settings_bool(struct settings *s, enum setting_id id)
{
  assert(s != NULL && id < SETTING_COUNT);
  return str_eqz(value_of(s, id)->shown, "true");
}

int64_t settings_int(struct settings *s, enum setting_id id)
{
  assert(s != NULL && id < SETTING_COUNT);
  const char *text = settings_strz(s, id);
  return strcmp(text, "unlimited") == 0 ? INT64_MAX : strtoll(text, NULL, 10);
}

unsigned settings_enum(struct settings *s, enum setting_id id)
{
  assert(s != NULL && id < SETTING_COUNT);
  str value = value_of(s, id)->shown;
  str words = str_of(setting_defs[id].values);
  for (unsigned n = 0;; n++) {
    size_t end = str_index(words, '|', 0);
    if (str_eq(str_sub(words, 0, end), value) || end == SIZE_MAX) return n;
    words = str_from(words, end + 1);
  }
}

bool settings_item(struct settings *s, enum setting_id id, size_t n, str *item)
{
  assert(s != NULL && id < SETTING_COUNT && item != NULL);
  const struct settings_cache *c = value_of(s, id);
  bool path = setting_defs[id].type == SETTING_TYPE_PATH;
  str rest = path ? c->shown : c->text;
  while (rest.n > 0) {
    *item = str_cut(&rest, path ? ':' : ',');
    if (!path) *item = str_trim(*item);
    if (item->n > 0 && n-- == 0) return true;
  }
  return false;
}

const char *settings_warning(const struct settings *s, size_t n)
{
  return s->file && n < s->file->warning_count ? s->file->warnings[n] : NULL;
}

static enum log_color color_of(str text)
{
  if (str_eqz(text, "ansi") || str_eqz(text, "true")) return LOG_COLOR_ANSI;
  if (str_eqz(text, "html")) return LOG_COLOR_HTML;
  return str_eqz(text, "auto") ? LOG_COLOR_AUTO : LOG_COLOR_OFF;
}

bool settings_apply_log(struct settings *s, int level, struct buf *error)
{
  char why[256];
  enum log_level chosen = (enum log_level)settings_enum(s, SETTING_log_level);
  log_set_level(level >= 0 ? (enum log_level)level : chosen);
  log_set_color(color_of(settings_str(s, SETTING_color)));
  if (!log_set_facility(settings_strz(s, SETTING_syslogfacility))) {
    buf_printf(error, "Invalid syslog facility %s", settings_strz(s, SETTING_syslogfacility));
    return false;
  }
  if (!log_set_categories(settings_strz(s, SETTING_log_categories), why, sizeof why)) {
    buf_printf(error, "Invalid value for parameter log_categories: %s", why);
    return false;
  }
  const char *destinations = settings_strz(s, SETTING_logdest);
  if (!log_set_destinations(destinations, why, sizeof why)) {
    buf_printf(error, "Could not set logdest to %s.\n%s", destinations, why);
    return false;
  }
  return true;
}

enum settings_result settings_load_text(struct settings *s, str text, const char *name, struct buf *error)
{
  enum settings_result result = SETTINGS_OK;
  struct settings_file *file = settings__parse(text, name, &result, error);
  if (!file) return result;
  settings__file_free(s->file);
  s->file = file;
  forget(s);
  return SETTINGS_OK;
}

enum settings_result settings_load(struct settings *s, struct buf *error)
{
  struct buf text = BUF_HEAP;
  bool missing = false;
  if (resolve(s, SETTING_config, error) != FAIL_NONE) return SETTINGS_REFUSED;
  str path = arena_str(s->arena, s->cache[SETTING_config].shown);
  enum settings_result result = SETTINGS_REFUSED;
  if (settings__read(path.p, &text, &missing, error))
    result = missing ? SETTINGS_OK : settings_load_text(s, buf_view(&text), path.p, error);
  buf_free(&text);
  return result;
}
