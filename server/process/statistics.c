/* What the server's processes give to the statistics store (collectors/server_stats.h). */
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "server/process/process.h"
#include "server/process/statistics.h"

/* --- routes --- */

static const struct {
  const char *prefix;
  uint32_t route;
} kinds[] = {
  {"/puppet/v3/catalog/", STATS_ROUTE_CATALOG},
  {"/puppet/v4/catalog", STATS_ROUTE_CATALOG_V4},
  {"/puppet/v3/node/", STATS_ROUTE_NODE},
  {"/puppet/v3/facts/", STATS_ROUTE_FACTS},
  {"/puppet/v3/report/", STATS_ROUTE_REPORT},
  {"/puppet/v3/file_metadata/", STATS_ROUTE_FILE_METADATA},
  {"/puppet/v3/file_metadatas/", STATS_ROUTE_FILE_METADATAS},
  {"/puppet/v3/file_content/", STATS_ROUTE_FILE_CONTENT},
  {"/puppet/v3/static_file_content/", STATS_ROUTE_STATIC_FILE_CONTENT},
  {"/puppet/v3/file_bucket_file/", STATS_ROUTE_FILE_BUCKET_FILE},
  {"/puppet/v3/environments", STATS_ROUTE_ENVIRONMENTS},
  {"/puppet/v3/environment_classes", STATS_ROUTE_ENVIRONMENT_CLASSES},
  {"/puppet/v3/environment_modules", STATS_ROUTE_ENVIRONMENT_MODULES},
  {"/puppet/v3/environment_transports", STATS_ROUTE_ENVIRONMENT_TRANSPORTS},
  {"/puppet/v3/compile", STATS_ROUTE_COMPILE},
  {"/puppet/v3/tasks", STATS_ROUTE_TASKS},
  {"/puppet/v3/plans", STATS_ROUTE_PLANS},
  {"/puppet-ca/v1/certificate/", STATS_ROUTE_CERTIFICATE},
  {"/puppet-ca/v1/certificate_request/", STATS_ROUTE_CERTIFICATE_REQUEST},
  {"/puppet-ca/v1/certificate_status", STATS_ROUTE_CERTIFICATE_STATUS},
  {"/puppet-ca/v1/certificate_revocation_list", STATS_ROUTE_CERTIFICATE_REVOCATION_LIST},
  {"/puppet-ca/v1/certificate_renewal", STATS_ROUTE_CERTIFICATE_RENEWAL},
  {"/puppet-ca/v1/ocsp", STATS_ROUTE_OCSP},
  {"/puppet-ca/", STATS_ROUTE_CA_OTHER},
  {"/status/", STATS_ROUTE_STATUS},
  {"/metrics", STATS_ROUTE_METRICS},
  {"/pdb/query/", STATS_ROUTE_PDB_QUERY},
  {"/pdb/cmd/", STATS_ROUTE_PDB_COMMAND},
  {"/puppet-admin-api/", STATS_ROUTE_ADMIN},
};

static uint32_t kind_of(const struct request *r)
{
  for (size_t i = 0; r->route != NULL && i < sizeof kinds / sizeof *kinds; i++)
    if (str_starts(r->path, str_of(kinds[i].prefix))) return kinds[i].route;
  return STATS_ROUTE_OTHER;
}

/* --- workers --- */

void statistics_request(struct server_stats *s, const struct request *r, const struct answer *a, uint64_t bytes,
                        uint64_t us, uint64_t wait_us)
{
  const bool file = a->file > 0 && a->status == 200;
  server_stats_request(s, &(struct server_request){.route = kind_of(r),
                                                   .status = a->status,
                                                   .us = us,
                                                   .wait_us = wait_us,
                                                   .bytes_in = r->body.n + (r->head == NULL ? 0 : r->head->bytes),
                                                   .bytes_out = bytes,
                                                   .file = file,
                                                   .file_bytes = file ? bytes : 0});
}

static void add_difference(struct server_stats *s, uint32_t id, _Atomic uint64_t *now, uint64_t *before)
{
  const uint64_t n = *now;
  if (n > *before) server_stats_add(s, id, n - *before);
  *before = n;
}

void statistics_connections(struct server_stats *s, struct http_counts *now, struct statistics_seen *seen)
{
  add_difference(s, STAT_ficSrvConns, &now->connections, &seen->connections);
  add_difference(s, STAT_ficSrvTlsOk, &now->handshakes, &seen->handshakes);
  add_difference(s, STAT_ficSrvTlsResumed, &now->resumed, &seen->resumed);
  add_difference(s, STAT_ficSrvTlsRefused, &now->refused, &seen->refused);
  add_difference(s, STAT_ficSrvTlsBad, &now->handshakes_failed, &seen->failed);
  add_difference(s, STAT_ficSrvReqsBad, &now->malformed, &seen->malformed);
  add_difference(s, STAT_ficSrvReqsSlow, &now->timeouts, &seen->timeouts);
  add_difference(s, STAT_ficSrvConnsOver, &now->over, &seen->over);
  server_stats_flush(s);
}

/* --- the supervisor --- */

/* Memory of a process; shared pages are divided among the processes that share them (PSS). */
static uint64_t memory_of(pid_t pid)
{
  char path[64], line[256];
  unsigned long long kib = 0;
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
  FILE *f = fopen(path, "re");
  while (f != NULL && fgets(line, sizeof line, f) != NULL)
    if (sscanf(line, "Pss: %llu kB", &kib) == 1) break;
  if (f != NULL) fclose(f);
  return kib * 1024;
}

void statistics_alive(struct server_stats *s, const struct board *b, const pid_t *others, size_t nothers)
{
  const struct board_http_total t = board_http_total(b);
  struct server_gauges g = {.workers = t.workers,
                            .busy = t.busy,
                            .queue = t.waiting,
                            .connections = t.open,
                            .memory_bytes = memory_of(getpid()),
                            .started_us = (uint64_t)b->started_s * 1000000};
  for (uint32_t i = 0; i < b->used; i++)
    if (b->slots[i].pid > 0) g.memory_bytes += memory_of(b->slots[i].pid);
  for (size_t i = 0; i < nothers; i++)
    if (others[i] > 0) g.memory_bytes += memory_of(others[i]);
  server_stats_alive(s, &g);
}
