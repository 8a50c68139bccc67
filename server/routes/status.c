/* /status/v1: what the server says of itself. */
#include "base/json_write.h"
#include "base/puppet_version.h"
#include "server/board/board.h"
#include "server/routes/route.h"

static const char *const services[] = {"puppet-profiler", "jruby-metrics", "ca", "master", "server", "status-service"};
enum { SERVICES = sizeof services / sizeof *services };

enum level { LEVEL_CRITICAL, LEVEL_INFO, LEVEL_DEBUG };
static const char *const levels[] = {"critical", "info", "debug"};

static bool find_service(str name, size_t *out)
{
  for (*out = 0; *out < SERVICES; ++*out)
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

/* --- level debug: what there is of puppetserver's numbers; times are milliseconds --- */

static void put_route(struct buf *out, const char *name, const struct board_total *t)
{
  const uint64_t mean = t->count == 0 ? 0 : t->us / t->count;
  buf_printf(out, "{\"route-id\":\"%s\",\"count\":%llu,\"mean\":%llu,\"aggregate\":%llu}", name,
             (unsigned long long)t->count, (unsigned long long)(mean / 1000), (unsigned long long)(t->us / 1000));
}

/* The total first, as the one that took longest. */
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

/* Workers in the place of JRubies. */
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

static void put_service(struct buf *out, const struct board *b, size_t i, enum level level, bool named)
{
  buf_z(out, "{\"service_version\":\"" PUPPET_VERSION "\",\"service_status_version\":1");
  if (named) buf_printf(out, ",\"service_name\":\"%s\"", services[i]);
  buf_printf(out, ",\"detail_level\":\"%s\",\"state\":\"running\",\"status\":{", levels[level]);
  if (level == LEVEL_DEBUG) put_details(out, b, services[i]);
  buf_z(out, "},\"active_alerts\":[]}");
}

void route_status_services(struct worker *w, struct request *r, struct answer *a)
{
  enum level level;
  struct buf out = BUF_IN(r->arena);
  if (!read_level(r, a, &level)) return;
  for (size_t i = 0; i < SERVICES; i++) {
    buf_printf(&out, "%c\"%s\":", i == 0 ? '{' : ',', services[i]);
    put_service(&out, w->board, i, level, false);
  }
  buf_char(&out, '}');
  answer_json(a, 200, buf_view(&out));
}

void route_status_service(struct worker *w, struct request *r, struct answer *a)
{
  enum level level;
  size_t i;
  struct buf out = BUF_IN(r->arena);
  if (!read_level(r, a, &level)) return;
  if (find_service(r->rest, &i)) {
    put_service(&out, w->board, i, level, true);
    answer_json(a, 200, buf_view(&out));
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
  (void)w;
  if (r->rest.n > 0 && !find_service(r->rest, &i)) answer_text(r, a, 404, "not found: %.*s", STR_FMT(r->rest));
  else answer_text(r, a, 200, "running");
  a->content_type = "text/plain";
}
