/* Rich data of a catalog: converts hashes with __ptype to values that JSON does not have. */
#include "agent/ral/ral.h"
#include "base/deadline.h"
#include "compiler/types/rich_data.h"
#include "compiler/values/ruby_text.h"

/* LATE: contains a Deferred, which is kept and resolved when its resource is applied. */
enum content { PLAIN, RICH, LATE };

static enum content more(enum content a, enum content b) { return a > b ? a : b; }

static enum content content_of(value v, uint32_t depth)
{
  enum content found = PLAIN;
  nesting_step(depth);
  for (uint32_t i = 0; v.kind == V_ARRAY && i < v.array->n; i++) {
    found = more(found, content_of(v.array->items[i], depth + 1));
  }
  const value *kind = v.kind == V_HASH ? hash_get_str(v.hash, STR("__ptype")) : NULL;
  if (kind != NULL) found = str_eqz(ral_text(*kind), "Deferred") ? LATE : RICH;
  for (uint32_t i = 0; v.kind == V_HASH && i < v.hash->n; i++) {
    found = more(found, content_of(v.hash->entries[i].value, depth + 1));
  }
  return found;
}

/* Converts to what the agent uses: its only times are those of files, so timestamps become texts; `default` becomes a
 * symbol; bytes become texts. */
static value of_agent(struct arena *a, value v)
{
  if (v.kind == V_BINARY) return value_str(str_n(v.text, v.length));
  if (v.kind == V_TIMESTAMP) return value_str(value_to_str(a, v));
  if (v.kind == V_DEFAULT) return ral_symbol(a, STR("default"));
  if (v.kind == V_SENSITIVE) return value_sensitive(a, of_agent(a, *v.sensitive));
  if (v.kind == V_ARRAY) {
    struct array *out = array_new(a, v.array->n);
    for (uint32_t i = 0; i < out->n; i++) out->items[i] = of_agent(a, v.array->items[i]);
    return value_array(out);
  }
  if (v.kind != V_HASH) return v;
  struct hash *out = hash_new(a, v.hash->n);
  for (uint32_t i = 0; i < v.hash->n; i++) {
    hash_put(out, a, of_agent(a, v.hash->entries[i].key), of_agent(a, v.hash->entries[i].value));
  }
  return value_hash(out);
}

static void read_value(struct context *c, void *arg)
{
  value *v = arg;
  *v = of_agent(c->arena, value_from_rich_data(c, NULL, *v, true));
}

/* A value that cannot be read is kept unchanged. */
static value read_rich(struct ral *ral, value v)
{
  struct context c;
  value out = v;
  context_init(&c, ral->arena);
  return context_protect(&c, read_value, &out) ? out : v;
}

/* A parameter that is secret as a whole stays a hash until its resource marks it as sensitive. */
static bool is_secret(value v)
{
  const value *kind = v.kind == V_HASH ? hash_get_str(v.hash, STR("__ptype")) : NULL;
  return kind != NULL && str_eqz(ral_text(*kind), "Sensitive");
}

static value secret(struct ral *ral, value v)
{
  const value *wrapped = hash_get_str(v.hash, STR("__pvalue"));
  if (wrapped == NULL || content_of(*wrapped, 0) != RICH) return v;
  struct hash *out = hash_copy(ral->arena, v.hash, 0);
  hash_put_str(out, ral->arena, STR("__pvalue"), read_rich(ral, *wrapped));
  return value_hash(out);
}

static void read_item(struct ral *ral, struct catalog_item *item)
{
  struct hash *to = NULL;
  for (uint32_t i = 0; i < item->params->n; i++) {
    const struct hash_entry *e = &item->params->entries[i];
    if (content_of(e->value, 0) != RICH) continue;
    if (to == NULL) to = hash_copy(ral->arena, item->params, 0);
    hash_put(to, ral->arena, e->key, is_secret(e->value) ? secret(ral, e->value) : read_rich(ral, e->value));
  }
  if (to != NULL) item->params = to;
}

struct reading {
  struct ral *ral;
  struct catalog_doc *doc;
};

static void read_items(struct context *c, void *arg)
{
  const struct reading *r = arg;
  (void)c;
  for (uint32_t i = 0; i < r->doc->n; i++) read_item(r->ral, &r->doc->items[i]);
}

bool ral_read_rich(struct ral *ral, struct catalog_doc *doc)
{
  struct reading reading = {ral, doc};
  struct context c;
  context_init(&c, ral->arena);
  return context_protect(&c, read_items, &reading) || ral_fail(ral, "%.*s", STR_FMT(context_message(&c)));
}
