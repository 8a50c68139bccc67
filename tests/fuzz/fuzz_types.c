/* Type expressions as text: the result is a type or a message; the type's own text is the same type. */
#include <stdint.h>
#include <stdlib.h>

#include "compiler/types/type.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct parsing {
  str text;
  const struct type *type;
};

static void parse(struct context *c, void *arg)
{
  struct parsing *p = arg;
  p->type = type_from_text(c, NULL, p->text);
}

/* Uses types in many ways, such as parsing their own text. Object types may fail here. */
static void use(struct context *c, void *arg)
{
  const struct parsing *first = arg;
  struct buf text = BUF_IN(c->arena);
  type_format(&text, first->type);
  (void)type_assignable(type_data(), first->type);
  const struct type *second = type_from_text(c, NULL, buf_view(&text));
  (void)type_assignable(first->type, second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  arena_set_limit(a, 64 << 20);
  struct context c;
  context_init(&c, a);
  struct parsing first = {.text = str_n((const char *)data, size)};
  if (context_protect(&c, parse, &first)) (void)context_protect(&c, use, &first);
  else if (context_message(&c).n == 0) abort();
  arena_free(a);
  return 0;
}
