/* A growing byte buffer. With an arena it grows there (an abort leaks nothing); with a NULL arena it grows on the heap
 * and buf_free releases it. After the first append the contents are NUL-terminated. */
#ifndef FICELLE_BASE_BUF_H
#define FICELLE_BASE_BUF_H

#include <stdarg.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/str.h"

struct buf {
  char *p;
  size_t n, cap;
  struct arena *arena;
};

#define BUF_HEAP ((struct buf){NULL, 0, 0, NULL})
#define BUF_IN(arena_) ((struct buf){NULL, 0, 0, (arena_)})

void buf_free(struct buf *b); /* heap buffers only; arena buffers: no effect */
void buf_grow(struct buf *b, size_t more);
/* Reserves exactly `more` bytes and the terminator. */
void buf_reserve_exactly(struct buf *b, size_t more);
void buf_append_slow(struct buf *b, const char *p, size_t n);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void buf_vprintf(struct buf *b, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
/* Formats a text into the arena. */
str buf_vformat(struct arena *a, const char *fmt, va_list ap) __attribute__((format(printf, 2, 0)));
/* Shortens a message that quotes its input: if more than MESSAGE_BYTES were appended since the buffer had `from` bytes,
 * replaces the middle by a note. */
enum { MESSAGE_BYTES = 16 * 1024 };
void buf_shorten(struct buf *b, size_t from);
void buf_int(struct buf *b, int64_t i);         /* decimal */
void buf_fill(struct buf *b, char c, size_t n); /* n times the character */
void buf_utf8(struct buf *b, uint32_t codepoint);

/* Reserves `more` bytes and the terminator. */
static inline void buf_reserve(struct buf *b, size_t more)
{
  if (b->cap - b->n <= more) buf_grow(b, more);
}
static inline void buf_clear(struct buf *b) { b->n = 0; }
static inline void buf_append(struct buf *b, const char *p, size_t n)
{
  if (b->cap - b->n > n && n != 0) {
    memcpy(b->p + b->n, p, n);
    b->n += n;
    b->p[b->n] = '\0';
  } else {
    buf_append_slow(b, p, n);
  }
}
static inline void buf_str(struct buf *b, str s) { buf_append(b, s.p, s.n); }
static inline void buf_z(struct buf *b, const char *z) { buf_append(b, z, strlen(z)); }
static inline void buf_char(struct buf *b, char c) { buf_append(b, &c, 1); }
/* The same for a complete buffer: returns unused space to the arena if possible. */
str buf_finish(struct buf *b);
static inline str buf_view(const struct buf *b) { return b->n == 0 ? STR_EMPTY : (str){b->p, b->n}; }

#endif
