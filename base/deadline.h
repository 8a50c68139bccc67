/* A time at which the work of a thread must be over. Whatever walks over input, or over values that may share parts
 * (and so can be visited more often than there are of them), takes a step now and then; every so many steps the clock
 * is looked at. A step costs two instructions; without a deadline it does nothing else. */
#ifndef FICELLE_BASE_DEADLINE_H
#define FICELLE_BASE_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stack.h"

struct deadline {
  int64_t at_ms;             /* of deadline_now_ms(); 0: none */
  void (*passed)(void *ctx); /* leaves by longjmp; if it returns, the work continues until the next check */
  void *ctx;
};

/* Time of the monotonic clock. */
int64_t deadline_now_ms(void);
/* The deadline of this thread from now on; returns the one before, to be set again. */
struct deadline deadline_set(struct deadline d);
/* Moves the deadline to this many milliseconds from now, to leave time for reporting that it has passed. */
void deadline_extend(int64_t ms);
/* Remaining milliseconds, at least 0; -1 without a deadline. */
int64_t deadline_left_ms(void);
/* Looks at the clock; calls `passed` when it is time. */
void deadline_look(void);
/* The same, if the deadline is that of `ctx`. */
void deadline_look_for(const void *ctx);

extern _Thread_local int32_t deadline_steps; /* until the next look */

static inline void deadline_step(void)
{
  if (__builtin_expect(--deadline_steps < 0, 0)) deadline_look();
}

/* Of a recursion over a value or a type, `depth` levels deep: deeper than NESTING_LEVELS is an error, and so is a stack
 * that is used up. Calls below the second level, of which there can be more than the value has parts, are steps. */
static inline void nesting_step(uint32_t depth)
{
  if (__builtin_expect(depth <= 2, 1)) return;
  deadline_step();
  stack_look();
  if (__builtin_expect(depth > NESTING_LEVELS, 0)) nesting_exceeded();
}

/* Counts work that takes as long as `steps` steps, at most a million. */
static inline void deadline_work(int32_t steps)
{
  if (__builtin_expect((deadline_steps -= steps) < 0, 0)) deadline_look();
}

#endif
