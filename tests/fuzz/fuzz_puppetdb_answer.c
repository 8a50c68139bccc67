/* Answers of PuppetDB to a collector: any bytes. Each result satisfies the assumptions of its user. */
#include <stdint.h>
#include <stdlib.h>

#include "indirector/puppetdb/terminus.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct ind_object *o)
{
  static const struct {
    const char *name;
    enum value_kind kind;
  } fields[] = {{"certname", V_STRING}, {"type", V_STRING}, {"title", V_STRING}, {"parameters", V_HASH}};
  for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
    const value *v = hash_get_str(o->data.hash, str_of(fields[i].name));
    if (v == NULL || v->kind != fields[i].kind) abort();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  struct ind_request r = {.arena = a, .indirection = IND_RESOURCE, .key = STR("Notify"), .error = STR_EMPTY};
  value v;
  str why;
  if (value_read_json(a, str_n((const char *)data, size), &v, &why)) {
    if (puppetdb_take_resources(&r, v) == IND_OK) {
      for (uint32_t i = 0; i < r.results.n; i++) check(r.results.items[i]);
    } else if (r.error.n == 0) {
      abort();
    }
  }
  arena_free(a);
  return 0;
}
