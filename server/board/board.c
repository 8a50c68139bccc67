#include "server/board/board.h"

#include <assert.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>

#include "base/clock.h"

const uint64_t board_bounds[BOARD_BUCKETS - 1] = {1000,   2500,   5000,    10000,   25000,   50000,   100000,
                                                  250000, 500000, 1000000, 2500000, 5000000, 10000000};

struct board *board_new(void)
{
  struct board *b = mmap(NULL, sizeof *b, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (b == MAP_FAILED) return NULL;
  b->started_s = time(NULL);
  return b;
}

int board_take(struct board *b, unsigned generation)
{
  for (int i = 0; i < BOARD_SLOTS; i++) {
    struct board_slot *s = &b->slots[i];
    uint32_t expected = BOARD_FREE;
    if (!atomic_compare_exchange_strong(&s->state, &expected, BOARD_STARTING)) continue;
    s->generation = generation;
    s->pid = 0;
    s->requests = 0;
    s->busy_since = 0;
    s->beat = clock_us(CLOCK_MONOTONIC);
    s->line[0] = '\0';
    s->http.open = 0;
    s->http.waiting = 0;
    if (b->used <= (uint32_t)i) b->used = (uint32_t)i + 1;
    return i;
  }
  return -1;
}

void board_leave(struct board *b, unsigned slot)
{
  struct board_slot *s = &b->slots[slot];
  s->pid = 0;
  s->busy_since = 0;
  s->http.open = 0;
  s->http.waiting = 0;
  atomic_store(&s->state, BOARD_FREE);
}

static void add(_Atomic uint64_t *to, uint64_t n) { atomic_fetch_add_explicit(to, n, memory_order_relaxed); }

void board_count(struct board_slot *s, unsigned route, int status, uint64_t us, uint64_t bytes)
{
  assert(route < BOARD_ROUTES);
  struct board_route *r = &s->routes[route];
  unsigned bucket = 0;
  while (bucket < BOARD_BUCKETS - 1 && us > board_bounds[bucket]) bucket++;
  add(&r->count, 1);
  add(&r->us, us);
  add(&r->bytes, bytes);
  add(&r->status[status >= 100 && status < 600 ? status / 100 : 0], 1);
  add(&r->buckets[bucket], 1);
  add(&s->requests, 1);
}

struct board_total board_route_total(const struct board *b, unsigned route)
{
  struct board_total t = {0};
  for (uint32_t i = 0; i < b->used; i++) {
    const struct board_route *r = &b->slots[i].routes[route];
    if (r->count == 0) continue;
    t.count += r->count;
    t.us += r->us;
    t.bytes += r->bytes;
    for (int k = 0; k < 6; k++) t.status[k] += r->status[k];
    for (int k = 0; k < BOARD_BUCKETS; k++) t.buckets[k] += r->buckets[k];
  }
  return t;
}

struct board_http_total board_http_total(const struct board *b)
{
  struct board_http_total t = {0};
  for (uint32_t i = 0; i < b->used; i++) {
    const struct board_slot *s = &b->slots[i];
    t.connections += s->http.connections;
    t.handshakes += s->http.handshakes;
    t.resumed += s->http.resumed;
    t.handshakes_failed += s->http.handshakes_failed;
    t.refused += s->http.refused;
    t.over += s->http.over;
    t.requests += s->http.requests;
    t.malformed += s->http.malformed;
    t.timeouts += s->http.timeouts;
    t.cut += s->http.cut;
    t.received += s->http.received;
    t.sent += s->http.sent;
    if (s->state == BOARD_FREE) continue;
    t.open += s->http.open;
    t.waiting += s->http.waiting;
    t.workers++;
    t.busy += s->busy_since != 0;
  }
  return t;
}

void board_want_reload(struct board *b)
{
  add(&b->reload_wanted, 1);
  const pid_t supervisor = b->supervisor;
  if (supervisor > 0) kill(supervisor, SIGHUP);
}
