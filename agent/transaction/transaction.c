/* Applies a catalog: decides which resources are skipped, and evaluates and refreshes the others. */
#include "agent/transaction/transaction.h"

#include <unistd.h>

#include "agent/ruby/bridge.h"
#include "agent/transaction/graphs.h"
#include "agent/system/lanes.h"
#include "agent/transaction/ahead.h"
#include "agent/transaction/events.h"
#include "agent/transaction/harness.h"
#include "agent/transaction/order.h"
#include "compiler/catalog/resource.h"
#include "compiler/restypes/restype.h"

/* A provider and the result of its prefetch. */
struct prefetch {
  const struct ral_provider *provider;
  bool failed;
};

/* --- tags --- */

static bool tagged(const struct ral_resource *r, const struct array *wanted)
{
  for (uint32_t i = 0; i < wanted->n; i++) {
    for (uint32_t k = 0; k < r->tags->n; k++) {
      if (str_eq(value_text(wanted->items[i]), value_text(r->tags->items[k]))) return true;
    }
  }
  return false;
}

static bool missing_tags(const struct transaction *t, const struct ral_resource *r)
{
  return t->tags->n > 0 && !tagged(r, t->tags);
}

static str joined(struct arena *a, const struct array *texts)
{
  struct buf out = BUF_IN(a);
  for (uint32_t i = 0; i < texts->n; i++) {
    if (i > 0) buf_z(&out, ", ");
    buf_str(&out, value_text(texts->items[i]));
  }
  return buf_view(&out);
}

/* --- failed dependencies --- */

static bool has_failed(const struct node *n)
{
  const struct ral_status *s = n->resource->status;
  return s != NULL && (s->failed || s->failed_to_restart);
}

static void add_failed(struct order *o, struct node *n, struct node *failed)
{
  for (uint32_t i = 0; i < n->nfailed; i++) {
    if (n->failed[i] == failed) return;
  }
  n->failed = arena_regrow(o->arena, n->failed, n->nfailed * sizeof *n->failed, (n->nfailed + 1) * sizeof *n->failed);
  n->failed[n->nfailed++] = failed;
}

/* Collects the failed resources among all direct and indirect dependencies. The direct ones suffice, since each node
 * has already collected those of its own. */
void transaction_propagate_failure(struct transaction *t, struct node *n)
{
  for (const struct link *l = n->first_in; l != NULL; l = l->next_in) {
    if (l->removed) continue;
    for (uint32_t i = 0; i < l->from->nfailed; i++) add_failed(t->order, n, l->from->failed[i]);
    if (has_failed(l->from)) add_failed(t->order, n, l->from);
  }
}

static bool failed_dependencies(struct transaction *t, struct node *n)
{
  for (uint32_t i = 0; i < n->nfailed && n->kind == NODE_RESOURCE; i++) {
    struct ral_resource *r = n->failed[i]->resource;
    if (ptrmap_find(&t->notified, r) != NULL) continue;
    ptrmap_put(&t->notified, r, r);
    ral_log(n->resource, LOG_LEVEL_NOTICE, "Dependency %.*s has failures: %s", STR_FMT(r->ref),
            r->status->failed ? "true" : "false");
  }
  return n->nfailed > 0;
}

/* --- skipping --- */

static bool prefetch_failed(const struct transaction *t, const struct ral_resource *r)
{
  for (uint32_t i = 0; i < t->prefetched.n; i++) {
    const struct prefetch *p = t->prefetched.items[i];
    if (p->provider == r->provider) return p->failed;
  }
  return false;
}

static bool is_skipped_by_tags(const struct transaction *t, const struct ral_resource *r)
{
  return (t->skip_tags->n > 0 && tagged(r, t->skip_tags)) || missing_tags(t, r);
}

bool transaction_is_due(struct transaction *t, struct node *n)
{
  const struct ral_resource *r = n->resource;
  const bool scheduled = t->ignore_schedules || r->schedule.kind == V_UNDEF;
  return scheduled && !is_skipped_by_tags(t, r) && !prefetch_failed(t, r);
}

static bool skips(struct transaction *t, struct node *n)
{
  struct ral_resource *r = n->resource;
  bool scheduled = true;
  if (t->skip_tags->n > 0 && tagged(r, t->skip_tags)) {
    ral_log(r, LOG_LEVEL_DEBUG, "Skipping with skip tags %.*s", STR_FMT(joined(t->ral->arena, t->skip_tags)));
  } else if (missing_tags(t, r)) {
    ral_log(r, LOG_LEVEL_DEBUG, "Not tagged with %.*s", STR_FMT(joined(t->ral->arena, t->tags)));
  } else if (!harness_scheduled(t, r, &scheduled)) {
    t->broken = true;
  } else if (!scheduled) {
    ral_log(r, LOG_LEVEL_DEBUG, "Not scheduled");
  } else if (failed_dependencies(t, n)) {
    if (n->kind == NODE_RESOURCE) ral_log(r, LOG_LEVEL_WARNING, "Skipping because of failed dependencies");
  } else if (prefetch_failed(t, r)) {
    ral_log(r, LOG_LEVEL_WARNING, "Skipping because provider prefetch failed");
  } else {
    return false;
  }
  return true;
}

/* --- prefetch --- */

static void prefetch(struct transaction *t, struct ral_resource *r)
{
  const struct ral_provider *p = r->provider;
  if (p == NULL || p->prefetch == NULL) return;
  for (uint32_t i = 0; i < t->prefetched.n; i++) {
    if (((struct prefetch *)t->prefetched.items[i])->provider == p) return;
  }
  struct prefetch *done = ARENA_NEW(t->ral->arena, struct prefetch);
  done->provider = p;
  ptrvec_push(&t->prefetched, t->ral->arena, done);
  struct ral_list all = {.arena = t->ral->arena};
  for (uint32_t i = 0; i < t->ral->resources.n; i++) {
    struct ral_resource *one = t->ral->resources.items[i];
    if (one->type == r->type && one->provider == p) ral_list_add(&all, one);
  }
  ral_log_run(t->ral, LOG_LEVEL_DEBUG, "Prefetching %s resources for %s", p->name, r->type->name);
  if (p->prefetch(t->ral, all.items, all.n)) return;
  done->failed = true;
  ral_log_run(t->ral, LOG_LEVEL_ERR, "Could not prefetch %s provider '%s': %.*s", r->type->name, p->name,
              STR_FMT(t->ral->error));
}

/* --- suitability --- */

static bool suitable(struct ral_resource *r)
{
  if (r->type->suitable != NULL) return r->type->suitable(r);
  if (r->type->providers == NULL) return true;
  if (r->provider == NULL) r->provider = ral_default_provider(r->ral, r->type);
  return r->provider != NULL && ral_provider_suitable(r->ral, r->provider);
}

/* No evaluated resource has made its provider work. */
static void give_up(struct transaction *t, struct ral_resource *r)
{
  if (missing_tags(t, r)) return;
  if (r->provider != NULL) ral_log(r, LOG_LEVEL_ERR, "Provider %s is not functional on this host", r->provider->name);
  else {
    bool known = false;
    for (uint32_t i = 0; i < t->missing_providers.n; i++) known = known || t->missing_providers.items[i] == r->type;
    if (!known) ptrvec_push(&t->missing_providers, t->ral->arena, (void *)r->type);
  }
  report_status(t->report, r)->failed = true;
}

/* --- generated resources --- */

static bool eval_generate(struct transaction *t, struct node *n)
{
  struct ral_resource *r = n->resource;
  struct ral_list made = {.arena = t->ral->arena};
  if (r->type->eval_generate == NULL) return true;
  if (!r->type->eval_generate(r, &made)) {
    t->report->generating_failed = true;
    ral_log(r, LOG_LEVEL_ERR, "Failed to generate additional resources using 'eval_generate': %.*s",
            STR_FMT(t->ral->error));
    return true;
  }
  if (made.n > 0) generate_below(t, n, &made);
  return true;
}

/* --- evaluating in order --- */

void transaction_evaluate(struct transaction *t, struct node *n)
{
  struct ral_resource *r = n->resource;
  if (!ral_resolve(r)) {
    t->broken = true;
    return;
  }
  transaction_propagate_failure(t, n);
  report_status(t->report, r);
  if (prefetch_failed(t, r)) {
    harness_fail(t, r,
                 arena_printf(t->ral->arena, "Prefetch failed for %s provider '%s'", r->type->name, r->provider->name));
  }
  const bool skipped = skips(t, n);
  if (t->broken) return;
  if (skipped) {
    report_status(t->report, r)->skipped = true;
    ral_log(r, LOG_LEVEL_DEBUG, "Resource is being skipped, unscheduling all events");
    events_drop_all(t, n);
    if (t->store != NULL) persistence_keep(t->store, r->ref);
    return;
  }
  harness_evaluate(t, r);
  const struct ral_status *s = r->status;
  if (s == NULL || (!s->failed && !s->failed_to_restart)) events_queue(t, n, s != NULL ? s->first : NULL);
  events_process(t, n);
}

static void evaluate_traced(struct transaction *t, struct node *n)
{
  const struct timespec began = report_now();
  double seconds = 0;
  t->evaluated++;
  if (t->evaltrace) {
    ral_log(n->resource, LOG_LEVEL_INFO, "Starting to evaluate the resource (%u of %u)", t->evaluated,
            t->order->nodes.n);
  }
  if (n->early != NULL) {
    seconds = ahead_finish(t, n);
  } else {
    transaction_evaluate(t, n);
    seconds = report_seconds_since(began);
  }
  if (t->evaltrace) ral_log(n->resource, LOG_LEVEL_INFO, "Evaluated in %0.2f seconds", seconds);
}

void transaction_pass(struct transaction *t, struct node *n) { evaluate_traced(t, n); }

bool transaction_prepare(struct transaction *t, struct node *n)
{
  if (!suitable(n->resource)) return false;
  prefetch(t, n->resource);
  return true;
}

static void take_turn(struct transaction *t, struct node *n)
{
  prefetch(t, n->resource);
  eval_generate(t, n);
  if (t->ral->lanes != NULL) ahead_look(t, n);
  evaluate_traced(t, n);
  order_done(t->order, n);
}

static bool is_stopped(const struct transaction *t) { return (t->stop != NULL && *t->stop) || ral_is_late(t->ral); }

/* Resources without a working provider are deferred until others were evaluated, which may install what the provider
 * needs. */
static void traverse(struct transaction *t)
{
  struct ptrvec waiting = {0};
  struct node *n;
  bool progress = false;
  while (!t->broken && !is_stopped(t) && (n = order_next(t->order)) != NULL) {
    if (suitable(n->resource)) {
      progress = true;
      take_turn(t, n);
    } else {
      ptrvec_push(&waiting, t->ral->arena, n);
    }
    if (t->order->nqueue > 0 || waiting.n == 0) continue;
    for (uint32_t i = 0; i < waiting.n; i++) {
      struct node *w = waiting.items[i];
      if (progress) {
        order_put_back(t->order, w);
        continue;
      }
      give_up(t, w->resource);
      order_done(t->order, w);
    }
    waiting.n = 0;
    progress = false;
  }
  while ((n = order_next(t->order)) != NULL) {
    if (n->early != NULL) {
      evaluate_traced(t, n);
    } else if (t->broken) {
      continue;
    } else {
      report_status(t->report, n->resource)->skipped = true;
      ral_log(n->resource, LOG_LEVEL_DEBUG, "Transaction canceled, skipping");
    }
    order_done(t->order, n);
  }
}

/* --- cycles --- */

static bool find_cycles(struct transaction *t)
{
  struct graph_cycle *cycles;
  const bool graph = settings_bool(t->ral->settings, SETTING_graph);
  const uint32_t n = graph_cycles(t->order->graph, graph ? 10 : 1, &cycles);
  if (n == 0) return true;
  struct buf lines = BUF_IN(t->ral->arena), text = BUF_IN(t->ral->arena);
  graph_cycles_text(&lines, cycles, n);
  /* Puppet separates the other lines with a backslash and an n. */
  const size_t first = str_index(buf_view(&lines), '\n', 0) + 1;
  buf_append(&text, lines.p, first);
  for (size_t i = first; i < lines.n; i++) {
    if (lines.p[i] == '\n') buf_z(&text, "\\n");
    else buf_char(&text, lines.p[i]);
  }
  if (graph) buf_printf(&text, "Cycle graph written to %.*s.", STR_FMT(graphs_write_cycles(t->ral, cycles, n)));
  else buf_z(&text, "Try the '--graph' option and opening the resulting '.dot' file in OmniGraffle or GraphViz");
  ral_log_run(t->ral, LOG_LEVEL_ERR, "%s", text.p);
  for (uint32_t i = 0; i < n; i++) {
    for (uint32_t k = 0; k < cycles[i].nvertices; k++) {
      struct ral_resource *r = t->ral->resources.items[cycles[i].vertices[k]->item->index];
      if (!(r->type->flags & RAL_CONTAINER)) harness_fail(t, r, STR("resource is part of a dependency cycle"));
    }
  }
  return ral_fail(t->ral, "One or more resource dependency cycles detected in graph");
}

/* Calls the checks that types make before anything is changed. */
static bool check_all(struct transaction *t)
{
  bool ok = true;
  for (uint32_t i = 0; i < t->ral->resources.n; i++) {
    struct ral_resource *r = t->ral->resources.items[i];
    if (r->type->check == NULL || r->type->check(r)) continue;
    ral_log(r, LOG_LEVEL_ERR, "%.*s", STR_FMT(t->ral->error));
    ok = false;
  }
  return ok || ral_fail(t->ral, "Some pre-run checks failed");
}

/* Names each relationship that a resource declares, for --debug. */
static void say_relations(struct ral_resource *r)
{
  static const struct ral_attribute all[] = {
    {.name = "require"}, {.name = "subscribe"}, {.name = "before"}, {.name = "notify"}};
  for (size_t k = 0; r->item != NULL && k < sizeof all / sizeof *all; k++) {
    const value *v = hash_get_str(r->item->params, str_of(all[k].name));
    const uint32_t n = v == NULL || v->kind == V_UNDEF ? 0 : v->kind == V_ARRAY ? v->array->n : 1;
    for (uint32_t i = 0; i < n; i++) {
      const str ref = ral_text(v->kind == V_ARRAY ? v->array->items[i] : *v);
      ral_log_attribute(r, &all[k], LOG_LEVEL_DEBUG,
                        arena_printf(r->ral->arena, "%s to %.*s", all[k].name, STR_FMT(ref)));
    }
  }
}

static bool check_tags(struct ral *ral, const struct array *tags)
{
  for (uint32_t i = 0; tags != NULL && i < tags->n; i++) {
    if (!tag_is_valid(value_text(tags->items[i]))) {
      return ral_fail(ral, "Invalid tag '%.*s'", STR_FMT(value_text(tags->items[i])));
    }
  }
  return true;
}

bool transaction_run(struct transaction *t)
{
  struct ral *ral = t->ral;
  ptrmap_init(&t->notified, ral->arena);
  if (!generate_before(t) || !check_all(t)) return false;
  if (t->store != NULL && !persistence_load(t->store, ral)) return false;
  if (t->report->configuration_version.n > 0) {
    ral_log_run(ral, LOG_LEVEL_INFO, "Applying configuration version '%.*s'",
                STR_FMT(t->report->configuration_version));
  }
  if (!check_tags(ral, t->tags) || !check_tags(ral, t->skip_tags)) return false;
  for (uint32_t i = 0; log_enabled(&log_agent, LOG_LEVEL_DEBUG) && i < ral->resources.n; i++) {
    say_relations(ral->resources.items[i]);
  }
  for (uint32_t i = 0; i < ral->resources.n; i++) {
    struct ral_resource *r = ral->resources.items[i];
    if (ral->as_given && !ral_check_relations(r, true)) return false;
    if (r->type->related != NULL && !r->type->related(r)) return false;
  }
  t->order = order_new(ral, ral->catalog);
  if (t->order == NULL) return false;
  generate_link(t);
  if (!find_cycles(t)) return false;
  order_begin(t->order);
  traverse(t);
  if (t->broken || ral_is_late(ral)) return false;
  for (uint32_t i = 0; i < t->missing_providers.n; i++) {
    ral_log_run(ral, LOG_LEVEL_ERR, "Could not find a suitable provider for %s",
                ((const struct ral_type *)t->missing_providers.items[i])->name);
  }
  ral_ruby_done(ral);
  ral_log_run(ral, LOG_LEVEL_DEBUG, "Finishing transaction %ld", (long)getpid());
  if (t->store != NULL && !persistence_save(t->store, ral)) return false;
  t->report->completed = true;
  return true;
}
