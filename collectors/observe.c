#include "collectors/observe.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX_DEPTH 64   /* phases inside phases; deeper ones count for the phase at this depth */

struct observe {
  struct observer observer;
  struct stats_store *store;
  bool running;
  bool ended;
  struct stats_compile compile;
  struct stats_parses outside;
  struct stats_type_count *types;
  size_t type_room;
  char environment[256];
  char node[256];
  uint64_t began_ns;
  uint64_t since_ns;                       /* when the innermost phase's clock last began to run */
  uint64_t phase_ns[STATS_PHASES];
  unsigned depth;                          /* open phases; stack[depth - 1] is the innermost */
  uint8_t stack[MAX_DEPTH];
};

_Static_assert(PHASE_COUNT <= STATS_PHASES, "the store has room for every phase");

static uint64_t now_ns(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static str keep(char *to, size_t size, const char *p, size_t n)
{
  n = n < size ? n : size;
  if (n > 0) {
    memcpy(to, p, n);
  }
  return (str){to, n};
}

static void on_compile_begin(void *ctx, const struct observer_begin *begin)
{
  struct observe *o = ctx;
  if (o->running && o->store != NULL) {
    stats_compile_stopped(o->store);   /* the one before was abandoned without an end */
  }
  memset(&o->compile, 0, sizeof o->compile);
  memset(o->phase_ns, 0, sizeof o->phase_ns);
  o->compile.environment = keep(o->environment, sizeof o->environment, begin->environment, begin->environment_length);
  o->compile.node = keep(o->node, sizeof o->node, begin->node, begin->node_length);
  o->running = true;
  o->depth = 0;
  if (o->store != NULL) {
    stats_compile_started(o->store);
  }
  o->began_ns = now_ns();
}

/* Gives the time since the last event to the innermost phase. */
static void charge(struct observe *o, uint64_t now)
{
  if (o->depth > 0) {
    unsigned top = o->depth <= MAX_DEPTH ? o->depth - 1 : MAX_DEPTH - 1;
    o->phase_ns[o->stack[top]] += now - o->since_ns;
  }
  o->since_ns = now;
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
    charge(o, now_ns());
    enter(o, phase);
  }
}

static void on_phase_next(void *ctx, enum compile_phase phase)
{
  struct observe *o = ctx;
  if (in_compile(o, phase)) {
    charge(o, now_ns());
    o->depth -= o->depth > 0;
    enter(o, phase);
  }
}

static void on_phase_end(void *ctx)
{
  struct observe *o = ctx;
  if (o->running && o->depth > 0) {
    charge(o, now_ns());
    o->depth--;
  }
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

static void on_compile_end(void *ctx, const struct observer_summary *summary)
{
  struct observe *o = ctx;
  struct stats_compile *c = &o->compile;
  uint64_t now = now_ns();
  if (!o->running) {
    return;
  }
  charge(o, now);
  c->environment = keep(o->environment, sizeof o->environment, summary->environment, summary->environment_length);
  c->node = keep(o->node, sizeof o->node, summary->node, summary->node_length);
  c->failure = (uint32_t)summary->failure;
  c->wall_us = summary->wall_us != 0 ? summary->wall_us : (now - o->began_ns + 500) / 1000;
  c->resources = summary->resources;
  c->edges = summary->edges;
  c->warnings = summary->warnings;
  c->deprecations = summary->deprecations;
  c->peak_bytes = summary->peak_bytes;
  for (int p = 1; p < STATS_PHASES; p++) {
    c->phase_us[p] = (o->phase_ns[p] + 500) / 1000;
  }
  take_types(o, summary);
  o->running = false;
  o->ended = true;
  if (o->store != NULL) {
    observe_flush(o);
    stats_record_compile(o->store, c);
    stats_compile_stopped(o->store);
  }
  c->types = NULL;   /* the names were the compiler's */
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

const struct observer *observe_observer(struct observe *o)
{
  return &o->observer;
}

const struct stats_compile *observe_last(const struct observe *o)
{
  return o->ended && !o->running ? &o->compile : NULL;
}

void observe_flush(struct observe *o)
{
  static const struct stats_parses none;
  if (o->store != NULL && memcmp(&o->outside, &none, sizeof none) != 0 &&
      stats_record_parses(o->store, &o->outside)) {
    o->outside = none;
  }
}
