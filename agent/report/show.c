/* Reads the YAML of a report into a struct that has only what is shown, then prints it as text or JSON. Every
 * member may be missing or have another type. */
#include "agent/report/show.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json_write.h"
#include "compiler/values/ruby_text.h"

enum { SLOWEST = 10 };

/* --- reading --- */

static str text_of(struct arena *a, value v)
{
  if (v.kind == V_UNDEF || v.kind == V_ARRAY || v.kind == V_HASH) return STR_EMPTY;
  if (v.kind == V_STRING) return value_text(v);
  struct buf out = BUF_IN(a);
  ruby_to_s(&out, v);
  return buf_view(&out);
}

static double number_of(value v)
{
  return v.kind == V_FLOAT && isfinite(v.number) ? v.number : v.kind == V_INT ? (double)v.integer : 0;
}

static int64_t integer_of(value v) { return v.kind == V_INT ? v.integer : 0; }

/* The rows [name, label, value] of a metric. */
static const struct array *metric(value whole, const char *name)
{
  const value rows = value_member(value_member(value_member(whole, "metrics"), name), "values");
  return rows.kind == V_ARRAY ? rows.array : &array_empty;
}

static value row_value(value row, str *name)
{
  *name = STR_EMPTY;
  if (row.kind != V_ARRAY || row.array->n < 3 || row.array->items[0].kind != V_STRING) return VALUE_UNDEF;
  *name = value_text(row.array->items[0]);
  return row.array->items[2];
}

static value metric_value(value whole, const char *of, const char *name)
{
  const struct array *rows = metric(whole, of);
  for (uint32_t i = 0; i < rows->n; i++) {
    str found;
    const value v = row_value(rows->items[i], &found);
    if (str_eqz(found, name)) return v;
  }
  return VALUE_UNDEF;
}

static void read_events(struct arena *a, value events, struct shown_resource *r)
{
  const uint32_t n = events.kind == V_ARRAY ? events.array->n : 0;
  r->events = arena_array(a, (size_t)n + 1, sizeof *r->events);
  for (uint32_t i = 0; i < n; i++) {
    const value e = events.array->items[i];
    if (e.kind != V_HASH) continue;
    r->events[r->nevents] = (struct shown_event){.property = text_of(a, value_member(e, "property")),
                                                 .message = text_of(a, value_member(e, "message")),
                                                 .status = text_of(a, value_member(e, "status"))};
    r->noop = r->noop || str_eqz(r->events[r->nevents].status, "noop");
    r->nevents++;
  }
}

/* A message from "/Stage[main]/Main/File[/a]" is about File[/a]. */
static bool is_about(str source, str ref)
{
  return source.n > ref.n && source.p[source.n - ref.n - 1] == '/' && str_eq(str_from(source, source.n - ref.n), ref);
}

static void read_reasons(struct arena *a, value logs, struct shown_resource *r)
{
  struct valuevec reasons = {0};
  for (uint32_t i = 0; r->skipped && logs.kind == V_ARRAY && i < logs.array->n; i++) {
    const value line = logs.array->items[i];
    if (is_about(text_of(a, value_member(line, "source")), r->ref)) {
      valuevec_push(&reasons, a, value_str(text_of(a, value_member(line, "message"))));
    }
  }
  r->reasons = valuevec_array(&reasons, a).array;
}

static void read_resources(struct shown_report *rep, value whole)
{
  struct arena *a = rep->arena;
  const value all = value_member(whole, "resource_statuses"), logs = value_member(whole, "logs");
  const uint32_t n = all.kind == V_HASH ? all.hash->n : 0;
  rep->resources = arena_array(a, (size_t)n + 1, sizeof *rep->resources);
  for (uint32_t i = 0; i < n; i++) {
    const value v = all.hash->entries[i].value;
    struct shown_resource *r = &rep->resources[rep->nresources];
    if (v.kind != V_HASH) continue;
    *r = (struct shown_resource){.ref = text_of(a, all.hash->entries[i].key),
                                 .type = text_of(a, value_member(v, "resource_type")),
                                 .file = text_of(a, value_member(v, "file")),
                                 .line = integer_of(value_member(v, "line")),
                                 .changed = value_is_true(value_member(v, "changed")),
                                 .skipped = value_is_true(value_member(v, "skipped")),
                                 .failed = value_is_true(value_member(v, "failed")) ||
                                           value_is_true(value_member(v, "failed_to_restart")),
                                 .corrective = value_is_true(value_member(v, "corrective_change")),
                                 .seconds = number_of(value_member(v, "evaluation_time"))};
    read_events(a, value_member(v, "events"), r);
    read_reasons(a, logs, r);
    rep->nresources++;
  }
}

static struct shown_type *type_of(struct shown_report *rep, str name)
{
  for (uint32_t i = 0; i < rep->ntypes; i++) {
    if (str_caseeq(rep->types[i].name, name)) return &rep->types[i];
  }
  return NULL;
}

static bool is_phase(str name)
{
  static const char *const phases[] = {
    "config_retrieval", "convert_catalog",        "fact_generation",     "plugin_sync",    "node_retrieval",
    "startup_time",     "transaction_evaluation", "catalog_application", "resubmit_facts", "total"};
  for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
    if (str_eqz(name, phases[i])) return true;
  }
  return false;
}

static int slower_type(const void *x, const void *y)
{
  const struct shown_type *a = x, *b = y;
  return a->seconds > b->seconds ? -1 : a->seconds < b->seconds ? 1 : str_cmp(a->name, b->name);
}

static void read_types(struct shown_report *rep, value whole)
{
  const struct array *rows = metric(whole, "time");
  rep->types = arena_array(rep->arena, (size_t)rows->n + 1, sizeof *rep->types);
  for (uint32_t i = 0; i < rows->n; i++) {
    str name;
    const value v = row_value(rows->items[i], &name);
    if (name.n > 0 && !is_phase(name)) {
      rep->types[rep->ntypes++] = (struct shown_type){.name = name, .seconds = number_of(v)};
    }
  }
  for (uint32_t i = 0; i < rep->nresources; i++) {
    const struct shown_resource *r = &rep->resources[i];
    struct shown_type *t = type_of(rep, r->type);
    if (t == NULL) continue;
    t->changed += r->changed;
    t->failed += r->failed;
    t->skipped += r->skipped;
  }
  if (rep->ntypes > 0) qsort(rep->types, rep->ntypes, sizeof *rep->types, slower_type);
}

/* Whether an event contains the message, too: Puppet logs an error alone before the event that ends with it. */
static bool is_told(const struct shown_report *rep, str message)
{
  for (uint32_t i = 0; i < rep->nresources; i++) {
    for (uint32_t k = 0; k < rep->resources[i].nevents; k++) {
      if (str_ends(rep->resources[i].events[k].message, message)) return true;
    }
  }
  return false;
}

static void read_problems(struct shown_report *rep, value whole)
{
  struct arena *a = rep->arena;
  const value logs = value_member(whole, "logs");
  struct valuevec out = {0};
  for (uint32_t i = 0; logs.kind == V_ARRAY && i < logs.array->n; i++) {
    const value line = logs.array->items[i];
    const str level = text_of(a, value_member(line, "level")), source = text_of(a, value_member(line, "source"));
    const bool bad = !str_eqz(level, "debug") && !str_eqz(level, "info") && !str_eqz(level, "notice");
    str message = text_of(a, value_member(line, "message"));
    const size_t wrapped = str_find(message, STR("\nWrapped exception:"), 0);
    if (wrapped != SIZE_MAX) message = str_sub(message, 0, wrapped);
    if (!bad || (source.n > 0 && source.p[0] == '/') || is_told(rep, message)) continue;
    valuevec_push(&out, a, value_str(arena_printf(a, "%.*s: %.*s", STR_FMT(level), STR_FMT(message))));
  }
  rep->problems = valuevec_array(&out, a).array;
}

bool report_show_read(struct arena *a, str text, struct shown_report *out, str *error)
{
  value whole;
  *out = (struct shown_report){.arena = a, .problems = &array_empty};
  if (!value_read_yaml(a, text, &whole, error)) return false;
  if (whole.kind != V_HASH ||
      (value_member(whole, "metrics").kind == V_UNDEF && value_member(whole, "status").kind == V_UNDEF)) {
    *error = STR("it is not a report");
    return false;
  }
  out->host = text_of(a, value_member(whole, "host"));
  out->time = text_of(a, value_member(whole, "time"));
  out->status = text_of(a, value_member(whole, "status"));
  out->environment = text_of(a, value_member(whole, "environment"));
  out->version = text_of(a, value_member(whole, "configuration_version"));
  out->puppet_version = text_of(a, value_member(whole, "puppet_version"));
  out->noop = value_is_true(value_member(whole, "noop"));
  out->corrective = value_is_true(value_member(whole, "corrective_change"));
  out->total = integer_of(metric_value(whole, "resources", "total"));
  out->changed = integer_of(metric_value(whole, "resources", "changed"));
  out->failed = integer_of(metric_value(whole, "resources", "failed"));
  out->skipped = integer_of(metric_value(whole, "resources", "skipped"));
  out->out_of_sync = integer_of(metric_value(whole, "resources", "out_of_sync"));
  out->seconds = number_of(metric_value(whole, "time", "total"));
  read_resources(out, whole);
  read_types(out, whole);
  read_problems(out, whole);
  return true;
}

/* --- as text --- */

static void put_name(struct buf *out, const struct shown_resource *r)
{
  buf_printf(out, "  %.*s", STR_FMT(r->ref));
  if (r->file.n > 0 && r->line > 0) buf_printf(out, " (%.*s:%lld)", STR_FMT(r->file), (long long)r->line);
  else if (r->line > 0) buf_printf(out, " (line %lld)", (long long)r->line);
  buf_char(out, '\n');
}

/* Indents the other lines of a message, too. */
static void put_message(struct buf *out, str message)
{
  buf_z(out, "    ");
  for (size_t i = 0; i < message.n; i++) {
    buf_char(out, message.p[i]);
    if (message.p[i] == '\n' && i + 1 < message.n) buf_z(out, "    ");
  }
  if (message.n == 0 || message.p[message.n - 1] != '\n') buf_char(out, '\n');
}

static void put_events(struct buf *out, const struct shown_resource *r, const char *status)
{
  for (uint32_t i = 0; i < r->nevents; i++) {
    if (str_eqz(r->events[i].status, status) && r->events[i].message.n > 0) put_message(out, r->events[i].message);
  }
}

static void put_group(const struct shown_report *rep, struct buf *out, const char *title, const char *status,
                      bool (*belongs)(const struct shown_resource *r))
{
  bool any = false;
  for (uint32_t i = 0; i < rep->nresources; i++) {
    const struct shown_resource *r = &rep->resources[i];
    if (!belongs(r)) continue;
    if (!any) buf_printf(out, "\n%s:\n", title);
    any = true;
    put_name(out, r);
    put_events(out, r, status);
    for (uint32_t k = 0; k < r->reasons->n; k++) put_message(out, value_text(r->reasons->items[k]));
  }
}

static bool has_changed(const struct shown_resource *r) { return r->changed; }
static bool has_failed(const struct shown_resource *r) { return r->failed; }
static bool would_change(const struct shown_resource *r) { return r->noop; }
static bool was_skipped(const struct shown_resource *r) { return r->skipped && r->reasons->n > 0; }

static int slower(const void *x, const void *y)
{
  const struct shown_resource *const *a = x, *const *b = y;
  return (*a)->seconds > (*b)->seconds ? -1 : (*a)->seconds < (*b)->seconds ? 1 : str_cmp((*a)->ref, (*b)->ref);
}

/* Finds the slowest resources in the report; returns how many. */
static uint32_t slowest(const struct shown_report *rep, const struct shown_resource *out[SLOWEST])
{
  const struct shown_resource **all = arena_array(rep->arena, (size_t)rep->nresources + 1, sizeof *all);
  for (uint32_t i = 0; i < rep->nresources; i++) all[i] = &rep->resources[i];
  if (rep->nresources > 0) qsort(all, rep->nresources, sizeof *all, slower);
  uint32_t n = 0;
  for (; n < SLOWEST && n < rep->nresources && all[n]->seconds > 0; n++) out[n] = all[n];
  return n;
}

void report_show_text(const struct shown_report *rep, struct buf *out)
{
  const struct shown_resource *slow[SLOWEST];
  buf_printf(out, "%.*s, %.*s: %.*s%s\n", STR_FMT(rep->host), STR_FMT(rep->time), STR_FMT(rep->status),
             rep->noop ? " (noop)" : "");
  buf_printf(out, "environment %.*s, configuration %.*s, Puppet %.*s\n", STR_FMT(rep->environment),
             STR_FMT(rep->version), STR_FMT(rep->puppet_version));
  buf_printf(out, "%lld resources in %.2f seconds: %lld changed, %lld failed, %lld skipped, %lld out of sync%s\n",
             (long long)rep->total, rep->seconds, (long long)rep->changed, (long long)rep->failed,
             (long long)rep->skipped, (long long)rep->out_of_sync,
             rep->corrective ? "; some changes were corrective" : "");
  for (uint32_t i = 0; i < rep->problems->n; i++) {
    if (i == 0) buf_z(out, "\nErrors and warnings:\n");
    put_message(out, value_text(rep->problems->items[i]));
  }
  put_group(rep, out, "Failed", "failure", has_failed);
  put_group(rep, out, "Changed", "success", has_changed);
  put_group(rep, out, "Would be changed", "noop", would_change);
  put_group(rep, out, "Skipped", "", was_skipped);
  const uint32_t n = slowest(rep, slow);
  for (uint32_t i = 0; i < n; i++) {
    if (i == 0) buf_z(out, "\nSlowest resources, in seconds:\n");
    buf_printf(out, "  %8.3f  %.*s\n", slow[i]->seconds, STR_FMT(slow[i]->ref));
  }
  for (uint32_t i = 0; i < rep->ntypes; i++) {
    const struct shown_type *t = &rep->types[i];
    if (i == 0) buf_z(out, "\nResource types:\n   seconds  changed  failed  skipped\n");
    buf_printf(out, "  %8.3f %8u %7u %8u  %.*s\n", t->seconds, t->changed, t->failed, t->skipped, STR_FMT(t->name));
  }
}

/* --- as JSON --- */

static void json_seconds(struct json_writer *w, double seconds)
{
  char text[64];
  snprintf(text, sizeof text, "%.6f", seconds);
  json_key(w, STR("seconds"));
  json_raw(w, str_of(text));
}

static void json_resource(struct json_writer *w, const struct shown_resource *r)
{
  json_begin_object(w);
  json_kstr(w, STR("resource"), r->ref);
  if (r->file.n > 0) json_kstr(w, STR("file"), r->file);
  if (r->line > 0) json_kint(w, STR("line"), r->line);
  json_kbool(w, STR("changed"), r->changed);
  json_kbool(w, STR("failed"), r->failed);
  json_kbool(w, STR("skipped"), r->skipped);
  json_kbool(w, STR("noop"), r->noop);
  json_kbool(w, STR("corrective"), r->corrective);
  json_seconds(w, r->seconds);
  json_key(w, STR("events"));
  json_begin_array(w);
  for (uint32_t i = 0; i < r->nevents; i++) {
    json_begin_object(w);
    if (r->events[i].property.n > 0) json_kstr(w, STR("property"), r->events[i].property);
    json_kstr(w, STR("status"), r->events[i].status);
    json_kstr(w, STR("message"), r->events[i].message);
    json_end_object(w);
  }
  json_end_array(w);
  json_key(w, STR("reasons"));
  json_begin_array(w);
  for (uint32_t i = 0; i < r->reasons->n; i++) json_str(w, value_text(r->reasons->items[i]));
  json_end_array(w);
  json_end_object(w);
}

static void json_head(struct json_writer *w, const struct shown_report *rep)
{
  json_kstr(w, STR("host"), rep->host);
  json_kstr(w, STR("time"), rep->time);
  json_kstr(w, STR("status"), rep->status);
  json_kbool(w, STR("noop"), rep->noop);
  json_kbool(w, STR("corrective"), rep->corrective);
  json_kstr(w, STR("environment"), rep->environment);
  json_kstr(w, STR("configuration_version"), rep->version);
  json_kstr(w, STR("puppet_version"), rep->puppet_version);
  json_kint(w, STR("total"), rep->total);
  json_kint(w, STR("changed"), rep->changed);
  json_kint(w, STR("failed"), rep->failed);
  json_kint(w, STR("skipped"), rep->skipped);
  json_kint(w, STR("out_of_sync"), rep->out_of_sync);
  json_seconds(w, rep->seconds);
}

void report_show_json(const struct shown_report *rep, struct buf *out)
{
  struct json_writer w;
  json_init(&w, out, true);
  json_begin_object(&w);
  json_head(&w, rep);
  json_key(&w, STR("problems"));
  json_begin_array(&w);
  for (uint32_t i = 0; i < rep->problems->n; i++) json_str(&w, value_text(rep->problems->items[i]));
  json_end_array(&w);
  json_key(&w, STR("resources"));
  json_begin_array(&w);
  for (uint32_t i = 0; i < rep->nresources; i++) json_resource(&w, &rep->resources[i]);
  json_end_array(&w);
  json_key(&w, STR("types"));
  json_begin_array(&w);
  for (uint32_t i = 0; i < rep->ntypes; i++) {
    const struct shown_type *t = &rep->types[i];
    json_begin_object(&w);
    json_kstr(&w, STR("type"), t->name);
    json_seconds(&w, t->seconds);
    json_kint(&w, STR("changed"), t->changed);
    json_kint(&w, STR("failed"), t->failed);
    json_kint(&w, STR("skipped"), t->skipped);
    json_end_object(&w);
  }
  json_end_array(&w);
  json_end_object(&w);
  buf_char(out, '\n');
}
