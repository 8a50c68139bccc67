/* A key in all layers: its lookup_options, the merge over the layers, and the conversion of the result. The
 * default_hierarchy of the key's module is searched only when no layer has the key. */
#include "compiler/compilation/call.h"
#include "base/check.h"
#include "compiler/scope/jump.h"
#include "compiler/lookup/internal.h"

struct layers {
  struct lookup_call *call;
  const struct lookup_key *key;
  const struct merge *merge;
};

static bool layer_step(void *arg, uint32_t i, value *out)
{
  const struct layers *l = arg;
  switch (i) {
  case LAYER_GLOBAL: return lookup_global(l->call, l->key, l->merge, out);
  case LAYER_ENVIRONMENT: return lookup_in_environment(l->call, l->key, l->merge, out);
  default: return lookup_in_module(l->call, l->key, l->merge, out);
  }
}

static bool dig(struct lookup_call *call, const struct lookup_key *key, value v, value *out)
{
  if (key->n > 0) return lookup_dig(call, key->text, key->segments, key->n, v, out);
  *out = v;
  return true;
}

static bool search_layers(struct lookup_call *call, const struct lookup_key *key, value merge, value *out)
{
  const struct merge m = merge_of(call, merge);
  struct layers l = {call, key, &m};
  value v;
  /* The layers are merged as variants, in order of priority. */
  if (!(call->asked.global_only ? lookup_global(call, key, &m, &v) : merge_variants(call, &m, 3, layer_step, &l, &v)))
    return false;
  return dig(call, key, v, out);
}

/* Searches the default_hierarchy of the module, if no layer has the key. */
static bool search_fallback(struct lookup_call *call, const struct lookup_key *key, value *out)
{
  if (call->module_name.p == NULL) return false;
  struct lookup_module *m = lookup_module_of(call, call->module_name);
  struct provider *p = lookup_module_provider(call, m);
  if (p == NULL) return false;
  if (provider_config(call, p)->fallback == NULL) return false;
  struct arena *a = call->c->arena;
  value v;
  explain_push(call->explain, EXPLAIN_SCOPE,
               arena_printf(a, "Searching default_hierarchy of module \"%.*s\"", STR_FMT(m->name)));
  /* The options of the default_hierarchy are in that hierarchy itself, not in the layers. */
  const struct merge merge = merge_of(call, hash_member(lookup_fallback_options(call, m, key), "merge"));
  explain_push(call->explain, EXPLAIN_SCOPE, arena_printf(a, "Searching for \"%.*s\"", STR_FMT(key->text)));
  const bool found = provider_lookup_fallback(call, p, key, &merge, &v);
  explain_pop(call->explain);
  explain_pop(call->explain);
  return found && dig(call, key, v, out);
}

static bool search_data(struct lookup_call *call, const struct lookup_key *key, value merge, value *out)
{
  explain_push(call->explain, EXPLAIN_DATA, key->text);
  const bool found = search_layers(call, key, merge, out) ||
                     (!call->asked.global_only && search_fallback(call, key, out));
  explain_pop(call->explain);
  return found;
}

/* --- convert_to --- */

struct conversion {
  struct lookup_call *call;
  const struct lookup_key *key;
  value args;
  value v;
  str source;
};

static void parse_type(struct context *context, void *arg)
{
  struct conversion *k = arg;
  k->v = value_type(type_from_text(context, &k->call->c->resolver, k->source));
}

static void call_new(struct context *context, void *arg)
{
  struct conversion *k = arg;
  const struct array *args = k->args.array;
  (void)context;
  struct valuevec all = {0};
  valuevec_push(&all, k->call->c->arena, args->items[0]);
  valuevec_push(&all, k->call->c->arena, k->v);
  for (uint32_t i = 1; i < args->n; i++) valuevec_push(&all, k->call->c->arena, args->items[i]);
  k->v = call_by_name(k->call->c, k->call->scope, STR("new"), all.items, all.n, NULL);
}

/* Runs a step whose error becomes part of another message, so it is rendered without its place. */
static bool try_conversion(struct conversion *k, void (*step)(struct context *context, void *arg))
{
  struct compilation *c = k->call->c;
  const ast *node = c->context.node;
  const struct lookup_mark mark = lookup_mark(k->call);
  c->context.node = NULL;
  const bool ok = eval_protect(c, step, k);
  c->context.node = node;
  if (ok) return true;
  lookup_restore(&mark);
  if (!failure_is_catchable(&c->context.failure, RESCUE_STANDARD_ERROR)) fail_again(&c->context);
  return false;
}

static value convert(struct lookup_call *call, const struct lookup_key *key, value to, value v)
{
  struct arena *a = call->c->arena;
  struct conversion k = {.call = call, .key = key};
  /* convert_to: TYPE, or [TYPE, more arguments]: new(TYPE, value, more arguments). */
  const struct value_list parts = value_list_of(&to);
  k.args = array_of(a, parts.items, parts.n);
  value *target = ((struct array *)k.args.array)->items;
  if (k.args.array->n > 0 && target->kind == V_STRING) {
    k.source = value_text(*target);
    if (!try_conversion(&k, parse_type)) {
      lookup_fail(call, FAILED_IN_LOOKUP,
                  /* As in Puppet, the quote is not closed. */
                  "Invalid data type in lookup_options for key '%.*s' could not parse '%.*s', error: '%.*s",
                  STR_FMT(key->text), STR_FMT(k.source), STR_FMT(context_message(&call->c->context)));
    }
    *target = k.v;
  }
  k.v = v;
  if (!try_conversion(&k, call_new)) {
    lookup_fail(call, FAILED_IN_LOOKUP, "The convert_to lookup_option for key '%.*s' raised error: %.*s",
                STR_FMT(key->text), STR_FMT(context_message(&call->c->context)));
  }
  if (call->explain != NULL) {
    str args = value_to_str(a, k.args);
    explain_text(call->explain,
                 arena_printf(a, "Applying convert_to lookup_option with arguments %.*s", STR_FMT(args)));
  }
  return k.v;
}

/* --- all --- */

static bool search_key(struct lookup_call *call, const struct lookup_key *key, value merge, value *out)
{
  /* `--explain-options`: looks up lookup_options only. */
  if (call->explain != NULL && call->explain->only_options) {
    value ignored;
    const struct lookup_key options = {.text = STR("lookup_options"), .root = STR("lookup_options")};
    search_layers(call, &options, value_str(STR("hash")), &ignored);
    *out = VALUE_UNDEF;
    return true;
  }
  const struct hash *options = lookup_options_of(call, key);
  if (merge.kind == V_UNDEF) {
    merge = hash_member(options, "merge");
    if (merge.kind != V_UNDEF) explain_leaf(call->explain, EXPLAIN_MERGE_SOURCE, STR("lookup_options"));
  }
  if (!search_data(call, key, merge, out)) return false;
  const value to = hash_member(options, "convert_to");
  if (to.kind != V_UNDEF) *out = convert(call, key, to, *out);
  return true;
}

bool lookup_search_key(struct lookup_call *call, const struct lookup_key *key, value merge, value *out)
{
  assert_hot(key->text.n == 0 || !str_eqz(key->text, "lookup_options"));
  assert_hot(out != NULL);
  struct lookup_call *const before = call->state->current;
  call->top_key = key->text;
  call->module_name = key->module_name;
  call->state->current = call;
  const bool found = search_key(call, key, merge, out);
  call->state->current = before;
  return found;
}

bool lookup_search(struct lookup_call *call, str text, value merge, value *out)
{
  if (str_eqz(text, "lookup_options") || str_starts(text, STR("lookup_options."))) {
    explain_leaf(call->explain, EXPLAIN_INVALID_KEY, STR("lookup_options"));
    return false;
  }
  struct lookup_key key;
  lookup_key_parse(call, text, &key);
  return lookup_search_key(call, &key, merge, out);
}
