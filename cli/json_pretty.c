#include "cli/json_pretty.h"

#include <assert.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "base/buf.h"

struct pretty {
  struct buf piece; /* the next piece */
  void (*put)(void *ctx, const char *text, size_t n);
  void *ctx;
  uint32_t depth;
};

enum { PIECE = 32 * 1024 };

static void flush(struct pretty *p)
{
  p->put(p->ctx, p->piece.p, p->piece.n);
  p->piece.n = 0;
}

/* Each mark below writes at most one byte, a line end and the blanks of two more levels. */
static inline void reserve_mark(struct pretty *p)
{
  if (p->piece.n > PIECE) flush(p);
  buf_reserve(&p->piece, 2 * (size_t)p->depth + 8);
}

static inline void put_byte(struct pretty *p, char c) { p->piece.p[p->piece.n++] = c; }

static inline void new_line(struct pretty *p)
{
  put_byte(p, '\n');
  memset(p->piece.p + p->piece.n, ' ', 2 * (size_t)p->depth);
  p->piece.n += 2 * (size_t)p->depth;
}

/* The end of the string that begins at `at`. */
static size_t string_end(str s, size_t at)
{
  at++;
#ifdef __SSE2__
  const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
  while (at + sizeof quote <= s.n) {
    const __m128i v = _mm_loadu_si128((const __m128i *)(s.p + at));
    const int odd = _mm_movemask_epi8(_mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash)));
    if (odd == 0) {
      at += sizeof quote;
      continue;
    }
    at += (size_t)__builtin_ctz((unsigned)odd);
    if (s.p[at] == '"') return at + 1;
    at += 2;
  }
#endif
  for (; at < s.n && s.p[at] != '"'; at++) at += s.p[at] == '\\';
  return at + 1 < s.n ? at + 1 : s.n;
}

static void open_container(struct pretty *p, str s, size_t *at)
{
  put_byte(p, s.p[*at]);
  const bool empty = *at + 1 < s.n && (s.p[*at + 1] == '}' || s.p[*at + 1] == ']');
  if (empty) {
    put_byte(p, s.p[++*at]);
    return;
  }
  p->depth++;
  new_line(p);
}

static inline void put_mark(struct pretty *p, str s, size_t *at)
{
  reserve_mark(p);
  switch (s.p[*at]) {
  case '{':
  case '[': open_container(p, s, at); break;
  case '}':
  case ']':
    p->depth--;
    new_line(p);
    put_byte(p, s.p[*at]);
    break;
  case ',':
    put_byte(p, ',');
    new_line(p);
    break;
  case ':':
    put_byte(p, ':');
    put_byte(p, ' ');
    break;
  default: put_byte(p, s.p[*at]); break;
  }
}

void json_reformat(str compact, void (*put)(void *ctx, const char *text, size_t n), void *ctx)
{
  assert(put != NULL);
  struct pretty p = {.piece = BUF_HEAP, .put = put, .ctx = ctx};
  for (size_t at = 0; at < compact.n; at++) {
    if (compact.p[at] != '"') {
      put_mark(&p, compact, &at);
      continue;
    }
    const size_t end = string_end(compact, at);
    buf_append(&p.piece, compact.p + at, end - at);
    at = end - 1;
  }
  if (p.piece.n > 0) flush(&p);
  buf_free(&p.piece);
}
