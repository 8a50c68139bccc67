/* Facts from JSON. libjansson reads the same value as the fast reader. */
#include "compiler/values/data_json.h"
#include "tests/fuzz/fuzz_value.h"

static void compare(str text)
{
  struct arena *a = arena_new();
  value quick, strict;
  str error = STR_EMPTY;
  if (data_json_quick(a, text, &quick)) {
    struct buf one = BUF_IN(a), other = BUF_IN(a);
    if (!data_json_strict(a, text, &strict, &error)) abort();
    value_inspect(&one, quick);
    value_inspect(&other, strict);
    if (quick.kind != strict.kind || !str_eq(buf_view(&one), buf_view(&other))) abort();
  }
  arena_free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size < 4096) compare(str_n((const char *)data, size));
  return read_one_value(value_read_json, data, size);
}
