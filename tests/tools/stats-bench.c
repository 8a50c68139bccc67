/* stats-bench FILE [RECORDS]: nanoseconds for one recorded compilation, begin to end, through the observer, and for one
 * request to the server. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "collectors/observe.h"
#include "collectors/server_stats.h"

static double now_ns(void)
{
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* others may use the machine too */
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* What a small compilation reports: every phase, two parsed files, five types. */
static void compile_once(const struct observer *o, const struct observer_begin *begin,
                         const struct observer_summary *summary)
{
  observer_compile_begin(o, begin);
  observer_phase_begin(o, PHASE_INIT);
  for (int p = PHASE_SET_NODE_PARAMETERS; p <= PHASE_SERIALIZE; p++) {
    observer_phase_next(o, (enum compile_phase)p);
    if (p == PHASE_EVALUATE_MAIN || p == PHASE_EVALUATE_AST_NODE) {
      struct observer_parse parse = {.bytes = 1000, .cache_used = true};
      observer_phase_begin(o, PHASE_PARSE);
      observer_phase_end(o);
      observer_parsed(o, &parse);
    }
  }
  observer_phase_end(o);
  observer_compile_end(o, summary);
}

/* An agent's run, as the server sees it: metadata of plug-ins, the catalog, files, the report. */
static double request_ns(struct stats_store *store, long runs)
{
  static const uint32_t routes[] = {STATS_ROUTE_FILE_METADATAS, STATS_ROUTE_FILE_METADATAS, STATS_ROUTE_CATALOG,
                                    STATS_ROUTE_FILE_METADATA,  STATS_ROUTE_FILE_CONTENT,   STATS_ROUTE_REPORT};
  const size_t requests = sizeof routes / sizeof routes[0];
  struct server_stats *s = server_stats_new(store);
  const double began = now_ns();
  for (long i = 0; i < runs; i++) {
    for (size_t k = 0; k < requests; k++) {
      const struct server_request request = {routes[k], 200, (uint64_t)i % 5000, 10, 500, 20000, false, 0};
      server_stats_request(s, &request);
    }
  }
  server_stats_free(s);
  return (now_ns() - began) / (double)runs / (double)requests;
}

#define NODES 1000
static char nodes[NODES][32];

int main(int argc, char **argv)
{
  static const char *const names[] = {"class", "stage", "file", "package", "service"};
  struct observer_type_count types[5];
  char error[256];
  if (argc < 2) {
    fprintf(stderr, "usage: stats-bench FILE [RECORDS]\n");
    return 2;
  }
  long records = argc > 2 ? atol(argv[2]) : 200000;
  struct stats_config config = {.path = argv[1]};
  struct stats_store *store = stats_open(&config, error, sizeof error);
  if (store == NULL) {
    fprintf(stderr, "stats-bench: %s\n", error);
    return 1;
  }
  for (size_t i = 0; i < 5; i++) {
    types[i] = (struct observer_type_count){names[i], strlen(names[i]), i + 1};
  }
  for (int i = 0; i < NODES; i++) {
    snprintf(nodes[i], sizeof nodes[i], "node%d.example.org", i);
  }
  struct observe *observe = observe_new(store);
  double began = now_ns();
  for (long i = 0; i < records; i++) {
    const char *node = nodes[i % NODES];
    size_t length = strlen(node);
    struct observer_begin begin = {
      .environment = "production", .environment_length = 10, .node = node, .node_length = length};
    struct observer_summary summary = {.environment = "production",
                                       .environment_length = 10,
                                       .node = node,
                                       .node_length = length,
                                       .resources = 15,
                                       .edges = 14,
                                       .types = types,
                                       .type_count = 5};
    compile_once(observe_observer(observe), &begin, &summary);
  }
  double through_observer = (now_ns() - began) / (double)records;
  began = now_ns();
  struct stats_compile last = *observe_last(observe);
  struct stats_type_count kept[5];
  for (size_t i = 0; i < 5; i++) {
    kept[i] = (struct stats_type_count){str_of(names[i]), i + 1};
  }
  last.types = kept;
  last.type_count = 5;
  for (long i = 0; i < records; i++) {
    stats_record_compile(store, &last);
  }
  printf("%.0f ns a compilation through the observer, of which %.0f ns for the record\n", through_observer,
         (now_ns() - began) / (double)records);
  observe_free(observe);
  printf("%.0f ns a request to the server\n", request_ns(store, records / 10));
  stats_close(store);
  return 0;
}
