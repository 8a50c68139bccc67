/* Worker processes: each polls one source after the other. A source that hangs, crashes or leaks does so in a process
 * that the collector can end, and other sources are not affected.
 *
 * The pool knows only the number of a source in a job: its index in the set with which the pool was created. */
#ifndef FICELLE_COLLECTOR_WORKER_H
#define FICELLE_COLLECTOR_WORKER_H

#include <poll.h>
#include <sys/types.h>

#include "collectors/daemon/recorder.h"

struct worker {
  pid_t pid;           /* 0: this place is free */
  int fd;              /* -1: it is ending */
  void *job;           /* the present poll; NULL: idle */
  int64_t began_us;    /* start of the job, of idleness, or of ending */
  int64_t deadline_us; /* of the job */
  uint64_t polls;
  bool retiring; /* ends after the present job */
  bool overdue;  /* it was killed because its job took too long */
};

struct pool {
  struct worker *workers;
  size_t most; /* maximum number of workers */
  uint64_t worker_polls;
  const struct source_set *set;
  const char *folder;
  int64_t failed_us; /* when starting a process last failed; 0: it succeeded */
  uint64_t started;  /* since the beginning */
};

void pool_init(struct pool *p, size_t most);
/* Kills all workers, and waits until they have ended. */
void pool_fini(struct pool *p);

/* Sets what new workers poll, and where they record; present workers end after their jobs. `most` may differ from
 * before. */
void pool_use(struct pool *p, const struct source_set *set, const char *folder, size_t most, uint64_t worker_polls);

/* Returns a worker for a job: an idle one, or a new one if all have been busy for a while and more are allowed. NULL:
 * all are busy; ask again at *again_us at the latest. */
struct worker *pool_get(struct pool *p, int64_t now_us, int64_t *again_us);
/* Gives it the source at `index` of the set; `job` is not NULL. False: the worker has died, and nothing was started. */
bool pool_send(struct pool *p, struct worker *w, size_t index, void *job, bool quiet, int64_t now_us,
               int64_t timeout_us);

/* Receives an answer or the end of worker `w`, which poll(2) has reported. *job: its job, or NULL. True: the result is
 * the worker's. False: the worker ended without one, and the result describes how. */
bool pool_receive(struct pool *p, struct worker *w, int64_t now_us, void **job, struct source_result *result);

/* Kills overdue workers, ends idle ones that are not needed, and reaps ended ones. Returns when to call it again. */
int64_t pool_tend(struct pool *p, int64_t now_us);
/* Kills the worker that has the job, if one has; its end is not reported. */
void pool_cancel(struct pool *p, const void *job);

size_t pool_count(const struct pool *p);

#endif
