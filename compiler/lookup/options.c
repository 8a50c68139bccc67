/* lookup_options: how values of a key are merged and converted. They are data, merged over all layers by `hash`, and
 * read once per compilation and module. Those of the global layer and of the environment are marked as known before
 * they are searched: nested lookups during this search need options, and get none. */
#include "compiler/lookup/internal.h"

static const struct lookup_key options_key = {.text = {"lookup_options", 14}, .root = {"lookup_options", 14}};

static bool is_pattern(value key) { return key.kind == V_STRING && key.length > 0 && key.text[0] == '^'; }

static const struct regex *compile_pattern(struct lookup_call *call, str pattern)
{
  str error;
  const struct regex *re = regex_compile(call->c->arena, pattern, &error);
  if (re == NULL) lookup_fail(call, FAILED_IN_RUBY, "%.*s", STR_FMT(error));
  return re;
}

/* Separates names from patterns, which begin with ^. NULL: no options. */
static const struct lookup_options *compile_options(struct lookup_call *call, const struct hash *h)
{
  if (h == NULL || h->n == 0) return NULL;
  struct arena *a = call->c->arena;
  struct lookup_options *o = ARENA_NEW(a, struct lookup_options);
  uint32_t patterns = 0;
  for (uint32_t i = 0; i < h->n; i++) patterns += is_pattern(h->entries[i].key);
  if (patterns == 0) {
    o->exact = h;
    return o;
  }
  struct hash *exact = hash_new(a, h->n);
  o->patterns = arena_array(a, patterns, sizeof *o->patterns);
  value *values = arena_array(a, patterns, sizeof *values);
  for (uint32_t i = 0; i < h->n; i++) {
    const struct hash_entry *e = &h->entries[i];
    if (!is_pattern(e->key)) {
      hash_put(exact, a, e->key, e->value);
      continue;
    }
    o->patterns[o->n] = compile_pattern(call, value_text(e->key));
    values[o->n++] = e->value;
  }
  o->values = values;
  o->exact = exact->n > 0 ? exact : NULL;
  return o;
}

static bool has_prefix(str key, str module, bool pattern)
{
  key = str_from(key, pattern);
  return str_starts(key, module) && str_starts(str_from(key, module.n), STR("::"));
}

/* lookup_options must be a hash; in a module it may contain only the module's own keys. */
static const struct hash *check_options(struct lookup_call *call, value v, str module)
{
  if (v.kind == V_UNDEF) return NULL;
  if (v.kind != V_HASH) lookup_fail(call, FAILED_IN_LOOKUP, "value of lookup_options must be a hash");
  for (uint32_t i = 0; module.p != NULL && i < v.hash->n; i++) {
    const value key = v.hash->entries[i].key;
    const str text = value_to_str(call->c->arena, key);
    if (has_prefix(text, module, is_pattern(key))) continue;
    if (is_pattern(key)) {
      lookup_fail(call, FAILED_IN_LOOKUP,
                  "all lookup_options patterns must match a key starting with module name '%.*s'", STR_FMT(module));
    }
    lookup_fail(call, FAILED_IN_LOOKUP, "all lookup_options keys must start with module name '%.*s'", STR_FMT(module));
  }
  return v.hash;
}

static const struct hash *global_options(struct lookup_call *call)
{
  struct lookup *state = call->state;
  if (!state->global_options_known) {
    value v;
    state->global_options_known = true;
    if (lookup_global(call, &options_key, &merge_hash, &v))
      state->global_options = check_options(call, v, (str){NULL, 0});
  }
  return state->global_options;
}

/* Returns the merged options of the global layer and of the environment. */
static const struct hash *environment_options(struct lookup_call *call)
{
  struct lookup *state = call->state;
  if (state->options_known) return state->options;
  const struct hash *global = global_options(call), *own = NULL;
  value v;
  state->options_known = true;
  if (lookup_in_environment(call, &options_key, &merge_hash, &v)) own = check_options(call, v, (str){NULL, 0});
  if (global != NULL && own != NULL)
    state->options = merge_two(call, &merge_hash, value_hash(global), value_hash(own)).hash;
  else state->options = global != NULL ? global : own;
  return state->options;
}

struct pair {
  struct lookup_call *call;
  const struct hash *options[2];
  str names[2];
};

static bool pair_step(void *arg, uint32_t i, value *out)
{
  const struct pair *p = arg;
  *out = value_hash(p->options[i]);
  explain_push(p->call->explain, EXPLAIN_SCOPE, p->names[i]);
  explain_event(p->call->explain, EVENT_FOUND, STR("lookup_options"), *out);
  explain_pop(p->call->explain);
  return true;
}

/* Adds the module's own options, which have the lowest priority. */
static const struct hash *with_module(struct lookup_call *call, const struct hash *options, str module)
{
  value v;
  if (!lookup_in_module(call, &options_key, &merge_hash, &v)) return options;
  const struct hash *own = check_options(call, v, module);
  if (options == NULL || own == NULL) return options == NULL ? own : NULL;
  struct pair p = {
    .call = call,
    .options = {options, own},
    .names = {STR("Global and Environment"), arena_printf(call->c->arena, "Module %.*s", STR_FMT(module))}};
  return merge_variants(call, &merge_hash, 2, pair_step, &p, &v) ? v.hash : NULL;
}

/* Options are found with a separate lookup, which has neither overrides nor defaults. */
static void begin_meta(struct lookup_call *meta, struct lookup_call *call, str module)
{
  lookup_call_begin(meta, call->c, call->scope);
  meta->top_key = options_key.text;
  meta->module_name = module;
  meta->asked.global_only = call->asked.global_only;
  meta->checks = call->checks;
  call->state->current = meta;
}

static const struct lookup_options *retrieve(struct lookup_call *call, str module)
{
  struct lookup *state = call->state;
  struct lookup_call meta;
  const struct lookup_options *out;
  struct lookup_call *const before = state->current;
  begin_meta(&meta, call, module);
  explain_push(meta.explain, EXPLAIN_META, options_key.text);
  if (meta.asked.global_only) {
    out = compile_options(&meta, global_options(&meta));
  } else if (module.p == NULL) {
    out = compile_options(&meta, environment_options(&meta));
  } else {
    const struct hash *all = environment_options(&meta);
    if (!state->none.options_known) {
      state->none.options = compile_options(&meta, all);
      state->none.options_known = true;
    }
    const struct hash *both = with_module(&meta, all, module);
    /* Modules without options share the compiled ones. */
    out = both == all ? state->none.options : compile_options(&meta, both);
  }
  explain_pop(meta.explain);
  state->current = before;
  return out;
}

static const struct hash *options_for(struct lookup_call *call, const struct lookup_options *o,
                                      const struct lookup_key *key)
{
  if (o == NULL) return NULL;
  /* A name has priority over patterns; of these the first that matches. */
  const value *v = o->exact != NULL ? lookup_key_get(o->exact, key) : NULL;
  for (uint32_t i = 0; (v == NULL || v->kind == V_UNDEF) && i < o->n; i++) {
    const enum regex_result found = regex_search(o->patterns[i], key->root, 0, NULL);
    if (found == REGEX_LIMIT)
      lookup_fail(call, FAILED_IN_LOOKUP, "A pattern of lookup_options takes too long to match");
    if (found == REGEX_MATCH) v = &o->values[i];
  }
  /* Ruby's [] fails where Puppet looks for `merge` in these. */
  if (v != NULL && (v->kind == V_INT || v->kind == V_ARRAY))
    fail_error(CTX(call->c), FAILURE_EVALUATION, "no implicit conversion of String into Integer");
  return v != NULL && v->kind == V_HASH ? v->hash : NULL;
}

const struct hash *lookup_options_of(struct lookup_call *call, const struct lookup_key *key)
{
  struct lookup_module *m = lookup_module_of(call, key->module_name);
  if (!m->options_known) {
    m->options = retrieve(call, key->module_name);
    m->options_known = true;
  }
  return options_for(call, m->options, key);
}

const struct hash *lookup_fallback_options(struct lookup_call *call, struct lookup_module *m,
                                           const struct lookup_key *key)
{
  if (!m->fallback_known) {
    struct lookup *state = call->state;
    struct lookup_call meta;
    struct lookup_call *const before = state->current;
    value v;
    begin_meta(&meta, call, m->name);
    explain_push(call->explain, EXPLAIN_SCOPE, STR("Searching for \"lookup_options\""));
    if (provider_lookup_fallback(&meta, m->provider, &options_key, &merge_hash, &v))
      m->fallback_options = compile_options(&meta, check_options(&meta, v, m->name));
    explain_pop(call->explain);
    state->current = before;
    m->fallback_known = true;
  }
  return options_for(call, m->fallback_options, key);
}
