/* collector.conf: the sources, and the settings of the collector.
 *
 *   [collector]             the collector's own settings, in the main file only
 *   workers = 8
 *   [redis]                 a source, by the name that it has in tables and file names
 *   kind = redis
 *   interval = 30           keys of all kinds: enabled, interval, timeout, stale_after, oid
 *   socket = /run/redis.sock        keys of this kind
 *
 * The format is that of collectors/keyfile.h. After FILE.conf all files FILE.d/<name>.conf are read, in the order of
 * their names. An error in the section of a source does not affect others: that source is kept with its error, and is
 * not polled. A program creates sources without a file with source_set_add, source_set_key and source_set_finish. */
#ifndef FICELLE_COLLECTORS_SOURCE_CONFIG_H
#define FICELLE_COLLECTORS_SOURCE_CONFIG_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "collectors/sources/source.h"

#define COLLECTOR_DEFAULT_FILE "/etc/ficelle/collector.conf"

enum { SOURCE_NAME_MAX = 64, SOURCES_MAX = 4096 };

/* The collector's own settings. */
enum collector_setting {
#define COLLECTOR_SETTING(name, ...) COLLECTOR_##name,
#include "collectors/sources/collector.def"
  COLLECTOR_SETTINGS
};
extern const struct source_setting collector_settings[COLLECTOR_SETTINGS + 1];

/* Keys of all kinds. */
enum source_common {
  SOURCE_KEY_kind,
  SOURCE_KEY_enabled,
  SOURCE_KEY_interval,
  SOURCE_KEY_timeout,
  SOURCE_KEY_stale_after,
  SOURCE_KEY_oid,
  SOURCE_COMMON_KEYS
};
extern const struct source_setting source_common_settings[SOURCE_COMMON_KEYS + 1];

struct source_entry {
  struct source_config config;            /* valid when there is no mistake; the name is always valid */
  const char *kind_name;                  /* as written */
  const char *common[SOURCE_COMMON_KEYS]; /* NULL: not given */
  bool enabled;
  const char *mistake; /* NULL, or one line: "file:line:column: why" */
  const char *file;    /* of the definition; "" */
  unsigned line;
};

/* Everything is in the arena. */
struct source_set {
  struct arena *arena;
  const struct source_kind *const *kinds;
  size_t kind_count;
  struct source_entry **entries;
  size_t count, room;
  struct strmap by_name;
  const char *collector[COLLECTOR_SETTINGS]; /* as text, never NULL */
  bool broken;                               /* the collector's own settings, or a complete file, have an error */
  struct buf mistakes;                       /* lines "file:line:column: why", at most 100 */
  size_t mistake_count;
};

/* A set with the defaults and without sources. `kinds` must outlive the set. */
struct source_set *source_set_new(const struct source_kind *const *kinds, size_t kind_count);
void source_set_free(struct source_set *set);

/* Adds the settings of a text; `name` is the file's, for messages. `main`: a section [collector] is allowed. */
void source_set_read_text(struct source_set *set, str text, const char *name, bool main);
/* The same for a file and its folder FILE.d; a missing file is the same as an empty one unless `must_exist`. */
void source_set_read_file(struct source_set *set, const char *path, bool must_exist);

/* Sets a setting of the collector. False with a reason in `why`, changing nothing. */
bool source_set_collector(struct source_set *set, enum collector_setting which, str value, struct buf *why);
uint64_t source_set_number(const struct source_set *set, enum collector_setting which);

/* Adds a source with the kind's defaults. NULL with a reason when name or kind is invalid, or the name is taken. */
struct source_entry *source_set_add(struct source_set *set, str name, const struct source_kind *kind, struct buf *why);
/* Sets a key, of the kind or common. False with a reason. */
bool source_set_key(struct source_set *set, struct source_entry *entry, str key, str value, struct buf *why);
/* Checks a source after all keys were set. False with a reason; the source is kept with that error. */
bool source_set_finish(struct source_set *set, struct source_entry *entry, struct buf *why);

/* Adds a line for each source, at most ten, whose MIB is published at the OID of another one or inside of it: a manager
 * would see only one of them. */
void source_set_clashes(const struct source_set *set, struct buf *lines);

/* Whether two sources are polled in the same way. */
bool source_entry_same(const struct source_entry *a, const struct source_entry *b);
const struct source_entry *source_set_find(const struct source_set *set, const char *name);

#endif
