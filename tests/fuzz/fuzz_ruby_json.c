/* JSON as Ruby reads it: the result is a value or a message, and the written value is read back as the same. */
#include <stdint.h>
#include <stdlib.h>

#include "compiler/values/ruby_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  value v, again;
  str error = STR_EMPTY;
  struct buf out = BUF_IN(a);
  const struct ruby_json_layout layout = {.indent = STR("\t"), .object_nl = STR("\n")};
  bool ok = ruby_json_read(a, str_n((const char *)data, size), &v, &error);
  if (ok == (error.n != 0)) abort();
  if (ok && size < 4096 && ruby_json_write(&out, v, &layout, &error)) {
    if (!ruby_json_read(a, buf_view(&out), &again, &error) || !value_same(v, again)) abort();
  }
  arena_free(a);
  return 0;
}
