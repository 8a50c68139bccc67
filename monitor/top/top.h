/* `ficelle top`: reads the statistics periodically, and shows them on a terminal or as text. */
#ifndef FICELLE_MONITOR_TOP_H
#define FICELLE_MONITOR_TOP_H

#include "monitor/source.h"
#include "monitor/top/screen.h"

struct top_options {
  struct monitor_target target;
  double interval_s; /* 0.2 to 3600 */
  enum screen_sort sort;
  bool batch;      /* text, one frame after the other */
  uint32_t frames; /* end after so many; 0: never */
};

/* Returns the exit status: 1 with a line in `why` when nothing could be shown; also 1 when the last frame had no data.
 * */
int top_run(const struct top_options *options, struct buf *why);

#endif
