/* Prints nothing in the first two seconds, and nothing if stderr is not a terminal; then rewrites one line each second
 * and removes it at the end. */
#include "agent/facts/waiting.h"

#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"

enum { PATIENCE_MS = 2000, STEP_MS = 1000, MOST_WAIT_MS = 1000000 };

void facts_wait_begin(struct facts_wait *w, str what)
{
  *w = (struct facts_wait){.what = what, .since_ms = clock_ms(CLOCK_MONOTONIC)};
}

int facts_wait_ms(const struct facts_wait *w, int64_t left)
{
  const int most = left > MOST_WAIT_MS ? MOST_WAIT_MS : (int)left;
  return w->what.n > 0 && most > STEP_MS && isatty(STDERR_FILENO) ? STEP_MS : most;
}

void facts_wait_show(struct facts_wait *w)
{
  const int64_t ms = clock_ms(CLOCK_MONOTONIC) - w->since_ms;
  if (w->what.n == 0 || ms < PATIENCE_MS || !isatty(STDERR_FILENO)) return;
  fflush(stdout);
  fprintf(stderr, "\rWaiting for %.*s: %d s", STR_FMT(w->what), (int)(ms / 1000));
  fflush(stderr);
  w->shown = true;
}

void facts_wait_end(struct facts_wait *w)
{
  if (w->shown) fputs("\r\033[K", stderr);
  *w = (struct facts_wait){.what = STR_EMPTY};
}
