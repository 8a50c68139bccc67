/* store report. */
#include <stdlib.h>

#include "compiler/values/ruby_text.h"
#include "indirector/wire/wire_internal.h"

struct reporting {
  const struct wire_sender *sender;
  struct arena *arena;
  str error; /* empty: no error */
};

static value time_of(struct reporting *x, value v, double later, const char *what)
{
  str text;
  if (v.kind == V_STRING && wire_time_later(x->arena, value_text(v), later, &text)) return value_str(text);
  if (x->error.n == 0) {
    const str shown = value_to_str(x->arena, v);
    x->error = arena_printf(x->arena, "The report has no valid %s: '%.*s'", what, STR_FMT(shown));
  }
  return VALUE_UNDEF;
}

static value list_of(value v) { return v.kind == V_ARRAY ? v : value_array(&array_empty); }

/* Like Ruby's to_s. */
static value shown(struct reporting *x, value v)
{
  struct buf out = BUF_IN(x->arena);
  ruby_to_s(&out, v);
  return value_str(buf_view(&out));
}

/* --- resources and events --- */

static value event_of(struct reporting *x, value event)
{
  struct arena *a = x->arena;
  struct hash *h = hash_new(a, 8);
  wire_put(h, a, "status", value_member(event, "status"));
  wire_put(h, a, "timestamp", time_of(x, value_member(event, "time"), 0, "time of an event"));
  wire_put(h, a, "name", value_member(event, "name"));
  wire_put(h, a, "property", value_member(event, "property"));
  wire_put(h, a, "new_value", shown(x, value_member(event, "desired_value")));
  wire_put(h, a, "old_value", shown(x, value_member(event, "previous_value")));
  wire_put(h, a, "corrective_change", value_member(event, "corrective_change"));
  wire_put(h, a, "message", value_member(event, "message"));
  return value_hash(h);
}

static value resource_of(struct reporting *x, value status)
{
  struct arena *a = x->arena;
  const value given = list_of(value_member(status, "events"));
  struct array *events = array_new(a, given.array->n);
  for (uint32_t i = 0; i < events->n; i++) events->items[i] = event_of(x, given.array->items[i]);
  struct hash *h = hash_new(a, 9);
  wire_put(h, a, "skipped", value_member(status, "skipped"));
  wire_put(h, a, "timestamp", time_of(x, value_member(status, "time"), 0, "time of a resource"));
  wire_put(h, a, "resource_type", value_member(status, "resource_type"));
  wire_put(h, a, "resource_title", shown(x, value_member(status, "title")));
  wire_put(h, a, "file", value_member(status, "file"));
  wire_put(h, a, "line", value_member(status, "line"));
  wire_put(h, a, "containment_path", value_member(status, "containment_path"));
  wire_put(h, a, "corrective_change", value_member(status, "corrective_change"));
  wire_put(h, a, "events", value_array(events));
  return value_hash(h);
}

static value resources_of(struct reporting *x, value report)
{
  const value statuses = value_member(report, "resource_statuses");
  struct valuevec out = {0};
  for (uint32_t i = 0; statuses.kind == V_HASH && i < statuses.hash->n; i++) {
    const value status = statuses.hash->entries[i].value;
    if (status.kind != V_HASH) continue;
    const bool told = list_of(value_member(status, "events")).array->n > 0 ||
                      value_truthy(value_member(status, "skipped"));
    if (told || x->sender->unchanged_resources) valuevec_push(&out, x->arena, resource_of(x, status));
  }
  return valuevec_array(&out, x->arena);
}

/* --- logs and metrics --- */

static value log_of(struct reporting *x, value log)
{
  struct arena *a = x->arena;
  struct hash *h = hash_new(a, 7);
  wire_put(h, a, "file", value_member(log, "file"));
  wire_put(h, a, "line", value_member(log, "line"));
  wire_put(h, a, "level", value_member(log, "level"));
  wire_put(h, a, "message", value_member(log, "message"));
  wire_put(h, a, "source", value_member(log, "source"));
  wire_put(h, a, "tags", list_of(value_member(log, "tags")));
  wire_put(h, a, "time", time_of(x, value_member(log, "time"), 0, "time of a log line"));
  return value_hash(h);
}

static value logs_of(struct reporting *x, value report)
{
  const value given = list_of(value_member(report, "logs"));
  struct array *out = array_new(x->arena, given.array->n);
  for (uint32_t i = 0; i < out->n; i++) out->items[i] = log_of(x, given.array->items[i]);
  return value_array(out);
}

static value cell(value row, uint32_t at)
{
  return row.kind == V_ARRAY && at < row.array->n ? row.array->items[at] : VALUE_UNDEF;
}

static int by_label(const void *x, const void *y)
{
  const value a = cell(*(const value *)x, 1), b = cell(*(const value *)y, 1);
  return str_cmp(value_text_or_empty(a), value_text_or_empty(b));
}

static value last_cell(value row)
{
  return row.kind == V_ARRAY && row.array->n > 0 ? cell(row, row.array->n - 1) : VALUE_UNDEF;
}

/* Rows of [name, label, value], sorted by label as Puppet does. */
static value metrics_of(struct reporting *x, value report)
{
  struct arena *a = x->arena;
  const value metrics = value_member(report, "metrics");
  struct valuevec out = {0};
  for (uint32_t i = 0; metrics.kind == V_HASH && i < metrics.hash->n; i++) {
    const value metric = metrics.hash->entries[i].value, given = list_of(value_member(metric, "values"));
    const value rows = array_of(a, given.array->items, given.array->n);
    if (rows.array->n > 0) qsort(rows.array->items, rows.array->n, sizeof(value), by_label);
    for (uint32_t k = 0; k < rows.array->n; k++) {
      struct hash *h = hash_new(a, 3);
      wire_put(h, a, "category", value_member(metric, "name"));
      wire_put(h, a, "name", cell(rows.array->items[k], 0));
      wire_put(h, a, "value", last_cell(rows.array->items[k]));
      valuevec_push(&out, a, value_hash(h));
    }
  }
  return valuevec_array(&out, a);
}

static double run_seconds(value report)
{
  const value rows = list_of(value_member(value_member(value_member(report, "metrics"), "time"), "values"));
  for (uint32_t i = 0; i < rows.array->n; i++) {
    const value name = cell(rows.array->items[i], 0), v = last_cell(rows.array->items[i]);
    if (name.kind != V_STRING || !str_eqz(value_text(name), "total")) continue;
    return v.kind == V_FLOAT ? v.number : v.kind == V_INT ? (double)v.integer : 0;
  }
  return 0;
}

/* --- the report --- */

/* Without the key `noop`, a report is one of noop if all its events are noop events. */
static value noop_of(value report, value resources)
{
  const value said = value_member(report, "noop");
  bool noop = false, enforced = false;
  if (said.kind != V_UNDEF) return said;
  for (uint32_t i = 0; i < resources.array->n; i++) {
    const value events = value_member(resources.array->items[i], "events");
    for (uint32_t k = 0; k < events.array->n; k++) {
      const value status = value_member(events.array->items[k], "status");
      const bool is = status.kind == V_STRING && str_eqz(value_text(status), "noop");
      noop = noop || is;
      enforced = enforced || !is;
    }
  }
  return value_bool(noop && !enforced);
}

static void copy(struct hash *h, struct arena *a, value report, const char *name)
{
  wire_put(h, a, name, value_member(report, name));
}

static value payload_of(struct reporting *x, value report)
{
  struct arena *a = x->arena;
  struct hash *h = hash_new(a, 21);
  const value resources = resources_of(x, report);
  wire_put(h, a, "certname", value_member(report, "host"));
  copy(h, a, report, "job_id");
  copy(h, a, report, "puppet_version");
  copy(h, a, report, "report_format");
  wire_put(h, a, "configuration_version", shown(x, value_member(report, "configuration_version")));
  wire_put(h, a, "producer_timestamp", value_str(wire_time_utc(a, x->sender->now)));
  wire_put(h, a, "start_time", time_of(x, value_member(report, "time"), 0, "time"));
  wire_put(h, a, "end_time", time_of(x, value_member(report, "time"), run_seconds(report), "time"));
  copy(h, a, report, "environment");
  copy(h, a, report, "transaction_uuid");
  copy(h, a, report, "status");
  wire_put(h, a, "noop", noop_of(report, resources));
  copy(h, a, report, "noop_pending");
  copy(h, a, report, "corrective_change");
  wire_put(h, a, "logs", logs_of(x, report));
  wire_put(h, a, "metrics", metrics_of(x, report));
  wire_put(h, a, "resources", resources);
  copy(h, a, report, "catalog_uuid");
  copy(h, a, report, "code_id");
  copy(h, a, report, "cached_catalog_status");
  wire_put(h, a, "producer", wire_text_or_null(x->sender->producer));
  return value_hash(h);
}

bool wire_report(const struct wire_sender *s, value report, struct wire_command *out, str *error)
{
  struct reporting x = {.sender = s, .arena = s->arena};
  const value host = value_member(report, "host");
  if (host.kind != V_STRING) {
    *error = STR("The report has no host");
    return false;
  }
  if (value_member(report, "environment").kind == V_UNDEF) {
    *error = STR(
      "Environment is nil, unable to submit report. This may be due a bug with Puppet. Ensure you are running "
      "the latest revision, see PUP-2508 for more details.");
    return false;
  }
  const value payload = payload_of(&x, report);
  if (x.error.n > 0) {
    *error = x.error;
    return false;
  }
  *out = (struct wire_command){WIRE_STORE_REPORT, value_text(host), wire_time_utc(s->arena, s->now), payload};
  return true;
}
