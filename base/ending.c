/* A stack of at most MOST hooks. Further hooks are counted but not stored, so that ending_pop() remains balanced. */
#include "base/ending.h"

#include "base/check.h"

#include <unistd.h>

enum { MOST = 8 };

static struct {
  ending_fn *fn;
  void *ctx;
} todo[MOST];
static unsigned n;

void ending_push(ending_fn *fn, void *ctx)
{
  assert(fn != NULL);
  if (n < MOST) {
    todo[n].fn = fn;
    todo[n].ctx = ctx;
  }
  n++;
}

void ending_pop(void) { n--; }

_Noreturn void ending_run(str message)
{
  for (unsigned i = n < MOST ? n : MOST; i-- > 0;) todo[i].fn(todo[i].ctx, message);
  _exit(1);
}
