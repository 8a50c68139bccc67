/* PuppetDB: its status service, and its metrics by the Jolokia protocol. */
#include <string.h>

#include "collectors/sources/http_json.h"
#include "collectors/sources/status_json.h"

static const struct source_setting settings[] = {
  HTTP_JSON_SETTINGS("http://localhost:8080"),
  {"metrics", SOURCE_FLAG, "true", 0, 0,
   "Whether /metrics/v2 is requested, too. By default PuppetDB's auth.conf allows that only with a client "
   "certificate."},
  {NULL},
};

/* The beans to read, one request for each: a request with a pattern fails completely if one of its beans does. Times
 * are in milliseconds. */
static const struct metric {
  const char *bean, *attribute;
  uint32_t id;
  double scale;
} metrics[] = {
#define MQ "puppetlabs.puppetdb.mq:name=global."
#define POPULATION "puppetlabs.puppetdb.population:name="
#define STORAGE "puppetlabs.puppetdb.storage:name="
#define DLO "puppetlabs.puppetdb.dlo:name=puppetlabs.puppetdb.dlo.global."
#define POOL "puppetlabs.puppetdb.database:name=PDB"
  {MQ "depth", "Count", STAT_ficPdbQueue, 1},
  {MQ "seen", "Count", STAT_ficPdbSeen, 1},
  {MQ "processed", "Count", STAT_ficPdbProcessed, 1},
  {MQ "retried", "Count", STAT_ficPdbRetried, 1},
  {MQ "discarded", "Count", STAT_ficPdbDiscarded, 1},
  {MQ "fatal", "Count", STAT_ficPdbFatal, 1},
  {MQ "ignored", "Count", STAT_ficPdbIgnored, 1},
  {MQ "invalidated", "Count", STAT_ficPdbInvalid, 1},
  {MQ "awaiting-retry", "Count", STAT_ficPdbAwaiting, 1},
  {MQ "processing-time", "Mean", STAT_ficPdbProcMean, 1000},
  {MQ "processing-time", "95thPercentile", STAT_ficPdbProcP95, 1000},
  {MQ "processing-time", "Max", STAT_ficPdbProcMax, 1000},
  {MQ "queue-time", "Mean", STAT_ficPdbQueueMean, 1000},
  {MQ "queue-time", "95thPercentile", STAT_ficPdbQueueP95, 1000},
  {MQ "size", "95thPercentile", STAT_ficPdbSizeP95, 1},
  {POPULATION "num-nodes", "Value", STAT_ficPdbNodes, 1},
  {POPULATION "num-active-nodes", "Value", STAT_ficPdbActive, 1},
  {POPULATION "num-inactive-nodes", "Value", STAT_ficPdbInactive, 1},
  {POPULATION "num-resources", "Value", STAT_ficPdbResources, 1},
  {POPULATION "avg-resources-per-node", "Value", STAT_ficPdbResMean, 1},
  {POPULATION "pct-resource-dupes", "Value", STAT_ficPdbResDupes, 10000},
  {STORAGE "duplicate-pct", "Value", STAT_ficPdbCatDupes, 10000},
  {STORAGE "duplicate-catalogs", "Count", STAT_ficPdbCatSame, 1},
  {STORAGE "new-catalogs", "Count", STAT_ficPdbCatNew, 1},
  {STORAGE "replace-catalog-time", "Mean", STAT_ficPdbCatTime, 1000},
  {STORAGE "replace-facts-time", "Mean", STAT_ficPdbFactsTime, 1000},
  {STORAGE "store-report-time", "Mean", STAT_ficPdbReportTime, 1000},
  {STORAGE "gc-time", "Mean", STAT_ficPdbSweepTime, 1000},
  {DLO "messages", "Count", STAT_ficPdbDlo, 1},
  {DLO "filesize", "Count", STAT_ficPdbDloSize, 1.0 / 1024},
  {POOL "ReadPool.pool.ActiveConnections", "Value", STAT_ficPdbReadBusy, 1},
  {POOL "ReadPool.pool.PendingConnections", "Value", STAT_ficPdbReadWait, 1},
  {POOL "WritePool.pool.ActiveConnections", "Value", STAT_ficPdbWriteBusy, 1},
  {POOL "WritePool.pool.PendingConnections", "Value", STAT_ficPdbWriteWait, 1},
};
enum { METRICS = sizeof metrics / sizeof *metrics };

static const struct status_json_jvm jvm = {
  .up_s = STAT_ficPdbUpTime,
  .started_at = STAT_ficPdbStartedAt,
  .heap_used = STAT_ficPdbHeapUsed,
  .heap_most = STAT_ficPdbHeapMax,
  .other_used = STAT_ficPdbNonHeap,
  .files = STAT_ficPdbFiles,
  .files_most = STAT_ficPdbFilesMax,
  .cpu = STAT_ficPdbCpu,
  .gc_cpu = STAT_ficPdbGcCpu,
  .threads = STAT_ficPdbThreads,
  .gc_count = STAT_ficPdbGcCount,
  .gc_time = STAT_ficPdbGcTime,
};

/* --- status --- */

static void record_flag(const json_t *root, const char *path, uint32_t id, struct stats_record *record)
{
  const json_t *flag = status_json_at(root, path);
  if (json_is_boolean(flag)) stats_set(record, id, json_is_true(flag) ? 1 : 2);
}

#define STATUS "puppetdb-status/status/"

static void record_status(const json_t *root, struct stats_record *record)
{
  static const struct status_json_row queue = {STATUS "queue_depth", STAT_ficPdbQueue, 1};
  status_json_text(root, "puppetdb-status/service_version", STAT_ficPdbVersion, record);
  status_json_record(root, &queue, 1, record);
  record_flag(root, STATUS "maintenance_mode?", STAT_ficPdbMaint, record);
  record_flag(root, STATUS "read_db_up?", STAT_ficPdbReadUp, record);
  record_flag(root, STATUS "write_dbs_up?|write_db_up?", STAT_ficPdbWriteUp, record);
  status_json_record_jvm(root, &jvm, record);
}

/* --- metrics --- */

static bool begins_bean(size_t i) { return i == 0 || strcmp(metrics[i].bean, metrics[i - 1].bean) != 0; }

static void write_request(struct buf *to)
{
  for (size_t i = 0; i < METRICS; i++) {
    if (begins_bean(i)) buf_printf(to, "%s{\"type\":\"read\",\"mbean\":\"%s\"}", i == 0 ? "[" : ",", metrics[i].bean);
  }
  buf_char(to, ']');
}

/* Records the answer of one bean, which may be an error. */
static void record_bean(const json_t *answer, struct stats_record *record)
{
  const json_t *bean = status_json_at(answer, "request/mbean"), *value = json_object_get(answer, "value");
  for (size_t i = 0; json_is_string(bean) && i < METRICS; i++) {
    const struct status_json_row row = {metrics[i].attribute, metrics[i].id, metrics[i].scale};
    if (strcmp(json_string_value(bean), metrics[i].bean) == 0) status_json_record(value, &row, 1, record);
  }
}

static void record_metrics(struct http_json *http, struct stats_record *record, struct source_outcome *outcome)
{
  struct buf request = BUF_HEAP;
  write_request(&request);
  json_t *root = http_json_ask(http, "/metrics/v2", request.p, outcome);
  buf_free(&request);
  if (root != NULL && !json_is_array(root)) {
    outcome->state = STATS_SOURCESTATE_CORRUPT;
    buf_z(outcome->reason, "/metrics/v2: not Jolokia's answer to a list");
  }
  size_t i;
  const json_t *one;
  json_array_foreach(root, i, one) record_bean(one, record);
  json_decref(root);
}

/* --- the kind --- */

static void *open_puppetdb(const struct source_config *config, struct source_outcome *outcome)
{
  return http_json_open(config, outcome);
}

static void close_puppetdb(void *source) { http_json_close(source); }

static void poll_puppetdb(void *source, const struct source_config *config, struct stats_record *record,
                          uint64_t now_us, struct source_outcome *outcome)
{
  (void)now_us;
  http_json_begin(source);
  json_t *root = http_json_ask(source, "/status/v1/services?level=debug", NULL, outcome);
  if (root == NULL) return;
  const bool good = status_json_record_services(root, "puppetdb-status", STAT_ficPdbState, STAT_ficPdbAlerts, record,
                                                outcome);
  if (good) record_status(root, record);
  json_decref(root);
  /* A PuppetDB that is not running yet has no metrics. */
  if (good && outcome->reason->n == 0 && source_flag(config, "metrics")) record_metrics(source, record, outcome);
}

const struct source_kind source_kind_puppetdb = {
  .name = "puppetdb",
  .title = "a PuppetDB",
  .group = STATS_PDB,
  .interval_s = 60,
  .timeout_s = 10,
  .stale_s = 300,
  .settings = settings,
  .check = http_json_check,
  .open = open_puppetdb,
  .poll = poll_puppetdb,
  .close = close_puppetdb,
};
