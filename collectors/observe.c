/* The observer that records compilations: times phases and calls into Ruby exclusively, and adds one record to the
 * store at the end. */
#include "collectors/observe.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "collectors/stats.h"

#define MAX_DEPTH 64  /* phases inside phases; deeper ones count for the phase at this depth */
#define MAX_SPANS 512 /* spans inside spans; deeper ones only count */

/* A call into Ruby, or a template, that has begun. */
struct span {
  bool ruby;       /* else a template */
  uint8_t number;  /* of its kind or way */
  unsigned phases; /* open phases when it began */
  uint64_t since_ns;
  uint64_t inside_ns; /* time of ended inner spans of the same sort */
};

struct observe {
  struct observer observer;
  struct stats_store *store;
  bool running;
  bool ended;
  struct stats_compile compile;
  struct stats_parses outside;
  struct stats_work outside_work;
  struct stats_type_count *types;
  size_t type_room;
  char environment[256];
  char node[256];
  uint64_t began_ns;
  uint64_t began_ticks;
  uint64_t since_ticks; /* when the innermost phase's clock last began to run */
  uint64_t phase_ticks[STATS_PHASES];
  unsigned depth; /* open phases; stack[depth - 1] is the innermost */
  uint8_t stack[MAX_DEPTH];
  bool worked;         /* there were spans since the last sum */
  unsigned span_depth; /* open spans */
  struct span spans[MAX_SPANS];
  uint64_t ruby_ns[STATS_RUBY_KINDS]; /* of the compilation or, outside of one, since the last flush */
  uint64_t template_ns[STATS_TEMPLATE_WAYS];
};

_Static_assert(PHASE_COUNT <= STATS_PHASES && (int)RUBY_KIND_COUNT <= STATS_RUBY_KINDS &&
                 (int)TEMPLATE_WAY_COUNT <= STATS_TEMPLATE_WAYS,
               "the store has room for every phase, kind of call and way of rendering");

/* A clock that is cheap to read and only has to be even during one compilation: the wall time of the same compilation
 * converts its ticks to nanoseconds. If the processor has no such clock, it returns nanoseconds. */
static uint64_t ticks(void)
{
#if defined(__x86_64__)
  return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t t;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(t));
  return t;
#else
  return clock_ns(CLOCK_MONOTONIC);
#endif
}

static str keep(char *to, size_t size, const char *p, size_t n)
{
  n = n < size ? n : size;
  if (n > 0) {
    memcpy(to, p, n);
  }
  return (str){to, n};
}

static struct stats_work *work_of(struct observe *o) { return o->running ? &o->compile.work : &o->outside_work; }

static struct stats_spans *counts_of(struct observe *o, const struct span *s)
{
  return s->ruby ? &work_of(o)->ruby[s->number] : &work_of(o)->templates[s->number];
}

/* Converts nanoseconds to microseconds, and adds up all kinds. */
static void settle_spans(struct stats_spans *spans, uint64_t *ns, size_t n)
{
  for (size_t i = 1; i < n; i++) {
    spans[i].us += (ns[i] + 500) / 1000;
    ns[i] = 0;
  }
  spans[0] = (struct stats_spans){0};
  for (size_t i = 1; i < n; i++) {
    spans[0].count += spans[i].count;
    spans[0].failed += spans[i].failed;
    spans[0].us += spans[i].us;
  }
}

/* Ends the innermost span. */
static void end_innermost(struct observe *o, uint64_t now, enum observer_outcome outcome)
{
  if (--o->span_depth >= MAX_SPANS) {
    return;
  }
  const struct span *s = &o->spans[o->span_depth];
  uint64_t elapsed = now - s->since_ns;
  uint64_t own = elapsed > s->inside_ns ? elapsed - s->inside_ns : 0;
  (s->ruby ? o->ruby_ns : o->template_ns)[s->number] += own;
  counts_of(o, s)->failed += outcome != OBSERVED_DONE;
  if (s->ruby) {
    work_of(o)->ruby_histogram[stats_bucket((own + 999) / 1000)]++;
    work_of(o)->ruby_stopped += outcome == OBSERVED_STOPPED;
  }
  for (unsigned i = o->span_depth; i-- > 0;) {
    if (o->spans[i].ruby == s->ruby) {
      o->spans[i].inside_ns += elapsed;
      break;
    }
  }
}

/* Ends open spans as failed, and adds up. */
static void settle_work(struct observe *o)
{
  if (!o->worked) {
    return;
  }
  uint64_t now = o->span_depth > 0 ? clock_ns(CLOCK_MONOTONIC) : 0;
  while (o->span_depth > 0) {
    end_innermost(o, now, OBSERVED_FAILED);
  }
  settle_spans(work_of(o)->ruby, o->ruby_ns, STATS_RUBY_KINDS);
  settle_spans(work_of(o)->templates, o->template_ns, STATS_TEMPLATE_WAYS);
  o->worked = false;
}

static void on_compile_begin(void *ctx, const struct observer_begin *begin)
{
  struct observe *o = ctx;
  if (o->running && o->store != NULL) {
    stats_compile_stopped(o->store); /* the previous one was abandoned without an end */
  }
  settle_work(o);
  memset(&o->compile, 0, sizeof o->compile);
  memset(o->phase_ticks, 0, sizeof o->phase_ticks);
  o->compile.environment = keep(o->environment, sizeof o->environment, begin->environment, begin->environment_length);
  o->compile.node = keep(o->node, sizeof o->node, begin->node, begin->node_length);
  o->running = true;
  o->depth = 0;
  if (o->store != NULL) {
    stats_compile_started(o->store);
  }
  o->began_ns = clock_ns(CLOCK_MONOTONIC);
  o->began_ticks = ticks();
}

/* Adds the time since the last event to the innermost phase. */
static void charge(struct observe *o, uint64_t now)
{
  if (o->depth > 0) {
    unsigned top = o->depth <= MAX_DEPTH ? o->depth - 1 : MAX_DEPTH - 1;
    /* A thread that moved to another processor may see the counter go back a little. */
    o->phase_ticks[o->stack[top]] += now > o->since_ticks ? now - o->since_ticks : 0;
  }
  o->since_ticks = now;
}

static void enter(struct observe *o, enum compile_phase phase)
{
  if (o->depth < MAX_DEPTH) {
    o->stack[o->depth] = (uint8_t)phase;
  }
  o->depth++;
  o->compile.phase_count[phase]++;
}

static bool in_compile(const struct observe *o, enum compile_phase phase)
{
  return o->running && phase > PHASE_NONE && phase < PHASE_COUNT;
}

static void on_phase_begin(void *ctx, enum compile_phase phase)
{
  struct observe *o = ctx;
  if (in_compile(o, phase)) {
    charge(o, ticks());
    enter(o, phase);
  }
}

static void on_phase_next(void *ctx, enum compile_phase phase)
{
  struct observe *o = ctx;
  if (in_compile(o, phase)) {
    charge(o, ticks());
    o->depth -= o->depth > 0;
    enter(o, phase);
  }
}

static void on_phase_end(void *ctx)
{
  struct observe *o = ctx;
  if (o->running && o->depth > 0) {
    charge(o, ticks());
    o->depth--;
  }
}

static unsigned begin_span(struct observe *o, bool ruby, unsigned number, enum compile_phase phase)
{
  unsigned mark = o->span_depth++;
  o->worked = true;
  struct span s = {.ruby = ruby, .number = (uint8_t)number, .phases = o->depth};
  counts_of(o, &s)->count++;
  if (mark < MAX_SPANS) {
    s.since_ns = clock_ns(CLOCK_MONOTONIC);
    o->spans[mark] = s;
  }
  if (o->running) {
    charge(o, ticks());
    enter(o, phase);
  }
  return mark;
}

static unsigned on_ruby_begin(void *ctx, enum ruby_kind kind) { return begin_span(ctx, true, kind, PHASE_RUBY); }

static unsigned on_template_begin(void *ctx, enum template_way way)
{
  return begin_span(ctx, false, way, PHASE_TEMPLATE);
}

static void on_span_end(void *ctx, unsigned mark, enum observer_outcome outcome)
{
  struct observe *o = ctx;
  if (o->span_depth <= mark) {
    return; /* ended already, by the end of a compilation */
  }
  uint64_t now = clock_ns(CLOCK_MONOTONIC);
  while (o->span_depth > mark + 1) {
    end_innermost(o, now, OBSERVED_FAILED);
  }
  end_innermost(o, now, outcome);
  if (o->running) {
    charge(o, ticks());
    unsigned phases = mark < MAX_SPANS ? o->spans[mark].phases : o->depth - 1;
    o->depth = o->depth > phases ? phases : o->depth;
  }
}

static void on_ruby_started(void *ctx, uint64_t time_us)
{
  struct stats_work *work = work_of(ctx);
  work->ruby_starts++;
  work->ruby_start_us += time_us;
  work->ruby_last_start_us = time_us;
}

static void on_parse(void *ctx, const struct observer_parse *parse)
{
  struct observe *o = ctx;
  struct stats_parses *p = o->running ? &o->compile.parses : &o->outside;
  if (parse->cache_used) {
    p->cache_hits += parse->cache_hit;
    p->cache_misses += !parse->cache_hit;
  }
  if (!parse->cache_hit) {
    p->files++;
    p->bytes += parse->bytes;
    p->errors += parse->failed;
  }
}

static void take_types(struct observe *o, const struct observer_summary *summary)
{
  if (o->type_room < summary->type_count) {
    free(o->types);
    o->types = calloc(summary->type_count, sizeof *o->types);
    o->type_room = o->types != NULL ? summary->type_count : 0;
  }
  size_t count = summary->type_count < o->type_room ? summary->type_count : o->type_room;
  for (size_t i = 0; i < count; i++) {
    o->types[i].name = (str){summary->types[i].name, summary->types[i].length};
    o->types[i].count = summary->types[i].count;
  }
  o->compile.types = o->types;
  o->compile.type_count = count;
}

static void count_phases(struct observe *o, uint64_t wall_ns, uint64_t wall_ticks)
{
  double us_per_tick = wall_ticks == 0 ? 0 : (double)wall_ns / 1e3 / (double)wall_ticks;
  for (int p = 1; p < PHASE_COUNT; p++) {
    if (o->phase_ticks[p] != 0) {
      o->compile.phase_us[p] = (uint64_t)((double)o->phase_ticks[p] * us_per_tick + 0.5);
    }
  }
}

static void on_compile_end(void *ctx, const struct observer_summary *summary)
{
  struct observe *o = ctx;
  struct stats_compile *c = &o->compile;
  if (!o->running) {
    return;
  }
  uint64_t now_ticks = ticks();
  uint64_t wall_ns = clock_ns(CLOCK_MONOTONIC) - o->began_ns;
  charge(o, now_ticks);
  c->environment = keep(o->environment, sizeof o->environment, summary->environment, summary->environment_length);
  c->node = keep(o->node, sizeof o->node, summary->node, summary->node_length);
  c->failure = (uint32_t)summary->failure;
  c->wall_us = summary->wall_us != 0 ? summary->wall_us : (wall_ns + 500) / 1000;
  c->resources = summary->resources;
  c->edges = summary->edges;
  c->warnings = summary->warnings;
  c->deprecations = summary->deprecations;
  c->peak_bytes = summary->peak_bytes;
  c->native_calls = summary->native_calls;
  c->ruby_bytes = summary->ruby_bytes;
  settle_work(o);
  count_phases(o, wall_ns, now_ticks > o->began_ticks ? now_ticks - o->began_ticks : 0);
  take_types(o, summary);
  o->running = false;
  o->ended = true;
  if (o->store != NULL) {
    observe_flush(o);
    stats_record_compile(o->store, c);
    stats_compile_stopped(o->store);
  }
  c->types = NULL; /* the names belong to the compiler */
  c->type_count = 0;
}

struct observe *observe_new(struct stats_store *store)
{
  struct observe *o = calloc(1, sizeof *o);
  if (o == NULL) {
    abort();
  }
  o->store = store;
  o->observer = (struct observer){
    .ctx = o,
    .compile_begin = on_compile_begin,
    .phase_begin = on_phase_begin,
    .phase_next = on_phase_next,
    .phase_end = on_phase_end,
    .parse = on_parse,
    .ruby_begin = on_ruby_begin,
    .template_begin = on_template_begin,
    .span_end = on_span_end,
    .ruby_started = on_ruby_started,
    .compile_end = on_compile_end,
  };
  return o;
}

void observe_free(struct observe *o)
{
  if (o == NULL) {
    return;
  }
  observe_flush(o);
  if (o->running && o->store != NULL) {
    stats_compile_stopped(o->store);
  }
  free(o->types);
  free(o);
}

const struct observer *observe_observer(struct observe *o) { return &o->observer; }

const struct stats_compile *observe_last(const struct observe *o)
{
  return o->ended && !o->running ? &o->compile : NULL;
}

void observe_flush(struct observe *o)
{
  static const struct stats_parses none;
  static const struct stats_work no_work;
  if (o->store == NULL) {
    return;
  }
  if (!o->running) {
    settle_work(o);
  }
  if (memcmp(&o->outside, &none, sizeof none) != 0 && stats_record_parses(o->store, &o->outside)) {
    o->outside = none;
  }
  if (memcmp(&o->outside_work, &no_work, sizeof no_work) != 0 && stats_record_work(o->store, &o->outside_work)) {
    o->outside_work = no_work;
  }
}
