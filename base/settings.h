/* Settings: the table of names, puppet.conf, flags, and the resulting values.
 *
 * The table is base/settings.def: Puppet 8's names, types, defaults and sections, plus ficelle's own (section
 * `ficelle`). Order of precedence, strongest first:
 *
 *   the command line (settings_set) > puppet.conf, section of the run mode > puppet.conf, [main] > default
 *
 * A value is stored as written and evaluated when read: `$name` and `${name}` are replaced by other settings, then the
 * text is converted to its type (a path is made absolute, "10m" becomes 600 seconds). Every result is cached until a
 * setting is changed, so pointers from the getters are valid until the next settings_set, settings_set_mode,
 * settings_load or settings_free.
 *
 * Life of a settings object in a program:
 *
 *   struct settings *s = settings_new();
 *   settings_set_mode(s, SETTINGS_USER);
 *   if (!settings_set(s, SETTING_certname, "web1", &error) || ...)      the command line
 *   if (settings_load(s, &error) != SETTINGS_OK) ...                    puppet.conf
 *   if (!settings_check(s, &error)) ...                                 every value is evaluated
 *   settings_apply_log(s, -1, &error)                                   the log
 *   settings_warning(s, n)                                              warnings for the user
 *
 * After settings_check the getters cannot fail; before, an invalid value reads as the default. To reload the
 * configuration (SIGHUP) call settings_load and settings_check again: the old values remain if the file is invalid. */
#ifndef FICELLE_BASE_SETTINGS_H
#define FICELLE_BASE_SETTINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/str.h"

enum setting_type {
  SETTING_TYPE_STRING,
  SETTING_TYPE_BOOLEAN,
  SETTING_TYPE_INTEGER,
  SETTING_TYPE_PORT,     /* 0 to 65535 */
  SETTING_TYPE_DURATION, /* seconds, or a number with y, d, h, m, s */
  SETTING_TYPE_TTL,      /* a duration, or "unlimited" */
  SETTING_TYPE_ENUM,     /* one of the words in `values`, separated by "|" */
  SETTING_TYPE_ARRAY,    /* separated by commas */
  SETTING_TYPE_PATH,     /* directories separated by ":", each made absolute */
  SETTING_TYPE_FILE,     /* made absolute */
  SETTING_TYPE_DIRECTORY,
  SETTING_TYPE_FILE_OR_DIRECTORY,
  SETTING_TYPE_TERMINUS,
  SETTING_TYPE_PRIORITY, /* a number, or high, normal, low, idle */
  SETTING_TYPE_AUTOSIGN, /* true, false or an absolute path */
  SETTING_TYPE_REVOCATION,
  SETTING_TYPE_SERVER_LIST, /* host:port, separated by commas */
  SETTING_TYPE_HEADERS,     /* name:value, separated by commas */
};

/* KNOWN settings are Puppet's: accepted, printed, visible as $settings::name, but without effect on ficelle. */
enum setting_use { SETTING_USED, SETTING_KNOWN };

struct setting_def {
  const char *name;
  enum setting_type type;
  const char *default_value; /* NULL: no value. "@word" is a computed default (settings_defaults.c) */
  const char *section;       /* for the documentation only */
  const char *values;        /* ENUM: the words, "a|b|c"; otherwise NULL */
  char letter;               /* of the short flag; 0: none */
  enum setting_use use;
  const char *description;
};

enum setting_id {
#define SETTING(name, type, default_value, section, values, letter, use, description) SETTING_##name,
#include "base/settings.def"
#undef SETTING
  SETTING_COUNT
};

extern const struct setting_def setting_defs[SETTING_COUNT];

/* Puppet's run modes: the section of puppet.conf with priority over [main]. SETTINGS_MAIN uses [main] only. In the
 * server's mode [server] has priority over [master], its old name. */
enum settings_mode { SETTINGS_MAIN, SETTINGS_USER, SETTINGS_AGENT, SETTINGS_SERVER };

struct settings;

struct settings *settings_new(void); /* mode USER, defaults only */
void settings_free(struct settings *s);
void settings_set_mode(struct settings *s, enum settings_mode mode);
enum settings_mode settings_get_mode(const struct settings *s);
const char *settings_mode_name(enum settings_mode mode);
/* Parses "main", "user", "agent", "server", "master"; false for any other name. */
bool settings_mode_parse(str name, enum settings_mode *mode);

/* Returns the same settings in another mode; must be freed with settings_free, before `s` changes or is freed. */
struct settings *settings_view(const struct settings *s, enum settings_mode mode);
/* Returns the value in a section of puppet.conf, as written; p is NULL if it is not set there. */
str settings_written(const struct settings *s, enum settings_mode section, enum setting_id id);

/* Finds a setting by name; false: not found. */
bool settings_find(str name, enum setting_id *id);

/* Sets a value from the command line. As in Puppet, only words of an ENUM are checked here; others are checked when
 * they are used. On failure `error` gets a text without location, and nothing changes. */
bool settings_set(struct settings *s, enum setting_id id, str value, struct buf *error);
/* Sets a default of the program: it has priority over the table's, but not over puppet.conf. */
void settings_set_default(struct settings *s, enum setting_id id, str value);
/* The value as written that a program with the same puppet.conf must get on its command line; p is NULL: none. */
str settings_given(const struct settings *s, enum setting_id id);
/* Whether a flag or puppet.conf sets the value. */
bool settings_is_set(const struct settings *s, enum setting_id id);

enum settings_result {
  SETTINGS_OK,
  SETTINGS_BROKEN,  /* the text has an error; like Puppet, log it and continue without the file */
  SETTINGS_REFUSED, /* unreadable, too large, or has settings of environment.conf: like Puppet, exit with status 1 */
};

/* Reads puppet.conf ($config; by default $confdir/puppet.conf). A missing file is empty. If the result is not
 * SETTINGS_OK, `error` has the reason with file and line, and the values do not change. */
enum settings_result settings_load(struct settings *s, struct buf *error);
/* Parses a text instead of the file; `name` is for messages. */
enum settings_result settings_load_text(struct settings *s, str text, const char *name, struct buf *error);
/* Evaluates every setting that ficelle uses; false with the first error. */
bool settings_check(struct settings *s, struct buf *error);
/* Returns the n-th warning of the last load (unknown names, a file attribute of a setting that is not a file), or
 * NULL. */
const char *settings_warning(const struct settings *s, size_t n);

/* Prints a value like `ficelle config print`. False with a message if it cannot be evaluated. A setting without a value
 * prints as an empty text; *nil (if not NULL) distinguishes the two. */
bool settings_print(struct settings *s, enum setting_id id, struct buf *out, bool *nil, struct buf *error);

/* Getters. Texts are NUL-terminated and have the given length; an unset value is the empty string, 0 or false. */
str settings_str(struct settings *s, enum setting_id id);
const char *settings_strz(struct settings *s, enum setting_id id);
bool settings_bool(struct settings *s, enum setting_id id);
/* Integers, ports, and durations and times to live in seconds; INT64_MAX is "unlimited". */
int64_t settings_int(struct settings *s, enum setting_id id);
/* Parses digits and a unit (y, d, h, m, s) to seconds; without a unit they are seconds. False: the text is something
 * else, or too large. */
bool settings_duration(str text, int64_t *seconds);
/* Returns the index of the value among the words of an ENUM, from 0. */
unsigned settings_enum(struct settings *s, enum setting_id id);
/* Returns the n-th part of a PATH (split at colons), or of an ARRAY, SERVER_LIST or HEADERS (at commas); false after
 * the last. Empty parts are skipped. */
bool settings_item(struct settings *s, enum setting_id id, size_t n, str *item);

/* Replaces $name and ${name} in a text by settings, as in puppet.conf and environment.conf. `environment` is the value
 * of $environment; NULL: that of the setting. False with a message if a name is unknown. */
bool settings_interpolate(struct settings *s, str text, const char *environment, struct buf *out, struct buf *error);

/* Sets up the log from the settings (log_level, log_categories, logdest, color, syslogfacility). `level` overrides
 * log_level if it is not negative (--debug, --verbose). Must be called again after a reload. */
bool settings_apply_log(struct settings *s, int level, struct buf *error);

#endif
