/* Answers of status services and of Jolokia: the result is JSON or an error line, and the requested numbers in it can
 * be recorded. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "collectors/sources/http_json.h"
#include "collectors/sources/status_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const paths[] = {
  "puppet-profiler/status/experimental/catalog-metrics[metric=compile]/count",
  "jruby-metrics/status/experimental/metrics/average-requested-jrubies",
  "server|master/status/experimental/http-metrics[route-id=puppet-v3-catalog-/*/]/aggregate",
  "status-service/status/experimental/jvm-metrics/heap-memory/used",
  "puppetdb-status/status/queue_depth",
  "request/mbean",
  "value/95thPercentile",
};

static void look(const json_t *root)
{
  struct status_json_services services;
  uint64_t scaled;
  if (status_json_services(root, &services) && (services.state < STATS_SERVICESTATE_RUNNING ||
                                                services.state > STATS_SERVICESTATE_ERROR || services.worst == NULL))
    abort();
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    double number;
    if (status_json_number(status_json_at(root, paths[i]), &number) && number != number) abort();
    status_json_scaled(root, paths[i], 1000, &scaled);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct buf why = BUF_HEAP;
  json_t *root = http_json_read(str_n((const char *)data, size), &why);
  if ((root == NULL) != (why.n > 0)) abort();
  look(root);
  size_t i;
  const json_t *one;
  json_array_foreach(root, i, one) look(one);
  json_decref(root);
  buf_free(&why);
  return 0;
}
