/* Collects what a run did, and computes totals. */
#include "agent/report/report.h"
#include "base/array.h"

#include <assert.h>
#include <stdlib.h>

#include "base/clock.h"

struct timespec report_now(void) { return clock_time(CLOCK_REALTIME); }

double report_seconds_since(struct timespec then)
{
  const struct timespec now = report_now();
  return (double)(now.tv_sec - then.tv_sec) + (double)(now.tv_nsec - then.tv_nsec) / 1e9;
}

/* In the local time zone, with its offset: "+01:00". */
str report_time_text(struct arena *a, struct timespec t)
{
  struct tm tm;
  char day[40], zone[8];
  localtime_r(&t.tv_sec, &tm);
  strftime(day, sizeof day, "%Y-%m-%dT%H:%M:%S", &tm);
  strftime(zone, sizeof zone, "%z", &tm);
  return arena_printf(a, "%s.%09ld%.3s:%s", day, t.tv_nsec, zone, zone + 3);
}

struct report *report_new(struct ral *ral)
{
  struct report *rep = ARENA_NEW(ral->arena, struct report);
  rep->arena = ral->arena;
  rep->settings = ral->settings;
  rep->began = report_now();
  rep->noop = ral->noop;
  rep->status = "failed";
  rep->run_mode = settings_mode_name(settings_get_mode(ral->settings));
  rep->metrics = value_hash(&hash_empty);
  return rep;
}

void report_log(struct report *rep, const struct report_log *line)
{
  ARENA_ROOM(rep->arena, rep->logs, rep->nlogs, rep->cap_logs, 32);
  rep->logs[rep->nlogs++] = *line;
}

void report_time_add(struct report *rep, const char *name, double seconds)
{
  for (uint32_t i = 0; i < rep->ntimes; i++) {
    if (strcmp(rep->times[i].name, name) != 0) continue;
    rep->times[i].seconds += seconds;
    return;
  }
  if (rep->ntimes < sizeof rep->times / sizeof *rep->times) {
    rep->times[rep->ntimes++] = (struct report_time){name, seconds};
  }
}

struct ral_status *report_status(struct report *rep, struct ral_resource *r)
{
  if (r->status != NULL) return r->status;
  r->status = ARENA_NEW(rep->arena, struct ral_status);
  *r->status = (struct ral_status){.resource = r, .time = report_now(), .evaluation_time = -1};
  ptrvec_push(&rep->statuses, rep->arena, r->status);
  return r->status;
}

void report_status_last(struct report *rep, const struct ral_status *s)
{
  uint32_t at = rep->statuses.n;
  while (at > 0 && rep->statuses.items[at - 1] != s) at--;
  assert(at > 0);
  void *moved = rep->statuses.items[at - 1];
  memmove(&rep->statuses.items[at - 1], &rep->statuses.items[at], (rep->statuses.n - at) * sizeof(void *));
  rep->statuses.items[rep->statuses.n - 1] = moved;
}

void report_event_add(struct ral_status *s, struct ral_event *e)
{
  if (s->last != NULL) s->last->next = e;
  else s->first = e;
  s->last = e;
  s->events++;
  if (e->status == EVENT_FAILURE) s->failed = true;
  if (e->status == EVENT_SUCCESS) s->changes++;
  if (e->status != EVENT_AUDIT) s->out_of_sync++;
  if (e->corrective) s->corrective = true;
}

/* --- totals --- */

/* "failed_to_restart" -> "Failed to restart". */
static str label_of(struct arena *a, str name)
{
  char *p = arena_strz(a, name);
  for (size_t i = 0; i < name.n; i++) {
    if (p[i] == '_') p[i] = ' ';
    p[i] = (char)(i == 0 ? ascii_upper((unsigned char)p[i]) : ascii_lower((unsigned char)p[i]));
  }
  return str_n(p, name.n);
}

static void put_metric(struct report *rep, struct hash *metrics, const char *name, const struct hash *values)
{
  struct arena *a = rep->arena;
  struct array *rows = array_new(a, values->n);
  for (uint32_t i = 0; i < values->n; i++) {
    const str key = value_text(values->entries[i].key);
    const value row[3] = {values->entries[i].key, value_str(label_of(a, key)), values->entries[i].value};
    rows->items[i] = array_of(a, row, 3);
  }
  struct hash *metric = hash_new(a, 3);
  hash_put_str(metric, a, STR("name"), value_str(str_of(name)));
  hash_put_str(metric, a, STR("label"), value_str(label_of(a, str_of(name))));
  hash_put_str(metric, a, STR("values"), value_array(rows));
  hash_put_str(metrics, a, str_of(name), value_hash(metric));
}

static struct hash *resource_metrics(struct report *rep)
{
  int64_t skipped = 0, restarted = 0, changed = 0, out_of_sync = 0, corrective = 0;
  rep->failed = rep->failed_to_restart = 0;
  for (uint32_t i = 0; i < rep->statuses.n; i++) {
    const struct ral_status *s = rep->statuses.items[i];
    skipped += s->skipped;
    rep->failed += s->failed;
    rep->failed_to_restart += s->failed_to_restart;
    restarted += s->restarted;
    changed += s->changes > 0;
    out_of_sync += s->out_of_sync > 0;
    corrective += s->corrective;
  }
  const struct {
    const char *name;
    int64_t n;
  } rows[] = {{"total", rep->statuses.n},       {"skipped", skipped},
              {"failed", rep->failed},          {"failed_to_restart", rep->failed_to_restart},
              {"restarted", restarted},         {"changed", changed},
              {"out_of_sync", out_of_sync},     {"scheduled", 0}, /* always 0, as in Puppet */
              {"corrective_change", corrective}};
  struct hash *h = hash_new(rep->arena, 9);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    hash_put_str(h, rep->arena, str_of(rows[i].name), value_int(rows[i].n));
  }
  return h;
}

static struct hash *time_metrics(struct report *rep)
{
  struct hash *h = hash_new(rep->arena, 16);
  for (uint32_t i = 0; i < rep->statuses.n; i++) {
    const struct ral_status *s = rep->statuses.items[i];
    if (s->evaluation_time < 0) continue;
    struct buf name = BUF_IN(rep->arena);
    for (size_t k = 0; k < s->resource->type_name.n; k++) {
      buf_char(&name, (char)ascii_lower((unsigned char)s->resource->type_name.p[k]));
    }
    const value *sum = hash_get_str(h, buf_view(&name));
    hash_put_str(h, rep->arena, buf_view(&name), value_float((sum != NULL ? sum->number : 0) + s->evaluation_time));
  }
  for (uint32_t i = 0; i < rep->ntimes; i++) {
    /* A duration of 0 means that the phase was not measured; Puppet writes it as an integer. */
    const struct report_time *t = &rep->times[i];
    hash_put_str(h, rep->arena, str_of(t->name), t->seconds == 0 ? value_int(0) : value_float(t->seconds));
  }
  return h;
}

static const char *const event_names[] = {"success", "failure", "noop", "audit"};

/* Failures and successes are always listed; other kinds in the order of their first event. */
static struct hash *event_metrics(struct report *rep)
{
  enum ral_event_status order[4] = {EVENT_FAILURE, EVENT_SUCCESS};
  int64_t n[4] = {0}, total = 0;
  int kinds = 2;
  for (uint32_t i = 0; i < rep->statuses.n; i++) {
    const struct ral_status *s = rep->statuses.items[i];
    for (const struct ral_event *e = s->first; e != NULL; e = e->next, total++) {
      const bool listed = e->status == EVENT_FAILURE || e->status == EVENT_SUCCESS || n[e->status] > 0;
      if (!listed) order[kinds++] = e->status;
      n[e->status]++;
    }
  }
  struct hash *h = hash_new(rep->arena, 5);
  hash_put_str(h, rep->arena, STR("total"), value_int(total));
  for (int i = 0; i < kinds; i++) hash_put_str(h, rep->arena, str_of(event_names[order[i]]), value_int(n[order[i]]));
  rep->noop_pending = n[EVENT_NOOP] > 0;
  return h;
}

void report_finish(struct report *rep)
{
  struct arena *a = rep->arena;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < rep->statuses.n; i++) { /* begin and end nodes of containers are not resources */
    struct ral_status *s = rep->statuses.items[i];
    if (!(s->resource->type->flags & (RAL_WHIT | RAL_CONTAINER))) rep->statuses.items[kept++] = s;
  }
  rep->statuses.n = kept;
  struct hash *metrics = hash_new(a, 4), *changes = hash_new(a, 1);
  rep->changes = 0;
  for (uint32_t i = 0; i < kept; i++) {
    const struct ral_status *s = rep->statuses.items[i];
    rep->changes += s->changes;
    rep->corrective = rep->corrective || s->corrective;
  }
  put_metric(rep, metrics, "resources", resource_metrics(rep));
  put_metric(rep, metrics, "time", time_metrics(rep));
  hash_put_str(changes, a, STR("total"), value_int(rep->changes));
  put_metric(rep, metrics, "changes", changes);
  put_metric(rep, metrics, "events", event_metrics(rep));
  rep->metrics = value_hash(metrics);
  const bool failed = rep->generating_failed || !rep->completed || rep->failed > 0 || rep->failed_to_restart > 0;
  rep->status = failed ? "failed" : rep->changes > 0 ? "changed" : "unchanged";
}

int report_exit_status(const struct report *rep)
{
  return (rep->changes > 0 ? 2 : 0) | (rep->failed > 0 || rep->failed_to_restart > 0 ? 4 : 0);
}

/* --- as data --- */

/* Our empty texts that mean "none" become undef. */
static value text_or_undef(str s) { return s.n > 0 ? value_str(s) : VALUE_UNDEF; }

value report_plain(struct arena *a, value v)
{
  if (value_is_symbol(v)) return value_str(v.runtime->text);
  if (v.kind == V_SENSITIVE) return value_str(STR("#<Sensitive [value redacted]>"));
  if (v.kind == V_ARRAY) {
    struct array *out = array_new(a, v.array->n);
    for (uint32_t i = 0; i < v.array->n; i++) out->items[i] = report_plain(a, v.array->items[i]);
    return value_array(out);
  }
  if (v.kind == V_HASH) {
    struct hash *out = hash_new(a, v.hash->n);
    for (uint32_t i = 0; i < v.hash->n; i++) {
      hash_put(out, a, report_plain(a, v.hash->entries[i].key), report_plain(a, v.hash->entries[i].value));
    }
    return value_hash(out);
  }
  return v;
}

/* Code that is not from a file has lines, and a file without a name. */
static value file_or_undef(str file, int64_t line) { return line > 0 ? value_str(file) : text_or_undef(file); }

static value event_value(struct arena *a, const struct ral_event *e)
{
  struct hash *h = hash_new(a, 11);
  hash_put_str(h, a, STR("audited"), value_bool(e->audited));
  hash_put_str(h, a, STR("property"), text_or_undef(e->property));
  hash_put_str(h, a, STR("previous_value"), report_plain(a, e->previous));
  hash_put_str(h, a, STR("desired_value"), report_plain(a, e->desired));
  hash_put_str(h, a, STR("historical_value"), report_plain(a, e->historical));
  hash_put_str(h, a, STR("message"), value_str(e->message));
  hash_put_str(h, a, STR("name"), text_or_undef(e->name));
  hash_put_str(h, a, STR("status"), value_str(str_of(event_names[e->status])));
  hash_put_str(h, a, STR("time"), value_str(report_time_text(a, e->time)));
  /* for a property it is only present if the value is secret */
  hash_put_str(h, a, STR("redacted"), e->redacted || e->property.n == 0 ? value_bool(e->redacted) : VALUE_UNDEF);
  hash_put_str(h, a, STR("corrective_change"), value_bool(e->corrective));
  return value_hash(h);
}

/* "/Stage[main]/Main/File[/a]" has three steps: its containers and the resource. */
static value containment(struct arena *a, const struct ral_resource *r)
{
  const struct ral_resource *chain[64];
  uint32_t n = 0;
  for (const struct ral_resource *at = r; at != NULL && n < 64; at = at->container) chain[n++] = at;
  struct array *out = array_new(a, n);
  for (uint32_t i = 0; i < n; i++) {
    const struct ral_resource *at = chain[n - 1 - i];
    out->items[i] = value_str(str_eqz(at->type_name, "Class") ? at->title : at->ref);
  }
  return value_array(out);
}

static value status_value(struct arena *a, const struct ral_status *s)
{
  const struct ral_resource *r = s->resource;
  struct valuevec events = {0};
  for (const struct ral_event *e = s->first; e != NULL; e = e->next) valuevec_push(&events, a, event_value(a, e));
  struct hash *h = hash_new(a, 19);
  hash_put_str(h, a, STR("title"), value_str(r->title));
  hash_put_str(h, a, STR("file"), file_or_undef(r->file, r->line));
  hash_put_str(h, a, STR("line"), r->line > 0 ? value_int(r->line) : VALUE_UNDEF);
  hash_put_str(h, a, STR("resource"), value_str(r->ref));
  hash_put_str(h, a, STR("resource_type"), value_str(r->type_name));
  hash_put_str(h, a, STR("provider_used"), r->provider != NULL ? value_str(str_of(r->provider->name)) : VALUE_UNDEF);
  hash_put_str(h, a, STR("containment_path"), containment(a, r));
  hash_put_str(h, a, STR("evaluation_time"), s->evaluation_time >= 0 ? value_float(s->evaluation_time) : VALUE_UNDEF);
  hash_put_str(h, a, STR("tags"), value_array(r->tags));
  hash_put_str(h, a, STR("time"), value_str(report_time_text(a, s->time)));
  hash_put_str(h, a, STR("failed"), value_bool(s->failed));
  hash_put_str(h, a, STR("failed_to_restart"), value_bool(s->failed_to_restart));
  hash_put_str(h, a, STR("changed"), value_bool(s->changes > 0));
  hash_put_str(h, a, STR("out_of_sync"), value_bool(s->out_of_sync > 0));
  hash_put_str(h, a, STR("skipped"), value_bool(s->skipped));
  hash_put_str(h, a, STR("change_count"), value_int(s->changes));
  hash_put_str(h, a, STR("out_of_sync_count"), value_int(s->out_of_sync));
  hash_put_str(h, a, STR("events"), valuevec_array(&events, a));
  hash_put_str(h, a, STR("corrective_change"), value_bool(s->corrective));
  return value_hash(h);
}

static value log_value(struct arena *a, const struct report_log *l)
{
  struct hash *h = hash_new(a, 7);
  hash_put_str(h, a, STR("level"), value_str(str_of(log_level_name(l->level))));
  hash_put_str(h, a, STR("message"), value_str(l->message));
  hash_put_str(h, a, STR("source"), value_str(l->source));
  hash_put_str(h, a, STR("tags"), value_array(l->tags));
  hash_put_str(h, a, STR("time"), value_str(report_time_text(a, l->time)));
  hash_put_str(h, a, STR("file"), file_or_undef(l->file, l->line));
  hash_put_str(h, a, STR("line"), l->line > 0 ? value_int(l->line) : VALUE_UNDEF);
  return value_hash(h);
}

/* A numeric version is a number in YAML. */
static value version_value(str version)
{
  int64_t n = 0;
  for (size_t i = 0; i < version.n; i++) {
    if (!ascii_is_digit((unsigned char)version.p[i]) || i > 17) return value_str(version);
    n = n * 10 + (version.p[i] - '0');
  }
  return version.n > 0 ? value_int(n) : VALUE_UNDEF;
}

static value statuses_value(const struct report *rep)
{
  struct arena *a = rep->arena;
  const bool all = !settings_bool(rep->settings, SETTING_exclude_unchanged_resources);
  struct hash *h = hash_new(a, rep->statuses.n);
  for (uint32_t i = 0; i < rep->statuses.n; i++) {
    const struct ral_status *s = rep->statuses.items[i];
    if (!all && !s->failed && !s->failed_to_restart && s->out_of_sync == 0 && !s->skipped) continue;
    hash_put_str(h, a, s->resource->ref, status_value(a, s));
  }
  return value_hash(h);
}

value report_value(const struct report *rep)
{
  struct arena *a = rep->arena;
  struct array *logs = array_new(a, rep->nlogs);
  for (uint32_t i = 0; i < rep->nlogs; i++) logs->items[i] = log_value(a, &rep->logs[i]);
  struct hash *h = hash_new(a, 20);
  hash_put_str(h, a, STR("host"), value_str(rep->host));
  hash_put_str(h, a, STR("time"), value_str(report_time_text(a, rep->began)));
  hash_put_str(h, a, STR("configuration_version"), version_value(rep->configuration_version));
  hash_put_str(h, a, STR("transaction_uuid"), text_or_undef(rep->transaction_uuid));
  hash_put_str(h, a, STR("report_format"), value_int(12));
  hash_put_str(h, a, STR("puppet_version"), value_str(rep->puppet_version));
  hash_put_str(h, a, STR("status"), value_str(str_of(rep->status)));
  hash_put_str(h, a, STR("transaction_completed"), value_bool(rep->completed));
  hash_put_str(h, a, STR("noop"), value_bool(rep->noop));
  hash_put_str(h, a, STR("noop_pending"), value_bool(rep->noop_pending));
  hash_put_str(h, a, STR("environment"), text_or_undef(rep->environment));
  hash_put_str(h, a, STR("logs"), value_array(logs));
  hash_put_str(h, a, STR("metrics"), rep->metrics);
  hash_put_str(h, a, STR("resource_statuses"), statuses_value(rep));
  hash_put_str(h, a, STR("corrective_change"), value_bool(rep->corrective));
  if (rep->server_used.n > 0) hash_put_str(h, a, STR("server_used"), value_str(rep->server_used));
  if (rep->catalog_uuid.n > 0) hash_put_str(h, a, STR("catalog_uuid"), value_str(rep->catalog_uuid));
  if (rep->code_id.n > 0) hash_put_str(h, a, STR("code_id"), value_str(rep->code_id));
  if (rep->job_id.n > 0) hash_put_str(h, a, STR("job_id"), value_str(rep->job_id));
  if (rep->cached_catalog != NULL) {
    hash_put_str(h, a, STR("cached_catalog_status"), value_str(str_of(rep->cached_catalog)));
  }
  return value_hash(h);
}

static int by_label(const void *x, const void *y)
{
  const value *a = x, *b = y;
  return str_cmp(value_text(a->array->items[1]), value_text(b->array->items[1]));
}

/* The rows of a metric, sorted by label. */
static const struct array *rows_of(const struct report *rep, const struct hash *metric)
{
  const struct array *rows = hash_get_str(metric, STR("values"))->array;
  value sorted = array_of(rep->arena, rows->items, rows->n);
  qsort(sorted.array->items, sorted.array->n, sizeof(value), by_label);
  return sorted.array;
}

value report_last_run(const struct report *rep)
{
  struct arena *a = rep->arena;
  struct hash *h = hash_new(a, 8), *version = hash_new(a, 2), *application = hash_new(a, 3);
  hash_put_str(version, a, STR("config"), version_value(rep->configuration_version));
  hash_put_str(version, a, STR("puppet"), value_str(rep->puppet_version));
  hash_put_str(h, a, STR("version"), value_hash(version));
  hash_put_str(application, a, STR("run_mode"), value_str(str_of(rep->run_mode)));
  hash_put_str(application, a, STR("initial_environment"), text_or_undef(rep->initial_environment));
  hash_put_str(application, a, STR("converged_environment"), text_or_undef(rep->environment));
  hash_put_str(h, a, STR("application"), value_hash(application));
  for (uint32_t i = 0; i < rep->metrics.hash->n; i++) {
    const struct hash_entry *e = &rep->metrics.hash->entries[i];
    const struct array *rows = rows_of(rep, e->value.hash);
    struct hash *sums = hash_new(a, rows->n + 1);
    for (uint32_t k = 0; k < rows->n; k++) {
      hash_put(sums, a, rows->items[k].array->items[0], rows->items[k].array->items[2]);
    }
    if (str_eqz(value_text(e->key), "time")) {
      hash_put_str(sums, a, STR("last_run"), value_int(report_now().tv_sec));
    }
    hash_put(h, a, e->key, value_hash(sums));
  }
  return value_hash(h);
}

static int by_key(const void *x, const void *y)
{
  const struct hash_entry *a = x, *b = y;
  return str_cmp(value_text(a->key), value_text(b->key));
}

static bool is_zero(value v) { return (v.kind == V_INT && v.integer == 0) || (v.kind == V_FLOAT && v.number == 0); }

/* The order of Puppet's summary: values compared as text, the total last. */
static int by_text(const void *x, const void *y)
{
  const struct hash_entry *a = x, *b = y;
  const bool ta = str_eqz(value_text(a->key), "total"), tb = str_eqz(value_text(b->key), "total");
  if (ta || tb) return ta - tb;
  struct buf m = BUF_HEAP, n = BUF_HEAP;
  value_render(&m, a->value);
  value_render(&n, b->value);
  const int order = str_cmp(buf_view(&m), buf_view(&n));
  buf_free(&m);
  buf_free(&n);
  return order;
}

void report_print_summary(const struct report *rep, struct buf *out)
{
  struct arena *a = rep->arena;
  const struct hash *all = report_last_run(rep).hash;
  qsort(all->entries, all->n, sizeof *all->entries, by_key);
  for (uint32_t i = 0; i < all->n; i++) {
    const struct hash *part = all->entries[i].value.hash;
    qsort(part->entries, part->n, sizeof *part->entries, by_text);
    buf_printf(out, "%.*s:\n", STR_FMT(label_of(a, value_text(all->entries[i].key))));
    for (uint32_t k = 0; k < part->n; k++) {
      const value v = part->entries[k].value;
      if (is_zero(v)) continue;
      const str label = arena_printf(a, "%.*s:", STR_FMT(label_of(a, value_text(part->entries[k].key))));
      buf_printf(out, "   %15.*s ", STR_FMT(label));
      if (v.kind == V_FLOAT) buf_printf(out, "%0.2f", v.number);
      else value_render(out, v);
      buf_char(out, '\n');
    }
  }
}
