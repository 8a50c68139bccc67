/* The supervisor, the process that lives as long as the server. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/service.h"
#include "cli/cli_stats.h"
#include "server/process/process.h"
#include "server/process/statistics.h"

enum {
  MOST_GENERATIONS = 32, /* that finish their requests at the same time */
  TICK_MS = 1000,
  TELL_US = 5000000,      /* how often the server's state is written to the statistics */
  RESTART_US = 1000000,   /* before another try after a generation that failed */
  BEAT_US = 120 * 1000000 /* a worker hangs if its event loop has not run for so long, unless it answers a request */
};

struct running {
  pid_t pid;
  unsigned number;
  int pipe; /* readable when the generation is ready */
};

struct supervisor {
  struct server *s;
  struct running current, next; /* pid 0: none; `next` is being prepared */
  struct running old[MOST_GENERATIONS];
  unsigned nold;
  bool ready; /* the first generation was ready */
  bool stopping, reload, failed;
  int64_t start_at, stop_until, authority_at;
  unsigned generations;
  struct cli_stats store;
  struct server_stats *stats;
  int64_t tell_at;        /* when to write the server's state to the statistics */
  uint64_t died, started; /* workers, as last logged */
};

static void start_generation(struct supervisor *v)
{
  struct server *s = v->s;
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC | O_NONBLOCK) < 0) return;
  s->generation = ++v->generations;
  const pid_t parent = getpid(), pid = fork();
  if (pid == 0) {
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(0);
    close(pipes[0]);
    s->supervisor = pipes[1];
    log_after_fork();
    generation_main(s);
  }
  close(pipes[1]);
  if (pid < 0) {
    log_error(&log_server, "GENERATION_FORK", NULL, "cannot start a generation: %s", strerror(errno));
    close(pipes[0]);
    return;
  }
  s->board->generations++;
  v->next = (struct running){pid, v->generations, pipes[0]};
}

static void retire(struct supervisor *v, struct running *r)
{
  if (r->pid == 0) return;
  if (v->nold == MOST_GENERATIONS) {
    /* Too many old generations: end the oldest. */
    kill(v->old[0].pid, SIGTERM);
    close(r->pipe);
    kill(r->pid, SIGTERM);
    return;
  }
  kill(r->pid, SIGHUP);
  v->old[v->nold++] = *r;
  r->pid = 0;
}

static void generation_is_ready(struct supervisor *v)
{
  retire(v, &v->current);
  v->current = v->next;
  v->next = (struct running){0};
  v->s->board->generation = v->current.number;
  log_notice(&log_server, "generation %u answers, with %u workers", v->current.number, (unsigned)v->s->board->workers);
  v->ready = true;
  server_stats_add(v->stats, STAT_ficSrvGenerations, 1);
  v->tell_at = 0;
  service_notify_systemd("READY=1\nSTATUS=generation %u answers, with %u workers\nMAINPID=%d", v->current.number,
                         (unsigned)v->s->board->workers, (int)getpid());
}

static void generation_ended(struct supervisor *v, pid_t pid, int status)
{
  for (unsigned i = 0; i < v->nold; i++) {
    if (v->old[i].pid != pid) continue;
    close(v->old[i].pipe);
    v->old[i] = v->old[--v->nold];
    return;
  }
  struct running *r = v->next.pid == pid ? &v->next : v->current.pid == pid ? &v->current : NULL;
  if (r == NULL) return;
  const bool was_next = r == &v->next;
  close(r->pipe);
  r->pid = 0;
  if (v->stopping) return;
  if (was_next && !v->ready) {
    v->failed = v->stopping = true;
  } else if (was_next && v->current.pid != 0) {
    v->s->board->reloads_failed++;
    log_error(&log_server, "RELOAD_FAILED", "The server continues with the previous configuration.",
              "generation %u could not start", v->generations);
    service_notify_systemd("READY=1\nSTATUS=reading the configuration again failed; generation %u answers",
                           v->current.number);
  } else {
    log_error(&log_server, "GENERATION_DIED", "Another one is started.", "generation %d ended: status %d", (int)pid,
              status);
    v->start_at = clock_us(CLOCK_MONOTONIC) + RESTART_US;
    v->reload = true;
  }
}

/* --- the authority --- */

static void start_authority(struct supervisor *v)
{
  struct board *b = v->s->board;
  if (v->stopping || b->authority != 0 || clock_us(CLOCK_MONOTONIC) < v->authority_at ||
      !authority_is_here(v->s->settings))
    return;
  b->authority = authority_start(v->s);
  if (b->authority == 0) v->authority_at = clock_us(CLOCK_MONOTONIC) + RESTART_US;
}

static bool authority_ended(struct supervisor *v, pid_t pid, int status)
{
  struct board *b = v->s->board;
  if (pid != b->authority) return false;
  b->authority = 0;
  v->authority_at = clock_us(CLOCK_MONOTONIC) + RESTART_US;
  if (!v->stopping)
    log_error(&log_server, "AUTHORITY_DIED", "It will be started again in a second.",
              "the certificate authority's process ended: status %d", status);
  return true;
}

static void reap(struct supervisor *v)
{
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
    if (!authority_ended(v, pid, status)) generation_ended(v, pid, status);
}

/* --- signals --- */

static void stop(struct supervisor *v)
{
  if (v->stopping) return;
  v->stopping = true;
  v->stop_until = clock_us(CLOCK_MONOTONIC) + (int64_t)v->s->config->shutdown_timeout_s * 1000000;
  log_notice(&log_server, "the server stops");
  service_notify_systemd("STOPPING=1\nSTATUS=answering pending requests");
  server_close_sockets(v->s);
  if (v->current.pid != 0) kill(v->current.pid, SIGTERM);
  if (v->next.pid != 0) kill(v->next.pid, SIGTERM);
  for (unsigned i = 0; i < v->nold; i++) kill(v->old[i].pid, SIGTERM);
}

static void take_signals(struct supervisor *v, int fd)
{
  for (int signal_number; (signal_number = service_take_signal(fd)) != 0;) {
    if (signal_number == SIGHUP) v->reload = true;
    else if (signal_number == SIGTERM || signal_number == SIGINT) stop(v);
  }
}

static void begin_reload(struct supervisor *v)
{
  if (!v->reload || v->stopping || v->next.pid != 0 || clock_us(CLOCK_MONOTONIC) < v->start_at) return;
  v->reload = false;
  log_reconfigure();
  if (v->s->board->authority > 0) kill(v->s->board->authority, SIGHUP);
  service_notify_systemd("RELOADING=1\nMONOTONIC_USEC=%llu\nSTATUS=reading the configuration again",
                         (unsigned long long)clock_us(CLOCK_MONOTONIC));
  start_generation(v);
}

/* --- statistics --- */

static void tell_statistics(struct supervisor *v)
{
  const struct board *b = v->s->board;
  const pid_t others[] = {v->current.pid, v->next.pid, b->authority};
  if (clock_us(CLOCK_MONOTONIC) < v->tell_at) return;
  v->tell_at = clock_us(CLOCK_MONOTONIC) + TELL_US;
  const uint64_t died = b->workers_died, started = b->workers_started;
  server_stats_add(v->stats, STAT_ficSrvDied, died - v->died);
  server_stats_add(v->stats, STAT_ficSrvStarted, started - v->started);
  v->died = died;
  v->started = started;
  statistics_alive(v->stats, b, others, sizeof others / sizeof *others);
}

/* --- the loop --- */

static void hear(struct supervisor *v)
{
  char byte;
  if (v->next.pid != 0 && read(v->next.pipe, &byte, 1) == 1) generation_is_ready(v);
}

/* Half of the interval of systemd's watchdog, in milliseconds; 0: no watchdog. */
static int64_t watchdog_ms(void)
{
  const char *us = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");
  if (us == NULL || (pid != NULL && atol(pid) != (long)getpid())) return 0;
  return strtoull(us, NULL, 10) / 2000;
}

/* Whether some worker of the present generation is alive: its event loop runs, or it works on a request, which has
 * limits of its own. */
static bool is_alive(const struct board *b)
{
  const uint64_t now = clock_us(CLOCK_MONOTONIC);
  for (uint32_t i = 0; i < b->used; i++) {
    const struct board_slot *s = &b->slots[i];
    if (s->state == BOARD_LISTENING && (s->busy_since != 0 || now - s->beat < BEAT_US)) return true;
  }
  return b->used == 0;
}

static bool is_done(const struct supervisor *v)
{
  if (!v->stopping) return false;
  if (v->current.pid == 0 && v->next.pid == 0 && v->nold == 0) return true;
  return v->stop_until != 0 && clock_us(CLOCK_MONOTONIC) > v->stop_until;
}

/* Ends the authority last, when its clients have ended. */
static void end_authority(pid_t pid)
{
  if (pid <= 0) return;
  kill(pid, SIGTERM);
  for (int i = 0; i < 100; i++) {
    if (waitpid(pid, NULL, WNOHANG) != 0) return;
    usleep(50 * 1000);
  }
  kill(pid, SIGKILL);
}

static void kill_all(const struct supervisor *v)
{
  const struct board *b = v->s->board;
  for (uint32_t i = 0; i < b->used; i++)
    if (b->slots[i].pid > 0) kill(b->slots[i].pid, SIGKILL);
  if (v->current.pid != 0) kill(v->current.pid, SIGKILL);
  if (v->next.pid != 0) kill(v->next.pid, SIGKILL);
  for (unsigned i = 0; i < v->nold; i++) kill(v->old[i].pid, SIGKILL);
  end_authority(b->authority);
}

int supervisor_run(struct server *s)
{
  static const int signals[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP, 0};
  struct supervisor v = {.s = s};
  const int fd = service_open_signals(signals);
  const int64_t watchdog = watchdog_ms();
  int64_t next_watchdog = 0;
  s->board->supervisor = getpid();
  if (!ca_link_open(&s->link)) {
    log_error(&log_server, "AUTHORITY_LINK", NULL, "cannot open the link to the certificate authority: %s",
              strerror(errno));
    return 1;
  }
  start_authority(&v);
  start_generation(&v);
  cli_stats_begin(&v.store, s->settings);
  v.stats = server_stats_new(v.store.store);
  if (fd < 0 || v.next.pid == 0) return 1;
  while (!is_done(&v)) {
    struct pollfd fds[] = {{.fd = fd, .events = POLLIN}, {.fd = v.next.pid != 0 ? v.next.pipe : -1, .events = POLLIN}};
    poll(fds, 2, watchdog > 0 && watchdog < TICK_MS ? (int)watchdog : TICK_MS);
    take_signals(&v, fd);
    hear(&v);
    reap(&v);
    start_authority(&v);
    begin_reload(&v);
    tell_statistics(&v);
    if (watchdog > 0 && clock_us(CLOCK_MONOTONIC) >= next_watchdog && is_alive(s->board)) {
      next_watchdog = clock_us(CLOCK_MONOTONIC) + watchdog * 1000;
      service_notify_systemd("WATCHDOG=1");
    }
  }
  kill_all(&v);
  v.tell_at = 0;
  tell_statistics(&v);
  server_stats_gone(v.stats);
  server_stats_free(v.stats);
  cli_stats_end(&v.store);
  return v.failed ? 1 : 0;
}
