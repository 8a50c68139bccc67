/* Results as JSON, for drawings and other programs. */
#include <jansson.h>

#include "load/load.h"

static json_t *count(uint64_t n) { return json_integer((json_int_t)n); }
static void set(json_t *o, const char *key, json_t *v) { json_object_set_new(o, key, v); }

static json_t *numbers(const struct spread *s)
{
  static const struct {
    const char *name;
    unsigned permille;
  } ranks[] = {{"median", 500}, {"p75", 750}, {"p90", 900}, {"p95", 950}, {"p99", 990}, {"p999", 999}};
  json_t *o = json_object();
  set(o, "count", count(s->count));
  set(o, "min", count(s->least));
  set(o, "mean", json_real(spread_mean(s)));
  for (size_t i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
    set(o, ranks[i].name, count(spread_rank(s, ranks[i].permille)));
  }
  set(o, "max", count(s->most));
  return o;
}

/* [[bound, count up to it and above the previous bound]...] */
static json_t *histogram(const struct spread *s)
{
  json_t *a = json_array();
  for (uint32_t c = 0; c < SPREAD_CELLS; c++) {
    if (s->cells[c] > 0) {
      json_array_append_new(a, json_pack("[I, I]", (json_int_t)spread_bound(c), (json_int_t)s->cells[c]));
    }
  }
  return a;
}

static json_t *steps(const struct tally *t)
{
  json_t *o = json_object();
  for (size_t i = 0; i < LOAD_STEP_COUNT; i++) {
    const struct tally_step *s = &t->steps[i];
    if (s->time.count + s->failed == 0) {
      continue;
    }
    json_t *step = json_object();
    set(step, "good", count(s->time.count));
    set(step, "failed", count(s->failed));
    set(step, "bytes", count(s->bytes));
    set(step, "time_us", numbers(&s->time));
    set(o, load_step_names[i], step);
  }
  return o;
}

static json_t *faults(const struct tally *t)
{
  json_t *a = json_array();
  for (size_t i = 0; i < t->fault_count; i++) {
    const struct tally_fault *f = &t->faults[i];
    json_t *o = json_object();
    set(o, "request", json_string(load_step_names[f->step]));
    set(o, "kind", json_string(load_failure_names[f->kind]));
    if (f->kind == LOAD_FAILED_STATUS) {
      set(o, "status", json_integer(f->status));
    }
    set(o, "count", count(f->count));
    set(o, "text", json_string(f->text));
    json_array_append_new(a, o);
  }
  return a;
}

static json_t *seconds(const struct tally *t)
{
  json_t *a = json_array();
  for (size_t i = 0; i < t->second_count; i++) {
    json_array_append_new(a, json_pack("[i, i]", (int)t->seconds[i].good, (int)t->seconds[i].failed));
  }
  return a;
}

json_t *results_stage(const struct load *l, const struct tally *t)
{
  const uint64_t all = t->good + t->failed;
  json_t *o = json_object();
  set(o, "concurrency", json_integer(t->concurrency));
  set(o, "interrupted", json_boolean(l->interrupted));
  set(o, "seconds", json_real(tally_seconds(t)));
  set(o, "good", count(t->good));
  set(o, "failed", count(t->failed));
  set(o, "availability", json_real(all == 0 ? 0 : (double)t->good / (double)all));
  set(o, "rate", json_real(tally_rate(t)));
  set(o, "real_concurrency", json_real(tally_concurrency(t)));
  set(o, "fairness", json_real(tally_fairness(t)));
  set(o, "received_bytes", count(t->received));
  set(o, "sent_bytes", count(t->sent));
  set(o, "handshakes", count(t->handshakes));
  set(o, "resumed", count(t->resumed));
  set(o, "cpu_us", count(t->cpu_us));
  set(o, "time_us", numbers(&t->time));
  set(o, "catalog_bytes", numbers(&t->size));
  set(o, "requests", steps(t));
  set(o, "failures", faults(t));
  set(o, "histogram_us", histogram(&t->time));
  set(o, "by_second", seconds(t));
  return o;
}

json_t *results_all(const struct load *l, json_t *stages)
{
  static const char *const reuse[] = {
    [LOAD_REUSE_RUN] = "run", [LOAD_REUSE_NONE] = "request", [LOAD_REUSE_CLIENT] = "client"};
  const struct load_options *o = &l->o;
  json_t *r = json_object();
  set(r, "program", json_string("ficelle load " FICELLE_VERSION));
  set(r, "label", json_string(o->label != NULL ? o->label : o->server));
  set(r, "server", json_string(o->server));
  set(r, "port", json_integer(o->port));
  set(r, "transaction", json_string(o->runs ? "run" : "catalog"));
  set(r, "nodes", json_integer((json_int_t)l->nodes.count));
  set(r, "connections", json_string(reuse[o->reuse]));
  set(r, "resume", json_boolean(o->resume));
  set(r, "gzip", json_boolean(o->gzip));
  set(r, "duration", json_real(o->duration));
  set(r, "repeat", json_integer(o->repeat));
  set(r, "ramp", json_real(o->ramp));
  set(r, "think", json_real(o->think));
  set(r, "splay", json_real(o->splay));
  set(r, "timeout", json_real(o->timeout));
  set(r, "stages", stages);
  return r;
}
