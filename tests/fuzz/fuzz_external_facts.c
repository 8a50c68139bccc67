/* External facts: any bytes as text, JSON, YAML and output of a program, then printed in both formats. */
#include <stdint.h>

#include "agent/facts/external.h"
#include "base/arena.h"
#include "base/utf8.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef const char *parse_fn(struct arena *a, str text, struct fact *out);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static parse_fn *const parsers[] = {facts__external_txt, facts__external_json, facts__external_yaml,
                                      facts__external_output};
  str text = str_n((const char *)data, size);
  for (size_t i = 0; i < sizeof parsers / sizeof parsers[0]; i++) {
    struct arena *a = arena_new();
    struct buf out = BUF_IN(a);
    struct fact *facts = fact_new(a, FACT_HASH);
    parsers[i](a, text, facts);
    fact_sort(facts);
    fact_print_json(facts, true, &out);
    fact_print_yaml(facts, &out);
    fact_dig(facts, str_sub(text, 0, 40));
    if (utf8_invalid_at(buf_view(&out)) != SIZE_MAX) __builtin_trap(); /* the output is always text */
    arena_free(a);
  }
  return 0;
}
