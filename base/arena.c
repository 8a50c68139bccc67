/* Memory arenas: blocks that grow, from which memory is taken in order and that are freed together; limits, and actions
 * that run when an arena is freed. Failing allocations can be tested with arena_test_fail_at(). */
#include "base/arena.h"

#include "base/array.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "base/check.h"
#include "base/deadline.h"
#include "base/trim.h"

/* Blocks grow from the first to the second size. An arena that holds LARGE_FROM gets blocks that are one huge page of
 * the processor each: its address cache covers only a few MiB in pages of 4 KiB, and a catalog of 10,000 resources
 * takes 40. */
enum { FIRST_BLOCK = 16 * 1024, MAX_BLOCK = 1024 * 1024, HUGE_PAGE = 2 * 1024 * 1024, LARGE_FROM = 8 * 1024 * 1024 };

struct arena_block {
  struct arena_block *next;
  size_t size; /* usable bytes after the header */
};
#define HEADER ((sizeof(struct arena_block) + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1))
#define LARGE_BLOCK (HUGE_PAGE - HEADER)

struct arena_deferred {
  struct arena_deferred *next;
  void (*release)(void *);
  void *ptr;
};

static _Thread_local struct {
  arena_fail_fn *fn;
  void *ctx;
} elsewhere;
static unsigned long fail_at, requests;
static size_t test_block;

/* Freed blocks of the usual sizes are kept for the next arena: new memory of the system costs a page fault every 4 KiB,
 * a sixth of a compilation. Per thread; none under AddressSanitizer, so that it detects every use after free. */
enum { POOL_CLASSES = 8, POOL_BYTES = 256 * 1024 * 1024 }; /* enough for a catalog of 50,000 resources */
enum { POOLED = !ADDRESS_SANITIZER };
static _Thread_local struct {
  struct arena_block *free[POOL_CLASSES];
  size_t held;
} pool;

/* Pages of a new block are populated in groups of this size before they are needed: one system call instead of a
 * page fault for each. The groups are small, since the rest of a block may never be used. */
enum { PAGES_AHEAD = 64 * 1024, PAGE = 4096 };

/* This is only a hint: if the kernel does not support it (before 5.14) or has no memory, pages are populated when they
 * are used. */
static void have_pages(const char *from, const char *to)
{
  const uintptr_t first = ((uintptr_t)from + PAGE - 1) & ~(uintptr_t)(PAGE - 1),
                  last = (uintptr_t)to & ~(uintptr_t)(PAGE - 1);
  if (last > first) (void)madvise((void *)first, last - first, MADV_POPULATE_WRITE);
}

/* The class of a usual size: from FIRST_BLOCK to MAX_BLOCK, LARGE_BLOCK last; -1 for others. */
static int pool_class(size_t size)
{
  if (POOLED && size == LARGE_BLOCK) return POOL_CLASSES - 1;
  for (int i = 0; POOLED && i < POOL_CLASSES - 1; i++) {
    if (size == (size_t)FIRST_BLOCK << i) return i;
  }
  return -1;
}

void huge_pages(void *p, size_t n)
{
  const uintptr_t from = ((uintptr_t)p + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1),
                  to = ((uintptr_t)p + n) & ~(uintptr_t)(HUGE_PAGE - 1);
  if (to > from) (void)madvise((void *)from, to - from, MADV_HUGEPAGE);
}

/* Allocates one huge page, or small pages in its place if the kernel has no huge one. NULL: out of memory. */
static void *large_block(void)
{
  char *p = mmap(NULL, 2 * HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return NULL;
  char *const start = (char *)(((uintptr_t)p + HUGE_PAGE - 1) & ~(uintptr_t)(HUGE_PAGE - 1));
  if (start > p) munmap(p, (size_t)(start - p));
  if (start < p + HUGE_PAGE) munmap(start + HUGE_PAGE, (size_t)(p + HUGE_PAGE - start));
  huge_pages(start, HUGE_PAGE);
  return start;
}

static void *block_new(size_t usable)
{
  return POOLED && usable == LARGE_BLOCK ? large_block() : malloc(usable + HEADER);
}

static void block_free(struct arena_block *b)
{
  if (POOLED && b->size == LARGE_BLOCK) munmap(b, HUGE_PAGE);
  else free(b);
}

static struct arena_block *pool_take(size_t size)
{
  const int i = pool_class(size);
  if (i < 0 || pool.free[i] == NULL) return NULL;
  struct arena_block *b = pool.free[i];
  pool.free[i] = b->next;
  pool.held -= size;
  return b;
}

static void pool_give(struct arena_block *b)
{
  const int i = pool_class(b->size);
  if (i < 0 || pool.held + b->size > POOL_BYTES) {
    block_free(b);
    return;
  }
  b->next = pool.free[i];
  pool.free[i] = b;
  pool.held += b->size;
}

void trim_arenas(void)
{
  for (int i = 0; i < POOL_CLASSES; i++) {
    for (struct arena_block *b = pool.free[i], *next; b != NULL; b = next) {
      next = b->next;
      block_free(b);
    }
    pool.free[i] = NULL;
  }
  pool.held = 0;
}

void arena_test_fail_at(unsigned long n)
{
  fail_at = n;
  requests = 0;
}

void arena_test_blocks(size_t bytes) { test_block = bytes; }

struct arena *arena_new(void)
{
  struct arena *a = xcalloc(1, sizeof *a);
  a->next_block = test_block != 0 ? test_block : FIRST_BLOCK;
  return a;
}

void arena_free(struct arena *a)
{
  if (a == NULL) return;
  for (struct arena_deferred *d = a->deferred; d != NULL; d = d->next) d->release(d->ptr);
  for (struct arena_block *b = a->blocks, *next; b != NULL; b = next) {
    next = b->next;
    pool_give(b);
  }
  free(a);
}

void arena_set_limit(struct arena *a, size_t bytes) { a->limit = bytes; }

void arena_on_fail(struct arena *a, arena_fail_fn *fn, void *ctx)
{
  a->fail = fn;
  a->fail_ctx = ctx;
}

bool arena_holds(const struct arena *a, const void *p)
{
  const uintptr_t at = (uintptr_t)p;
  for (const struct arena_block *b = a->blocks; b != NULL; b = b->next) {
    if (at >= (uintptr_t)b + HEADER && at < (uintptr_t)b + HEADER + b->size) return true;
  }
  return false;
}

size_t arena_held_bytes(const struct arena *a) { return a->held; }

void arena_prefetch(const struct arena *a, size_t most)
{
  enum { CACHE_LINE = 64 };
  for (const struct arena_block *b = a->held > most ? NULL : a->blocks; b != NULL; b = b->next) {
    const char *at = (const char *)b, *const end = b == a->blocks ? a->at : at + HEADER + b->size;
    for (; at < end; at += CACHE_LINE) __builtin_prefetch(at);
  }
}

static void failed(struct arena *a, enum arena_failure why, size_t wanted)
{
  if (a->fail != NULL) a->fail(a->fail_ctx, why, wanted);
  else if (elsewhere.fn != NULL) elsewhere.fn(elsewhere.ctx, why, wanted);
  fprintf(stderr, "ficelle: out of memory (%zu bytes wanted, %zu held)\n", wanted, a->held);
  abort();
}

static void *new_block(struct arena *a, size_t size)
{
  /* An arena whose failures are handled by the deadline's handler may be left by a long jump at any allocation. */
  if (a->fail != NULL) deadline_look_for(a->fail_ctx);
  size_t usable = size > a->next_block / 4 ? size : a->next_block;
  if (usable > SIZE_MAX / 2 - HEADER) failed(a, ARENA_TOO_LARGE, size);
  size_t total = usable + HEADER;
  if (a->limit != 0 && total > a->limit - (a->held < a->limit ? a->held : a->limit)) {
    /* The larger block may exceed the limit while the request itself does not. */
    usable = size;
    total = usable + HEADER;
    if (a->held > a->limit || total > a->limit - a->held) failed(a, ARENA_LIMIT, size);
  }
  struct arena_block *b = NULL;
  if (fail_at == 0) b = pool_take(usable);
  const bool used_before = b != NULL;
  if (b == NULL && !(fail_at != 0 && ++requests == fail_at)) b = block_new(usable);
  if (b == NULL) failed(a, ARENA_NO_MEMORY, size);
  b->size = usable;
  a->held += total;
  char *start = (char *)b + HEADER;
  if (usable == size && a->blocks != NULL && usable != a->next_block) {
    /* A block for one large request is inserted after the current one, which remains in use. */
    b->next = a->blocks->next;
    a->blocks->next = b;
    return start;
  }
  b->next = a->blocks;
  a->blocks = b;
  a->at = start + size;
  a->end = start + usable;
  if (POOLED && !used_before && usable - size > PAGES_AHEAD) a->end = a->at; /* block_goes_on() moves it */
  if (a->next_block < MAX_BLOCK && test_block == 0) a->next_block *= 2;
  if (POOLED && a->held > LARGE_FROM && test_block == 0) a->next_block = LARGE_BLOCK;
  return start;
}

/* Whether the current block has room for so many bytes. If so, populates their pages. */
static bool block_goes_on(struct arena *a, size_t size)
{
  if (a->blocks == NULL || a->at == NULL) return false;
  char *const last = (char *)a->blocks + HEADER + a->blocks->size;
  if (size > (size_t)(last - a->at)) return false;
  if (size <= (size_t)(a->end - a->at)) return true;
  char *const from = a->end;
  a->end = size + PAGES_AHEAD < (size_t)(last - a->at) ? a->at + size + PAGES_AHEAD : last;
  have_pages(from, a->end);
  return true;
}

void *arena__alloc_slowly(struct arena *a, size_t size)
{
  if (size > SIZE_MAX / 2) failed(a, ARENA_TOO_LARGE, size);
  size = (size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
  if (block_goes_on(a, size)) {
    void *p = a->at;
    a->at += size;
    return p;
  }
  return new_block(a, size != 0 ? size : ARENA_ALIGN);
}

void *arena_array(struct arena *a, size_t n, size_t size)
{
  assert_hot(size > 0);
  if (n > SIZE_MAX / 2 / size) failed(a, ARENA_TOO_LARGE, SIZE_MAX);
  return arena_zalloc(a, n * size);
}

void *arena_regrow(struct arena *a, void *p, size_t old_size, size_t new_size)
{
  assert_hot(p != NULL || old_size == 0);
  size_t old_room = (old_size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
  if (new_size <= old_room && p != NULL) return p;
  if (p != NULL && old_room != 0 && (char *)p + old_room == a->at) {
    size_t more = ((new_size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1)) - old_room;
    if (new_size < SIZE_MAX / 2 && block_goes_on(a, more)) {
      a->at += more;
      return p;
    }
  }
  void *fresh = arena_alloc(a, new_size);
  if (old_size != 0) memcpy(fresh, p, old_size < new_size ? old_size : new_size);
  return fresh;
}

void *arena__double(struct arena *a, void *items, uint32_t *cap, size_t size, uint32_t first)
{
  const uint32_t before = *cap, after = before == 0 ? first : before * 2;
  assert(after > before);
  *cap = after;
  return arena_regrow(a, items, before * size, after * size);
}

void arena_trim(struct arena *a, void *p, size_t old_size, size_t new_size)
{
  assert(new_size <= old_size);
  const size_t old_room = (old_size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
  const size_t new_room = (new_size + ARENA_ALIGN - 1) & ~(size_t)(ARENA_ALIGN - 1);
  if ((char *)p + old_room == a->at && new_room < old_room) a->at = (char *)p + new_room;
}

char *arena_strz(struct arena *a, str s)
{
  assert_hot(s.p != NULL || s.n == 0);
  char *p = arena_alloc(a, s.n + 1);
  if (s.n != 0) memcpy(p, s.p, s.n);
  p[s.n] = '\0';
  return p;
}

str arena_lower(struct arena *a, str s)
{
  char *p = arena_strz(a, s);
  for (size_t i = 0; i < s.n; i++) p[i] = (char)ascii_lower((unsigned char)p[i]);
  return str_n(p, s.n);
}

str arena_str(struct arena *a, str s)
{
  assert_hot(s.p != NULL || s.n == 0);
  return (str){arena_strz(a, s), s.n};
}

str arena_printf(struct arena *a, const char *fmt, ...)
{
  assert(fmt != NULL);
  char small[256]; /* most texts are short and need to be formatted only once */
  va_list ap;
  va_start(ap, fmt);
  int n = vsnprintf(small, sizeof small, fmt, ap);
  va_end(ap);
  if (n < 0) failed(a, ARENA_TOO_LARGE, SIZE_MAX);
  char *p = arena_alloc(a, (size_t)n + 1);
  if ((size_t)n < sizeof small) return (str){memcpy(p, small, (size_t)n + 1), (size_t)n};
  va_start(ap, fmt);
  vsnprintf(p, (size_t)n + 1, fmt, ap);
  va_end(ap);
  return (str){p, (size_t)n};
}

void arena_defer(struct arena *a, void (*release)(void *), void *ptr)
{
  assert(a != NULL && release != NULL);
  struct arena_deferred *d = arena_alloc(a, sizeof *d);
  *d = (struct arena_deferred){a->deferred, release, ptr};
  a->deferred = d;
}

void memory_on_fail(arena_fail_fn *fn, void *ctx)
{
  elsewhere.fn = fn;
  elsewhere.ctx = ctx;
}

static void *or_die(void *p, size_t size)
{
  if (p == NULL) {
    if (elsewhere.fn != NULL) elsewhere.fn(elsewhere.ctx, ARENA_NO_MEMORY, size);
    fprintf(stderr, "ficelle: out of memory (%zu bytes wanted)\n", size);
    abort();
  }
  return p;
}

void *xmalloc(size_t size) { return or_die(malloc(size != 0 ? size : 1), size); }
void *xcalloc(size_t n, size_t size) { return or_die(calloc(n != 0 ? n : 1, size != 0 ? size : 1), size); }
void *xrealloc(void *p, size_t size) { return or_die(realloc(p, size != 0 ? size : 1), size); }
char *xstrdup(const char *z)
{
  assert(z != NULL);
  size_t n = strlen(z) + 1;
  return memcpy(xmalloc(n), z, n);
}
