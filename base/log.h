/* Log messages: levels, categories, context, destinations.
 *
 * A message is one event. It belongs to a category ("compiler.parse", "collectors.store", "subagent.agentx"), has one
 * of Puppet's eight levels, an optional source (as in Puppet: "Scope(Class[main])"), and for errors a stable code and a
 * hint what to do. The context (node, environment, transaction) is set once when a piece of work starts, and is added
 * to every event until it is cleared.
 *
 *   log_context_set("node", "web1.example.org");
 *   log_info(&log_store, "store opened: %zu rows", rows);
 *   log_error(&log_store, "STORE_DAMAGED", "The old file is kept beside it; nothing has to be done.",
 *             "%s is damaged, a new store is begun", path);
 *
 * Destinations (log_add_destination): `console` prints like Puppet (notice and below to standard output, warning and
 * above to standard error), `stderr` prints one key=value line per event, `syslog`, `journal`, and absolute file names:
 * `/x.log` in Puppet's format plus the context as key=value, `/x.jsonl` one JSON object per line, `/x.json` Puppet's
 * comma-separated objects after a `[`. In all but the console, an event is exactly one line: control characters and
 * bytes that are not UTF-8 are escaped.
 *
 * No event is lost for lack of memory: if a line buffer cannot grow, the line is truncated and ends in
 * "...[truncated]". A destination that cannot be written is reported once on standard error; work continues.
 *
 * For one thread. Processes may share a file: an event is one write(2) to a descriptor opened with O_APPEND. After
 * fork() the child uses the same destinations; log_after_fork() only updates the process id.
 *
 * Callers must not log secrets, which this module cannot recognize. The compiler prints Sensitive values as "Sensitive
 * [value redacted]". */
#ifndef FICELLE_BASE_LOG_H
#define FICELLE_BASE_LOG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* In Puppet's order: a message is logged if its level is not below the category's. */
enum log_level {
  LOG_LEVEL_DEBUG,
  LOG_LEVEL_INFO,
  LOG_LEVEL_NOTICE,
  LOG_LEVEL_WARNING,
  LOG_LEVEL_ERR,
  LOG_LEVEL_ALERT,
  LOG_LEVEL_EMERG,
  LOG_LEVEL_CRIT,
  LOG_LEVEL_COUNT
};

/* A category; the members after `name` are the logger's cache. */
struct log_category {
  const char *name;
  enum log_level level;
  unsigned generation;
};

/* log_<symbol> of each row of log_category.def, and all of them. */
#define LOG_CATEGORY(symbol, name, about) extern struct log_category log_##symbol;
#include "base/log_category.def"
#undef LOG_CATEGORY
#define LOG_CATEGORY(symbol, name, about) LOG_ID_##symbol,
enum log_category_id {
#include "base/log_category.def"
  LOG_CATEGORY_COUNT
};
#undef LOG_CATEGORY
extern struct log_category *const log_categories[LOG_CATEGORY_COUNT];

/* The data of an event. Only level, category and message are required; pointers are borrowed for the call. `message`
 * may contain any byte; line and pos are 0 if unknown. */
struct log_event {
  enum log_level level;
  struct log_category *category;
  const char *source; /* NULL means "Puppet", which the console omits, as Puppet does */
  const char *code;   /* stable, upper case: MISSING_CLASS, STORE_DAMAGED */
  const char *hint;   /* what the reader should do */
  const char *file;
  unsigned line;
  unsigned pos;
  const char *message;
  size_t message_len;
  const char *const *tags; /* in addition to the level's name, for JSON destinations; ended by NULL, may be NULL */
};

/* Whether an event of this level in this category is logged. One comparison if nothing has changed since the last
 * call. */
bool log_enabled(struct log_category *category, enum log_level level);

/* Writes the event to all destinations if its level is enabled. */
void log_emit(const struct log_event *event);

void log_printf(struct log_category *category, enum log_level level, const char *fmt, ...)
  __attribute__((format(printf, 3, 4)));
/* For error, warning or worse: with code and hint (either may be NULL). */
void log_problem(struct log_category *category, enum log_level level, const char *code, const char *hint,
                 const char *fmt, ...) __attribute__((format(printf, 5, 6)));

#define log_debug(cat, ...)                                                                   \
  do {                                                                                        \
    if (log_enabled((cat), LOG_LEVEL_DEBUG)) log_printf((cat), LOG_LEVEL_DEBUG, __VA_ARGS__); \
  } while (0)
#define log_info(cat, ...) log_printf((cat), LOG_LEVEL_INFO, __VA_ARGS__)
#define log_notice(cat, ...) log_printf((cat), LOG_LEVEL_NOTICE, __VA_ARGS__)
#define log_warning(cat, ...) log_printf((cat), LOG_LEVEL_WARNING, __VA_ARGS__)
#define log_error(cat, code, hint, ...) log_problem((cat), LOG_LEVEL_ERR, (code), (hint), __VA_ARGS__)

/* Context: added to every event until cleared. Keys are literals of less than 32 bytes (`node`, `environment`,
 * `transaction`, others are allowed); values are copied and truncated to 255 bytes. At most 8 keys; a ninth is rejected
 * (returns false). A NULL value clears the key. After a piece of work its caller clears the keys, or restores the saved
 * context, so that later events do not have them. A child of fork() inherits the context. */
enum { LOG_CONTEXT_MAX = 8 };
struct log_context_entry {
  char key[32];
  char value[256];
};
struct log_context {
  struct log_context_entry entries[LOG_CONTEXT_MAX];
  size_t n;
};
bool log_context_set(const char *key, const char *value);
void log_context_clear(void);
/* Saves the context, for log_context_restore after a nested piece of work. */
void log_context_save(struct log_context *out);
void log_context_restore(const struct log_context *saved);

/* Levels by name ("debug" … "crit"), as in Puppet's --log_level. log_level_parse returns false for an unknown name. */
const char *log_level_name(enum log_level level);
bool log_level_parse(const char *name, size_t len, enum log_level *level);

/* Sets the level of every category without an override. Default: notice. */
void log_set_level(enum log_level level);
enum log_level log_get_level(void);
/* Replaces all overrides: "compiler.parse=debug,subagent=info". A name covers the categories below it ("compiler"
 * covers "compiler.parse"); the longest matching name wins. For a malformed text, or a name that covers no category,
 * changes nothing, sets `error` (of `error_size` bytes) and returns false. */
bool log_set_categories(const char *text, char *error, size_t error_size);

enum log_color { LOG_COLOR_AUTO, LOG_COLOR_ANSI, LOG_COLOR_HTML, LOG_COLOR_OFF };
/* Colour of the console; AUTO (the default) uses colour if the stream is a terminal. */
void log_set_color(enum log_color color);
/* Escape sequences (or "") for a level on a stream (1 or 2), for other output in the console's colours. */
const char *log_color_begin(enum log_level level, int fd);
const char *log_color_end(int fd);

/* The name in syslog and journal; default "ficelle". Copied. */
void log_set_ident(const char *ident);
/* Sets the syslog facility by name ("daemon", "local0"); false if it is unknown. */
bool log_set_facility(const char *name);

/* Adds destinations: one name or a comma-separated list, like --logdest. Files are created with mode 0640, their
 * missing directories with 0755. On failure sets `error`; the destinations before the bad one are added. A duplicate is
 * ignored. Without any destination, events go to the console. */
bool log_add_destination(const char *names, char *error, size_t error_size);
/* Replaces all destinations; "" for none. On failure the old ones remain. */
bool log_set_destinations(const char *names, char *error, size_t error_size);
/* Selects Puppet's format for files of --logdest, for commands of Puppet whose log other programs read: mode 0644 minus
 * the umask, no category and no context. Must be called before the first destination is added. */
void log_set_plain(bool plain);
/* Closes all destinations. */
void log_close(void);
/* Reopens files (after rotation) and sockets; call it after SIGHUP, outside of the signal handler. */
void log_reconfigure(void);
void log_after_fork(void);

/* Also passes every event to `fn`, before the destinations: for tests and reports. NULL removes it. */
void log_set_hook(void (*fn)(void *ctx, const struct log_event *event), void *ctx);

#endif
