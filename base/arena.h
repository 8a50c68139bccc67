/* Arenas: memory with one owner and one end.
 *
 * One arena per compilation and one per environment generation. Nothing allocated from an arena is freed singly.
 * An arena may have a byte limit (a compilation's memory budget) and a failure handler; a request that exceeds the
 * limit or that the system refuses calls the handler, which must not return (it longjmps to the compilation's
 * protected call). Without a handler the process ends with a message: only tools and tests go without.
 * What is not memory (descriptors, compiled regular expressions) is registered with arena_defer and released when
 * the arena is. Not thread-safe: an arena belongs to one thread at a time. */
#ifndef FICELLE_BASE_ARENA_H
#define FICELLE_BASE_ARENA_H

#include "base/str.h"

enum { ARENA_ALIGN = 8 };
enum arena_failure { ARENA_LIMIT, ARENA_NO_MEMORY, ARENA_TOO_LARGE };
/* `wanted` is the size of the request that failed. Must not return. */
typedef void arena_fail_fn(void *ctx, enum arena_failure why, size_t wanted);

/* The fields belong to arena.c, but that `at` is moved by the short way of arena_alloc below. */
struct arena {
  char *at, *end;             /* free part of the current block, as far as it has pages */
  struct arena_block *blocks; /* the current one first */
  struct arena_deferred *deferred;
  size_t held, limit, next_block;
  arena_fail_fn *fail;
  void *fail_ctx;
};

struct arena *arena_new(void);
/* Runs deferred releases (last registered first), then frees all. NULL is fine. */
void arena_free(struct arena *a);
/* 0 = no limit. The limit counts bytes obtained from the system for this arena. */
void arena_set_limit(struct arena *a, size_t bytes);
void arena_on_fail(struct arena *a, arena_fail_fn *fn, void *ctx);
size_t arena_held_bytes(const struct arena *a);
/* Whether it is memory of this arena; looks through its blocks. */
bool arena_holds(const struct arena *a, const void *p);

/* All results are aligned to 8 bytes and never NULL. A size of 0 gives a valid, unusable pointer. */
static inline void *arena_alloc(struct arena *a, size_t size);
static inline void *arena_zalloc(struct arena *a, size_t size); /* zeroed */
void *arena_array(struct arena *a, size_t n, size_t size);      /* zeroed; n * size checked */
/* Grows an allocation; in place when it was the arena's last. The old bytes are kept. */
void *arena_regrow(struct arena *a, void *p, size_t old_size, size_t new_size);
/* Gives the end of an allocation back when it was the arena's last. */
void arena_trim(struct arena *a, void *p, size_t old_size, size_t new_size);
/* Copies, NUL-terminated for the sake of C interfaces; the terminator is not counted. */
str arena_str(struct arena *a, str s);
char *arena_strz(struct arena *a, str s);
str arena_lower(struct arena *a, str s); /* with ASCII letters in lower case */
str arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void arena_defer(struct arena *a, void (*release)(void *), void *ptr);

#define ARENA_NEW(a, type) ((type *)arena_zalloc((a), sizeof(type)))

/* The rest of arena_alloc: sizes of 0, new blocks, failures. */
void *arena__alloc_slowly(struct arena *a, size_t size);

static inline void *arena_alloc(struct arena *a, size_t size)
{
  size_t room = (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1); /* 0 for 0 and for what is far too large */
  if (__builtin_expect(room - 1 >= (size_t)(a->end - a->at), 0)) return arena__alloc_slowly(a, size);
  void *p = a->at;
  a->at += room;
  return p;
}

static inline void *arena_zalloc(struct arena *a, size_t size) { return memset(arena_alloc(a, size), 0, size); }

/* Test support: after this, the n-th block request to the system (1-based) of any arena fails. 0 switches it off. */
void arena_test_fail_at(unsigned long n);
/* Test support: uses blocks of this many bytes instead of growing ones, so that more allocations can be made to fail.
 * 0: as usual. */
void arena_test_blocks(size_t bytes);

/* What a want of memory outside arenas, or in one without a handler, calls from now on in this thread: as a handler of
 * an arena. NULL: nothing, the process ends with a message. */
void memory_on_fail(arena_fail_fn *fn, void *ctx);
/* malloc family for memory outside arenas. When memory is exhausted, memory_on_fail decides what happens. */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *z);

#endif
