/* The compile collector: an observer (compiler/observer/observer.h) that gathers one compilation after another and
 * counts each in a statistics store when it ends.
 *
 *   struct observe *o = observe_new(store);
 *   compile(..., observe_observer(o));
 *   observe_free(o);
 *
 * Uses declarations of the compiler only, nothing that would have to be linked. One thread, one compilation
 * at a time; a store may serve many. Gathering costs no system call and no allocation. */
#ifndef COLLECTORS_OBSERVE_H
#define COLLECTORS_OBSERVE_H

#include "collectors/compile_stats.h"
#include "compiler/observer/observer.h"

struct observe;

/* `store` is borrowed and may be NULL: then times are still measured (observe_last) and nothing is counted.
 * Never NULL. */
struct observe *observe_new(struct stats_store *store);
/* A compilation that was begun and not ended is dropped, not counted; parses, calls into Ruby and templates
 * outside of one are counted. */
void observe_free(struct observe *o);
const struct observer *observe_observer(struct observe *o);

/* The compilation that ended last; names in it are valid until the next begins. NULL before the first. */
const struct stats_compile *observe_last(const struct observe *o);

/* Counts parses, calls into Ruby and templates seen outside a compilation since the last one; called by
 * observe_free, and at the end of each compilation. */
void observe_flush(struct observe *o);

#endif
