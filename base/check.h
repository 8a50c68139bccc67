/* Assertions of what public headers promise. assert() is for those that cost nothing beside the work, and is on in
 * every build. assert_hot() is for functions that are called for each value, name or piece of memory: it is on in
 * builds for tests and with sanitizers, and left out of releases. */
#ifndef FICELLE_BASE_CHECK_H
#define FICELLE_BASE_CHECK_H

#include <assert.h>

#ifdef FICELLE_RELEASE
#define assert_hot(condition) ((void)sizeof(condition))
#else
#define assert_hot(condition) assert(condition)
#endif

#endif
