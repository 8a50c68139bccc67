/* Formats of sprintf and of String(value, format): the first byte selects the value, the rest is the format. */
#include <stdint.h>
#include <stdlib.h>

#include "compiler/types/string_format.h"
#include "compiler/values/ruby_format.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct formatting {
  str format;
  value v;
};

static value value_of(struct arena *a, uint8_t choice)
{
  value one = value_int(-12345), pair[2] = {value_str(STR("t\303\251xt")), value_float(1.5e-300)};
  struct hash *h = hash_new(a, 2);
  hash_put_str(h, a, STR("a"), pair[1]);
  hash_put(h, a, one, array_of(a, pair, 2));
  const value all[] = {one,
                       pair[0],
                       pair[1],
                       value_float(-0.0),
                       value_int(INT64_MIN),
                       VALUE_UNDEF,
                       value_bool(true),
                       VALUE_DEFAULT,
                       array_of(a, pair, 2),
                       value_hash(h),
                       value_type(type_simple(T_INTEGER))};
  return all[choice % (sizeof all / sizeof all[0])];
}

static void by_sprintf(struct context *c, void *arg)
{
  struct formatting *f = arg;
  struct buf out = BUF_IN(c->arena);
  const value args[] = {f->v, value_int(7), f->v};
  ruby_format(c, &out, f->format, args, 3);
}

static void by_string(struct context *c, void *arg)
{
  struct formatting *f = arg;
  struct buf out = BUF_IN(c->arena);
  string_convert(c, &out, f->v, value_str(f->format));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0) return 0;
  struct arena *a = arena_new();
  arena_set_limit(a, 16 << 20);
  struct context c;
  context_init(&c, a);
  struct formatting f = {.format = str_n((const char *)data + 1, size - 1), .v = value_of(a, data[0])};
  if (!context_protect(&c, by_sprintf, &f) && context_message(&c).n == 0) abort();
  arena_set_limit(a, arena_held_bytes(a) + (16 << 20)); /* the limit was lifted when it was reached */
  if (!context_protect(&c, by_string, &f) && context_message(&c).n == 0) abort();
  arena_free(a);
  return 0;
}
