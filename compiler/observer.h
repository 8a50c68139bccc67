/* What the compiler tells the world about a compilation while it runs.
 *
 * The compiler knows no collector: it calls the functions of a `struct observer` that whoever started the
 * compilation handed it. A NULL observer, and any NULL member, means that nobody listens; the inline
 * functions below take care of that and are what the compiler calls.
 *
 * Order of the calls of one compilation:
 *   compile_begin, then phase and parse events in any nesting that is properly bracketed, then compile_end.
 * compile_end comes exactly once, also after a failure. Phases that were open when the compilation was
 * aborted need not be ended: compile_end closes them. Files may be parsed outside a compilation (`parser
 * validate`, an environment loaded in advance); such parse events are counted without belonging to a
 * compilation.
 *
 * Nested time: phases form a stack and time goes to the innermost one only (self time), so the phases of a
 * compilation add up to its wall time and a stacked graph of them is honest. See phase.def.
 *
 * Cost: one clock reading for each of phase_begin, phase_end and phase_next. phase_next ends a phase and
 * begins the next with a single reading, so the main sequence should be begin, next, next, ..., end.
 *
 * Nothing is kept from the arguments after a call returns. An observer must not call back into the compiler
 * and must not jump out of a call. One observer serves one compilation at a time.
 */
#ifndef COMPILER_OBSERVER_H
#define COMPILER_OBSERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* PHASE_<symbol>: the numbers of phase.def, from 1. */
enum compile_phase {
  PHASE_NONE = 0,
#define PHASE(symbol, number, name, description) PHASE_##symbol = number,
#include "compiler/phase.def"
#undef PHASE
  PHASE_COUNT
};

/* FAILURE_<symbol>: the numbers of failure.def; FAILURE_NONE is success. */
enum failure_class {
#define FAILURE(symbol, number, name, description) FAILURE_##symbol = number,
#include "compiler/failure.def"
#undef FAILURE
  FAILURE_COUNT
};

/* Resources of one type in a catalog. `name` is the type's name in lower case ("file", "apache::vhost",
 * "class"), not NUL-terminated. */
struct observer_type_count {
  const char *name;
  size_t length;
  uint64_t count;
};

/* What is known when a compilation begins. Lengths in bytes; node may be empty when there is none. */
struct observer_begin {
  const char *environment;
  size_t environment_length;
  const char *node;
  size_t node_length;
};

/* One parsed file, or one parse answered from the cache. */
struct observer_parse {
  uint64_t bytes;   /* size of the source; 0 for a cache hit */
  bool cache_used;  /* whether a cache was asked at all */
  bool cache_hit;   /* answered from the cache: nothing was parsed, bytes and errors are not counted again */
  bool failed;      /* at least one error */
};

/* The whole of a compilation, given at its end. Counts of a failed one are those reached when it failed. */
struct observer_summary {
  const char *environment;
  size_t environment_length;
  const char *node;
  size_t node_length;
  enum failure_class failure;
  uint64_t wall_us;        /* begin to end on the monotonic clock; 0: the observer measures it itself */
  uint64_t resources;      /* in the catalog handed over; 0 when it failed */
  uint64_t edges;
  uint64_t warnings;       /* warnings logged by the compilation, deprecations not included */
  uint64_t deprecations;
  uint64_t peak_bytes;     /* most memory held by the compilation's arenas at one time */
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
  void (*compile_end)(void *ctx, const struct observer_summary *summary);
};

static inline void observer_compile_begin(const struct observer *o, const struct observer_begin *begin)
{
  if (o != NULL && o->compile_begin != NULL) {
    o->compile_begin(o->ctx, begin);
  }
}

/* Begins a phase inside the current one, whose clock stops until the matching observer_phase_end. */
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

static inline void observer_compile_end(const struct observer *o, const struct observer_summary *summary)
{
  if (o != NULL && o->compile_end != NULL) {
    o->compile_end(o->ctx, summary);
  }
}

/* Name of a phase or failure class as in the .def files; NULL for a number that names none. */
static inline const char *compile_phase_name(unsigned phase)
{
  static const char *const names[PHASE_COUNT] = {
#define PHASE(symbol, number, name, description) [number] = name,
#include "compiler/phase.def"
#undef PHASE
  };
  return phase < PHASE_COUNT ? names[phase] : NULL;
}

static inline const char *failure_class_name(unsigned failure)
{
  static const char *const names[FAILURE_COUNT] = {
#define FAILURE(symbol, number, name, description) [number] = name,
#include "compiler/failure.def"
#undef FAILURE
  };
  return failure < FAILURE_COUNT ? names[failure] : NULL;
}

#endif
