/* Formats of sprintf() and of String(): whatever comes in, a text or a message comes out. The first byte chooses what the
 * format is applied to. */
#include <stdint.h>

#include "compiler/evaluator/ruby_format.h"
#include "compiler/evaluator/string_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct job { str format; value v; };

static void run_sprintf(struct context *c, void *arg)
{
  struct job *j = arg;
  struct buf out = BUF_IN(c->arena);
  value args[] = {j->v, value_int(-255), value_float(-1.5), value_str(STR("0x1f"))};
  ruby_format(c, &out, j->format, args, j->v.kind == V_HASH ? 1 : 4);
}

static void run_convert(struct context *c, void *arg)
{
  struct job *j = arg;
  struct buf out = BUF_IN(c->arena);
  string_convert(c, &out, j->v, value_str(j->format));
}

static value nested(struct arena *a)
{
  value inner[] = {value_int(1), value_str(STR("a")), VALUE_UNDEF, value_float(2.5)};
  struct hash *h = hash_new(a, 2);
  hash_put_str(h, a, STR("a"), array_of(a, inner, 4));
  hash_put_str(h, a, STR("b"), value_bool(true));
  value outer[] = {value_hash(h), array_of(a, inner, 4)};
  return array_of(a, outer, 2);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size < 2) return 0;
  struct arena *a = arena_new();
  struct context c;
  context_init(&c, a);
  arena_set_limit(a, 64 << 20);
  value array = nested(a);
  const value values[] = {array.array->items[0], array, value_int(-9), value_float(1e300), value_str(STR("x\xc3\xa4y")),
                          VALUE_UNDEF, VALUE_DEFAULT, value_bool(true), value_type(type_data())};
  struct job j = {str_n((const char *)data + 1, size - 1), values[(data[0] >> 1) % (sizeof values / sizeof values[0])]};
  if (j.format.n < 2000) context_protect(&c, data[0] & 1 ? run_convert : run_sprintf, &j);
  arena_free(a);
  return 0;
}
