/* HOCON: the result is a value or a message, in bounded time and memory. */
#include <stdint.h>
#include <stdlib.h>

#include "compiler/values/value.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  value v;
  str error = STR_EMPTY;
  const bool ok = value_read_hocon(a, str_n((const char *)data, size), NULL, NULL, &v, &error);
  if (ok == (error.n != 0)) abort();
  if (ok && v.kind != V_HASH) abort();
  arena_free(a);
  return 0;
}
