/* puppetdb.conf: any bytes. A valid file has servers. */
#include <stdint.h>
#include <stdlib.h>

#include "indirector/puppetdb/conf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void warn(void *ctx, str message)
{
  (void)ctx;
  if (message.n == 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  struct puppetdb_conf conf;
  str error = STR_EMPTY;
  if (puppetdb_conf_read(a, STR("puppetdb.conf"), str_n((const char *)data, size), warn, NULL, &conf, &error)) {
    if (conf.nservers == 0 || conf.nservers > conf.nurls || conf.min_successful > conf.nservers) abort();
    for (uint32_t i = 0; i < conf.nurls; i++) {
      if (conf.urls[i].host.n == 0 || conf.urls[i].port <= 0 || conf.urls[i].port > 65535) abort();
    }
  } else if (error.n == 0) {
    abort();
  }
  arena_free(a);
  return 0;
}
