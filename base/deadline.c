/* The deadline of the current work. Reading the clock is expensive, so recursions count steps and read it once in a
 * thousand steps. */
#include "base/deadline.h"

#include "base/clock.h"

enum { STEPS = 1024 }; /* between two readings of the clock */

_Thread_local int32_t deadline_steps;
static _Thread_local struct deadline current;

int64_t deadline_now_ms(void) { return clock_ms(CLOCK_MONOTONIC); }

struct deadline deadline_set(struct deadline d)
{
  const struct deadline before = current;
  current = d;
  deadline_steps = 0;
  return before;
}

void deadline_extend(int64_t ms)
{
  if (current.at_ms != 0) current.at_ms = deadline_now_ms() + ms;
}

int64_t deadline_left_ms(void)
{
  if (current.at_ms == 0) return -1;
  const int64_t left = current.at_ms - deadline_now_ms();
  return left > 0 ? left : 0;
}

void deadline_look_for(const void *ctx)
{
  if (current.ctx == ctx) deadline_look();
}

void deadline_look(void)
{
  deadline_steps = STEPS;
  if (current.at_ms != 0 && deadline_now_ms() >= current.at_ms) current.passed(current.ctx);
}
