/* Compares a change with the journals of earlier runs, newest first, to find its reason: either the catalog wants
 * another value than before (intentional), or somebody else changed the value (corrective). Prints the result. */
#include "agent/journal/why.h"

#include <time.h>

#include "base/json_write.h"
#include "compiler/types/value_json.h"

/* --- finding --- */

static const struct journal_event *event_of(const struct journal_change *c, str property)
{
  for (uint32_t i = 0; c != NULL && i < c->nevents; i++) {
    if (str_eq(c->events[i].property, property) && str_eqz(c->events[i].status, "success")) return &c->events[i];
  }
  return NULL;
}

static bool is_secret(const struct journal_event *e)
{
  return e->property.n > 0 && e->previous.kind == V_UNDEF && e->desired.kind == V_UNDEF;
}

/* The value of the property in an earlier run that changed the resource. False if that run did not change it, or the
 * value is unknown. */
static bool wanted_in(const struct journal_run *run, str ref, const struct journal_event *now, value *out)
{
  const struct journal_change *c = run->error.n == 0 ? journal_change_of(run, ref) : NULL;
  const struct journal_event *e = event_of(c, now->property);
  *out = e != NULL ? e->desired : VALUE_UNDEF;
  if (e != NULL || c == NULL || !c->finished) return e != NULL;
  const value *all = hash_get_str(c->wanted, now->property);
  if (all == NULL || all->kind != V_ARRAY || all->array->n == 0) return false;
  *out = now->desired.kind == V_ARRAY ? *all : all->array->items[0];
  return out->kind == now->desired.kind; /* owners may be names or numbers, which cannot be compared */
}

static void compare(struct why_property *p, const struct journal_run *runs, uint32_t n, uint32_t at, str ref)
{
  bool same = true;
  p->since = &runs[at];
  for (uint32_t i = at; i > 0 && same; i--) {
    value wanted;
    if (!wanted_in(&runs[i - 1], ref, p->event, &wanted)) continue;
    same = value_same(wanted, p->event->desired);
    if (p->before == NULL) {
      p->before = &runs[i - 1];
      p->wanted_before = wanted;
      if (!p->secret) p->kind = same ? WHY_CORRECTIVE : WHY_INTENTIONAL;
    }
    if (same && !p->secret) p->since = &runs[i - 1];
  }
  for (uint32_t i = at + 1; i < n && p->again == NULL; i++) {
    if (runs[i].error.n == 0 && event_of(journal_change_of(&runs[i], ref), p->event->property) != NULL)
      p->again = &runs[i];
  }
  if (p->event->corrective) p->kind = WHY_CORRECTIVE;
}

static const struct array *triggered_by(struct arena *a, const struct journal_run *run, str ref)
{
  struct valuevec out = {0};
  for (uint32_t i = 0; i < run->nchanges; i++) {
    const struct array *by = run->changes[i]->refreshed_by;
    for (uint32_t k = 0; by != NULL && k < by->n; k++) {
      if (!str_eq(value_text(by->items[k]), ref)) continue;
      valuevec_push(&out, a, value_str(run->changes[i]->ref));
      break;
    }
  }
  return valuevec_array(&out, a).array;
}

bool why_change_find(struct arena *a, const struct journal_run *runs, uint32_t n, uint32_t at, str ref,
                     struct why_change *out)
{
  const struct journal_change *c = runs[at].error.n == 0 ? journal_change_of(&runs[at], ref) : NULL;
  if (c == NULL) return false;
  *out = (struct why_change){.run = &runs[at], .change = c};
  out->properties = arena_array(a, (size_t)c->nevents + 1, sizeof *out->properties);
  for (uint32_t i = 0; i < c->nevents; i++) {
    if (c->events[i].property.n == 0) continue;
    struct why_property *p = &out->properties[out->n++];
    *p = (struct why_property){.event = &c->events[i], .secret = is_secret(&c->events[i])};
    compare(p, runs, n, at, c->ref);
  }
  out->triggered = triggered_by(a, &runs[at], c->ref);
  return true;
}

/* --- as text --- */

enum { VALUE_SHOWN = 160 }; /* how many bytes of a value are printed on a line, unless the whole value is requested */

static void append_value(value v, bool secret, bool full, struct buf *out)
{
  struct json_writer j;
  const size_t from = out->n;
  if (secret) {
    buf_z(out, "[redacted]");
    return;
  }
  json_init(&j, out, false);
  value_write_json(&j, v, JSON_RICH);
  if (full || out->n - from <= VALUE_SHOWN) return;
  const size_t whole = out->n - from;
  out->n = from + VALUE_SHOWN;
  while ((out->p[out->n] & 0xc0) == 0x80) out->n--;
  buf_printf(out, "... (%zu bytes, --full shows them)", whole);
}

static void append_run(const struct journal_run *run, struct buf *out)
{
  buf_printf(out, "run %lld of %.*s", (long long)run->number, STR_FMT(run->time));
}

static void append_kind(const struct why_change *w, const struct why_property *p, bool full, struct buf *out)
{
  if (p->kind == WHY_CORRECTIVE) {
    buf_z(out, "    corrective: somebody has changed it on this host");
    if (p->before != NULL) {
      buf_z(out, " since ");
      append_run(p->before, out);
      buf_z(out, " set the same value");
    }
    buf_char(out, '\n');
  } else if (p->kind == WHY_INTENTIONAL) {
    buf_z(out, "    intentional: ");
    append_run(p->before, out);
    buf_z(out, " wanted ");
    append_value(p->wanted_before, p->wanted_before.kind == V_UNDEF, full, out);
    buf_char(out, '\n');
  } else if (p->before != NULL) {
    buf_z(out, "    set before by ");
    append_run(p->before, out);
    buf_char(out, '\n');
  } else {
    buf_z(out, "    no earlier run with a journal has changed it\n");
  }
  if (p->since != w->run) {
    buf_z(out, "    wanted since ");
    append_run(p->since, out);
    buf_char(out, '\n');
  }
  if (p->again == NULL) return;
  buf_z(out, "    changed again by ");
  append_run(p->again, out);
  buf_char(out, '\n');
}

static void append_property(const struct why_change *w, const struct why_property *p, bool full, struct buf *out)
{
  const struct journal_event *e = p->event;
  buf_printf(out, "  %.*s: ", STR_FMT(e->property));
  append_value(e->previous, p->secret, full, out);
  buf_z(out, str_eqz(e->status, "success") ? " became " : " should become ");
  append_value(e->desired, p->secret, full, out);
  buf_char(out, '\n');
  if (!str_eqz(e->status, "success")) buf_printf(out, "    %.*s: %.*s\n", STR_FMT(e->status), STR_FMT(e->message));
  append_kind(w, p, full, out);
}

static void append_list(const char *what, const struct array *refs, struct buf *out)
{
  if (refs == NULL || refs->n == 0) return;
  buf_printf(out, "  %s ", what);
  for (uint32_t i = 0; i < refs->n; i++)
    buf_printf(out, "%s%.*s", i > 0 ? ", " : "", STR_FMT(value_text(refs->items[i])));
  buf_char(out, '\n');
}

static void append_time(int64_t seconds, struct buf *out)
{
  char text[64];
  struct tm tm;
  const time_t t = (time_t)seconds;
  if (gmtime_r(&t, &tm) == NULL || strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S UTC", &tm) == 0) text[0] = '\0';
  buf_z(out, text);
}

void why_change_text(const struct why_change *w, bool full, struct buf *out)
{
  const struct journal_change *c = w->change;
  buf_printf(out, "%.*s in ", STR_FMT(c->ref));
  append_run(w->run, out);
  buf_char(out, '\n');
  if (c->file.n > 0) buf_printf(out, "  declared at %.*s:%lld\n", STR_FMT(c->file), (long long)c->line);
  if (c->path.n > 0) buf_printf(out, "  contained in %.*s\n", STR_FMT(c->path));
  for (uint32_t i = 0; i < w->n; i++) append_property(w, &w->properties[i], full, out);
  for (uint32_t i = 0; i < c->nevents; i++) {
    const struct journal_event *e = &c->events[i];
    if (e->property.n == 0) buf_printf(out, "  %.*s: %.*s\n", STR_FMT(e->status), STR_FMT(e->message));
  }
  if (!c->finished && c->refreshed_by == NULL) buf_z(out, "  the run ended while it was changed\n");
  append_list(c->refresh_failed ? "refreshing it failed; triggered by" : "triggered by", c->refreshed_by, out);
  append_list("triggered", w->triggered, out);
  if (c->checked > 0) {
    buf_z(out, "  last checked, and in sync, at ");
    append_time(c->checked, out);
    buf_char(out, '\n');
  }
}

/* --- as JSON --- */

static void put_run(struct json_writer *j, const char *key, const struct journal_run *run)
{
  if (run == NULL) return;
  json_key(j, str_of(key));
  json_begin_object(j);
  json_kint(j, STR("number"), run->number);
  json_kstr(j, STR("transaction_uuid"), run->transaction);
  json_kstr(j, STR("time"), run->time);
  json_end_object(j);
}

static void put_value(struct json_writer *j, const char *key, value v, bool secret)
{
  json_key(j, str_of(key));
  if (secret) json_str(j, STR("[redacted]"));
  else value_write_json(j, v, JSON_RICH);
}

static void put_property(struct json_writer *j, const struct why_property *p)
{
  static const char *const kinds[] = {"unknown", "corrective", "intentional"};
  json_begin_object(j);
  json_kstr(j, STR("property"), p->event->property);
  json_kstr(j, STR("status"), p->event->status);
  put_value(j, "previous", p->event->previous, p->secret);
  put_value(j, "desired", p->event->desired, p->secret);
  json_kstr(j, STR("message"), p->event->message);
  json_kstr(j, STR("kind"), str_of(kinds[p->kind]));
  put_run(j, "set_before", p->before);
  put_run(j, "wanted_since", p->since);
  put_run(j, "changed_again", p->again);
  json_end_object(j);
}

static void put_list(struct json_writer *j, const char *key, const struct array *refs)
{
  json_key(j, str_of(key));
  json_begin_array(j);
  for (uint32_t i = 0; refs != NULL && i < refs->n; i++) json_str(j, value_text(refs->items[i]));
  json_end_array(j);
}

void why_change_json(const struct why_change *w, struct json_writer *j)
{
  const struct journal_change *c = w->change;
  json_kstr(j, STR("resource"), c->ref);
  put_run(j, "run", w->run);
  if (c->file.n > 0) {
    json_kstr(j, STR("file"), c->file);
    json_kint(j, STR("line"), c->line);
  }
  json_kstr(j, STR("path"), c->path);
  json_key(j, STR("properties"));
  json_begin_array(j);
  for (uint32_t i = 0; i < w->n; i++) put_property(j, &w->properties[i]);
  json_end_array(j);
  put_list(j, "triggered_by", c->refreshed_by);
  put_list(j, "triggered", w->triggered);
  if (c->checked > 0) json_kint(j, STR("checked"), c->checked);
}
