/* puppetserver: its status service, all details. */
#include "collectors/sources/http_json.h"
#include "collectors/sources/status_json.h"

static const struct source_setting settings[] = {HTTP_JSON_SETTINGS("https://localhost:8140"), {NULL}};

#define PROFILER "puppet-profiler/status/experimental/"
#define JRUBY "jruby-metrics/status/experimental/metrics/"
/* "server" from version 6.8 on. */
#define HTTP "server|master/status/experimental/http-metrics"

/* Times are in milliseconds. */
static const struct status_json_row rows[] = {
  {PROFILER "catalog-metrics[metric=compile]/count", STAT_ficPsCompiles, 1},
  {PROFILER "catalog-metrics[metric=compile]/aggregate", STAT_ficPsCmpTimeSum, 1000},
  {PROFILER "catalog-metrics[metric=compile]/mean", STAT_ficPsCmpMean, 1000},
  {JRUBY "num-jrubies", STAT_ficPsJrubies, 1},
  {JRUBY "num-free-jrubies", STAT_ficPsJrFree, 1},
  {JRUBY "average-free-jrubies", STAT_ficPsJrFreeMean, 100},
  {JRUBY "average-requested-jrubies", STAT_ficPsJrReqMean, 100},
  {JRUBY "requested-count", STAT_ficPsJrRequested, 1},
  {JRUBY "borrow-count", STAT_ficPsJrBorrowed, 1},
  {JRUBY "return-count", STAT_ficPsJrReturned, 1},
  {JRUBY "borrow-timeout-count", STAT_ficPsJrTimeouts, 1},
  {JRUBY "borrow-retry-count", STAT_ficPsJrRetries, 1},
  {JRUBY "queue-limit-hit-count", STAT_ficPsJrLimitHits, 1},
  {JRUBY "average-borrow-time", STAT_ficPsJrBorrow, 1000},
  {JRUBY "average-wait-time", STAT_ficPsJrWait, 1000},
  {JRUBY "num-pool-locks", STAT_ficPsJrLocks, 1},
  {JRUBY "average-lock-wait-time", STAT_ficPsJrLockWait, 1000},
  {JRUBY "average-lock-held-time", STAT_ficPsJrLockHeld, 1000},
  {HTTP "[route-id=total]/count", STAT_ficPsReqs, 1},
  {HTTP "[route-id=total]/aggregate", STAT_ficPsReqTimeSum, 1000},
  {HTTP "[route-id=puppet-v3-catalog-/*/]/count", STAT_ficPsCatReqs, 1},
  {HTTP "[route-id=puppet-v3-catalog-/*/]/aggregate", STAT_ficPsCatTimeSum, 1000},
  {HTTP "[route-id=puppet-v3-report-/*/]/count", STAT_ficPsRepReqs, 1},
  {HTTP "[route-id=puppet-v3-report-/*/]/aggregate", STAT_ficPsRepTimeSum, 1000},
  {HTTP "[route-id=puppet-v3-file_metadatas-/*/]/count", STAT_ficPsPlugReqs, 1},
  {HTTP "[route-id=puppet-v3-file_metadatas-/*/]/aggregate", STAT_ficPsPlugTimeSum, 1000},
  {HTTP "[route-id=puppet-v3-file_metadata-/*/]/count", STAT_ficPsMetaReqs, 1},
  {HTTP "[route-id=puppet-v3-file_metadata-/*/]/aggregate", STAT_ficPsMetaTimeSum, 1000},
  {HTTP "[route-id=puppet-v3-file_content-/*/]/count", STAT_ficPsFileReqs, 1},
  {HTTP "[route-id=puppet-v3-file_content-/*/]/aggregate", STAT_ficPsFileTimeSum, 1000},
};

static const struct status_json_jvm jvm = {
  .up_s = STAT_ficPsUpTime,
  .started_at = STAT_ficPsStartedAt,
  .heap_used = STAT_ficPsHeapUsed,
  .heap_most = STAT_ficPsHeapMax,
  .other_used = STAT_ficPsNonHeap,
  .files = STAT_ficPsFiles,
  .files_most = STAT_ficPsFilesMax,
  .cpu = STAT_ficPsCpu,
  .gc_cpu = STAT_ficPsGcCpu,
  .threads = STAT_ficPsThreads,
  .gc_count = STAT_ficPsGcCount,
  .gc_time = STAT_ficPsGcTime,
};

/* Requests that wait for a JRuby instance, and those that have one. */
static void record_instances(const json_t *root, struct stats_record *record)
{
  const json_t *waiting = status_json_at(root, JRUBY "requested-instances");
  const json_t *busy = status_json_at(root, JRUBY "borrowed-instances");
  if (json_is_array(waiting)) stats_set(record, STAT_ficPsJrQueue, json_array_size(waiting));
  if (json_is_array(busy)) stats_set(record, STAT_ficPsJrBusy, json_array_size(busy));
}

static void *open_server(const struct source_config *config, struct source_outcome *outcome)
{
  return http_json_open(config, outcome);
}

static void close_server(void *source) { http_json_close(source); }

static void poll_server(void *source, const struct source_config *config, struct stats_record *record, uint64_t now_us,
                        struct source_outcome *outcome)
{
  (void)config;
  (void)now_us;
  http_json_begin(source);
  json_t *root = http_json_ask(source, "/status/v1/services?level=debug", NULL, outcome);
  if (root == NULL) return;
  if (status_json_record_services(root, "server|master", STAT_ficPsState, STAT_ficPsAlerts, record, outcome)) {
    status_json_text(root, "puppet-profiler|server|master|jruby-metrics/service_version", STAT_ficPsVersion, record);
    status_json_record(root, rows, sizeof rows / sizeof *rows, record);
    status_json_record_jvm(root, &jvm, record);
    record_instances(root, record);
  }
  json_decref(root);
}

const struct source_kind source_kind_puppetserver = {
  .name = "puppetserver",
  .title = "a puppetserver",
  .group = STATS_PSERVER,
  .interval_s = 60,
  .timeout_s = 10,
  .stale_s = 300,
  .settings = settings,
  .check = http_json_check,
  .open = open_server,
  .poll = poll_server,
  .close = close_server,
};
