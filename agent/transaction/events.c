/* Each node has a queue of events from the nodes before it. When its turn comes they are handled, grouped by name; a
 * refresh that happened, failed or would have happened (noop) becomes an event of the node itself. */
#include "agent/transaction/events.h"

#include "agent/transaction/harness.h"

static bool takes_refreshes(const struct node *n)
{
  return n->kind != NODE_RESOURCE || n->resource->type->refresh != NULL;
}

static void queue_one(struct transaction *t, struct node *from, struct node *to, struct ral_event *const *events,
                      uint32_t n)
{
  if (to->kind == NODE_END) {
    ral_log(from->resource, LOG_LEVEL_DEBUG, "The container %.*s will propagate my refresh event",
            STR_FMT(to->resource->ref));
  } else {
    ral_log(from->resource, LOG_LEVEL_INFO, "Scheduling refresh of %.*s", STR_FMT(to->resource->ref));
  }
  for (uint32_t i = 0; i < n; i++) {
    struct queued *q = ARENA_NEW(t->ral->arena, struct queued);
    q->event = events[i];
    q->from = from;
    if (to->last != NULL) to->last->next = q;
    else to->first = q;
    to->last = q;
    to->nqueued++;
  }
}

static void drop(struct node *n)
{
  n->first = n->last = NULL;
  n->nqueued = 0;
}

/* Events of the same name are counted together. */
void events_queue(struct transaction *t, struct node *from, struct ral_event *events)
{
  bool invalidates = false;
  for (const struct ral_event *e = events; e != NULL; e = e->next)
    invalidates = invalidates || e->invalidates_refreshes;
  for (struct ral_event *e = events; e != NULL; e = e->next) {
    struct ral_event *list[64];
    uint32_t n = 0;
    bool first = true;
    for (const struct ral_event *b = events; b != e; b = b->next) first = first && !str_eq(b->name, e->name);
    if (!first) continue;
    for (struct ral_event *b = e; b != NULL && n < 64; b = b->next) {
      if (str_eq(b->name, e->name)) list[n++] = b;
    }
    for (const struct link *l = from->first_out; l != NULL; l = l->next_out) {
      if (l->removed || !takes_refreshes(l->to)) continue;
      for (uint32_t i = 0; i < l->refreshes; i++) queue_one(t, from, l->to, list, n);
    }
    const struct ral_resource *r = from->resource;
    if (r->type->flags & RAL_SELF_REFRESH && !ral_is(ral_value(r, "ensure"), "absent"))
      queue_one(t, from, from, list, 1);
  }
  if (invalidates && from->first != NULL) {
    ral_log(from->resource, LOG_LEVEL_INFO, "Unscheduling refresh on %.*s", STR_FMT(from->resource->ref));
    drop(from);
  }
}

void events_drop_all(struct transaction *t, struct node *n)
{
  (void)t;
  if (n->first == NULL) return;
  ral_log(n->resource, LOG_LEVEL_INFO, "Unscheduling all events on %.*s", STR_FMT(n->resource->ref));
  drop(n);
}

static struct ral_event *event_new(struct transaction *t, const char *name, str message, enum ral_event_status status)
{
  struct ral_event *e = ARENA_NEW(t->ral->arena, struct ral_event);
  *e = (struct ral_event){.name = str_of(name), .message = message, .status = status, .time = report_now()};
  return e;
}

static void would_have(struct transaction *t, struct node *n)
{
  ral_log(n->resource, LOG_LEVEL_NOTICE, "Would have triggered 'refresh' from %u event%s", n->nqueued,
          n->nqueued == 1 ? "" : "s");
  drop(n);
  events_queue(t, n, event_new(t, "noop_restart", STR_EMPTY, EVENT_NOOP));
}

static void refresh_failed(struct transaction *t, struct node *n)
{
  struct ral_resource *r = n->resource;
  const str why = t->ral->error;
  const str message = arena_printf(t->ral->arena, "Failed to call refresh: %.*s", STR_FMT(why));
  ral_log(r, LOG_LEVEL_ERR, "%.*s", STR_FMT(message));
  report_status(t->report, r)->failed_to_restart = true;
  harness_fail(t, r, message);
  ral_log(r, LOG_LEVEL_ERR, "%.*s", STR_FMT(why));
}

/* References of the resources that sent them, each once. */
static const struct array *senders(struct transaction *t, const struct queued *q)
{
  struct valuevec out = {0};
  for (; q != NULL; q = q->next) {
    bool known = false;
    for (uint32_t i = 0; i < out.n; i++) known = known || str_eq(value_text(out.items[i]), q->from->resource->ref);
    if (!known) valuevec_push(&out, t->ral->arena, value_str(q->from->resource->ref));
  }
  return valuevec_array(&out, t->ral->arena).array;
}

void events_process(struct transaction *t, struct node *n)
{
  struct ral_resource *r = n->resource;
  bool all_noop = true;
  if (n->first == NULL) return;
  for (const struct queued *q = n->first; q != NULL; q = q->next) all_noop = all_noop && q->event->status == EVENT_NOOP;
  if (all_noop || ral_is_noop(r)) {
    would_have(t, n);
    return;
  }
  const uint32_t count = n->nqueued;
  const struct queued *const queued = n->first;
  drop(n);
  if (n->kind == NODE_RESOURCE) {
    t->ral->changes++;
    const bool ok = r->type->refresh(r);
    if (t->journal != NULL) journal_refreshed(t->journal, r, senders(t, queued), ok);
    if (!ok) {
      refresh_failed(t, n);
      return;
    }
    const str message = arena_printf(t->ral->arena, "Triggered 'refresh' from %u event%s", count,
                                     count == 1 ? "" : "s");
    ral_log(r, LOG_LEVEL_NOTICE, "%.*s", STR_FMT(message));
    report_event_add(report_status(t->report, r), event_new(t, "refresh", message, EVENT_SUCCESS));
  }
  events_queue(t, n, event_new(t, "restarted", STR_EMPTY, EVENT_SUCCESS));
  report_status(t->report, r)->restarted = true;
}
