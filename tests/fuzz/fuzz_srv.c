/* SRV records: any bytes from a name server. */
#include <stdint.h>
#include <stdlib.h>

#include "agent/session/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  struct srv_record *records;
  size_t n;
  if (srv_read(a, data, size, &records, &n)) {
    for (size_t i = 0; i < n; i++) {
      if (records[i].host.n == 0 || records[i].port < 0 || records[i].port > 65535) abort();
    }
  } else if (n != 0) {
    abort();
  }
  arena_free(a);
  return 0;
}
