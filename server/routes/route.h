/* The routes, what a worker has, and how a request comes to its route. */
#ifndef FICELLE_SERVER_ROUTES_ROUTE_H
#define FICELLE_SERVER_ROUTES_ROUTE_H

#include "base/settings.h"
#include "server/http/request.h"

struct worker;

/* A route: a row of routes.def. */
typedef void route_fn(struct worker *w, struct request *r, struct answer *a);
struct route {
  const char *name; /* its route-id in statistics, as puppetserver has it */
  unsigned methods;
  const char *pattern; /* a path's beginning; what follows is request.rest */
  bool exact;          /* nothing follows */
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

/* What a worker has. Made by process/, given to every route. */
struct worker {
  unsigned number; /* slot, from 0 */
  unsigned generation;
  struct settings *settings;          /* puppet.conf in the mode server */
  const struct server_config *config; /* config/config.h */
  struct auth *auth;                  /* auth/auth.h */
  struct environments *environments;  /* environments/environments.h: what is loaded */
  struct indirector *indirector;      /* of the application "server"; one for the worker's life */
  struct board *board;                /* board/board.h: counters that all processes share */
  struct server_stats *stats;         /* collectors/server_stats.h: the worker's own; never NULL */
  int ca;                             /* socket to the process of the authority (ca/link.h); -1: no authority here */
};

/* --- dispatch.c --- */
/* Between reading a request and sending its answer; neither fails otherwise than through the answer.
 * When its head is there: finds the route, and asks auth.conf. False: `a` is the answer. *limit: the most bytes of its
 * body. */
bool route_begin(struct worker *w, struct request *r, struct answer *a, uint64_t *limit);
/* When its body is there: has the route answer. */
void route_answer(struct worker *w, struct request *r, struct answer *a);
/* Sets the log's context to what is known of a request: client, node, environment, transaction. A route calls it when
 * it has learned more. Both functions above leave no context behind; others call log_context_clear(). */
void route_context(const struct request *r);

#endif
