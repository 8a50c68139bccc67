/* Answers of a server: the first byte is the number of bytes at a time. The same answer in other pieces must have the
 * same result. */
#include <stdlib.h>
#include <string.h>

#include "load/reply.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void feed(const char *text, size_t n, size_t step, struct reply *r, struct buf *body)
{
  enum reply_progress progress = REPLY_MORE;
  r->body = body;
  for (size_t at = 0; at < n && progress == REPLY_MORE; at += step) {
    size_t used;
    progress = reply_take(r, str_n(text + at, n - at < step ? n - at : step), &used);
    if (used > step) abort();
  }
  if (progress == REPLY_MORE) reply_ended(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size < 1) return 0;
  struct reply whole = {0}, parts = {0};
  struct buf all = BUF_HEAP, some = BUF_HEAP;
  feed((const char *)data + 1, size - 1, size, &whole, &all);
  feed((const char *)data + 1, size - 1, data[0] + 1u, &parts, &some);
  if (whole.status != parts.status || whole.body_bytes != parts.body_bytes ||
      (whole.why == NULL) != (parts.why == NULL) || !str_eq(buf_view(&all), buf_view(&some)))
    abort();
  buf_free(&all);
  buf_free(&some);
  return 0;
}
