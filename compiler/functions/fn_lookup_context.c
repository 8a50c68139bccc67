/* The functions of a Puppet::LookupContext: the cache of a data function, interpolation, explanation, files. */
#include "compiler/functions/object_call.h"
#include "compiler/lookup/lookup_function.h"
#include "compiler/types/iterator.h"

static struct lookup_context *native_of(struct fn_call *call, const struct object *self)
{
  struct lookup_context *n = self->native;
  if (n != NULL) return n;
  n = ARENA_NEW(call->arena, struct lookup_context);
  n->x = ARENA_NEW(call->arena, struct entry_context);
  ((struct object *)self)->native = n;
  return n;
}

static struct hash *cache_of(struct fn_call *call, const struct object *self)
{
  struct entry_context *x = native_of(call, self)->x;
  if (x->cache == NULL) x->cache = hash_new(call->arena, 8);
  return x->cache;
}

/* Returns the current lookup. Outside of a lookup, begins a new one. */
struct lookup_call *object_lookup(struct fn_call *call, const struct object *self, struct lookup_call *own)
{
  struct lookup_context *n = native_of(call, self);
  if (n->call != NULL) return n->call;
  lookup_call_begin(own, call->compilation, call->scope);
  return own;
}

static value not_found(struct fn_call *call, const struct object *self)
{
  (void)self;
  lookup_not_found(call->context);
}

static value explain(struct fn_call *call, const struct object *self)
{
  struct lookup_call own, *lookup = object_lookup(call, self, &own);
  if (lookup->explain == NULL) return VALUE_UNDEF;
  explain_text(lookup->explain, value_to_str(call->arena, fn_yield(call, NULL, 0)));
  return VALUE_UNDEF;
}

static value interpolate(struct fn_call *call, const struct object *self)
{
  struct lookup_call own;
  return lookup_interpolate(object_lookup(call, self, &own), call->args[0], true);
}

static value cache(struct fn_call *call, const struct object *self)
{
  hash_put(cache_of(call, self), call->arena, call->args[0], call->args[1]);
  return call->args[1];
}

static value cache_all(struct fn_call *call, const struct object *self)
{
  hash_put_all(cache_of(call, self), call->arena, call->args[0].hash);
  return VALUE_UNDEF;
}

static value cache_has_key(struct fn_call *call, const struct object *self)
{
  return value_bool(hash_get(cache_of(call, self), call->args[0]) != NULL);
}

static value cached_value(struct fn_call *call, const struct object *self)
{
  return value_or_undef(hash_get(cache_of(call, self), call->args[0]));
}

static value cached_entries(struct fn_call *call, const struct object *self)
{
  const struct hash *h = hash_copy(call->arena, cache_of(call, self), 0);
  if (!fn_has_block(call)) return value_iterator(iterator_over(call->arena, value_hash(h)));
  const bool apart = fn_block_min(call) == 2;
  for (uint32_t i = 0; i < h->n; i++) {
    const value pair[] = {h->entries[i].key, h->entries[i].value}, both = array_of(call->arena, pair, 2);
    fn_yield(call, apart ? pair : &both, apart ? 2 : 1);
  }
  return VALUE_UNDEF;
}

/* Returns the content of a file, or the result of the block for it. A file is read once per compilation, and the
 * environment watches it for changes. */
static value cached_file_data(struct fn_call *call, const struct object *self)
{
  struct lookup_call own, *lookup = object_lookup(call, self, &own);
  struct environment *e = call->compilation->environment;
  const str path = fn_text(call, 0);
  value *known = strmap_get(&lookup->state->files, path);
  if (known != NULL) return *known;
  str text, error;
  environment_file(e, path);
  if (!e->host->read_file(e->host->ctx, call->arena, path, &text, &error))
    lookup_fail(lookup, FAILED_IN_RUBY, "%.*s @ rb_file_s_stat - %.*s", STR_FMT(error), STR_FMT(path));
  value v = value_str(text);
  if (fn_has_block(call)) v = fn_yield(call, &v, 1);
  known = ARENA_NEW(call->arena, value);
  *known = v;
  strmap_put(&lookup->state->files, arena_str(call->arena, path), known);
  return v;
}

static value environment_name(struct fn_call *call, const struct object *self)
{
  (void)self;
  return value_str(call->compilation->environment->options.name);
}

#define TYPE "Puppet::LookupContext"
const struct object_method_row object_lookup_methods[] = {
  {TYPE, "not_found", not_found},
  {TYPE, "explain", explain},
  {TYPE, "interpolate", interpolate},
  {TYPE, "cache", cache},
  {TYPE, "cache_all", cache_all},
  {TYPE, "cache_has_key", cache_has_key},
  {TYPE, "cached_value", cached_value},
  {TYPE, "cached_entries", cached_entries},
  {TYPE, "cached_file_data", cached_file_data},
  {TYPE, "environment_name", environment_name},
  {0},
};
