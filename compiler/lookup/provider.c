/* A provider: its configuration, and the entries that are resolved from it with variables. The entries are used while
 * these variables have the same values in the calling scope, and are resolved again otherwise. */
#include "compiler/lookup/internal.h"

#include "base/check.h"

str provider_name(struct arena *a, const struct provider *p)
{
  static const char *const places[] = {"Global", "Environment", "Module"};
  struct buf out = BUF_IN(a);
  buf_printf(&out, "%s ", places[p->layer]);
  if (p->module_name.p != NULL) buf_printf(&out, "\"%.*s\" ", STR_FMT(p->module_name));
  buf_z(&out, "Data Provider");
  if (p->config != NULL) buf_printf(&out, " (hiera configuration version %d)", p->config->version);
  return buf_view(&out);
}

const struct hiera_config *provider_config(struct lookup_call *call, struct provider *p)
{
  if (p->config == NULL) p->config = hiera_config_load(call, p->config_path, p->layer);
  return p->config;
}

/* Returns the entries, resolved with the present values of variables. */
static struct entry_list *entries_of(struct lookup_call *call, struct provider *p, bool fallback)
{
  provider_config(call, p);
  if (!p->resolved || !lookup_dependencies_hold(call, &p->dependencies)) {
    if (p->resolved) {
      explain_text(call->explain, STR("Hiera configuration recreated due to change of scope variables used in "
                                      "interpolation expressions"));
    }
    hiera_resolve(call, p);
  }
  return fallback ? &p->fallback : &p->entries;
}

struct provider_step {
  struct lookup_call *call;
  const struct entry_list *entries;
  const struct lookup_key *key;
  const struct merge *merge;
};

static bool step(void *arg, uint32_t i, value *out)
{
  const struct provider_step *s = arg;
  return entry_lookup(s->call, &s->entries->items[i], s->key, s->merge, out);
}

static bool search(struct lookup_call *call, struct entry_list *entries, const struct lookup_key *key,
                   const struct merge *merge, value *out)
{
  if (entries->n == 0) {
    explain_event(call->explain, EVENT_NOT_FOUND, key->text, VALUE_UNDEF);
    return false;
  }
  /* A fast path for the first value in files that were all read already. It makes no explanation. */
  if (call->explain == NULL && (merge->kind == MERGE_DEFAULT || merge->kind == MERGE_FIRST)) {
    bool known;
    const bool found = entry_list_lookup(call, entries, key, out, &known);
    if (known) return found;
  }
  struct provider_step s = {call, entries, key, merge};
  return merge_variants(call, merge, entries->n, step, &s, out);
}

static void explain_provider(struct lookup_call *call, struct provider *p)
{
  struct explain_node *node = explain_push(call->explain, EXPLAIN_PROVIDER, STR_EMPTY);
  if (node != NULL) node->provider = p;
}

bool provider_lookup(struct lookup_call *call, struct provider *p, const struct lookup_key *key,
                     const struct merge *merge, value *out)
{
  assert_hot(key != NULL && merge != NULL && out != NULL);
  explain_provider(call, p);
  const bool found = search(call, entries_of(call, p, false), key, merge, out);
  explain_pop(call->explain);
  return found;
}

bool provider_lookup_fallback(struct lookup_call *call, struct provider *p, const struct lookup_key *key,
                              const struct merge *merge, value *out)
{
  struct entry_list *entries = entries_of(call, p, true);
  if (entries->n == 0) return search(call, entries, key, merge, out);
  struct name_link link;
  lookup_enter(call, &link, key->text, false);
  explain_provider(call, p);
  const bool found = search(call, entries, key, merge, out);
  explain_pop(call->explain);
  lookup_leave(call);
  return found;
}
