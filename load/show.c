/* Results for people. */
#include <jansson.h>

#include "load/load.h"
#include "monitor/shown.h"

static struct shown us(double n) { return show_us((uint64_t)n); }
static struct shown bytes(double n) { return show_bytes((uint64_t)n); }

static void put_times(struct buf *out, const struct spread *s)
{
  buf_printf(out, "min %s, mean %s, median %s, p95 %s, p99 %s, max %s", us((double)s->least).text,
             us(spread_mean(s)).text, us((double)spread_rank(s, 500)).text, us((double)spread_rank(s, 950)).text,
             us((double)spread_rank(s, 990)).text, us((double)s->most).text);
}

static void put_steps(struct buf *out, const struct tally *t)
{
  buf_printf(out, "  %-15s %9s %7s %10s %10s %10s %10s %10s %10s\n", "Request", "good", "failed", "mean", "median",
             "p95", "p99", "max", "bytes");
  for (size_t i = 0; i < LOAD_STEP_COUNT; i++) {
    const struct tally_step *s = &t->steps[i];
    if (s->time.count + s->failed == 0) {
      continue;
    }
    buf_printf(out, "  %-15s %9s %7s %10s %10s %10s %10s %10s %10s\n", load_step_names[i],
               show_count(s->time.count).text, show_count(s->failed).text, us(spread_mean(&s->time)).text,
               us((double)spread_rank(&s->time, 500)).text, us((double)spread_rank(&s->time, 950)).text,
               us((double)spread_rank(&s->time, 990)).text, us((double)s->time.most).text,
               s->time.count == 0 ? "-" : bytes((double)s->bytes / (double)s->time.count).text);
  }
}

static void put_faults(struct buf *out, const struct tally *t)
{
  for (size_t i = 0; i < t->fault_count; i++) {
    const struct tally_fault *f = &t->faults[i];
    buf_printf(out, "  failed: %s of %s, ", show_count(f->count).text, load_step_names[f->step]);
    if (f->kind == LOAD_FAILED_STATUS) {
      buf_printf(out, "status %d", f->status);
    } else {
      buf_z(out, load_failure_names[f->kind]);
    }
    buf_printf(out, "%s%s\n", f->text[0] != '\0' ? ": " : "", f->text);
  }
  if (t->faults_more > 0) {
    buf_printf(out, "  failed: %s of further kinds\n", show_count(t->faults_more).text);
  }
}

void show_stage(const struct load *l, const struct tally *t, struct buf *out)
{
  const uint64_t all = t->good + t->failed;
  const double s = tally_seconds(t);
  buf_printf(out, "%u client%s, %s %s in %.2f s%s\n", t->concurrency, t->concurrency == 1 ? "" : "s",
             show_count(all).text, l->o.runs ? "runs" : "catalogs", s, l->interrupted ? " (interrupted)" : "");
  if (all == 0) {
    return;
  }
  buf_printf(out, "  availability    %.2f %% (%s good, %s failed)\n", 100.0 * (double)t->good / (double)all,
             show_count(t->good).text, show_count(t->failed).text);
  if (t->good > 0) {
    buf_z(out, "  time            ");
    put_times(out, &t->time);
    buf_printf(out, "\n  rate            %.2f transactions/s; real concurrency %.2f; fairness %.3f\n", tally_rate(t),
               tally_concurrency(t), tally_fairness(t));
  }
  if (s > 0) {
    buf_printf(out, "  throughput      %s/s received, %s/s sent; %s TLS handshakes, %s of them resumed\n",
               bytes((double)t->received / s).text, bytes((double)t->sent / s).text, show_count(t->handshakes).text,
               show_count(t->resumed).text);
  }
  if (t->size.count > 0) {
    buf_printf(out, "  catalog size    min %s, mean %s, max %s as sent\n", bytes((double)t->size.least).text,
               bytes(spread_mean(&t->size)).text, bytes((double)t->size.most).text);
  }
  buf_printf(out, "  load's own      %.1f %% of a processor, %s a transaction\n",
             s > 0 ? (double)t->cpu_us / s / 1e4 : 0.0, us((double)t->cpu_us / (double)all).text);
  put_steps(out, t);
  put_faults(out, t);
}

static double number(const json_t *o, const char *key) { return json_number_value(json_object_get(o, key)); }

void show_table(const struct load *l, json_t *stages, struct buf *out)
{
  (void)l;
  buf_printf(out, "%8s %9s %7s %13s %12s %11s %11s %11s %11s %9s\n", "clients", "good", "failed", "availability",
             "rate/s", "median", "p95", "p99", "max", "fairness");
  for (size_t i = 0; i < json_array_size(stages); i++) {
    const json_t *s = json_array_get(stages, i), *time = json_object_get(s, "time_us");
    buf_printf(out, "%8.0f %9.0f %7.0f %11.2f %% %12.2f %11s %11s %11s %11s %9.3f\n", number(s, "concurrency"),
               number(s, "good"), number(s, "failed"), number(s, "availability") * 100, number(s, "rate"),
               us(number(time, "median")).text, us(number(time, "p95")).text, us(number(time, "p99")).text,
               us(number(time, "max")).text, number(s, "fairness"));
  }
}
