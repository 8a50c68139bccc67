/* Worker processes: forks them, sends a source to poll, receives the result, and kills those that exceed their time. */
#include "collectors/daemon/worker.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/log.h"
#include "base/trim.h"

enum {
  BUSY_US = 20000,     /* when all have been busy for so long, another is started */
  GRACE_US = 1000000,  /* time after its timeout for a source to give up by itself */
  IDLE_US = 30000000,  /* all but one end after this idle time */
  ENDING_US = 2000000, /* time to end by itself */
  RETRY_US = 1000000,  /* after a process could not be started */
};

/* The message to a worker that starts a poll; the worker answers with a struct source_result. */
struct job {
  uint64_t index;
  bool quiet; /* failing to write files was logged */
};

/* --- in the worker --------------------------------------------------------------------------------------- */

static _Noreturn void work(const struct source_set *set, const char *folder, int fd)
{
  struct recorder recorder;
  struct job job;
  bool first = true;
  recorder_init(&recorder, folder, set->count);
  while (recv(fd, &job, sizeof job, 0) == (ssize_t)sizeof job) {
    struct source_result result;
    recorder_quiet(&recorder, set, job.quiet);
    log_context_set("source", set->entries[job.index]->config.name);
    recorder_poll(&recorder, set->entries[job.index], &result);
    log_context_clear();
    if (send(fd, &result, sizeof result, MSG_NOSIGNAL) != (ssize_t)sizeof result) break;
    if (first) trim_memory(); /* libraries of this kind of source are loaded now */
    first = false;
  }
  _exit(0);
}

/* Resets signals, closes the collector's descriptors, and ends when the collector ends. */
static _Noreturn void become_worker(const struct pool *p, int fd, pid_t parent)
{
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGHUP, SIG_IGN); /* from a terminal it is meant for the collector */
  signal(SIGINT, SIG_IGN);
  prctl(PR_SET_NAME, "collector-poll");
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
  if (getppid() != parent) _exit(0);
  for (size_t i = 0; i < p->most; i++)
    if (p->workers[i].pid != 0 && p->workers[i].fd >= 0) close(p->workers[i].fd);
  log_after_fork();
  work(p->set, p->folder, fd);
}

/* --- the pool -------------------------------------------------------------------------------------------- */

void pool_init(struct pool *p, size_t most)
{
  *p = (struct pool){.workers = xcalloc(most, sizeof *p->workers), .most = most};
}

size_t pool_count(const struct pool *p)
{
  size_t n = 0;
  for (size_t i = 0; i < p->most; i++) n += p->workers[i].pid != 0;
  return n;
}

/* Closes the connection, so that the process ends. */
static void let_go(struct worker *w, int64_t now_us)
{
  if (w->fd >= 0) close(w->fd);
  w->fd = -1;
  w->job = NULL;
  w->began_us = now_us;
}

static bool wait_for(struct worker *w, int options, int *status)
{
  pid_t pid;
  do {
    pid = waitpid(w->pid, status, options);
  } while (pid < 0 && errno == EINTR);
  if (pid == 0) return false;
  if (w->fd >= 0) close(w->fd);
  *w = (struct worker){.fd = -1};
  return true;
}

static void end_now(struct worker *w)
{
  int status;
  kill(w->pid, SIGKILL);
  wait_for(w, 0, &status);
}

void pool_fini(struct pool *p)
{
  for (size_t i = 0; i < p->most; i++)
    if (p->workers[i].pid != 0) kill(p->workers[i].pid, SIGKILL);
  for (size_t i = 0; i < p->most; i++)
    if (p->workers[i].pid != 0) end_now(&p->workers[i]);
  free(p->workers);
  *p = (struct pool){0};
}

void pool_use(struct pool *p, const struct source_set *set, const char *folder, size_t most, uint64_t worker_polls)
{
  p->set = set;
  p->folder = folder;
  p->worker_polls = worker_polls;
  if (most > p->most) {
    p->workers = xrealloc(p->workers, most * sizeof *p->workers);
    memset(p->workers + p->most, 0, (most - p->most) * sizeof *p->workers);
  }
  for (size_t i = most; i < p->most; i++)
    if (p->workers[i].pid != 0) end_now(&p->workers[i]);
  p->most = most;
  for (size_t i = 0; i < p->most; i++) {
    struct worker *w = &p->workers[i];
    if (w->pid == 0) continue;
    w->retiring = true;
    if (w->job == NULL) let_go(w, w->began_us);
  }
}

static bool start(struct pool *p, struct worker *w, int64_t now_us)
{
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) pair[0] = pair[1] = -1;
  const pid_t parent = getpid(), pid = pair[0] < 0 ? -1 : fork();
  if (pid == 0) {
    close(pair[0]);
    become_worker(p, pair[1], parent);
  }
  const int problem = errno;
  if (pair[1] >= 0) close(pair[1]);
  if (pid < 0) {
    if (pair[0] >= 0) close(pair[0]);
    if (p->failed_us == 0)
      log_error(&log_collector, "NO_WORKER", "Look at the limits of processes and memory.",
                "cannot start a process to poll sources: %s", strerror(problem));
    p->failed_us = now_us;
    return false;
  }
  *w = (struct worker){.pid = pid, .fd = pair[0], .began_us = now_us};
  p->failed_us = 0;
  p->started++;
  return true;
}

static bool is_idle(const struct worker *w) { return w->pid != 0 && w->fd >= 0 && w->job == NULL; }

struct worker *pool_get(struct pool *p, int64_t now_us, int64_t *again_us)
{
  struct worker *idle = NULL, *room = NULL;
  int64_t latest_us = INT64_MIN;
  for (size_t i = 0; i < p->most; i++) {
    struct worker *w = &p->workers[i];
    if (w->pid == 0) room = room == NULL ? w : room;
    /* The most recently used one, so that the others can end. */
    else if (is_idle(w) && (idle == NULL || w->began_us > idle->began_us)) idle = w;
    else if (w->job != NULL && w->began_us > latest_us) latest_us = w->began_us;
  }
  if (idle != NULL) return idle;
  *again_us = INT64_MAX;
  if (room == NULL) return NULL;
  if (latest_us != INT64_MIN && now_us - latest_us < BUSY_US) {
    *again_us = latest_us + BUSY_US;
    return NULL;
  }
  if (p->failed_us != 0 && now_us - p->failed_us < RETRY_US) {
    *again_us = p->failed_us + RETRY_US;
    return NULL;
  }
  if (start(p, room, now_us)) return room;
  *again_us = now_us + RETRY_US;
  return NULL;
}

bool pool_send(struct pool *p, struct worker *w, size_t index, void *job, bool quiet, int64_t now_us,
               int64_t timeout_us)
{
  struct job message;
  memset(&message, 0, sizeof message);
  message.index = index;
  message.quiet = quiet;
  if (send(w->fd, &message, sizeof message, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)sizeof message) {
    let_go(w, now_us);
    return false;
  }
  w->job = job;
  w->began_us = now_us;
  w->deadline_us = now_us + timeout_us + GRACE_US;
  w->retiring = ++w->polls >= p->worker_polls;
  return true;
}

/* The outcome of a source whose poll ended its worker. */
static void describe_end(int status, bool overdue, struct source_result *result)
{
  *result = (struct source_result){.state = STATS_SOURCESTATE_REFUSED};
  if (overdue) {
    result->state = STATS_SOURCESTATE_TIMEOUT;
    snprintf(result->reason, sizeof result->reason, "it did not answer in time, and its worker was killed");
  } else if (WIFSIGNALED(status)) {
    const int by = WTERMSIG(status);
    const bool crash = by == SIGSEGV || by == SIGBUS || by == SIGABRT || by == SIGFPE || by == SIGILL;
    if (crash) result->state = STATS_SOURCESTATE_CORRUPT;
    snprintf(result->reason, sizeof result->reason, "its worker was ended by signal %d (%s) during the poll", by,
             strsignal(by));
  } else {
    snprintf(result->reason, sizeof result->reason, "its worker ended with status %d during the poll",
             WEXITSTATUS(status));
  }
}

bool pool_receive(struct pool *p, struct worker *w, int64_t now_us, void **job, struct source_result *result)
{
  (void)p;
  const ssize_t n = recv(w->fd, result, sizeof *result, MSG_DONTWAIT);
  const int64_t began_us = w->began_us;
  *job = NULL;
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return true;
  *job = w->job;
  if (n == (ssize_t)sizeof *result && *job != NULL) {
    result->reason[RESULT_REASON - 1] = result->trouble[RESULT_REASON - 1] = '\0';
    w->job = NULL;
    w->began_us = now_us;
    if (w->retiring) let_go(w, now_us);
    return true;
  }
  /* The worker is dead, or violates the protocol. */
  int status = 0;
  const bool overdue = w->overdue;
  kill(w->pid, SIGKILL); /* has no effect when it has ended */
  wait_for(w, 0, &status);
  describe_end(status, overdue, result);
  result->took_us = now_us - began_us;
  return false;
}

static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

int64_t pool_tend(struct pool *p, int64_t now_us)
{
  int64_t again_us = INT64_MAX;
  size_t idle = 0;
  int status;
  for (size_t i = 0; i < p->most; i++) idle += is_idle(&p->workers[i]) && !p->workers[i].retiring;
  for (size_t i = 0; i < p->most; i++) {
    struct worker *w = &p->workers[i];
    if (w->pid == 0) continue;
    if (w->fd < 0) {
      if (now_us - w->began_us >= ENDING_US) end_now(w);
      else if (!wait_for(w, WNOHANG, &status)) again_us = earlier(again_us, now_us + ENDING_US / 10);
    } else if (w->job != NULL) {
      if (now_us >= w->deadline_us && !w->overdue) {
        w->overdue = true;
        kill(w->pid, SIGKILL);
      } else if (!w->overdue) {
        again_us = earlier(again_us, w->deadline_us);
      }
    } else if (idle > 1) {
      if (now_us - w->began_us >= IDLE_US) {
        let_go(w, now_us);
        again_us = earlier(again_us, now_us + ENDING_US / 10);
        idle--;
      } else {
        again_us = earlier(again_us, w->began_us + IDLE_US);
      }
    }
  }
  return again_us;
}

void pool_cancel(struct pool *p, const void *job)
{
  for (size_t i = 0; i < p->most; i++)
    if (p->workers[i].pid != 0 && p->workers[i].job == job) end_now(&p->workers[i]);
}
