/* Formats numbers for people. */
#ifndef FICELLE_MONITOR_SHOWN_H
#define FICELLE_MONITOR_SHOWN_H

#include <stdint.h>

#include "base/buf.h"

/* A buffer returned by value, so that several may be used in one printf. */
struct shown {
  char text[40];
};

struct shown show_count(uint64_t n);                    /* 1,234,567 */
struct shown show_us(uint64_t us);                      /* 12 us, 3.4 ms, 5.60 s */
struct shown show_bytes(uint64_t bytes);                /* 3.4 MiB */
struct shown show_moment(uint64_t us);                  /* local time; "-" for 0 */
struct shown show_share(uint64_t part, uint64_t whole); /* 12.34 % */
struct shown show_age(uint64_t seconds);                /* 12s, 5m10s, 3h05m, 4d02h */
struct shown show_rate(double per_second);              /* 0.02, 1.3, 1,234 */

/* Text in a column of `width` characters, cut when it is longer. */
void show_left(struct buf *out, str s, size_t width);

#endif
