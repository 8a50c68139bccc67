/* The answer of Redis' INFO: any bytes. */
#include <stdint.h>
#include <stdlib.h>

#include "collectors/sources/redis_info.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const str text = str_n((const char *)data, size);
  struct redis_info info;
  const bool good = redis_info_parse(text, &info);
  bool any = info.version.n > 0;
  for (uint32_t i = 0; i < REDIS_STATS; i++) {
    if (!info.known[i] && info.value[i] != 0) abort();
    any = any || info.known[i];
  }
  if (any && !good) abort();
  if (info.version.n > 0 && (info.version.p < text.p || info.version.p + info.version.n > text.p + text.n)) abort();
  return 0;
}
