/* Evaluates one resource: reads its properties, compares and sets them, audits them, and makes events and log
 * messages. */
#include "agent/transaction/harness.h"

#include "agent/types/schedule.h"
#include "base/base64.h"

void harness_fail(struct transaction *t, struct ral_resource *r, str message)
{
  struct ral_event *e = ARENA_NEW(t->ral->arena, struct ral_event);
  *e = (struct ral_event){
    .name = STR("resource_error"), .message = message, .status = EVENT_FAILURE, .time = report_now()};
  report_event_add(report_status(t->report, r), e);
}

/* --- audit --- */

struct attempt {
  struct transaction *t;
  struct ral_resource *r;
  const value *current;
  const struct hash *remembered; /* from earlier runs, by attribute name */
  int64_t checked;               /* when an earlier run last checked it; 0: never */
  bool *synced;                  /* by index of the attributes */
  str broken;                    /* why the evaluation ends: a value that cannot be shown; empty: it goes on */
};

static value historical(const struct attempt *x, const struct ral_attribute *a)
{
  const value *v = x->remembered != NULL ? hash_get_str(x->remembered, str_of(a->name)) : NULL;
  return v != NULL ? *v : VALUE_UNDEF;
}

static value redacted(const struct ral_resource *r, const struct ral_attribute *a, value v)
{
  const bool secret = r->settings[a - r->type->attributes].sensitive;
  return secret && v.kind != V_UNDEF ? value_str(STR("[redacted]")) : v;
}

/* Whether the contents come from a manifest or a source. Only those are encoded as base64: contents that a type makes
 * are text. */
static bool is_given(struct ral_resource *r) { return r->item != NULL || ral_value(r, "source").kind != V_UNDEF; }

static struct ral_event *event_new(const struct attempt *x, const struct ral_attribute *a)
{
  struct ral_resource *r = x->r;
  struct ral_event *e = ARENA_NEW(x->t->ral->arena, struct ral_event);
  const struct ral_setting *s = &r->settings[a - r->type->attributes];
  bool renews;
  *e = (struct ral_event){.name = ral_event_name(r, a, &renews),
                          .property = str_of(a->name),
                          .previous = redacted(r, a, x->current[a - r->type->attributes]),
                          .desired = redacted(r, a, ral_should(r, a)),
                          .historical = redacted(r, a, historical(x, a)),
                          .time = report_now(),
                          .redacted = s->sensitive};
  e->invalidates_refreshes = renews;
  if (a->flags & RAL_BINARY && is_given(r) && e->desired.kind == V_STRING && !s->sensitive) {
    e->desired = value_str(base64_encode(x->t->ral->arena, value_text(e->desired), false, 0));
  }
  return e;
}

static void show(struct buf *out, struct ral_resource *r, const struct ral_attribute *a, value v)
{
  ral_show(r, a, v, out);
}

static void record(const struct attempt *x, const struct ral_attribute *a, struct ral_event *e)
{
  report_event_add(report_status(x->t->report, x->r), e);
  x->synced[a - x->r->type->attributes] = true;
  ral_log_event(x->r, a, e->status == EVENT_FAILURE ? LOG_LEVEL_ERR : x->r->level, e->message);
}

/* " (previously recorded value was 'x')" */
static void put_recorded(const struct attempt *x, const struct ral_attribute *a, struct buf *out)
{
  const value old = historical(x, a);
  if (!ral_audits(x->r, a->name) || old.kind == V_UNDEF || value_same(old, x->current[a - x->r->type->attributes]))
    return;
  buf_z(out, " (previously recorded value was ");
  show(out, x->r, a, old);
  buf_char(out, ')');
}

/* --- corrective changes --- */

/* Whether the property had its present value after the last run, too. If so, somebody has changed the wanted value, not
 * the host. */
static bool was_so(const struct attempt *x, const struct ral_attribute *a, const struct array *before)
{
  struct ral_setting *s = &x->r->settings[a - x->r->type->attributes];
  const value wanted = s->value, is = x->current[a - x->r->type->attributes];
  bool in = before->n == 0;
  for (uint32_t i = 0; i < before->n && !in; i++) in = ral_equal(is, before->items[i]);
  if (in && !(a->flags & RAL_ALL)) return true;
  if (a->flags & RAL_BINARY) return in; /* insync compares more than the setting */
  s->value = value_array(before);
  const str error = x->t->ral->error;
  if (!ral_insync(x->r, a, is, &in)) in = true; /* unknown: not corrective */
  x->t->ral->error = error;
  s->value = wanted;
  return in;
}

static void mark_corrective(const struct attempt *x, const struct ral_attribute *a, struct ral_event *e)
{
  const struct ral_setting *s = &x->r->settings[a - x->r->type->attributes];
  if (x->t->store == NULL || s->sensitive || !s->set || a->flags & RAL_NOT_IDEMPOTENT) return;
  const value before = persistence_get(x->t->store, x->r->ref, a->name);
  e->corrective = before.kind == V_ARRAY && !was_so(x, a, before.array);
  if (e->corrective) e->message = arena_printf(x->t->ral->arena, "%.*s (corrective)", STR_FMT(e->message));
}

/* Stores the value that the next run compares with: the wanted value if it was reached, else the value stored
 * before. */
static void remember_value(const struct attempt *x, const struct ral_attribute *a)
{
  const struct ral_setting *s = &x->r->settings[a - x->r->type->attributes];
  const struct ral_event *last = NULL;
  for (const struct ral_event *e = x->r->status->first; e != NULL; e = e->next) {
    if (str_eqz(e->property, a->name)) last = e;
  }
  value v = s->value;
  if (a->stored != NULL) {
    v = array_of(x->t->ral->arena, v.array->items, v.array->n);
    for (uint32_t i = 0; i < v.array->n; i++) ((struct array *)v.array)->items[i] = a->stored(x->r, v.array->items[i]);
  }
  if (last != NULL && last->status != EVENT_SUCCESS) {
    v = persistence_get(x->t->store, x->r->ref, a->name);
    if (v.kind == V_UNDEF)
      v = last->previous.kind == V_ARRAY ? last->previous : array_of(x->t->ral->arena, &last->previous, 1);
  }
  persistence_set(x->t->store, x->r->ref, a->name, v);
}

/* In Puppet's order: properties that the catalog sets, then defaults. */
static void remember_values(const struct attempt *x)
{
  const struct ral_type *t = x->r->type;
  for (int defaults = 0; x->t->store != NULL && defaults < 2; defaults++) {
    for (const struct ral_attribute *a = t->attributes; a != NULL && a->name != NULL; a++) {
      const struct ral_setting *s = &x->r->settings[a - t->attributes];
      const bool given = x->r->item != NULL && hash_get_str(x->r->item->params, str_of(a->name)) != NULL;
      if (a->flags & RAL_PROPERTY && s->set && !s->sensitive && given != (defaults == 1)) remember_value(x, a);
    }
  }
}

/* --- one property --- */

/* Puppet logs the error once alone, and once more with the system's message. */
static void failed(struct attempt *x, const struct ral_attribute *a)
{
  struct ral *ral = x->t->ral;
  const str why = ral->error, wrapped = ral->error_wrapped;
  struct buf out = BUF_IN(ral->arena);
  if (!ral->error_logged) ral_log_run(ral, LOG_LEVEL_ERR, "%.*s", STR_FMT(why));
  if (wrapped.n > 0) ral_log_run(ral, LOG_LEVEL_ERR, "%.*s\nWrapped exception:\n%.*s", STR_FMT(why), STR_FMT(wrapped));
  struct ral_event *e = event_new(x, a);
  e->status = EVENT_FAILURE;
  ral->error = STR_EMPTY;
  buf_z(&out, "change from ");
  show(&out, x->r, a, x->current[a - x->r->type->attributes]);
  buf_z(&out, " to ");
  ral_show_should(x->r, a, &out);
  buf_z(&out, " failed: ");
  buf_str(&out, why);
  e->message = buf_view(&out);
  x->broken = ral->error;
  if (x->broken.n > 0) e->message = arena_printf(ral->arena, "could not create change error message for %s", a->name);
  mark_corrective(x, a, e);
  record(x, a, e);
}

static bool message_of(const struct attempt *x, const struct ral_attribute *a, bool noop, struct buf *out)
{
  struct ral_resource *r = x->r;
  const value is = x->current[a - r->type->attributes];
  if (r->settings[a - r->type->attributes].sensitive) {
    buf_z(out, noop ? "current_value " : "changed ");
    show(out, r, a, is);
    buf_z(out, noop ? ", should be " : " to ");
    ral_show_should(r, a, out);
  } else if (!ral_show_change(r, a, is, out)) {
    return false;
  }
  if (noop) buf_z(out, " (noop)");
  put_recorded(x, a, out);
  return true;
}

/* Puppet prints the recorded value before it changes an audited property. For some properties it fails if no value was
 * recorded yet. */
static bool can_show_recorded(const struct attempt *x, const struct ral_attribute *a)
{
  if (a->unrecorded == NULL || !ral_audits(x->r, a->name) || historical(x, a).kind != V_UNDEF) return true;
  return ral_fail(x->t->ral, "%s", a->unrecorded);
}

/* Returns whether it made an event. */
static bool sync_if_needed(struct attempt *x, const struct ral_attribute *a)
{
  struct ral_resource *r = x->r;
  const value is = x->current[a - r->type->attributes];
  bool in = true;
  const value should = ral_should(r, a);
  if (should.kind == V_UNDEF || (should.kind == V_BOOL && !should.boolean)) return false;
  if (!ral_insync(r, a, is, &in)) {
    failed(x, a);
    return true;
  }
  if (in) return false;
  if (!can_show_recorded(x, a)) {
    failed(x, a);
    return true;
  }
  struct ral_event *e = event_new(x, a);
  struct buf out = BUF_IN(x->t->ral->arena);
  const bool noop = ral_is_noop(r);
  x->t->ral->changes += !noop;
  if (!noop && x->t->journal != NULL) journal_before(x->t->journal, r, a, x->current, x->checked);
  if ((!noop && !ral_sync(r, a)) || !message_of(x, a, noop, &out)) {
    failed(x, a);
    return true;
  }
  e->status = noop ? EVENT_NOOP : EVENT_SUCCESS;
  e->audited = ral_audits(r, a->name);
  e->message = buf_view(&out);
  mark_corrective(x, a, e);
  record(x, a, e);
  return true;
}

/* Records the audited attributes, in the order in which `audit` names them. */
static void capture_audits(const struct attempt *x)
{
  struct ral_resource *r = x->r;
  for (uint32_t i = 0; r->audit.kind == V_ARRAY && i < r->audit.array->n; i++) {
    const int at = ral_index(r->type, arena_strz(r->ral->arena, value_text(r->audit.array->items[i])));
    if (at < 0) continue;
    const struct ral_attribute *a = &r->type->attributes[at];
    const value is = x->current[a - r->type->attributes], old = historical(x, a);
    struct buf out = BUF_IN(x->t->ral->arena);
    if (x->remembered == NULL || hash_get_str(x->remembered, str_of(a->name)) == NULL) {
      buf_printf(&out, "audit change: newly-recorded value %.*s",
                 STR_FMT(ral_to_s(x->t->ral->arena, redacted(r, a, is))));
      ral_log_attribute(r, a, LOG_LEVEL_NOTICE, buf_view(&out));
    } else if (!value_same(is, old) && !x->synced[a - r->type->attributes]) {
      struct ral_event *e = event_new(x, a);
      e->audited = true;
      e->status = EVENT_AUDIT;
      buf_z(&out, "audit change: previously recorded value ");
      show(&out, r, a, old);
      buf_z(&out, " has been changed to ");
      show(&out, r, a, is);
      e->message = buf_view(&out);
      record(x, a, e);
    }
  }
}

static bool perform(struct attempt *x)
{
  struct ral_resource *r = x->r;
  const struct ral_type *rtype = r->type;
  const int ensure = ral_index(rtype, "ensure");
  bool changed = false, present = true;
  if (ensure >= 0 && r->settings[ensure].set) changed = sync_if_needed(x, &rtype->attributes[ensure]);
  if (!changed && x->broken.n == 0) {
    if (rtype->present != NULL) present = rtype->present(r, x->current);
    else if (ensure >= 0) present = !ral_is(x->current[ensure], "absent");
    for (const struct ral_attribute *a = rtype->attributes; present && a != NULL && a->name != NULL; a++) {
      if (a->flags & RAL_PROPERTY && a - rtype->attributes != ensure) sync_if_needed(x, a);
      if (x->broken.n > 0) break;
    }
    if (!present) ral_log(r, LOG_LEVEL_DEBUG, "Nothing to manage: no ensure and the resource doesn't exist");
  }
  if (x->broken.n > 0) return ral_fail(r->ral, "%.*s", STR_FMT(x->broken));
  capture_audits(x);
  remember_values(x);
  return true;
}

static bool flush(struct ral_resource *r)
{
  if (r->type->flush != NULL) return r->type->flush(r);
  return r->provider == NULL || r->provider->flush == NULL || r->provider->flush(r);
}

/* Most types have fewer attributes, so their values are on the stack and need no memory of the run for each of
 * thousands of resources. */
enum { FEW_ATTRIBUTES = 96 };

void harness_evaluate(struct transaction *t, struct ral_resource *r)
{
  value few[FEW_ATTRIBUTES] = {0};
  bool few_synced[FEW_ATTRIBUTES] = {0};
  struct arena *a = t->ral->arena;
  uint32_t n = 0;
  while (r->type->attributes != NULL && r->type->attributes[n].name != NULL) n++;
  struct ral_status *s = report_status(t->report, r);
  s->time = report_now();
  const bool many = n >= FEW_ATTRIBUTES;
  value *current = many ? arena_array(a, n + 1, sizeof *current) : few;
  const struct hash *known = state_of(t->state, r->ref);
  if (known != NULL && r->audit.kind == V_ARRAY) known = hash_copy(a, known, 0); /* it is changed below */
  const int64_t checked = state_last_checked(t->state, r->ref);
  struct attempt x = {t, r, current, known, checked, many ? arena_array(a, n + 1, sizeof(bool)) : few_synced, {0}};
  bool ok = ral_retrieve(r, current);
  if (ok) {
    state_checked(t->state, r->ref, report_now());
    for (const struct ral_attribute *at = r->type->attributes; at != NULL && at->name != NULL; at++) {
      if (ral_audits(r, at->name))
        state_remember(t->state, r->ref, str_of(at->name), current[at - r->type->attributes]);
    }
    ok = perform(&x);
    if (ok && s->changes > 0 && !ral_is_noop(r)) {
      state_synced(t->state, r->ref, report_now());
      ok = flush(r);
    }
  }
  if (!ok) {
    const str why = t->ral->error;
    ral_log(r, LOG_LEVEL_ERR, "Could not evaluate: %.*s", STR_FMT(why));
    harness_fail(t, r, why);
  }
  if (t->journal != NULL) journal_changed(t->journal, r);
  s->evaluation_time = report_seconds_since(s->time);
}

bool harness_scheduled(struct transaction *t, struct ral_resource *r, bool *now)
{
  *now = true;
  if (t->ignore_schedules || r->schedule.kind == V_UNDEF) return true;
  const str name = ral_to_s(t->ral->arena, r->schedule);
  const struct ral_resource *schedule = ral_find(t->ral, "schedule", name);
  if (schedule == NULL) return ral_fail(t->ral, "Could not find schedule %.*s", STR_FMT(name));
  state_touch(t->state, r->ref);
  *now = schedule_matches(schedule, state_last_checked(t->state, r->ref), report_now().tv_sec);
  return true;
}
