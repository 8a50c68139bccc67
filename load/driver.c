/* All clients: TLS, the ramp, stages one after the other, signals, the end. */
#include "load/driver.h"

#include <event2/event.h>
#include <netdb.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include <openssl/err.h>

#include "base/clock.h"

struct driver {
  struct load *l;
  struct client **clients;
  unsigned count, left; /* left: clients that have not finished */
  struct event *over;   /* the end of the stage */
  struct event *late;   /* when unfinished transactions are aborted */
};

double driver_random(void) { return (double)random() / ((double)RAND_MAX + 1); }

static uint64_t cpu_us(void)
{
  struct rusage u;
  getrusage(RUSAGE_SELF, &u);
  return (uint64_t)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000 +
         (uint64_t)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* --- preparation -------------------------------------------------------------------------------------------- */

static bool find_server(struct load *l, struct buf *why)
{
  char port[16];
  struct addrinfo *found = NULL;
  const struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_ADDRCONFIG};
  snprintf(port, sizeof port, "%u", l->o.port);
  const int error = getaddrinfo(l->o.server, port, &hints, &found);
  if (error != 0) {
    buf_printf(why, "%s: %s", l->o.server, gai_strerror(error));
    return false;
  }
  memcpy(&l->address, found->ai_addr, found->ai_addrlen);
  l->address_size = (int)found->ai_addrlen;
  freeaddrinfo(found);
  return true;
}

static bool make_tls(struct load *l, struct buf *why)
{
  l->tls = SSL_CTX_new(TLS_client_method());
  if (l->tls == NULL) {
    abort();
  }
  SSL_CTX_set_mode(l->tls, SSL_MODE_RELEASE_BUFFERS); /* thousands of idle connections take a quarter of the memory */
  SSL_CTX_set_session_cache_mode(l->tls, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
  SSL_CTX_sess_set_new_cb(l->tls, client_new_session);
  if (l->o.authorities == NULL) {
    return true;
  }
  if (SSL_CTX_load_verify_locations(l->tls, l->o.authorities, NULL) != 1) {
    buf_printf(why, "%s: contains no readable certificates", l->o.authorities);
    return false;
  }
  ERR_clear_error();
  SSL_CTX_set_verify(l->tls, SSL_VERIFY_PEER, NULL);
  return true;
}

/* Needs two descriptors per client, and some more. */
static bool raise_limit(const struct load_options *o, struct buf *why)
{
  struct rlimit limit;
  unsigned most = 0;
  for (unsigned i = 0; i < o->stage_count; i++) {
    most = o->stages[i] > most ? o->stages[i] : most;
  }
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < most + 64) {
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur < most + 64) {
      buf_printf(why, "%u clients need %u open files, and this process may have %llu: see ulimit -n", most, most + 64,
                 (unsigned long long)limit.rlim_cur);
      return false;
    }
  }
  return true;
}

/* --- a stage --------------------------------------------------------------------------------------------- */

static struct driver *running; /* the clients' stage */

void driver_client_done(struct load *l)
{
  running->left--;
  if (running->left == 0) {
    event_base_loopbreak(l->base);
  }
}

/* No new transactions begin; an idle client has finished. */
static void stop(struct driver *d)
{
  const struct timeval patience = {(time_t)d->l->o.timeout + 1, 0};
  d->l->stopping = true;
  event_add(d->late, &patience);
  for (unsigned i = 0; i < d->count; i++) {
    client_end(d->clients[i]);
  }
}

static void time_is_up(evutil_socket_t fd, short what, void *arg)
{
  (void)fd;
  (void)what;
  stop(arg);
}

static void give_up(evutil_socket_t fd, short what, void *arg)
{
  struct driver *d = arg;
  (void)fd;
  (void)what;
  event_base_loopbreak(d->l->base);
}

/* SIGINT, SIGTERM: the results so far are printed. */
static void interrupted(evutil_socket_t fd, short what, void *arg)
{
  struct load *l = arg;
  (void)fd;
  (void)what;
  l->interrupted = l->stopping = true;
  event_base_loopbreak(l->base);
}

static void stage(struct load *l, unsigned concurrency)
{
  struct driver d = {.l = l, .count = concurrency, .left = concurrency};
  const double begun_cpu = (double)cpu_us();
  d.clients = calloc(concurrency, sizeof *d.clients);
  d.over = evtimer_new(l->base, time_is_up, &d);
  d.late = evtimer_new(l->base, give_up, &d);
  if (d.clients == NULL || d.over == NULL || d.late == NULL) {
    abort();
  }
  running = &d;
  l->stopping = false;
  tally_begin(&l->tally, concurrency, clock_us(CLOCK_MONOTONIC));
  for (unsigned i = 0; i < concurrency; i++) {
    d.clients[i] = client_new(l, i);
    client_start(d.clients[i], l->o.ramp * i / concurrency + l->o.splay * driver_random());
  }
  if (l->o.duration > 0) {
    const struct timeval t = {(time_t)l->o.duration,
                              (suseconds_t)((l->o.duration - (double)(time_t)l->o.duration) * 1e6)};
    event_add(d.over, &t);
  }
  event_base_dispatch(l->base);
  for (unsigned i = 0; i < concurrency; i++) {
    client_free(d.clients[i]);
  }
  running = NULL;
  l->tally.cpu_us = (uint64_t)((double)cpu_us() - begun_cpu);
  event_free(d.over);
  event_free(d.late);
  free(d.clients);
}

bool driver_run(struct load *l, void (*over)(struct load *l, const struct tally *t, void *ctx), void *ctx,
                struct buf *why)
{
  if (!find_server(l, why) || !make_tls(l, why) || !raise_limit(&l->o, why)) {
    return false;
  }
  l->base = event_base_new();
  struct event *ints = l->base == NULL ? NULL : evsignal_new(l->base, SIGINT, interrupted, l);
  struct event *terms = l->base == NULL ? NULL : evsignal_new(l->base, SIGTERM, interrupted, l);
  if (ints == NULL || terms == NULL) {
    abort();
  }
  srandom((unsigned)time(NULL));
  event_add(ints, NULL);
  event_add(terms, NULL);
  for (unsigned i = 0; i < l->o.stage_count && !l->interrupted; i++) {
    stage(l, l->o.stages[i]);
    over(l, &l->tally, ctx);
    tally_free(&l->tally);
  }
  event_free(ints);
  event_free(terms);
  event_base_free(l->base);
  SSL_CTX_free(l->tls);
  return true;
}
