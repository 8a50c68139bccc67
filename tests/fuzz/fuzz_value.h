/* Checks for all readers of values: the result is a value or a message; a value can be printed and equals itself. */
#ifndef FICELLE_TESTS_FUZZ_VALUE_H
#define FICELLE_TESTS_FUZZ_VALUE_H

#include <stdint.h>
#include <stdlib.h>

#include "compiler/values/value.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef bool value_reader(struct arena *a, str text, value *out, str *error);

static inline int read_one_value(value_reader *read, const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  value v;
  str error = STR_EMPTY;
  bool ok = read(a, str_n((const char *)data, size), &v, &error);
  if (ok == (error.n != 0)) abort();
  if (ok && size < 4096) {
    struct buf out = BUF_IN(a);
    value_inspect(&out, v);
    if (v.kind != V_FLOAT && !value_same(v, v) && str_find(buf_view(&out), STR("NaN"), 0) == SIZE_MAX) abort();
  }
  arena_free(a);
  return 0;
}

#endif
