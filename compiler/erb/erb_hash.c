/* Methods that only hashes have. Removed entries remain in the array with `live` false and must be skipped. `walks`
 * counts the iterations in progress: a change during one, which Ruby partly allows, requires Ruby. */
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

/* keys and values. */
static erv m_halves(struct erb_call *c)
{
  const struct erb_hash *h = self(c);
  erv v = erv_array(c->e, h->live);
  const struct erb_entry *one;
  for (uint32_t i = 0; (one = erb_next_entry(h, &i)) != NULL;)
    erb_push(c->e, v.array, c->method->variant == 0 ? one->key : one->value);
  return v;
}

static erv m_values_at(struct erb_call *c)
{
  erv v = erv_array(c->e, c->n);
  for (uint32_t i = 0; i < c->n; i++) erb_push(c->e, v.array, get(c, c->args[i]));
  return v;
}

/* each_key and each_value. */
static erv m_each_half(struct erb_call *c)
{
  struct erb_hash *h = self(c);
  const struct erb_entry *one;
  h->walks++;
  for (uint32_t i = 0; !erb_stop(c->e) && (one = erb_next_entry(h, &i)) != NULL;)
    erb_yield1(c->e, c->block, c->method->variant == 0 ? one->key : one->value);
  h->walks--;
  return c->self;
}

/* --- new hashes --- */

/* Copies all entries, or those whose value is not nil. */
static void copy_entries(struct erb *e, struct erb_hash *to, const struct erb_hash *from, bool nils)
{
  const struct erb_entry *one;
  for (uint32_t i = 0, n = from->n; i < n && (one = erb_next_entry(from, &i)) != NULL;)
    if (nils || one->value.kind != E_NIL) erb_hash_set(e, to, one->key, one->value);
}

static erv m_self(struct erb_call *c) { return c->self; }

static void add_all(struct erb_call *c, struct erb_hash *to)
{
  for (uint32_t i = 0; i < c->n; i++) {
    if (c->args[i].kind != E_HASH) erb_leave(c->e, "%.*s with a %s", STR_FMT(c->name), erb_class_name(c->args[i]));
    copy_entries(c->e, to, erb_entries(c->e, c->args[i]), true);
  }
}

static erv m_merge(struct erb_call *c)
{
  erv v = erv_hash(c->e);
  copy_entries(c->e, v.hash, self(c), true);
  v.hash->fallback = c->self.hash->fallback;
  add_all(c, v.hash);
  return v;
}

static erv m_update(struct erb_call *c)
{
  add_all(c, mutable(c));
  return c->self;
}

/* select and reject: the entries for which the block is true, or false. */
static erv m_filter(struct erb_call *c)
{
  struct erb_hash *h = self(c);
  erv v = erv_hash(c->e);
  const struct erb_entry *one;
  h->walks++;
  for (uint32_t i = 0; !erb_stop(c->e) && (one = erb_next_entry(h, &i)) != NULL;) {
    const bool is = erv_true(erb_yield(c->e, c->block, (erv[]){one->key, one->value}, 2));
    if (is == (c->method->variant != 0) && !erb_stop(c->e)) erb_hash_set(c->e, v.hash, one->key, one->value);
  }
  h->walks--;
  return v;
}

static erv m_compact(struct erb_call *c)
{
  erv v = erv_hash(c->e);
  copy_entries(c->e, v.hash, self(c), false);
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
  {"key? has_key? include? member?", K_HASH, 1, 1, NO_BLOCK, m_has_key},
  {"keys", K_HASH, 0, 0, NO_BLOCK, m_halves, 0},
  {"values", K_HASH, 0, 0, NO_BLOCK, m_halves, 1},
  {"values_at", K_HASH, 0, 255, NO_BLOCK, m_values_at},
  {"each_key", K_HASH, 0, 0, WITH_BLOCK, m_each_half, 0},
  {"each_value", K_HASH, 0, 0, WITH_BLOCK, m_each_half, 1},
  {"to_h to_hash", K_HASH, 0, 0, NO_BLOCK, m_self},
  {"merge", K_HASH, 0, 255, NO_BLOCK, m_merge},
  {"merge! update", K_HASH, 0, 255, NO_BLOCK, m_update},
  {"select filter", K_HASH, 0, 0, WITH_BLOCK, m_filter, true},
  {"reject", K_HASH, 0, 0, WITH_BLOCK, m_filter, false},
  {"compact", K_HASH, 0, 0, NO_BLOCK, m_compact},
  {"[]= store", K_HASH, 2, 2, NO_BLOCK, m_set},
  {"delete", K_HASH, 1, 1, NO_BLOCK, m_delete},
  {0},
};
