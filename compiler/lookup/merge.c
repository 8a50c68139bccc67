/* Merge strategies: their options, and merging variants. Variants come in order of priority, and are read on demand:
 * first and default stop at the first value. */
#include "compiler/lookup/merge.h"
#include "base/check.h"

#include "compiler/lookup/internal.h"

const struct merge merge_default = {.kind = MERGE_DEFAULT}, merge_hash = {.kind = MERGE_HASH};

static const struct {
  const char *name;
  const char *options;   /* type of its options */
  enum merge_kind alone; /* the strategy without options: Puppet has one instance of some */
} strategies[MERGE_KIND_COUNT] = {
  [MERGE_DEFAULT] = {"default", "Struct[{strategy=>Optional[Pattern[/default/]]}]", MERGE_DEFAULT},
  [MERGE_FIRST] = {"first", "Struct[{strategy=>Optional[Pattern[/first/]]}]", MERGE_FIRST},
  [MERGE_UNIQUE] = {"unique", "Struct[{strategy=>Optional[Pattern[/unique/]]}]", MERGE_UNIQUE},
  [MERGE_HASH] = {"hash", "Struct[{strategy=>Optional[Pattern[/hash/]]}]", MERGE_HASH},
  [MERGE_DEEP] = {"deep",
                  "Struct[{strategy=>Optional[Pattern[deep]],knockout_prefix=>Optional[String],"
                  "merge_debug=>Optional[Boolean],merge_hash_arrays=>Optional[Boolean],"
                  "sort_merged_arrays=>Optional[Boolean]}]",
                  MERGE_DEEP},
  [MERGE_UNCONSTRAINED_DEEP] = {"unconstrained_deep", "Hash[String[1],Any]", MERGE_DEEP},
  [MERGE_REVERSE_DEEP] = {"reverse_deep", "Hash[String[1],Any]", MERGE_REVERSE_DEEP},
};

const char *merge_name(const struct merge *m)
{
  assert(m->kind < MERGE_KIND_COUNT);
  return strategies[m->kind].name;
}

static enum merge_kind kind_of(struct lookup_call *call, value name)
{
  for (int i = 0; name.kind == V_STRING && i < MERGE_KIND_COUNT; i++) {
    if (str_eqz(value_text(name), strategies[i].name)) return (enum merge_kind)i;
  }
  str text = value_to_str(call->c->arena, name);
  lookup_fail(call, FAILED_IN_RUBY, "Unknown merge strategy: '%.*s'", STR_FMT(text));
}

_Static_assert(MERGE_DEEP > MERGE_HASH && MERGE_REVERSE_DEEP + 1 == MERGE_KIND_COUNT, "deep ones come last");
static bool is_deep(enum merge_kind kind) { return kind >= MERGE_DEEP; }

static void check_options(struct lookup_call *call, const struct merge *m)
{
  struct compilation *c = call->c;
  const type *t = type_from_text(&c->context, &c->resolver, str_of(strategies[m->kind].options));
  lookup_assert_type(call, "The merge options", t, value_hash(m->options));
  const value *debug = hash_get_str(m->options, STR("merge_debug"));
  if (is_deep(m->kind) && debug != NULL && value_truthy(*debug))
    fail_not_supported(&c->context, "the option merge_debug of merges");
}

struct merge merge_of(struct lookup_call *call, value v)
{
  if (!value_truthy(v)) return merge_default;
  struct merge m = {.kind = MERGE_DEFAULT};
  value name = v;
  if (v.kind == V_HASH) {
    const value *strategy = hash_get_str(v.hash, STR("strategy"));
    if (strategy == NULL || strategy->kind == V_UNDEF) {
      lookup_fail(call, FAILED_IN_RUBY,
                  "The hash given as 'merge' must contain the name of a strategy in string form for the "
                  "key 'strategy'");
    }
    name = *strategy;
    if (v.hash->n > 1) m.options = v.hash;
  }
  m.kind = kind_of(call, name);
  /* A hash with only `strategy` is equivalent to the name. */
  if (m.options != NULL) check_options(call, &m);
  else m.kind = strategies[m.kind].alone;
  return m;
}

/* --- two values --- */

static void check_both(struct lookup_call *call, const type *t, value high, value low)
{
  lookup_assert_type(call, "The first element of the merge", t, high);
  lookup_assert_type(call, "The second element of the merge", t, low);
}

/* The order of keys is that of Ruby's low.merge(high). */
static value merge_hashes(struct lookup_call *call, value high, value low)
{
  check_both(call, lookup_type(call->c, TYPE_LOOKUP_HASH), high, low);
  return hash_merged(call->c->arena, low.hash, high.hash);
}

static value merge_unique(struct lookup_call *call, value high, value low)
{
  check_both(call, lookup_type(call->c, TYPE_LOOKUP_UNIQUE), high, low);
  struct valuevec all = value_flat(&call->c->context, &high, 1);
  value_flatten(&call->c->context, &all, &low, 1);
  return array_unique(call->c->arena, all.items, all.n);
}

value merge_two(struct lookup_call *call, const struct merge *m, value high, value low)
{
  assert(m->kind < MERGE_KIND_COUNT);
  switch (m->kind) {
  case MERGE_UNIQUE: return merge_unique(call, high, low);
  case MERGE_HASH: return merge_hashes(call, high, low);
  case MERGE_DEEP:
  case MERGE_UNCONSTRAINED_DEEP: return merge_deep(call, high, low, m->options);
  case MERGE_REVERSE_DEEP: return merge_deep(call, low, high, m->options);
  default: return high;
  }
}

/* --- variants --- */

/* One variant is not merged, but `unique` removes duplicates, without flattening nested arrays. */
static value merge_single(struct lookup_call *call, const struct merge *m, value v)
{
  if (m->kind != MERGE_UNIQUE || v.kind != V_ARRAY) return v;
  return array_unique(call->c->arena, v.array->items, v.array->n);
}

/* Prepares the first of several values for merging: `unique` flattens it. */
static value first_of_many(struct lookup_call *call, const struct merge *m, value v)
{
  if (m->kind != MERGE_UNIQUE) return v;
  struct valuevec all = value_flat(&call->c->context, &v, 1);
  return valuevec_array(&all, call->c->arena);
}

static bool merge_many(struct lookup_call *call, const struct merge *m, uint32_t n, merge_step *step, void *arg,
                       value *out)
{
  bool any = false;
  for (uint32_t i = 0; i < n; i++) {
    value v;
    if (!step(arg, i, &v)) continue;
    *out = any ? merge_two(call, m, *out, v) : first_of_many(call, m, v);
    any = true;
  }
  return any;
}

bool merge_variants(struct lookup_call *call, const struct merge *m, uint32_t n, merge_step *step, void *arg,
                    value *out)
{
  assert_hot(step != NULL && out != NULL && m->kind < MERGE_KIND_COUNT);
  if (m->kind == MERGE_DEFAULT || m->kind == MERGE_FIRST) {
    for (uint32_t i = 0; i < n; i++) {
      if (step(arg, i, out)) return true;
    }
    return false;
  }
  if (n == 0) return false;
  if (n == 1) {
    if (!step(arg, 0, out)) return false;
    *out = merge_single(call, m, *out);
    return true;
  }
  struct explain_node *node = explain_push(call->explain, EXPLAIN_MERGE, STR_EMPTY);
  if (node != NULL) {
    struct merge *copy = ARENA_NEW(call->explain->arena, struct merge);
    *copy = *m;
    node->merge = copy;
  }
  const bool any = merge_many(call, m, n, step, arg, out);
  if (any) explain_event(call->explain, EVENT_RESULT, STR_EMPTY, *out);
  explain_pop(call->explain);
  return any;
}
