/* Events that the compiler reports during a compilation.
 *
 * The compiler calls the functions of a `struct observer` that its caller passes. The observer and its members may be
 * NULL: the compiler uses the inline functions below, which check this.
 *
 * Order of the calls of one compilation:
 *   compile_begin, then phase and parse events, properly nested, then compile_end.
 * compile_end is called exactly once, also after a failure. It ends phases that are still open. Files may be parsed
 * outside a compilation (`parser validate`, an environment loaded in advance); such parse events do not belong to a
 * compilation.
 *
 * Nested time: phases form a stack, and time counts only for the innermost one (self time), so the phases of a
 * compilation add up to its wall time. See phase.def.
 *
 * Spans: a call into Ruby and the rendering of a template have a begin, which returns a mark, and an end with that
 * mark. They nest in any order. If a failure skips an end, the end of an outer span, or of the compilation, counts all
 * open spans inside as failed, and ends their phases. The time of a call into Ruby excludes calls into Ruby inside it,
 * that of a template excludes templates inside it; but an ERB template that Ruby renders is a template
 * (TEMPLATE_WAY_ERB_RUBY) and, inside, a call into Ruby (RUBY_KIND_TEMPLATE), and its time counts for both. A span is
 * also a phase (PHASE_RUBY, PHASE_TEMPLATE), which the caller must not begin. Spans may occur outside a compilation.
 * Native functions of modules are only counted, in the summary, since they are many and fast.
 *
 * Cost: one clock reading for each of phase_begin, phase_end and phase_next. phase_next ends a phase and begins the
 * next with a single reading, so the main sequence should be begin, next, next, ..., end. Begin and end of a span take
 * two each.
 *
 * An observer must not keep pointers from its arguments, call the compiler, or jump out of a call. One observer serves
 * one compilation at a time. */
#ifndef COMPILER_OBSERVER_H
#define COMPILER_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* PHASE_<symbol>: the numbers of phase.def, from 1. */
enum compile_phase {
  PHASE_NONE = 0,
#define PHASE(symbol, number, name, description) PHASE_##symbol = number,
#include "compiler/observer/phase.def"
#undef PHASE
  PHASE_COUNT
};

/* FAILURE_<symbol>: the numbers of failure.def; FAILURE_NONE is success. */
enum failure_class {
#define FAILURE(symbol, number, name, description) FAILURE_##symbol = number,
#include "compiler/observer/failure.def"
#undef FAILURE
  FAILURE_COUNT
};

/* RUBY_KIND_<symbol>: the numbers of ruby_kind.def, from 1. */
enum ruby_kind {
  RUBY_KIND_NONE = 0,
#define RUBY_KIND(symbol, number, name, description) RUBY_KIND_##symbol = number,
#include "compiler/observer/ruby_kind.def"
#undef RUBY_KIND
  RUBY_KIND_COUNT
};

/* TEMPLATE_WAY_<symbol>: the numbers of template_way.def, from 1. */
enum template_way {
  TEMPLATE_WAY_NONE = 0,
#define TEMPLATE_WAY(symbol, number, name, description) TEMPLATE_WAY_##symbol = number,
#include "compiler/observer/template_way.def"
#undef TEMPLATE_WAY
  TEMPLATE_WAY_COUNT
};

/* The outcome of a call into Ruby or the rendering of a template. */
enum observer_outcome {
  OBSERVED_DONE,
  OBSERVED_FAILED,  /* with an error, even if it is caught */
  OBSERVED_STOPPED, /* by the limit of time or memory of a call; also counted as failed */
};

/* The number of resources of a type in a catalog. `name` is the type's name in lower case ("file", "apache::vhost",
 * "class"), not NUL-terminated. */
struct observer_type_count {
  const char *name;
  size_t length;
  uint64_t count;
};

/* Data at the beginning of a compilation. Lengths are in bytes; node may be empty. */
struct observer_begin {
  const char *environment;
  size_t environment_length;
  const char *node;
  size_t node_length;
};

/* A parsed file, or a cached result of parsing. */
struct observer_parse {
  uint64_t bytes;  /* size of the source; 0 if it was cached */
  bool cache_used; /* whether there is a cache */
  bool cache_hit;  /* found in the cache: bytes and errors are not counted again */
  bool failed;     /* at least one error */
};

/* Data at the end of a compilation. If it failed, the counts up to the failure. */
struct observer_summary {
  const char *environment;
  size_t environment_length;
  const char *node;
  size_t node_length;
  enum failure_class failure;
  uint64_t wall_us;   /* begin to end on the monotonic clock; 0: the observer measures it itself */
  uint64_t resources; /* in the resulting catalog; 0 if it failed */
  uint64_t edges;
  uint64_t warnings; /* warnings logged by the compilation, without deprecations */
  uint64_t deprecations;
  uint64_t peak_bytes;   /* maximum memory of the compilation's arenas */
  uint64_t native_calls; /* calls of native functions that replace Ruby functions of modules */
  uint64_t ruby_bytes;   /* memory of Ruby at the end; 0: Ruby is not running */
  const struct observer_type_count *types;
  size_t type_count;
};

struct observer {
  void *ctx;
  void (*compile_begin)(void *ctx, const struct observer_begin *begin);
  void (*phase_begin)(void *ctx, enum compile_phase phase);
  void (*phase_next)(void *ctx, enum compile_phase phase);
  void (*phase_end)(void *ctx);
  void (*parse)(void *ctx, const struct observer_parse *parse);
  unsigned (*ruby_begin)(void *ctx, enum ruby_kind kind);
  unsigned (*template_begin)(void *ctx, enum template_way way);
  void (*span_end)(void *ctx, unsigned mark, enum observer_outcome outcome);
  void (*ruby_started)(void *ctx, uint64_t time_us);
  void (*compile_end)(void *ctx, const struct observer_summary *summary);
};

static inline void observer_compile_begin(const struct observer *o, const struct observer_begin *begin)
{
  if (o != NULL && o->compile_begin != NULL) {
    o->compile_begin(o->ctx, begin);
  }
}

/* Begins a phase inside the current one, whose time stops until observer_phase_end. */
static inline void observer_phase_begin(const struct observer *o, enum compile_phase phase)
{
  if (o != NULL && o->phase_begin != NULL) {
    o->phase_begin(o->ctx, phase);
  }
}

/* Ends the current phase and begins `phase` at the same depth. */
static inline void observer_phase_next(const struct observer *o, enum compile_phase phase)
{
  if (o != NULL && o->phase_next != NULL) {
    o->phase_next(o->ctx, phase);
  }
}

/* Ends the current phase. */
static inline void observer_phase_end(const struct observer *o)
{
  if (o != NULL && o->phase_end != NULL) {
    o->phase_end(o->ctx);
  }
}

static inline void observer_parsed(const struct observer *o, const struct observer_parse *parse)
{
  if (o != NULL && o->parse != NULL) {
    o->parse(o->ctx, parse);
  }
}

/* Begins a call into Ruby; returns the mark for observer_span_end. */
static inline unsigned observer_ruby_begin(const struct observer *o, enum ruby_kind kind)
{
  return o != NULL && o->ruby_begin != NULL ? o->ruby_begin(o->ctx, kind) : 0;
}

/* Begins the rendering of a template; returns the mark for observer_span_end. */
static inline unsigned observer_template_begin(const struct observer *o, enum template_way way)
{
  return o != NULL && o->template_begin != NULL ? o->template_begin(o->ctx, way) : 0;
}

/* Ends the span of that mark with `outcome`. Open spans inside it failed. */
static inline void observer_span_end(const struct observer *o, unsigned mark, enum observer_outcome outcome)
{
  if (o != NULL && o->span_end != NULL) {
    o->span_end(o->ctx, mark, outcome);
  }
}

/* Reports that Ruby was started in this process: loading the plug-in, the interpreter and its library took `time_us`.
 * This time does not belong to a call into Ruby; it is reported before the span of the call begins. */
static inline void observer_ruby_started(const struct observer *o, uint64_t time_us)
{
  if (o != NULL && o->ruby_started != NULL) {
    o->ruby_started(o->ctx, time_us);
  }
}

static inline void observer_compile_end(const struct observer *o, const struct observer_summary *summary)
{
  if (o != NULL && o->compile_end != NULL) {
    o->compile_end(o->ctx, summary);
  }
}

/* Returns the name of a phase, failure class, kind of Ruby call or way of a template in the .def files; NULL: unknown
 * number. */
static inline const char *compile_phase_name(unsigned phase)
{
  static const char *const names[PHASE_COUNT] = {
#define PHASE(symbol, number, name, description) [number] = name,
#include "compiler/observer/phase.def"
#undef PHASE
  };
  return phase < PHASE_COUNT ? names[phase] : NULL;
}

static inline const char *failure_class_name(unsigned failure)
{
  static const char *const names[FAILURE_COUNT] = {
#define FAILURE(symbol, number, name, description) [number] = name,
#include "compiler/observer/failure.def"
#undef FAILURE
  };
  return failure < FAILURE_COUNT ? names[failure] : NULL;
}

static inline const char *ruby_kind_name(unsigned kind)
{
  static const char *const names[RUBY_KIND_COUNT] = {
#define RUBY_KIND(symbol, number, name, description) [number] = name,
#include "compiler/observer/ruby_kind.def"
#undef RUBY_KIND
  };
  return kind < RUBY_KIND_COUNT ? names[kind] : NULL;
}

static inline const char *template_way_name(unsigned way)
{
  static const char *const names[TEMPLATE_WAY_COUNT] = {
#define TEMPLATE_WAY(symbol, number, name, description) [number] = name,
#include "compiler/observer/template_way.def"
#undef TEMPLATE_WAY
  };
  return way < TEMPLATE_WAY_COUNT ? names[way] : NULL;
}

#endif
