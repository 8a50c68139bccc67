/* The differences between two catalogs that were read from documents. Resources are paired by their references. Tags,
 * classes, edges and the targets of relationships are compared as sets, because their order means nothing; the order of
 * resources is compared only on request. Sensitive values are masked: a difference shows that they differ, but not what
 * they are. */
#include "cli/catalog_compare.h"

#include <stdint.h>

#define MASK STR("Sensitive [value redacted]")

struct differ {
  struct arena *arena;
  const struct catalog_doc *before, *after;
  const struct catalog_diff_options *options;
  bool *moved; /* by index in `before`; NULL: order is ignored */
};

/* --- lists of texts as sets --- */

/* Returns the texts of `from` that are not in `in`. A text that occurs twice in `from` is listed once, since listed
 * texts are added to the map. */
static void texts_missing(struct arena *a, const str *from, uint32_t nfrom, const str *in, uint32_t nin,
                          const str **out, uint32_t *nout)
{
  struct strmap known;
  strmap_init(&known, a);
  str *missing = arena_array(a, (size_t)nfrom + 1, sizeof *missing);
  uint32_t n = 0;
  for (uint32_t i = 0; i < nin; i++) strmap_put(&known, in[i], NULL);
  for (uint32_t i = 0; i < nfrom; i++) {
    bool made;
    strmap_slot(&known, from[i], &made);
    if (made) missing[n++] = from[i];
  }
  *out = missing;
  *nout = n;
}

static void compare_texts(struct arena *a, const str *before, uint32_t nbefore, const str *after, uint32_t nafter,
                          struct text_diff *out)
{
  texts_missing(a, before, nbefore, after, nafter, &out->removed, &out->nremoved);
  texts_missing(a, after, nafter, before, nbefore, &out->added, &out->nadded);
}

static bool texts_differ(const struct text_diff *d) { return d->nremoved + d->nadded > 0; }

static str *texts_of(struct arena *a, const struct array *list)
{
  str *out = arena_array(a, (size_t)list->n + 1, sizeof *out);
  for (uint32_t i = 0; i < list->n; i++) out[i] = value_text(list->items[i]);
  return out;
}

static void compare_lists(struct arena *a, const struct array *before, const struct array *after, struct text_diff *out)
{
  *out = (struct text_diff){0};
  if (value_same(value_array(before), value_array(after))) return;
  compare_texts(a, texts_of(a, before), before->n, texts_of(a, after), after->n, out);
}

/* --- values --- */

static bool is_sensitive_hash(const struct hash *h)
{
  const value type = hash_member(h, "__ptype");
  return type.kind == V_STRING && str_eqz(value_text(type), "Sensitive");
}

static value masked(void *arena, value v)
{
  if (v.kind == V_SENSITIVE || (v.kind == V_HASH && is_sensitive_hash(v.hash))) return value_str(MASK);
  return value_map(arena, v, masked, masked, arena);
}

value catalog_masked(struct arena *a, value v) { return masked(a, v); }

/* The references of a relationship: one text or a list. Catalogs have no nested lists there. */
static str *references(struct arena *a, value v, uint32_t *n)
{
  const struct array one = {.n = 1, .items = &v}, *list = v.kind == V_ARRAY ? v.array : &one;
  str *out = arena_array(a, (size_t)list->n + 1, sizeof *out);
  *n = 0;
  for (uint32_t i = 0; i < list->n; i++) {
    if (list->items[i].kind == V_STRING) out[(*n)++] = value_text(list->items[i]);
  }
  return out;
}

static bool same_parameter(struct differ *d, str name, const value *before, const value *after)
{
  /* A parameter that one side does not have differs from undef on the other. */
  if (before == NULL || after == NULL) return before == after;
  if (value_same(*before, *after)) return true;
  if (!str_among(name, "before notify require subscribe")) return false;
  uint32_t nbefore, nafter;
  const str *one = references(d->arena, *before, &nbefore), *other = references(d->arena, *after, &nafter);
  struct text_diff diff;
  compare_texts(d->arena, one, nbefore, other, nafter, &diff);
  return !texts_differ(&diff);
}

/* --- resources --- */

struct params {
  struct param_diff *items;
  uint32_t n;
};

static const value *shown(struct differ *d, const value *v, bool sensitive)
{
  if (v == NULL) return NULL;
  value *out = ARENA_NEW(d->arena, value);
  *out = sensitive ? value_str(MASK) : catalog_masked(d->arena, *v);
  return out;
}

static void add_param(struct differ *d, struct params *all, const struct catalog_item *one,
                      const struct catalog_item *other, str name, const value *before, const value *after)
{
  if (same_parameter(d, name, before, after)) return;
  const bool sensitive = (one != NULL && catalog_item_is_sensitive(one, name)) ||
                         (other != NULL && catalog_item_is_sensitive(other, name));
  all->items[all->n++] = (struct param_diff){name, shown(d, before, sensitive), shown(d, after, sensitive)};
}

/* Compares the parameters of the first in its order, then those that only the second has. Either resource may be NULL:
 * it was added or removed. */
static void compare_params(struct differ *d, const struct catalog_item *one, const struct catalog_item *other,
                           struct item_diff *out)
{
  const struct hash *before = one != NULL ? one->params : &hash_empty;
  const struct hash *after = other != NULL ? other->params : &hash_empty;
  struct params all = {arena_array(d->arena, (size_t)before->n + after->n + 1, sizeof *all.items), 0};
  for (uint32_t i = 0; i < before->n; i++) {
    const value name = before->entries[i].key;
    add_param(d, &all, one, other, value_text(name), &before->entries[i].value, hash_get(after, name));
  }
  for (uint32_t i = 0; i < after->n; i++) {
    const value name = after->entries[i].key;
    if (hash_get(before, name) != NULL) continue;
    add_param(d, &all, one, other, value_text(name), NULL, &after->entries[i].value);
  }
  out->params = all.items;
  out->nparams = all.n;
}

static bool compare_items(struct differ *d, const struct catalog_item *one, const struct catalog_item *other,
                          struct item_diff *out)
{
  *out = (struct item_diff){.before = one,
                            .after = other,
                            .exported = one->exported != other->exported,
                            .moved = d->moved != NULL && d->moved[one->index]};
  if (!value_same(value_hash(one->params), value_hash(other->params))) compare_params(d, one, other, out);
  if (d->options->tags) compare_lists(d->arena, one->tags, other->tags, &out->tags);
  return out->nparams > 0 || out->exported || out->moved || texts_differ(&out->tags);
}

/* Finds the resources that moved. Of the resources in both catalogs, in the order of the first, the longest run with
 * the same order in the second did not move. This is the longest increasing subsequence of their indexes, found by
 * patience sorting in n log n: `tail[k]` is the resource that ends the best run of length k + 1. */
static void find_moved(struct differ *d)
{
  const struct catalog_doc *b = d->before;
  uint32_t *tail = arena_array(d->arena, (size_t)b->n + 1, sizeof *tail);
  uint32_t *previous = arena_array(d->arena, (size_t)b->n + 1, sizeof *previous);
  uint32_t *place = arena_array(d->arena, (size_t)b->n + 1, sizeof *place);
  uint32_t length = 0;
  d->moved = arena_array(d->arena, (size_t)b->n + 1, sizeof *d->moved);
  for (uint32_t i = 0; i < b->n; i++) {
    const struct catalog_item *other = strmap_get(&d->after->by_ref, b->items[i].ref);
    if (other == NULL) continue;
    d->moved[i] = true;
    place[i] = other->index;
    uint32_t low = 0, high = length;
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (place[tail[middle]] < place[i]) low = middle + 1;
      else high = middle;
    }
    previous[i] = low > 0 ? tail[low - 1] : UINT32_MAX;
    tail[low] = i;
    if (low == length) length++;
  }
  for (uint32_t i = length > 0 ? tail[length - 1] : UINT32_MAX; i != UINT32_MAX; i = previous[i]) d->moved[i] = false;
}

static void compare_resources(struct differ *d, struct catalog_diff *out)
{
  const struct catalog_doc *before = d->before, *after = d->after;
  struct item_diff *items = arena_array(d->arena, (size_t)before->n + after->n + 1, sizeof *items);
  if (d->options->order) find_moved(d);
  for (uint32_t i = 0; i < before->n; i++) {
    const struct catalog_item *one = &before->items[i], *other = strmap_get(&after->by_ref, one->ref);
    struct item_diff *next = &items[out->n];
    if (other == NULL) {
      *next = (struct item_diff){.before = one};
      compare_params(d, one, NULL, next);
      out->removed++;
    } else if (compare_items(d, one, other, next)) {
      out->changed++;
    } else {
      continue;
    }
    out->n++;
  }
  for (uint32_t i = 0; i < after->n; i++) {
    if (strmap_get(&before->by_ref, after->items[i].ref) != NULL) continue;
    items[out->n] = (struct item_diff){.after = &after->items[i]};
    compare_params(d, NULL, &after->items[i], &items[out->n]);
    out->n++;
    out->added++;
  }
  out->items = items;
}

/* --- edges --- */

static str *link_texts(struct arena *a, const struct catalog_doc *doc)
{
  str *out = arena_array(a, (size_t)doc->nlinks + 1, sizeof *out);
  for (uint32_t i = 0; i < doc->nlinks; i++)
    out[i] = arena_printf(a, "%.*s => %.*s", STR_FMT(doc->links[i].source), STR_FMT(doc->links[i].target));
  return out;
}

void catalog_compare(struct arena *a, const struct catalog_doc *before, const struct catalog_doc *after,
                     const struct catalog_diff_options *options, struct catalog_diff *out)
{
  struct differ d = {.arena = a, .before = before, .after = after, .options = options};
  *out = (struct catalog_diff){0};
  compare_resources(&d, out);
  compare_texts(a, link_texts(a, before), before->nlinks, link_texts(a, after), after->nlinks, &out->edges);
  compare_lists(a, before->classes, after->classes, &out->classes);
  if (options->tags) compare_lists(a, before->tags, after->tags, &out->tags);
  out->same = out->n == 0 && !texts_differ(&out->edges) && !texts_differ(&out->classes) && !texts_differ(&out->tags);
}
