/* What is to be done before the process ends itself because work in it cannot be stopped in any other way: to count it
 * as failed, to tell somebody. For a server, the process is a worker. */
#ifndef FICELLE_BASE_ENDING_H
#define FICELLE_BASE_ENDING_H

#include "base/str.h"

/* `message` says why. Runs in a thread of its own, while the main thread is still busy somewhere and never comes back:
 * it may look at what the main thread has, and may neither wait for it nor leave by longjmp. */
typedef void ending_fn(void *ctx, str message);

/* The innermost one is called first; calls of these two nest. At most 8, those that are more are not called. */
void ending_push(ending_fn *fn, void *ctx);
void ending_pop(void);
/* Calls them all and ends the process with exit status 1. */
_Noreturn void ending_run(str message);

#endif
