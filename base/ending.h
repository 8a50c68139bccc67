/* Hooks that run before the process ends itself because its work cannot be stopped otherwise: they count the work as
 * failed and report it. In a server the process is a worker. */
#ifndef FICELLE_BASE_ENDING_H
#define FICELLE_BASE_ENDING_H

#include "base/str.h"

/* `message` is the reason. Runs in a separate thread, while the main thread is still busy and never returns: it may
 * read the main thread's data, but must neither wait for that thread nor leave by longjmp. */
typedef void ending_fn(void *ctx, str message);

/* The innermost hook is called first; calls of these two must be nested. At most 8 hooks are called. */
void ending_push(ending_fn *fn, void *ctx);
void ending_pop(void);
/* Calls them all and ends the process with exit status 1. */
_Noreturn void ending_run(str message);

#endif
