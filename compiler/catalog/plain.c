/* Converts values of parameters for the catalog. References to resources become text. Values that JSON does not have
 * are kept for the writer if the catalog has rich data; otherwise they become strings with a warning or an error
 * (setting `strict`). */
#include "compiler/catalog/internal.h"
#include "compiler/values/rich.h"
#include "compiler/values/ruby_text.h"
#include "compiler/values/runtime.h"

/* The steps from the parameter to a value inside it. */
struct path {
  const struct path *outer;
  str key;
  uint32_t index;
  bool is_index;
};

/* A reference becomes text only if it was the value of an attribute. One inside a Sensitive, or from data, remains a
 * type. */
static bool is_resource(value v) { return value_is_reference(v) && v.type->as_resource; }

static bool has_reference(value v, uint32_t depth)
{
  nesting_step(depth);
  if (is_resource(v)) return true;
  if (v.kind != V_ARRAY) return false;
  for (uint32_t i = 0; i < v.array->n; i++) {
    if (has_reference(v.array->items[i], depth + 1)) return true;
  }
  return false;
}

void catalog_flatten(struct compilation *c, struct valuevec *out, value v)
{
  const uint32_t from = out->n;
  uint32_t left = from;
  value_flatten(&c->context, out, &v, 1);
  for (uint32_t i = from; i < out->n; i++) {
    if (out->items[i].kind != V_UNDEF) out->items[left++] = out->items[i];
  }
  out->n = left;
}

/* --- values without JSON --- */

static void append_path(struct buf *out, const struct path *p)
{
  if (p == NULL) return;
  append_path(out, p->outer);
  if (p->is_index) buf_printf(out, "[%u]", p->index);
  else buf_printf(out, "['%.*s']", STR_FMT(p->key));
}

static void report(struct compilation *c, struct plain_state *state, const struct path *p, const char *before,
                   str label, const char *after, str text)
{
  const enum severity strict = c->settings->strict;
  struct buf out = BUF_IN(c->arena), place = BUF_IN(c->arena);
  if (state->prefix.arena == NULL) {
    state->prefix = BUF_IN(c->arena);
    buf_str(&state->prefix, state->resource->ref);
  }
  /* Puppet does not empty its path between messages, so each message of a resource also has the paths of those before
   * it. */
  append_path(&state->prefix, p);
  if (strict == SEVERITY_ERROR) buf_z(&out, "Evaluation Error: ");
  buf_printf(&out, "%.*s contains %s%.*s%s. It will be converted to the String '%.*s'",
             STR_FMT(buf_view(&state->prefix)), before, STR_FMT(label), after, STR_FMT(text));
  resource_place(&place, state->resource);
  if (strict != SEVERITY_ERROR) {
    compile_log_at(c, CLOG_WARNING, buf_view(&out), buf_view(&place));
    return;
  }
  buf_str(&out, buf_view(&place));
  fail_message(&c->context, FAILURE_EVALUATION, buf_view(&out));
}

static str unknown_text(struct compilation *c, value v)
{
  return v.kind == V_ARRAY || v.kind == V_HASH ? ruby_text_of(c->arena, v) : value_to_str(c->arena, v);
}

/* The name of the value's Ruby class: "an Integer-Type", "a Regexp", "a TrueClass". */
static str class_label(struct compilation *c, value v)
{
  if (value_is_rich(v)) return label_article(c->arena, rich_class(v));
  switch ((enum value_kind)v.kind) {
  case V_UNDEF: return STR("a NilClass");
  case V_DEFAULT: return STR("a Symbol");
  case V_BOOL: return v.boolean ? STR("a TrueClass") : STR("a FalseClass");
  case V_SENSITIVE: return STR("a Puppet::Pops::Types::PSensitiveType::Sensitive");
  case V_TYPE: break;
  default: return label_article(c->arena, label_of_value(c->arena, v));
  }
  return label_article(c->arena, arena_printf(c->arena, "%s-Type", type_kind_label(v.type)));
}

static value as_string(struct compilation *c, struct plain_state *state, const struct path *p, value v)
{
  /* Puppet has another message for this value. */
  if (v.kind == V_DEFAULT) {
    report(c, state, p, "the special value default", STR_EMPTY, "", STR("default"));
    return value_str(STR("default"));
  }
  str text = unknown_text(c, v);
  report(c, state, p, "", class_label(c, v), " value", text);
  return value_str(text);
}

/* Whether rich data has a form of the value. Ruby's symbols become strings; it has no form of other Ruby objects whose
 * class is no type of the language. */
static bool has_data(value v)
{
  return v.kind != V_RUNTIME || str_eqz(v.runtime->class_name, "Symbol") || runtime_as_object(v).kind == V_OBJECT;
}

static value plain(struct compilation *c, struct plain_state *state, const struct path *p, value v);

static value plain_hash(struct compilation *c, struct plain_state *state, const struct path *p, const struct hash *h)
{
  struct hash *out = hash_new(c->arena, h->n);
  for (uint32_t i = 0; i < h->n; i++) {
    value key = h->entries[i].key;
    if (is_resource(key)) {
      key = value_str(reference_text(c, key.type));
    } else if (key.kind == V_DEFAULT && !c->settings->rich_data) {
      key = value_str(STR("default"));
    } else if (key.kind != V_STRING && !c->settings->rich_data) {
      str text = unknown_text(c, key);
      report(c, state, p, "a hash with ", class_label(c, key), " key", text);
      key = value_str(text);
    } else if (!has_data(key)) {
      as_string(c, state, p, key);
    }
    const struct path inside = {.outer = p, .key = value_text_or_empty(key)};
    hash_put(out, c->arena, key, plain(c, state, &inside, h->entries[i].value));
  }
  return value_hash(out);
}

/* A Sensitive inside an array or hash remains one, even without rich data. */
static value plain_sensitive(struct compilation *c, struct plain_state *state, const struct path *p, value v)
{
  struct hash *out = hash_new(c->arena, 2);
  context_enter(&c->context);
  hash_put_str(out, c->arena, STR("__ptype"), value_str(STR("Sensitive")));
  hash_put_str(out, c->arena, STR("__pvalue"), plain(c, state, p, *v.sensitive));
  context_leave(&c->context);
  return value_hash(out);
}

static bool is_plain(const struct compilation *c, value v)
{
  switch (v.kind) {
  case V_UNDEF:
  case V_BOOL:
  case V_INT:
  case V_FLOAT:
  case V_STRING: return true;
  case V_ARRAY:
    for (uint32_t i = 0; i < v.array->n; i++) {
      if (!is_plain(c, v.array->items[i])) return false;
    }
    return true;
  case V_HASH:
    for (uint32_t i = 0; i < v.hash->n; i++) {
      if (v.hash->entries[i].key.kind != V_STRING || !is_plain(c, v.hash->entries[i].value)) return false;
    }
    return true;
  default: return false;
  }
}

/* Whether rich data has a form of the value. It has none of Ruby's objects whose class is no type of the language. */
static value plain(struct compilation *c, struct plain_state *state, const struct path *p, value v)
{
  if (is_resource(v) || (state->relationship && value_is_reference(v))) return value_str(reference_text(c, v.type));
  if (v.kind == V_SENSITIVE && !c->settings->rich_data) return plain_sensitive(c, state, p, v);
  if (v.kind != V_ARRAY && v.kind != V_HASH) {
    return is_plain(c, v) || (c->settings->rich_data && has_data(v)) ? v : as_string(c, state, p, v);
  }
  if (is_plain(c, v)) return v;
  context_enter(&c->context);
  value out;
  if (v.kind == V_HASH) {
    out = plain_hash(c, state, p, v.hash);
  } else {
    struct valuevec items = {0};
    for (uint32_t i = 0; i < v.array->n; i++) {
      const struct path inside = {.outer = p, .index = i, .is_index = true};
      valuevec_push(&items, c->arena, plain(c, state, &inside, v.array->items[i]));
    }
    out = valuevec_array(&items, c->arena);
  }
  context_leave(&c->context);
  return out;
}

/* An array with references at any depth is flattened. Relationships also lose undef. */
value catalog_plain_value(struct compilation *c, struct plain_state *state, const symbol *name, value v)
{
  if (v.kind == V_STRING) return v;
  if (v.kind == V_ARRAY && (restype_is_relationship(name) || has_reference(v, 0))) {
    struct valuevec all = {0};
    if (restype_is_relationship(name)) catalog_flatten(c, &all, v);
    else value_flatten(&c->context, &all, &v, 1);
    v = valuevec_array(&all, c->arena);
  }
  state->relationship = restype_is_relationship(name);
  const struct path p = {.key = sym_str(name)};
  return plain(c, state, &p, v);
}
