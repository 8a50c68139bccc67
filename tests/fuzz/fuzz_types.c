/* Type expressions: whatever comes in, a type or a message comes out, and the type can be asked and printed. */
#include <stdint.h>
#include <stdlib.h>

#include "compiler/types/object_type.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct trial { str text; const type *t; };

static void run(struct context *c, void *arg)
{
  static const char *const others[] = {"RichData", "Array[Integer]", "Variant[Enum['a'], Pattern[/b/]]", "Callable[String]",
                                       "Struct[{a => Optional[Integer]}]", "Error['x']"};
  struct trial *trial = arg;
  const type *t = trial->t = type_from_text(c, NULL, trial->text);
  struct buf out = BUF_IN(c->arena);
  if (!type_equal(t, t) || !type_equal(type_resolved(t), type_resolved(t))) abort();
  type_format_expanded(&out, type_generalize(c->arena, type_normalize(c->arena, t)));
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    const type *other = type_static(others[i]);
    type_common(c->arena, t, other);
    if (!type_assignable(t, other)) type_describe_mismatch(c->arena, STR("x"), t, other, &out);
    if (!type_assignable(other, t)) type_describe_mismatch(c->arena, STR("x"), other, t, &out);
  }
  type_instance(t, value_int(1));
  type_instance(t, value_str(STR("a")));
  type_instance(t, value_array(&array_empty));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size > 2000) return 0;
  struct arena *a = arena_new();
  arena_set_limit(a, (size_t)256 << 20);
  struct context c;
  context_init(&c, a);
  struct trial trial = {.text = str_n((const char *)data, size)};
  context_protect(&c, run, &trial);
  arena_free(a);
  return 0;
}
