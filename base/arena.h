/* Arenas: memory with one owner that is released as a whole.
 *
 * One arena per compilation and one per environment generation. Allocations are not freed one by one. An arena may have
 * a byte limit (a compilation's memory budget) and a failure handler; a request that exceeds the limit, or that the
 * system rejects, calls the handler, which must not return (it longjmps to the compilation's protected call). Without a
 * handler, as in tools and tests, the process ends with a message. Other resources (descriptors, compiled regular
 * expressions) are registered with arena_defer and released with the arena. Not thread-safe: an arena belongs to one
 * thread at a time. */
#ifndef FICELLE_BASE_ARENA_H
#define FICELLE_BASE_ARENA_H

#include "base/str.h"

enum { ARENA_ALIGN = 8 };
enum arena_failure { ARENA_LIMIT, ARENA_NO_MEMORY, ARENA_TOO_LARGE };
/* `wanted` is the size of the request that failed. Must not return. */
typedef void arena_fail_fn(void *ctx, enum arena_failure why, size_t wanted);

/* The fields belong to arena.c, except that arena_alloc below advances `at`. */
struct arena {
  char *at, *end;             /* free part of the current block, up to its populated pages */
  struct arena_block *blocks; /* the current one first */
  struct arena_deferred *deferred;
  size_t held, limit, next_block;
  arena_fail_fn *fail;
  void *fail_ctx;
};

struct arena *arena_new(void);
/* Runs deferred releases (last registered first), then frees all. `a` may be NULL. */
void arena_free(struct arena *a);
/* 0 = no limit. The limit counts bytes obtained from the system for this arena. */
void arena_set_limit(struct arena *a, size_t bytes);
void arena_on_fail(struct arena *a, arena_fail_fn *fn, void *ctx);
size_t arena_held_bytes(const struct arena *a);
/* A hint that an arena of at most `most` bytes is needed soon: the processor loads it into its caches. */
void arena_prefetch(const struct arena *a, size_t most);
/* Whether p points into this arena; searches its blocks. */
bool arena_holds(const struct arena *a, const void *p);

/* All results are aligned to 8 bytes and never NULL. The result for size 0 is valid but must not be dereferenced. */
static inline void *arena_alloc(struct arena *a, size_t size);
static inline void *arena_zalloc(struct arena *a, size_t size); /* zeroed */
void *arena_array(struct arena *a, size_t n, size_t size);      /* zeroed; n * size checked */
/* Grows an allocation, in place if it was the arena's last. Keeps the old bytes. */
void *arena_regrow(struct arena *a, void *p, size_t old_size, size_t new_size);
/* Releases the end of an allocation if it was the arena's last. */
void arena_trim(struct arena *a, void *p, size_t old_size, size_t new_size);
/* Copies a text, with a NUL for C interfaces that is not counted. */
str arena_str(struct arena *a, str s);
char *arena_strz(struct arena *a, str s);
str arena_lower(struct arena *a, str s); /* with ASCII letters converted to lower case */
str arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void arena_defer(struct arena *a, void (*release)(void *), void *ptr);

#define ARENA_NEW(a, type) ((type *)arena_zalloc((a), sizeof(type)))

/* The slow path of arena_alloc: sizes of 0, new blocks, failures. */
void *arena__alloc_slowly(struct arena *a, size_t size);

static inline void *arena_alloc(struct arena *a, size_t size)
{
  size_t room = (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1); /* 0 for 0 and for excessive sizes */
  if (__builtin_expect(room - 1 >= (size_t)(a->end - a->at), 0)) return arena__alloc_slowly(a, size);
  void *p = a->at;
  a->at += room;
  return p;
}

static inline void *arena_zalloc(struct arena *a, size_t size) { return memset(arena_alloc(a, size), 0, size); }

/* For tests: from now on, the n-th block request to the system (1-based) of any arena fails. 0 disables it. */
void arena_test_fail_at(unsigned long n);
/* For tests: blocks have this many bytes instead of growing, so that more allocations can fail. 0: normal blocks. */
void arena_test_blocks(size_t bytes);

/* Sets the handler of this thread for a lack of memory outside arenas, or in one without a handler. NULL: the process
 * ends with a message. */
void memory_on_fail(arena_fail_fn *fn, void *ctx);
/* malloc family for memory outside arenas. If memory is exhausted, calls the handler of memory_on_fail. */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *z);
/* Asks for huge pages where the memory spans whole ones: fewer page faults, and fewer misses of the processor's address
 * cache. A hint, for memory of some MiB that is used soon. */
void huge_pages(void *p, size_t n);

#endif
