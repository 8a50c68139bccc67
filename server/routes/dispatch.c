/* Finds the route of a request, and checks whether the request is allowed. */
#include <assert.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/puppet_version.h"
#include "server/auth/auth.h"
#include "server/board/board.h"
#include "server/config/config.h"
#include "server/http/head.h"
#include "server/routes/route.h"

/* Limit for bodies of clients without a certificate, since certificate requests are small. */
enum { STRANGERS_BODY = 256 * 1024 };

static_assert((int)ROUTE_COUNT < (int)BOARD_ROUTES, "the board counts all routes, and requests without a route");

const struct route routes[ROUTE_COUNT] = {
#define ROUTE(symbol, methods_, pattern_, exact_, function, name_) \
  [ROUTE_##symbol] = {.name = name_, .methods = methods_, .pattern = pattern_, .exact = exact_, .answer = function},
#include "server/routes/routes.def"
#undef ROUTE
};

/* --- finding the route --- */

static bool pattern_fits(const struct route *route, struct request *r)
{
  const str pattern = str_of(route->pattern);
  if (route->exact) return str_eq(r->path, pattern);
  if (!str_starts(r->path, pattern)) return false;
  r->rest = str_from(r->path, pattern.n);
  return true;
}

/* Sets request.route. *known: methods of the routes that have the path. */
static bool find_route(struct request *r, unsigned *known)
{
  *known = 0;
  for (size_t i = 0; i < ROUTE_COUNT; i++) {
    if (!pattern_fits(&routes[i], r)) continue;
    *known |= routes[i].methods;
    if ((routes[i].methods & r->method) == 0) continue;
    r->route = &routes[i];
    return true;
  }
  return false;
}

static bool is_below(str path, const char *prefix)
{
  const size_t n = strlen(prefix);
  return str_starts(path, str_of(prefix)) && (path.n == n || path.p[n] == '/');
}

/* Below these paths the access rules are checked first, so that clients cannot find out which routes exist. */
static bool asks_rules_first(str path) { return is_below(path, "/puppet-ca") || is_below(path, "/puppet-admin-api"); }

static void answer_unknown(struct request *r, struct answer *a, unsigned known)
{
  if (known == METHOD_DELETE && is_below(r->path, "/puppet-admin-api/v1/environment-cache")) {
    answer_text(r, a, 405, "Method not allowed.");
    answer_header(a, "Allow", STR("DELETE"));
  } else if (asks_rules_first(r->path)) {
    answer_text(r, a, 404, "Not Found");
    a->content_type = "text/html;charset=utf-8";
  } else {
    answer_not_found(r, a);
  }
}

/* --- the rules --- */

static str method_word(struct arena *a, str name)
{
  char *p = arena_strz(a, name);
  for (char *c = p; *c != '\0'; c++) *c = (char)ascii_lower(*c);
  return str_n(p, name.n);
}

static void refuse(struct request *r, struct answer *a, str rule)
{
  const str method = method_word(r->arena, r->method_name);
  const str who = r->peer.certname.n == 0
                    ? r->peer.address
                    : arena_printf(r->arena, "%.*s(%.*s)", STR_FMT(r->peer.certname), STR_FMT(r->peer.address));
  if (rule.n == 0) {
    log_error(&log_server_auth, "FORBIDDEN", NULL, "global deny all - no rules matched");
    answer_text(r, a, 403, "global deny all - no rules matched");
  } else {
    log_error(&log_server_auth, "FORBIDDEN", NULL,
              "Forbidden request: %.*s access to %.*s (method :%.*s) (authenticated: %s) denied by rule '%.*s'.",
              STR_FMT(who), STR_FMT(r->path), STR_FMT(method), r->peer.authenticated ? "true" : "false", STR_FMT(rule));
    answer_text(r, a, 403, "Forbidden request: %.*s (method :%.*s). Please see the server logs for details.",
                STR_FMT(r->path), STR_FMT(method));
  }
  a->content_type = NULL;
}

static bool is_allowed(struct worker *w, struct request *r, struct answer *a)
{
  str rule;
  if (auth_allows(w->auth, r, &rule)) return true;
  refuse(r, a, rule);
  return false;
}

/* --- a request --- */

/* An empty value removes the key from the context. */
static void set_context(const char *key, str value)
{
  char text[sizeof((struct log_context_entry *)NULL)->value];
  snprintf(text, sizeof text, "%.*s", STR_FMT(value));
  log_context_set(key, value.n > 0 ? text : NULL);
}

static str parameter_or_empty(const struct request *r, const char *name)
{
  const str *value = request_parameter(r, name);
  return value != NULL ? *value : STR_EMPTY;
}

void route_context(const struct request *r)
{
  log_context_clear();
  set_context("client", r->peer.certname.n > 0 ? r->peer.certname : r->peer.address);
  set_context("node", r->node);
  set_context("environment", r->environment.n > 0 ? r->environment : parameter_or_empty(r, "environment"));
  set_context("transaction", r->transaction.n > 0 ? r->transaction : parameter_or_empty(r, "transaction_uuid"));
}

/* Adds the version to answers of routes below /puppet and /puppet-ca. */
static void add_version(const struct request *r, struct answer *a)
{
  const bool bare = a->page || (a->status == 404 && a->body.n == 0) ||
                    (a->content_type != NULL && str_starts(str_of(a->content_type), STR("text/html")));
  if ((is_below(r->path, "/puppet") || is_below(r->path, "/puppet-ca")) && !bare)
    answer_header(a, "X-Puppet-Version", STR(PUPPET_VERSION));
}

static bool refuse_target(struct request *r, struct answer *a)
{
  struct head_error why;
  bool relative;
  if (target_parse(r, &why, &relative)) return false;
  if (relative) {
    answer_text(r, a, 400, "Invalid relative path (.. or .) in: %.*s", STR_FMT(r->path));
    a->content_type = NULL;
  } else {
    answer_text(r, a, why.status, "<h1>Bad Message %d</h1><pre>reason: Bad Request</pre>", why.status);
    a->content_type = "text/html;charset=iso-8859-1";
    answer_header(a, "Connection", STR("close"));
  }
  return true;
}

/* puppetserver's max-queued-requests: refuses a request when so many wait in all workers. Agents older than 5.3.1 do
 * not understand the status 503. */
static bool refuse_busy(struct worker *w, struct request *r, struct answer *a)
{
  const int64_t most = w->config->queued_requests;
  if (most <= 0 || !is_below(r->path, "/puppet") || request_header(r, "X-Puppet-Version").n == 0) return false;
  if ((int64_t)board_http_total(w->board).waiting < most) return false;
  answer_text(r, a, 503,
              "The number of requests waiting for a JRuby instance has exceeded the limit allowed by the "
              "max-queued-requests setting.");
  a->content_type = "text/plain";
  const int64_t delay = w->config->retry_delay_s;
  if (delay > 0)
    answer_header(a, "Retry-After",
                  arena_printf(r->arena, "%lld", (long long)((int64_t)(clock_us(CLOCK_MONOTONIC) / 1000) % delay)));
  return true;
}

static bool begin(struct worker *w, struct request *r, struct answer *a)
{
  str error;
  unsigned known;
  if (refuse_target(r, a)) return false;
  if (!auth_identify(w->auth, r, &error)) {
    answer_text(r, a, 400, "%.*s", STR_FMT(error));
    return false;
  }
  route_context(r); /* headers may have changed the client's name, and the query has been parsed */
  if (asks_rules_first(r->path) && !is_allowed(w, r, a)) return false;
  if (!find_route(r, &known)) {
    answer_unknown(r, a, known);
    return false;
  }
  return (asks_rules_first(r->path) || is_allowed(w, r, a)) && !refuse_busy(w, r, a);
}

bool route_begin(struct worker *w, struct request *r, struct answer *a, uint64_t *limit)
{
  route_context(r);
  const bool good = begin(w, r, a);
  *limit = r->peer.authenticated ? (uint64_t)w->config->body_limit : STRANGERS_BODY;
  if (*limit > (uint64_t)w->config->body_limit) *limit = (uint64_t)w->config->body_limit;
  if (!good) add_version(r, a);
  log_context_clear();
  return good;
}

/* Adds the fields of a form to the parameters. */
static bool take_form(struct request *r, struct answer *a)
{
  const str type = request_header(r, "Content-Type");
  if (!str_caseeq(str_sub(type, 0, 33), STR("application/x-www-form-urlencoded")) || r->body.n == 0) return true;
  if (target_parameters(r, r->body)) return true;
  answer_text(r, a, 400, "Bad Request: the form in the request body cannot be read");
  return false;
}

void route_answer(struct worker *w, struct request *r, struct answer *a)
{
  const bool again = r->answered_us > 0, taken = again || take_form(r, a);
  route_context(r);
  if (taken) r->route->answer(w, r, a);
  if (a->later > 0) {
    log_context_clear();
    return;
  }
  if (a->status == 0) answer_error(r, a, 500, "RUNTIME_ERROR", "Server Error: no answer");
  add_version(r, a);
  log_context_clear();
}
