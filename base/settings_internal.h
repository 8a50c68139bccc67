/* Shared by the files of the settings only. */
#ifndef FICELLE_BASE_SETTINGS_INTERNAL_H
#define FICELLE_BASE_SETTINGS_INTERNAL_H

#include "base/arena.h"
#include "base/settings.h"

/* The sections of puppet.conf. */
enum settings_section { SECTION_MAIN, SECTION_SERVER, SECTION_MASTER, SECTION_AGENT, SECTION_USER, SECTION_COUNT };

/* A value as written; p is NULL when it is not set. */
typedef str settings_raw[SETTING_COUNT];

/* The contents of puppet.conf; the next reading replaces all of it. */
struct settings_file {
  struct arena *arena;
  settings_raw sections[SECTION_COUNT];
  const char **warnings;
  size_t warning_count;
};

enum cache_state { CACHE_NONE, CACHE_BUSY, CACHE_VALUE, CACHE_NIL };

/* A worked out value. `text` is the value with its names replaced, `shown` what is printed. */
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
  bool borrowed;   /* the file is that of other settings */
  bool has_cached; /* whether a row of `cache` may be in use */
  struct arena *cache_arena;
  struct settings_cache cache[SETTING_COUNT];
};

/* Brings an interpolated text into the form of its type: what is printed, and what interpolation of this
 * setting into another gives. False with Puppet's message. */
bool settings__munge(const struct setting_def *def, str text, struct buf *shown, struct buf *error);
/* The checks that Puppet makes of single settings beyond their type. */
bool settings__check_value(enum setting_id id, str text, struct buf *error);
/* Computes "@word"; false if there is no value. May read other settings. */
bool settings__computed(struct settings *s, const char *word, struct buf *out);
/* Reads a file whole; false with Puppet's "Could not load …". A file that does not exist is `missing`. */
bool settings__read(const char *path, struct buf *text, bool *missing, struct buf *error);
/* Parses a file's text into a new struct settings_file; NULL with a message and *result when it is wrong. */
struct settings_file *settings__parse(str text, const char *name, enum settings_result *result, struct buf *error);
void settings__file_free(struct settings_file *file);

#endif
