/* The alarms' source of numbers, and their only access to statistics. Tests use other sources.
 *
 * The functions answer from memory. The answers may change between two refreshes of the alarms, but not during one.
 * Names and texts are borrowed until the next refresh. */
#ifndef FICELLE_SUBAGENT_ALARM_SOURCE_H
#define FICELLE_SUBAGENT_ALARM_SOURCE_H

#include <stdint.h>

#include "base/buf.h"

/* The unit of a number, which decides the units allowed in a threshold. */
enum alarm_unit {
  ALARM_UNIT_PLAIN,
  ALARM_UNIT_MICROSECONDS,
  ALARM_UNIT_TICKS, /* hundredths of a second */
  ALARM_UNIT_SECONDS,
  ALARM_UNIT_RATIO, /* hundredths of a percent */
  ALARM_UNIT_KIBIBYTES,
  ALARM_UNIT_TRUTH, /* 1 true, 2 false */
};

struct alarm_object {
  uint32_t id; /* defined by the source */
  enum alarm_unit unit;
  const char *units;  /* as in the MIB: "nodes"; "" for none */
  bool table;         /* the object has rows; otherwise it is a scalar */
  bool without_store; /* valid even if the store cannot be read: it is about the store, or in another file */
};

/* ficStatsState. */
enum alarm_store { ALARM_STORE_OK = 1, ALARM_STORE_STALE, ALARM_STORE_MISSING, ALARM_STORE_CORRUPT };

enum alarm_result { ALARM_RESULT_NONE, ALARM_RESULT_OK, ALARM_RESULT_FAILED };

/* A row of the table of nodes. */
struct alarm_node {
  str name;  /* index of its row */
  str label; /* its whole name */
  str environment;
  enum alarm_result compile, run; /* of the last one */
  bool has_age;
  uint64_t age_s; /* since it was last seen */
};

struct alarm_source {
  void *ctx;
  /* Finds the object of that name. False with the reason in `why`: unknown, or an object that cannot have a threshold.
   * */
  bool (*object)(void *ctx, str name, struct alarm_object *object, struct buf *why);
  enum alarm_store (*store)(void *ctx);
  /* False: no such instance now. */
  bool (*scalar)(void *ctx, uint32_t id, uint64_t *value);
  /* Equal numbers mean equal rows in the same order in all tables. */
  uint64_t (*rows_generation)(void *ctx);
  /* The number of rows in the table of an object. */
  size_t (*rows)(void *ctx, uint32_t id);
  str (*row)(void *ctx, uint32_t id, size_t row);
  bool (*cell)(void *ctx, uint32_t id, size_t row, uint64_t *value);
  /* Grows when a stored value changes. */
  uint64_t (*generation)(void *ctx);
  size_t (*nodes)(void *ctx);
  void (*node)(void *ctx, size_t row, struct alarm_node *node);
};

#endif
