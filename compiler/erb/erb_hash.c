/* Methods that only hashes have. Removed entries stay in the array with `live` false and have to be skipped.
 * `walks` counts the iterations in progress: a change during one, which Ruby allows in part, is left to Ruby. */
#include "compiler/erb/erb_internal.h"

static struct erb_hash *self(const struct erb_call *c) { return erb_entries(c->e, c->self); }
static struct erb_hash *mutable(const struct erb_call *c) { return erb_entries_mutable(c->e, c->self); }

static erv get(struct erb_call *c, erv key)
{
  const erv *v = erb_hash_ask(c->e, c->self, key);
  return v == NULL ? c->self.hash->fallback : *v;
}

static erv m_at(struct erb_call *c) { return get(c, c->args[0]); }

static erv m_fetch(struct erb_call *c)
{
  const erv *v = erb_hash_ask(c->e, c->self, c->args[0]);
  if (v != NULL) return *v;
  if (c->n > 1) return c->args[1];
  if (c->block == NULL) erb_leave(c->e, "fetch of a key that is not there");
  return erb_yield1(c->e, c->block, c->args[0]);
}

static erv m_has_key(struct erb_call *c) { return erv_bool(erb_hash_ask(c->e, c->self, c->args[0]) != NULL); }

static erv m_keys(struct erb_call *c)
{
  const struct erb_hash *h = self(c);
  erv v = erv_array(c->e, h->live);
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->entries[i].live) erb_push(c->e, v.array, h->entries[i].key);
  }
  return v;
}

static erv m_values(struct erb_call *c)
{
  const struct erb_hash *h = self(c);
  erv v = erv_array(c->e, h->live);
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->entries[i].live) erb_push(c->e, v.array, h->entries[i].value);
  }
  return v;
}

static erv m_values_at(struct erb_call *c)
{
  erv v = erv_array(c->e, c->n);
  for (uint32_t i = 0; i < c->n; i++) erb_push(c->e, v.array, get(c, c->args[i]));
  return v;
}

static erv each_of(struct erb_call *c, erv list)
{
  struct erb_hash *h = self(c);
  h->walks++;
  for (uint32_t i = 0; i < list.array->n && !erb_stop(c->e); i++) {
    erb_yield1(c->e, c->block, list.array->items[i]);
  }
  h->walks--;
  return c->self;
}

static erv m_each_key(struct erb_call *c) { return each_of(c, m_keys(c)); }

/* --- new hashes --- */

static erv copy(struct erb_call *c)
{
  const struct erb_hash *h = self(c);
  erv v = erv_hash(c->e);
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->entries[i].live) erb_hash_set(c->e, v.hash, h->entries[i].key, h->entries[i].value);
  }
  return v;
}

static erv whole_copy(struct erb_call *c)
{
  erv v = copy(c);
  v.hash->fallback = c->self.hash->fallback;
  return v;
}

static erv m_self(struct erb_call *c) { return c->self; }

static void add_all(struct erb_call *c, struct erb_hash *to)
{
  for (uint32_t i = 0; i < c->n; i++) {
    if (c->args[i].kind != E_HASH) erb_leave(c->e, "%s with a %s", c->method->name, erb_class_name(c->args[i]));
    const struct erb_hash *h = erb_entries(c->e, c->args[i]);
    for (uint32_t k = 0, n = h->n; k < n; k++) {
      if (h->entries[k].live) erb_hash_set(c->e, to, h->entries[k].key, h->entries[k].value);
    }
  }
}

static erv m_merge(struct erb_call *c)
{
  erv v = whole_copy(c);
  add_all(c, v.hash);
  return v;
}

static erv m_update(struct erb_call *c)
{
  add_all(c, mutable(c));
  return c->self;
}

/* A new hash of the entries for which the truth of the block's result is `kept`. */
static erv filter(struct erb_call *c, bool kept)
{
  struct erb_hash *h = self(c);
  erv v = erv_hash(c->e);
  h->walks++;
  for (uint32_t i = 0; i < h->n && !erb_stop(c->e); i++) {
    const struct erb_entry *one = &h->entries[i];
    if (!one->live) continue;
    bool is = erv_true(erb_yield(c->e, c->block, (erv[]){one->key, one->value}, 2));
    if (is == kept && !erb_stop(c->e)) erb_hash_set(c->e, v.hash, one->key, one->value);
  }
  h->walks--;
  return v;
}

static erv m_select(struct erb_call *c) { return filter(c, true); }
static erv m_reject(struct erb_call *c) { return filter(c, false); }

static erv m_compact(struct erb_call *c)
{
  const struct erb_hash *h = self(c);
  erv v = erv_hash(c->e);
  for (uint32_t i = 0; i < h->n; i++) {
    if (h->entries[i].live && h->entries[i].value.kind != E_NIL) {
      erb_hash_set(c->e, v.hash, h->entries[i].key, h->entries[i].value);
    }
  }
  return v;
}

/* --- changing --- */

static erv m_set(struct erb_call *c)
{
  erb_hash_set(c->e, mutable(c), c->args[0], c->args[1]);
  return c->args[1];
}

static erv m_delete(struct erb_call *c)
{
  erv old = ERV_NIL;
  erb_hash_remove(c->e, mutable(c), c->args[0], &old);
  return old;
}

const struct erb_method erb_hash_methods[] = {
  {"[]", K_HASH, 1, 1, NO_BLOCK, m_at},
  {"fetch", K_HASH, 1, 2, NO_BLOCK, m_fetch},
  {"fetch", K_HASH, 1, 1, WITH_BLOCK, m_fetch},
  {"key?", K_HASH, 1, 1, NO_BLOCK, m_has_key},
  {"has_key?", K_HASH, 1, 1, NO_BLOCK, m_has_key},
  {"include?", K_HASH, 1, 1, NO_BLOCK, m_has_key},
  {"member?", K_HASH, 1, 1, NO_BLOCK, m_has_key},
  {"keys", K_HASH, 0, 0, NO_BLOCK, m_keys},
  {"values", K_HASH, 0, 0, NO_BLOCK, m_values},
  {"values_at", K_HASH, 0, 255, NO_BLOCK, m_values_at},
  {"each_key", K_HASH, 0, 0, WITH_BLOCK, m_each_key},
  {"to_h", K_HASH, 0, 0, NO_BLOCK, m_self},
  {"to_hash", K_HASH, 0, 0, NO_BLOCK, m_self},
  {"merge", K_HASH, 0, 255, NO_BLOCK, m_merge},
  {"merge!", K_HASH, 0, 255, NO_BLOCK, m_update},
  {"update", K_HASH, 0, 255, NO_BLOCK, m_update},
  {"select", K_HASH, 0, 0, WITH_BLOCK, m_select},
  {"filter", K_HASH, 0, 0, WITH_BLOCK, m_select},
  {"reject", K_HASH, 0, 0, WITH_BLOCK, m_reject},
  {"compact", K_HASH, 0, 0, NO_BLOCK, m_compact},
  {"[]=", K_HASH, 2, 2, NO_BLOCK, m_set},
  {"store", K_HASH, 2, 2, NO_BLOCK, m_set},
  {"delete", K_HASH, 1, 1, NO_BLOCK, m_delete},
  {0},
};
