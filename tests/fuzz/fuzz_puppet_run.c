/* Files of an agent. The first byte selects the file: a summary, a report, in pieces of that size, or the lock of a
 * disabled agent. The result is valid data within its bounds, or an error line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "collectors/sources/puppet_run.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct stream {
  str rest;
  size_t piece;
};

static bool next_piece(void *ctx, unsigned char *to, size_t size, size_t *n)
{
  struct stream *s = ctx;
  *n = s->rest.n < s->piece ? s->rest.n : s->piece;
  if (*n > size) *n = size;
  if (*n > 0) memcpy(to, s->rest.p, *n);
  s->rest = str_from(s->rest, *n);
  return true;
}

static void check(bool ok, const struct buf *why)
{
  if (ok != (why->n == 0) || (why->n > 0 && memchr(why->p, '\n', why->n) != NULL)) abort();
}

static void read_summary(str text)
{
  struct puppet_summary s;
  struct buf why = BUF_HEAP;
  const bool ok = puppet_summary_read(text, &s, &why);
  check(ok, &why);
  for (int i = 0; i < PUPPET_NUMBERS; i++) {
    if (s.there[i] && !(s.numbers[i] >= 0)) abort();
  }
  if (ok && (s.last_run == 0 || strlen(s.config) >= PUPPET_TEXT || strlen(s.slowest) >= PUPPET_TEXT)) abort();
  if (ok) puppet_summary_without_catalog(&s);
  buf_free(&why);
}

static void read_report(str text, size_t piece)
{
  struct puppet_report r;
  struct buf why = BUF_HEAP;
  struct stream s = {text, piece};
  const bool ok = puppet_report_read(next_piece, &s, &r, &why);
  check(ok, &why);
  if (r.there != ok || strlen(r.error) >= PUPPET_TEXT) abort();
  buf_free(&why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char message[PUPPET_TEXT];
  if (size == 0) return 0;
  const str text = str_n((const char *)data + 1, size - 1);
  switch (data[0]) {
  case 's': read_summary(text); break;
  case 'd':
    puppet_disabled_message(text, message);
    if (strlen(message) >= sizeof message) abort();
    break;
  default: read_report(text, (size_t)data[0] + 1);
  }
  return 0;
}
