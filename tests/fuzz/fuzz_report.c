/* Reports: the result is a text and JSON, or a message. */
#include <stdint.h>
#include <stdlib.h>

#include "agent/report/show.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct arena *a = arena_new();
  struct shown_report rep;
  struct buf out = BUF_HEAP;
  str error = STR_EMPTY;
  if (report_show_read(a, str_n((const char *)data, size), &rep, &error)) {
    report_show_text(&rep, &out);
    report_show_json(&rep, &out);
    if (out.n == 0) abort();
  } else if (error.n == 0) {
    abort();
  }
  buf_free(&out);
  arena_free(a);
  return 0;
}
