/* MessagePack: a valid text is written and read back as the same value. */
#include <stdint.h>
#include <stdlib.h>

#include "server/routes/msgpack.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  value v, again;
  str error;
  if (msgpack_read(a, str_n((const char *)data, size), &v, &error)) {
    struct buf first = BUF_IN(a), second = BUF_IN(a);
    msgpack_write(&first, v);
    if (!msgpack_read(a, buf_view(&first), &again, &error)) abort();
    msgpack_write(&second, again);
    if (!str_eq(buf_view(&first), buf_view(&second))) abort();
  }
  arena_free(a);
  return 0;
}
