/* The order of evaluation: counts the unfinished dependencies of each resource, and keeps the ready ones in a heap by
 * their position in the catalog. */
#include "agent/transaction/order.h"
#include "base/array.h"

/* --- links --- */

void order_link(struct order *o, struct node *from, struct node *to, uint32_t refreshes)
{
  struct link *l = ARENA_NEW(o->arena, struct link);
  *l = (struct link){.from = from, .to = to, .refreshes = refreshes};
  if (to->last_in != NULL) to->last_in->next_in = l;
  else to->first_in = l;
  to->last_in = l;
  if (from->last_out != NULL) from->last_out->next_out = l;
  else from->first_out = l;
  from->last_out = l;
}

bool order_linked(const struct node *from, const struct node *to)
{
  for (const struct link *l = from->first_out; l != NULL; l = l->next_out) {
    if (l->to == to && !l->removed) return true;
  }
  return false;
}

/* --- the queue: a heap by key --- */

static int compare(const struct node *a, const struct node *b)
{
  const uint32_t n = a->nkey < b->nkey ? a->nkey : b->nkey;
  for (uint32_t i = 0; i < n; i++) {
    if (a->key[i] != b->key[i]) return a->key[i] < b->key[i] ? -1 : 1;
  }
  return (a->nkey > b->nkey) - (a->nkey < b->nkey);
}

static void place(struct order *o, uint32_t at, struct node *n)
{
  o->queue[at] = n;
  n->heap = at + 1;
}

static void rise(struct order *o, uint32_t at)
{
  struct node *n = o->queue[at];
  while (at > 0 && compare(n, o->queue[(at - 1) / 2]) < 0) {
    place(o, at, o->queue[(at - 1) / 2]);
    at = (at - 1) / 2;
  }
  place(o, at, n);
}

static void sink(struct order *o, uint32_t at)
{
  struct node *n = o->queue[at];
  for (;;) {
    uint32_t child = at * 2 + 1;
    if (child >= o->nqueue) break;
    if (child + 1 < o->nqueue && compare(o->queue[child + 1], o->queue[child]) < 0) child++;
    if (compare(n, o->queue[child]) <= 0) break;
    place(o, at, o->queue[child]);
    at = child;
  }
  place(o, at, n);
}

void order_put_back(struct order *o, struct node *n)
{
  if (n->heap > 0) return;
  ARENA_ROOM(o->arena, o->queue, o->nqueue, o->cap_queue, 64);
  o->queue[o->nqueue] = n;
  rise(o, o->nqueue++);
}

struct node *order_next(struct order *o)
{
  if (o->nqueue == 0) return NULL;
  struct node *first = o->queue[0];
  first->heap = 0;
  struct node *last = o->queue[--o->nqueue];
  if (o->nqueue > 0) {
    place(o, 0, last);
    sink(o, 0);
  }
  return first;
}

void order_done(struct order *o, struct node *n)
{
  n->done = true;
  for (struct link *l = n->first_out; l != NULL; l = l->next_out) {
    if (l->removed || l->to->done) continue;
    if (l->to->blockers > 0) l->to->blockers--;
    if (l->to->blockers == 0) order_put_back(o, l->to);
  }
}

void order_recount(struct order *o)
{
  for (uint32_t i = 0; i < o->nodes.n; i++) {
    struct node *n = o->nodes.items[i];
    n->blockers = 0;
    for (struct link *l = n->first_in; l != NULL; l = l->next_in) n->blockers += !l->removed && !l->from->done;
  }
}

void order_begin(struct order *o)
{
  order_recount(o);
  for (uint32_t i = 0; i < o->nodes.n; i++) {
    struct node *n = o->nodes.items[i];
    if (n->blockers == 0) order_put_back(o, n);
  }
}

/* --- building the graph --- */

static struct node *node_new(struct order *o, struct ral_resource *r)
{
  struct node *n = ARENA_NEW(o->arena, struct node);
  n->resource = r;
  ptrvec_push(&o->nodes, o->arena, n);
  ptrmap_put(&o->of_resource, r, n);
  return n;
}

/* Makes the begin or end node of a container; messages use the container's name. */
static struct ral_resource *whit_new(struct order *o, struct ral_resource *container)
{
  struct ral_resource *r = ral_resource_new(o->ral, &ral_type_whit, container->title);
  r->ref = r->path = container->ref;
  r->tags = container->tags;
  return r;
}

static struct node *node_of(struct order *o, const struct graph_vertex *v, struct node **nodes)
{
  const struct catalog_item *item = v->item;
  struct ral_resource *r = o->ral->resources.items[item->index];
  struct node **slot = &nodes[v->index];
  if (*slot != NULL) return *slot;
  const bool container = (r->type->flags & RAL_CONTAINER) != 0;
  *slot = node_new(o, container ? whit_new(o, r) : r);
  (*slot)->kind = !container ? NODE_RESOURCE : str_starts(v->name, STR("Whit[Admissible_")) ? NODE_BEGIN : NODE_END;
  (*slot)->key = ARENA_NEW(o->arena, uint32_t);
  (*slot)->key[0] = item->index + 1;
  (*slot)->nkey = 1;
  return *slot;
}

struct relating {
  struct ral *ral;
  struct order *order;
  bool failed; /* with ral->error set */
};

static bool relate(void *ctx, const struct catalog_item *item, const struct graph_relation **list, uint32_t *n)
{
  struct relating *x = ctx;
  struct ral_resource *r = x->ral->resources.items[item->index];
  *n = 0;
  if (x->ral->as_listed) return true;
  if (r->type->relate == NULL) return false;
  x->failed = x->failed || !r->type->relate(r, list, n);
  if (x->failed) return true;
  struct relations *said = ARENA_NEW(x->ral->arena, struct relations);
  *said = (struct relations){*list, *n};
  ptrmap_put(&x->order->relations, r, said);
  return true;
}

struct order *order_new(struct ral *ral, const struct catalog_doc *catalog)
{
  struct order *o = ARENA_NEW(ral->arena, struct order);
  struct relating relating = {.ral = ral, .order = o};
  const struct graph_types types = {relate, &relating};
  o->arena = ral->arena;
  o->ral = ral;
  ptrmap_init(&o->of_resource, o->arena);
  ptrmap_init(&o->relations, o->arena);
  o->graph = graph_new_with(o->arena, catalog, GRAPH_EXPANDED, &types);
  if (relating.failed) return NULL;
  struct node **nodes = arena_array(o->arena, (size_t)o->graph->n + 1, sizeof *nodes);
  for (uint32_t i = 0; i < o->graph->n; i++) o->graph->vertices[i]->index = i;
  for (uint32_t i = 0; i < o->graph->n; i++) {
    const struct graph_vertex *v = o->graph->vertices[i];
    if (!v->removed) node_of(o, v, nodes);
  }
  for (uint32_t i = 0; i < o->graph->n; i++) {
    const struct graph_vertex *v = o->graph->vertices[i];
    if (v->removed) continue;
    for (const struct graph_edge *e = v->first_out; e != NULL; e = e->next_out) {
      if (e->count == 0 || e->to->removed) continue;
      order_link(o, nodes[i], nodes[e->to->index], e->refreshes);
    }
  }
  return o;
}

struct node *order_add(struct order *o, struct node *maker, struct ral_resource *r)
{
  struct node *n = node_new(o, r);
  n->kind = r->type->flags & RAL_WHIT ? NODE_END : NODE_RESOURCE;
  n->nkey = maker->nkey + 1;
  n->key = arena_array(o->arena, n->nkey, sizeof *n->key);
  if (maker->nkey > 0) memcpy(n->key, maker->key, maker->nkey * sizeof *n->key);
  n->key[maker->nkey] = ++maker->children;
  return n;
}
