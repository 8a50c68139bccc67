/* Writes JSON like Ruby's generator (to_json, pretty_generate): the layout has the separators, the indentation and the
 * maximum depth. */
#include <math.h>

#include "base/deadline.h"
#include "base/check.h"
#include "base/json_write.h"
#include "base/utf8.h"
#include "compiler/values/ruby_json.h"
#include "compiler/values/ruby_text.h"

const struct ruby_json_layout ruby_json_pretty = {.indent = {"  ", 2},
                                                  .space = {" ", 1},
                                                  .object_nl = {"\n", 1},
                                                  .array_nl = {"\n", 1},
                                                  .max_nesting = RUBY_JSON_MAX_NESTING};

struct writer {
  struct buf *out;
  const struct ruby_json_layout *layout;
  uint32_t depth;
  str *error;
};

static bool enter(struct writer *w)
{
  uint32_t most = w->layout->max_nesting;
  deadline_step();
  /* 0 means unlimited in Ruby; here it means the limit of all recursions. */
  if (++w->depth <= (most == 0 ? NESTING_LEVELS : most)) return true;
  *w->error = arena_printf(w->out->arena, "nesting of %u is too deep", w->depth - 1);
  return false;
}

static void put_indent(struct writer *w)
{
  for (uint32_t i = 0; i < w->depth; i++) buf_str(w->out, w->layout->indent);
}

static bool put(struct writer *w, value v);

static bool put_array(struct writer *w, const struct array *a)
{
  if (!enter(w)) return false;
  buf_char(w->out, '[');
  buf_str(w->out, w->layout->array_nl);
  for (uint32_t i = 0; i < a->n; i++) {
    if (i > 0) buf_char(w->out, ',');
    if (i > 0) buf_str(w->out, w->layout->array_nl);
    put_indent(w);
    if (!put(w, a->items[i])) return false;
  }
  w->depth--;
  if (w->layout->array_nl.n > 0) {
    buf_str(w->out, w->layout->array_nl);
    put_indent(w);
  }
  buf_char(w->out, ']');
  return true;
}

static bool put_text(struct writer *w, str s)
{
  if (utf8_invalid_at(s) != SIZE_MAX) {
    *w->error = STR("source sequence is illegal/malformed utf-8");
    return false;
  }
  json_quote(w->out, s);
  return true;
}

/* Writes keys, and values that JSON lacks, as their to_s. */
static bool put_to_s(struct writer *w, value v)
{
  struct buf b = BUF_IN(w->out->arena);
  ruby_to_s(&b, v);
  return put_text(w, buf_view(&b));
}

static bool put_hash(struct writer *w, const struct hash *h)
{
  const struct ruby_json_layout *l = w->layout;
  if (!enter(w)) return false;
  buf_char(w->out, '{');
  for (uint32_t i = 0; i < h->n; i++) {
    if (i > 0) buf_char(w->out, ',');
    buf_str(w->out, l->object_nl);
    put_indent(w);
    if (!put_to_s(w, h->entries[i].key)) return false;
    buf_str(w->out, l->space_before);
    buf_char(w->out, ':');
    buf_str(w->out, l->space);
    if (!put(w, h->entries[i].value)) return false;
  }
  w->depth--;
  if (l->object_nl.n > 0) {
    buf_str(w->out, l->object_nl);
    put_indent(w);
  }
  buf_char(w->out, '}');
  return true;
}

static bool put_float(struct writer *w, double d)
{
  if (isfinite(d)) {
    value_render_float(w->out, d);
    return true;
  }
  const char *name = isnan(d) ? "NaN" : d < 0 ? "-Infinity" : "Infinity";
  if (w->layout->allow_nan) buf_z(w->out, name);
  else *w->error = arena_printf(w->out->arena, "%s not allowed in JSON", name);
  return w->layout->allow_nan;
}

static bool put(struct writer *w, value v)
{
  switch (v.kind) {
  case V_UNDEF: buf_z(w->out, "null"); return true;
  case V_BOOL: buf_z(w->out, v.boolean ? "true" : "false"); return true;
  case V_INT: buf_int(w->out, v.integer); return true;
  case V_FLOAT: return put_float(w, v.number);
  case V_STRING: return put_text(w, value_text(v));
  case V_ARRAY: return put_array(w, v.array);
  case V_HASH: return put_hash(w, v.hash);
  default: return put_to_s(w, v);
  }
}

bool ruby_json_write(struct buf *out, value v, const struct ruby_json_layout *layout, str *error)
{
  assert(layout != NULL && error != NULL);
  struct writer w = {.out = out, .layout = layout, .error = error};
  return put(&w, v);
}
