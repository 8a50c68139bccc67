/* The compile collector: an observer (compiler/observer/observer.h) that gathers the data of each compilation and adds
 * it to a statistics store when the compilation ends.
 *
 *   struct observe *o = observe_new(store);
 *   compile(..., observe_observer(o));
 *   observe_free(o);
 *
 * Uses only declarations of the compiler, nothing that must be linked. One thread, one compilation at a time; a store
 * may serve many observers. Gathering needs no system call and no allocation. */
#ifndef COLLECTORS_OBSERVE_H
#define COLLECTORS_OBSERVE_H

#include "collectors/compile_stats.h"
#include "compiler/observer/observer.h"

struct observe;

/* Borrows `store`, which may be NULL: then times are still measured (observe_last) and nothing is counted. Never
 * returns NULL. */
struct observe *observe_new(struct stats_store *store);
/* Drops a compilation that has not ended; counts parses, calls into Ruby and templates outside of compilations. */
void observe_free(struct observe *o);
const struct observer *observe_observer(struct observe *o);

/* The last finished compilation; its names are valid until the next one begins. NULL before the first. */
const struct stats_compile *observe_last(const struct observe *o);

/* Counts parses, calls into Ruby and templates outside of compilations since the last one. observe_free calls it, and
 * so does the end of each compilation. */
void observe_flush(struct observe *o);

#endif
