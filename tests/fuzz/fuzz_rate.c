/* The state file of check_ficelle --rate: any bytes, unchanged and after the right beginning. A valid state is written
 * and read back unchanged. */
#include <stdint.h>
#include <stdlib.h>

#include "monitor/check/range.h"
#include "monitor/check/rate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_one(str text)
{
  struct arena *a = arena_new();
  struct buf first = BUF_IN(a), second = BUF_IN(a);
  struct rate_state s, again;
  if (rate_parse(a, text, STR("k"), &s)) {
    rate_print(&s, STR("k"), &first);
    if (!rate_parse(a, buf_view(&first), STR("k"), &again) || again.count != s.count) abort();
    rate_print(&again, STR("k"), &second);
    if (!str_eq(buf_view(&first), buf_view(&second))) abort();
  } else if (s.count != 0 || s.at_us != 0) {
    abort();
  }
  arena_free(a);
}

/* Also reads ranges of the command line: an accepted one has ends. */
static void read_range(str text)
{
  struct range r;
  struct buf why = BUF_HEAP;
  if (range_parse(text, &r, &why)) {
    if (r.set && !(r.low <= r.high)) abort();
  } else if (why.n == 0) {
    abort();
  }
  buf_free(&why);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct buf text = BUF_HEAP;
  const str input = str_n((const char *)data, size);
  read_one(input);
  read_range(input);
  buf_z(&text, "ficelle-rate 1\nkey k\nat ");
  buf_str(&text, input);
  read_one(buf_view(&text));
  buf_z(&text, "\nend\n");
  read_one(buf_view(&text));
  buf_free(&text);
  return 0;
}
