/* /status/v1: the state of the server. */
#include "base/json_write.h"
#include "base/puppet_version.h"
#include "indirector/internal.h"
#include "indirector/query/pdb.h"
#include "server/board/board.h"
#include "server/routes/route.h"

static const char *const services[] = {"puppet-profiler", "jruby-metrics",  "ca", "master", "server",
                                       "status-service",  "puppetdb-status"};
/* The last one is PuppetDB's, which exists where the embedded store is in use. */
enum { SERVICES = sizeof services / sizeof *services, OWN_SERVICES = SERVICES - 1 };

static size_t count_services(struct worker *w) { return ind_uses_store(w->indirector) ? SERVICES : OWN_SERVICES; }

enum level { LEVEL_CRITICAL, LEVEL_INFO, LEVEL_DEBUG };
static const char *const levels[] = {"critical", "info", "debug"};

static bool find_service(struct worker *w, str name, size_t *out)
{
  const size_t n = count_services(w);
  for (*out = 0; *out < n; ++*out)
    if (str_eqz(name, services[*out])) return true;
  return false;
}

static bool read_level(struct request *r, struct answer *a, enum level *out)
{
  const str *given = request_parameter(r, "level");
  *out = LEVEL_INFO;
  if (given == NULL) return true;
  for (*out = LEVEL_CRITICAL; *out <= LEVEL_DEBUG; ++*out)
    if (str_eqz(*given, levels[*out])) return true;
  struct buf text = BUF_IN(r->arena);
  buf_z(&text, "{\"kind\":\"data-invalid\",\"msg\":");
  json_quote(&text, arena_printf(r->arena, "Invalid level: :%.*s", STR_FMT(*given)));
  buf_char(&text, '}');
  answer_json(a, 400, buf_view(&text));
  return false;
}

/* --- level debug: those of puppetserver's numbers that exist here; times are in milliseconds --- */

static void put_route(struct buf *out, const char *name, const struct board_total *t)
{
  const uint64_t mean = t->count == 0 ? 0 : t->us / t->count;
  buf_printf(out, "{\"route-id\":\"%s\",\"count\":%llu,\"mean\":%llu,\"aggregate\":%llu}", name,
             (unsigned long long)t->count, (unsigned long long)(mean / 1000), (unsigned long long)(t->us / 1000));
}

/* The total comes first, like the route that took longest. */
static void put_http(struct buf *out, const struct board *b)
{
  struct board_total all = {0};
  for (unsigned i = 0; i <= ROUTE_COUNT; i++) {
    const struct board_total t = board_route_total(b, i);
    all.count += t.count;
    all.us += t.us;
  }
  buf_z(out, "\"http-metrics\":[");
  put_route(out, "total", &all);
  for (unsigned i = 0; i <= ROUTE_COUNT; i++) {
    const struct board_total t = board_route_total(b, i);
    if (t.count == 0) continue;
    buf_char(out, ',');
    put_route(out, i == ROUTE_COUNT ? "other" : routes[i].name, &t);
  }
  buf_char(out, ']');
}

/* Workers take the place of JRubies. */
static void put_workers(struct buf *out, const struct board *b)
{
  const struct board_http_total t = board_http_total(b);
  buf_printf(out,
             "\"metrics\":{\"num-jrubies\":%u,\"num-free-jrubies\":%u,\"requested-count\":%llu,\"queued-requests\":%u}",
             t.workers, t.workers > t.busy ? t.workers - t.busy : 0, (unsigned long long)t.requests, t.waiting);
}

static void put_times(struct buf *out, const struct board *b)
{
  const int64_t up = (int64_t)time(NULL) - b->started_s;
  buf_printf(out, "\"jvm-metrics\":{\"up-time-ms\":%lld,\"start-time-ms\":%lld}", (long long)up * 1000,
             (long long)b->started_s * 1000);
}

static void put_details(struct buf *out, const struct board *b, const char *service)
{
  static const struct {
    const char *service;
    void (*put)(struct buf *out, const struct board *b);
  } details[] = {
    {"server", put_http}, {"master", put_http}, {"jruby-metrics", put_workers}, {"status-service", put_times}};
  for (size_t i = 0; i < sizeof details / sizeof *details; i++) {
    if (!str_eqz(str_of(service), details[i].service)) continue;
    buf_z(out, "\"experimental\":{");
    details[i].put(out, b);
    buf_char(out, '}');
  }
}

static bool is_store_up(struct worker *w, struct arena *a)
{
  struct ind_request ind = {.in = w->indirector, .arena = a};
  int64_t n;
  str error;
  return ind_open_store(&ind) == IND_OK && store_count(w->indirector->store, a, STORE_ACTIVE_NODES, &n, &error);
}

/* In PuppetDB's format. Commands are executed when they arrive, so none is queued. */
static void put_store(struct buf *out, bool up, enum level level)
{
  const char *is = up ? "true" : "false";
  if (level == LEVEL_CRITICAL) buf_z(out, "null");
  else
    buf_printf(out,
               "{\"maintenance_mode?\":false,\"queue_depth\":0,\"read_db_up?\":%s,\"write_db_up?\":%s,"
               "\"write_dbs_up?\":%s,\"write_db\":{\"default\":{\"up?\":%s}}}",
               is, is, is, is);
}

/* The status of the answer is 503 when the service does not run. */
static int put_service(struct buf *out, struct worker *w, size_t i, enum level level, bool named)
{
  const bool own = i < OWN_SERVICES, up = own || is_store_up(w, out->arena);
  buf_printf(out, "{\"service_version\":\"%s\",\"service_status_version\":1", own ? PUPPET_VERSION : PDB_VERSION);
  if (named) buf_printf(out, ",\"service_name\":\"%s\"", services[i]);
  buf_printf(out, ",\"detail_level\":\"%s\",\"state\":\"%s\",\"status\":", levels[level], up ? "running" : "error");
  if (own) {
    buf_char(out, '{');
    if (level == LEVEL_DEBUG) put_details(out, w->board, services[i]);
    buf_char(out, '}');
  } else {
    put_store(out, up, level);
  }
  buf_z(out, ",\"active_alerts\":[]}");
  return up ? 200 : 503;
}

void route_status_services(struct worker *w, struct request *r, struct answer *a)
{
  enum level level;
  int status = 200;
  struct buf out = BUF_IN(r->arena);
  if (!read_level(r, a, &level)) return;
  const size_t n = count_services(w);
  for (size_t i = 0; i < n; i++) {
    buf_printf(&out, "%c\"%s\":", i == 0 ? '{' : ',', services[i]);
    const int one = put_service(&out, w, i, level, false);
    if (one > status) status = one;
  }
  buf_char(&out, '}');
  answer_json(a, status, buf_view(&out));
}

void route_status_service(struct worker *w, struct request *r, struct answer *a)
{
  enum level level;
  size_t i;
  struct buf out = BUF_IN(r->arena);
  if (r->rest.n == 0) {
    answer_not_found(r, a);
    return;
  }
  if (!read_level(r, a, &level)) return;
  if (find_service(w, r->rest, &i)) {
    const int status = put_service(&out, w, i, level, true);
    answer_json(a, status, buf_view(&out));
    return;
  }
  buf_z(&out, "{\"kind\":\"service-not-found\",\"msg\":");
  json_quote(&out, arena_printf(r->arena, "No status information found for service %.*s", STR_FMT(r->rest)));
  buf_char(&out, '}');
  answer_json(a, 404, buf_view(&out));
}

void route_status_simple(struct worker *w, struct request *r, struct answer *a)
{
  size_t i;
  if (r->rest.n == 0 && !r->route->exact) {
    answer_not_found(r, a);
  } else if (r->rest.n > 0 && !find_service(w, r->rest, &i)) {
    answer_text(r, a, 404, "not found: %.*s", STR_FMT(r->rest));
  } else {
    const bool up = r->rest.n == 0 || i < OWN_SERVICES || is_store_up(w, r->arena);
    answer_text(r, a, up ? 200 : 503, up ? "running" : "error");
  }
}
