/* A worker: takes connections, answers requests. */
#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/protect.h"
#include "base/service.h"
#include "base/trim.h"
#include "cli/cli_stats.h"
#include "server/process/process.h"
#include "server/process/statistics.h"

enum {
  HANDSHAKE_MS = 15000,
  HEAD_MS = 15000,
  STALL_MS = 30000,
  LEAST_RATE = 256,
  TICK_MS = 1000,
  SPOOL_US = 2000000,  /* how often one of the workers writes the spool's state to the statistics */
  KEPT_HEAP = 4 << 20, /* free bytes to keep in the heap: half of what a large compilation takes */
  TRIM_EACH = 16,      /* in answers */
  IDLE_TICKS = 5,      /* without an answer, before memory that is kept for the next one is given back */
  YIELD_US = 1000,     /* how long a connection is left to less busy workers */
  ACCEPT_AT_ONCE = 16,
  OTHER_FILES = 256,    /* descriptors that are not connections */
  STOP_LINGER_MS = 1000 /* at the end of the server: how long a connection without a request is kept */
};

struct worker_process {
  struct worker w;
  struct server *s;
  struct board_slot *slot;
  struct event_base *base;
  struct http *http;
  struct http_options options;
  struct access_log *access_log;
  struct statistics_seen seen;
  unsigned tls_told; /* generation of the TLS context whose certificate was last written to the statistics */
  struct event *accept[MOST_SOCKETS], *signals, *tick, *yield;
  bool leaving;
  uint64_t answers, answers_before; /* now, and at the last tick */
  unsigned idle_ticks;
};

/* --- the end --- */

/* Accepts no more connections, and ends when the present ones are closed. */
static void leave(struct worker_process *p, int64_t linger_ms)
{
  if (!p->leaving) {
    p->leaving = true;
    atomic_store(&p->slot->state, BOARD_DRAINING);
    for (unsigned i = 0; i < p->s->nsockets; i++) event_free(p->accept[i]);
    server_close_sockets(p->s);
  }
  http_drain(p->http, linger_ms);
}

/* max-requests-per-instance */
static void leave_when_old(struct worker_process *p)
{
  const int64_t most = p->s->config->requests_per_instance;
  if (p->leaving || most <= 0 || (int64_t)p->slot->requests < most) return;
  log_info(&log_server, "worker %d has answered %lld requests and is replaced", (int)getpid(),
           (long long)p->slot->requests);
  leave(p, p->options.idle_ms);
  kill(getppid(), SIGCHLD); /* handles leaving connections */
}

/* --- requests --- */

static bool on_begin(void *ctx, struct request *r, struct answer *a, uint64_t *limit)
{
  struct worker_process *p = ctx;
  return route_begin(&p->w, r, a, limit);
}

static void note_line(struct board_slot *slot, const struct request *r)
{
  snprintf(slot->line, sizeof slot->line, "%.*s for %.*s", STR_FMT(str_sub(r->head->line, 0, 100)),
           STR_FMT(r->peer.certname.n > 0 ? r->peer.certname : r->peer.address));
}

static void on_answer(void *ctx, struct request *r, struct answer *a)
{
  struct worker_process *p = ctx;
  const uint64_t now = clock_us(CLOCK_MONOTONIC);
  if (r->taken_us == 0) r->taken_us = now;
  note_line(p->slot, r);
  atomic_store(&p->slot->busy_since, now);
  route_answer(&p->w, r, a);
  atomic_store(&p->slot->busy_since, 0);
  r->answered_us = clock_us(CLOCK_MONOTONIC);
}

static void on_done(void *ctx, const struct request *r, const struct answer *a, uint64_t bytes)
{
  struct worker_process *p = ctx;
  const uint64_t began = (uint64_t)timespec_ns(r->began) / 1000;
  const uint64_t end = r->answered_us > 0 ? r->answered_us : (uint64_t)clock_us(CLOCK_MONOTONIC);
  const uint64_t us = began > 0 && end > began ? end - began : 0;
  const uint64_t wait_us = r->taken_us > began && began > 0 ? r->taken_us - began : 0;
  const unsigned route = r->route == NULL ? ROUTE_COUNT : (unsigned)(r->route - routes);
  board_count(p->slot, route, a->status, us, bytes);
  route_context(r);
  statistics_request(p->w.stats, r, a, bytes, us, wait_us);
  access_log_write(p->access_log, r, a->status, bytes, us, wait_us);
  log_debug(&log_server_http, "%.*s %.*s: %d, %llu bytes, %llu us", STR_FMT(r->method_name), STR_FMT(r->target),
            a->status, (unsigned long long)bytes, (unsigned long long)us);
  log_context_clear();
  if (++p->answers % TRIM_EACH == 0) trim_heap(KEPT_HEAP);
  leave_when_old(p);
}

/* --- connections --- */

/* Whether another worker is idle and has fewer connections than this one, so it should get the next one. */
static bool yields(const struct worker_process *p)
{
  const struct board *b = p->w.board;
  const uint32_t mine = p->slot->http.open;
  for (uint32_t i = 0; i < b->used; i++) {
    const struct board_slot *o = &b->slots[i];
    if (o != p->slot && o->state == BOARD_LISTENING && o->busy_since == 0 && o->http.waiting == 0 &&
        o->http.open + 1 < mine)
      return true;
  }
  return false;
}

static void listen_again(evutil_socket_t fd, short what, void *ctx)
{
  struct worker_process *p = ctx;
  (void)fd, (void)what;
  for (unsigned i = 0; !p->leaving && i < p->s->nsockets; i++) event_add(p->accept[i], NULL);
}

static void pause_listening(struct worker_process *p, int us)
{
  const struct timeval tv = {us / 1000000, us % 1000000};
  for (unsigned i = 0; i < p->s->nsockets; i++) event_del(p->accept[i]);
  event_add(p->yield, &tv);
}

static str address_of(const struct sockaddr_storage *a, char text[INET6_ADDRSTRLEN])
{
  const void *address = a->ss_family == AF_INET ? (const void *)&((const struct sockaddr_in *)a)->sin_addr
                                                : (const void *)&((const struct sockaddr_in6 *)a)->sin6_addr;
  if ((a->ss_family != AF_INET && a->ss_family != AF_INET6) ||
      inet_ntop(a->ss_family, address, text, INET6_ADDRSTRLEN) == NULL)
    return STR("-");
  return str_of(text);
}

static void on_accept(evutil_socket_t fd, short what, void *ctx)
{
  struct worker_process *p = ctx;
  bool tls = false;
  (void)what;
  for (unsigned i = 0; i < p->s->nsockets; i++)
    if (p->s->sockets[i].fd == fd) tls = p->s->sockets[i].tls;
  for (int i = 0; i < ACCEPT_AT_ONCE; i++) {
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    char text[INET6_ADDRSTRLEN];
    if (yields(p)) {
      pause_listening(p, YIELD_US);
      return;
    }
    const int connection = accept4(fd, (struct sockaddr *)&from, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (connection < 0) {
      /* Without free descriptors the event would fire again at once: wait a moment for some to be closed. */
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) pause_listening(p, 100 * YIELD_US);
      return;
    }
    http_take(p->http, connection, address_of(&from, text), tls ? p->s->tls : NULL);
  }
}

static void on_signal(evutil_socket_t fd, short what, void *ctx)
{
  struct worker_process *p = ctx;
  (void)what;
  for (int signal_number; (signal_number = service_take_signal(fd)) != 0;)
    leave(p, signal_number == SIGTERM ? STOP_LINGER_MS : p->options.idle_ms);
}

/* Also needed without connections, because the statistics contain the certificate's expiry. */
static void refresh_tls(struct worker_process *p)
{
  struct tls *t = p->s->tls;
  if (t == NULL) return;
  tls_refresh(t);
  /* The key is hidden from this generation; the next one can read a new one. */
  if (tls_has_failed(t) && protect_kept(p->s->tls_options.key).n > 0) board_want_reload(p->s->board);
  if (tls_generation(t) == p->tls_told) return;
  p->tls_told = tls_generation(t);
  server_stats_set(p->w.stats, STAT_ficSrvCertUntil, (uint64_t)tls_certificate_until(t) * 1000000);
}

/* Each worker counts what it has sent; one of them counts the spool. */
static void tell_puppetdb(struct worker_process *p)
{
  const uint64_t now = clock_us(CLOCK_MONOTONIC);
  uint64_t at = p->w.board->spool_at;
  cli_stats_sent(p->w.stats, p->w.indirector);
  if (p->w.indirector->puppetdb == NULL || now < at) return;
  if (atomic_compare_exchange_strong(&p->w.board->spool_at, &at, now + SPOOL_US))
    cli_stats_spool(p->w.stats, p->w.indirector);
}

static void give_back_memory(struct worker_process *p)
{
  p->idle_ticks = p->answers == p->answers_before ? p->idle_ticks + 1 : 0;
  p->answers_before = p->answers;
  if (p->idle_ticks == IDLE_TICKS) trim_arenas();
  trim_heap(p->idle_ticks == IDLE_TICKS ? 0 : KEPT_HEAP);
}

static void on_tick(evutil_socket_t fd, short what, void *ctx)
{
  struct worker_process *p = ctx;
  (void)fd, (void)what;
  atomic_store(&p->slot->beat, clock_us(CLOCK_MONOTONIC));
  tell_puppetdb(p);
  statistics_connections(p->w.stats, &p->slot->http, &p->seen);
  refresh_tls(p);
  give_back_memory(p);
  if (p->leaving && http_connections(p->http) == 0) event_base_loopbreak(p->base);
}

/* --- beginning --- */

static unsigned most_connections(void)
{
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return 100000;
  return limit.rlim_cur > 2 * OTHER_FILES ? (unsigned)limit.rlim_cur - OTHER_FILES : (unsigned)limit.rlim_cur / 2;
}

static void set_options(struct worker_process *p)
{
  const struct server_config *c = p->s->config;
  p->options = (struct http_options){.idle_ms = c->idle_timeout_ms,
                                     .handshake_ms = HANDSHAKE_MS,
                                     .head_ms = HEAD_MS,
                                     .stall_ms = STALL_MS,
                                     .least_rate = LEAST_RATE,
                                     .gzip = c->gzip,
                                     .most_connections = most_connections()};
}

static bool set_events(struct worker_process *p)
{
  static const int signals[] = {SIGTERM, SIGHUP, 0};
  const struct timeval tick = {TICK_MS / 1000, TICK_MS % 1000 * 1000};
  const int fd = service_open_signals(signals);
  p->base = event_base_new();
  if (fd < 0 || p->base == NULL) return false;
  p->signals = event_new(p->base, fd, EV_READ | EV_PERSIST, on_signal, p);
  p->tick = event_new(p->base, -1, EV_PERSIST, on_tick, p);
  p->yield = evtimer_new(p->base, listen_again, p);
  event_add(p->signals, NULL);
  event_add(p->tick, &tick);
  for (unsigned i = 0; i < p->s->nsockets; i++)
    p->accept[i] = event_new(p->base, p->s->sockets[i].fd, EV_READ | EV_PERSIST, on_accept, p);
  return true;
}

static void make_worker(struct worker_process *p, struct server *s, unsigned slot)
{
  p->s = s;
  p->slot = &s->board->slots[slot];
  p->w = (struct worker){.number = slot,
                         .generation = s->generation,
                         .settings = s->settings,
                         .config = s->config,
                         .auth = s->auth,
                         .environments = s->environments,
                         .board = s->board,
                         .ca = s->board->authority > 0 ? s->link.workers : -1};
}

/* Skips the counts of the slot's earlier workers. */
static void note_seen(struct worker_process *p)
{
  const struct http_counts *c = &p->slot->http;
  p->seen = (struct statistics_seen){c->connections,       c->handshakes, c->resumed,  c->refused,
                                     c->handshakes_failed, c->malformed,  c->timeouts, c->over};
}

void worker_main(struct server *s, unsigned slot)
{
  static const struct http_handler handler = {on_begin, on_answer, on_done};
  static struct worker_process p;
  str error;
  make_worker(&p, s, slot);
  if (!environments_worker_begin(s->environments, &error)) {
    log_error(&log_server, "WORKER_START", NULL, "%.*s", STR_FMT(error));
    _exit(1);
  }
  p.w.indirector = environments_indirector(s->environments);
  set_options(&p);
  if (!set_events(&p)) {
    log_error(&log_server, "WORKER_START", NULL, "cannot start a worker: %s", strerror(errno));
    _exit(1);
  }
  p.w.stats = server_stats_new(environments_store(s->environments));
  environments_count(s->environments, p.w.stats);
  note_seen(&p);
  p.access_log = access_log_open(s->settings);
  p.http = http_new(p.base, &p.options, &handler, &p, &p.slot->http);
  listen_again(-1, 0, &p);
  atomic_store(&p.slot->state, BOARD_LISTENING);
  if (write(s->tell, "l", 1) != 1) log_debug(&log_server, "cannot report that the worker listens");
  event_base_dispatch(p.base);
  http_free(p.http);
  access_log_close(p.access_log);
  cli_stats_sent(p.w.stats, p.w.indirector);
  statistics_connections(p.w.stats, &p.slot->http, &p.seen);
  server_stats_free(p.w.stats);
  _exit(0);
}
