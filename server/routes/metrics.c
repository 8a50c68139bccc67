/* /metrics: metrics in Prometheus' text format (0.0.4), of all workers since the server was started. Numbers that
 * outlive the server are in the statistics store (ficelle stats, SNMP). */
#include <time.h>

#include "server/environments/environments.h"
#include "server/board/board.h"
#include "server/routes/route.h"

static void put_header(struct buf *out, const char *name, const char *kind, const char *help)
{
  buf_printf(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind);
}

static void put_number(struct buf *out, const char *name, const char *kind, const char *help, uint64_t n)
{
  put_header(out, name, kind, help);
  buf_printf(out, "%s %llu\n", name, (unsigned long long)n);
}

static void put_seconds(struct buf *out, uint64_t us)
{
  buf_printf(out, "%llu.%06u", (unsigned long long)(us / 1000000), (unsigned)(us % 1000000));
}

static const char *route_name(unsigned route) { return route == ROUTE_COUNT ? "other" : routes[route].name; }

static void put_requests(struct buf *out, const struct board *b)
{
  put_header(out, "ficelle_http_requests_total", "counter",
             "Requests answered, by route and class of status; 0xx: the client was gone.");
  for (unsigned i = 0; i <= ROUTE_COUNT; i++) {
    const struct board_total t = board_route_total(b, i);
    for (int k = 0; k < 6; k++)
      if (t.status[k] > 0)
        buf_printf(out, "ficelle_http_requests_total{route=\"%s\",code=\"%dxx\"} %llu\n", route_name(i), k,
                   (unsigned long long)t.status[k]);
  }
}

static void put_durations(struct buf *out, const struct board *b)
{
  static const char name[] = "ficelle_http_request_duration_seconds";
  put_header(out, name, "histogram", "Time from the last byte of a request to its answer, by route.");
  for (unsigned i = 0; i <= ROUTE_COUNT; i++) {
    const struct board_total t = board_route_total(b, i);
    uint64_t below = 0;
    if (t.count == 0) continue;
    for (int k = 0; k < BOARD_BUCKETS; k++) {
      below += t.buckets[k];
      buf_printf(out, "%s_bucket{route=\"%s\",le=\"", name, route_name(i));
      if (k < BOARD_BUCKETS - 1) put_seconds(out, board_bounds[k]);
      else buf_z(out, "+Inf");
      buf_printf(out, "\"} %llu\n", (unsigned long long)below);
    }
    buf_printf(out, "%s_sum{route=\"%s\"} ", name, route_name(i));
    put_seconds(out, t.us);
    buf_printf(out, "\n%s_count{route=\"%s\"} %llu\n", name, route_name(i), (unsigned long long)t.count);
  }
}

static void put_connections(struct buf *out, const struct board *b)
{
  const struct board_http_total t = board_http_total(b);
  put_number(out, "ficelle_http_connections_total", "counter", "Connections accepted.", t.connections);
  put_number(out, "ficelle_http_connections", "gauge", "Open connections.", t.open);
  put_number(out, "ficelle_http_requests_waiting", "gauge", "Requests in the queue.", t.waiting);
  put_number(out, "ficelle_http_malformed_total", "counter", "Requests that were invalid or exceeded limits.",
             t.malformed);
  put_number(out, "ficelle_http_timeouts_total", "counter",
             "Requests and handshakes given up because the client was too slow.", t.timeouts);
  put_number(out, "ficelle_http_cut_total", "counter", "Answers whose client left before all was sent.", t.cut);
  put_number(out, "ficelle_http_received_bytes_total", "counter", "Bytes of request bodies.", t.received);
  put_number(out, "ficelle_http_sent_bytes_total", "counter", "Bytes of answers' bodies.", t.sent);
  put_number(out, "ficelle_tls_handshakes_total", "counter", "TLS handshakes that succeeded.", t.handshakes);
  put_number(out, "ficelle_tls_resumed_total", "counter", "TLS handshakes that resumed an earlier session.", t.resumed);
  put_number(out, "ficelle_tls_refused_total", "counter",
             "TLS handshakes that failed because of the client's certificate.", t.refused);
  put_number(out, "ficelle_tls_failed_total", "counter", "TLS handshakes that failed for another reason.",
             t.handshakes_failed);
  put_number(out, "ficelle_http_connections_over_total", "counter",
             "Idle connections closed because there were too many.", t.over);
  put_number(out, "ficelle_server_workers", "gauge", "Worker processes, of all generations.", t.workers);
  put_number(out, "ficelle_server_workers_busy", "gauge", "Workers that answer a request.", t.busy);
}

static void put_processes(struct buf *out, const struct board *b)
{
  put_number(out, "ficelle_server_start_time_seconds", "gauge", "When the server was started, since 1970.",
             (uint64_t)b->started_s);
  put_number(out, "ficelle_server_generation", "gauge", "The generation that accepts connections.", b->generation);
  put_number(out, "ficelle_server_generations_total", "counter", "Generations started.", b->generations);
  put_number(out, "ficelle_server_reloads_failed_total", "counter", "Generations that could not start.",
             b->reloads_failed);
  put_number(out, "ficelle_server_workers_started_total", "counter", "Workers started.", b->workers_started);
  put_number(out, "ficelle_server_workers_died_total", "counter", "Workers that ended unexpectedly.", b->workers_died);
}

/* The environments of this worker, because each worker reads them again by itself. */
static void put_environments(struct buf *out, const struct environments *all)
{
  const int64_t now = time(NULL);
  put_header(out, "ficelle_environment_age_seconds", "gauge", "Seconds since this worker read the environment.");
  for (uint32_t i = 0; environments_at(all, i) != NULL; i++) {
    const struct site *s = environments_at(all, i);
    if (s->bare) continue;
    buf_printf(out, "ficelle_environment_age_seconds{environment=\"%.*s\"} %lld\n", STR_FMT(s->name),
               (long long)(now - s->read_s));
  }
  put_header(out, "ficelle_environment_memory_bytes", "gauge", "Memory used by the loaded environment.");
  for (uint32_t i = 0; environments_at(all, i) != NULL; i++) {
    const struct site *s = environments_at(all, i);
    if (s->bare) continue;
    buf_printf(out, "ficelle_environment_memory_bytes{environment=\"%.*s\"} %zu\n", STR_FMT(s->name), site_bytes(s));
  }
}

void route_metrics(struct worker *w, struct request *r, struct answer *a)
{
  struct buf out = BUF_IN(r->arena);
  put_processes(&out, w->board);
  put_connections(&out, w->board);
  put_requests(&out, w->board);
  put_durations(&out, w->board);
  put_environments(&out, w->environments);
  a->status = 200;
  a->content_type = "text/plain; version=0.0.4; charset=utf-8";
  a->body = buf_view(&out);
}
