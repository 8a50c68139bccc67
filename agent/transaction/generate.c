/* Resources that other resources generate: purged resources and files to tidy before the run, files of a directory
 * during it. */
#include "agent/transaction/harness.h"
#include "agent/transaction/order.h"
#include "compiler/catalog/graph_auto.h"

/* A resource that is already in the catalog replaces the generated one. */
static void keep_known(struct ral *ral, struct ral_list *made)
{
  for (uint32_t i = 0; i < made->n; i++) {
    struct ral_resource *known = ral_find(ral, made->items[i]->type->name, made->items[i]->title);
    if (known != NULL) made->items[i] = known;
  }
}

/* Puppet adds generated resources from the last to the first, so the last one of those with the same name is kept. */
static void find_last(struct arena *a, const struct ral_list *made, struct strmap *last)
{
  strmap_init(last, a);
  for (uint32_t i = 0; i < made->n; i++) strmap_put(last, made->items[i]->ref, made->items[i]);
}

bool generate_before(struct transaction *t)
{
  struct ral *ral = t->ral;
  for (uint32_t i = 0; i < ral->resources.n; i++) { /* also the resources that this loop adds */
    struct ral_resource *r = ral->resources.items[i];
    struct ral_list made = {.arena = ral->arena};
    if (r->type->generate == NULL) continue;
    if (!r->type->generate(r, &made)) {
      t->report->generating_failed = true;
      ral_log(r, LOG_LEVEL_ERR, "Failed to generate additional resources using 'generate': %.*s", STR_FMT(ral->error));
      continue;
    }
    struct strmap last;
    find_last(ral->arena, &made, &last);
    for (uint32_t k = 0; k < made.n; k++) {
      struct ral_resource *one = made.items[k];
      if (strmap_get(&last, one->ref) != one || ral_find(ral, one->type->name, one->title) != NULL) continue;
      ral_add_after(one, r);
      if (one->type->finish != NULL && !one->type->finish(one)) return false;
    }
  }
  return true;
}

static str parent_of(str path)
{
  const char *slash = memrchr(path.p, '/', path.n);
  if (slash == NULL || path.n <= 1) return STR_EMPTY;
  return str_n(path.p, slash == path.p ? 1 : (size_t)(slash - path.p));
}

/* Whether the parameter of the resource names the other one. */
static bool names(const struct ral_resource *r, const char *parameter, const struct ral_resource *other)
{
  const value *v = r->item != NULL ? hash_get_str(r->item->params, str_of(parameter)) : NULL;
  for (uint32_t i = 0; v != NULL && i < (v->kind == V_ARRAY ? v->array->n : 1); i++) {
    if (str_eq(ral_text(v->kind == V_ARRAY ? v->array->items[i] : *v), other->ref)) return true;
  }
  return false;
}

/* A resource that a tidy generates inherits its relationships, like its other metaparameters: only those set on the
 * tidy itself, not those of its container. */
static void share_relationships(struct order *o, struct node *maker, struct node *n)
{
  const struct ral_resource *r = maker->resource;
  for (const struct link *l = maker->first_in; l != NULL; l = l->next_in) {
    if (names(r, "require", l->from->resource) || names(r, "subscribe", l->from->resource)) {
      order_link(o, l->from, n, l->refreshes);
    }
  }
  for (const struct link *l = maker->first_out; l != NULL; l = l->next_out) {
    if (names(r, "before", l->to->resource) || names(r, "notify", l->to->resource))
      order_link(o, n, l->to, l->refreshes);
  }
}

/* --- automatic relationships: the functions of struct graph_auto, over the resources of the run --- */

static str auto_title(const void *item) { return ((const struct ral_resource *)item)->title; }

static value auto_param(const void *item, enum graph_param name)
{
  const struct ral_resource *r = item;
  const char *text = graph_param_names[name];
  const value *v = r->item != NULL ? hash_get_str(r->item->params, str_of(text)) : NULL;
  if (r->item != NULL) return v != NULL ? *v : VALUE_UNDEF;
  const value set = ral_index(r->type, text) >= 0 ? ral_value(r, text) : VALUE_UNDEF;
  return value_is_symbol(set) ? value_str(ral_text(set)) : set;
}

static const void *auto_find(void *ctx, const char *named, str title)
{
  return ral_find(((struct transaction *)ctx)->ral, named, title);
}

static const void *auto_next(void *ctx, const char *named, uint32_t *at)
{
  const struct ral_list *all = &((struct transaction *)ctx)->ral->resources;
  while (*at < all->n) {
    const struct ral_resource *r = all->items[(*at)++];
    if (strcmp(r->type->name, named) == 0) return r;
  }
  return NULL;
}

static bool is_generated(const struct ral_resource *r) { return r->item == NULL && r->before != NULL; }

static bool leads_to(struct order *o, struct node *from, const struct node *to)
{
  o->searches++;
  o->open.n = 0;
  ptrvec_push(&o->open, o->arena, from);
  while (o->open.n > 0) {
    struct node *n = o->open.items[--o->open.n];
    if (n == to) return true;
    if (n->seen == o->searches) continue;
    n->seen = o->searches;
    for (const struct link *l = n->first_out; l != NULL; l = l->next_out) {
      if (!l->removed && l->to->seen != o->searches) ptrvec_push(&o->open, o->arena, l->to);
    }
  }
  return false;
}

/* Adds only edges that the catalog's graph cannot have, and none that would make a cycle. */
static void auto_add(void *ctx, const void *first, const void *second, const void *by)
{
  struct order *o = ((struct transaction *)ctx)->order;
  struct node *from = ptrmap_get(&o->of_resource, first), *to = ptrmap_get(&o->of_resource, second);
  (void)by;
  if (!is_generated(first) && !is_generated(second)) return;
  if (from == NULL || to == NULL || from == to || order_linked(from, to) || order_linked(to, from)) return;
  if (!leads_to(o, to, from)) order_link(o, from, to, 0);
}

/* For resources of the catalog, types in Ruby have already returned their relations. */
static bool relations_of(struct transaction *t, struct ral_resource *r, struct relations *out)
{
  const struct relations *said = ptrmap_get(&t->order->relations, r);
  *out = said != NULL ? *said : (struct relations){0};
  return said != NULL || r->item != NULL || r->type->relate(r, &out->list, &out->n);
}

static void relate_one(struct transaction *t, struct graph_auto *g, struct ral_resource *r)
{
  struct relations own = {0};
  const struct graph_auto_type *known = graph_auto_types;
  if (r->type->relate == NULL) {
    while (known->type != NULL && strcmp(known->type, r->type->name) != 0) known++;
    if (known->type != NULL) known->relate(g, r);
    return;
  }
  if (!relations_of(t, r, &own)) return;
  for (uint32_t i = 0; i < own.n; i++) {
    const struct graph_relation *one = &own.list[i];
    const struct ral_resource *other = ral_find(t->ral, arena_strz(t->ral->arena, one->type), one->title);
    const bool outward = one->kind == EDGE_BEFORE || one->kind == EDGE_NOTIFY;
    if (other != NULL) auto_add(t, outward ? r : other, outward ? other : r, r);
  }
}

/* Applies the rules for catalog resources to generated ones: a file requires its directory and its owner, and what
 * executes it requires the file. */
static void relate_generated(struct transaction *t)
{
  struct graph_auto g = {.arena = t->ral->arena,
                         .title = auto_title,
                         .param = auto_param,
                         .find = auto_find,
                         .next = auto_next,
                         .add = auto_add,
                         .ctx = t};
  bool any = false;
  for (uint32_t i = 0; i < t->ral->resources.n && !any; i++) any = is_generated(t->ral->resources.items[i]);
  for (uint32_t i = 0; any && !t->ral->as_listed && i < t->ral->resources.n; i++) {
    if (ptrmap_find(&t->order->of_resource, t->ral->resources.items[i]) == NULL) continue;
    relate_one(t, &g, t->ral->resources.items[i]);
  }
}

/* Puts generated resources into the container of their maker, after the maker, or before it if its type is depth first.
 * In that case files are also applied before the directories that contain them. */
void generate_link(struct transaction *t)
{
  struct order *o = t->order;
  for (uint32_t i = 0; i < t->ral->resources.n; i++) {
    struct ral_resource *r = t->ral->resources.items[i];
    if (r->item != NULL || r->before == NULL) continue;
    struct node *maker = ptrmap_get(&o->of_resource, r->before);
    if (maker == NULL) continue;
    struct node *n = order_add(o, maker, r);
    const bool first = (r->before->type->flags & RAL_DEPTH_FIRST) != 0;
    if (first) n->key[maker->nkey - 1]--; /* after the node that precedes the maker */
    if (first) n->key[maker->nkey] += UINT32_MAX / 2;
    if (first) share_relationships(o, maker, n);
    order_link(o, first ? n : maker, first ? maker : n, 0);
    for (const struct link *l = maker->first_in; l != NULL; l = l->next_in) {
      if (l->from->kind == NODE_BEGIN && l->from != n) order_link(o, l->from, n, 1);
    }
    for (const struct link *l = maker->first_out; l != NULL; l = l->next_out) {
      if (l->to->kind == NODE_END && l->to != n) order_link(o, n, l->to, 1);
    }
  }
  for (uint32_t i = 0; i < t->ral->resources.n; i++) {
    struct ral_resource *r = t->ral->resources.items[i], *above;
    if (r->item != NULL || r->before == NULL || !(r->before->type->flags & RAL_DEPTH_FIRST)) continue;
    above = ral_find(t->ral, "file", parent_of(r->title));
    if (above == NULL || above == r || above->before != r->before) continue;
    order_link(o, ptrmap_get(&o->of_resource, r), ptrmap_get(&o->of_resource, above), 0);
  }
  relate_generated(t);
}

/* The nearest parent directory among the generated files, else the maker. */
static struct node *above(struct order *o, const struct strmap *made, const struct ral_resource *r, struct node *maker)
{
  for (str path = parent_of(r->title); path.n > 0; path = parent_of(path)) {
    struct ral_resource *found = strmap_get(made, path);
    if (found != NULL && found != r) return ptrmap_get(&o->of_resource, found);
  }
  return maker;
}

/* A sentinel is added after all of them; what depended on the maker then depends on the sentinel. */
void generate_below(struct transaction *t, struct node *maker, struct ral_list *made)
{
  struct order *o = t->order;
  struct strmap names;
  strmap_init(&names, t->ral->arena);
  keep_known(t->ral, made);
  for (uint32_t i = 0; i < made->n; i++) {
    struct ral_resource *r = made->items[i];
    strmap_put(&names, r->title, r);
    if (ptrmap_find(&o->of_resource, r) != NULL) continue;
    ral_add_after(r, maker->resource);
    order_add(o, maker, r);
  }
  struct ral_resource *end = ral_resource_new(t->ral, &ral_type_whit, maker->resource->title);
  end->ref = end->path = maker->resource->title; /* whits have no type in their reference */
  struct array *tags = array_new(t->ral->arena, maker->resource->tags->n + 1);
  tags->items[0] = value_str(STR("whit"));
  for (uint32_t i = 1; i < tags->n; i++) tags->items[i] = maker->resource->tags->items[i - 1];
  end->tags = tags;
  struct node *sentinel = order_add(o, maker, end);
  for (struct link *l = maker->first_out; l != NULL; l = l->next_out) {
    if (l->removed || l->to == sentinel) continue;
    if (l->to->kind == NODE_RESOURCE && strmap_find(&names, l->to->resource->title) != NULL) continue;
    l->removed = true;
    order_link(o, sentinel, l->to, l->refreshes);
  }
  for (uint32_t i = 0; i < made->n; i++) {
    struct node *n = ptrmap_get(&o->of_resource, made->items[i]);
    if (!order_linked(sentinel, n)) order_link(o, n, sentinel, 1);
    struct node *parent = above(o, &names, made->items[i], maker);
    if (!order_linked(n, parent)) order_link(o, parent, n, 0);
  }
  order_link(o, maker, sentinel, 1);
  order_recount(o);
}
