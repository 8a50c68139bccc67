/* Writes the collector's files:
 *
 *   sources.stats   a row for each source (ficSourceTable), and the rows of kinds that have tables in FICELLE-MIB
 *   NAME.stats      the objects of a source whose kind has a list of its own
 *   collector.lock  locked while a collector uses the folder
 */
#ifndef FICELLE_COLLECTOR_RECORDER_H
#define FICELLE_COLLECTOR_RECORDER_H

#include "base/buf.h"
#include "collectors/sources/source_config.h"
#include "collectors/stats.h"

enum { RESULT_REASON = 256 };

/* The outcome of a poll. A worker sends it to the collector as bytes. */
struct source_result {
  uint32_t state;   /* STATS_SOURCESTATE_ */
  bool good;        /* values were recorded */
  bool row_written; /* of the source, in sources.stats */
  bool unrecorded;  /* it answered, or would have been asked, but its values cannot be written */
  int64_t took_us;
  char reason[RESULT_REASON];  /* one line, "" when ok */
  char trouble[RESULT_REASON]; /* why the row was not written */
};

struct recorder {
  char *folder;
  size_t rows; /* at least, for tables */
  bool quiet;
  struct stats_store *sources; /* NULL: could not be opened */
  struct stats_store *own;     /* of the last polled source, if it has its own file */
  char *own_name;
  const struct source_kind *own_kind;
};

/* Files are opened when they are needed. `rows`: the number of sources. */
void recorder_init(struct recorder *r, const char *folder, size_t rows);
void recorder_fini(struct recorder *r);

/* Creates and locks the folder. Returns the descriptor that holds the lock; -1 with a line in `why`. */
int recorder_lock(const char *folder, struct buf *why);

/* Whether this process logs why files cannot be written. The collector logs it once, from the results of polls. */
void recorder_quiet(struct recorder *r, const struct source_set *set, bool quiet);

/* Polls a source and records its values. */
void recorder_poll(struct recorder *r, const struct source_entry *e, struct source_result *result);
/* Records a result without a poll in this process. `polled`: a poll began in a process that died before it could
 * record the result. */
void recorder_note(struct recorder *r, const struct source_entry *e, struct source_result *result, bool polled);
/* Forgets the values of a source; its row in ficSourceTable stays, with the state given. */
void recorder_forget(struct recorder *r, const struct source_entry *e, struct source_result *result);
/* Removes all data of a source. `kind` may be NULL. */
void recorder_remove(struct recorder *r, const char *name, const struct source_kind *kind);

/* A row of ficSourceTable in the file. Texts are valid during the call only. */
struct recorded_row {
  const char *name, *kind, *reason;
  uint32_t state;
  uint64_t good_us; /* when the source was last ok, in microseconds since 1970, or 0 */
};

/* Calls `fn` for each of them. */
void recorder_each(struct recorder *r, void (*fn)(void *ctx, const struct recorded_row *row), void *ctx);

#endif
