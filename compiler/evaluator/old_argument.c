/* Arguments for functions of the older API (Puppet::Parser::Functions): undef is an empty string, references are
 * resources, and values without a Ruby class are their text. */
#include "compiler/evaluator/eval.h"

static bool becomes_text(value v)
{
  return v.kind == V_REGEX || v.kind == V_SEMVER || v.kind == V_SEMVER_RANGE || v.kind == V_BINARY ||
         v.kind == V_TIMESTAMP || v.kind == V_TIMESPAN;
}

static bool has_texts(value v)
{
  bool found = becomes_text(v);
  for (uint32_t i = 0; v.kind == V_ARRAY && !found && i < v.array->n; i++) {
    found = has_texts(v.array->items[i]);
  }
  for (uint32_t i = 0; v.kind == V_HASH && !found && i < v.hash->n; i++) {
    found = has_texts(v.hash->entries[i].key) || has_texts(v.hash->entries[i].value);
  }
  return found;
}

/* Values that Ruby has no class for become their text, as deep as they are. */
static value with_texts(void *arena, value v)
{
  if (!has_texts(v)) return v;
  if (becomes_text(v)) return value_str(value_to_str(arena, v));
  return value_map(arena, v, with_texts, with_texts, arena);
}

value eval_old_argument(struct compilation *c, value v)
{
  if (value_is_undef(v)) return value_str(STR_EMPTY);
  return v.kind == V_STRING || v.kind == V_INT ? v : with_texts(c->arena, eval_as_attribute(c, v));
}
