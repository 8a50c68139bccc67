/* collectors/stats.def as C tables: what is measured and published. All code that walks "all objects" (the layout of
 * the store, its reader, `ficelle stats`, the subagent, the generators, tests of the MIB) uses these tables.
 * `stats_list` is the list of FICELLE-MIB; foreign sources with a MIB of their own have other lists (stats_names.h,
 * stats_list.h), and so have tests. */
#ifndef COLLECTORS_STATS_TABLE_H
#define COLLECTORS_STATS_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* --- names of what stats.def lists ----------------------------------------------------------------------- */

/* STATS_ENUM_<symbol>: the enumerations. */
enum stats_enum {
#define STATS_ENUM(symbol, ...) STATS_ENUM_##symbol,
#include "collectors/stats.def"
  STATS_ENUMS
};

/* STATS_<enum>_<symbol>: their values, for example STATS_STATE_OK. */
enum stats_label_number {
#define STATS_LABEL(enum_, symbol, number, ...) STATS_##enum_##_##symbol = number,
#include "collectors/stats.def"
  STATS_NO_LABEL = 0
};

/* STATS_WINDOW_<symbol>, and STATS_SAMPLE_<window>_<symbol>: those of a window are consecutive. */
enum stats_window {
#define STATS_WINDOW(symbol, ...) STATS_WINDOW_##symbol,
#include "collectors/stats.def"
  STATS_WINDOWS
};
enum stats_sample {
#define STATS_SAMPLE(window, symbol, ...) STATS_SAMPLE_##window##_##symbol,
#include "collectors/stats.def"
  STATS_SAMPLES
};

/* STATS_HISTOGRAM_<symbol>. */
enum stats_histogram {
#define STATS_HISTOGRAM(symbol, ...) STATS_HISTOGRAM_##symbol,
#include "collectors/stats.def"
  STATS_HISTOGRAMS
};

/* STATS_SEGMENT_<symbol>: the files. */
enum stats_segment {
#define STATS_SEGMENT(symbol, ...) STATS_SEGMENT_##symbol,
#include "collectors/stats.def"
  STATS_SEGMENTS
};

/* STATS_<symbol>: the groups. */
enum stats_group {
#define STATS_GROUP(symbol, ...) STATS_##symbol,
#include "collectors/stats.def"
  STATS_GROUPS
};

/* STAT_<name>, for example STAT_ficCmpTotal: the objects in the order of stats.def, so those of a group are
 * consecutive, in ascending order of their sub-identifiers. */
enum stats_id {
#define STAT(group, number, name, ...) STAT_##name,
#include "collectors/stats.def"
  STATS_IDS
};

/* STATS_NOTIFICATION_<symbol>. */
enum stats_notification {
#define STATS_NOTIFICATION(symbol, ...) STATS_NOTIFICATION_##symbol,
#include "collectors/stats.def"
  STATS_NOTIFICATIONS
};

/* --- their descriptions -------------------------------------------------------------------------------- */

struct stats_enum_info {
  const char *symbol;     /* "RESULT" */
  const char *convention; /* "FicResult", "" for none */
  const char *description;
  size_t first, count; /* its values are labels[first] .. labels[first + count - 1], in ascending order */
};

struct stats_label_info {
  uint32_t number;
  const char *name;
  const char *description;
};

struct stats_window_info {
  const char *symbol;
  uint32_t number;
  uint32_t seconds, samples, most; /* defaults; the limit of the setting for samples */
  const char *description;
  size_t first, count; /* samples[first] .. */
};

enum stats_sample_of { STATS_SAMPLE_OF_VALUE, STATS_SAMPLE_OF_ROW, STATS_SAMPLE_OF_EACH };

struct stats_sample_info {
  const char *symbol;
  uint32_t number;
  enum stats_sample_of of;
  uint32_t group;       /* ROW */
  uint32_t enumeration; /* EACH */
  const char *description;
};

struct stats_histogram_info {
  const char *symbol;
  uint32_t number;
  const char *name;
  const char *units;
  const char *description;
};

enum stats_rows {
  STATS_ROWS_SCALARS,
  STATS_ROWS_NAMED,
  STATS_ROWS_FIXED,
  STATS_ROWS_HISTOGRAMS,
  STATS_ROWS_CONFIGURED,
};

struct stats_group_info {
  const char *symbol; /* "COMPILE" */
  uint32_t number;    /* sub-identifier under ficObjects; 0: the only group of a list whose objects are right below
                       * its root */
  const char *name;   /* "ficCompile" */
  enum stats_rows rows;
  uint32_t usual, most; /* NAMED: rows by default, and at most */
  uint32_t enumeration; /* FIXED */
  const char *description;
  size_t first, count; /* its objects are first .. first + count - 1 */
  enum stats_segment segment;
};

enum stats_syntax {
  STATS_COUNTER64,
  STATS_GAUGE32,
  STATS_UNSIGNED32,
  STATS_INTEGER32,
  STATS_TIMETICKS,   /* hundredths of a second */
  STATS_TIMESTAMP,   /* value of sysUpTime; the reader returns microseconds since 1970 */
  STATS_DATEANDTIME, /* the reader returns microseconds since 1970 */
  STATS_STRING,      /* SnmpAdminString (SIZE (min..max)) */
  STATS_TRUTHVALUE,  /* 1 true, 2 false */
  STATS_RATIO,       /* textual convention FicRatio: hundredths of a percent */
  STATS_OID,
  STATS_ENUMERATED, /* a value of the object's enumeration */
  STATS_COUNTER32,  /* the reader returns all 64 bits */
  STATS_GAUGE64,
};

enum stats_access { STATS_ACCESS_RO, STATS_ACCESS_RW, STATS_ACCESS_NOTIFY, STATS_ACCESS_NONE };

enum stats_source {
  STATS_SOURCE_STORE,
  STATS_SOURCE_MIRROR,
  STATS_SOURCE_INDEX,
  STATS_SOURCE_LABEL,
  STATS_SOURCE_AGE,  /* of: the object with the time */
  STATS_SOURCE_LEFT, /* of: the object with the time */
  STATS_SOURCE_STAMP,
  STATS_SOURCE_EVICTED,     /* of: the group */
  STATS_SOURCE_WINDOW,      /* of: the window, sample, number: enum stats_what */
  STATS_SOURCE_ROWS,        /* of: the group */
  STATS_SOURCE_COUNT,       /* of: the object, number: its value */
  STATS_SOURCE_COUNT_NAME,  /* of: the object */
  STATS_SOURCE_COUNT_OLDER, /* of, number: the objects with times */
  STATS_SOURCE_BUCKET_BOUND,
  STATS_SOURCE_BUCKET_COUNT,
  STATS_SOURCE_READER, /* number: enum stats_figure */
  STATS_SOURCE_PUBLISHER,
};

/* Of the samples in a window. */
enum stats_what {
  STATS_WHAT_COUNT,
  STATS_WHAT_P50,
  STATS_WHAT_P90,
  STATS_WHAT_P95,
  STATS_WHAT_P99,
  STATS_WHAT_MAX,
  STATS_WHAT_SHARE,
  STATS_WHAT_SECONDS,
};

/* Data about the store itself. */
enum stats_figure { STATS_FIGURE_AGE, STATS_FIGURE_STATE, STATS_FIGURE_TABLE_CHANGE, STATS_FIGURE_ACTIVE };

struct stats_from {
  enum stats_source source;
  uint32_t of, sample, number;
};

struct stats_info {
  uint32_t group;  /* enum stats_group */
  uint32_t number; /* sub-identifier in the group; column number in a table */
  const char *name;
  enum stats_syntax syntax;
  uint32_t enumeration; /* of STATS_ENUMERATED */
  uint32_t min, max;    /* octets of a string, range of an INTEGER32 or UNSIGNED32, else 0 */
  const char *units;    /* "" for none */
  enum stats_access access;
  const char *initial; /* the default, as text; "" for none */
  struct stats_from from;
  const char *graph; /* "" for none */
  const char *description;
};

struct stats_notification_info {
  const char *symbol;
  uint32_t number;
  const char *name;
  const char *description;
  size_t first, count; /* notified[first] .. */
};

struct stats_list {
  const struct stats_enum_info *enums;
  const struct stats_label_info *labels;
  const struct stats_window_info *windows;
  const struct stats_sample_info *samples;
  const struct stats_histogram_info *histograms;
  const struct stats_group_info *groups;
  const struct stats_info *stats;
  const struct stats_notification_info *notifications;
  const uint32_t *notified; /* enum stats_id */
  size_t enum_count, window_count, histogram_count, group_count, stat_count, notification_count;
};

extern const struct stats_list stats_list;
/* Names of the files of the list's segments in the collector's folder; "" for the statistics file. */
extern const char *const stats_segment_files[STATS_SEGMENTS];
/* The same for the programs' list. */
extern const struct stats_group_info stats_groups[STATS_GROUPS];
extern const struct stats_info stats_table[STATS_IDS];

/* The object of that name; -1 when unknown. */
int stats_find(const char *name);

/* The value of that number; NULL when unknown. */
const struct stats_label_info *stats_label(const struct stats_list *list, size_t enumeration, uint64_t number);

/* The name of a value of the programs' list; "" for an invalid number. */
const char *stats_label_name(enum stats_enum enumeration, uint64_t number);

/* A name as a label of a MIB: "evaluate_main" becomes "evaluateMain". At most 32 characters and the zero. */
void stats_mib_label(const char *name, char out[33]);

/* Whether the file has a cell for the object. */
static inline bool stats_is_stored(const struct stats_info *s)
{
  return s->from.source == STATS_SOURCE_STORE || s->from.source == STATS_SOURCE_MIRROR;
}

static inline bool stats_is_counter(const struct stats_info *s)
{
  return s->syntax == STATS_COUNTER64 || s->syntax == STATS_COUNTER32;
}

/* Whether the group is a table. */
static inline bool stats_is_table(const struct stats_group_info *g) { return g->rows != STATS_ROWS_SCALARS; }

#endif
