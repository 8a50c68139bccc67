/* alarms.state: any bytes, once unchanged and once with the right checksum. Valid states are written and read back
 * unchanged. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "subagent/alarm/alarm_state.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t checksum(const char *p, size_t n)
{
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (size_t i = 0; i < n; i++) sum = (sum ^ (unsigned char)p[i]) * UINT64_C(0x100000001b3);
  return sum;
}

static void read_one(str text)
{
  struct alarm_saved s, again;
  struct buf why = BUF_HEAP, first = BUF_HEAP, second = BUF_HEAP;
  alarm_saved_init(&s);
  alarm_saved_init(&again);
  if (alarm_saved_parse(&s, text, &why)) {
    alarm_saved_print(&s, &first);
    if (!alarm_saved_parse(&again, buf_view(&first), &why)) abort();
    alarm_saved_print(&again, &second);
    if (!str_eq(buf_view(&first), buf_view(&second))) abort();
  } else if (why.n == 0 || s.alarm_count != 0 || s.node_count != 0) {
    abort();
  }
  alarm_saved_free(&s);
  alarm_saved_free(&again);
  buf_free(&why);
  buf_free(&first);
  buf_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct buf text = BUF_HEAP;
  read_one(str_n((const char *)data, size));
  buf_append(&text, (const char *)data, size);
  buf_printf(&text, "sum %016" PRIx64 "\n", checksum(text.p, text.n));
  read_one(buf_view(&text));
  buf_free(&text);
  return 0;
}
