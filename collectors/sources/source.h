/* A foreign source: statistics of another program (stock Puppet, puppetserver, PuppetDB, Redis, MySQL), polled by
 * ficelle-collector and stored in statistics files that the subagent maps.
 *
 * A kind of source is one `struct source_kind`, a line in kinds.def, and a list of objects:
 *  - either rows of a table of collectors/stats.def (`group`): the row has the name of the source, and is in the file
 * sources.stats with those of all other sources;
 *  - or a list of its own (`list`), with a MIB of its own below `root`: the numbers are in a separate file, NAME.stats.
 *
 * A poll runs in a worker process. It may wait, but not longer than the source's timeout: it passes that on to the
 * library it uses, and the collector kills a worker that takes longer. Before a poll, the record forgets all objects
 * of the source, so an object that a poll does not set has no instance afterwards. */
#ifndef COLLECTORS_SOURCES_SOURCE_H
#define COLLECTORS_SOURCES_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "collectors/stats.h"
#include "collectors/stats_table.h"

/* A key of a source's section in collector.conf, in addition to the common keys. */
enum source_setting_syntax { SOURCE_TEXT, SOURCE_NUMBER, SOURCE_FLAG, SOURCE_SECONDS };

struct source_setting {
  const char *name; /* "socket"; NULL ends a list */
  enum source_setting_syntax syntax;
  const char *initial; /* the default as text; "" for none */
  uint64_t min, max;   /* of SOURCE_NUMBER and SOURCE_SECONDS */
  const char *help;    /* for the manual page, a sentence */
};

/* A section of collector.conf, checked. */
struct source_config {
  const char *name; /* 1 to 64 letters, digits, "-", "_" and "." */
  const struct source_kind *kind;
  uint32_t interval_s;
  uint32_t timeout_s;
  uint32_t stale_s;    /* how long old values remain valid */
  const char *root;    /* of a kind with its own MIB: dotted, without a dot before it; else "" */
  const char **values; /* in the order of kind->settings; a number is its digits, a flag "true" or "false" */
};

/* The value of a key; ends the program when the kind has no such key. */
const char *source_text(const struct source_config *config, const char *key);
uint64_t source_number(const struct source_config *config, const char *key);
bool source_flag(const struct source_config *config, const char *key);

/* The outcome of a poll: one of STATS_SOURCESTATE_*, and one line with the reason if it is not OK. */
struct source_outcome {
  uint32_t state;
  struct buf *reason;
};

struct source_kind {
  const char *name;                        /* "redis" */
  const char *title;                       /* "a Redis server", for messages and manual pages */
  const struct stats_list *list;           /* its own list; NULL: rows of `group` */
  uint32_t group;                          /* when `list` is NULL */
  const char *root;                        /* where `list` is published by default, dotted; NULL without one */
  uint32_t interval_s, timeout_s, stale_s; /* defaults */
  const struct source_setting *settings;   /* ends with a row without a name */
  bool own_states; /* it records in every state, because one of its objects contains the error */
  /* Checks the combination of settings; false with a line in `why`. NULL: nothing to check. */
  bool (*check)(const struct source_config *config, struct buf *why);
  /* Opens the source. NULL, with the outcome set, when it cannot be reached. */
  void *(*open)(const struct source_config *config, struct source_outcome *outcome);
  /* Polls the source, and puts the numbers into the record: with STAT_ identifiers for rows of `group` (the row is
   * already selected), otherwise with those of `list`. `now_us`: microseconds since 1970. Sets the outcome. The record
   * is used only if the state is OK, STALE or DISABLED, or the kind has `own_states`. */
  void (*poll)(void *source, const struct source_config *config, struct stats_record *record, uint64_t now_us,
               struct source_outcome *outcome);
  void (*close)(void *source);
};

/* Whether a state counts as a successful poll, so that its record is used. */
static inline bool source_state_good(uint32_t state)
{
  return state == STATS_SOURCESTATE_OK || state == STATS_SOURCESTATE_STALE || state == STATS_SOURCESTATE_DISABLED;
}
static inline bool source_records(const struct source_kind *kind, uint32_t state)
{
  return kind->own_states || source_state_good(state);
}

/* collectors/sources/kinds.def as a table. */
extern const struct source_kind *const source_kinds[];
extern const size_t source_kind_count;
const struct source_kind *source_kind_find(const char *name);

#endif
