/* Rich data from JSON: the result is a value or a message; a value can be written and read back. */
#include <stdint.h>
#include <stdlib.h>

#include "base/json_write.h"
#include "compiler/types/rich_data.h"
#include "compiler/types/value_json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct trial {
  value in, out;
};

static void run(struct context *c, void *arg)
{
  struct trial *t = arg;
  t->out = value_from_rich_data(c, NULL, t->in, false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  arena_set_limit(a, (size_t)64 << 20);
  struct context c;
  context_init(&c, a);
  struct trial t;
  str error = STR_EMPTY;
  if (value_read_json(a, str_n((const char *)data, size), &t.in, &error) && context_protect(&c, run, &t) &&
      size < 4096) {
    struct buf out = BUF_HEAP;
    struct json_writer w;
    json_init(&w, &out, false);
    value_write_json(&w, t.out, JSON_RICH);
    buf_free(&out);
  }
  arena_free(a);
  return 0;
}
