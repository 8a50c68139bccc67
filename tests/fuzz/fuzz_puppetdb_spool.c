/* A file of the spool: any bytes. */
#include <stdint.h>
#include <stdlib.h>

#include "indirector/puppetdb/spool.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  struct spool_command c;
  str error = STR_EMPTY;
  if (spool_read(a, str_n((const char *)data, size), &c, &error)) {
    if (c.kind >= WIRE_KIND_COUNT || c.certname.n == 0 || c.payload.n < 2 || c.version <= 0) abort();
  } else if (error.n == 0) {
    abort();
  }
  arena_free(a);
  return 0;
}
