/* The board: anonymous memory that all processes of the server share. The supervisor creates it, so the counts of a
 * process outlive it. Counters only grow, and totals are sums over the slots; a slot keeps its counts when a new
 * worker takes it. */
#ifndef FICELLE_SERVER_BOARD_BOARD_H
#define FICELLE_SERVER_BOARD_BOARD_H

#include <stdatomic.h>
#include <sys/types.h>

#include "server/http/http.h"

enum { BOARD_SLOTS = 256, BOARD_BUCKETS = 14, BOARD_LINE = 160, BOARD_ROUTES = 64 };

/* Upper bounds of the histogram buckets of times, in microseconds; the last bucket is unbounded. */
extern const uint64_t board_bounds[BOARD_BUCKETS - 1];

struct board_route {
  _Atomic uint64_t count, us, bytes;
  _Atomic uint64_t status[6]; /* by hundred: [2] is 2xx; [0]: the client was gone */
  _Atomic uint64_t buckets[BOARD_BUCKETS];
};

enum board_state { BOARD_FREE, BOARD_STARTING, BOARD_LISTENING, BOARD_DRAINING };

struct board_slot {
  _Atomic uint32_t state; /* enum board_state */
  _Atomic uint32_t generation;
  _Atomic int32_t pid;
  _Atomic uint64_t requests;   /* answered by this worker */
  _Atomic uint64_t busy_since; /* CLOCK_MONOTONIC, microseconds; 0: no request */
  _Atomic uint64_t beat;       /* likewise; when its event loop last ran */
  char line[BOARD_LINE];       /* the request in work, for the log if the worker dies */
  struct http_counts http;
  struct board_route routes[BOARD_ROUTES]; /* by route, as routes/route.h numbers them; ROUTE_COUNT: no route */
};

struct board {
  int64_t started_s;           /* of the server, since 1970 */
  _Atomic uint32_t generation; /* the generation that accepts connections */
  _Atomic uint32_t workers;    /* how many workers it should have */
  _Atomic uint64_t generations, workers_started, workers_died, reloads_failed;
  _Atomic uint64_t spool_at;             /* CLOCK_MONOTONIC, microseconds: when the spool's state is next counted */
  _Atomic uint64_t reload_wanted;        /* number of requests for a new generation */
  _Atomic uint32_t used;                 /* slots from here on were never taken */
  _Atomic int32_t supervisor, authority; /* process ids; 0: none */
  struct board_slot slots[BOARD_SLOTS];
};

struct board *board_new(void); /* NULL with errno */
/* Takes a free slot for a worker of the generation; -1 when all are taken. */
int board_take(struct board *b, unsigned generation);
/* Frees the slot of a worker that ended. */
void board_leave(struct board *b, unsigned slot);
void board_count(struct board_slot *s, unsigned route, int status, uint64_t us, uint64_t bytes);

/* The sum over all slots. */
struct board_total {
  uint64_t count, us, bytes, status[6], buckets[BOARD_BUCKETS];
};
struct board_total board_route_total(const struct board *b, unsigned route);
struct board_http_total {
  uint64_t connections, handshakes, resumed, handshakes_failed, refused, over, requests, malformed, timeouts, cut,
    received, sent;
  uint32_t open, waiting, workers, busy; /* now */
};
struct board_http_total board_http_total(const struct board *b);
/* Asks the supervisor for a new generation, which will be ready some time later. */
void board_want_reload(struct board *b);

#endif
