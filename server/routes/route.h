/* The routes, the state of a worker, and how a request is dispatched to its route. */
#ifndef FICELLE_SERVER_ROUTES_ROUTE_H
#define FICELLE_SERVER_ROUTES_ROUTE_H

#include "base/settings.h"
#include "server/http/request.h"

struct worker;

/* A route: a row of routes.def. */
typedef void route_fn(struct worker *w, struct request *r, struct answer *a);
struct route {
  const char *name; /* puppetserver's route-id, for statistics */
  unsigned methods;
  const char *pattern; /* prefix of the path; the rest is request.rest */
  bool exact;          /* nothing follows the pattern */
  bool any_access;     /* auth.conf is not asked (status, metrics have their own rows there, so: none so far) */
  route_fn *answer;
};
enum route_id {
#define ROUTE(symbol, methods, pattern, exact, function, name) ROUTE_##symbol,
#include "server/routes/routes.def"
#undef ROUTE
  ROUTE_COUNT
};
extern const struct route routes[ROUTE_COUNT];
#define ROUTE(symbol, methods, pattern, exact, function, name) route_fn function;
#include "server/routes/routes.def"
#undef ROUTE

/* The state of a worker. process/ creates it; every route gets it. */
struct worker {
  unsigned number; /* slot, from 0 */
  unsigned generation;
  struct settings *settings;          /* puppet.conf in the mode server */
  const struct server_config *config; /* config/config.h */
  struct auth *auth;                  /* auth/auth.h */
  struct environments *environments;  /* environments/environments.h: the loaded environments */
  struct indirector *indirector;      /* of the application "server"; one for the worker's life */
  struct board *board;                /* board/board.h: counters that all processes share */
  struct server_stats *stats;         /* collectors/server_stats.h: the worker's own; never NULL */
  int ca;                             /* socket to the process of the authority (ca/link.h); -1: none here */
};

/* --- dispatch.c --- */
/* Called between reading a request and sending its answer. Both report errors only through the answer. route_begin:
 * when the head has arrived, finds the route and checks auth.conf. False: `a` is the answer. *limit: the maximum size
 * of the body. */
bool route_begin(struct worker *w, struct request *r, struct answer *a, uint64_t *limit);
/* When the body has arrived, calls the route. */
void route_answer(struct worker *w, struct request *r, struct answer *a);
/* Sets the log's context to what is known of a request: client, node, environment, transaction. A route calls it again
 * when it knows more. Both functions above clear the context at the end; other callers must call log_context_clear().
 * */
void route_context(const struct request *r);

#endif
