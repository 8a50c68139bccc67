/* A time at which the work of a thread must end. Code that walks over input, or over values that may share parts (which
 * can be visited many times), takes steps; after a number of steps it reads the clock. A step costs two instructions;
 * without a deadline it does nothing else. */
#ifndef FICELLE_BASE_DEADLINE_H
#define FICELLE_BASE_DEADLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/stack.h"

struct deadline {
  int64_t at_ms;             /* as deadline_now_ms(); 0: none */
  void (*passed)(void *ctx); /* leaves by longjmp; if it returns, work continues until the next check */
  void *ctx;
};

/* The time of the monotonic clock. */
int64_t deadline_now_ms(void);
/* Sets the deadline of this thread; returns the previous one, to be restored. */
struct deadline deadline_set(struct deadline d);
/* Moves the deadline to this many milliseconds from now, to leave time for reporting that it has passed. */
void deadline_extend(int64_t ms);
/* Remaining milliseconds, at least 0; -1 without a deadline. */
int64_t deadline_left_ms(void);
/* Reads the clock; calls `passed` if the deadline has passed. */
void deadline_look(void);
/* The same, if the deadline is that of `ctx`. */
void deadline_look_for(const void *ctx);

extern _Thread_local int32_t deadline_steps; /* until the clock is read */

static inline void deadline_step(void)
{
  if (__builtin_expect(--deadline_steps < 0, 0)) deadline_look();
}

/* For a recursion over a value or a type, `depth` levels deep: fails beyond NESTING_LEVELS, and if the stack is used
 * up. Calls below the second level, which may be more than the parts of the value, are steps. */
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
