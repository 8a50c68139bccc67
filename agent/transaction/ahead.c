/* With --parallel, starts resources before their turn if all their dependencies are done. */
#include "agent/transaction/ahead.h"

#include "agent/system/lanes.h"

/* How many ready resources are examined after the next one: a queue can contain thousands. */
enum { LOOK_AT = 256 };

struct early {
  struct transaction *t;
  struct node *node;
  struct lane *lane;
  double seconds;
};

static void work(void *ctx)
{
  struct early *e = ctx;
  const struct timespec began = report_now();
  transaction_evaluate(e->t, e->node);
  e->seconds = report_seconds_since(began);
}

static bool waits(const struct node *n) { return (n->resource->type->flags & RAL_WAITS) != 0; }

/* A Deferred value may call any function and needs the large stack, so it does not run in a lane. A resource with
 * failed dependencies is skipped, so there is nothing to start. */
static bool can_begin(struct transaction *t, struct node *n)
{
  if (n->early != NULL || n->resource->deferred || !transaction_prepare(t, n)) return false;
  transaction_propagate_failure(t, n);
  return n->nfailed == 0 && transaction_is_due(t, n);
}

static void begin(struct transaction *t, struct node *n)
{
  struct early *e = ARENA_NEW(t->ral->arena, struct early);
  *e = (struct early){.t = t, .node = n};
  n->early = e;
  e->lane = lane_start(t->ral->lanes, work, e);
  if (e->lane == NULL) n->early = NULL;
}

double ahead_finish(struct transaction *t, struct node *n)
{
  const struct early *e = n->early;
  lane_finish(e->lane);
  report_status_last(t->report, n->resource->status);
  n->early = NULL;
  return e->seconds;
}

/* --- ready resources, in order --- */

struct looking {
  struct transaction *t;
  struct ptrvec seen; /* struct node *, to be put back into the queue */
  struct ral_list batch;
  const struct ral_provider *provider; /* whose packages are collected; NULL: no batch, or the batch is complete */
};

static bool batches(struct transaction *t, struct node *n, const struct ral_provider *p)
{
  struct ral_resource *r = n->resource;
  return r->provider == p && !ral_is_noop(r) && can_begin(t, n);
}

/* False: no more resources can start. */
static bool look_at(struct looking *l, struct node *n)
{
  struct transaction *t = l->t;
  ptrvec_push(&l->seen, t->ral->arena, n);
  if (l->provider != NULL) {
    if (!batches(t, n, l->provider)) return false;
    ral_list_add(&l->batch, n->resource);
    return true;
  }
  if (waits(n) && can_begin(t, n)) begin(t, n);
  return lanes_have_room(t->ral->lanes);
}

static void look_behind(struct looking *l)
{
  struct order *o = l->t->order;
  struct node *n;
  bool more = l->provider != NULL || lanes_have_room(l->t->ral->lanes);
  for (int i = 0; i < LOOK_AT && more && !l->t->broken && (n = order_next(o)) != NULL; i++) {
    if (n->kind == NODE_RESOURCE) {
      more = look_at(l, n);
    } else {
      transaction_pass(l->t, n);
      order_done(o, n);
    }
  }
  for (uint32_t i = 0; i < l->seen.n; i++) order_put_back(o, l->seen.items[i]);
}

void ahead_look(struct transaction *t, struct node *next)
{
  struct ral_resource *r = next->resource;
  struct looking l = {.t = t, .batch = {.arena = t->ral->arena}};
  if (next->kind != NODE_RESOURCE) return;
  if (waits(next)) {
    if (next->early == NULL) {
      if (!lanes_have_room(t->ral->lanes) || !can_begin(t, next)) return;
      begin(t, next);
    }
    look_behind(&l);
  } else if (r->provider != NULL && r->provider->batch != NULL && batches(t, next, r->provider)) {
    l.provider = r->provider;
    ral_list_add(&l.batch, r);
    look_behind(&l);
    if (l.batch.n > 1) r->provider->batch(t->ral, l.batch.items, l.batch.n);
  }
}
