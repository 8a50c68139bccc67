/* collectors/stats.def as a C table: what can be measured, its number, name, syntax and text. Everything that
 * walks "all objects" (the store's reader, `ficelle stats`, the subagent, tests of the MIB) walks these two
 * arrays. */
#ifndef COLLECTORS_STATS_TABLE_H
#define COLLECTORS_STATS_TABLE_H

#include <stddef.h>
#include <stdint.h>

/* STATS_<symbol>: the groups in the order of stats.def. */
enum stats_group {
#define STATS_GROUP(symbol, number, name, kind, index, description) STATS_##symbol,
#define STAT(...)
#include "collectors/stats.def"
#undef STATS_GROUP
#undef STAT
  STATS_GROUPS
};

/* STAT_<name>, for example STAT_ficCmpTotal: the objects in the order of stats.def, so those of a group stand
 * together, in ascending order of their sub-identifiers. */
enum stats_id {
#define STATS_GROUP(...)
#define STAT(group, number, name, ...) STAT_##name,
#include "collectors/stats.def"
#undef STATS_GROUP
#undef STAT
  STATS_IDS
};

enum stats_kind { STATS_KIND_SCALARS, STATS_KIND_TABLE };
enum stats_index { STATS_INDEX_NONE, STATS_INDEX_NAME, STATS_INDEX_NUMBER, STATS_INDEX_PAIR };

enum stats_syntax {
  STATS_COUNTER64,
  STATS_GAUGE32,
  STATS_UNSIGNED32,
  STATS_INTEGER32,
  STATS_TIMETICKS,    /* hundredths of a second */
  STATS_TIMESTAMP,    /* value of sysUpTime; the reader gives the moment as microseconds since 1970 */
  STATS_DATEANDTIME,  /* the reader gives microseconds since 1970 */
  STATS_STRING,       /* SnmpAdminString (SIZE (min..max)) */
  STATS_RESULT,       /* textual convention FicResult: enum stats_result */
  STATS_STATE,        /* INTEGER { ok(1), stale(2), missing(3), corrupt(4) }: enum stats_state */
  STATS_RATIO,        /* textual convention FicRatio: hundredths of a percent */
};

enum stats_source { STATS_SOURCE_STORE, STATS_SOURCE_READER, STATS_SOURCE_PUBLISHER, STATS_SOURCE_INDEX };

/* FicResult. A compilation gives none (never compiled), unchanged (succeeded) or failed; the others are for
 * runs. */
enum stats_result {
  STATS_RESULT_NONE = 1,
  STATS_RESULT_UNCHANGED,
  STATS_RESULT_CHANGED,
  STATS_RESULT_NOOP,
  STATS_RESULT_FAILED,
  STATS_RESULT_NO_CATALOG,
  STATS_RESULT_SKIPPED,
};

/* ficStatsState. */
enum stats_state {
  STATS_STATE_OK = 1,
  STATS_STATE_STALE,    /* readable, but nothing was recorded for longer than the reader was told to accept */
  STATS_STATE_MISSING,  /* no file, or not readable for this user */
  STATS_STATE_CORRUPT,  /* damaged, truncated, or of another layout version */
};

struct stats_group_info {
  const char *symbol;       /* "COMPILE" */
  uint32_t number;          /* sub-identifier under ficObjects */
  const char *name;         /* "ficCompile" */
  enum stats_kind kind;
  enum stats_index index;
  const char *description;
  enum stats_id first;      /* its objects are first .. first + count - 1 */
  size_t count;
};

struct stats_info {
  enum stats_group group;
  uint32_t number;          /* sub-identifier in the group; column number in a table */
  const char *name;
  enum stats_syntax syntax;
  uint32_t min, max;        /* octets of a string, range of an INTEGER32, else 0 */
  const char *units;        /* "" for none */
  const char *graph;        /* "" for none */
  enum stats_source source;
  const char *description;
};

extern const struct stats_group_info stats_groups[STATS_GROUPS];
extern const struct stats_info stats_table[STATS_IDS];

/* Object of that name; -1 when there is none. */
int stats_find(const char *name);

#endif
