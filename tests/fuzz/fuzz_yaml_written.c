/* Written YAML reads back as the same value, and is the same as libyaml's. The input is JSON, since it has no values
 * that YAML changes, and none that get an anchor. */
#include <stdint.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "compiler/values/value.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  value v, again;
  str error = STR_EMPTY;
  if (size < 65536 && value_read_json(a, str_n((const char *)data, size), &v, &error)) {
    struct buf out = BUF_IN(a), shown = BUF_IN(a), shown_again = BUF_IN(a);
    if (!value_write_yaml(a, &out, v, NULL, false)) abort();
    const struct yaml_layout layout = {0};
    struct buf by_libyaml = BUF_IN(a);
    if (!value_write_yaml_as_ruby(a, &by_libyaml, v, &layout)) abort();
    if (!str_eq(buf_view(&out), buf_view(&by_libyaml))) abort();
    if (!value_read_yaml(a, buf_view(&out), &again, &error)) abort();
    value_inspect(&shown, v);
    value_inspect(&shown_again, again);
    if (!str_eq(buf_view(&shown), buf_view(&shown_again))) abort();
  }
  arena_free(a);
  return 0;
}
