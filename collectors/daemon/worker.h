/* Worker processes: each polls one source after the other. A source that hangs, crashes or leaks does it in a process
 * that the collector can end, and other sources go on.
 *
 * The pool knows nothing of sources but the number that a job carries: their place in the set with which
 * it was made. */
#ifndef FICELLE_COLLECTOR_WORKER_H
#define FICELLE_COLLECTOR_WORKER_H

#include <poll.h>
#include <sys/types.h>

#include "collectors/daemon/recorder.h"

struct worker {
  pid_t pid;           /* 0: this place is free */
  int fd;              /* -1: it is ending */
  void *job;           /* what it is polling; NULL: it is idle */
  int64_t began_us;    /* of the job, of being idle, or of ending */
  int64_t deadline_us; /* of the job */
  uint64_t polls;
  bool retiring; /* ends after the present job */
  bool overdue;  /* it was killed, for its job took too long */
};

struct pool {
  struct worker *workers;
  size_t most; /* at most so many at the same time */
  uint64_t worker_polls;
  const struct source_set *set;
  const char *folder;
  int64_t failed_us; /* when no process could be started last; 0: it could */
  uint64_t started;  /* since the beginning */
};

void pool_init(struct pool *p, size_t most);
/* Kills all, and waits for their ends. */
void pool_fini(struct pool *p);

/* What workers that are started from now on poll, and where they record; those that run end after their present jobs.
 * `most` may differ from before. */
void pool_use(struct pool *p, const struct source_set *set, const char *folder, size_t most, uint64_t worker_polls);

/* Returns a worker for a job: an idle one, or a new one if all have been busy for a while and more may run. NULL: no
 * worker is free; ask again at *again_us at the latest. */
struct worker *pool_get(struct pool *p, int64_t now_us, int64_t *again_us);
/* Gives it the source at `index` of the set; `job` is not NULL. False: it has died, nothing is under way. */
bool pool_send(struct pool *p, struct worker *w, size_t index, void *job, bool quiet, int64_t now_us,
               int64_t timeout_us);

/* One answer or end of worker `w`, which poll(2) says has something. What was under way is in *job, NULL for nothing.
 * True: the result is the worker's. False: it ended without one, and its result says how. */
bool pool_receive(struct pool *p, struct worker *w, int64_t now_us, void **job, struct source_result *result);

/* Kills overdue workers, ends idle ones that are not needed, and reaps ended ones. Returns when to call it again. */
int64_t pool_tend(struct pool *p, int64_t now_us);
/* Kills the worker that has the job, if one has; its end is not reported. */
void pool_cancel(struct pool *p, const void *job);

size_t pool_count(const struct pool *p);

#endif
