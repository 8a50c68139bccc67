/* Any bytes as a template in ERB: parsed, and rendered with a few variables. The deadline ends loops. */
#include <stdint.h>

#include "base/deadline.h"
#include "compiler/erb/erb.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct run {
  struct context context; /* first */
  const struct erb_template *template;
  struct erb_result result;
  struct hash *variables;
};

static value *find(void *ctx, str name)
{
  return (value *)(uintptr_t)hash_get_str(((struct run *)ctx)->variables, name);
}

static const value *lookup(void *ctx, str name, bool quiet)
{
  (void)quiet;
  return find(ctx, name);
}

static bool call(void *ctx, const struct erb_function *f, bool older, const value *args, uint32_t n, value *result)
{
  (void)ctx, (void)f, (void)older;
  *result = n > 0 ? args[0] : VALUE_UNDEF;
  return n > 0;
}

static value classes(void *ctx)
{
  (void)ctx;
  return value_array(&array_empty);
}

static void render(struct context *c, void *arg)
{
  struct run *r = arg;
  const struct erb_world w = {.ctx = r, .instance_variable = find, .lookup = lookup, .call = call, .classes = classes};
  erb_render(c, r->template, &w, &r->result);
}

static struct hash *variables(struct arena *a)
{
  static const char json[] =
    "{\"a\": [\"b\", \"a\", null, 1], \"h\": {\"k\": \"v\", \"n\": {\"x\": [1, 2]}}, \"s\": \"some text\","
    " \"n\": 42, \"t\": true, \"f\": 1.5}";
  value v;
  str error;
  return value_read_json(a, str_of(json), &v, &error) ? hash_copy(a, v.hash, 0) : hash_new(a, 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  enum { MOST_MS = 200, MOST_BYTES = 256 << 20 };
  struct arena *a = arena_new();
  struct run r = {.variables = variables(a)};
  context_init(&r.context, a);
  arena_set_limit(a, MOST_BYTES);
  deadline_set(
    (struct deadline){.at_ms = deadline_now_ms() + MOST_MS, .passed = context_out_of_time, .ctx = &r.context});
  r.template = erb_parse(a, (str){(const char *)data, size});
  context_protect(&r.context, render, &r);
  deadline_set((struct deadline){0});
  arena_free(a);
  return 0;
}
