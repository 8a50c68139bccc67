/* String(object, '%#p'): the expression that makes the object, on several lines. Lines break as in Puppet's
 * TypeFormatter: each entry of a hash is on its own line, and an array is on one line only if it is shorter than
 * LINE. */
#include "base/utf8.h"
#include "compiler/types/object.h"
#include "compiler/types/string_internal.h"

/* LONG is longer than any line, so a value with it never stays on one line. STEP: spaces per level. */
enum { LINE = 100, LONG = 1000, STEP = 2 };

static void put(struct conversion *c, value v, uint32_t level);

/* Removes blanks at the end of the line first, such as the one after a comma. */
static void break_at(struct conversion *c, uint32_t level)
{
  while (c->out->n > 0 && ascii_is_space(c->out->p[c->out->n - 1])) c->out->n--;
  buf_char(c->out, '\n');
  buf_fill(c->out, ' ', (size_t)level * STEP);
}

/* The width of an element in Puppet's estimate, which counts the characters of Ruby's inspect. Objects and non-empty
 * collections are always on lines of their own. */
static size_t width_of(struct conversion *c, value v)
{
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: return 3;   /* nil */
  case V_DEFAULT: return 8; /* :default */
  case V_BOOL:
  case V_INT:
  case V_FLOAT: return value_to_str(c->arena, v).n;
  case V_STRING: return utf8_count(value_text(v)) + 2;
  case V_ARRAY: return v.array->n == 0 ? 2 : LONG;
  case V_HASH: return v.hash->n == 0 ? 2 : LONG;
  default: return LONG;
  }
}

static bool is_short(struct conversion *c, const struct array *a, uint32_t level)
{
  size_t sum = (size_t)level * STEP;
  for (uint32_t i = 0; i < a->n && sum < LINE; i++) sum += width_of(c, a->items[i]);
  return a->n == 0 || sum < LINE;
}

static void put_array(struct conversion *c, const struct array *a, uint32_t level)
{
  const bool one_line = is_short(c, a, level);
  buf_char(c->out, '[');
  for (uint32_t i = 0; i < a->n; i++) {
    if (i > 0) buf_z(c->out, ", ");
    if (!one_line) break_at(c, level + 1);
    put(c, a->items[i], one_line ? level : level + 1);
  }
  if (!one_line) break_at(c, level);
  buf_char(c->out, ']');
}

static void put_hash(struct conversion *c, const struct hash *h, uint32_t level)
{
  buf_char(c->out, '{');
  for (uint32_t i = 0; i < h->n; i++) {
    if (i > 0) buf_z(c->out, ", ");
    break_at(c, level + 1);
    put(c, h->entries[i].key, level + 1);
    buf_z(c->out, " => ");
    put(c, h->entries[i].value, level + 1);
  }
  break_at(c, level);
  buf_char(c->out, '}');
}

static void put(struct conversion *c, value v, uint32_t level)
{
  context_enter(c->context);
  if (v.kind == V_ARRAY) put_array(c, v.array, level);
  else if (v.kind == V_HASH) put_hash(c, v.hash, level);
  else if (v.kind == V_OBJECT) string_put_object(c, v.object, level);
  else type_format_value(c->out, v, 0);
  context_leave(c->context);
}

void string_put_object(struct conversion *c, const struct object *o, uint32_t level)
{
  buf_str(c->out, object_shown_name(o->type));
  buf_char(c->out, '(');
  put_hash(c, object_hash(c->arena, o), level);
  buf_char(c->out, ')');
}
