/* Compact JSON made pretty while it is handed over. */
#include "base/json_write.h"

struct pretty {
  struct buf piece;         /* what is handed over next */
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

static void new_line(struct pretty *p)
{
  if (p->piece.n > PIECE) flush(p);
  buf_char(&p->piece, '\n');
  for (uint32_t i = 0; i < p->depth; i++) buf_append(&p->piece, "  ", 2);
}

/* The end of the string that begins at `at`. */
static size_t string_end(str s, size_t at)
{
  for (at++; at < s.n && s.p[at] != '"'; at++) at += s.p[at] == '\\';
  return at + 1 < s.n ? at + 1 : s.n;
}

static void open_container(struct pretty *p, str s, size_t *at)
{
  buf_char(&p->piece, s.p[*at]);
  const bool empty = *at + 1 < s.n && (s.p[*at + 1] == '}' || s.p[*at + 1] == ']');
  if (empty) {
    buf_char(&p->piece, s.p[++*at]);
    return;
  }
  p->depth++;
  new_line(p);
}

static void put_mark(struct pretty *p, str s, size_t *at)
{
  switch (s.p[*at]) {
  case '{':
  case '[': open_container(p, s, at); break;
  case '}':
  case ']':
    p->depth--;
    new_line(p);
    buf_char(&p->piece, s.p[*at]);
    break;
  case ',':
    buf_char(&p->piece, ',');
    new_line(p);
    break;
  case ':': buf_append(&p->piece, ": ", 2); break;
  default: buf_char(&p->piece, s.p[*at]); break;
  }
}

void json_reformat(str compact, void (*put)(void *ctx, const char *text, size_t n), void *ctx)
{
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
