/* Levels, categories, context and overrides of log messages; log_dest.c writes them, log_format.c gives them their
 * form. */
#include "base/log.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

#include "base/log_internal.h"
#include "base/str.h"

const struct log_level_row log__levels[LOG_LEVEL_COUNT] = {
  [LOG_LEVEL_DEBUG] = {"debug", "Debug", "\033[0;36m", "<span style=\"color: #40FFFF\">", LOG_DEBUG},
  [LOG_LEVEL_INFO] = {"info", "Info", "\033[0;32m", "<span style=\"color: #00CD00\">", LOG_INFO},
  [LOG_LEVEL_NOTICE] = {"notice", "Notice", "\033[m", "<span style=\"\">", LOG_NOTICE},
  [LOG_LEVEL_WARNING] = {"warning", "Warning", "\033[1;33m", "<span style=\"color: #FFFF60\">", LOG_WARNING},
  [LOG_LEVEL_ERR] = {"err", "Error", "\033[1;31m", "<span style=\"color: #FFA0A0\">", LOG_ERR},
  [LOG_LEVEL_ALERT] = {"alert", "Alert", "\033[1;31m", "<span style=\"color: #FFA0A0\">", LOG_ALERT},
  [LOG_LEVEL_EMERG] = {"emerg", "Emergency", "\033[1;31m", "<span style=\"color: #FFA0A0\">", LOG_EMERG},
  [LOG_LEVEL_CRIT] = {"crit", "Critical", "\033[1;31m", "<span style=\"color: #FFA0A0\">", LOG_CRIT},
};

#define LOG_CATEGORY(symbol, name, about) struct log_category log_##symbol = {name, LOG_LEVEL_NOTICE, 0};
#include "base/log_category.def"
#undef LOG_CATEGORY
struct log_category *const log_categories[LOG_CATEGORY_COUNT] = {
#define LOG_CATEGORY(symbol, name, about) &log_##symbol,
#include "base/log_category.def"
#undef LOG_CATEGORY
};

struct override {
  char name[64];
  enum log_level level;
};

enum { OVERRIDE_MAX = 32 };

static struct override overrides[OVERRIDE_MAX];
static size_t overrides_len;
static enum log_level default_level = LOG_LEVEL_NOTICE;
/* Counts changes of levels, so that an outdated level in a category is detected. Categories begin with 0. */
static unsigned generation = 1;

struct log_context log__context;
bool log__plain;

static void (*hook)(void *ctx, const struct log_event *event);
static void *hook_ctx;

const char *log_level_name(enum log_level level)
{
  return level < LOG_LEVEL_COUNT ? log__levels[level].name : "unknown";
}

bool log_level_parse(const char *name, size_t len, enum log_level *level)
{
  assert(name != NULL && level != NULL);
  for (int i = 0; i < LOG_LEVEL_COUNT; i++) {
    if (str_eqz(str_n(name, len), log__levels[i].name)) {
      *level = (enum log_level)i;
      return true;
    }
  }
  return false;
}

void log_set_level(enum log_level level)
{
  default_level = level;
  generation++;
}

enum log_level log_get_level(void) { return default_level; }

/* Whether `name` is the category itself, or the beginning of its path. */
static bool covers(const char *name, const char *category)
{
  size_t len = strlen(name);
  return strncmp(name, category, len) == 0 && (category[len] == '\0' || category[len] == '.');
}

static void refresh(struct log_category *category)
{
  size_t best = 0;
  category->level = default_level;
  for (size_t i = 0; i < overrides_len; i++) {
    size_t len = strlen(overrides[i].name);
    if (len > best && covers(overrides[i].name, category->name)) {
      best = len;
      category->level = overrides[i].level;
    }
  }
  category->generation = generation;
}

bool log_enabled(struct log_category *category, enum log_level level)
{
  if (category->generation != generation) refresh(category);
  return level >= category->level;
}

/* Whether the category, or one below it, exists. */
static bool is_category(const char *name)
{
  for (size_t i = 0; i < LOG_CATEGORY_COUNT; i++) {
    if (covers(name, log_categories[i]->name)) return true;
  }
  return false;
}

/* Parses one "name=level" of `len` bytes; an empty piece is skipped by the caller. */
static bool parse_override(const char *text, size_t len, struct override *out, char *error, size_t error_size)
{
  const char *eq = memchr(text, '=', len);
  size_t name_len = eq ? (size_t)(eq - text) : 0;
  if (!eq || name_len == 0 || name_len >= sizeof out->name) {
    snprintf(error, error_size, "'%.*s' is not of the form category=level", (int)(len > 100 ? 100 : len), text);
    return false;
  }
  size_t level_len = len - name_len - 1;
  if (!log_level_parse(eq + 1, level_len, &out->level)) {
    snprintf(error, error_size,
             "'%.*s' is not a log level. Levels are debug, info, notice, warning, err, alert, emerg, crit",
             (int)(level_len > 100 ? 100 : level_len), eq + 1);
    return false;
  }
  memcpy(out->name, text, name_len);
  out->name[name_len] = '\0';
  if (!is_category(out->name)) {
    snprintf(error, error_size, "unknown category '%s'", out->name);
    return false;
  }
  return true;
}

bool log_set_categories(const char *text, char *error, size_t error_size)
{
  struct override parsed[OVERRIDE_MAX] = {{{0}, LOG_LEVEL_NOTICE}};
  size_t n = 0;
  for (const char *p = text; *p;) {
    size_t len = strcspn(p, ", \t");
    if (len > 0) {
      if (n == OVERRIDE_MAX) {
        snprintf(error, error_size, "more than %d categories", OVERRIDE_MAX);
        return false;
      }
      if (!parse_override(p, len, &parsed[n], error, error_size)) return false;
      n++;
    }
    p += len;
    if (*p) p++;
  }
  memcpy(overrides, parsed, n * sizeof *parsed);
  overrides_len = n;
  generation++;
  return true;
}

bool log_context_set(const char *key, const char *value)
{
  struct log_context *c = &log__context;
  size_t i = 0;
  assert(key != NULL && strlen(key) < sizeof c->entries[0].key);
  while (i < c->n && strcmp(c->entries[i].key, key) != 0) i++;
  if (value == NULL) {
    if (i == c->n) return true;
    c->n--;
    memmove(&c->entries[i], &c->entries[i + 1], (c->n - i) * sizeof c->entries[0]);
    return true;
  }
  if (i == LOG_CONTEXT_MAX) return false;
  if (i == c->n) {
    str_copy(c->entries[i].key, sizeof c->entries[i].key, str_of(key));
    c->n++;
  }
  str_copy(c->entries[i].value, sizeof c->entries[i].value, str_of(value));
  return true;
}

void log_set_plain(bool plain) { log__plain = plain; }

void log_context_clear(void) { log__context.n = 0; }

void log_context_save(struct log_context *out)
{
  assert(out != NULL);
  out->n = log__context.n;
  memcpy(out->entries, log__context.entries, out->n * sizeof out->entries[0]);
}

void log_context_restore(const struct log_context *saved)
{
  assert(saved != NULL && saved->n <= LOG_CONTEXT_MAX);
  log__context.n = saved->n;
  memcpy(log__context.entries, saved->entries, saved->n * sizeof saved->entries[0]);
}

void log_set_hook(void (*fn)(void *ctx, const struct log_event *event), void *ctx)
{
  hook = fn;
  hook_ctx = ctx;
}

void log_emit(const struct log_event *event)
{
  assert(event != NULL);
  if (!log_enabled(event->category, event->level)) return;
  if (hook) hook(hook_ctx, event);
  log__deliver(event);
}

static void emit_formatted(struct log_event *e, const char *fmt, va_list ap)
{
  char fixed[1024];
  char *heap = NULL;
  va_list again;
  va_copy(again, ap);
  int len = vsnprintf(fixed, sizeof fixed, fmt, ap);
  e->message = fixed;
  e->message_len = len < 0 ? 0 : (size_t)len;
  if (e->message_len >= sizeof fixed) {
    heap = malloc(e->message_len + 1);
    if (heap) {
      vsnprintf(heap, e->message_len + 1, fmt, again);
      e->message = heap;
    } else {
      static const char cut[] = "...[truncated]";
      memcpy(fixed + sizeof fixed - sizeof cut, cut, sizeof cut);
      e->message_len = sizeof fixed - 1;
    }
  }
  va_end(again);
  log_emit(e);
  free(heap);
}

void log_printf(struct log_category *category, enum log_level level, const char *fmt, ...)
{
  if (!log_enabled(category, level)) return;
  struct log_event e = {.level = level, .category = category};
  va_list ap;
  va_start(ap, fmt);
  emit_formatted(&e, fmt, ap);
  va_end(ap);
}

void log_problem(struct log_category *category, enum log_level level, const char *code, const char *hint,
                 const char *fmt, ...)
{
  if (!log_enabled(category, level)) return;
  struct log_event e = {.level = level, .category = category, .code = code, .hint = hint};
  va_list ap;
  va_start(ap, fmt);
  emit_formatted(&e, fmt, ap);
  va_end(ap);
}
