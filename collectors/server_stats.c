/* Numbers wait in arrays that are indexed by the identifier of the object (to add, set or forget), and are written to
 * the store as one record. `touched` lists the pending ones, so that a flush does not walk over all objects. */
#include "collectors/server_stats.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"

enum { ROUTES = STATS_ROUTE_OTHER + 1 };
enum { HISTOGRAMS = STATS_HISTOGRAM_REPORT - STATS_HISTOGRAM_REQUEST + 1 };

/* The pending operation of a scalar. */
enum pending { PENDING_NONE, PENDING_ADD, PENDING_SET, PENDING_FORGET };

struct server_stats {
  struct stats_store *store;
  uint64_t since_us; /* CLOCK_MONOTONIC, of the first pending number; 0: none */
  uint64_t numbers[STATS_IDS];
  uint8_t pending[STATS_IDS];
  uint32_t touched[STATS_IDS]; /* identifiers of scalars with something pending */
  uint32_t touched_count;
  /* By route. */
  uint64_t requests[ROUTES], time[ROUTES], client_errors[ROUTES], server_errors[ROUTES], in[ROUTES], out[ROUTES];
  uint64_t buckets[HISTOGRAMS][STATS_BUCKETS];
  bool routed;
  /* Of the last request for a catalog. */
  bool sampled;
  struct server_request sample;
};

struct server_stats *server_stats_new(struct stats_store *store)
{
  struct server_stats *s = calloc(1, sizeof *s);
  if (s == NULL) {
    abort();
  }
  s->store = store;
  return s;
}

void server_stats_free(struct server_stats *s)
{
  if (s != NULL) {
    server_stats_flush(s);
    free(s);
  }
}

/* --- into the store -------------------------------------------------------------------------------------- */

static void put_scalars(struct server_stats *s, struct stats_record *r)
{
  for (uint32_t i = 0; i < s->touched_count; i++) {
    const uint32_t id = s->touched[i];
    switch (s->pending[id]) {
    case PENDING_ADD: stats_add(r, id, s->numbers[id]); break;
    case PENDING_SET: stats_set(r, id, s->numbers[id]); break;
    default: stats_forget(r, id); break;
    }
    s->numbers[id] = 0;
    s->pending[id] = PENDING_NONE;
  }
  s->touched_count = 0;
}

static void put_each(struct stats_record *r, uint32_t id, uint64_t *numbers)
{
  stats_add_each(r, id, numbers, ROUTES);
  memset(numbers, 0, ROUTES * sizeof *numbers);
}

static void put_routes(struct server_stats *s, struct stats_record *r)
{
  put_each(r, STAT_ficRouteReqs, s->requests);
  put_each(r, STAT_ficRouteTimeSum, s->time);
  put_each(r, STAT_ficRouteClientErr, s->client_errors);
  put_each(r, STAT_ficRouteServerErr, s->server_errors);
  put_each(r, STAT_ficRouteBytesIn, s->in);
  put_each(r, STAT_ficRouteBytesOut, s->out);
  for (uint32_t h = 0; h < HISTOGRAMS; h++) {
    for (uint32_t b = 0; b < STATS_BUCKETS; b++) {
      stats_observe_bucket(r, STATS_HISTOGRAM_REQUEST + h, b, s->buckets[h][b]);
    }
  }
  memset(s->buckets, 0, sizeof s->buckets);
  s->routed = false;
}

static void put_sample(struct server_stats *s, struct stats_record *r)
{
  stats_sample(r, STATS_WINDOW_CATALOG);
  stats_sample_set(r, STATS_SAMPLE_CATALOG_TIME, s->sample.us);
  stats_sample_set(r, STATS_SAMPLE_CATALOG_FAILED, s->sample.status >= 400);
  stats_sample_set(r, STATS_SAMPLE_CATALOG_WAIT, s->sample.wait_us);
  s->sampled = false;
}

/* Moves all pending numbers to a record, which the caller may extend and must commit. */
static struct stats_record *begin(struct server_stats *s)
{
  struct stats_record *r = stats_begin(s->store, 0);
  put_scalars(s, r);
  if (s->routed) {
    put_routes(s, r);
  }
  if (s->sampled) {
    put_sample(s, r);
  }
  s->since_us = 0;
  return r;
}

bool server_stats_flush(struct server_stats *s)
{
  return s->store == NULL || s->since_us == 0 || stats_commit(begin(s));
}

/* Called when something is pending; writes it when the delay is over. */
static void waits(struct server_stats *s)
{
  const uint64_t now = clock_us(CLOCK_MONOTONIC);
  if (s->since_us == 0) {
    s->since_us = now;
  } else if (now - s->since_us >= SERVER_STATS_DELAY_US) {
    server_stats_flush(s);
  }
}

/* --- counting -------------------------------------------------------------------------------------------- */

/* The pending number of a scalar, to be added, set or forgotten. */
static uint64_t *touch(struct server_stats *s, uint32_t id, enum pending pending)
{
  assert(id < STATS_IDS && stats_is_stored(&stats_table[id]) &&
         stats_groups[stats_table[id].group].rows == STATS_ROWS_SCALARS);
  assert((pending == PENDING_ADD) == stats_is_counter(&stats_table[id]));
  if (s->pending[id] == PENDING_NONE) {
    s->touched[s->touched_count++] = id;
  }
  s->pending[id] = (uint8_t)pending;
  return &s->numbers[id];
}

static void add(struct server_stats *s, uint32_t id, uint64_t n)
{
  if (n > 0) {
    *touch(s, id, PENDING_ADD) += n;
  }
}

void server_stats_add(struct server_stats *s, uint32_t id, uint64_t n)
{
  if (s->store != NULL && n > 0) {
    add(s, id, n);
    waits(s);
  }
}

void server_stats_set(struct server_stats *s, uint32_t id, uint64_t n)
{
  if (s->store != NULL) {
    *touch(s, id, PENDING_SET) = n;
    waits(s);
  }
}

void server_stats_forget(struct server_stats *s, uint32_t id)
{
  if (s->store != NULL) {
    touch(s, id, PENDING_FORGET);
    waits(s);
  }
}

static uint32_t answer_id(int status)
{
  return status < 300   ? STAT_ficSrvOk
         : status < 400 ? STAT_ficSrvUnchanged
         : status < 500 ? STAT_ficSrvClientErr
                        : STAT_ficSrvServerErr;
}

/* The histogram in addition to that of all requests; 0: none. */
static uint32_t histogram_of(uint32_t route)
{
  switch (route) {
  case STATS_ROUTE_CATALOG:
  case STATS_ROUTE_CATALOG_V4: return STATS_HISTOGRAM_CATALOG - STATS_HISTOGRAM_REQUEST;
  case STATS_ROUTE_FILE_METADATA:
  case STATS_ROUTE_FILE_METADATAS:
  case STATS_ROUTE_FILE_CONTENT:
  case STATS_ROUTE_STATIC_FILE_CONTENT: return STATS_HISTOGRAM_FILE - STATS_HISTOGRAM_REQUEST;
  case STATS_ROUTE_REPORT: return STATS_HISTOGRAM_REPORT - STATS_HISTOGRAM_REQUEST;
  default: return 0;
  }
}

static void add_scalars(struct server_stats *s, const struct server_request *q)
{
  add(s, STAT_ficSrvReqs, 1);
  add(s, STAT_ficSrvTimeSum, q->us);
  add(s, STAT_ficSrvWaitSum, q->wait_us);
  add(s, answer_id(q->status), 1);
  add(s, STAT_ficSrvForbidden, q->status == 403);
  add(s, STAT_ficSrvBytesIn, q->bytes_in);
  add(s, STAT_ficSrvBytesOut, q->bytes_out);
  if (q->file) {
    add(s, STAT_ficSrvFiles, 1);
    add(s, STAT_ficSrvFileBytes, q->file_bytes);
  }
}

void server_stats_request(struct server_stats *s, const struct server_request *q)
{
  if (s->store == NULL) {
    return;
  }
  const uint32_t route = q->route > 0 && q->route < ROUTES ? q->route : STATS_ROUTE_OTHER;
  const uint32_t bucket = stats_bucket(q->us), histogram = histogram_of(route);
  add_scalars(s, q);
  s->requests[route]++;
  s->time[route] += q->us;
  s->client_errors[route] += q->status >= 400 && q->status < 500;
  s->server_errors[route] += q->status >= 500;
  s->in[route] += q->bytes_in;
  s->out[route] += q->bytes_out;
  s->buckets[0][bucket]++;
  if (histogram != 0) {
    s->buckets[histogram][bucket]++;
  }
  s->routed = true;
  if (route == STATS_ROUTE_CATALOG || route == STATS_ROUTE_CATALOG_V4) {
    /* A record takes one sample of a window. */
    s->sampled = true;
    s->sample = *q;
    stats_commit(begin(s));
  } else {
    waits(s);
  }
}

/* --- written at once --------------------------------------------------------------------------------------------- */

void server_stats_alive(struct server_stats *s, const struct server_gauges *g)
{
  if (s->store == NULL) {
    return;
  }
  struct stats_record *r = begin(s);
  stats_set(r, STAT_ficSrvWorkers, g->workers);
  stats_set(r, STAT_ficSrvBusy, g->busy);
  stats_set(r, STAT_ficSrvQueue, g->queue);
  stats_set(r, STAT_ficSrvConnsOpen, g->connections);
  stats_set(r, STAT_ficSrvMem, (g->memory_bytes + 1023) / 1024);
  stats_set(r, STAT_ficSrvStartedAt, g->started_us);
  stats_set(r, STAT_ficSrvSeenAt, stats_moment(r));
  stats_commit(r);
}

void server_stats_gone(struct server_stats *s)
{
  static const uint32_t gauges[] = {STAT_ficSrvWorkers,   STAT_ficSrvBusy, STAT_ficSrvQueue,
                                    STAT_ficSrvConnsOpen, STAT_ficSrvMem,  STAT_ficSrvSeenAt};
  if (s->store == NULL) {
    return;
  }
  struct stats_record *r = begin(s);
  for (size_t i = 0; i < sizeof gauges / sizeof gauges[0]; i++) {
    stats_forget(r, gauges[i]);
  }
  stats_commit(r);
}

void server_stats_environment(struct server_stats *s, const struct server_environment *e)
{
  if (s->store == NULL) {
    return;
  }
  struct stats_record *r = begin(s);
  if (stats_row(r, STATS_ENV, e->name)) {
    stats_add(r, STAT_ficEnvLoads, 1);
    stats_add(r, STAT_ficEnvLoadFailed, e->failed);
  }
  if (e->name.n > 0 && !e->failed) {
    stats_set(r, STAT_ficEnvLoadTime, e->load_us);
    stats_set(r, STAT_ficEnvLoadedAt, stats_moment(r));
    stats_set_text(r, STAT_ficEnvCode, e->code_version);
    if (e->memory_bytes > 0) {
      stats_set(r, STAT_ficEnvMem, (e->memory_bytes + 1023) / 1024);
    }
  }
  stats_commit(r);
}

static uint32_t status_id(const struct run_summary *run)
{
  return run_failed(run) ? STAT_ficRepFailed : run->changed > 0 ? STAT_ficRepChanged : STAT_ficRepUnchanged;
}

void server_stats_report(struct server_stats *s, const struct server_report *report)
{
  if (s->store == NULL) {
    return;
  }
  struct stats_record *r = begin(s);
  const struct run_summary *run = &report->run;
  stats_add(r, STAT_ficRepTotal, 1);
  stats_add(r, status_id(run), 1);
  stats_add(r, STAT_ficRepNoop, run->noop);
  stats_add(r, STAT_ficRepPending, report->noop_pending);
  stats_add(r, STAT_ficRepCorrective, report->corrective);
  stats_add(r, STAT_ficRepCached, run->cached_catalog);
  stats_add(r, STAT_ficRepTimeSum, report->process_us);
  stats_set(r, STAT_ficRepLastAt, stats_moment(r));
  if (!report->own_host) {
    run_count_received(r, run);
  }
  stats_commit(r);
}
