/* What the collector writes: the files of its folder.
 *
 *   sources.stats   a row for each source (ficSourceTable), and the rows of kinds that have tables in FICELLE-MIB
 *   NAME.stats      the objects of a source whose kind has a list of its own
 *   collector.lock  is locked while a collector uses the folder
 */
#ifndef FICELLE_COLLECTOR_RECORDER_H
#define FICELLE_COLLECTOR_RECORDER_H

#include "base/buf.h"
#include "collectors/sources/source_config.h"
#include "collectors/stats.h"

enum { RESULT_REASON = 256 };

/* How a poll ended. It goes from a worker to the collector as it is. */
struct source_result {
  uint32_t state;   /* STATS_SOURCESTATE_ */
  bool good;        /* values were recorded */
  bool row_written; /* of the source, in sources.stats */
  int64_t took_us;
  char reason[RESULT_REASON];  /* one line, "" when it is ok */
  char trouble[RESULT_REASON]; /* why the row was not written */
};

struct recorder {
  char *folder;
  size_t rows;                 /* of tables, at least */
  struct stats_store *sources; /* NULL: could not be opened */
  struct stats_store *own;     /* of the source polled last, if it has its own file */
  char *own_name;
  const struct source_kind *own_kind;
};

/* Nothing is opened before it is needed. `rows`: how many sources there are. */
void recorder_init(struct recorder *r, const char *folder, size_t rows);
void recorder_fini(struct recorder *r);

/* Makes and locks the folder. The descriptor that holds the lock; -1 with a line in `why`. */
int recorder_lock(const char *folder, struct buf *why);

/* Polls a source and records what it gives. */
void recorder_poll(struct recorder *r, const struct source_entry *e, struct source_result *result);
/* Records a result without a poll in this process; `polled`: for a poll in a process that died before it could record
 * it. */
void recorder_note(struct recorder *r, const struct source_entry *e, struct source_result *result, bool polled);
/* Forgets the values of a source; its row in ficSourceTable stays, with the state given. */
void recorder_forget(struct recorder *r, const struct source_entry *e, struct source_result *result);
/* Removes all that is known of a source. `kind` may be NULL. */
void recorder_remove(struct recorder *r, const char *name, const struct source_kind *kind);

/* Calls `fn` for each row of ficSourceTable in the file; good_us is when the source was last good, microseconds since
 * 1970, or 0. */
void recorder_each(struct recorder *r,
                   void (*fn)(void *ctx, const char *name, uint32_t state, const char *kind, uint64_t good_us),
                   void *ctx);

#endif
