/* Shared by the files of the settings only. */
#ifndef FICELLE_BASE_SETTINGS_INTERNAL_H
#define FICELLE_BASE_SETTINGS_INTERNAL_H

#include "base/arena.h"
#include "base/settings.h"

/* The sections of puppet.conf. */
enum settings_section { SECTION_MAIN, SECTION_SERVER, SECTION_MASTER, SECTION_AGENT, SECTION_USER, SECTION_COUNT };

/* Values as written; p is NULL if a value is not set. */
typedef str settings_raw[SETTING_COUNT];

/* The contents of puppet.conf, replaced as a whole when it is read again. */
struct settings_file {
  struct arena *arena;
  settings_raw sections[SECTION_COUNT];
  const char **warnings;
  size_t warning_count;
};

enum cache_state { CACHE_NONE, CACHE_BUSY, CACHE_VALUE, CACHE_NIL };

/* An evaluated value. `text` is the value with its names replaced, `shown` the printed form. */
struct settings_cache {
  enum cache_state state;
  str text;
  str shown;
};

struct settings {
  enum settings_mode mode;
  struct arena *arena; /* flags and defaults of the program */
  settings_raw flags;
  settings_raw defaults;
  struct settings_file *file;
  bool borrowed;   /* the file belongs to other settings */
  bool has_cached; /* whether a row of `cache` may be set */
  struct arena *cache_arena;
  struct settings_cache cache[SETTING_COUNT];
};

/* Converts an interpolated text to its type: the printed form, which other settings also interpolate. False with
 * Puppet's message. */
bool settings__munge(const struct setting_def *def, str text, struct buf *shown, struct buf *error);
/* Puppet's checks of single settings beyond their type. */
bool settings__check_value(enum setting_id id, str text, struct buf *error);
/* Computes "@word"; false if it has no value. May read other settings. */
bool settings__computed(struct settings *s, const char *word, struct buf *out);
/* Reads a whole file; false with Puppet's "Could not load …". *missing: it does not exist. */
bool settings__read(const char *path, struct buf *text, bool *missing, struct buf *error);
/* Parses a file's text into a new struct settings_file; NULL with a message and *result if it is invalid. */
struct settings_file *settings__parse(str text, const char *name, enum settings_result *result, struct buf *error);
void settings__file_free(struct settings_file *file);

#endif
