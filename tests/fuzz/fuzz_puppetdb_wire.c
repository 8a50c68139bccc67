/* Facts, catalogs and reports as JSON: the resulting command can be written and read back. */
#include <stdint.h>
#include <stdlib.h>

#include "indirector/wire/wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(struct arena *a, bool made, const struct wire_command *c, str error)
{
  value again;
  str why;
  if (!made && error.n == 0) abort();
  if (!made) return;
  const str text = wire_text(a, c->payload);
  if (!value_read_json(a, text, &again, &why) || again.kind != V_HASH) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  value v;
  str why;
  if (size <= 64 * 1024 && value_read_json(a, str_n((const char *)data, size), &v, &why)) {
    const struct wire_sender s = {.arena = a,
                                  .now = {1764097200, 0},
                                  .producer = STR("p"),
                                  .environment = STR("e"),
                                  .unchanged_resources = size % 2 == 0};
    struct wire_command c;
    str error = STR_EMPTY;
    check(a, wire_facts(&s, v, &c, &error), &c, error);
    error = STR_EMPTY;
    check(a, wire_catalog(&s, v, v, &c, &error), &c, error);
    error = STR_EMPTY;
    check(a, wire_report(&s, v, &c, &error), &c, error);
  }
  arena_free(a);
  return 0;
}
