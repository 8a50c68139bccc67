/* Each function runs in its own compilation, which is freed afterwards. The result is copied into the arena of the run
 * (kept), so it does not refer to the compilation. */
#include "agent/run/deferred.h"

#include "compiler/evaluator/eval.h"
#include "compiler/types/rich_data.h"

struct resolving {
  struct arena *arena; /* for results */
  value deferred, result;
  bool sensitive;
};

static value kept(struct arena *a, value v);

static value kept_array(struct arena *a, const struct array *from)
{
  struct array *to = array_new(a, from->n);
  for (uint32_t i = 0; i < from->n; i++) to->items[i] = kept(a, from->items[i]);
  return value_array(to);
}

static value kept_hash(struct arena *a, const struct hash *from)
{
  struct hash *to = hash_new(a, from->n);
  for (uint32_t i = 0; i < from->n; i++)
    hash_put(to, a, kept(a, from->entries[i].key), kept(a, from->entries[i].value));
  return value_hash(to);
}

/* Copies a value in the form that a catalog would have; the copy uses no memory of the compilation. */
static value kept(struct arena *a, value v)
{
  switch (v.kind) {
  case V_UNDEF:
  case V_BOOL:
  case V_INT:
  case V_FLOAT: return v;
  case V_STRING:
  case V_BINARY: return value_str(arena_str(a, value_text(v)));
  case V_ARRAY: return kept_array(a, v.array);
  case V_HASH: return kept_hash(a, v.hash);
  case V_SENSITIVE: return value_sensitive(a, kept(a, *v.sensitive));
  default: return value_str(arena_str(a, value_to_str(a, v)));
  }
}

static void resolve_step(struct compilation *c, void *arg)
{
  struct resolving *x = arg;
  value v = eval_resolve(c, value_from_rich_data(&c->context, &c->resolver, x->deferred, false));
  x->sensitive = v.kind == V_SENSITIVE;
  if (x->sensitive) v = *v.sensitive;
  x->result = kept(x->arena, v);
}

static bool resolve(struct ral *ral, value v, value *out, bool *sensitive)
{
  struct deferred *d = ral->resolving;
  const struct deferred_source *from = d->source;
  struct resolving x = {.arena = ral->arena, .deferred = v};
  if (d->environment == NULL) d->environment = environment_new(&d->options, from->host);
  struct compile_result r = compile_apart(d->environment, from->node, from->settings, from->host, resolve_step, &x);
  if (!r.ok) ral_fail(ral, "%.*s", STR_FMT(r.message));
  const bool ok = r.ok;
  compile_result_free(&r);
  *out = x.result;
  *sensitive = x.sensitive;
  return ok;
}

void deferred_begin(struct deferred *d, struct ral *ral, const struct deferred_source *source)
{
  *d = (struct deferred){.source = source};
  if (source == NULL) return;
  d->options = *source->environment;
  d->options.manifest = d->options.code = d->options.config_version = STR_EMPTY;
  d->options.has_code = false;
  ral->resolve = resolve;
  ral->resolving = d;
}

void deferred_end(struct deferred *d)
{
  if (d->environment != NULL) environment_free(d->environment);
  d->environment = NULL;
}
