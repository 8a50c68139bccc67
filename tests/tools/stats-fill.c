/* Writes a statistics store with invented compilations, for tests of what reads it.
 *
 *   stats-fill [-n NODES] [-e ENVIRONMENTS] [-t TYPES] [-c COMPILATIONS] [-r RUNS] [-s REQUESTS] FILE
 *
 * Compilations go to node00000.example.org, node00001.example.org, ... in turn, and to environments env0,
 * env1, ...; each seventh fails, with each class of failure in its turn. Requests to a server that lives go to all
 * routes in turn, each eleventh with an error. Adds to the store when there is one. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "collectors/compile_stats.h"
#include "collectors/server_stats.h"
#include "compiler/observer/observer.h"

enum {
  TYPES_MAX = 4000,
  TYPES_IN_ONE = 20,
  FAILURES = 8,
  PHASES_USED = 8,
  RUBY_KINDS_USED = 8,
  TEMPLATE_WAYS_USED = 3
};

static char type_names[TYPES_MAX][24];

static void add_spans(struct stats_spans *all, unsigned number, uint64_t count, uint64_t failed, uint64_t us)
{
  all[number] = (struct stats_spans){count, failed, us};
  all[0].count += count;
  all[0].failed += failed;
  all[0].us += us;
}

static bool record(struct stats_store *store, unsigned i, unsigned nodes, unsigned environments, unsigned types)
{
  char node[64], environment[32];
  struct stats_type_count counts[TYPES_IN_ONE];
  struct stats_compile c = {
    .failure = i % 7 == 6 ? 1 + i / 7 % FAILURES : 0,
    .wall_us = 1000 + (uint64_t)i * 7919 % 900000,
    .resources = 20 + i % 300,
    .edges = 30 + i % 100,
    .warnings = i % 3,
    .deprecations = i % 2,
    .peak_bytes = 1000000 + (uint64_t)i % 1000 * 1024,
    .parses = {.files = 3, .errors = 0, .bytes = 4096, .cache_hits = 5, .cache_misses = 3},
    .types = counts,
    .type_count = types < TYPES_IN_ONE ? types : TYPES_IN_ONE,
  };
  snprintf(node, sizeof node, "node%05u.example.org", i % nodes);
  snprintf(environment, sizeof environment, "env%u", i % environments);
  c.node = str_of(node);
  c.environment = str_of(environment);
  c.native_calls = 50;
  c.ruby_bytes = 20000000 + (uint64_t)i % 100 * 10240;
  c.work.ruby_starts = i % 50 == 0;
  c.work.ruby_start_us = c.work.ruby_last_start_us = c.work.ruby_starts * 30000;
  c.work.ruby_stopped = i % 97 == 96;
  for (unsigned k = 1; k <= RUBY_KINDS_USED; k++) add_spans(c.work.ruby, k, 9 - k, i % 11 == 0, 40 * (9 - k));
  c.work.ruby_histogram[0] = c.work.ruby[0].count;
  for (unsigned k = 1; k <= TEMPLATE_WAYS_USED; k++) add_spans(c.work.templates, k, k, i % 13 == 0, 25 * k);
  for (unsigned k = 1; k <= PHASES_USED; k++) {
    c.phase_us[k] = c.wall_us / (k + 1);
    c.phase_count[k] = 1;
  }
  c.phase_count[PHASE_RUBY] = 36;
  c.phase_us[PHASE_RUBY] = 800;
  for (size_t k = 0; k < c.type_count; k++) {
    counts[k] = (struct stats_type_count){str_of(type_names[(i + k) % types]), 1 + k};
  }
  return stats_record_compile(store, &c);
}

/* An agent run of one of the nodes; results take turns. */
static bool record_run(struct stats_store *store, unsigned i, unsigned nodes, unsigned environments)
{
  char node[64], environment[32];
  const struct run_type types[] = {{STR("type0"), i % 3, i % 2, 1000 + i}};
  struct run_summary run = {
    .result = STATS_RUNRESULT_UNCHANGED + i % (STATS_RUNRESULT_SKIPPED - 1),
    .noop = i % 6 == 2,
    .cached_catalog = i % 5 == 0,
    .configuration_version = STR("42"),
    .wall_us = 3000000 + (uint64_t)i * 7919 % 60000000,
    .resources = 100,
    .changed = i % 3,
    .failed = i % 2,
    .skipped = i % 4,
    .out_of_sync = i % 3 + 1,
    .restarted = i % 2,
    .types = types,
    .type_count = 1,
  };
  snprintf(node, sizeof node, "node%05u.example.org", i % nodes);
  snprintf(environment, sizeof environment, "env%u", i % environments);
  run.node = str_of(node);
  run.environment = str_of(environment);
  for (unsigned k = STATS_RUNPHASE_STARTUP; k < RUN_PHASES; k++) {
    run.phase_count[k] = 1;
    run.phase_us[k] = run.wall_us / (k + 1);
  }
  return run_record(store, &run);
}

/* What one server process can say: requests, and everything that has a number of its own. */
static void record_server(struct stats_store *store, unsigned requests, unsigned environments)
{
  static const uint32_t counters[] = {STAT_ficSrvConns,    STAT_ficSrvTlsOk, STAT_ficSrvTlsResumed,
                                      STAT_ficSrvStarted,  STAT_ficRepTotal, STAT_ficRepUnchanged,
                                      STAT_ficCaRequested, STAT_ficCaSigned, STAT_ficSplSent};
  static const uint32_t gauges[] = {STAT_ficCaPending, STAT_ficCaValid,  STAT_ficCaExpiring,
                                    STAT_ficCaCrlSize, STAT_ficSplDepth, STAT_ficSplSize};
  static const uint32_t until[] = {STAT_ficSrvCertUntil, STAT_ficCaUntil, STAT_ficCaCrlUntil};
  static const uint32_t since[] = {STAT_ficRepLastAt, STAT_ficSplOldestAt};
  const uint64_t now = stats_moment(stats_begin(store, 0)), year = UINT64_C(31536000000000);
  struct server_stats *s = server_stats_new(store);
  for (unsigned i = 0; i < requests; i++) {
    const uint32_t route = 1 + i % STATS_ROUTE_OTHER;
    const struct server_request r = {.route = route,
                                     .status = i % 11 == 10 ? 500
                                               : i % 7 == 6 ? 404
                                                            : 200,
                                     .us = 500 + i * 7919 % 90000,
                                     .wait_us = i % 100,
                                     .bytes_in = 600,
                                     .bytes_out = 9000 + i,
                                     .file = route == STATS_ROUTE_FILE_CONTENT,
                                     .file_bytes = 8000};
    server_stats_request(s, &r);
  }
  for (unsigned i = 0; i < environments; i++) {
    char name[32];
    snprintf(name, sizeof name, "env%u", i);
    server_stats_environment(s, &(struct server_environment){str_of(name), false, 20000 + i, 3000000, STR("v42")});
  }
  for (size_t i = 0; i < sizeof counters / sizeof *counters; i++) server_stats_add(s, counters[i], requests);
  for (size_t i = 0; i < sizeof gauges / sizeof *gauges; i++) server_stats_set(s, gauges[i], i + 1);
  for (size_t i = 0; i < sizeof until / sizeof *until; i++) server_stats_set(s, until[i], now + year);
  for (size_t i = 0; i < sizeof since / sizeof *since; i++) server_stats_set(s, since[i], now);
  server_stats_alive(s, &(struct server_gauges){4, 2, 1, 30, 50000000, now});
  server_stats_free(s);
  run_record_certificate(store, now + year);
}

int main(int argc, char **argv)
{
  unsigned nodes = 10, environments = 2, types = 20, compiles = UINT_MAX, runs = 0, requests = 0;
  int option;
  char error[256];
  while ((option = getopt(argc, argv, "n:e:t:c:r:s:")) != -1) {
    unsigned value = optarg == NULL ? 0 : (unsigned)strtoul(optarg, NULL, 10);
    if (option == 'n') nodes = value;
    else if (option == 'e') environments = value;
    else if (option == 't') types = value;
    else if (option == 'c') compiles = value;
    else if (option == 'r') runs = value;
    else if (option == 's') requests = value;
    else return 2;
  }
  if (optind + 1 != argc || nodes == 0 || environments == 0 || types > TYPES_MAX) {
    fprintf(stderr,
            "usage: stats-fill [-n NODES] [-e ENVIRONMENTS] [-t TYPES] [-c COMPILATIONS] [-r RUNS] [-s REQUESTS] "
            "FILE\n");
    return 2;
  }
  for (unsigned i = 0; i < types; i++) snprintf(type_names[i], sizeof type_names[i], "type%u", i);
  struct stats_config config = {.path = argv[optind], .rows[STATS_NODE] = nodes};
  if (types > stats_groups[STATS_TYPE].usual) config.rows[STATS_TYPE] = types;
  struct stats_store *store = stats_open(&config, error, sizeof error);
  if (store == NULL) {
    fprintf(stderr, "stats-fill: %s\n", error);
    return 1;
  }
  for (unsigned i = 0; i < (compiles == UINT_MAX ? nodes : compiles); i++) {
    if (!record(store, i, nodes, environments, types)) {
      fprintf(stderr, "stats-fill: compilation %u was not counted\n", i);
      return 1;
    }
  }
  for (unsigned i = 0; i < runs; i++) {
    if (!record_run(store, i, nodes, environments)) {
      fprintf(stderr, "stats-fill: run %u was not counted\n", i);
      return 1;
    }
  }
  if (requests > 0) record_server(store, requests, environments);
  if (runs > 0 && !run_record_disabled(store, false)) return 1;
  stats_close(store);
  return 0;
}
