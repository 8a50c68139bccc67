/* The slow paths of buffers: growing, formatting, shortening. The frequent ones are inline in buf.h. The capacity
 * doubles, so appending costs constant time per byte on average; one additional byte is for the final NUL. */
#include "base/buf.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/check.h"
#include "base/utf8.h"

void buf_free(struct buf *b)
{
  if (b->arena == NULL) free(b->p);
  *b = (struct buf){NULL, 0, 0, b->arena};
}

enum { LARGE = 4 * 1024 * 1024 };

static void set_room(struct buf *b, size_t cap)
{
  b->p = b->arena != NULL ? arena_regrow(b->arena, b->p, b->cap, cap) : xrealloc(b->p, cap);
  if (b->arena == NULL && cap >= LARGE) huge_pages(b->p, cap);
  b->cap = cap;
}

static size_t wanted(const struct buf *b, size_t more)
{
  const size_t want = b->n + more + 1;
  return want < more ? SIZE_MAX : want; /* overflow: the allocator rejects it */
}

void buf_grow(struct buf *b, size_t more)
{
  assert_hot(b->n <= b->cap);
  const size_t want = wanted(b, more);
  size_t cap = b->cap < 64 ? 64 : b->cap;
  while (cap < want && cap < SIZE_MAX / 4) cap *= 2;
  set_room(b, cap < want ? want : cap);
}

void buf_reserve_exactly(struct buf *b, size_t more)
{
  assert(b->n <= b->cap);
  if (b->cap - b->n <= more) set_room(b, wanted(b, more));
}

/* Whether a byte continues a UTF-8 character. */
static bool is_continuation(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

str buf_finish(struct buf *b)
{
  assert(b->n <= b->cap);
  if (b->arena != NULL && b->p != NULL) arena_trim(b->arena, b->p, b->cap, b->n + 1);
  const str s = buf_view(b);
  *b = (struct buf){NULL, 0, 0, b->arena};
  return s;
}

void buf_append_slow(struct buf *b, const char *p, size_t n)
{
  assert_hot(p != NULL || n == 0);
  buf_reserve(b, n);
  if (n != 0) memcpy(b->p + b->n, p, n);
  b->n += n;
  b->p[b->n] = '\0';
}

void buf_fill(struct buf *b, char c, size_t n)
{
  buf_reserve(b, n);
  memset(b->p + b->n, c, n);
  b->n += n;
  b->p[b->n] = '\0';
}

void buf_vprintf(struct buf *b, const char *fmt, va_list ap)
{
  assert(fmt != NULL);
  va_list again;
  va_copy(again, ap);
  int n = vsnprintf(NULL, 0, fmt, ap);
  if (n > 0) {
    buf_reserve(b, (size_t)n);
    vsnprintf(b->p + b->n, (size_t)n + 1, fmt, again);
    b->n += (size_t)n;
  }
  va_end(again);
}

str buf_vformat(struct arena *a, const char *fmt, va_list ap)
{
  struct buf b = BUF_IN(a);
  buf_vprintf(&b, fmt, ap);
  return buf_finish(&b);
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
  va_list ap;
  va_start(ap, fmt);
  buf_vprintf(b, fmt, ap);
  va_end(ap);
}

void buf_shorten(struct buf *b, size_t from)
{
  assert(from <= b->n);
  static const char note[] = " [... shortened ...] ";
  enum { NOTE = sizeof note - 1, TAIL = MESSAGE_BYTES / 4, HEAD = MESSAGE_BYTES - TAIL - NOTE };
  if (b->n - from <= MESSAGE_BYTES) return;
  size_t head = from + HEAD, tail = b->n - TAIL;
  while (head > from && is_continuation(b->p[head])) head--;
  while (tail < b->n && is_continuation(b->p[tail])) tail++;
  memcpy(b->p + head, note, NOTE);
  memmove(b->p + head + NOTE, b->p + tail, b->n - tail);
  b->n = head + NOTE + (b->n - tail);
  b->p[b->n] = '\0';
}

void buf_int(struct buf *b, int64_t i)
{
  char tmp[24], *end = tmp + sizeof tmp, *at = end;
  uint64_t u = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
  do *--at = (char)('0' + u % 10);
  while ((u /= 10) != 0);
  if (i < 0) *--at = '-';
  buf_append(b, at, (size_t)(end - at));
}

void buf_utf8(struct buf *b, uint32_t codepoint)
{
  char tmp[4];
  buf_append(b, tmp, utf8_encode(codepoint, tmp));
}
