/* Ranges of the Monitoring Plugins: which values alert.
 *
 *   10       below 0 or above 10        @10:20   from 10 to 20, both included
 *   10:      below 10                   ~:10     above 10
 *   10:20    below 10 or above 20 */
#ifndef FICELLE_MONITOR_RANGE_H
#define FICELLE_MONITOR_RANGE_H

#include "base/buf.h"

struct range {
  bool set;
  bool inside;      /* alerts inside, not outside */
  double low, high; /* may be infinite */
  str text;         /* as written; borrowed */
};

/* False for an invalid range, with a line in `why`. The empty text means that the range is not set. */
bool range_parse(str text, struct range *range, struct buf *why);
bool range_alerts(const struct range *range, double value);

/* Parses up to `most` ranges separated by commas; missing ones are not set. */
bool ranges_parse(const char *text, struct range *range, size_t most, struct buf *why);

#endif
