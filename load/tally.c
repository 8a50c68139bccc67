#include "load/tally.h"

#include <stdlib.h>
#include <string.h>

const char *const load_step_names[LOAD_STEP_COUNT] = {
#define STEP(symbol, name) name,
  LOAD_STEPS(STEP)
#undef STEP
};
const char *const load_failure_names[LOAD_FAILURE_COUNT] = {
#define FAILURE(symbol, name) name,
  LOAD_FAILURES(FAILURE)
#undef FAILURE
};

static void *must(void *p)
{
  if (p == NULL) {
    abort();
  }
  return p;
}

void tally_begin(struct tally *t, unsigned concurrency, uint64_t now_us)
{
  memset(t, 0, sizeof *t);
  t->concurrency = concurrency;
  t->began_us = t->ended_us = now_us;
  t->clients = must(calloc(concurrency, sizeof *t->clients));
}

void tally_free(struct tally *t)
{
  free(t->clients);
  free(t->seconds);
  t->clients = NULL;
  t->seconds = NULL;
}

void tally_step_done(struct tally *t, enum load_step step, uint64_t us, uint64_t bytes)
{
  spread_add(&t->steps[step].time, us);
  t->steps[step].bytes += bytes;
}

/* A server's message can contain any bytes. */
static void keep_text(char out[TALLY_TEXT], str text)
{
  size_t n = 0;
  for (size_t i = 0; i < text.n && n + 1 < TALLY_TEXT; i++) {
    const unsigned char c = (unsigned char)text.p[i];
    const bool blank = c == ' ' || c == '\n' || c == '\r' || c == '\t';
    if (!blank || (n > 0 && out[n - 1] != ' ')) {
      out[n++] = blank ? ' ' : c < 0x20 || c > 0x7e ? '?' : (char)c;
    }
  }
  out[n] = '\0';
}

void tally_fault(struct tally *t, enum load_step step, enum load_failure kind, int status, str text)
{
  t->steps[step].failed++;
  for (size_t i = 0; i < t->fault_count; i++) {
    struct tally_fault *f = &t->faults[i];
    if (f->kind == kind && f->step == step && f->status == status) {
      f->count++;
      return;
    }
  }
  if (t->fault_count == TALLY_FAULTS) {
    t->faults_more++;
    return;
  }
  struct tally_fault *f = &t->faults[t->fault_count++];
  *f = (struct tally_fault){.kind = kind, .step = step, .status = status, .count = 1};
  keep_text(f->text, text);
}

static struct tally_second *second_of(struct tally *t, uint64_t us)
{
  const size_t second = (size_t)((us - t->began_us) / 1000000);
  if (second >= t->second_count) {
    t->seconds = must(realloc(t->seconds, (second + 1) * sizeof *t->seconds));
    memset(t->seconds + t->second_count, 0, (second + 1 - t->second_count) * sizeof *t->seconds);
    t->second_count = second + 1;
  }
  return &t->seconds[second];
}

void tally_transaction(struct tally *t, unsigned client, bool good, uint64_t began_us, uint64_t ended_us)
{
  struct tally_client *c = &t->clients[client];
  struct tally_second *s = second_of(t, ended_us);
  const uint64_t us = ended_us - began_us;
  t->ended_us = ended_us;
  t->busy_us += (double)us;
  if (good) {
    t->good++;
    c->good++;
    c->busy_us += (double)us;
    s->good++;
    spread_add(&t->time, us);
  } else {
    t->failed++;
    c->failed++;
    s->failed++;
  }
}

double tally_seconds(const struct tally *t) { return (double)(t->ended_us - t->began_us) / 1e6; }

double tally_rate(const struct tally *t) { return t->ended_us == t->began_us ? 0 : (double)t->good / tally_seconds(t); }

double tally_concurrency(const struct tally *t)
{
  return t->ended_us == t->began_us ? 0 : t->busy_us / (double)(t->ended_us - t->began_us);
}

double tally_fairness(const struct tally *t)
{
  double sum = 0, squares = 0;
  unsigned n = 0;
  for (unsigned i = 0; i < t->concurrency; i++) {
    const struct tally_client *c = &t->clients[i];
    if (c->good + c->failed == 0) {
      continue; /* it has no result: its transaction was not complete at the end */
    }
    const double got = c->busy_us > 0 ? (double)c->good / c->busy_us : 0;
    n++;
    sum += got;
    squares += got * got;
  }
  return squares > 0 ? sum * sum / ((double)n * squares) : 0;
}
